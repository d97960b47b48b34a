//! What a price ends with, where nothing names it: `fifty` of `five dollars fifty`, `50` of `12 € 50`.

use super::cardinal::Gap;
use super::entry::Named;
use super::lexicon::{Role, NOTHING};
use super::reader::Reader;
use crate::text::marks::RUPEES;
use crate::text::token::GLUED;

/// Two amounts follow: `tra cinque euro e dieci`.
const BETWEEN: &[&str] = &["tra", "fra", "entre"];

/// What may stand behind a price, where a number that counts what follows would stand before its noun.
const BEHIND: &[&str] = &[
    "and", "for", "each", "per", "a", "but", "or", "to", "please", "in", "at", "on", "und", "für",
    "pro", "je", "das", "bitte", "aber", "oder", "et", "pour", "chacun", "par", "mais", "ou",
    "pièce", "y", "por", "pero", "o", "e", "за", "и", "но", "a", "za", "ale",
];

/// The same behind digits: what would be counted has no article.
const BEHIND_DIGITS: &[&str] = &[
    "the", "die", "im", "statt", "le", "la", "les", "l'unité", "el", "cada", "al", "il", "l'uno",
];

impl Reader<'_> {
    /// What a price ends with that has been read up to `at`, in the small money of the currency with `sign`.
    ///
    /// `from` is where the amount begins.
    pub(super) fn bare_cents(&self, from: usize, at: usize, sign: &str) -> Option<(u128, usize)> {
        let gap = |at: usize| self.atoms.get(at).map(|atom| atom.gap);
        let before = from
            .checked_sub(1)
            .map_or("", |before| self.doc.word(before));
        let joins =
            self.entry(at).joins && gap(at) == Some(Gap::None) && !BETWEEN.contains(&before);
        let at = at + usize::from(joins);
        let mut minors = self.lexicon.minors.iter();
        if !minors.any(|minor| minor.belongs_to(sign)) || gap(at) != Some(Gap::None) {
            return None;
        }
        let ends = |end: usize| self.atoms.get(end).is_none_or(|atom| atom.gap != Gap::None);
        // "12 euros 50 pour cent" are two amounts.
        let goes_on = |end: usize| {
            let next = self.doc.word(end);
            let pair = self.lexicon.pair(next, self.doc.word(end + 1));
            BEHIND.contains(&next) && pair.is_none_or(|pair| pair.role != Role::Percent)
        };
        if self.is_number(at) {
            let digits = self.doc.word(at);
            let two = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
            let next = self.doc.word(at + 1);
            // A comma between numbers may be one that only keeps them apart.
            let ends = ends(at + 1) && !self.is_number(at + 1)
                || goes_on(at + 1)
                || BEHIND_DIGITS.contains(&next);
            return (two && self.lexicon.cents_in_digits && ends)
                .then(|| Some((digits.parse().ok()?, at + 1)))
                .flatten();
        }
        if self.grammar().next(at) == NOTHING && !self.lexicon.manner.joined {
            return None;
        }
        let found = self.whole(at)?;
        let ends = ends(found.end) || goes_on(found.end);
        let fits = !found.ordinal && (10..100).contains(&found.value) && ends;
        fits.then_some((found.value, found.end))
    }

    /// Whether the mark of `₹500/-` stands at `at`, which says once more what `named` is.
    pub(super) fn says_rupees(&self, at: usize, named: &Named) -> bool {
        named.signs == "₹" && self.doc.word(at) == RUPEES && self.doc.has(at, GLUED)
    }
}
