//! Words that are written in two become one, and so do letters in a row.

use super::english::Letters;
use super::unicode::{Unicode, WORD};
use crate::graphemes::decode;

/// Join two runs with white space between them that are among `compounds`: `\bwi\s+fi\b`.
pub fn join(unicode: &Unicode, compounds: &[[&'static [u8]; 3]], text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let end = unicode.run_end(text, at);
        if end == at {
            let length = unicode.word_at(text, at).1;
            out.extend_from_slice(&text[at..at + length]);
            at += length;
            continue;
        }
        let start = unicode.spaces_end(text, end);
        let next = unicode.run_end(text, start);
        let found = compounds
            .iter()
            .find(|[first, second, _]| *first == &text[at..end] && *second == &text[start..next])
            .filter(|_| start > end);
        match found {
            Some([_, _, one]) => {
                out.extend_from_slice(one);
                at = next;
            }
            None => {
                out.extend_from_slice(&text[at..end]);
                at = end;
            }
        }
    }
}

/// Append the words of `text`, which are parted by single spaces, with letters and digits joined that
/// are in a row, each a word by itself.
pub fn join_letters(unicode: &Unicode, letters: &Letters, text: &[u8], out: &mut Vec<u8>) {
    let is_letter = |word: &&[u8]| {
        !word.is_empty() && {
            let (point, length) = decode(word, 0);
            length == word.len() && unicode.is(point, WORD)
        }
    };
    let start = out.len();
    let mut words = text.split(|&byte| byte == b' ').peekable();
    let mut run: Vec<&[u8]> = Vec::new();
    while let Some(word) = words.next() {
        run.clear();
        run.push(word);
        if is_letter(&word) {
            run.extend(std::iter::from_fn(|| words.next_if(is_letter)));
        }
        let alone = run.iter().any(|letter| letters.alone.contains(letter));
        let joined = run.len() >= if alone { 3 } else { 2 };
        for (place, letter) in run.iter().enumerate() {
            if out.len() > start && !(joined && place > 0) {
                out.push(b' ');
            }
            out.extend_from_slice(letter);
        }
    }
}
