//! Words: maximal runs of anything but white space.
//!
//! White space is what Python's `str.split()` splits on, so that users can count along.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use wide::u8x16;

/// Which characters separate words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// Every character that Python's `str.isspace` accepts.
    WhiteSpace,
    /// U+0020 alone, as jiwer splits.
    AsciiSpace,
}

/// A word: its place in the text and a key that is equal for equal words.
///
/// Keys of words up to seven bytes are equal only for equal words; see [`Word::exact`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Word {
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
    /// Hash of the word.
    pub key: u64,
}

impl Word {
    /// Whether an equal key alone proves an equal word.
    #[inline]
    pub fn exact(&self) -> bool {
        self.end - self.start < 8
    }

    /// The bytes of the word in its text.
    #[inline]
    pub fn bytes<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// 0: part of a word, 1: white space, 2: first byte of a character that may be white space.
const CLASS: [u8; 256] = {
    let mut class = [0u8; 256];
    let mut b = 0;
    while b < 256 {
        class[b] = match b as u8 {
            9..=13 | 28..=32 => 1,
            0xC2 | 0xE1 | 0xE2 | 0xE3 => 2,
            _ => 0,
        };
        b += 1;
    }
    class
};

/// Length in bytes of the white space character at `at`, 0 if there is none.
#[inline]
pub fn space_at(text: &[u8], at: usize, separator: Separator) -> usize {
    let byte = text[at];
    if separator == Separator::AsciiSpace {
        return (byte == b' ') as usize;
    }
    match CLASS[byte as usize] {
        0 => 0,
        1 => 1,
        _ => match text[at..] {
            [0xC2, 0x85 | 0xA0, ..] => 2,
            [0xE1, 0x9A, 0x80, ..]
            | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
            | [0xE2, 0x81, 0x9F, ..]
            | [0xE3, 0x80, 0x80, ..] => 3,
            _ => 0,
        },
    }
}

/// Up to eight bytes from `at`, little-endian, zeros after the end of the text.
#[inline]
fn load(text: &[u8], at: usize) -> u64 {
    let eight = |from: usize| {
        let bytes = text.get(from..from + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    };
    if let Some(value) = eight(at) {
        return value;
    }
    // The last eight bytes, without those before `at`.
    if let Some(value) = text.len().checked_sub(8).and_then(eight) {
        return value >> (8 * (at + 8 - text.len()));
    }
    let rest = text[at..].iter().rev();
    rest.fold(0, |value, &byte| value << 8 | byte as u64)
}

/// Two odd numbers, others in each process: who writes a text cannot know which of its words
/// will meet in a table.
pub fn secrets() -> [u64; 2] {
    static SECRETS: LazyLock<[u64; 2]> = LazyLock::new(|| {
        let state = RandomState::new();
        [0, 1].map(|which: u8| state.hash_one(which) | 1)
    });
    *SECRETS
}

/// Both halves of the product, laid over each other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The key of the word `text[start..end]`: its bytes and length up to seven bytes, else a hash
/// with the top bit set, so that the two kinds never meet.
#[inline]
pub fn key(text: &[u8], start: usize, end: usize) -> u64 {
    let length = end - start;
    let head = load(text, start);
    if length < 8 {
        return head & ((1 << (8 * length)) - 1) | (length as u64) << 56;
    }
    let [first, second] = secrets();
    let mut hash = fold(head ^ first, length as u64 ^ second);
    let mut at = start + 8;
    while at < end {
        let rest = (end - at).min(8);
        let value = load(text, at) & (u64::MAX >> (64 - 8 * rest));
        hash = fold(hash ^ value, second);
        at += 8;
    }
    hash | 1 << 63
}

/// Where white space is in 64 bytes of `text` from `at` on, one bit a byte; after the end
/// stands white space. `None` if a byte is neither ASCII without controls nor a plain space, so
/// that only a closer look can tell.
#[inline]
fn spaces(text: &[u8], at: usize, separator: Separator) -> Option<u64> {
    let space = u8x16::splat(b' ');
    let sixteen = |bytes: &[u8]| {
        let bytes = u8x16::new(bytes.try_into().expect("sixteen bytes"));
        let spaces = bytes.simd_eq(space).to_bitmask() as u64;
        let low = bytes.min(space).simd_eq(bytes).to_bitmask() as u64;
        (spaces, low ^ spaces | bytes.to_bitmask() as u64)
    };
    let rest = &text[at..];
    let rest = &rest[..rest.len().min(64)];
    let (mut found, mut odd) = (0, 0);
    let mut done = 0;
    for bytes in rest.chunks_exact(16) {
        let (spaces, other) = sixteen(bytes);
        found |= spaces << done;
        odd |= other;
        done += 16;
    }
    let left = rest.len() - done;
    if left > 0 {
        let (spaces, other) = if let Some(from) = (at + rest.len()).checked_sub(16) {
            let (spaces, other) = sixteen(&text[from..from + 16]);
            (spaces >> (16 - left), other >> (16 - left))
        } else {
            let mut bytes = [b' '; 16];
            bytes[..left].copy_from_slice(&rest[done..]);
            sixteen(&bytes)
        };
        found |= spaces << done;
        odd |= other;
    }
    if rest.len() < 64 {
        found |= u64::MAX << rest.len();
    }
    (odd == 0 || separator == Separator::AsciiSpace).then_some(found)
}

/// Push the words of `text[from..to]` onto `words`.
#[inline]
pub fn split(text: &[u8], from: usize, to: usize, separator: Separator, words: &mut Vec<Word>) {
    let text = &text[..to];
    places(text, from, separator, |start, end| {
        words.push(Word {
            start: start as u32,
            end: end as u32,
            key: key(text, start, end),
        });
    });
}

/// Hand each word of `text[from..]` to `push`: where it begins and ends.
#[inline]
pub fn places(text: &[u8], from: usize, separator: Separator, mut push: impl FnMut(usize, usize)) {
    let to = text.len();
    let (mut start, mut inside) = (from, false);
    for at in (from..to).step_by(64) {
        let Some(spaces) = spaces(text, at, separator) else {
            return split_slowly(text, if inside { start } else { at }, separator, push);
        };
        let mut edges = spaces ^ (spaces << 1 | !inside as u64);
        while edges != 0 {
            let edge = at + edges.trailing_zeros() as usize;
            edges &= edges - 1;
            if inside {
                push(start, edge);
            }
            start = edge;
            inside = !inside;
        }
    }
    if inside {
        push(start, to);
    }
}

/// The same from `at` on, a character at a time.
fn split_slowly(
    text: &[u8],
    mut at: usize,
    separator: Separator,
    mut push: impl FnMut(usize, usize),
) {
    loop {
        while at < text.len() {
            match space_at(text, at, separator) {
                0 => break,
                length => at += length,
            }
        }
        if at >= text.len() {
            return;
        }
        let start = at;
        at += 1;
        while at < text.len() && space_at(text, at, separator) == 0 {
            at += 1;
        }
        push(start, at);
    }
}

/// Whether `text` is nothing but white space.
#[inline]
pub fn is_blank(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        match space_at(text, at, Separator::WhiteSpace) {
            0 => return false,
            length => at += length,
        }
    }
    true
}

/// The number of words in `text`.
#[inline]
pub fn count(text: &[u8], separator: Separator) -> usize {
    let (mut words, mut inside) = (0, false);
    for at in (0..text.len()).step_by(64) {
        let Some(spaces) = spaces(text, at, separator) else {
            let from = if inside { at - 1 } else { at };
            return words - inside as usize + count_slowly(&text[from..], separator);
        };
        words += (!spaces & (spaces << 1 | !inside as u64)).count_ones() as usize;
        inside = spaces >> 63 == 0;
    }
    words
}

/// The same, a character at a time.
fn count_slowly(text: &[u8], separator: Separator) -> usize {
    let (mut words, mut inside, mut at) = (0, false, 0);
    while at < text.len() {
        let length = space_at(text, at, separator);
        words += (length == 0 && !inside) as usize;
        inside = length == 0;
        at += length.max(1);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, separator: Separator) -> Vec<&str> {
        let mut found = Vec::new();
        split(text.as_bytes(), 0, text.len(), separator, &mut found);
        assert_eq!(count(text.as_bytes(), separator), found.len(), "{text:?}");
        found
            .iter()
            .map(|w| &text[w.start as usize..w.end as usize])
            .collect()
    }

    #[test]
    fn splits_like_python() {
        let text = " a\tb\u{1c}c\u{85}d\u{a0}e\u{1680}f\u{2000}g\u{2028}h\u{205f}i\u{3000}j\u{200b}k\u{b5} é ";
        assert_eq!(
            words(text, Separator::WhiteSpace),
            [
                "a",
                "b",
                "c",
                "d",
                "e",
                "f",
                "g",
                "h",
                "i",
                "j\u{200b}k\u{b5}",
                "é"
            ]
        );
        assert_eq!(words("a\tb  c ", Separator::AsciiSpace), ["a\tb", "c"]);
        assert!(words(" \n ", Separator::WhiteSpace).is_empty());
        assert!(words("", Separator::AsciiSpace).is_empty());
    }

    #[test]
    fn counts_across_chunks() {
        let text = "ab c ".repeat(500);
        assert_eq!(count(text.as_bytes(), Separator::WhiteSpace), 1000);
        assert_eq!(count(text.trim().as_bytes(), Separator::AsciiSpace), 1000);
    }

    #[test]
    fn keys_separate_lengths() {
        for (a, b) in [
            ("a", "a\0"),
            ("1234567", "12345678"),
            ("123456781", "123456782"),
        ] {
            assert_ne!(key(a.as_bytes(), 0, a.len()), key(b.as_bytes(), 0, b.len()));
        }
        let text = b"xx longer-than-eight longer-than-eight";
        assert_eq!(key(text, 3, 20), key(text, 21, 38));
    }
}
