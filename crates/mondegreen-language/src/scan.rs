//! Tokens that keep everything: words, figures and signs, with the gap before each.

use crate::characters::{common_width, is_mark, is_unspaced};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// What stands between a token and the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Gap {
    Glued = 0,
    Space = 1,
    Hyphen = 2,
    Comma = 3,
    /// A single full stop right after the token before: the end of a sentence or of a short form.
    Stop = 4,
    Break = 5,
    /// A full stop between two letters: *e.g.*, *example.com*.
    Point = 6,
}

impl Gap {
    /// The bit by which items of patterns let it through.
    #[must_use]
    pub fn bit(self) -> u8 {
        match self {
            Self::Point => 1,
            _ => 1 << self as u8,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    /// A letter of a script without spaces, with its marks.
    Character,
    Figures,
    Sign,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub gap: Gap,
    /// Bytes of the text.
    pub from: u32,
    pub to: u32,
    /// Bytes of the folded text.
    pub folded: u32,
    pub folded_to: u32,
}

/// The tokens of one text; reused from text to text.
#[derive(Debug, Default)]
pub struct Tokens {
    pub list: Vec<Token>,
    /// Words in lower case, figures in ASCII, signs in one form each.
    pub folded: String,
    /// Whether a capital stands in the text.
    pub capitals: bool,
    /// Whether an apostrophe stands inside a word.
    pub apostrophes: bool,
    /// Whether characters of scripts without spaces are tokens of their own.
    pub unspaced: bool,
}

impl Tokens {
    /// A token's folded text.
    #[must_use]
    pub fn text(&self, token: &Token) -> &str {
        &self.folded[token.folded as usize..token.folded_to as usize]
    }

    /// Cut a text; what was there before is dropped.
    pub fn scan(&mut self, text: &str) {
        self.list.clear();
        self.folded.clear();
        self.capitals = false;
        self.apostrophes = false;
        Scanner {
            text,
            bytes: text.as_bytes(),
            at: 0,
            gap: Gap::Break,
            into: self,
        }
        .run();
    }
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    gap: Gap,
    into: &'a mut Tokens,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Space,
    Other,
}

fn class(letter: char) -> Class {
    if letter.is_ascii() {
        return match letter {
            'a'..='z' | 'A'..='Z' => Class::Letter,
            '0'..='9' => Class::Digit,
            ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' => Class::Space,
            _ => Class::Other,
        };
    }
    if matches!(letter, 'º' | 'ª') {
        return Class::Other;
    }
    match letter.general_category_group() {
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark => Class::Letter,
        GeneralCategoryGroup::Number
            if letter.general_category() == GeneralCategory::DecimalNumber =>
        {
            Class::Digit
        }
        // 〇 is a letter of numerals
        GeneralCategoryGroup::Number
            if letter.general_category() == GeneralCategory::LetterNumber =>
        {
            Class::Letter
        }
        // letters that no standard has; nobody knows what they say
        GeneralCategoryGroup::Other
            if matches!(
                letter.general_category(),
                GeneralCategory::PrivateUse | GeneralCategory::Unassigned
            ) =>
        {
            Class::Letter
        }
        _ if letter.is_whitespace() => Class::Space,
        _ if invisible(letter) => Class::Letter,
        _ => Class::Other,
    }
}

fn is_currency(letter: char) -> bool {
    letter.general_category() == GeneralCategory::CurrencySymbol
}

/// Marks inside words that nobody sees: joiners, breaks that may be made, soft hyphens.
fn invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}

/// The value of a decimal digit of any script: its place in its run of ten.
fn digit(letter: char) -> u8 {
    if letter.is_ascii() {
        return letter as u8 - b'0';
    }
    let is_digit = |code: u32| {
        char::from_u32(code).is_some_and(|c| c.general_category() == GeneralCategory::DecimalNumber)
    };
    let code = letter as u32;
    let mut start = code;
    while is_digit(start - 1) {
        start -= 1;
    }
    ((code - start) % 10) as u8
}

impl Scanner<'_> {
    fn letter(&self, at: usize) -> Option<char> {
        match self.bytes.get(at) {
            Some(&byte) if byte < 128 => Some(char::from(byte)),
            Some(_) => self.text[at..].chars().next(),
            None => None,
        }
    }

