//! The default tie rule: among the alignments with fewest errors, the one with most hits.
//!
//! An edit-distance pass leaves three bits for each cell of its table, from which every optimal
//! alignment can be read. Walking back over all of them at once, column by column, each cell
//! keeps the most hits that can still come after it. Few cells are on any optimal alignment, so
//! the walk is cheap.
//!
//! What freedom is left is settled by a fixed order: after a common prefix and then a common
//! suffix are taken as hits, the alignment is read from its beginning, and at each step the first
//! of equal, substitute, delete, insert is taken that keeps fewest errors and most hits.

/// The four steps of an alignment, in the order in which ties prefer them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    /// The tokens agree: a hit.
    Equal = 0,
    /// A reference token stands as another hypothesis token.
    Substitute = 1,
    /// A reference token has no counterpart.
    Delete = 2,
    /// A hypothesis token has no counterpart.
    Insert = 3,
}

impl Op {
    fn from_rank(rank: u32) -> Op {
        [Op::Insert, Op::Delete, Op::Substitute, Op::Equal][rank as usize]
    }
}

/// How many steps of each kind an alignment has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Equal tokens.
    pub hits: u64,
    /// Substitutions.
    pub substitutions: u64,
    /// Deletions.
    pub deletions: u64,
    /// Insertions.
    pub insertions: u64,
}

impl Counts {
    /// The counts that follow from the two lengths, the number of errors and the hits.
    #[inline]
    pub fn solve(reference: usize, hypothesis: usize, errors: u64, hits: u64) -> Counts {
        let insertions = errors + hits - reference as u64;
        let substitutions = hypothesis as u64 - hits - insertions;
        Counts {
            hits,
            substitutions,
            deletions: reference as u64 - hits - substitutions,
            insertions,
        }
    }

    /// The counts of a list of steps.
    pub fn of(ops: &[Op]) -> Counts {
        let mut counts = Counts::default();
        for op in ops {
            match op {
                Op::Equal => counts.hits += 1,
                Op::Substitute => counts.substitutions += 1,
                Op::Delete => counts.deletions += 1,
                Op::Insert => counts.insertions += 1,
            }
        }
        counts
    }
}

/// What a pass over the table leaves for one 64-row piece of one column.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deltas {
    /// Bit r: the cell costs one more than the one above it.
    pub vertical: u64,
    /// Bit r: the cell costs one more than the one left of it.
    pub horizontal: u64,
    /// Bit r: the cell costs as much as the one diagonally before it.
    pub diagonal: u64,
}

/// A cell's best future: `hits << 2 | rank of the first step`, plus one; 0 off every alignment.
type Future = u32;

const EQUAL: u32 = 3;
const SUBSTITUTE: u32 = 2;
const DELETE: u32 = 1;
const INSERT: u32 = 0;

/// The walk back over all optimal alignments of one pair.
///
/// Call [`Walk::begin`], then [`Walk::column`] from the last column down to the first, then
/// [`Walk::hits`], and, if the steps were kept, [`Walk::ops`].
#[derive(Default)]
pub struct Walk {
    current: Vec<Future>,
    before: Vec<Future>,
    low: usize,
    high: usize,
    keep: bool,
    /// First steps of the cells of each column (two bits each), from the last column on.
    steps: Vec<u8>,
    /// For each column, from the last on: the lowest row and where its steps begin.
    columns: Vec<(u32, usize)>,
    used: usize,
}

impl Walk {
    /// Start at the last cell of a table with `rows` rows; `keep` the steps or only the hits.
    pub fn begin(&mut self, rows: usize, keep: bool) {
        for buffer in [&mut self.current, &mut self.before] {
            buffer.clear();
            buffer.resize(rows + 1, 0);
        }
        self.current[rows] = 1;
        self.low = rows;
        self.high = rows;
        self.keep = keep;
        self.steps.clear();
        self.columns.clear();
        self.used = 0;
    }

    /// Take one column, the last first. `deltas` gives the bits of a block of 64 rows and `equal`
    /// says whether the token of a row (0-based) equals the token of this column.
    #[inline]
    pub fn column(&mut self, deltas: impl Fn(usize) -> Deltas, equal: impl Fn(usize) -> bool) {
        let (mut low, high) = (self.low, self.high);
        let mut next_low = usize::MAX;
        let mut next_high = 0;
        let mut row = high;
        let mut block = usize::MAX;
        let mut bits = Deltas::default();
        loop {
            let future = self.current[row];
            if future != 0 {
                let after = (future - 1) & !3;
                if row == 0 {
                    self.before[0] = self.before[0].max((after | INSERT) + 1);
                    next_low = 0;
                } else {
                    if block != (row - 1) / 64 {
                        block = (row - 1) / 64;
                        bits = deltas(block);
                    }
                    let shift = (row - 1) % 64;
                    let same = equal(row - 1);
                    if same || bits.diagonal >> shift & 1 == 0 {
                        let step = if same {
                            (after + 4) | EQUAL
                        } else {
                            after | SUBSTITUTE
                        };
                        self.before[row - 1] = self.before[row - 1].max(step + 1);
                        next_low = row - 1;
                        next_high = next_high.max(row - 1);
                    }
                    if bits.vertical >> shift & 1 == 1 {
                        self.current[row - 1] = self.current[row - 1].max((after | DELETE) + 1);
                        low = low.min(row - 1);
                    }
                    if bits.horizontal >> shift & 1 == 1 {
                        self.before[row] = self.before[row].max((after | INSERT) + 1);
                        next_low = next_low.min(row);
                        next_high = next_high.max(row);
                    }
                }
            }
            if row == low {
                break;
            }
            row -= 1;
        }
        self.finish_column(low, high);
        std::mem::swap(&mut self.current, &mut self.before);
        self.low = next_low;
        self.high = next_high;
    }

    /// Remember the steps of the current column if asked, and clear it.
    fn finish_column(&mut self, low: usize, high: usize) {
        if self.keep {
            self.columns.push((low as u32, self.used));
            self.steps.resize((self.used + high - low) / 4 + 1, 0);
            for &future in &self.current[low..=high] {
                let rank = future.wrapping_sub(1) as u8 & 3;
                self.steps[self.used / 4] |= rank << (2 * (self.used % 4));
                self.used += 1;
            }
        }
        self.current[low..=high].fill(0);
    }

    /// The hits of the chosen alignment, after the last call of [`Walk::column`].
    pub fn hits(&mut self) -> u64 {
        let high = self.high;
        for row in (1..=high).rev() {
            let future = self.current[row];
            if future != 0 {
                let step = ((future - 1) & !3 | DELETE) + 1;
                self.current[row - 1] = self.current[row - 1].max(step);
            }
        }
        let hits = (self.current[0] - 1) >> 2;
        self.finish_column(0, high);
        hits as u64
    }

    /// Push the steps of the chosen alignment of `rows` by `columns` tokens.
    pub fn ops(&self, rows: usize, columns: usize, ops: &mut Vec<Op>) {
        let (mut row, mut column) = (0, 0);
        while row < rows || column < columns {
            let (low, start) = self.columns[columns - column];
            let at = start + row - low as usize;
            let op = Op::from_rank((self.steps[at / 4] >> (2 * (at % 4)) & 3) as u32);
            row += (op != Op::Insert) as usize;
            column += (op != Op::Delete) as usize;
            ops.push(op);
        }
    }
}
