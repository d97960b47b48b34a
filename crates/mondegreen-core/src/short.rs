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
        let mut cells = [[0u32; ROWS]; 2];
        let mut live = 1u64 << (self.rows - 1);
        let mut edge: Option<u32> = None;
        let mut at = self.columns.len();
        while at > 0 {
            let side = at & 1;
            if live & live.wrapping_sub(1) == 0 && edge.is_none() && live != 0 {
                // One cell alone: follow it along the diagonal while no other way is as good.
                let mut row = live.trailing_zeros() as usize;
                let mut hits = cells[side][row & 63];
                loop {
                    let Column { equal, deltas } = self.columns[at - 1];
                    let only_hit = equal & !deltas.vertical & !deltas.horizontal;
                    if only_hit >> row & 1 == 0 || row == 0 || at == 1 {
                        break;
                    }
                    row -= 1;
                    at -= 1;
                    hits += 1;
                }
                live = 1 << row;
                cells[at & 1][row & 63] = hits;
            }
            let side = at & 1;
            let Column { equal, deltas } = self.columns[at - 1];
            let Deltas { vertical, horizontal, diagonal, .. } = deltas;
            let step = equal | !diagonal;
            let mut next = 0u64;
            let mut next_edge = None;
            let mut work = live;
            while work != 0 {
                let row = 63 - work.leading_zeros() as usize;
                let bit = 1u64 << row;
                work ^= bit;
                let hits = cells[side][row];
                if step & bit != 0 {
                    let hits = hits + (equal >> row & 1) as u32;
                    if row == 0 {
                        next_edge = next_edge.max(Some(hits));
                    } else {
                        let cell = &mut cells[side ^ 1][row - 1];
                        *cell = if next & bit >> 1 == 0 { hits } else { hits.max(*cell) };
                        next |= bit >> 1;
                    }
                }
                if vertical & bit != 0 {
                    if row == 0 {
                        edge = edge.max(Some(hits));
                    } else {
                        let cell = &mut cells[side][row - 1];
                        *cell = if work & bit >> 1 == 0 { hits } else { hits.max(*cell) };
                        work |= bit >> 1;
                    }
                }
                if horizontal & bit != 0 {
                    let cell = &mut cells[side ^ 1][row];
                    *cell = if next & bit == 0 { hits } else { hits.max(*cell) };
                    next |= bit;
                }
            }
            edge = next_edge.max(edge);
            live = next;
            at -= 1;
        }
        // Column 0: every remaining cell goes straight up to the first.
        let mut best = edge.unwrap_or(0);
        while live != 0 {
            best = best.max(cells[0][live.trailing_zeros() as usize]);
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
