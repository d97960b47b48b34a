//! Letters that are spelled out: `i b m` is `ibm`, and so is `I.B.M.`, which is one token already.

use super::titles::EMERGENCY;
use super::Log;
use crate::text::token::{Doc, Kind, BREAK, GLUED};

pub(super) fn step(doc: &mut Doc, log: &mut Log) {
    // Where the run of letters ends that was looked at last, and where the word in it ends.
    let mut checked = 0;
    let mut word = 0..0;
    let rule = |doc: &Doc, at: usize| {
        if at >= checked {
            let mut end = at;
            while single(doc, end).is_some() {
                end += 1;
            }
            checked = end.max(at + 1);
            if end == at {
                return None;
            }
            word = if is_morning(doc, at, end) {
                at..end
            } else {
                joined(doc, at, end)
            };
        }
        (at == word.start && !word.is_empty()).then(|| {
            let text: String = word.clone().map(|at| doc.word(at)).collect();
            let text = if text == "er" { EMERGENCY.into() } else { text };
            (text, word.end)
        })
    };
    doc.rewrite_each(rule, |tokens, text| log.change("letters", tokens, text));
}

/// The letter that the token at `at` is.
fn single(doc: &Doc, at: usize) -> Option<u8> {
    let token = doc.tokens.get(at)?;
    let bytes = doc.text(token).as_bytes();
    let alone = token.kind == Kind::Word && !token.has(GLUED) && bytes.len() == 1;
    (alone && bytes[0].is_ascii_lowercase()).then(|| bytes[0])
}

/// Whether the letters from `first` up to `last` are `a m` behind minutes: `9 05 a m`.
fn is_morning(doc: &Doc, first: usize, last: usize) -> bool {
    let number = |back: usize, most: u32| {
        let token = first.checked_sub(back).map(|at| doc.tokens[at]);
        let token = token.filter(|token| token.kind == Kind::Number);
        let value = token.and_then(|token| doc.text(&token).parse().ok());
        value.is_some_and(|value: u32| value <= most)
    };
    let letters = last == first + 2 && doc.is(first, "a") && doc.is(first + 1, "m");
    let minutes = letters && doc.word(first.saturating_sub(1)).len() == 2 && number(1, 59);
    minutes && number(2, 12) && !doc.has(first, BREAK) && !doc.has(first + 1, BREAK)
}

/// The letters among those from `first` up to `last` that are one word.
fn joined(doc: &Doc, mut first: usize, mut last: usize) -> std::ops::Range<usize> {
    let vowel =
        |at: usize, vowels: &[u8]| single(doc, at).is_some_and(|byte| vowels.contains(&byte));
    // An article, a pronoun and a cry are words of one letter, and may begin or end a run.
    if last - first == 3 && vowel(first, b"ao") {
        // "a t m", "a t v": nobody can tell.
        return first..first;
    }
    if last - first != 3 {
        while first < last && vowel(first, b"aio") {
            first += 1;
        }
    }
    if last - first < 3 {
        while first < last && vowel(last - 1, b"aio") {
            last -= 1;
        }
    }
    let stutter = (first..last).all(|at| single(doc, at) == single(doc, first));
    if last > first + 1 && !stutter {
        first..last
    } else {
        first..first
    }
}
