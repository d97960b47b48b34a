//! All optimal alignments of a reference of at most 64 tokens, one machine word per column.
//!
//! Bit-parallel edit distance after Myers (1999) and Hyyrö (2003): rows are reference tokens,
//! columns hypothesis tokens.

use crate::hits::{Counts, Deltas, Op, Walk};

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

impl Column {
    /// The rows from which the only way back is the diagonal, a hit or a substitution.
    #[inline]
    fn sure(&self) -> u64 {
        (self.equal | !self.deltas.diagonal) & !(self.deltas.vertical | self.deltas.horizontal)
    }
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

    /// Fill the table for hypothesis tokens that are at the reference rows in `equal`; return
    /// the number of errors.
    #[inline]
    pub fn fill(&mut self, equal: impl Iterator<Item = u64>) -> u64 {
        let (mut rise, mut fall) = (u64::MAX, 0u64);
        self.columns.extend(equal.map(|equal| {
            let diagonal = ((equal & rise).wrapping_add(rise) ^ rise) | equal | fall;
            let horizontal = fall | !(diagonal | rise);
            let sinking = diagonal & rise;
            let shifted = horizontal << 1 | 1;
            rise = sinking << 1 | !(diagonal | shifted);
            fall = shifted & diagonal;
            Column {
                equal,
                deltas: Deltas {
                    vertical: rise,
                    horizontal,
                    diagonal,
                },
            }
        }));
        errors(self.rows, self.columns.len(), rise, fall)
    }

