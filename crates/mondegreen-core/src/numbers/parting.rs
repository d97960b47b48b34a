//! Punctuation that keeps numbers apart: "five, and a half" is no 5.5, and "in June. Twenty came" no day.
//!
//! Normalizers write no punctuation. Where a number would be another one without it, a comma stays, or a
//! semicolon where a comma would not part, so that whoever reads the text again reads the same.

use super::cardinal::Atom;
use super::lexicon::{Lexicon, Part};
use super::reader::Reader;
use super::Found;
use crate::text::token::{Doc, Token, BREAK, COMMA, SPACE};

/// Keeping one mark may make another one matter; more often than this it does not.
const TIMES: usize = 4;

/// Forget what stood between the tokens, but for the punctuation that numbers need.
pub fn keep(doc: &mut Doc, lexicon: &Lexicon, atoms: &mut Vec<Atom>) {
    let parted = |token: &Token| token.has(BREAK | COMMA);
    let number = |token: &Token| {
        let text = doc.text(token);
        lexicon.get(text).part != Part::None || text.bytes().any(|byte| byte.is_ascii_digit())
    };
    let matters = doc.tokens.iter().skip(1).any(parted) && doc.tokens.iter().any(number);
    // Where they are, and whether each is a comma.
    let gaps: Vec<(usize, bool)> = doc.tokens[..]
        .iter()
        .enumerate()
        .filter(|(at, token)| matters && *at > 0 && parted(token))
        .map(|(at, token)| (at, token.has(COMMA)))
        .collect();
    for token in &mut doc.tokens {
        token.flags = SPACE;
    }
    for _ in 0..TIMES {
        if gaps.is_empty() {
            return;
        }
        let mut kept = Vec::new();
        for found in Reader::new(doc, lexicon, atoms).read() {
            if found.sure && !reads(doc, &found) {
                let from = gaps.partition_point(|&(at, _)| at <= found.first);
                let to = gaps.partition_point(|&(at, _)| at < found.last);
                kept.extend_from_slice(&gaps[from..to]);
            }
        }
        let mut changed = false;
        for (at, comma) in kept {
            let flags = &mut doc.tokens[at].flags;
            let before = *flags;
            *flags = match before {
                SPACE => SPACE | BREAK | COMMA,
                // A comma is not enough: "five dollars. Fifty cents".
                _ if !comma => SPACE | BREAK,
                _ => before,
            };
            changed |= *flags != before;
        }
        if !changed {
            return;
        }
    }
}

/// Whether the tokens read as the number is written.
fn reads(doc: &Doc, found: &Found) -> bool {
    let words = found.text.split(' ');
    words.eq((found.first..found.last).map(|at| doc.word(at)))
}
