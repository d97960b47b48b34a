//! Cuts a text into tokens.

use super::classes::{class, fraction, hyphen, is_hangul, is_hebrew, is_mark, is_unspaced, Class};
use super::fold::{self, Folded};
use super::tags::{self, Tags};
use super::token::{
    Doc, Kind, APOSTROPHE, BREAK, CAPITAL, CAPITALS, COMMA, CUT, DOT, GLUED, HYPHEN, POINTS,
    SENTENCE, SPACE,
};
use super::{address, arithmetic, Script};

/// How texts are cut.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// What is particular to a language.
    pub script: Script,
    /// What becomes of notes in brackets.
    pub tags: Tags,
}

/// The buffers of one thread.
#[derive(Default)]
pub struct Scanner {
    chars: Vec<char>,
    folded: Vec<Folded>,
    word: String,
    /// Whether the text that was scanned last may have lone surrogates.
    pub surrogates: bool,
}

impl Scanner {
    /// The code points of the text that was scanned last; none where it is in ASCII and has no digits.
    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// Cut `text` into the tokens of `doc`; `is_suffix` says which letters may follow digits.
    pub fn scan(
        &mut self,
        text: &[u8],
        options: Options,
        is_suffix: impl Fn(&str) -> bool,
        doc: &mut Doc,
    ) {
        doc.clear();
        let mut folded = std::mem::take(&mut self.folded);
        self.surrogates = fold::fold(text, options.script, &mut self.chars, &mut folded);
        Cutter {
            text: &folded,
            options,
            is_suffix,
            doc,
            word: &mut self.word,
            pending: SPACE,
            checked: 0,
            dot: address::dot(&folded, 0),
            mixed: folded.iter().any(|(point, _)| point.is_lowercase()),
        }
        .run();
        self.folded = folded;
    }
}

struct Cutter<'a, F> {
    text: &'a [Folded],
    options: Options,
    is_suffix: F,
    doc: &'a mut Doc,
    word: &'a mut String,
    /// What is before the next token.
    pending: u16,
    /// Up to where no address begins.
    checked: usize,
    /// Where the next `@` or full stop is.
    dot: usize,
    /// Whether the text has small letters, so that capitals mean something.
    mixed: bool,
}