    fn class_at(&self, at: usize) -> Class {
        self.letter(at).map_or(Class::Other, class)
    }

    fn run(&mut self) {
        while let Some(letter) = self.letter(self.at) {
            match class(letter) {
                Class::Space => {
                    if self.gap == Gap::Glued {
                        self.gap = Gap::Space;
                    }
                    self.at += letter.len_utf8();
                }
                Class::Letter => self.word(),
                Class::Digit => self.figures(),
                Class::Other => self.other(letter),
            }
        }
    }

    fn push(&mut self, kind: Kind, from: usize, folded: usize) {
        self.into.list.push(Token {
            kind,
            gap: self.gap,
            from: from as u32,
            to: self.at as u32,
            folded: folded as u32,
            folded_to: self.into.folded.len() as u32,
        });
        self.gap = Gap::Glued;
    }

    fn word(&mut self) {
        let (from, folded) = (self.at, self.into.folded.len());
        let alone = self.into.unspaced && self.letter(from).is_some_and(is_unspaced);
        loop {
            if alone && self.at > from && self.letter(self.at).is_none_or(|next| !is_mark(next)) {
                break;
            }
            let run = self.bytes[self.at..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphabetic());
            let end = self.at + run.count();
            for &byte in &self.bytes[self.at..end] {
                self.into.capitals |= byte.is_ascii_uppercase();
                self.into.folded.push(char::from(byte.to_ascii_lowercase()));
            }
            self.at = end;
            let Some(letter) = self.letter(self.at) else {
                break;
            };
            let next = self.at + letter.len_utf8();
            match letter {
                '\'' | '’' | '`' | '´' if self.class_at(next) == Class::Letter => {
                    self.into.folded.push('\'');
                    self.into.apostrophes = true;
                }
                _ if self.into.unspaced && is_unspaced(letter) && !is_mark(letter) && !alone => {
                    break
                }
                _ if !letter.is_ascii() && class(letter) == Class::Letter => {
                    self.into.capitals |= letter.is_uppercase();
                    if !matches!(letter, '\u{ad}' | '\u{200b}' | '\u{2060}') {
                        self.into.folded.extend(common_width(letter).to_lowercase());
                    }
                }
                _ => break,
            }
            self.at = next;
        }
        let kind = if alone { Kind::Character } else { Kind::Word };
        self.push(kind, from, folded);
    }

    fn figures(&mut self) {
        let (from, folded) = (self.at, self.into.folded.len());
        while let Some(letter) = self
            .letter(self.at)
            .filter(|&letter| class(letter) == Class::Digit)
        {
            self.into.folded.push(char::from(b'0' + digit(letter)));
            self.at += letter.len_utf8();
        }
        self.push(Kind::Figures, from, folded);
    }

    fn sign(&mut self, from: usize, text: &str) {
        let folded = self.into.folded.len();
        self.into.folded.push_str(text);
        self.push(Kind::Sign, from, folded);
    }

    /// Whether the last token is figures, with nothing but spaces after it.
    fn after_figures(&self) -> bool {
        matches!(self.gap, Gap::Glued | Gap::Space)
            && self
                .into
                .list
                .last()
                .is_some_and(|last| last.kind == Kind::Figures)
    }

    /// Whether a character of a script without spaces ends at a byte: a hyphen joins no figures to it.
    fn after_character(&self, at: usize) -> bool {
        let last = self.into.list.last();
        last.is_some_and(|last| last.kind == Kind::Character && last.to as usize == at)
    }

