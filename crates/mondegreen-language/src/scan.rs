//! Cuts a text into tokens that keep everything.

use unicode_normalization::{is_nfc_quick, IsNormalized, UnicodeNormalization};

use crate::characters::{common_width, is_mark, is_presentation, is_unspaced, is_voicing};
use crate::letters::{class, digit, takes_double_mark, Class};
use crate::scanner::Scanner;
use crate::tokens::{Gap, Kind, Tokens};

impl Tokens {
    /// Cut a text; what was there before is dropped.
    pub fn scan(&mut self, text: &str) {
        self.list.clear();
        self.folded.clear();
        self.capitals = false;
        self.small = false;
        self.apostrophes = false;
        self.quoted = false;
        self.folds = false;
        Scanner {
            text,
            bytes: text.as_bytes(),
            at: 0,
            gap: Gap::Break,
            leading: 0,
            address: (0, false),
            open: [false; 2],
            into: self,
        }
        .run();
    }
}

/// Compose letters and their marks, from a byte of the text on.
fn compose(text: &mut String, from: usize) {
    let word = &text[from..];
    if !word.is_ascii() && is_nfc_quick(word.chars()) != IsNormalized::Yes {
        let composed: String = word.nfc().collect();
        text.truncate(from);
        text.push_str(&composed);
    }
}

/// Where the run without white space around a byte ends, and whether it is an address: its letters
/// are those of ASCII in every language.
fn run_at(text: &str, at: usize) -> (usize, bool) {
    let from = text[..at].rfind(char::is_whitespace).unwrap_or(0);
    let end = text[at..]
        .find(char::is_whitespace)
        .map_or(text.len(), |to| at + to);
    let run = text[from..end].trim_start();
    let site = run
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("www."));
    let is_address = run.is_ascii() && (site || run.contains('@') || run.contains("://"));
    (end, is_address)
}

impl Scanner<'_> {
    fn run(&mut self) {
        while let Some(letter) = self.letter(self.at) {
            match class(letter) {
                Class::Space => {
                    if self.gap == Gap::Glued {
                        self.gap = Gap::Space;
                    }
                    self.at += letter.len_utf8();
                }
                Class::Unheard => self.at += letter.len_utf8(),
                Class::Letter => self.word(),
                Class::Digit => self.figures(),
                Class::Other => self.other(letter),
            }
        }
        self.into.end = match self.gap {
            Gap::Stop => Gap::Stop,
            _ => Gap::Break,
        };
    }

    fn word(&mut self) {
        let (from, folded) = (self.at, self.into.folded.len());
        if !self.into.lower.is_empty() && from >= self.address.0 {
            self.address = run_at(self.text, from);
        }
        let alone = self.into.unspaced && self.letter(from).is_some_and(is_unspaced);
        loop {
            let goes_on = |next| is_mark(next) || is_voicing(next);
            if alone && self.at > from && !self.letter(self.at).is_some_and(goes_on) {
                break;
            }
            self.ascii_run();
            // the end of most words
            if matches!(self.bytes.get(self.at), None | Some(b' ' | b',' | b'.')) {
                break;
            }
            let Some(letter) = self.letter(self.at) else {
                break;
            };
            let next = self.at + letter.len_utf8();
            if let Some(small) = self.small(letter) {
                self.into.capitals = true;
                self.into.folded.push(small);
                self.at = next;
                continue;
            }
            match letter {
                '\'' | '’' | '`' | '´' | '\u{5f3}'
                    if matches!(self.class_at(next), Class::Letter | Class::Digit) =>
                {
                    self.into.folded.push('\'');
                    self.into.apostrophes = true;
                    if self.class_at(next) == Class::Digit {
                        self.at = next;
                        break;
                    }
                }
                // the Thai vowel "am" in two code points is the letter as which it is typed
                '\u{e4d}' if self.letter(next) == Some('\u{e32}') => {
                    if alone && self.at > from {
                        break;
                    }
                    self.into.folded.push('\u{e33}');
                    self.at = next + '\u{e32}'.len_utf8();
                    continue;
                }
                '"' | '”' | '\u{5f4}' if self.is_double_mark(next) => self.into.folded.push('"'),
                _ if self.into.unspaced && is_unspaced(letter) && !is_mark(letter) && !alone => {
                    break
                }
                _ if is_presentation(letter) => {
                    self.into.folds = true;
                    self.into.folded.extend([letter].into_iter().nfkc())
                }
                _ if !letter.is_ascii() && class(letter) == Class::Letter => {
                    self.into.capitals |= letter.is_uppercase();
                    self.into.small |= letter.is_lowercase();
                    self.into.folded.extend(common_width(letter).to_lowercase());
                }
                _ if class(letter) == Class::Unheard => {}
                _ => break,
            }
            self.at = next;
        }
        compose(&mut self.into.folded, folded);
        let kind = if alone { Kind::Character } else { Kind::Word };
        self.push(kind, from, folded);
    }

    /// Take the ASCII letters of a word that are folded as usual.
    fn ascii_run(&mut self) {
        let usual = self.into.lower.is_empty();
        // bit 5 is that of small letters
        let (mut end, mut small, mut large) = (self.at, 0, 0);
        for &byte in &self.bytes[self.at..] {
            if !byte.is_ascii_alphabetic() || !usual && self.small(char::from(byte)).is_some() {
                break;
            }
            (end, small, large) = (end + 1, small | byte, large | !byte);
        }
        let from = self.into.folded.len();
        self.into.folded.push_str(&self.text[self.at..end]);
        if large & 0x20 != 0 {
            self.into.folded[from..].make_ascii_lowercase();
            self.into.capitals = true;
        }
        self.into.small |= small & 0x20 != 0;
        self.at = end;
    }

    /// The small letter of a capital for which the language has one of its own.
    fn small(&self, letter: char) -> Option<char> {
        if self.address.1 {
            return None;
        }
        let pairs = &self.into.lower;
        (pairs.iter().find(|(large, _)| *large == letter)).map(|(_, small)| *small)
    }

    /// Whether a double mark before a byte is a letter of a short form.
    fn is_double_mark(&self, next: usize) -> bool {
        let before = self.text[..self.at].chars().next_back();
        before.is_some_and(takes_double_mark) && self.letter(next).is_some_and(takes_double_mark)
    }

    fn figures(&mut self) {
        let (from, folded) = (self.at, self.into.folded.len());
        while let Some(letter) = self
            .letter(self.at)
            .filter(|&letter| matches!(class(letter), Class::Digit | Class::Unheard))
        {
            if class(letter) == Class::Digit {
                self.into.folded.push(char::from(b'0' + digit(letter)));
            }
            self.at += letter.len_utf8();
        }
        self.push(Kind::Figures, from, folded);
    }
}

