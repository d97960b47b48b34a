//! Scripts of characters, and the mixed unit: characters where a script has no spaces between
//! words, words elsewhere.
//!
//! The scripts come from `scripts.tsv`, which the Python implementation
//! (`mondegreen/_kernel/scripts.py`) reads as well.

use std::sync::LazyLock;

use crate::graphemes::decode;
use crate::words::{space_at, Separator};

/// The table, made by `crates/tables/make_scripts.py`.
const TABLE: &str = include_str!("../../../src/mondegreen/_kernel/scripts.tsv");

/// The scripts of which each character is a token.
const UNSPACED: [&str; 7] = [
    "Han", "Hiragana", "Katakana", "Khmer", "Lao", "Myanmar", "Thai",
];

/// What a character does to the tokens of the mixed unit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Part of a word.
    Word,
    /// A token of its own.
    Alone,
    /// Belongs to the token before it, whatever that is.
    Mark,
}

/// First and last code point of the ranges that are not of kind `Word`, sorted.
static RANGES: LazyLock<Vec<(u32, u32, Kind)>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (range, script) = line.rsplit_once('\t').expect("three fields");
            let kind = match script {
                "Inherited" => Kind::Mark,
                script if UNSPACED.contains(&script) => Kind::Alone,
                _ => return None,
            };
            let (first, last) = range.split_once('\t').expect("three fields");
            let point = |digits| u32::from_str_radix(digits, 16).expect("a code point");
            Some((point(first), point(last), kind))
        })
        .collect()
});

fn kind(point: u32) -> Kind {
    // Nothing before the combining marks of all scripts is listed.
    if point < 0x300 {
        return Kind::Word;
    }
    let ranges = &*RANGES;
    let at = ranges.partition_point(|&(_, last, _)| last < point);
    match ranges.get(at) {
        Some(&(first, _, kind)) if first <= point => kind,
        _ => Kind::Word,
    }
}

/// Whether a letter is of a script without spaces between words.
pub fn is_unspaced(point: char) -> bool {
    kind(point as u32) == Kind::Alone
}

/// Call `push` with the first byte of each token of the mixed unit and the byte after it.
pub fn mixed(text: &[u8], mut push: impl FnMut(usize, usize)) {
    // The token that is open: where it begins, and whether it takes more than marks.
    let mut open: Option<(usize, bool)> = None;
    let mut at = 0;
    while at < text.len() {
        let space = space_at(text, at, Separator::WhiteSpace);
        if space > 0 {
            if let Some((start, _)) = open.take() {
                push(start, at);
            }
            at += space;
            continue;
        }
        let (point, length) = decode(text, at);
        open = match (open, kind(point)) {
            (Some(token), Kind::Mark) | (Some(token @ (_, true)), Kind::Word) => Some(token),
            (before, kind) => {
                if let Some((start, _)) = before {
                    push(start, at);
                }
                Some((at, kind != Kind::Alone))
            }
        };
        at += length;
    }
    if let Some((start, _)) = open {
        push(start, text.len());
    }
}
