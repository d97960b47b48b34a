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
