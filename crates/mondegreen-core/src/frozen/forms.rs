//! Lower case and normal forms, as Python's `str.lower` and `unicodedata.normalize` have them.

use super::unicode::{
    before, push, Unicode, CASED, COMBINING, COMPOSES, HANGUL, IGNORABLE, LEADING, LEADINGS, LOWER,
    TRAILING, TRAILINGS, VOWEL, VOWELS,
};
use crate::graphemes::decode;

const CAPITAL_SIGMA: u32 = 0x3A3;
const SIGMA: u32 = 0x3C3;
const FINAL_SIGMA: u32 = 0x3C2;
const I_WITH_DOT: u32 = 0x130;

/// Append `text` in lower case.
pub fn lower(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    if text.is_ascii() {
        let start = out.len();
        out.extend_from_slice(text);
        out[start..].make_ascii_lowercase();
        return;
    }
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if byte < 0x80 {
            out.push(byte.to_ascii_lowercase());
            at += 1;
            continue;
        }
        let (point, length) = decode(text, at);
        if !unicode.is(point, LOWER) {
            out.extend_from_slice(&text[at..at + length]);
        } else if point == CAPITAL_SIGMA {
            let last = is_final(unicode, text, at, at + length);
            push(out, if last { FINAL_SIGMA } else { SIGMA });
        } else if point == I_WITH_DOT {
            out.extend_from_slice("i\u{307}".as_bytes());
        } else {
            push(out, unicode.lower(point));
        }
        at += length;
    }
}

/// Whether a sigma ends a word: a cased letter is before it, and none after it.
fn is_final(unicode: &Unicode, text: &[u8], start: usize, end: usize) -> bool {
    let mut at = start;
    let cased = loop {
        let Some((point, from)) = before(text, at) else {
            return false;
        };
        if !unicode.is(point, IGNORABLE) {
            break unicode.is(point, CASED);
        }
        at = from;
    };
    let mut at = end;
    while at < text.len() {
        let (point, length) = decode(text, at);
        if !unicode.is(point, IGNORABLE) {
            return cased && !unicode.is(point, CASED);
        }
        at += length;
    }
    cased
}

/// Whether NFKC may change `text`; false is certain.
pub fn may_compose(unicode: &Unicode, text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if text[at] < 0x80 {
            at += 1;
            continue;
        }
        let (point, length) = decode(text, at);
        if unicode.is(point, COMPOSES | COMBINING) {
            return true;
        }
        at += length;
    }
    false
}

/// Put the code points of `text` in NFKC into `points`.
pub fn compose(unicode: &Unicode, text: &[u8], points: &mut Vec<u32>) {
    points.clear();
    let mut at = 0;
    while at < text.len() {
        let (point, length) = decode(text, at);
        unicode.decompose(point, points);
        at += length;
    }
    order(unicode, points);
    let mut kept = 0;
    let mut starter: Option<usize> = None;
    // The class of the last code point kept after the starter; 0 right after it.
    let mut last = 0;
    for at in 0..points.len() {
        let point = points[at];
        let class = unicode.combining(point);
        if let Some(place) = starter {
            let adjacent = kept == place + 1;
            if adjacent || (last < class && last != 0) {
                if let Some(whole) = pair(unicode, points[place], point, adjacent) {
                    points[place] = whole;
                    continue;
                }
            }
        }
        points[kept] = point;
        if class == 0 {
            starter = Some(kept);
            last = 0;
        } else {
            last = class;
        }
        kept += 1;
    }
    points.truncate(kept);
}

fn pair(unicode: &Unicode, first: u32, second: u32, adjacent: bool) -> Option<u32> {
    if adjacent {
        if (LEADING..LEADING + LEADINGS).contains(&first)
            && (VOWEL..VOWEL + VOWELS).contains(&second)
        {
            let syllable = (first - LEADING) * VOWELS + second - VOWEL;
            return Some(HANGUL + syllable * TRAILINGS);
        }
        let open = first.wrapping_sub(HANGUL);
        if open < LEADINGS * VOWELS * TRAILINGS
            && open.is_multiple_of(TRAILINGS)
            && (TRAILING + 1..TRAILING + TRAILINGS).contains(&second)
        {
            return Some(first + second - TRAILING);
        }
    }
    unicode.compose(first, second)
}

/// Put marks in their canonical order.
fn order(unicode: &Unicode, points: &mut [u32]) {
    let mut at = 0;
    while at < points.len() {
        if unicode.combining(points[at]) == 0 {
            at += 1;
            continue;
        }
        let start = at;
        while at < points.len() && unicode.combining(points[at]) != 0 {
            at += 1;
        }
        // The sort is stable, and runs of marks are short.
        points[start..at].sort_by_key(|&point| unicode.combining(point));
    }
}
