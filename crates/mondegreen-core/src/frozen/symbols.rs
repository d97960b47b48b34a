//! Marks, symbols and punctuation become spaces.

use super::forms;
use super::unicode::{push, Unicode, NONSPACING, SYMBOL};
use crate::graphemes::decode;

/// What becomes of ASCII; `keep` stays.
pub const fn ascii(keep: &[u8]) -> [u8; 128] {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        let mut kept = !character.is_ascii_punctuation();
        let mut at = 0;
        while at < keep.len() {
            kept |= keep[at] == character;
            at += 1;
        }
        table[byte] = if kept { character } else { b' ' };
        byte += 1;
    }
    table
}

/// Nothing is kept.
pub const PLAIN: [u8; 128] = ascii(b"");

/// Put spaces for marks, symbols and punctuation of the text in NFKC.
///
/// Marks that compose with their letter survive in it; those of Indic scripts do not.
pub fn remove_symbols(unicode: &Unicode, text: &[u8], points: &mut Vec<u32>, out: &mut Vec<u8>) {
    let mut write = |point: u32| {
        if unicode.is(point, SYMBOL) {
            out.push(b' ');
        } else {
            push(out, point);
        }
    };
    if forms::may_compose(unicode, text) {
        forms::compose(unicode, text, points);
        points.iter().copied().for_each(write);
        return;
    }
    let mut at = 0;
    while at < text.len() {
        let (point, length) = decode(text, at);
        write(point);
        at += length;
    }
}

/// Letters that have no decomposition and are spelled in ASCII all the same.
fn spelled(point: char) -> Option<&'static [u8]> {
    Some(match point {
        'œ' => b"oe",
        'Œ' => b"OE",
        'ø' => b"o",
        'Ø' => b"O",
        'æ' => b"ae",
        'Æ' => b"AE",
        'ß' => b"ss",
        'ẞ' => b"SS",
        'đ' | 'ð' => b"d",
        'Đ' | 'Ð' => b"D",
        'þ' | 'Þ' => b"th",
        'ł' => b"l",
        'Ł' => b"L",
        _ => return None,
    })
}

/// Take letters apart (NFKD), drop their marks, and put spaces for other marks, symbols and
/// punctuation, except for `keep`.
///
/// The order of marks is of no consequence, as none of them is kept.
pub fn remove_symbols_and_diacritics(
    unicode: &Unicode,
    text: &[u8],
    table: &[u8; 128],
    keep: &[char],
    points: &mut Vec<u32>,
    out: &mut Vec<u8>,
) {
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if byte < 0x80 {
            out.push(table[byte as usize]);
            at += 1;
            continue;
        }
        let (point, length) = decode(text, at);
        at += length;
        points.clear();
        unicode.decompose(point, points);
        for &point in points.iter() {
            if point < 0x80 {
                out.push(table[point as usize]);
                continue;
            }
            let character = char::from_u32(point).unwrap_or_default();
            if keep.contains(&character) {
                push(out, point);
            } else if let Some(letters) = spelled(character) {
                out.extend_from_slice(letters);
            } else if unicode.is(point, NONSPACING) {
                // gone
            } else if unicode.is(point, SYMBOL) {
                out.push(b' ');
            } else {
                push(out, point);
            }
        }
    }
}
