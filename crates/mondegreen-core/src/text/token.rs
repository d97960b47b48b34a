//! Tokens of one text, in one buffer.

use super::classes::is_unspaced;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Letters, marks, digits among letters; apostrophes within.
    Word,
    /// Digits, with separators between them: `1,200.50`, `7:30`, `919-555-0142`, `1/2`.
    Number,
    /// A sign that is spoken, or tells how a number is read: `%`, `$`, `-` before digits.
    Sign,
    /// A piece that no rule touches: `<unk>`.
    Fixed,
}

/// White space is before the token.
pub const SPACE: u16 = 1;
/// Punctuation that parts clauses is before the token.
pub const BREAK: u16 = 1 << 1;
/// It is a comma, and nothing else.
pub const COMMA: u16 = 1 << 2;
/// A hyphen joins the token to the one before.
pub const HYPHEN: u16 = 1 << 3;
/// The first letter was a capital.
pub const CAPITAL: u16 = 1 << 4;
/// A full stop follows at once.
pub const DOT: u16 = 1 << 5;
/// An apostrophe is before the token.
pub const APOSTROPHE: u16 = 1 << 6;
/// Nothing at all is between the token and the one before.
pub const GLUED: u16 = 1 << 7;
/// A sentence ends before the token.
pub const SENTENCE: u16 = 1 << 8;
/// All its letters, of which there are several, are capitals, and the text has others.
pub const CAPITALS: u16 = 1 << 9;
/// Full stops are between its letters.
pub const POINTS: u16 = 1 << 10;
/// An apostrophe follows at once.
pub const CUT: u16 = 1 << 11;

/// A table of numbers may have the word.
pub const NUMBER: u8 = 1;
/// A table of contractions and colloquial spellings may.
pub const FORM: u8 = 1 << 1;
/// A table of abbreviations may.
pub const SHORT: u8 = 1 << 2;
/// Any table may: nobody has asked yet.
pub const UNASKED: u8 = u8::MAX;

/// A piece of a text.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Where its letters are in the buffer, in bytes.
    from: u32,
    to: u32,
    /// Where it was in the source, in code points.
    pub start: u32,
    /// After its last code point in the source.
    pub end: u32,
    /// What it is.
    pub kind: Kind,
    /// The tables that may have its letters.
    tables: u8,
    /// What stood around it.
    pub flags: u16,
}

impl Token {
    /// Whether any of `flags` is set.
    pub fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Whether one of `tables` may have its letters.
    pub fn may_be_in(&self, tables: u8) -> bool {
        self.tables & tables != 0
    }
}

/// A text as tokens.
#[derive(Default)]
pub struct Doc {
    arena: String,
    /// The tokens, in order.
    pub tokens: Vec<Token>,
    spare: Vec<Token>,
}

