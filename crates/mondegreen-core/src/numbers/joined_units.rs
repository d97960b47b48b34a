//! Telugu words in which a number and what it counts are written as one: `పదిమంది`, `అరగంట`, `ఐదురూపాయలు`.

use super::entry::{Part, Role};
use super::lexicon::Lexicon;
use crate::text;
use crate::text::token::{Doc, GLUED};

/// A longer word is no number with a unit, in bytes.
const LONGEST: usize = 160;

/// Part numbers from what they count.
pub fn split(doc: &mut Doc, lexicon: &Lexicon) {
    if !lexicon.manner.joined || !lexicon.manner.clock_last {
        return;
    }
    let place = |doc: &Doc, at: usize| {
        let token = &doc.tokens[at];
        let word = doc.text(token);
        let short = token.kind == text::Kind::Word && word.len() < LONGEST && !word.is_ascii();
        let even = || word.chars().count() as u32 == token.end - token.start;
        (short && even()).then(|| unit(word, lexicon)).flatten()
    };
    let places: Vec<Option<usize>> = (0..doc.len()).map(|at| place(doc, at)).collect();
    if places.iter().all(Option::is_none) {
        return;
    }
    let mut out = doc.begin();
    for (at, place) in places.into_iter().enumerate() {
        let token = doc.tokens[at];
        let Some(from) = place else {
            out.push(token);
            continue;
        };
        let word = doc.text(&token);
        let (number, unit) = (word[..from].to_string(), word[from..].to_string());
        let middle = token.start + number.chars().count() as u32;
        out.push(doc.make(&number, token.kind, token.flags, token.start, middle));
        out.push(doc.make(&unit, token.kind, GLUED, middle, token.end));
    }
    doc.replace(out);
}

/// Where the unit of a word begins, in bytes, when all before it is a number.
fn unit(word: &str, lexicon: &Lexicon) -> Option<usize> {
    if lexicon.get(word) != super::entry::NOTHING {
        return None;
    }
    let mut places = word.char_indices().skip(1).map(|(at, _)| at);
    places.find(|&at| {
        let unit = lexicon.get(&word[at..]);
        let measured = unit.currency + unit.minor + unit.measure > 0;
        let counted = matches!(
            unit.role,
            Role::Counted | Role::Percent | Role::Clock | Role::HourAnd | Role::Minutes
        );
        let named = measured || unit.role == Role::Clock;
        (measured || counted) && is_number(&word[..at], named, lexicon)
    })
}

/// Whether a word is a number, or, before the name of a measure, a part of one: అర.
fn is_number(word: &str, named: bool, lexicon: &Lexicon) -> bool {
    let entry = lexicon.get(word);
    if entry.part == Part::None {
        let part = named && entry.role == Role::Mixed;
        return part || lexicon.pieces(word, &mut Vec::new()) || is_half(word, lexicon);
    }
    // ఒకరోజు is some day, and వేలరూపాయలు are thousands.
    let one = entry.part == Part::Digit && entry.value == 1 && !entry.unsure;
    !one && !entry.ordinal && !entry.plural && (!entry.unsure || named)
}

/// Whether a word is a number with a half or with quarters.
fn is_half(word: &str, lexicon: &Lexicon) -> bool {
    let mut endings = lexicon.part_endings.iter();
    endings.any(|(ending, _)| {
        let rest = word.strip_suffix(ending.as_str()).unwrap_or("");
        lexicon.get(rest).part != Part::None && !lexicon.get(rest).ordinal
    })
}
