//! Marks of a text: which are signs, which belong to words, and which are only gaps.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::characters::common_width;
use crate::letters::{class, is_currency, is_within_sentence, Class};
use crate::scanner::Scanner;
use crate::tokens::{Gap, Kind, AFTER, BEFORE};

const SINGLE: usize = 0;
const DOUBLE: usize = 1;

impl Scanner<'_> {
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

    /// Whether a number begins at a byte, with or without a figure before its decimal mark.
    fn begins_number(&self, at: usize) -> bool {
        let mark = usize::from(matches!(self.letter(at), Some('.' | ',')));
        self.class_at(at + mark) == Class::Digit
    }

    /// Whether a number or an amount of money begins at a byte.
    fn begins_amount(&self, at: usize) -> bool {
        self.begins_number(at) || self.letter(at).is_some_and(is_currency)
    }

    /// Whether a bracket with a number in it is next, which says nothing after a minus: -(5).
    fn begins_bracket(&self) -> bool {
        self.letter(self.at) == Some('(') && self.begins_amount(self.at + 1)
    }

    /// A decimal mark after a zero that is not written.
    fn point(&mut self, from: usize, mark: &str) {
        let (after, folded) = (self.at, self.into.folded.len());
        self.into.folded.push('0');
        self.at = from;
        self.push(Kind::Figures, from, folded);
        self.at = after;
        self.sign(from, mark);
    }

    /// Whether a dash is between two numbers, with spaces around it; dates and times are none.
    fn between_figures(&self, from: usize) -> bool {
        let number = |text: &str| {
            let (mut digits, mut marks) = (0, 0);
            text.chars().for_each(|letter| match class(letter) {
                Class::Digit => digits += 1,
                _ => marks += 1,
            });
            digits > 0 && marks <= 1 && !text.ends_with('.')
        };
        let rest = &self.text[self.at..];
        self.gap == Gap::Space
            && self.after_figures()
            && rest.starts_with(char::is_whitespace)
            && self.text[..from]
                .split_whitespace()
                .next_back()
                .is_some_and(number)
            && rest.split_whitespace().next().is_some_and(number)
    }

    fn after_space(&self, from: usize) -> bool {
        let before = self.text[..from].chars().next_back();
        before.is_none_or(char::is_whitespace)
    }

    /// Make the gap wider.
    fn mark(&mut self, gap: Gap) {
        self.gap = match (self.gap, gap) {
            // the full stop of a short form, as no sentence ends before a comma
            (Gap::Stop, Gap::Comma) => Gap::Comma,
            (Gap::Break | Gap::Stop, _) | (_, Gap::Break) => Gap::Break,
            (Gap::Mark, _) => Gap::Mark,
            _ => gap,
        };
    }

    /// A quote after figures: whether it closes one, and is no mark of feet or inches.
    fn closes(&mut self, quote: usize, after: Class) -> bool {
        let inches = || {
            let list = &self.into.list;
            let mark = list.len().checked_sub(2).map(|at| &list[at]);
            mark.is_some_and(|mark| self.into.text(mark) == "'")
        };
        let closes = self.open[quote]
            && !matches!(after, Class::Letter | Class::Digit)
            && !(quote == DOUBLE && inches());
        self.open[quote] &= !closes;
        closes
    }

    pub fn other(&mut self, letter: char) {
        let from = self.at;
        self.at += letter.len_utf8();
        let letter = match letter {
            '\u{2010}' => '-',
            letter => common_width(letter),
        };
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
            '.' | ',' | ':' | '/' | '\u{66b}' | '\u{66c}'
                if before == Class::Digit && after == Class::Digit =>
            {
                self.sign(from, sign);
            }
            ':' if before == Class::Digit && after == Class::Letter => self.sign(from, ":"),
            '/' if self.bytes[self.at..].starts_with(b"-")
                && self.class_at(self.at + 1) != Class::Digit =>
            {
                self.at += 1;
                self.sign(from, "/-");
            }
            // a decimal mark without a figure before it; the last of an ellipsis is none
            '.' if !joins(before)
                && after == Class::Digit
                && !self.text[..from].ends_with(['.', '%', '°', '‰', '\'', '"', '*', '/']) =>
            {
                self.point(from, ".");
            }
            ',' if self.into.comma && after == Class::Digit && self.after_space(from) => {
                self.point(from, ",");
            }
            '.' if before == Class::Letter && after == Class::Letter => self.gap = Gap::Point,
            '.' if before != Class::Other && before != Class::Space && self.gap == Gap::Glued => {
                self.gap = Gap::Stop;
            }
            '-' if after == Class::Digit && self.after_character(from) => self.sign(from, "-"),
            ',' | '\u{60c}' | '\u{3001}' | '\u{55d}' => self.mark(Gap::Comma),
            '-' | '‑' | '–' | '\u{5be}' | '\u{58a}' if joins(before) && joins(after) => {
                self.gap = Gap::Hyphen;
            }
            '-' | '‑' | '\u{5be}' | '\u{58a}'
                if before == Class::Other && after == Class::Letter =>
            {
                self.gap = Gap::Hyphen;
            }
            '-' | '‑' | '–' | '—' if self.between_figures(from) => self.sign(from, "-"),
            '–' if after == Class::Digit && self.after_space(from) => self.sign(from, "-"),
            '—' if before == Class::Digit && after == Class::Digit => self.gap = Gap::Hyphen,
            // a circle among characters is the numeral for zero
            '○' if self.into.unspaced && before == Class::Letter => {
                let folded = self.into.folded.len();
                self.into.folded.push('\u{3007}');
                self.push(Kind::Character, from, folded);
            }
            '-' | '−' if !joins(before) && self.begins_bracket() => {
                self.sign(from, "-");
                self.at += 1;
            }
            '−' => self.sign(from, "-"),
            '-' if self.begins_amount(self.at)
                || (joins(before) && self.letter(self.at) != Some('-')) =>
            {
                self.sign(from, "-");
            }
            '\'' | '’' if before == Class::Digit && self.closes(SINGLE, after) => {
                self.mark(Gap::Mark);
            }
            '"' | '”' if before == Class::Digit && self.closes(DOUBLE, after) => {
                self.mark(Gap::Mark);
            }
            '\'' | '′' | '’' if before == Class::Digit => self.sign(from, "'"),
            '"' | '″' | '”' if before == Class::Digit => self.sign(from, "\""),
            '\'' | '’' | '‘' | '\u{5f3}' => self.apostrophe(before, after),
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
            '"' | '“' | '”' | '„' => {
                self.open[DOUBLE] = !joins(before) && joins(after);
                self.mark(Gap::Mark);
            }
            _ if is_within_sentence(letter) => self.mark(Gap::Mark),
            _ => self.mark(Gap::Break),
        }
    }

    /// An apostrophe that is not inside a word: it may belong to the word before or after it.
    fn apostrophe(&mut self, before: Class, after: Class) {
        if before == Class::Letter {
            if let Some(last) = self.into.list.last_mut() {
                last.apostrophes |= AFTER;
            }
            self.into.folded.push('\'');
            self.into.quoted = true;
            self.open[SINGLE] = false;
            self.mark(Gap::Mark);
        } else if after == Class::Letter {
            self.into.folded.push('\'');
            self.into.quoted = true;
            self.open[SINGLE] = true;
            self.leading = BEFORE;
        } else if after == Class::Digit && self.two_digits() {
            // the years of a decade
        } else {
            self.open[SINGLE] = after == Class::Digit;
            self.mark(Gap::Mark);
        }
    }

    /// Whether two digits follow, no third, and no quote.
    fn two_digits(&self) -> bool {
        let mut next = self.text[self.at..].chars();
        let is_digit = |letter: Option<char>| letter.is_some_and(|l| class(l) == Class::Digit);
        is_digit(next.next())
            && is_digit(next.next())
            && next
                .next()
                .is_none_or(|l| class(l) != Class::Digit && !matches!(l, '\'' | '’'))
    }
}
