//! The words that wake the parser: every reading holds one of them.
//!
//! Figures and the words of numerals are core. A row of a kind that need not hold one, such as
//! *half an hour*, makes the longest of its own words one. So *a*, *at* and *of* alone never are.

use rustc_hash::FxHashSet;

use crate::compiler::Flat;
use crate::pack::BUILT_IN;
use crate::source::Level;
use crate::trie::{SetId, Step};
use crate::words::{Word, FIGURES};

/// Which words are core, by number: one bit for rows that may be written, one for all rows.
pub(crate) fn core(
    flats: &[Flat],
    words: usize,
    sets: usize,
    length: &dyn Fn(Word) -> usize,
) -> Vec<u8> {
    let mut found = Core {
        flats,
        core: vec![false; words],
        anchored: vec![false; sets],
        length,
    };
    found.core[usize::from(FIGURES)] = true;
    for flat in flats.iter().filter(|flat| flat.numeral) {
        if !flat
            .steps
            .iter()
            .any(|(_, step)| matches!(step, Step::Slot { .. }))
        {
            found.mark(&flat.steps);
        }
    }
    found.settle();
    let mut bits = vec![0; words];
    for (bit, wanted) in [(1, Some(Level::Write)), (2, None)] {
        let tops = || {
            flats
                .iter()
                .filter(|flat| flat.top.is_some() && (wanted.is_none() || flat.top == wanted))
        };
        let mut loose = usize::MAX;
        loop {
            let before = std::mem::replace(&mut loose, 0);
            for flat in tops() {
                if !found.holds(flat) {
                    loose += 1;
                    found.wake(flat, 0);
                    if flat
                        .steps
                        .iter()
                        .any(|(_, step)| matches!(step, Step::Slot { .. }))
                    {
                        found.settle(); // the rows that follow may hold one now
                    }
                }
            }
            // a row of itself alone matches nothing, and is not to be woken
            if loose == 0 || loose >= before {
                break;
            }
            found.settle();
        }
        for (bits, _) in bits.iter_mut().zip(&found.core).filter(|(_, core)| **core) {
            *bits |= bit;
        }
    }
    bits
}

struct Core<'a> {
    flats: &'a [Flat],
    core: Vec<bool>,
    anchored: Vec<bool>,
    length: &'a dyn Fn(Word) -> usize,
}

impl Core<'_> {
    fn holds(&self, flat: &Flat) -> bool {
        flat.steps.iter().any(|(_, step)| match step {
            Step::Word(word) => self.core[usize::from(*word)],
            Step::Slot { set, .. } => self.anchored[usize::from(*set)],
        })
    }

    /// The largest family of sets all of whose sequences hold a core word.
    fn settle(&mut self) {
        self.anchored.fill(true);
        loop {
            let loose: Vec<SetId> = (self.flats.iter())
                .filter(|flat| self.anchored[usize::from(flat.set)] && !self.holds(flat))
                .map(|flat| flat.set)
                .collect();
            if loose.is_empty() {
                return;
            }
            for set in loose {
                if usize::from(set) >= BUILT_IN.len() {
                    self.anchored[usize::from(set)] = false;
                }
            }
        }
    }

    fn mark(&mut self, steps: &[(u8, Step)]) -> bool {
        let words = steps.iter().filter_map(|(_, step)| match step {
            Step::Word(word) => Some(*word),
            Step::Slot { .. } => None,
        });
        let longest = words.max_by_key(|&word| (self.length)(word));
        if let Some(word) = longest {
            self.core[usize::from(word)] = true;
        }
        longest.is_some()
    }

    fn wake(&mut self, flat: &Flat, depth: usize) {
        if self.mark(&flat.steps) || depth > 4 {
            return;
        }
        let Some((_, Step::Slot { set, .. })) = flat.steps.first() else {
            return;
        };
        let flats = self.flats;
        for inner in flats.iter().filter(|inner| inner.set == *set) {
            if !self.holds(inner) {
                self.wake(inner, depth + 1);
            }
        }
    }
}

/// Bits of the sets that each word may begin, and how many words of bits each has.
pub(crate) fn starts(
    flats: &[Flat],
    words: usize,
    sets: usize,
    tops: [SetId; 2],
) -> (Vec<u64>, usize) {
    let stride = sets.div_ceil(64);
    let mut first: Vec<FxHashSet<Word>> = vec![FxHashSet::default(); sets];
    for built_in in first.iter_mut().take(BUILT_IN.len()) {
        built_in.insert(FIGURES);
    }
    loop {
        let before: usize = first.iter().map(FxHashSet::len).sum();
        for flat in flats {
            let add: Vec<Word> = match flat.steps[0].1 {
                Step::Word(word) => vec![word],
                Step::Slot { set, .. } => first[usize::from(set)].iter().copied().collect(),
            };
            let top = flat
                .top
                .map_or(2, |level| usize::from(level != Level::Write));
            for set in std::iter::once(&flat.set).chain(&tops[top.min(2)..]) {
                first[usize::from(*set)].extend(&add);
            }
        }
        if first.iter().map(FxHashSet::len).sum::<usize>() == before {
            break;
        }
    }
    let mut starts = vec![0; words * stride];
    for (set, heads) in first.iter().enumerate() {
        for word in heads {
            starts[usize::from(*word) * stride + set / 64] |= 1 << (set % 64);
        }
    }
    (starts, stride)
}
