//! Counts where a word that one side writes in several is no error.
//!
//! There are two rules, and a pair may be counted by either or by both, the first one first:
//!
//! * [`joining`]: where the texts differ in spaces alone, both are joined to one word before they are
//!   aligned. The differences are those of Python's difflib, see [`matching`];
//! * [`merging`]: neighbouring words may stand for one word of the other side at no cost, as in
//!   kaldialign. The number of reference words stays.

mod joining;
mod matching;
mod merging;

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use crate::tokens::{Interner, Pair, Pieces};
use crate::{Aligner, Counts, Rule};

use joining::Joined;
use merging::Merging;

/// Counts pairs, one after the other; its memory is used again.
pub struct CompoundCounter {
    joined: Option<Joined>,
    merging: Option<Merging>,
    aligner: Aligner,
    interner: Interner,
    ids: [Vec<u32>; 2],
    stop: Arc<AtomicBool>,
}

impl CompoundCounter {
    /// A counter. `rule` chooses among alignments where words are only joined; merging has its own.
    /// Once `stop` is set, a long pair is given up: what comes out is meaningless.
    pub fn new(joins: bool, merges: bool, rule: Rule, stop: Arc<AtomicBool>) -> CompoundCounter {
        CompoundCounter {
            joined: joins.then(Joined::default),
            merging: merges.then(Merging::default),
            aligner: Aligner::new(rule, stop.clone()),
            interner: Interner::default(),
            ids: Default::default(),
            stop,
        }
    }

    /// The counts of a pair of lists of words.
    pub fn counts(&mut self, pair: &Pieces<'_>) -> Counts {
        let Some(joined) = &mut self.joined else {
            return self.rest(pair);
        };
        let distinct = pair.ids(&mut self.interner, &mut self.ids);
        let [reference, hypothesis] = &self.ids;
        if !joined.join(pair, reference, hypothesis, distinct, &self.stop) {
            return self.rest(pair);
        }
        let joined = std::mem::take(joined);
        let counts = self.rest(&joined.pieces());
        self.joined = Some(joined);
        counts
    }

    fn rest(&mut self, pair: &Pieces<'_>) -> Counts {
        let Some(merging) = &mut self.merging else {
            return self.aligner.pair_counts(pair);
        };
        pair.ids(&mut self.interner, &mut self.ids);
        let [reference, hypothesis] = &self.ids;
        merging.counts(pair, reference, hypothesis, &self.stop)
    }
}

#[cfg(test)]
mod tests;
