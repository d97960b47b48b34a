//! Punctuation that keeps numbers apart: "five, and a half" is no 5.5, and "in June. Twenty came" no day.
//!
//! Normalizers write no punctuation. Where a number would be another one without it, a comma stays, or a
//! semicolon where a comma would not part, so that whoever reads the text again reads the same.

use std::ops::Range;

use super::cardinal::Atom;
use super::han;
use super::lexicon::{Lexicon, Part, Role, NOTHING};
use super::quantities::HALVED;
use super::reader::{gap, Reader};
use super::{Found, Kind};
use crate::text;
use crate::text::token::{Doc, Token, BREAK, COMMA, GLUED, NUMBER, SPACE};

/// Keeping one mark may make another one matter; more often than this it does not.
const TIMES: usize = 4;

/// So far behind a number stands what makes it one: `второго` of `второго и третьего мая`.
const AROUND: usize = 4;

/// English words within numbers that no table has: `the fifth of May`, `7 p m`.
const WITHIN: &[&str] = &["the", "an", "p", "m", "o'clock"];

/// Forget what stood between the tokens, but for the punctuation that numbers need; says whether there was any near
/// numbers.
pub fn keep(doc: &mut Doc, lexicon: &Lexicon, atoms: &mut Vec<Atom>) -> bool {
    let parted = |token: &Token| token.has(BREAK | COMMA);
    // Where they are, and whether each is a comma.
    let gaps: Vec<(usize, bool)> = (1..doc.len())
        .filter(|&at| parted(&doc.tokens[at]))
        .filter(|&at| may_be_within(doc, lexicon, at - 1) && may_be_within(doc, lexicon, at))
        .map(|at| (at, doc.tokens[at].has(COMMA)))
        .collect();
    for at in 0..doc.len() {
        // Chinese is written without spaces, so that a number goes on where a word does.
        let number = |at: usize| doc.tokens[at].kind == text::Kind::Number;
        let glued = lexicon.manner.han && at > 0 && !(number(at - 1) && number(at));
        doc.tokens[at].flags = if glued { GLUED } else { SPACE };
    }
    if gaps.is_empty() {
        return false;
    }
    for &(at, _) in gaps.iter().filter(|_| lexicon.manner.han) {
        if han::join(doc.word(at - 1), doc.word(at)) {
            doc.tokens[at].flags = SPACE | BREAK | COMMA;
        }
    }
    for &(at, _) in &gaps {
        if is_mixed(doc.word(at - 1), doc.word(at)) {
            doc.tokens[at].flags = SPACE | BREAK | COMMA;
        }
    }
    let mut stretches = stretches(doc, lexicon, &gaps);
    if stretches.is_empty() {
        return false;
    }
    Reader::new(doc, lexicon, atoms);
    for _ in 0..TIMES {
        let reader = Reader {
            doc,
            lexicon,
            atoms,
        };
        let mut kept = Vec::new();
        for stretch in &stretches {
            for found in reader.read_within(stretch.clone()) {
                if found.sure && !reads(doc, &found) {
                    // What reads a number from the words around it ends at punctuation.
                    let around = reader.is_read_by_context(&found);
                    let first = match around {
                        true => found.first.saturating_sub(AROUND),
                        false => found.first + 1,
                    };
                    let from = gaps.partition_point(|&(at, _)| at < first);
                    // "Un quinto. De" is no fifth of something.
                    let more = found.kind == Kind::Fraction || is_counted(doc, lexicon, &found);
                    let last = found.last + if around { AROUND } else { usize::from(more) };
                    let to = gaps.partition_point(|&(at, _)| at < last);
                    kept.extend_from_slice(&gaps[from..to]);
                }
            }
        }
        kept.retain(|&(at, comma)| {
            let token = &mut doc.tokens[at];
            let before = token.flags;
            token.flags = match before {
                SPACE | GLUED => SPACE | BREAK | COMMA,
                // A comma is not enough: "five dollars. Fifty cents".
                _ if !comma => SPACE | BREAK,
                _ => before,
            };
            atoms[at].gap = gap(token);
            token.flags != before
        });
        stretches.retain(|stretch| kept.iter().any(|(at, _)| stretch.contains(at)));
        if stretches.is_empty() {
            break;
        }
    }
    true
}

/// Whether a whole number below zero, which is one token where no word says minus, and a fraction stand
/// side by side: "-5, 1/2" is no -5 1/2.
fn is_mixed(number: &str, fraction: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or_default();
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    whole && fraction.contains('/')
}

/// Whether the token at `at` may be within a number of several tokens.
fn may_be_within(doc: &Doc, lexicon: &Lexicon, at: usize) -> bool {
    let token = &doc.tokens[at];
    let text = doc.text(token);
    !lexicon.manner.english
        || token.kind != text::Kind::Word
        || token.may_be_in(NUMBER)
            && (lexicon.get(text) != NOTHING || text.bytes().any(|byte| byte.is_ascii_digit()))
        || WITHIN.contains(&text)
        || HALVED.contains(&text)
}

/// The tokens around `gaps` among which numbers may be that go over them.
fn stretches(doc: &Doc, lexicon: &Lexicon, gaps: &[(usize, bool)]) -> Vec<Range<usize>> {
    let number = |token: &Token| {
        if !token.may_be_in(NUMBER) {
            return false;
        }
        let text = doc.text(token);
        let entry = lexicon.get(text);
        let part = matches!(
            entry.role,
            Role::Half | Role::Quarter | Role::Oh | Role::Mixed | Role::Part
        );
        let roman = lexicon.romans.may_begin(text);
        entry.part != Part::None || part || roman || text.bytes().any(|byte| byte.is_ascii_digit())
    };
    let mut all: Vec<Range<usize>> = Vec::new();
    for &(at, _) in gaps {
        if all.last().is_some_and(|last| at < last.end) {
            continue;
        }
        let before = (0..at).rev();
        let behind = (at..doc.len()).find(|&at| !may_be_within(doc, lexicon, at));
        let start = before
            .take_while(|&at| may_be_within(doc, lexicon, at))
            .last();
        all.push(start.unwrap_or(at)..behind.unwrap_or(doc.len()));
    }
    all.retain(|stretch| doc.tokens[stretch.clone()].iter().any(number));
    all
}

/// Whether the word behind a number makes it sure: `लोग` of `दो लोग`.
fn is_counted(doc: &Doc, lexicon: &Lexicon, found: &Found) -> bool {
    let counted = lexicon.get(doc.word(found.last)).role == Role::Counted;
    counted && lexicon.get(doc.word(found.last - 1)).unsure
}

/// Whether the tokens read as the number is written.
fn reads(doc: &Doc, found: &Found) -> bool {
    let words = found.text.split(' ');
    words.eq((found.first..found.last).map(|at| doc.word(at)))
}
