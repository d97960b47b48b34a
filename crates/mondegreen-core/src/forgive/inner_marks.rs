//! Marks between letters of a script without spaces, which are inside of a word there: 好的，谢谢.

use std::ops::Range;

use super::lists::Lists;
use crate::scripts::is_unspaced;

/// What parts clauses in these scripts.
const MARKS: [char; 15] = [
    '「', '」', '『', '』', '・', '、', '，', '。', '！', '？', '；', '…', ',', '!', '?',
];

/// Whether words may have such marks.
pub fn may_be_in(words: &[&[u8]]) -> bool {
    let has_mark = |word: &&[u8]| {
        !word.is_ascii() && {
            let word = String::from_utf8_lossy(word);
            word.contains(MARKS) && word.contains(is_unspaced)
        }
    };
    words.iter().any(has_mark)
}

/// The bytes of the marks of a text that say nothing: those between two letters, unless a no is before
/// them (不，要 is not 不要), or numerals are on both sides (三、五 is not 三五).
pub fn silent(text: &str, lists: &Lists) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut clause = 0;
    for (at, mark) in text.char_indices() {
        let end = at + mark.len_utf8();
        if !MARKS.contains(&mark) {
            if mark.is_whitespace() {
                clause = end;
            }
            continue;
        }
        let around = [text[..at].chars().next_back(), text[end..].chars().next()];
        let are = |what: &dyn Fn(char) -> bool| around.iter().all(|point| point.is_some_and(what));
        let counts = |point: char| {
            point.is_numeric()
                || lists
                    .numbers
                    .contains(point.encode_utf8(&mut [0; 4]) as &str)
        };
        let before = &text[clause..at];
        let denies = lists.negations.iter().any(|no| before.ends_with(no));
        if are(&is_unspaced) && !are(&counts) && !denies {
            found.push(at..end);
        }
        clause = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_say_nothing_but_after_a_no_and_between_numerals() {
        let lists = Lists::of("none");
        let lists = Lists {
            negations: ["不"].into(),
            numbers: ["三", "五"].into(),
            ..lists
        };
        let pieces = |text: &'static str| {
            let found = silent(text, &lists);
            found
                .into_iter()
                .map(|bytes| &text[bytes])
                .collect::<String>()
        };
        assert_eq!(pieces("好的，谢谢。"), "，");
        assert_eq!(pieces("不，要，好"), "，");
        assert_eq!(pieces("我不，要"), "");
        assert_eq!(pieces("三、五天、五天"), "、");
        assert_eq!(pieces("a, b，c ，好"), "");
    }
}