impl Doc {
    /// Forget everything but the memory.
    pub fn clear(&mut self) {
        self.arena.clear();
        self.tokens.clear();
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The letters of token `at`; nothing after the last one.
    pub fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| self.text(token))
    }

    /// The letters of a token.
    pub fn text(&self, token: &Token) -> &str {
        &self.arena[token.from as usize..token.to as usize]
    }

    /// Whether token `at` exists and any of `flags` is set.
    pub fn has(&self, at: usize, flags: u16) -> bool {
        self.tokens.get(at).is_some_and(|token| token.has(flags))
    }

    /// Whether token `at` is a word and reads `word`.
    pub fn is(&self, at: usize, word: &str) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Word && self.text(token) == word)
    }

    /// Whether token `at` is the number 1.
    pub fn is_number_one(&self, at: usize) -> bool {
        self.word(at) == "1" && self.tokens[at].kind == Kind::Number
    }

    /// A token of its own with the letters of `text`.
    pub fn make(&mut self, text: &str, kind: Kind, flags: u16, start: u32, end: u32) -> Token {
        self.make_with(|letters| letters.push_str(text), kind, flags, start, end)
    }

    fn make_with(
        &mut self,
        write: impl FnOnce(&mut String),
        kind: Kind,
        flags: u16,
        start: u32,
        end: u32,
    ) -> Token {
        let from = self.arena.len() as u32;
        write(&mut self.arena);
        Token {
            from,
            to: self.arena.len() as u32,
            start,
            end,
            kind,
            tables: UNASKED,
            flags,
        }
    }

    /// Ask which tables have the letters of each token about which nobody asked.
    pub fn know(&mut self, tables: impl Fn(&str, Kind) -> u8) {
        for token in self
            .tokens
            .iter_mut()
            .filter(|token| token.tables == UNASKED)
        {
            let letters = &self.arena[token.from as usize..token.to as usize];
            token.tables = tables(letters, token.kind);
        }
    }

    /// Add a token at the end.
    pub fn push(&mut self, text: &str, kind: Kind, flags: u16, start: u32, end: u32) {
        let token = self.make(text, kind, flags, start, end);
        self.tokens.push(token);
    }

    /// As `push`, with the letters that `write` appends to what it is given.
    pub fn push_with(
        &mut self,
        write: impl FnOnce(&mut String),
        kind: Kind,
        flags: u16,
        start: u32,
        end: u32,
    ) {
        let token = self.make_with(write, kind, flags, start, end);
        self.tokens.push(token);
    }

    /// Whether any token is of this kind.
    pub fn has_kind(&self, kind: Kind) -> bool {
        self.tokens.iter().any(|token| token.kind == kind)
    }

    /// Begin a list that takes the place of `tokens`; end it with [`Doc::replace`].
    pub fn begin(&mut self) -> Vec<Token> {
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        spare
    }

    /// Put the new list in place.
    pub fn replace(&mut self, tokens: Vec<Token>) {
        self.spare = std::mem::replace(&mut self.tokens, tokens);
    }

    /// Go over the tokens once; where `rule` gives a text and the place after what it stands for,
    /// that text is written instead.
    pub fn rewrite_each<T: AsRef<str>>(
        &mut self,
        mut rule: impl FnMut(&Doc, usize) -> Option<(T, usize)>,
        mut done: impl FnMut(&[Token], &str),
    ) {
        let mut out: Option<Vec<Token>> = None;
        let mut at = 0;
        while at < self.len() {
            let Some((text, end)) = rule(self, at) else {
                if let Some(out) = &mut out {
                    out.push(self.tokens[at]);
                }
                at += 1;
                continue;
            };
            let mut tokens = out.take().unwrap_or_else(|| {
                let mut tokens = self.begin();
                tokens.extend_from_slice(&self.tokens[..at]);
                tokens
            });
            done(&self.tokens[at..end], text.as_ref());
            self.rewrite(&mut tokens, text.as_ref(), at, end);
            out = Some(tokens);
            at = end;
        }
        if let Some(out) = out {
            self.replace(out);
        }
    }

    /// Put the words of `text` in place of the tokens from `first` up to `last`, into `into`.
    pub fn rewrite(&mut self, into: &mut Vec<Token>, text: &str, first: usize, last: usize) {
        let (start, end) = (self.tokens[first].start, self.tokens[last - 1].end);
        let before = self.tokens[first].flags & !(HYPHEN | GLUED | APOSTROPHE | DOT | CAPITAL);
        for (at, word) in text.split(' ').filter(|word| !word.is_empty()).enumerate() {
            let number = word
                .bytes()
                .next()
                .is_some_and(|byte| byte.is_ascii_digit())
                && !word
                    .chars()
                    .any(|point| point.is_alphabetic() && !is_unspaced(point));
            let kind = if word.starts_with('<') {
                Kind::Fixed
            } else if number {
                Kind::Number
            } else {
                Kind::Word
            };
            let token = self.make(word, kind, if at == 0 { before } else { SPACE }, start, end);
            into.push(token);
        }
    }
}
