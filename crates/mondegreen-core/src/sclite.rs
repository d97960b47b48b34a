//! The alignment that NIST's sclite takes, by weights such as its 4, 3, 3.
//!
//! sclite fills the table of costs from the beginning and walks back from its end: over the
//! diagonal if that costs at most as much as both others, else by a deletion if that costs less
//! than an insertion, else by an insertion. (sclite 2.10, `net_dp.c`, read in August 2026.)
//!
//! A cell is one number: its cost, then the step that led to it, then the substitutions on the way
//! there. The least of three such numbers is the step that sclite takes, whatever the
//! substitutions are; and with the lengths, cost and substitutions give all four counts.
//!
//! Only a band of the table is filled. A way that leaves a band of `extra` diagonals on either side
//! of the two corners has at least `extra + 1` deletions and as many insertions more than the
//! lengths ask for; where a way within the band costs less than that, all cheapest ways are in it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::hits::{Counts, Op};
use crate::tokens::Pair;
use crate::weighted::Weights;

/// Diagonals on either side of the first band, and how much wider the next ones are.
const FIRST: usize = 8;
const WIDER: usize = 4;
/// Steps that are kept at once, unless the rows are very long.
const KEPT: usize = 1 << 20;
/// Rows between two looks at whether to stop.
const OFTEN: usize = 16;
/// What a cell outside of the band costs; no sum with it overflows.
const OUTSIDE: u64 = u64::MAX / 2;
const STEPS: [Op; 3] = [Op::Substitute, Op::Insert, Op::Delete];

/// Where the parts of a cell are, and what the steps add to it.
struct Cells {
    /// The bits below the step.
    shift: u32,
    weights: Weights,
    rows: usize,
    columns: usize,
}

impl Cells {
    fn new(weights: Weights, rows: usize, columns: usize) -> Option<Cells> {
        let shift = usize::BITS - rows.min(columns).leading_zeros();
        let largest = weights
            .substitution
            .max(weights.deletion)
            .max(weights.insertion);
        let cost = (rows as u64 + columns as u64 + 1).checked_mul(largest as u64)?;
        let fits = cost.leading_zeros() >= shift + 4 && weights.deletion.min(weights.insertion) > 0;
        fits.then_some(Cells {
            shift,
            weights,
            rows,
            columns,
        })
    }

    /// A cost as a part of a cell.
    fn cost(&self, cost: u64) -> u64 {
        cost << 2 << self.shift
    }

    /// What a step of this rank adds.
    fn step(&self, weight: u32, rank: u64) -> u64 {
        self.cost(weight as u64) | rank << self.shift
    }

    /// The cost of a cell.
    fn cost_of(&self, cell: u64) -> u64 {
        cell >> 2 >> self.shift
    }

    /// What a way costs at least that leaves a band.
    fn bound(&self, extra: usize) -> u64 {
        let (deletion, insertion) = (self.weights.deletion as u64, self.weights.insertion as u64);
        let (rows, columns) = (self.rows as u64, self.columns as u64);
        rows.saturating_sub(columns) * deletion
            + columns.saturating_sub(rows) * insertion
            + (extra as u64 + 1) * (deletion + insertion)
    }

    /// The counts that follow from the last cell.
    fn solve(&self, last: u64) -> Counts {
        let substitutions = last & ((1 << self.shift) - 1);
        let (deletion, insertion) = (self.weights.deletion as u64, self.weights.insertion as u64);
        let rest = self.cost_of(last) - substitutions * self.weights.substitution as u64;
        // rest = deletions * deletion + insertions * insertion, and the lengths say the difference.
        let (rows, columns) = (self.rows as u64, self.columns as u64);
        let more =
            rows.saturating_sub(columns) * deletion + columns.saturating_sub(rows) * insertion;
        let both = (rest - more) / (deletion + insertion);
        let deletions = both + rows.saturating_sub(columns);
        Counts {
            hits: rows - deletions - substitutions,
            substitutions,
            deletions,
            insertions: both + columns.saturating_sub(rows),
        }
    }

    /// The first and the last column of a row of the band.
    fn band(&self, row: usize, extra: usize) -> (usize, usize) {
        let shorter = self.rows.saturating_sub(self.columns) + extra;
        let longer = self.columns.saturating_sub(self.rows) + extra;
        (
            row.saturating_sub(shorter),
            (row + longer).min(self.columns),
        )
    }

