//! `hf-leaderboard-multilingual`: `whisper-basic` without diacritics, and nothing but words.

use super::unicode::Unicode;
use super::{whisper_basic, Scratch};

/// Normalize, take out what is neither `\w` nor white space, and strip.
pub fn apply(unicode: &Unicode, text: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) {
    let start = out.len();
    whisper_basic::apply(unicode, text, true, false, scratch, out);
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
    out.extend_from_slice(&scratch.next);
}