#[cfg(test)]
mod tests {
    use crate::tokens::{Gap, Tokens};

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

    #[test]
    fn quotes_are_no_inches_and_apostrophes_may_belong_to_words() {
        let texts = |text| -> Vec<String> { cut(text).into_iter().map(|found| found.0).collect() };
        assert_eq!(texts("say \"5\" now"), ["say", "5", "now"]);
        assert_eq!(texts("5'10\" and '5'"), ["5", "'", "10", "\"", "and", "5"]);
        assert_eq!(texts("he said \"I am 5'10\" tall\"").len(), 9);
        assert_eq!(cut("it (two) is")[1].1, Gap::Mark);
        assert_eq!(cut("5. mai")[1].1, Gap::Stop);
        assert_eq!(texts("all'1"), ["all'", "1"]);
        assert_eq!(texts("10 - 2"), ["10", "-", "2"]);
        assert_eq!(texts("10-2"), ["10", "2"]);
        assert_eq!(texts("3.12.1999 - 4.12.1999").len(), 10);
        assert_eq!(texts("5:e"), ["5", ":", "e"]);
    }

    #[test]
    fn marks_of_other_scripts_are_folded() {
        let texts = |text| -> Vec<String> { cut(text).into_iter().map(|found| found.0).collect() };
        assert_eq!(texts("٪٥"), ["%", "5"]);
        assert_eq!(texts("٣\u{66b}٥"), ["3", "\u{66b}", "5"]);
        assert_eq!(texts("٣\u{200f} x"), ["3", "x"]);
        assert_eq!(texts("\u{5e7}\"\u{5de}"), ["\u{5e7}\"\u{5de}"]);
        assert_eq!(
            texts("\u{56b}\u{576}\u{579}\u{578}\u{55e}\u{582}")[0]
                .chars()
                .count(),
            5
        );
        assert_eq!(cut("x\u{60c} y")[1].1, Gap::Comma);
    }
}