    /// Whether the band is the whole table.
    fn is_all(&self, extra: usize) -> bool {
        extra >= self.rows.min(self.columns)
    }

    /// The row of the beginning, without any token of the reference.
    fn first_row(&self, extra: usize) -> Vec<u64> {
        let mut row = vec![OUTSIDE; self.columns + 1];
        let cells = &mut row[..=self.band(0, extra).1];
        for (cell, column) in cells.iter_mut().zip(0..) {
            *cell = self.cost(column * self.weights.insertion as u64);
        }
        row
    }

    /// From the cells above, those of a row within its band; `seen` is told the rank of each step.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn fill(
        &self,
        number: usize,
        extra: usize,
        token: u32,
        hypothesis: &[u32],
        above: &[u64],
        row: &mut [u64],
        mut seen: impl FnMut(usize, u8),
    ) {
        let (first, last) = self.band(number, extra);
        let (deletion, insertion) = (
            self.step(self.weights.deletion, 2),
            self.step(self.weights.insertion, 1),
        );
        let substitution = self.cost(self.weights.substitution as u64) + 1;
        let keep = !(3 << self.shift);
        let mut left = if first == 0 {
            let cell = self.cost(number as u64 * self.weights.deletion as u64);
            row[0] = cell;
            cell
        } else {
            row[first - 1] = OUTSIDE;
            OUTSIDE
        };
        let start = first.max(1);
        let above = &above[start - 1..=last];
        let row = &mut row[start..=last];
        for (at, (&other, cell)) in hypothesis[start - 1..last].iter().zip(row).enumerate() {
            let change = if other == token { 0 } else { substitution };
            let way = (above[at] + change).min(above[at + 1] + deletion);
            let least = way.min(left + insertion);
            seen(start + at, (least >> self.shift & 3) as u8);
            left = least & keep;
            *cell = left;
        }
    }
}

/// Whether the weights and lengths fit: beyond, the arithmetic would overflow; a weight of nothing
/// leaves no bound for a band.
pub fn fits(weights: Weights, rows: usize, columns: usize) -> bool {
    Cells::new(weights, rows, columns).is_some()
}

/// The counts of the alignment that sclite takes; zeros if [`fits`] is false or `stop` was set.
pub fn counts(
    reference: &[u32],
    hypothesis: &[u32],
    weights: Weights,
    stop: &AtomicBool,
) -> Counts {
    let (rows, columns) = (reference.len(), hypothesis.len());
    let Some(cells) = Cells::new(weights, rows, columns) else {
        return Counts::default();
    };
    let mut extra = FIRST;
    let last = loop {
        let mut above = cells.first_row(extra);
        let mut row = vec![OUTSIDE; columns + 1];
        for (at, &token) in reference.iter().enumerate() {
            if at % OFTEN == 0 && stop.load(Ordering::Relaxed) {
                return Counts::default();
            }
            cells.fill(
                at + 1,
                extra,
                token,
                hypothesis,
                &above,
                &mut row,
                |_, _| {},
            );
            std::mem::swap(&mut above, &mut row);
        }
        if cells.is_all(extra) || cells.cost_of(above[columns]) < cells.bound(extra) {
            break above[columns];
        }
        extra *= WIDER;
    };
    cells.solve(last)
}

/// Push the steps of the alignment that sclite takes.
pub fn ops(
    reference: &[u32],
    hypothesis: &[u32],
    weights: Weights,
    stop: &AtomicBool,
    ops: &mut Vec<Op>,
) {
    let (rows, columns) = (reference.len(), hypothesis.len());
    let Some(cells) = Cells::new(weights, rows, columns) else {
        return;
    };
    let mut extra = FIRST;
    let mut walk = loop {
        let mut walk = Walk::new(&cells, extra);
        if !walk.forward(reference, hypothesis, stop) {
            return;
        }
        if cells.is_all(extra) || cells.cost_of(walk.above[columns]) < cells.bound(extra) {
            break walk;
        }
        extra *= WIDER;
    };
    let begin = ops.len();
    let (mut row, mut column) = (rows, columns);
    while row > 0 && column > 0 {
        if row == walk.start && !walk.back(reference, hypothesis, stop) {
            return;
        }
        let step = walk.step(row, column);
        let is_hit = step == Op::Substitute && reference[row - 1] == hypothesis[column - 1];
        ops.push(if is_hit { Op::Equal } else { step });
        row -= (step != Op::Insert) as usize;
        column -= (step != Op::Delete) as usize;
    }
    ops.resize(ops.len() + row, Op::Delete);
    ops.resize(ops.len() + column, Op::Insert);
    ops[begin..].reverse();
}

