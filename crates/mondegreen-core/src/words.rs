//! Words: maximal runs of anything but white space.
//!
//! White space is what Python's `str.split()` splits on, so that users can count along.

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
    /// Byte offset behind the last byte.
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

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Up to eight bytes from `at`, little-endian, zeros behind the end of the text.
#[inline]
fn load(text: &[u8], at: usize) -> u64 {
    match text.get(at..at + 8) {
        Some(bytes) => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
        None => text[at..]
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | byte as u64),
    }
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
    let mut hash = head ^ length as u64;
    let mut at = start + 8;
    while at < end {
        hash = (hash.wrapping_mul(MULTIPLIER)).rotate_left(29);
        let rest = (end - at).min(8);
        hash ^= load(text, at) & (u64::MAX >> (64 - 8 * rest));
        at += 8;
    }
    hash = hash.wrapping_mul(MULTIPLIER);
    (hash ^ hash >> 31) | 1 << 63
}

/// Push the words of `text[from..to]` onto `words`.
#[inline]
pub fn split(text: &[u8], from: usize, to: usize, separator: Separator, words: &mut Vec<Word>) {
    let text = &text[..to];
    let mut at = from;
    loop {
        while at < to {
            match space_at(text, at, separator) {
                0 => break,
                length => at += length,
            }
        }
        if at >= to {
            return;
        }
        let start = at;
        at += 1;
        while at < to && space_at(text, at, separator) == 0 {
            at += 1;
        }
        words.push(Word {
            start: start as u32,
            end: at as u32,
            key: key(text, start, at),
        });
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
    if separator == Separator::AsciiSpace {
        let first = text.first().is_some_and(|&b| b != b' ') as usize;
        return first + starts(text, |b| b == b' ');
    }
    // Between 0x21 and 0x7F every byte is part of a word; of the rest only common white space is
    // taken by the fast count.
    let odd = text.iter().fold(0u8, |odd, &b| {
        odd | (b >= 0x80) as u8 | ((b < 0x20) & (b != b'\t') & (b != b'\n')) as u8
    });
    if odd == 0 {
        let first = text.first().is_some_and(|&b| b > b' ') as usize;
        return first + starts(text, |b| b <= b' ');
    }
    let (mut words, mut inside, mut at) = (0, false, 0);
    while at < text.len() {
        let length = space_at(text, at, separator);
        words += (length == 0 && !inside) as usize;
        inside = length == 0;
        at += length.max(1);
    }
    words
}

/// How many bytes follow a space and are none.
#[inline]
fn starts(text: &[u8], space: impl Fn(u8) -> bool) -> usize {
    let mut total = 0;
    // Counting in bytes lets the compiler keep sixteen lanes; 255 steps cannot overflow one.
    for (before, after) in text
        .chunks(192)
        .zip(text.get(1..).unwrap_or_default().chunks(192))
    {
        let mut some = 0u8;
        for (&b, &a) in before.iter().zip(after) {
            some += (space(b) & !space(a)) as u8;
        }
        total += some as usize;
    }
    total
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
