//! Numbers and units that are written short: `5 Mio. €`, `5 руб. 20 коп.`
//!
//! The full stop of an abbreviation ends no sentence when what stands behind it goes on with the
//! amount: the unit behind a power of ten, the small money behind money.

use super::cardinal::{Atom, Gap};
use super::lexicon::{Lexicon, Part};
use crate::text::token::{Doc, Kind, CAPITAL, COMMA, DOT};

/// Words of small money, at most: `двадцать пять копеек`.
const WORDS: usize = 2;

/// Take the full stops of abbreviations for what they are.
pub(super) fn mend(doc: &Doc, lexicon: &Lexicon, atoms: &mut [Atom]) {
    for at in 1..doc.len() {
        if !doc.has(at, DOT) || doc.tokens[at].kind != Kind::Word {
            continue;
        }
        let number = |atoms: &[Atom], at: usize| {
            doc.tokens[at].kind == Kind::Number || atoms[at].entry.part != Part::None
        };
        let unit = |atoms: &[Atom], at: usize| {
            doc.tokens.get(at).is_some_and(|token| match token.kind {
                Kind::Sign => lexicon.currency_of(doc.text(token)).is_some(),
                _ => atoms[at].entry.currency > 0 || atoms[at].entry.measure > 0,
            })
        };
        // What stands behind it, but for a comma.
        if at + 1 >= doc.len() || doc.has(at + 1, COMMA) {
            continue;
        }
        if let Some(entry) = lexicon.stopped(doc.word(at)) {
            if number(atoms, at - 1) && unit(atoms, at + 1) {
                atoms[at].entry = entry;
            }
        }
        let entry = atoms[at].entry;
        if !entry.short {
            continue;
        }
        let goes_on = match entry.part {
            Part::Scale => {
                let smaller = doc.tokens[at + 1].kind == Kind::Number
                    && atoms.get(at + 2).is_some_and(|atom| {
                        atom.gap == Gap::None
                            && atom.entry.part == Part::Scale
                            && atom.entry.value < entry.value
                    });
                number(atoms, at - 1) && (unit(atoms, at + 1) || smaller)
            }
            _ if entry.currency > 0 => {
                let end = (at + 2..at + 3 + WORDS).find(|&at| {
                    atoms
                        .get(at)
                        .is_none_or(|atom| atom.gap != Gap::None || !number(atoms, at))
                });
                let minor = end.and_then(|end| atoms.get(end));
                let small = |atom: &Atom| atom.gap == Gap::None && atom.entry.minor > 0;
                // "5 руб. Двадцать" are two sentences.
                let begins = doc.tokens[at + 1].has(CAPITAL);
                !begins && number(atoms, at + 1) && minor.is_some_and(small)
            }
            _ => false,
        };
        if goes_on {
            atoms[at + 1].gap = Gap::None;
        }
    }
}
