//! Alignment by positive integer weights, such as NIST's 4, 3, 3.
//!
//! Chosen among all alignments: least weight, then fewest errors, then most hits, then the fixed
//! order of [`crate::hits`]. One number holds the first three: with K greater than any alignment
//! is long, a step costs weight * K^2 + (1 if it is an error) * K + (1 if it is a substitution).
//! Given the errors, fewest substitutions is most hits.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::hits::{Counts, Op};

/// What a substitution, a deletion and an insertion cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Weight of a substitution.
    pub substitution: u32,
    /// Weight of a deletion.
    pub deletion: u32,
    /// Weight of an insertion.
    pub insertion: u32,
}

impl Weights {
    /// Each error costs as much as any other.
    pub const ONE: Weights = Weights {
        substitution: 1,
        deletion: 1,
        insertion: 1,
    };
}

/// The costs of one step of each kind.
struct Scale {
    unit: u64,
    substitution: u64,
    deletion: u64,
    insertion: u64,
}

impl Scale {
    fn new(weights: Weights, rows: usize, columns: usize) -> Option<Scale> {
        let unit = (rows + columns + 1) as u64;
        let step = |weight: u32, extra: u64| {
            let cost = (weight as u64).checked_mul(unit)?.checked_add(1)?;
            cost.checked_mul(unit)?.checked_add(extra)
        };
        let scale = Scale {
            unit,
            substitution: step(weights.substitution, 1)?,
            deletion: step(weights.deletion, 0)?,
            insertion: step(weights.insertion, 0)?,
        };
        // No alignment costs more than all of one text and all of the other.
        let worst = scale.deletion.max(scale.insertion).max(scale.substitution);
        worst.checked_mul(unit)?;
        Some(scale)
    }

    /// Costs of aligning the hypothesis's ends with nothing.
    fn last_row(&self, columns: usize) -> Vec<u64> {
        (0..=columns as u64)
            .rev()
            .map(|rest| rest * self.insertion)
            .collect()
    }

    /// From the costs for the reference from row + 1 on, those from row on, whose token is given.
    fn row_above(&self, token: u32, hypothesis: &[u32], below: &[u64], row: &mut [u64]) {
        let columns = hypothesis.len();
        let mut right = below[columns] + self.deletion;
        row[columns] = right;
        for column in (0..columns).rev() {
            let change = if hypothesis[column] == token {
                0
            } else {
                self.substitution
            };
            let cost = (below[column + 1] + change).min(below[column] + self.deletion);
            right = cost.min(right + self.insertion);
            row[column] = right;
        }
    }
}

/// Whether the weights and lengths fit; beyond, the arithmetic would overflow.
pub fn fits(weights: Weights, rows: usize, columns: usize) -> bool {
    Scale::new(weights, rows, columns).is_some()
}

/// The counts of the chosen alignment; zeros if [`fits`] is false or `stop` was set.
pub fn counts(
    reference: &[u32],
    hypothesis: &[u32],
    weights: Weights,
    stop: &AtomicBool,
) -> Counts {
    let (rows, columns) = (reference.len(), hypothesis.len());
    let Some(scale) = Scale::new(weights, rows, columns) else {
        return Counts::default();
    };
    let mut below = scale.last_row(columns);
    let mut row = below.clone();
    for &token in reference.iter().rev() {
        if stop.load(Ordering::Relaxed) {
            return Counts::default();
        }
        scale.row_above(token, hypothesis, &below, &mut row);
        std::mem::swap(&mut below, &mut row);
    }
    let substitutions = below[0] % scale.unit;
    let errors = below[0] / scale.unit % scale.unit;
    let hits = ((rows + columns) as u64 - errors - substitutions) / 2;
    Counts {
        hits,
        substitutions,
        deletions: rows as u64 - hits - substitutions,
        insertions: columns as u64 - hits - substitutions,
    }
}

/// Push the steps of the chosen alignment of texts without common prefix and suffix.
pub fn ops(
    reference: &[u32],
    hypothesis: &[u32],
    weights: Weights,
    stop: &AtomicBool,
    ops: &mut Vec<Op>,
) {
    let (rows, columns) = (reference.len(), hypothesis.len());
    let Some(scale) = Scale::new(weights, rows, columns) else {
        return;
    };
    // Rows are kept at checkpoints only, and made again a stretch at a time.
    let stretch = (rows.isqrt() + 1).max(64);
    let mut checkpoints = Vec::new();
    let mut below = scale.last_row(columns);
    let mut row = below.clone();
    for at in (0..rows).rev() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        if (at + 1).is_multiple_of(stretch) || at + 1 == rows {
            checkpoints.push(below.clone());
        }
        scale.row_above(reference[at], hypothesis, &below, &mut row);
        std::mem::swap(&mut below, &mut row);
    }
    let (mut at, mut column) = (0, 0);
    let mut table: Vec<Vec<u64>> = Vec::new();
    while at < rows {
        let end = rows.min((at / stretch + 1) * stretch);
        let checkpoint = checkpoints.pop().expect("one checkpoint a stretch");
        table.clear();
        table.resize(end - at, vec![0; columns + 1]);
        table.push(checkpoint);
        for line in (at..end).rev() {
            let (rows, below) = table.split_at_mut(line - at + 1);
            scale.row_above(reference[line], hypothesis, &below[0], &mut rows[line - at]);
        }
        let start = at;
        while at < end {
            let (here, next) = (&table[at - start], &table[at - start + 1]);
            let cost = here[column];
            let more = column < columns;
            let op = if more && reference[at] == hypothesis[column] && cost == next[column + 1] {
                Op::Equal
            } else if more && cost == next[column + 1] + scale.substitution {
                Op::Substitute
            } else if cost == next[column] + scale.deletion {
                Op::Delete
            } else {
                Op::Insert
            };
            at += (op != Op::Insert) as usize;
            column += (op != Op::Delete) as usize;
            ops.push(op);
        }
    }
    ops.resize(ops.len() + columns - column, Op::Insert);
}
