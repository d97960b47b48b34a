//! `hf-leaderboard-multilingual`: `whisper-basic` without diacritics, and nothing but words; and its
//! successor for each language, which keeps diacritics and spells digits.

use super::spelled::Language;
use super::unicode::{Unicode, DIGIT, WORD};
use super::{whisper_basic, Scratch};
use crate::graphemes::decode;

/// More digits than these Python does not turn into an integer.
const MOST: usize = 4300;

/// Normalize, take out what is neither `\w` nor white space, and strip; with a language keep
/// diacritics, and spell digits.
pub fn apply(
    unicode: &Unicode,
    language: Option<Language>,
    text: &[u8],
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    whisper_basic::apply(unicode, text, language.is_none(), false, scratch, out);
    scratch.next.clear();
    let basic = &out[start..];
    let mut at = 0;
    while at < basic.len() {
        let (word, length) = unicode.word_at(basic, at);
        let wanted = word || (basic[at] == b' ' && !scratch.next.ends_with(b" "));
        if wanted && (word || !scratch.next.is_empty()) {
            scratch.next.extend_from_slice(&basic[at..at + length]);
        }
        at += length;
    }
    if scratch.next.ends_with(b" ") {
        scratch.next.pop();
    }
    out.truncate(start);
    match language {
        None => out.extend_from_slice(&scratch.next),
        Some(language) => spell(unicode, language, &scratch.next, out),
    }
}

/// Append `text`, whose words are parted by single spaces, with its digits in words. Groups of three
/// digits are joined first to the digit before them: `(\d)\s+(\d{3})\b`.
fn spell(unicode: &Unicode, language: Language, text: &[u8], out: &mut Vec<u8>) {
    let (mut at, mut digits) = (0, Vec::new());
    while at < text.len() {
        let (point, length) = decode(text, at);
        if !unicode.is(point, DIGIT) {
            out.extend_from_slice(&text[at..at + length]);
            at += length;
            continue;
        }
        let first = out.len();
        digits.clear();
        let mut push = |at: usize, out: &mut Vec<u8>| {
            let (point, length) = decode(text, at);
            out.extend_from_slice(&text[at..at + length]);
            digits.push(b'0' + unicode.digit(point));
            at + length
        };
        at = push(at, out);
        loop {
            if let Some(group) = group_after(unicode, text, at) {
                at += 1;
                while at < group {
                    at = push(at, out);
                }
                break; // its last digit is taken, and the group ends there
            }
            if at == text.len() || !unicode.is(decode(text, at).0, DIGIT) {
                break;
            }
            at = push(at, out);
        }
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let value = &digits[zeros.min(digits.len() - 1)..];
        let written = out.split_off(first);
        if digits.len() > MOST || !language.spell(value, out) {
            out.extend_from_slice(&written);
        }
    }
}

/// Where three digits end that are after the space at `at`, with no word character after them.
fn group_after(unicode: &Unicode, text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b' ') {
        return None;
    }
    let mut end = at + 1;
    for _ in 0..3 {
        if end == text.len() {
            return None;
        }
        let (point, length) = decode(text, end);
        if !unicode.is(point, DIGIT) {
            return None;
        }
        end += length;
    }
    let open = end < text.len() && unicode.is(decode(text, end).0, WORD);
    (!open).then_some(end)
}
