//! All optimal alignments of a reference of at most 64 tokens, one machine word per column.
//!
//! Bit-parallel edit distance after Myers (1999) and Hyyrö (2003): rows are reference tokens,
//! columns hypothesis tokens.

use crate::hits::{Deltas, Op, Walk};

/// The longest reference this module takes, in tokens.
pub const ROWS: usize = 64;

/// One column: which rows hold its token, and the differences between neighbouring cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Column {
    /// Bit r: the reference token of row r equals this column's token.
    pub equal: u64,
    /// The differences.
    pub deltas: Deltas,
}

/// A table of one pair; kept between pairs for its memory.
#[derive(Default)]
pub struct Short {
    rows: usize,
    /// One entry a hypothesis token.
    pub columns: Vec<Column>,
}

impl Short {
    /// Forget the last pair; the reference of the next one has `rows` tokens, 1 to 64.
    #[inline]
    pub fn begin(&mut self, rows: usize) {
        debug_assert!((1..=ROWS).contains(&rows));
        self.rows = rows;
        self.columns.clear();
    }

    /// Fill the table for hypothesis tokens that stand at the reference rows in `equal`; return
    /// the number of errors.
    #[inline]
    pub fn fill(&mut self, equal: impl Iterator<Item = u64>) -> u64 {
        let last = 1u64 << (self.rows - 1);
        let (mut rise, mut fall) = (u64::MAX, 0u64);
        let mut errors = self.rows as u64;
        self.columns.extend(equal.map(|equal| {
            let diagonal = ((equal & rise).wrapping_add(rise) ^ rise) | equal | fall;
            let horizontal = fall | !(diagonal | rise);
            let sinking = diagonal & rise;
            errors += (horizontal & last != 0) as u64;
            errors -= (sinking & last != 0) as u64;
            let shifted = horizontal << 1 | 1;
            rise = sinking << 1 | !(diagonal | shifted);
            fall = shifted & diagonal;
            Column {
                equal,
                deltas: Deltas { vertical: rise, fall, horizontal, diagonal },
            }
        }));
        errors
    }

    /// The hits of the alignment with fewest errors and, among those, most hits.
    #[inline]
    pub fn hits(&self) -> u64 {
        // The same walk as `hits::Walk`, with the live cells of a column as bits. Cell `row` of
        // the arrays is table row `row + 1`; row 0 of the table is `edge`.
        let mut current = [0u32; ROWS];
        let mut before = [0u32; ROWS];
        let mut live = 1u64 << (self.rows - 1);
        let mut edge: Option<u32> = None;
        for column in self.columns.iter().rev() {
            let Deltas { vertical, horizontal, diagonal, .. } = column.deltas;
            let mut next = 0u64;
            let mut next_edge = None;
            let mut work = live;
            while work != 0 {
                let row = 63 - work.leading_zeros() as usize;
                let bit = 1u64 << row;
                work ^= bit;
                let hits = current[row];
                let same = column.equal & bit != 0;
                if same || diagonal & bit == 0 {
                    let hits = hits + same as u32;
                    if row == 0 {
                        next_edge = next_edge.max(Some(hits));
                    } else if next & bit >> 1 == 0 {
                        next |= bit >> 1;
                        before[row - 1] = hits;
                    } else {
                        before[row - 1] = before[row - 1].max(hits);
                    }
                }
                if vertical & bit != 0 {
                    if row == 0 {
                        edge = edge.max(Some(hits));
                    } else if work & bit >> 1 == 0 {
                        work |= bit >> 1;
                        current[row - 1] = hits;
                    } else {
                        current[row - 1] = current[row - 1].max(hits);
                    }
                }
                if horizontal & bit != 0 {
                    before[row] = if next & bit == 0 { hits } else { before[row].max(hits) };
                    next |= bit;
                }
            }
            next_edge = next_edge.max(edge);
            edge = next_edge;
            live = next;
            std::mem::swap(&mut current, &mut before);
        }
        // Column 0: every remaining cell goes straight up to the first.
        let mut best = edge.unwrap_or(0);
        while live != 0 {
            best = best.max(current[live.trailing_zeros() as usize]);
            live &= live - 1;
        }
        best as u64
    }

    /// Push the steps of the same alignment.
    pub fn ops(&self, walk: &mut Walk, ops: &mut Vec<Op>) {
        walk.begin(self.rows, true);
        for column in self.columns.iter().rev() {
            walk.column(|_| column.deltas, |row| column.equal >> row & 1 == 1);
        }
        walk.hits();
        walk.ops(self.rows, self.columns.len(), ops);
    }
}
