//! Numerals in words, made from the rows of a pack: what `check` reads back.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use crate::pattern::{self, Item, Sequence, GLUED};
use crate::source::{Numeral, Source, Worth};

/// Says numbers with the numeral rows of a pack.
pub struct Speller {
    /// Rows that one number may still try: a set may say a number by way of itself.
    left: Cell<usize>,
    sets: FxHashMap<String, Vec<(Numeral, Sequence)>>,
}

/// How deep numerals stand in numerals.
const DEPTH: usize = 24;
/// The most rows that one number tries.
const MOST_TRIES: usize = 20_000;

impl Speller {
    #[must_use]
    pub fn new(source: &Source) -> Self {
        let mut sets: FxHashMap<String, Vec<_>> = FxHashMap::default();
        for row in &source.rows {
            let Worth::Numeral(numeral) = row.worth else {
                continue;
            };
            for sequence in pattern::sequences(&row.pattern).unwrap_or_default() {
                sets.entry(row.set.clone())
                    .or_default()
                    .push((numeral, sequence));
            }
        }
        Self {
            sets,
            left: Cell::new(0),
        }
    }

    /// Whether a set has numerals.
    #[must_use]
    pub fn has(&self, set: &str) -> bool {
        self.sets.contains_key(set)
    }

    /// All words for a number by the rows of a set, up to some.
    #[must_use]
    pub fn spell(&self, set: &str, number: i128, most: usize) -> Vec<String> {
        self.left.set(MOST_TRIES);
        let mut found = self.words(set, number, most, DEPTH);
        found.dedup();
        found
    }

    fn words(&self, set: &str, number: i128, most: usize, depth: usize) -> Vec<String> {
        let mut all = Vec::new();
        let left = self.left.get().checked_sub(1);
        self.left.set(left.unwrap_or(0));
        if depth == 0 || left.is_none() {
            return all;
        }
        for (numeral, sequence) in self.sets.get(set).into_iter().flatten() {
            if number < numeral.from || number >= numeral.below || all.len() >= most {
                continue;
            }
            let (quotient, rest) = (number / numeral.by, number % numeral.by);
            let has = |name: char| {
                sequence
                    .iter()
                    .any(|(_, item)| matches!(item, Item::Slot { name: slot, .. } if *slot == name))
            };
            let fits = match (has('q'), has('r'), has('s')) {
                (_, _, true) => !has('q') && !has('r'),
                (true, _, _) if quotient < 1 => false,
                (true, true, _) => rest > 0 || numeral.from % numeral.by == 0,
                (true, false, _) => rest == 0,
                (false, true, _) => {
                    let base = numeral.from - numeral.from % numeral.by;
                    number - base == rest && (rest > 0 || numeral.from % numeral.by == 0)
                }
                (false, false, _) => number == numeral.from,
            };
            if !fits {
                continue;
            }
            let mut texts = vec![String::new()];
            for (gaps, item) in sequence {
                let parts = match item {
                    Item::Word(word) | Item::Symbol(word) => vec![word.clone()],
                    Item::Slot { name, set, .. } => {
                        let number = match name {
                            'q' => quotient,
                            'r' => rest,
                            _ => number,
                        };
                        self.words(set, number, 1, depth - 1)
                    }
                };
                let space = if *gaps == GLUED { "" } else { " " };
                let joined = |head: &String, part: &String| match head.is_empty() {
                    true => part.clone(),
                    false => format!("{head}{space}{part}"),
                };
                texts = (texts.iter())
                    .flat_map(|head| parts.iter().map(move |part| joined(head, part)))
                    .collect();
            }
            all.extend(texts);
        }
        all.truncate(most);
        all
    }
}
