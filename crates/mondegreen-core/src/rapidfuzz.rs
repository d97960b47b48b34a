//! The alignment that RapidFuzz chooses, and so jiwer: for scores that must equal theirs.
//!
//! Described from RapidFuzz 3.14.6. After the common prefix and suffix are taken off, small
//! problems are walked back from the end: delete where the cell costs one more than the one above
//! it; else insert where, in the column before, the cell costs one less than the one above it;
//! else go diagonally. A problem is large when its two bit matrices would take 1 MiB or more; it
//! is cut in two at the middle of the hypothesis and at the first row of the reference where the
//! costs of both halves add up to the least, and each half is aligned by itself.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::hits::Op;
use crate::long::{Long, Space};

/// Push the steps for two texts of token ids below `ids`; give up once `stop` is set.
pub fn ops(
    reference: &[u32],
    hypothesis: &[u32],
    ids: usize,
    space: &mut Space,
    stop: &AtomicBool,
    ops: &mut Vec<Op>,
) {
    let most = reference.len().max(hypothesis.len());
    Chooser {
        ids,
        space,
        stop,
        ops,
    }
    .align(reference, hypothesis, most);
}

struct Chooser<'a> {
    ids: usize,
    space: &'a mut Space,
    stop: &'a AtomicBool,
    ops: &'a mut Vec<Op>,
}

impl Chooser<'_> {
    /// `most` is the number of errors, or more: what RapidFuzz takes for the size of the problem.
    fn align(&mut self, reference: &[u32], hypothesis: &[u32], most: usize) {
        let same = reference
            .iter()
            .zip(hypothesis)
            .take_while(|(a, b)| a == b)
            .count();
        let (reference, hypothesis) = (&reference[same..], &hypothesis[same..]);
        let both = reference.iter().rev().zip(hypothesis.iter().rev());
        let suffix = both.take_while(|(a, b)| a == b).count();
        self.push(Op::Equal, same);
        self.middle(
            &reference[..reference.len() - suffix],
            &hypothesis[..hypothesis.len() - suffix],
            most,
        );
        self.push(Op::Equal, suffix);
    }

    fn push(&mut self, op: Op, times: usize) {
        self.ops.resize(self.ops.len() + times, op);
    }

    fn middle(&mut self, reference: &[u32], hypothesis: &[u32], most: usize) {
        let (rows, columns) = (reference.len(), hypothesis.len());
        if rows == 0 || columns == 0 {
            self.push(Op::Delete, rows);
            self.push(Op::Insert, columns);
            return;
        }
        let most = most.min(rows.max(columns));
        let band = rows.min(2 * most + 1);
        if 2 * band * columns / 8 < 1 << 20 || rows < 65 || columns < 10 {
            self.walk(reference, hypothesis, most);
            return;
        }
        let half = columns / 2;
        let (row, left, right) = self.cut(reference, hypothesis, most, half);
        self.align(&reference[..row], &hypothesis[..half], left);
        self.align(&reference[row..], &hypothesis[half..], right);
    }

    /// The first row at which a best alignment can pass the middle, and the costs of the halves.
    fn cut(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        most: usize,
        half: usize,
    ) -> (usize, usize, usize) {
        let mut forward = Long::new(reference, hypothesis, self.ids, self.space, self.stop);
        // Cells on a best alignment have the same costs under any bound that is high enough.
        let bound = forward.upper_bound().min(most as i64);
        let (first, left) = forward.costs_after(half, bound);
        let backwards = |tokens: &[u32]| tokens.iter().rev().copied().collect::<Vec<u32>>();
        let (reference, hypothesis) = (backwards(reference), backwards(hypothesis));
        let mut backward = Long::new(&reference, &hypothesis, self.ids, self.space, self.stop);
        let (skipped, right) = backward.costs_after(hypothesis.len() - half, bound);
        let mut best = (i64::MAX, 0, 0, 0);
        for (at, &cost) in left.iter().enumerate() {
            let row = first + at;
            let rest = (reference.len() - row).checked_sub(skipped);
            if let Some(&other) = rest.and_then(|rest| right.get(rest)) {
                if cost + other < best.0 {
                    best = (cost + other, row, cost as usize, other as usize);
                }
            }
        }
        (best.1, best.2, best.3)
    }

    fn walk(&mut self, reference: &[u32], hypothesis: &[u32], most: usize) {
        let start = self.ops.len();
        let table =
            Long::new(reference, hypothesis, self.ids, self.space, self.stop).table(most as i64);
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let (mut row, mut column) = (reference.len(), hypothesis.len());
        while row > 0 && column > 0 {
            let (block, bit) = ((row - 1) / 64, (row - 1) % 64);
            if table.deltas(column - 1, block).vertical >> bit & 1 == 1 {
                self.ops.push(Op::Delete);
                row -= 1;
                continue;
            }
            column -= 1;
            let insert = column > 0 && table.falls(column - 1, row - 1);
            if insert {
                self.ops.push(Op::Insert);
            } else {
                row -= 1;
                let same = reference[row] == hypothesis[column];
                self.ops.push(if same { Op::Equal } else { Op::Substitute });
            }
        }
        self.push(Op::Delete, row);
        self.push(Op::Insert, column);
        self.ops[start..].reverse();
    }
}
