//! `whisper-basic`: symbols away, lower case, single spaces, in any language.

use super::symbols::{self, PLAIN};
use super::unicode::Unicode;
use super::{brackets, clusters, forms, Scratch};

pub fn apply(
    unicode: &Unicode,
    text: &[u8],
    remove_diacritics: bool,
    split_letters: bool,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) {
    scratch.text.clear();
    forms::lower(unicode, text, &mut scratch.text);
    if scratch
        .text
        .iter()
        .any(|&byte| byte == b'<' || byte == b'[')
    {
        scratch.step(brackets::brackets);
    }
    if scratch.text.contains(&b'(') {
        scratch.step(brackets::parentheses);
    }
    if scratch.text.is_ascii() && !split_letters {
        return ascii(&scratch.text, out);
    }
    scratch.next.clear();
    let (from, points, to) = (&scratch.text, &mut scratch.points, &mut scratch.next);
    if remove_diacritics {
        symbols::remove_symbols_and_diacritics(unicode, from, &PLAIN, &[], points, to);
    } else {
        symbols::remove_symbols(unicode, from, points, to);
    }
    std::mem::swap(&mut scratch.text, &mut scratch.next);
    // What decomposes may have become upper case again.
    scratch.step(|text, next| forms::lower(unicode, text, next));
    if split_letters {
        scratch.step(|text, next| clusters::split(unicode, text, next));
    }
    single_spaces(unicode, &scratch.text, out);
}

/// The last three steps where all is ASCII.
fn ascii(text: &[u8], out: &mut Vec<u8>) {
    const TABLE: [u8; 128] = {
        let mut table = PLAIN;
        let mut byte = 9;
        while byte < 32 {
            if byte <= 13 || byte >= 28 {
                table[byte] = b' ';
            }
            byte += 1;
        }
        table
    };
    let start = out.len();
    out.resize(start + text.len(), 0);
    let to = &mut out[start..];
    let (mut used, mut last) = (0, 0);
    for &byte in text {
        let byte = TABLE[(byte & 127) as usize];
        to[used] = byte;
        used += usize::from(byte != b' ' || last != b' ');
        last = byte;
    }
    out.truncate(start + used);
}

/// Append `text` with one space for any white space: `\s+`.
pub fn single_spaces(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let (space, length) = unicode.space_at(text, at);
        if space {
            out.push(b' ');
            at = unicode.spaces_end(text, at + length);
        } else {
            out.extend_from_slice(&text[at..at + length]);
            at += length;
        }
    }
}
