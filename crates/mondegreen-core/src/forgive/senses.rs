//! Words whose punctuation says something where a number is next to them: `5 * 3`, `no. 5`.

use super::punctuation::parts;
use super::sense::Sense;
use super::window::Side;
use super::words::{Vocabulary, NUMBER};

fn sense(side: &Side, at: usize, vocabulary: &Vocabulary) -> Sense {
    let info = side.info(at as isize, vocabulary);
    info.map_or(Sense::None, |info| info.sense)
}

/// The sign at `at`, if it says something of the numbers next to it.
pub fn sign(side: &Side, at: usize, vocabulary: &Vocabulary) -> Option<char> {
    let Sense::Sign(sign) = sense(side, at, vocabulary) else {
        return None;
    };
    let at = at as isize;
    let number = |at: isize| side.flags(at, vocabulary) & NUMBER != 0;
    let digits = |at: isize| number(at) && is_in_digits(side, at, vocabulary);
    let (before, following) = (number(at - 1), number(at + 1));
    let says = match sign {
        '^' => before || following,
        '−' | '~' => following,
        // An arrow opens a line, or points from what is before it to what is after.
        '→' | '←' => following || [at - 1, at + 1].iter().all(|&at| side.at(at).is_some()),
        // Tokens of a number that was cut: "3 . 5".
        '.' | ',' => digits(at - 1) && digits(at + 1),
        _ => before && following,
    };
    says.then(|| typed(sign))
}

/// Whether the hyphen at `at` may be a minus: it is before digits. Where it opens a sentence in which a
/// word follows them, it may be a dash (`- 5 people came`), unless the word is a unit.
pub fn is_minus(
    side: &Side,
    at: isize,
    vocabulary: &Vocabulary,
    is_unit: impl FnOnce(&str, &str) -> bool,
) -> bool {
    let given = |at: isize| {
        let info = side.info(at, vocabulary);
        info.map(|info| vocabulary.name(info.folds[0]))
    };
    let sense = side.info(at, vocabulary).map(|info| info.sense);
    let hyphen = matches!(sense, Some(Sense::Sign('-' | '−')));
    if !hyphen || !is_in_digits(side, at + 1, vocabulary) {
        return false;
    }
    let opens = at >= 0 && opens(side, at as usize, vocabulary);
    match (given(at + 1), given(at + 2)) {
        (Some(number), Some(next)) if opens => {
            let ends = !parts(number).2.is_empty();
            ends || is_unit(number, next) || !next.starts_with(char::is_alphabetic)
        }
        _ => true,
    }
}

/// Whether a word begins with digits, or with a currency and digits.
fn is_in_digits(side: &Side, at: isize, vocabulary: &Vocabulary) -> bool {
    let Some(info) = side.info(at, vocabulary) else {
        return false;
    };
    let given = vocabulary.name(info.folds[0]);
    given
        .trim_start_matches(['$', '€', '£', '¥', '₹', '.', '('])
        .starts_with(char::is_numeric)
}

/// A sign as it is on a keyboard.
fn typed(sign: char) -> char {
    match sign {
        '−' | '—' => '-',
        sign => sign,
    }
}

/// Whether two words that are the same except for case, punctuation and accents mean two things where they
/// stand: two signs between numbers, or `no` and `no.` before one.
pub fn differ(sides: [&Side; 2], places: [usize; 2], vocabulary: &Vocabulary) -> bool {
    let [one, other] = [0, 1].map(|side| sense(sides[side], places[side], vocabulary));
    let number = [0, 1]
        .iter()
        .any(|&side| sides[side].flags(places[side] as isize + 1, vocabulary) & NUMBER != 0);
    match [one, other] {
        [Sense::NoWithStop, Sense::No] | [Sense::No, Sense::NoWithStop] => {
            // Where a sentence begins, "No." is an answer as "No," is, but not as "no".
            let given = |side: usize| {
                let word = sides[side].at(places[side] as isize);
                word.map_or("", |word| vocabulary.name(vocabulary.info(word).folds[0]))
            };
            let marked = [0, 1].iter().all(|&side| !parts(given(side)).2.is_empty());
            let opens = [0, 1]
                .iter()
                .all(|&side| opens(sides[side], places[side], vocabulary));
            number && !(marked && opens)
        }
        [Sense::Points, other] | [other, Sense::Points] => other != Sense::Points,
        [Sense::Sign(one), Sense::Sign(other)] if typed(one) == typed(other) => false,
        [Sense::Sign(_), _] | [_, Sense::Sign(_)] => {
            let signs = [0, 1].map(|side| sign(sides[side], places[side], vocabulary));
            signs[0] != signs[1]
        }
        _ => false,
    }
}

/// Whether a sentence begins with the word at `at`.
fn opens(side: &Side, at: usize, vocabulary: &Vocabulary) -> bool {
    match side.info(at as isize - 1, vocabulary) {
        Some(info) => vocabulary
            .name(info.folds[0])
            .ends_with(['.', '?', '!', '…', ',', ';', ':']),
        None => true,
    }
}
