//! Alignments in which neighbouring words of one side may stand for one word of the other, as in
//! kaldialign's `edit_distance` with `merge_compounds`.
//!
//! Of alignments with as few errors, the one is counted that kaldialign counts: at each place a
//! substitution or an equal word only if it is better than both others, and a deletion only if it is
//! better than an insertion; merged words only if that leaves fewer errors than all of them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::tokens::Pieces;
use crate::words::Word;
use crate::Counts;

/// The errors up to a place.
#[derive(Clone, Copy, Default)]
struct Cell {
    errors: u32,
    deletions: u32,
    insertions: u32,
}

/// Aligns pairs; its memory is used again.
#[derive(Default)]
pub struct Merging {
    /// For each number of words of one side: how many of the last ones, joined, are which word of the
    /// other side.
    merged: [Merged; 2],
    /// The last rows of the table, as many as a merged word may reach back.
    rows: Vec<Vec<Cell>>,
}

/// Where words end that are one word of the other side.
#[derive(Default)]
struct Merged {
    starts: Vec<usize>,
    /// The word of the other side, and of how many words it is made.
    found: Vec<(u32, usize)>,
}

impl Merging {
    /// The counts of a pair. The ids are those of the words.
    pub fn counts(
        &mut self,
        pair: &Pieces<'_>,
        reference: &[u32],
        hypothesis: &[u32],
        stop: &AtomicBool,
    ) -> Counts {
        let words = reference.len() as u64;
        if reference == hypothesis {
            return Counts {
                hits: words,
                ..Counts::default()
            };
        }
        let said = (pair.reference, pair.reference_words);
        let written = (pair.hypothesis, pair.hypothesis_words);
        self.merged[0].find(said, written, hypothesis);
        self.merged[1].find(written, said, reference);
        let last = self.fill(reference, hypothesis, stop);
        let substitutions = u64::from(last.errors - last.deletions - last.insertions);
        let deletions = u64::from(last.deletions);
        Counts {
            hits: words.saturating_sub(substitutions + deletions),
            substitutions,
            deletions,
            insertions: u64::from(last.insertions),
        }
    }

    /// Fill the table row by row, and return its last cell.
    fn fill(&mut self, reference: &[u32], hypothesis: &[u32], stop: &AtomicBool) -> Cell {
        let [in_reference, in_hypothesis] = &self.merged;
        let kept = 2.max(1 + in_reference.most());
        self.rows.resize_with(self.rows.len().max(kept), Vec::new);
        for (row, cells) in self.rows.iter_mut().enumerate().take(kept) {
            cells.clear();
            cells.resize(hypothesis.len() + 1, Cell::default());
            if row > 0 {
                continue;
            }
            for (column, cell) in cells.iter_mut().enumerate() {
                (cell.errors, cell.insertions) = (column as u32, column as u32);
            }
        }
        for (at, &said) in reference.iter().enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let mut row = std::mem::take(&mut self.rows[(at + 1) % kept]);
            let above = &self.rows[at % kept];
            row[0].errors = at as u32 + 1;
            (row[0].deletions, row[0].insertions) = (at as u32 + 1, 0);
            let from_rows = in_reference.ending(at);
            for (column, &written) in hypothesis.iter().enumerate() {
                let mut cell = best(
                    said != written,
                    above[column],
                    above[column + 1],
                    row[column],
                );
                for &(word, count) in from_rows {
                    let before = self.rows[(at + 1 - count) % kept].get(column);
                    if word == written {
                        take_better(&mut cell, before);
                    }
                }
                for &(word, count) in in_hypothesis.ending(column) {
                    if word == said {
                        take_better(&mut cell, above.get(column + 1 - count));
                    }
                }
                row[column + 1] = cell;
            }
            self.rows[(at + 1) % kept] = row;
        }
        self.rows[reference.len() % kept][hypothesis.len()]
    }
}

/// The errors with one step more: over the diagonal, from above or from the left.
#[inline]
fn best(differ: bool, diagonal: Cell, above: Cell, left: Cell) -> Cell {
    let substituted = diagonal.errors + u32::from(differ);
    let (deleted, inserted) = (above.errors + 1, left.errors + 1);
    if substituted < inserted && substituted < deleted {
        Cell {
            errors: substituted,
            ..diagonal
        }
    } else if deleted < inserted {
        Cell {
            errors: deleted,
            deletions: above.deletions + 1,
            ..above
        }
    } else {
        Cell {
            errors: inserted,
            insertions: left.insertions + 1,
            ..left
        }
    }
}

fn take_better(cell: &mut Cell, before: Option<&Cell>) {
    if let Some(&before) = before {
        if before.errors < cell.errors {
            *cell = before;
        }
    }
}

impl Merged {
    /// Find the words of one side that, joined, are a word of the other.
    fn find(
        &mut self,
        (text, words): (&[u8], &[Word]),
        (other, other_words): (&[u8], &[Word]),
        ids: &[u32],
    ) {
        // By its last letter, the lengths of a word of the other side; 63 for all longer ones.
        let mut lengths = [0u64; 256];
        for word in other_words {
            if let [.., letter] = word.bytes(other) {
                lengths[*letter as usize] |= 1 << (word.end - word.start).min(63);
            }
        }
        let longest = other_words
            .iter()
            .map(|word| (word.end - word.start) as usize)
            .max();
        let longest = longest.unwrap_or_default();
        let mut known: HashMap<&[u8], u32> = HashMap::new();
        let mut joined = Vec::new();
        self.starts.clear();
        self.found.clear();
        for (at, last) in words.iter().enumerate() {
            self.starts.push(self.found.len());
            let last = last.bytes(text);
            // A given word may be empty, and then the last letter is one of a word before it.
            let possible = last
                .last()
                .map_or(u64::MAX, |&letter| lengths[letter as usize]);
            let mut length = last.len();
            for first in (0..at).rev() {
                length += words[first].bytes(text).len();
                if length > longest {
                    break;
                }
                if possible & 1 << length.min(63) == 0 {
                    continue;
                }
                if known.is_empty() {
                    let all = other_words.iter().zip(ids);
                    known.extend(all.map(|(word, &id)| (word.bytes(other), id)));
                }
                joined.clear();
                joined.extend(words[first..=at].iter().flat_map(|word| word.bytes(text)));
                if let Some(&id) = known.get(joined.as_slice()) {
                    self.found.push((id, at + 1 - first));
                }
            }
        }
        self.starts.push(self.found.len());
    }

    /// Those that end with the word at a place, fewest words first.
    #[inline]
    fn ending(&self, at: usize) -> &[(u32, usize)] {
        &self.found[self.starts[at]..self.starts[at + 1]]
    }

    /// The most words that are one.
    fn most(&self) -> usize {
        self.found
            .iter()
            .map(|&(_, count)| count)
            .max()
            .unwrap_or_default()
    }
}
