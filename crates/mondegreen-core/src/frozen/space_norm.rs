//! `space-norm`: the seven steps of the metric `space-norm-wer`.

use std::sync::OnceLock;

use super::unicode::{Unicode, LOWER, SPACE};
use super::whisper_basic::single_spaces;
use super::{forms, Scratch};
use crate::graphemes::decode;

/// The danda and the double danda.
const DANDAS: [&[u8]; 2] = ["।".as_bytes(), "॥".as_bytes()];

/// What becomes of a byte of ASCII: its lower case, a space, or nothing.
const TABLE: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).to_ascii_lowercase();
        if (byte >= 9 && byte <= 13) || (byte >= 28 && byte <= 32) {
            table[byte] = b' ';
        }
        byte += 1;
    }
    let gone = b",.-!?;:'\"()[]{}/\\@#$%^&*+=~`|0123456789";
    let mut at = 0;
    while at < gone.len() {
        table[gone[at] as usize] = GONE;
        at += 1;
    }
    table
};

/// No text has this byte, which UTF-8 does not use.
const GONE: u8 = 0xFF;

/// Append the normalized `text` to `out`.
pub fn apply(unicode: &Unicode, text: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) {
    let text = &text[tag_end(unicode, text)..];
    scratch.text.clear();
    let opening = |found: bool, &byte: &u8| found | (byte == b'[') | (byte == b'<');
    // Looks at all bytes, which is quicker than to stop at the first.
    if text.iter().fold(false, opening) {
        scratch.text.extend_from_slice(text);
        for (open, close) in [(b'[', b']'), (b'<', b'>')] {
            if scratch.text.contains(&open) {
                scratch.step(|text, next| without(text, open, close, next));
            }
        }
        if at_once(unicode, &scratch.text, out) {
            return;
        }
    } else {
        if at_once(unicode, text, out) {
            return;
        }
        scratch.text.extend_from_slice(text);
    }
    scratch.step(delete);
    scratch.step(|text, next| forms::lower(unicode, text, next));
    scratch.step(|text, next| single_spaces(unicode, text, next));
    let text = scratch.text.strip_prefix(b" ").unwrap_or(&scratch.text);
    out.extend_from_slice(text.strip_suffix(b" ").unwrap_or(text));
}

/// Where a language tag at the beginning ends, or 0: `\s*<\|[^|>]*\|>`.
fn tag_end(unicode: &Unicode, text: &[u8]) -> usize {
    let start = unicode.spaces_end(text, 0);
    let Some(rest) = text[start..].strip_prefix(b"<|") else {
        return 0;
    };
    let name = rest
        .iter()
        .take_while(|&&byte| !matches!(byte, b'|' | b'>'));
    let end = name.count();
    if rest[end..].starts_with(b"|>") {
        start + 2 + end + 2
    } else {
        0
    }
}

/// Take out what is between `open` and the next `close`, with both: `\[[^\]]*\]`.
fn without(text: &[u8], open: u8, close: u8, out: &mut Vec<u8>) {
    let find = |from: usize, wanted: u8| text[from..].iter().position(|&byte| byte == wanted);
    let mut from = 0;
    while let Some(before) = find(from, open) {
        let Some(inside) = find(from + before, close) else {
            break;
        };
        out.extend_from_slice(&text[from..from + before]);
        from += before + inside + 1;
    }
    out.extend_from_slice(&text[from..]);
}

/// Delete punctuation and the digits 0 to 9.
fn delete(text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        if byte < 0x80 {
            if TABLE[byte as usize] != GONE {
                out.push(byte);
            }
        } else if DANDAS.iter().any(|danda| text[at..].starts_with(danda)) {
            at += 2;
        } else {
            out.push(byte);
        }
        at += 1;
    }
}

/// The last four steps in one, where all that has a lower case of its own is ASCII; else `false`,
/// and nothing is appended.
fn at_once(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) -> bool {
    if text.is_ascii() {
        ascii(text, out);
        return true;
    }
    let plain = Plain::get(unicode);
    let start = out.len();
    out.resize(start + text.len() + 3, 0);
    let to = &mut out[start..];
    let (mut at, mut used, mut last) = (0, 0, b' ');
    while at < text.len() {
        let byte = text[at];
        let (letter, length) = if byte < 0x80 {
            (TABLE[byte as usize], 1)
        } else if let Some(four) = plain.three(text, at) {
            // One byte too many, which what comes next is written over.
            to[used..used + 4].copy_from_slice(&four);
            at += 3;
            used += 3;
            last = 0;
            continue;
        } else {
            let (point, length) = decode(text, at);
            if unicode.is(point, LOWER) {
                out.truncate(start);
                return false;
            }
            match point {
                0x964 | 0x965 => (GONE, length),
                _ if unicode.is(point, SPACE) => (b' ', length),
                _ => {
                    to[used..used + length].copy_from_slice(&text[at..at + length]);
                    at += length;
                    used += length;
                    last = 0;
                    continue;
                }
            }
        };
        at += length;
        if letter != GONE {
            to[used] = letter;
            used += usize::from(letter != b' ' || last != b' ');
            last = letter;
        }
    }
    used -= usize::from(used > 0 && last == b' ');
    out.truncate(start + used);
    true
}

/// Bit `p % 64` of number `p / 64`: code point `p`, which takes three bytes, stays as it is.
struct Plain([u64; 1024]);

impl Plain {
    fn get(unicode: &Unicode) -> &'static Plain {
        static PLAIN: OnceLock<Plain> = OnceLock::new();
        PLAIN.get_or_init(|| {
            let mut plain = [0; 1024];
            for point in 0x800..0x1_0000 {
                let stays = !unicode.is(point, LOWER | SPACE) && !matches!(point, 0x964 | 0x965);
                plain[point as usize / 64] |= u64::from(stays) << (point % 64);
            }
            Plain(plain)
        })
    }

    /// The four bytes at `at`, if the first three are a letter that stays as it is.
    #[inline]
    fn three(&self, text: &[u8], at: usize) -> Option<[u8; 4]> {
        let four: [u8; 4] = text.get(at..at + 4)?.try_into().expect("four bytes");
        let [a, b, c, _] = four.map(usize::from);
        let block = (a & 0x0F) << 6 | (b & 0x3F);
        let letter = a & 0xF0 == 0xE0 && b & 0xC0 == 0x80 && c & 0xC0 == 0x80;
        (letter && self.0[block] >> (c & 0x3F) & 1 == 1).then_some(four)
    }
}

/// The last four steps where all is ASCII.
fn ascii(text: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + text.len(), 0);
    let to = &mut out[start..];
    let (mut used, mut last) = (0, b' ');
    for &byte in text {
        let byte = TABLE[(byte & 127) as usize];
        if byte == GONE {
            continue;
        }
        to[used] = byte;
        used += usize::from(byte != b' ' || last != b' ');
        last = byte;
    }
    used -= usize::from(used > 0 && last == b' ');
    out.truncate(start + used);
}
