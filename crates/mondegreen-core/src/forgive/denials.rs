//! Marks that say what is denied: *No, I want to*, *no I want to*; *pardon, impossible to*, *pardon impossible, to*.

use super::punctuation;
use super::settings::Settings;
use super::window::Side;
use super::words::{Vocabulary, ANSWER, NEGATION};

/// Whether a mark after one of two words, which are the same without it, says what is denied.
pub fn differ(
    sides: [&Side; 2],
    at: [usize; 2],
    vocabulary: &Vocabulary,
    settings: &Settings,
) -> bool {
    let at = at.map(|at| at as isize);
    let flags = [0, 1].map(|side| sides[side].flags(at[side], vocabulary));
    if flags[0] & flags[1] & NEGATION == 0 {
        return false;
    }
    let mark = |side: usize, at: isize| -> Option<bool> {
        let info = sides[side].info(at, vocabulary)?;
        Some(
            !punctuation::parts(vocabulary.name(info.folds[0]))
                .2
                .is_empty(),
        )
    };
    let marks = [0, 1].map(|side| mark(side, at[side]));
    if marks[0] == marks[1] {
        return false;
    }
    // The mark is before the denial on one side and after it on the other.
    let before = [0, 1].map(|side| mark(side, at[side] - 1));
    if before[0].is_some() && before[0] == marks[1] && before[1] == marks[0] {
        return true;
    }
    answers(
        sides,
        at,
        flags[0] & ANSWER != 0,
        marks,
        vocabulary,
        settings,
    )
}

/// Whether a word is an answer where a mark is after it, and else denies what follows.
fn answers(
    sides: [&Side; 2],
    at: [isize; 2],
    is_answer: bool,
    marks: [Option<bool>; 2],
    vocabulary: &Vocabulary,
    settings: &Settings,
) -> bool {
    let free = &settings.lists.clauses;
    if !is_answer || free.is_empty() {
        return false;
    }
    let given = |side: usize, at: isize| {
        let info = sides[side].info(at, vocabulary);
        info.map(|info| vocabulary.name(info.folds[0]))
    };
    let closes = |word: &str| !punctuation::parts(word).2.is_empty();
    let opens = |side: usize| given(side, at[side] - 1).is_none_or(closes);
    let goes_on = |side: usize| {
        let next = sides[side].info(at[side] + 1, vocabulary);
        next.is_some_and(|next| {
            next.flags & ANSWER == 0 && !free.contains(vocabulary.name(next.plain))
        })
    };
    // In a text without marks a missing one says nothing.
    let bare = usize::from(marks[0] == Some(true));
    let is_marked = (0..sides[bare].words.len()).any(|word| {
        let info = vocabulary.info(sides[bare].words[word]);
        closes(vocabulary.name(info.folds[0]))
    });
    is_marked && (0..2).all(|side| opens(side) && goes_on(side))
}