    /// The hits of the alignment with fewest errors and, among those, most hits.
    #[inline]
    pub fn hits(&self) -> u64 {
        most_hits(
            self.rows,
            self.columns.len(),
            |at| self.columns[at],
            |at| (self.columns[at].sure(), self.columns[at].equal),
        )
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

/// Walk back over all optimal alignments; `column` gives the table's columns, and `sure` the rows
/// of a column from which there is one way only, and where its token stands.
#[inline(always)]
fn most_hits(
    rows: usize,
    columns: usize,
    column: impl Fn(usize) -> Column,
    sure: impl Fn(usize) -> (u64, u64),
) -> u64 {
    // The same walk as `hits::Walk`, with the live cells of a column as bits. Cell `row` of
    // the arrays is table row `row + 1`; row 0 of the table is `edge`.
    let mut cells = [[0u32; ROWS]; 2];
    let mut live = 1u64 << (rows - 1);
    let mut edge: Option<u32> = None;
    let mut at = columns;
    while at > 0 {
        let side = at & 1;
        if live & live.wrapping_sub(1) == 0 && edge.is_none() && live != 0 {
            // One cell alone: follow it along the diagonal while there is no other way.
            let mut row = live.trailing_zeros() as usize;
            let mut hits = cells[side][row & 63];
            while row > 0 && at > 1 {
                let (sure, equal) = sure(at - 1);
                if sure >> row & 1 == 0 {
                    break;
                }
                hits += (equal >> row & 1) as u32;
                row -= 1;
                at -= 1;
            }
            live = 1 << row;
            cells[at & 1][row & 63] = hits;
        }
        let side = at & 1;
        let Column { equal, deltas } = column(at - 1);
        let Deltas {
            vertical,
            horizontal,
            diagonal,
            ..
        } = deltas;
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
                    *cell = if next & bit >> 1 == 0 {
                        hits
                    } else {
                        hits.max(*cell)
                    };
                    next |= bit >> 1;
                }
            }
            if vertical & bit != 0 {
                if row == 0 {
                    edge = edge.max(Some(hits));
                } else {
                    let cell = &mut cells[side][row - 1];
                    *cell = if work & bit >> 1 == 0 {
                        hits
                    } else {
                        hits.max(*cell)
                    };
                    work |= bit >> 1;
                }
            }
            if horizontal & bit != 0 {
                let cell = &mut cells[side ^ 1][row];
                *cell = if next & bit == 0 {
                    hits
                } else {
                    hits.max(*cell)
                };
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

/// The cost of a table's last cell, from the first row of its last column down.
#[inline]
fn errors(rows: usize, columns: usize, rise: u64, fall: u64) -> u64 {
    let mask = u64::MAX >> (ROWS - rows);
    columns as u64 + (rise & mask).count_ones() as u64 - (fall & mask).count_ones() as u64
}

/// How many tables [`Wide`] fills at once.
pub const LANES: usize = 4;

type Lanes = wide::u64x4;

#[derive(Clone, Copy, Default)]
struct WideColumn {
    /// See [`Column::sure`].
    sure: Lanes,
    vertical: Lanes,
    horizontal: Lanes,
    diagonal: Lanes,
}

/// Several short pairs side by side: the steps of one table depend on each other, those of four
/// tables do not, so that a processor can work on all at once.
///
/// After a lane's last column stand leftovers, which nothing looks at.
#[derive(Default)]
pub struct Wide {
    equal: Vec<[u64; LANES]>,
    columns: Vec<WideColumn>,
    lanes: [Lane; LANES],
    used: usize,
}

/// One of the pairs: where its counts go, and its numbers of tokens.
#[derive(Default)]
struct Lane {
    place: usize,
    outside: u64,
    rows: usize,
    columns: usize,
}

impl Wide {
    /// Add a pair: `equal` gives, for each hypothesis token, the reference rows that hold it;
    /// `place` and `outside`, hits next to the table, come back with the counts. `true` if the
    /// lanes are full now and [`Wide::finish`] is due.
    #[inline]
    pub fn add(
        &mut self,
        place: usize,
        outside: u64,
        rows: usize,
        equal: impl ExactSizeIterator<Item = u64>,
    ) -> bool {
        let columns = equal.len();
        if self.equal.len() < columns {
            self.equal.resize(columns, [0; LANES]);
            self.columns.resize(columns, WideColumn::default());
        }
        let lane = self.used % LANES;
        for (column, mask) in self.equal.iter_mut().zip(equal) {
            column[lane] = mask;
        }
        self.lanes[lane] = Lane {
            place,
            outside,
            rows,
            columns,
        };
        self.used = lane + 1;
        self.used == LANES
    }

    /// Fill the tables and hand out each pair's place and counts.
    #[inline]
    pub fn finish(&mut self, mut take: impl FnMut(usize, Counts)) {
        let used = std::mem::take(&mut self.used);
        let lanes = &self.lanes[..used];
        let longest = lanes.iter().map(|lane| lane.columns).max().unwrap_or(0);
        fill(&self.equal[..longest], &mut self.columns[..longest]);
        for (at, lane) in lanes.iter().enumerate() {
            let equal = &self.equal[..lane.columns];
            let columns = &self.columns[..lane.columns];
            let column = |column: usize| {
                let WideColumn {
                    vertical,
                    horizontal,
                    diagonal,
                    ..
                } = &columns[column];
                let [vertical, horizontal, diagonal] =
                    [vertical, horizontal, diagonal].map(|lanes| lanes.as_array()[at]);
                let deltas = Deltas {
                    vertical,
                    horizontal,
                    diagonal,
                };
                Column {
                    equal: equal[column][at],
                    deltas,
                }
            };
            let sure = |column: usize| (columns[column].sure.as_array()[at], equal[column][at]);
            let last = column(lane.columns - 1).deltas;
            let fall = ((last.horizontal << 1) | 1) & last.diagonal;
            let errors = errors(lane.rows, lane.columns, last.vertical, fall);
            let hits = most_hits(lane.rows, lane.columns, column, sure);
            let mut counts = Counts::solve(lane.rows, lane.columns, errors, hits);
            counts.hits += lane.outside;
            take(lane.place, counts);
        }
    }
}

#[inline(never)]
fn fill(equal: &[[u64; LANES]], columns: &mut [WideColumn]) {
    let one = Lanes::splat(1);
    let (mut rise, mut fall) = (Lanes::splat(u64::MAX), Lanes::splat(0));
    for (&equal, column) in equal.iter().zip(columns) {
        let equal = Lanes::new(equal);
        let diagonal = (((equal & rise) + rise) ^ rise) | equal | fall;
        let horizontal = fall | !(diagonal | rise);
        let shifted = (horizontal + horizontal) | one;
        let sunk = diagonal & rise;
        rise = (sunk + sunk) | !(diagonal | shifted);
        fall = shifted & diagonal;
        let sure = (equal | !diagonal) & !(rise | horizontal);
        *column = WideColumn {
            sure,
            vertical: rise,
            horizontal,
            diagonal,
        };
    }
}
