//! American spelling for British words.

use super::number_words::Words;
use super::unicode::Unicode;

/// The pairs, one a line, parted by a tab; lines with `#` say where they come from.
pub const PAIRS: &str = include_str!("spelling.tsv");

/// Append the words of `text` in their American spelling, parted by single spaces.
pub fn respell(
    unicode: &Unicode,
    table: &Words,
    text: &[u8],
    words: &mut Vec<(u32, u32)>,
    out: &mut Vec<u8>,
) {
    unicode.split(text, words);
    for (at, &(start, end)) in words.iter().enumerate() {
        if at > 0 {
            out.push(b' ');
        }
        let word = &text[start as usize..end as usize];
        let entry = table.at(table.number(word));
        out.extend_from_slice(entry.and_then(|entry| entry.spelling).unwrap_or(word));
    }
}