impl<F: Fn(&str) -> bool> Cutter<'_, F> {
    fn at(&self, at: usize) -> char {
        self.text.get(at).map_or(' ', |(point, _)| *point)
    }

    fn class(&self, at: usize) -> Class {
        self.text
            .get(at)
            .map_or(Class::Space, |(point, _)| class(*point))
    }

    fn source(&self, from: usize, to: usize) -> (u32, u32) {
        (self.text[from].1, self.text[to - 1].1 + 1)
    }

    fn push(&mut self, from: usize, to: usize, kind: Kind) {
        let mut flags = if self.pending == 0 && !self.doc.is_empty() {
            GLUED
        } else {
            std::mem::take(&mut self.pending)
        };
        if self.at(from).is_uppercase() {
            flags |= CAPITAL;
            let all = |text: &[Folded]| text.iter().all(|(point, _)| point.is_uppercase());
            if self.mixed && to > from + 1 && all(&self.text[from..to]) {
                flags |= CAPITALS;
            }
        }
        let (start, end) = self.source(from, to);
        let lower = |out: &mut String| {
            fold::push_lower(&self.text[from..to], self.options.script, out);
        };
        self.doc.push_with(lower, kind, flags, start, end);
    }

    fn push_text(&mut self, text: &str, from: usize, to: usize, kind: Kind) {
        let flags = if self.pending == 0 && !self.doc.is_empty() {
            GLUED
        } else {
            std::mem::take(&mut self.pending)
        };
        let (start, end) = self.source(from, to);
        self.doc.push(text, kind, flags, start, end);
    }

    fn run(mut self) {
        let mut at = 0;
        while at < self.text.len() {
            if self.pending & SPACE != 0 && at >= self.checked {
                if let Some(next) = self.address(at) {
                    at = next;
                    continue;
                }
            }
            at = self.step(at).max(at + 1); // whatever happens, there is an end
        }
    }

    fn mark_last(&mut self, flag: u16) {
        if let Some(last) = self.doc.tokens.last_mut() {
            last.flags |= flag;
        }
    }

    fn step(&mut self, at: usize) -> usize {
        let point = self.at(at);
        if let Some(sign) = arithmetic::sign(self.text, at) {
            let kind = if sign == "×" {
                Kind::Sign
            } else {
                Kind::Fixed
            };
            self.pending |= SPACE;
            self.push_text(sign, at, at + 1, kind);
            self.pending |= SPACE;
            return at + 1;
        }
        match self.class(at) {
            Class::Letter if fraction(point).is_some() => {
                self.push_text(fraction(point).unwrap_or(""), at, at + 1, Kind::Number);
                if self.class(at + 1) == Class::Letter {
                    self.pending |= SPACE; // it is written "1/2 c"
                }
                return at + 1;
            }
            Class::Letter => return self.letters(at),
            Class::Digit => return self.number(at, ""),
            Class::Space | Class::Silent => self.pending |= SPACE,
            Class::Apostrophe => {
                if self.pending == 0 {
                    self.mark_last(CUT);
                }
                self.pending |= APOSTROPHE | SPACE;
            }
            Class::Hyphen => return self.hyphen(at),
            Class::Stop => {
                if self.begins_decimal(at) {
                    return self.number(at, "0");
                }
                if point == '.' && self.pending == 0 {
                    self.mark_last(DOT);
                }
                self.pending |= BREAK | SENTENCE | SPACE;
                self.pending &= !COMMA;
            }
            Class::Comma => {
                self.pending |= SPACE;
                self.pending |= if self.pending & BREAK == 0 {
                    BREAK | COMMA
                } else {
                    BREAK
                };
            }
            Class::Clause => {
                let between = self.pending == 0 && self.class(at + 1) == Class::Digit;
                let digits = at > 0 && self.class(at - 1) == Class::Digit;
                if point == '–' && between && digits {
                    self.pending |= HYPHEN;
                    return at + 1;
                }
                self.pending |= BREAK | SPACE;
                self.pending &= !COMMA;
            }
            Class::Mark => {
                if let Some((length, spoken)) = tags::read(&self.text[at..]) {
                    return self.note(at, length, spoken);
                }
                let parts = !matches!(point, '"' | '_' | '*' | '|');
                self.pending |= if parts { BREAK | SPACE } else { SPACE };
                self.pending &= !COMMA;
            }
            Class::Sign => {
                self.push(at, at + 1, Kind::Sign);
                return at + 1;
            }
        }
        at + 1
    }

    /// Whether a decimal without its zero begins at this full stop.
    fn begins_decimal(&self, at: usize) -> bool {
        let before = if at == 0 {
            Class::Space
        } else {
            self.class(at - 1)
        };
        self.at(at) == '.'
            && self.class(at + 1) == Class::Digit
            && (matches!(before, Class::Space | Class::Sign | Class::Hyphen)
                || matches!(before, Class::Mark) && self.at(at - 1) != ')')
    }

    fn hyphen(&mut self, at: usize) -> usize {
        let next = self.class(at + 1);
        let joins = matches!(next, Class::Letter | Class::Digit | Class::Apostrophe);
        if self.is_minus_after_letters(at) {
            self.push(at, at + 1, Kind::Sign);
            return at + 1;
        }
        if self.pending == 0 && joins {
            self.pending |= HYPHEN;
            return at + 1;
        }
        let free =
            at == 0 || matches!(self.class(at - 1), Class::Space | Class::Mark | Class::Sign);
        let amount = next == Class::Digit
            || next == Class::Sign && self.at(at + 1) != '&'
            || self.begins_decimal(at + 1);
        if free && amount && self.pending & (HYPHEN | APOSTROPHE) == 0 {
            self.push(at, at + 1, Kind::Sign);
        } else {
            self.pending |= BREAK | SPACE;
            self.pending &= !(HYPHEN | COMMA);
        }
        at + 1
    }

    /// Whether a number below zero begins after letters that no space parts from it: `温度是-5度`, not `歼-20`.
    fn is_minus_after_letters(&self, at: usize) -> bool {
        const BEFORE: &str = "从從是为為到至在達达约約跌降升了和或于は";
        const AFTER: &str = "度℃°%";
        let glued = self.pending == 0 && at > 0 && !self.doc.is_empty();
        let letters = glued && self.options.script.unspaced && is_unspaced(self.at(at - 1));
        if !letters || self.class(at + 1) != Class::Digit {
            return false;
        }
        let digits = self.text[at + 1..].iter().take(20);
        let digits = digits.take_while(|(point, _)| matches!(point, '0'..='9' | '.' | ','));
        let end = at + 1 + digits.count();
        let range = matches!(self.at(end), '到' | '至') && self.at(end + 1) == '-';
        // "20度-25度" is from 20 to 25.
        let counted = at > 1 && self.class(at - 2) == Class::Digit;
        BEFORE.contains(self.at(at - 1)) || !counted && (AFTER.contains(self.at(end)) || range)
    }

    fn letters(&mut self, from: usize) -> usize {
        if let Some(end) = self.acronym(from) {
            return end;
        }
        let mut at = from + 1;
        loop {
            match self.class(at) {
                Class::Letter if fraction(self.at(at)).is_some() => break,
                Class::Digit if self.options.script.unspaced && is_unspaced(self.at(at - 1)) => {
                    break
                }
                Class::Letter if self.changes_script(at) => break,
                Class::Letter | Class::Digit => at += 1,
                Class::Apostrophe if self.class(at + 1) == Class::Letter => at += 2,
                // Between Hebrew letters the double mark of an abbreviation is no quote.
                Class::Mark
                    if self.at(at) == '"'
                        && is_hebrew(self.at(at - 1))
                        && is_hebrew(self.at(at + 1)) =>
                {
                    at += 2;
                }
                _ => break,
            }
        }
        self.push(from, at, Kind::Word);
        at
    }

    /// Whether letters of words with spaces and of words without meet here.
    fn changes_script(&self, at: usize) -> bool {
        if !self.options.script.unspaced || is_mark(self.at(at)) {
            return false;
        }
        let base = (0..at).rev().find(|&before| !is_mark(self.at(before)));
        base.is_some_and(|base| {
            self.class(base) == Class::Letter
                && is_unspaced(self.at(base)) != is_unspaced(self.at(at))
        })
    }

    /// Single letters with full stops between them, as one word: `U.S.A.`, `a.m.`
    fn acronym(&mut self, from: usize) -> Option<usize> {
        let following = self.at(from + 1);
        if following != '.' && !is_mark(following) {
            return None;
        }
        let mut at = from;
        let mut letters: Vec<Folded> = Vec::new();
        loop {
            let point = self.at(at);
            if self.class(at) != Class::Letter || is_unspaced(point) || fraction(point).is_some() {
                break;
            }
            let mut end = at + 1;
            while is_mark(self.at(end)) {
                end += 1;
            }
            if self.at(end) != '.' || is_mark(self.at(at)) {
                let last = !matches!(
                    self.class(end),
                    Class::Letter | Class::Digit | Class::Apostrophe
                );
                if last && letters.len() == 1 {
                    letters.extend(&self.text[at..end]);
                    at = end;
                }
                break;
            }
            letters.extend(&self.text[at..end]);
            at = end + 1;
        }
        let more = matches!(self.class(at), Class::Letter | Class::Digit);
        if letters.len() < 2 || more && fraction(self.at(at)).is_none() {
            return None;
        }
        let mut flags = if self.pending == 0 && !self.doc.is_empty() {
            GLUED
        } else {
            std::mem::take(&mut self.pending)
        };
        flags |= if self.at(from).is_uppercase() {
            let all = letters.iter().all(|(point, _)| !point.is_lowercase());
            CAPITAL | DOT | POINTS | if self.mixed && all { CAPITALS } else { 0 }
        } else {
            DOT | POINTS
        };
        self.word.clear();
        fold::push_lower(&letters, self.options.script, self.word);
        let (start, end) = self.source(from, at);
        self.doc.push(self.word, Kind::Word, flags, start, end);
        Some(at)
    }

    fn number(&mut self, from: usize, before: &str) -> usize {
        let mut at = from;
        let mut piece = from;
        loop {
            while self.class(at) == Class::Digit {
                at += 1;
            }
            let joins = match self.at(at) {
                '.' | ',' | ':' | '/' | '-' => true,
                '~' | '–' | '—' => self.options.script.unspaced,
                '\u{A0}' | '\u{202F}' | '\u{2009}' => {
                    let three = (at + 1..at + 4).all(|i| self.class(i) == Class::Digit);
                    three && self.class(at + 4) != Class::Digit
                }
                _ => false,
            };
            if !joins || self.class(at + 1) != Class::Digit {
                break;
            }
            at += 1;
            piece = at;
        }
        // The 1990's are the 1990s.
        let decade = self.class(at) == Class::Apostrophe
            && self.at(at + 1) == 's'
            && !matches!(
                self.class(at + 2),
                Class::Letter | Class::Digit | Class::Apostrophe
            );
        if decade && (self.is_suffix)("s") {
            self.push_number(before, from, at);
            self.push(at + 1, at + 2, Kind::Word);
            return at + 2;
        }
        if self.options.script.unspaced && is_unspaced(self.at(at)) {
            self.push_number(before, from, at);
            return at;
        }
        let mut end = at;
        while self.class(end) == Class::Letter
            && fraction(self.at(end)).is_none()
            && !(end > at && self.changes_script(end))
        {
            end += 1;
        }
        // Digits again: a name such as 3a4; and marks after a digit belong to it.
        let mixed = end > at && (self.class(end) == Class::Digit || is_mark(self.at(at)));
        self.word.clear();
        fold::push_lower(&self.text[at..end], self.options.script, self.word);
        if end > at && (mixed || !(self.is_suffix)(self.word)) {
            if is_hangul(self.at(at)) && self.thousands(from, at) {
                return self.counted(from, at, end);
            }
            if piece == from + 1 && !before.is_empty() {
                self.pending |= BREAK | SPACE;
            } else if piece > from {
                self.push_number(before, from, piece - 1);
                self.pending |= if self.at(piece - 1) == '-' {
                    HYPHEN
                } else {
                    BREAK | SPACE
                };
            }
            return self.name(piece);
        }
        self.push_number(before, from, at);
        if end > at {
            self.push(at, end, Kind::Word);
        }
        end
    }

    /// Whether commas part these digits in threes.
    fn thousands(&self, from: usize, to: usize) -> bool {
        let commas = (from..to).filter(|&at| self.class(at) != Class::Digit);
        let (mut count, mut places) = (0, true);
        for comma in commas {
            places &= self.at(comma) == ',' && (to - comma).is_multiple_of(4);
            count += 1;
        }
        places && count > 0 && to - from - 4 * count <= 3
    }

    /// A number and what is counted in one word, as Korean writes it: `1,000원` is `1000원`.
    fn counted(&mut self, from: usize, to: usize, end: usize) -> usize {
        let letters: Vec<Folded> = self.text[from..end]
            .iter()
            .enumerate()
            .filter(|(place, (point, _))| *point != ',' || from + place >= to)
            .map(|(_, &folded)| folded)
            .collect();
        self.word.clear();
        fold::push_lower(&letters, self.options.script, self.word);
        let text = std::mem::take(self.word);
        self.push_text(&text, from, end, Kind::Word);
        *self.word = text;
        end
    }

    /// Digits and letters in one word.
    fn name(&mut self, from: usize) -> usize {
        let mut at = from + 1;
        while matches!(self.class(at), Class::Letter | Class::Digit) && !self.changes_script(at)
            || self.class(at) == Class::Apostrophe && self.class(at + 1) == Class::Letter
        {
            at += 1;
        }
        self.push(from, at, Kind::Word);
        at
    }

    fn push_number(&mut self, before: &str, from: usize, to: usize) {
        let mut text = std::mem::take(self.word);
        text.clear();
        text.push_str(before);
        text.extend(self.text[from..to].iter().map(|(point, _)| hyphen(*point)));
        self.push_text(&text, from, to, Kind::Number);
        *self.word = text;
    }

    fn note(&mut self, at: usize, length: usize, spoken: bool) -> usize {
        if spoken {
            self.pending |= SPACE;
            self.push_text("<unk>", at, at + length, Kind::Fixed);
        } else {
            match self.options.tags {
                Tags::Drop => {} // no more of them are here
                Tags::Words => {
                    self.pending |= SPACE | BREAK;
                    return at + 1;
                }
                Tags::Keep => {
                    let text: String = self.text[at..at + length]
                        .iter()
                        .map(|(point, _)| *point)
                        .collect();
                    let text = text.to_lowercase().replace(char::is_whitespace, "_");
                    self.pending |= SPACE;
                    self.push_text(&text, at, at + length, Kind::Fixed);
                }
            }
        }
        self.pending |= SPACE;
        at + length
    }

    fn address(&mut self, from: usize) -> Option<usize> {
        if self.dot < from {
            self.dot = address::dot(self.text, from);
        }
        let space = |at: &usize| self.class(*at) == Class::Space;
        let before = (from..self.dot).rev().find(space);
        if before.is_some() || self.dot == self.text.len() {
            self.checked = before.map_or(self.dot, |space| space + 1);
            return None;
        }
        let end = (self.dot..self.text.len()).find(space);
        let end = end.unwrap_or(self.text.len());
        self.checked = end;
        let mut first = from;
        while first < end && !self.at(first).is_alphanumeric() {
            first += 1;
        }
        if first == end {
            return None;
        }
        let length = address::length(&self.text[first..end])?;
        match self.options.script.address {
            Some((sign, dot)) => self.spell_address(first, first + length, sign, dot),
            None => {
                // An address has ASCII letters alone, so its I is no Turkish one.
                let text: String = (first..first + length)
                    .map(|at| self.at(at).to_ascii_lowercase())
                    .collect();
                self.push_text(&text, first, first + length, Kind::Fixed);
            }
        }
        Some(first + length)
    }

    fn spell_address(&mut self, from: usize, to: usize, sign: &str, dot: &str) {
        let mut at = from;
        while at < to {
            let spoken = match self.at(at) {
                '@' => sign,
                '.' => dot,
                '_' => "underscore",
                '/' if at + 1 < to && self.at(at + 1) != '/' && self.at(at - 1) != '/' => "slash",
                _ => "",
            };
            if !spoken.is_empty() {
                self.pending |= SPACE;
                self.push_text(spoken, at, at + 1, Kind::Word);
                self.pending |= SPACE;
                at += 1;
            } else if self.at(at).is_ascii_alphanumeric() {
                let mut start = at;
                let digits = self.class(at) == Class::Digit;
                while at < to && self.at(at).is_ascii_alphanumeric() {
                    at += 1;
                }
                let letters = (start..at)
                    .find(|&i| self.class(i) != Class::Digit)
                    .unwrap_or(at);
                self.word.clear();
                fold::push_lower(&self.text[letters..at], self.options.script, self.word);
                if digits && (letters == at || (self.is_suffix)(self.word)) {
                    self.push_number("", start, letters);
                    start = letters;
                }
                if start < at {
                    self.push(start, at, Kind::Word);
                }
            } else {
                self.pending |= SPACE;
                at += 1;
            }
        }
    }
}
