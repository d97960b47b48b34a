//! Thousands that spaces part: `1 234 567`.
//!
//! Only what was written in digits is joined: "zwei dreihundert" is no 2300. Where two numbers stand side
//! by side that would read as one, [`separate`] says so, and a comma keeps them apart.

use crate::text::token::{Doc, Kind, Token, APOSTROPHE, BREAK, COMMA, GLUED, HYPHEN};

/// Whether these numbers are the groups of one: up to three digits, then three each, then decimals.
fn is_one<'a>(groups: impl Iterator<Item = &'a str>) -> bool {
    let mut count = 0;
    let mut ended = false;
    for group in groups {
        let group = match group.strip_prefix('-') {
            Some(digits) if count == 0 => digits,
            _ => group,
        };
        let (whole, decimals) = match group.split_once(',') {
            Some((whole, decimals)) => (whole, Some(decimals)),
            None => (group, None),
        };
        let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let fits = match count {
            0 => (1..=3).contains(&whole.len()) && !whole.starts_with('0') && decimals.is_none(),
            _ => whole.len() == 3 && !ended,
        };
        if !fits || !plain(whole) || !decimals.is_none_or(plain) {
            return false;
        }
        ended = decimals.is_some();
        count += 1;
    }
    count > 1
}

/// Whether a number stands at `at`, and none of `parting` before it.
fn joins(doc: &Doc, at: usize, parting: u16) -> bool {
    let Some(token) = doc.tokens.get(at) else {
        return false;
    };
    // What a rule wrote may begin with a minus, and is a word then.
    let below = || {
        let digits = doc.text(token).strip_prefix('-');
        digits.is_some_and(|digits| digits.starts_with(|point: char| point.is_ascii_digit()))
    };
    let plain = || token.kind == Kind::Number && !doc.text(token).contains('/');
    !token.has(parting) && (plain() || token.kind == Kind::Word && below())
}

/// Behind the numbers side by side that begin at `at`, when they would be read as one.
fn one(doc: &Doc, at: usize, parting: u16) -> Option<usize> {
    // Nothing goes on with a minus.
    let goes_on = |at: usize| joins(doc, at, parting) && !doc.word(at).starts_with('-');
    if !joins(doc, at, 0) || at > 0 && joins(doc, at - 1, 0) && goes_on(at) {
        return None;
    }
    let end = (at + 1..).find(|&at| !goes_on(at))?;
    is_one((at..end).map(|at| doc.word(at))).then_some(end)
}

/// Join the groups of one number; `done` hears of each.
pub fn join(doc: &mut Doc, done: impl FnMut(&[Token], &str)) {
    if !doc.has_kind(Kind::Number) {
        return;
    }
    let rule = |doc: &Doc, at: usize| {
        let end = one(doc, at, BREAK | COMMA | GLUED | HYPHEN | APOSTROPHE)?;
        let text: String = (at..end).map(|at| doc.word(at)).collect();
        Some((text, end))
    };
    doc.rewrite_each(rule, done);
}

/// Behind the numbers side by side that begin at `at` and would be read as one.
pub fn separate(doc: &Doc, at: usize) -> Option<usize> {
    one(doc, at, BREAK | COMMA)
}
