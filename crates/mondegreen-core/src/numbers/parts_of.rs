//! Parts of a whole in Telugu, where the whole is named first: `మూడింట రెండు వంతులు` is 2/3.

use super::amounts::Amount;
use super::lexicon::Role;
use super::reader::Reader;
use super::Kind;

impl Reader<'_> {
    /// So many parts of as many as the word at `at` says.
    pub(super) fn parts_of(&self, at: usize) -> Option<Amount> {
        let whole = self.entry(at);
        (whole.role == Role::PartsOf).then_some(())?;
        let (top, end) = self.plain_number(at + 1)?;
        let few = top
            .parse::<u8>()
            .is_ok_and(|top| (1..whole.weight).contains(&top));
        if !few || self.grammar().next(end).role != Role::Parts {
            return None;
        }
        let value = format!("{top}/{}", whole.weight);
        Some(Amount::of(Kind::Fraction, value, end + 1))
    }
}