    fn other(&mut self, letter: char) {
        let from = self.at;
        self.at += letter.len_utf8();
        let letter = common_width(letter);
        let mut sign = [0; 4];
        let sign = &*letter.encode_utf8(&mut sign);
        let before = self
            .into
            .list
            .last()
            .filter(|last| last.to as usize == from);
        let before = before.map_or(Class::Space, |last| match last.kind {
            Kind::Word | Kind::Character => Class::Letter,
            Kind::Figures => Class::Digit,
            Kind::Sign => Class::Other,
        });
        let after = self.class_at(self.at);
        let joins = |class| matches!(class, Class::Letter | Class::Digit);
        match letter {
            '.' | ',' | ':' | '/' if before == Class::Digit && after == Class::Digit => {
                self.sign(from, sign);
            }
            '/' if self.bytes[self.at..].starts_with(b"-")
                && self.class_at(self.at + 1) != Class::Digit =>
            {
                self.at += 1;
                self.sign(from, "/-");
            }
            // a decimal mark without a figure before it; the last of an ellipsis is none
            '.' if before == Class::Space
                && after == Class::Digit
                && !self.text[..from].ends_with('.') =>
            {
                self.sign(from, ".");
            }
            '.' if before == Class::Letter && after == Class::Letter => self.gap = Gap::Point,
            '.' if before != Class::Other && before != Class::Space && self.gap == Gap::Glued => {
                self.gap = Gap::Stop;
            }
            ',' => {
                let broken = self.gap == Gap::Break && !self.into.list.is_empty();
                self.gap = if broken { Gap::Break } else { Gap::Comma };
            }
            '-' if after == Class::Digit && self.after_character(from) => self.sign(from, "-"),
            '-' | '‑' | '–' if joins(before) && joins(after) => self.gap = Gap::Hyphen,
            '—' if before == Class::Digit && after == Class::Digit => self.gap = Gap::Hyphen,
            // a circle among characters is the numeral for zero
            '○' if self.into.unspaced && before == Class::Letter => {
                let folded = self.into.folded.len();
                self.into.folded.push('〇');
                self.push(Kind::Character, from, folded);
            }
            '−' => self.sign(from, "-"),
            '-' if after == Class::Digit
                || self.letter(self.at).is_some_and(is_currency)
                || (joins(before) && self.letter(self.at) != Some('-')) =>
            {
                self.sign(from, "-");
            }
            '\'' | '′' | '’' if before == Class::Digit => self.sign(from, "'"),
            '"' | '″' | '”' if before == Class::Digit => self.sign(from, "\""),
            '+' | '±' | '<' | '>' | '≤' | '≥' | '=' | '~' | '#' | '*' | '@' | '/' | '&' | '§'
            | '№' | '°' | '%' | '‰' => {
                self.sign(from, sign);
            }
            'º' | 'ª' | '_' | '\\' | '^' => self.sign(from, sign),
            // a sign next to figures is never dropped: 25 ℃
            _ if letter.general_category() == GeneralCategory::OtherSymbol
                && self.after_figures() =>
            {
                self.sign(from, sign);
            }
            _ if matches!(
                letter.general_category(),
                GeneralCategory::OtherNumber
                    | GeneralCategory::CurrencySymbol
                    | GeneralCategory::MathSymbol
            ) =>
            {
                self.sign(from, sign);
            }
            _ => self.gap = Gap::Break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Gap, Tokens};

    fn cut(text: &str) -> Vec<(String, Gap)> {
        let mut tokens = Tokens::default();
        tokens.scan(text);
        tokens
            .list
            .iter()
            .map(|token| (tokens.text(token).to_owned(), token.gap))
            .collect()
    }

    #[test]
    fn signs_are_tokens_and_marks_are_gaps() {
        let found = cut("HIV- is <120, wor-");
        let texts: Vec<_> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["hiv", "-", "is", "<", "120", "wor", "-"]);
        assert_eq!((found[1].1, found[5].1), (Gap::Glued, Gap::Comma));
    }

    #[test]
    fn figures_keep_their_marks() {
        let texts: Vec<_> = cut("$1,200.50 at 5:05 ३५")
            .into_iter()
            .map(|found| found.0)
            .collect();
        assert_eq!(
            texts,
            ["$", "1", ",", "200", ".", "50", "at", "5", ":", "05", "35"]
        );
        assert_eq!(cut("one. two")[1].1, Gap::Stop);
        assert_eq!(cut("one! two")[1].1, Gap::Break);
        assert_eq!(cut("e.g.")[1].1, Gap::Point);
        assert_eq!(cut("don’t")[0].0, "don't");
    }
}
