//! Marks that part two numbers which would be one without them: `two hundred, twelve`; and a minus.

use super::kinds::Kind;
use super::packs::Memory;
use super::punctuation::{parts, unmarked};
use super::senses;
use super::settings::Settings;
use super::window::Side;
use super::words::{Vocabulary, NUMBER};

/// A number that a mark parts is looked for among so many words on either side of it.
const NEAR: isize = 6;

fn is_mark(point: char) -> bool {
    matches!(point, ',' | ';' | ':' | '.' | '!' | '?' | '…' | '、' | '،')
}

/// For each word of the region, whether a mark at its end, or the mark that it is, parts two numbers, or is
/// a minus.
pub fn marks(
    side: &Side,
    vocabulary: &Vocabulary,
    settings: &Settings,
    memory: &mut Memory,
) -> Vec<bool> {
    let all = 0..side.len() as isize;
    if !settings.has(Kind::Punctuation) || !side.has_near(NUMBER, vocabulary) {
        return vec![false; side.len()];
    }
    let mut says = |at: isize| {
        let is_unit = |number: &str, next: &str| {
            settings.has_unit(&format!("{number} {}", unmarked(next)), &mut *memory)
        };
        senses::is_minus(side, at, vocabulary, is_unit)
            || parts_numbers(side, at, vocabulary, settings, memory)
    };
    all.map(&mut says).collect()
}

fn parts_numbers(
    side: &Side,
    at: isize,
    vocabulary: &Vocabulary,
    settings: &Settings,
    memory: &mut Memory,
) -> bool {
    let given = |at: isize| {
        let info = side.info(at, vocabulary);
        info.map(|info| vocabulary.name(info.folds[0]))
    };
    let Some(word) = given(at).filter(|word| word.ends_with(is_mark)) else {
        return false;
    };
    let number = |at: isize| side.flags(at, vocabulary) & NUMBER != 0;
    // "minus, five" is no "minus five".
    let signs = &settings.lists.minus;
    let minus = || signs.contains(unmarked(word).to_lowercase().as_str());
    let near = (number(at) || number(at - 1) || minus()) && (number(at + 1) || number(at + 2));
    if !near {
        return false;
    }
    let (lead, core, _) = parts(word);
    let bare = if core.is_empty() {
        String::new()
    } else {
        format!("{lead}{core}")
    };
    let before: Vec<&str> = (at - NEAR..at).filter_map(given).collect();
    let following: Vec<&str> = (at + 1..=at + NEAR).filter_map(given).collect();
    let mut read = |word: &str| {
        let start: Vec<&str> = before.iter().copied().chain([word]).collect();
        let start = start.join(" ");
        let start = start.trim_end();
        let text = format!("{start} {}", following.join(" "));
        settings.across(&text, start.len(), memory)
    };
    let joined = read(&bare);
    !joined.is_empty() && joined != read(word)
}