/// The steps of a stretch of rows, and the rows from which those before it are made again.
struct Walk<'a> {
    cells: &'a Cells,
    extra: usize,
    width: usize,
    stretch: usize,
    /// The rows before each stretch.
    checkpoints: Vec<Vec<u64>>,
    above: Vec<u64>,
    row: Vec<u64>,
    /// The row before the stretch whose steps are here.
    start: usize,
    steps: Vec<u8>,
}

impl<'a> Walk<'a> {
    fn new(cells: &'a Cells, extra: usize) -> Walk<'a> {
        let width = (cells.rows.abs_diff(cells.columns) + 2 * extra + 1).min(cells.columns + 1);
        Walk {
            cells,
            extra,
            width,
            stretch: (KEPT / width).max(cells.rows.isqrt() + 1),
            checkpoints: Vec::new(),
            above: cells.first_row(extra),
            row: Vec::new(),
            start: 0,
            steps: Vec::new(),
        }
    }

    /// Fill all rows; the steps of the last stretch stay. False if `stop` was set.
    fn forward(&mut self, reference: &[u32], hypothesis: &[u32], stop: &AtomicBool) -> bool {
        (0..self.cells.rows).step_by(self.stretch).all(|start| {
            self.checkpoints.push(self.above.clone());
            self.fill(start, reference, hypothesis, stop)
        })
    }

    /// Make the stretch before this one again. False if `stop` was set.
    fn back(&mut self, reference: &[u32], hypothesis: &[u32], stop: &AtomicBool) -> bool {
        self.checkpoints.pop();
        let checkpoint = self.checkpoints.last().expect("a stretch begins at row 0");
        self.above.clone_from(checkpoint);
        self.fill(self.start - self.stretch, reference, hypothesis, stop)
    }

    fn fill(
        &mut self,
        start: usize,
        reference: &[u32],
        hypothesis: &[u32],
        stop: &AtomicBool,
    ) -> bool {
        let end = (start + self.stretch).min(self.cells.rows);
        self.start = start;
        self.steps.clear();
        self.steps.resize((end - start) * self.width, 0);
        self.row.clear();
        self.row.resize(self.cells.columns + 1, OUTSIDE);
        for (at, &token) in reference[start..end].iter().enumerate() {
            if at % OFTEN == 0 && stop.load(Ordering::Relaxed) {
                return false;
            }
            let number = start + at + 1;
            let first = self.cells.band(number, self.extra).0;
            let steps = &mut self.steps[at * self.width..][..self.width];
            let (above, row) = (&self.above, &mut self.row);
            let seen = |column: usize, rank| steps[column - first] = rank;
            self.cells
                .fill(number, self.extra, token, hypothesis, above, row, seen);
            std::mem::swap(&mut self.above, &mut self.row);
        }
        true
    }

    /// The step that led to a cell, as if no two tokens were equal.
    fn step(&self, row: usize, column: usize) -> Op {
        let first = self.cells.band(row, self.extra).0;
        let at = (row - self.start - 1) * self.width + column - first;
        STEPS[self.steps[at] as usize]
    }
}

/// Settle what is before the first step of the middle: `ops` begins with `prefix` hits, then
/// come deletions or insertions alone, and sclite prefers to hit as late as it can.
pub fn slide<P: Pair>(pair: &P, prefix: usize, ops: &mut [Op]) {
    let Some(&kind) = ops.get(prefix) else { return };
    if !matches!(kind, Op::Delete | Op::Insert) {
        return;
    }
    let mut others = ops[prefix..].iter().take_while(|&&op| op == kind).count();
    let (mut hits, mut at) = (prefix, prefix + others);
    while others > 0 && hits > 0 {
        at -= 1;
        let (row, column) = match kind {
            Op::Delete => (hits + others - 1, hits - 1),
            _ => (hits - 1, hits + others - 1),
        };
        if pair.same(row, column) {
            ops[at] = Op::Equal;
            hits -= 1;
        } else {
            ops[at] = kind;
            others -= 1;
        }
    }
    ops[..at].fill(if others > 0 { kind } else { Op::Equal });
}
