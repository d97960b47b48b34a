//! The guard: what holds a number, a denial, an answer or a name is not forgiven loosely.

use super::window::{Candidate, Side};
use super::words::{Vocabulary, ARTICLE, GUARDED};

/// Whether both sides of a span hold the same guarded words in the same order.
pub fn allows(
    reference: &Side,
    hypothesis: &Side,
    span: &Candidate,
    vocabulary: &Vocabulary,
) -> bool {
    let held = |side: &Side, from: u32, to: u32| -> Vec<u32> {
        side.span(from as usize, to as usize)
            .iter()
            .map(|&word| vocabulary.info(word))
            .filter(|info| info.flags & GUARDED != 0)
            .map(|info| info.plain)
            .collect()
    };
    held(reference, span.i, span.to_i) == held(hypothesis, span.j, span.to_j)
}

/// The same for a single article, which may be a number word as well: `un`, `ein`.
pub fn allows_article(flags: u16) -> bool {
    flags & ARTICLE != 0 && flags & (GUARDED & !super::words::NUMBER) == 0
}

/// Whether a word of a span has a capital though no sentence begins with it. Words all in capitals
/// say nothing, and neither does a single letter.
pub fn has_name(side: &Side, from: usize, to: usize, vocabulary: &Vocabulary) -> bool {
    let given = |word: u32| vocabulary.name(vocabulary.info(word).folds[0]);
    (from..to).any(|at| {
        let place = side.from + at;
        let name =
            given(side.words[place]).trim_start_matches(|letter: char| !letter.is_alphabetic());
        let mut letters = name.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        let opens = match place.checked_sub(1) {
            Some(before) => given(side.words[before]).ends_with(['.', '?', '!', '…']),
            None => side.start == 0,
        };
        capital && !opens && letters.any(char::is_lowercase)
    })
}

/// Whether a word is one capital letter, where no sentence begins and other words have small letters:
/// *gate A*, *from A to Z*.
pub fn is_letter(side: &Side, at: usize, vocabulary: &Vocabulary) -> bool {
    let given = |word: u32| vocabulary.name(vocabulary.info(word).folds[0]);
    let place = side.from + at;
    let word = given(side.words[place]);
    let mut letters = word.chars().filter(|point| point.is_alphabetic());
    let capital = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    let opens = match place.checked_sub(1) {
        Some(before) => given(side.words[before]).ends_with(['.', '?', '!', '…', ':', '"']),
        None => side.start == 0,
    };
    let small = |&word: &u32| given(word).chars().any(char::is_lowercase);
    capital && !opens && side.words.iter().any(small)
}

/// Whether a word is all in capitals, and a word near it is not.
pub fn stands_out(side: &Side, at: isize, vocabulary: &Vocabulary) -> bool {
    let given = |word: u32| vocabulary.name(vocabulary.info(word).folds[0]);
    let small = |word: u32| given(word).chars().any(char::is_lowercase);
    let Some(word) = side.at(at) else {
        return false;
    };
    let mut letters = given(word).chars().filter(|point| point.is_alphabetic());
    let capitals = letters.clone().nth(1).is_some() && letters.all(char::is_uppercase);
    capitals && side.words.iter().any(|&other| small(other))
}
