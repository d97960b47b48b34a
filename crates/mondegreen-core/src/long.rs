//! All optimal alignments of references of any length, in a band of 64-row blocks.
//!
//! A first pass in a narrow band that follows the cheapest cells gives the cost of *some*
//! alignment. A second pass then drops every block none of whose cells can be on an alignment as
//! cheap as that (Ukkonen 1985: the cost so far plus the distance to the diagonal of the last
//! cell), so it is exact. The differences it leaves are kept for the walk back, or, where they
//! would take much memory, made again from checkpoints, a stretch of columns at a time. Where the
//! checkpoints themselves would take much, a stretch has checkpoints of its own.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use positions::Positions;

use crate::hits::{Deltas, Op, Walk};

mod positions;
#[cfg(test)]
mod tests;

/// Differences kept at once, in bytes; never less than those of 64 columns.
const KEEP: usize = if cfg!(test) { 1 << 12 } else { 4 << 20 };

/// Differences kept at once where with fewer a stretch would need checkpoints of its own, in bytes.
const KEEP_MORE: usize = if cfg!(test) { 1 << 14 } else { 32 << 20 };

/// Checkpoints kept at once of one stretch, in bytes.
const CHECKPOINTS: usize = if cfg!(test) { 1 << 10 } else { 64 << 20 };

#[derive(Clone, Copy)]
struct Block {
    rise: u64,
    fall: u64,
    /// Cost of the cell in the block's last row.
    cost: i64,
}

impl Block {
    fn below(cost: i64) -> Block {
        Block {
            rise: u64::MAX,
            fall: 0,
            cost: cost + 64,
        }
    }
}

/// The band of one column: its first block and the state of all its blocks.
#[derive(Clone, Default)]
pub(crate) struct Band {
    first: usize,
    blocks: Vec<Block>,
}

/// Differences of a stretch of columns.
#[derive(Default)]
pub struct Record {
    start: usize,
    columns: Vec<(u32, usize)>,
    deltas: Vec<Deltas>,
}

impl Record {
    fn clear(&mut self, start: usize) {
        self.start = start;
        self.columns.clear();
        self.deltas.clear();
    }

    /// The differences of `block` in the 0-based column `column`; the block must be in its band.
    #[inline]
    pub fn deltas(&self, column: usize, block: usize) -> Deltas {
        let (first, from) = self.columns[column - self.start];
        self.deltas[from + block - first as usize]
    }

    /// Whether the cell of `row` costs one less than the one above it; `false` outside the band.
    pub fn falls(&self, column: usize, row: usize) -> bool {
        let (block, bit) = (row / 64, row % 64);
        if !self.holds(column, block) {
            return false;
        }
        // It does where a rise to the left of the row above meets a free diagonal; above the band
        // costs always rise.
        let above = match bit {
            0 if block > 0 && self.holds(column, block - 1) => {
                self.deltas(column, block - 1).horizontal >> 63
            }
            0 => 1,
            _ => self.deltas(column, block).horizontal >> (bit - 1) & 1,
        };
        above & self.deltas(column, block).diagonal >> bit & 1 == 1
    }

    /// Whether `block` is in the band of `column`.
    #[inline]
    fn holds(&self, column: usize, block: usize) -> bool {
        let (first, from) = self.columns[column - self.start];
        let end = self
            .columns
            .get(column - self.start + 1)
            .map_or(self.deltas.len(), |next| next.1);
        block >= first as usize && block - (first as usize) < end - from
    }
}

/// Memory that alignments use, one after the other.
#[derive(Default)]
pub struct Space {
    positions: Positions,
    masks: Vec<u64>,
    record: Record,
}

/// One pair being aligned: token ids, equal for equal tokens, and an index of the reference.
pub struct Long<'a> {
    pub(crate) reference: &'a [u32],
    pub(crate) hypothesis: &'a [u32],
    space: &'a mut Space,
    stop: &'a AtomicBool,
    /// Whether tokens of other ids may be hits too, as the index of the reference has it.
    related: bool,
}

impl<'a> Long<'a> {
    /// Prepare a pair of non-empty texts whose ids are below `ids`; give up once `stop` is set.
    pub fn new(
        reference: &'a [u32],
        hypothesis: &'a [u32],
        ids: usize,
        space: &'a mut Space,
        stop: &'a AtomicBool,
    ) -> Long<'a> {
        space.positions.load(reference, ids);
        Long {
            reference,
            hypothesis,
            space,
            stop,
            related: false,
        }
    }

    /// Prepare a pair of non-empty texts in which a hypothesis token `id` is a hit at the rows
    /// `places[starts[id]..starts[id + 1]]`, ascending, and nowhere else.
    pub fn related(
        reference: &'a [u32],
        hypothesis: &'a [u32],
        starts: Vec<u32>,
        places: Vec<u32>,
        space: &'a mut Space,
        stop: &'a AtomicBool,
    ) -> Long<'a> {
        space.positions.load_places(reference.len(), starts, places);
        Long {
            reference,
            hypothesis,
            space,
            stop,
            related: true,
        }
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn block_count(&self) -> usize {
        self.reference.len().div_ceil(64)
    }

    /// Advance every block of the band over one token; write the differences if asked.
    #[inline]
    fn step<const KEPT: bool>(&mut self, band: &mut Band, token: u32, kept: &mut Vec<Deltas>) {
        let count = band.blocks.len();
        let Space {
            positions, masks, ..
        } = &mut *self.space;
        if masks.len() < count {
            masks.resize(count, 0);
        }
        let masks = &mut masks[..count];
        positions.masks(token, band.first, masks);
        // Above the band, and above the table, costs grow by one a column.
        let (mut rising, mut sinking) = (1u64, 0u64);
        for (block, &equal) in band.blocks.iter_mut().zip(masks.iter()) {
            let (rise, fall) = (block.rise, block.fall);
            let entry = equal | sinking;
            let diagonal = ((entry & rise).wrapping_add(rise) ^ rise) | entry | fall;
            let horizontal = fall | !(diagonal | rise);
            let sink = diagonal & rise;
            let shifted = horizontal << 1 | rising;
            block.rise = (sink << 1 | sinking) | !(diagonal | shifted);
            block.fall = shifted & diagonal;
            rising = horizontal >> 63;
            sinking = sink >> 63;
            block.cost += rising as i64 - sinking as i64;
            if KEPT {
                kept.push(Deltas {
                    vertical: block.rise,
                    horizontal,
                    diagonal,
                });
            }
        }
    }

    /// The cost of some alignment, in a band of `width` blocks that follows the cheapest cells.
    fn guess(&mut self, width: usize) -> i64 {
        let all = self.block_count();
        let width = width.min(all);
        let mut band = Band::default();
        for block in 0..width {
            band.blocks.push(Block::below(64 * block as i64));
        }
        let mut kept = Vec::new();
        self.space.positions.rewind();
        for column in 0..self.hypothesis.len() {
            if column.is_multiple_of(256) && self.stopped() {
                return i64::MAX;
            }
            self.step::<false>(&mut band, self.hypothesis[column], &mut kept);
            while band.first + width < all {
                let (cheapest, _) = band
                    .blocks
                    .iter()
                    .enumerate()
                    .min_by_key(|(_, block)| block.cost)
                    .expect("a band has blocks");
                if cheapest < width / 2 {
                    break;
                }
                band.blocks.rotate_left(1);
                band.first += 1;
                let above = band.blocks.get(width.wrapping_sub(2)).copied();
                let cost = above.map_or(band.blocks[width - 1].cost, |block| block.cost);
                band.blocks[width - 1] = Block::below(cost);
            }
        }
        let last = band.first + width;
        if last == all {
            self.last_cost(&band)
        } else {
            band.blocks[width - 1].cost + (self.reference.len() - 64 * last) as i64
        }
    }

    /// Cost of the table's last row, whose block is the last of the band.
    pub(crate) fn last_cost(&self, band: &Band) -> i64 {
        let block = band.blocks.last().expect("a band has blocks");
        let padding = match self.reference.len() % 64 {
            0 => 0,
            rows => u64::MAX << rows,
        };
        block.cost - (block.rise & padding).count_ones() as i64
            + (block.fall & padding).count_ones() as i64
    }

    /// An upper bound of the number of errors, near it for texts that are alike.
    pub fn upper_bound(&mut self) -> i64 {
        let longest = self.reference.len().max(self.hypothesis.len()) as i64;
        let mut width = 4;
        let mut bound = self.guess(width).min(longest);
        // A guess this bad may have lost its way: look further, as long as that helps.
        while bound > longest / 2 && 4 * width < self.block_count() {
            width *= 4;
            let wider = self.guess(width);
            if wider > bound - bound / 10 {
                return bound.min(wider);
            }
            bound = wider;
        }
        bound
    }

    /// The band before the first column, for alignments of at most `bound` errors.
    pub(crate) fn start(&self, bound: i64) -> Band {
        let target = self.reference.len() as i64 - self.hypothesis.len() as i64;
        let mut band = Band {
            first: 0,
            blocks: vec![Block::below(0)],
        };
        self.grow(&mut band, target, bound);
        band
    }

    /// Add the blocks that a cheap enough alignment can enter from the band's last row.
    #[inline]
    fn grow(&self, band: &mut Band, target: i64, bound: i64) {
        let all = self.block_count();
        while band.first + band.blocks.len() < all {
            let row = 64 * (band.first + band.blocks.len()) as i64;
            let cost = band.blocks.last().expect("a band has blocks").cost;
            if cost + (row + 1 - target).abs() > bound {
                return;
            }
            band.blocks.push(Block::below(cost));
        }
    }

    /// Run over `columns`, dropping what costs more than `bound`; `false` if nothing was left.
    ///
    /// `kept` takes the differences, and `visit` sees the band before each column.
    pub(crate) fn run<const KEPT: bool>(
        &mut self,
        band: &mut Band,
        columns: Range<usize>,
        bound: i64,
        record: &mut Record,
        mut visit: impl FnMut(usize, &Band),
    ) -> bool {
        let lengths = self.reference.len() as i64 - self.hypothesis.len() as i64;
        self.space.positions.rewind();
        for column in columns {
            if column.is_multiple_of(256) && self.stopped() {
                return false;
            }
            visit(column, band);
            // The row from which the rest can be all hits.
            let target = lengths + column as i64 + 1;
            self.grow(band, target, bound);
            if KEPT {
                record
                    .columns
                    .push((band.first as u32, record.deltas.len()));
            }
            self.step::<KEPT>(band, self.hypothesis[column], &mut record.deltas);
            // A block goes when even its best cell, or the row above it, along which an alignment
            // may still come, costs too much. The last row's cost bounds
            // them all, as costs change by at most one a row.
            let least = |first: usize, block: &Block| {
                let (above, last) = (64 * first as i64, 64 * (first as i64 + 1));
                if target > above {
                    block.cost - last + target
                } else {
                    block.cost - last + 2 * above - target
                }
            };
            while let Some(block) = band.blocks.last() {
                if least(band.first + band.blocks.len() - 1, block) <= bound {
                    break;
                }
                band.blocks.pop();
            }
            let drop = band
                .blocks
                .iter()
                .enumerate()
                .take_while(|(at, block)| least(band.first + at, block) > bound)
                .count();
            if drop > 0 {
                band.blocks.drain(..drop);
                band.first += drop;
            }
            if band.blocks.is_empty() {
                return false;
            }
        }
        true
    }

    /// The errors, and the most hits an alignment with so few errors can have; its steps are
    /// pushed onto `ops` if given.
    pub fn best(&mut self, walk: &mut Walk, ops: Option<&mut Vec<Op>>) -> (u64, u64) {
        let (reference, hypothesis) = (self.reference, self.hypothesis);
        let related = self.related;
        walk.begin(reference.len(), ops.is_some());
        let errors = self.backwards(|positions, record, columns| {
            for column in columns.rev() {
                let token = hypothesis[column];
                let deltas = |block| record.deltas(column, block);
                if related {
                    walk.column(deltas, |row| positions.stands(token, row));
                } else {
                    walk.column(deltas, |row| reference[row] == token);
                }
            }
        });
        if self.stopped() {
            return (0, 0);
        }
        let hits = walk.hits();
        if let Some(ops) = ops {
            walk.ops(reference.len(), hypothesis.len(), ops);
        }
        (errors, hits)
    }

    /// Hand the differences of all columns to `visit`, a stretch of columns at a time and the last
    /// one first; the errors. In a column there are those cells that are on an optimal alignment.
    pub fn backwards(&mut self, mut visit: impl FnMut(&Positions, &Record, Range<usize>)) -> u64 {
        let (rows, columns) = (self.reference.len(), self.hypothesis.len());
        // A small table is filled whole: looking for a bound first would take as long.
        let small = self.block_count() <= 8 && columns <= 1024;
        let bound = if small {
            rows.max(columns) as i64
        } else {
            self.upper_bound()
        };
        let mut record = std::mem::take(&mut self.space.record);
        let column_bytes = (bound as usize / 128 + 3).min(self.block_count()) * size_of::<Deltas>();
        let most = (CHECKPOINTS / column_bytes).max(2);
        let mut whole = (KEEP / column_bytes).max(64);
        if (whole..=KEEP_MORE / column_bytes).contains(&columns.div_ceil(most)) {
            whole = columns.div_ceil(most);
        }
        let mut stretches = vec![(0..columns, self.start(bound))];
        let mut errors = 0;
        while let Some((stretch, mut band)) = stretches.pop() {
            if stretch.len() <= whole {
                record.clear(stretch.start);
                let _ = self.run::<true>(&mut band, stretch.clone(), bound, &mut record, |_, _| ());
                if self.stopped() {
                    return 0;
                }
                if stretch.end == columns {
                    errors = self.last_cost(&band);
                }
                visit(&self.space.positions, &record, stretch);
                continue;
            }
            let size = whole.max(stretch.len().div_ceil(most));
            let last = stretch.start + (stretch.len() - 1) / size * size;
            let keep = |column: usize, band: &Band| {
                if (column - stretch.start).is_multiple_of(size) {
                    stretches.push((column..column + size, band.clone()));
                }
            };
            let _ = self.run::<false>(&mut band, stretch.start..last, bound, &mut record, keep);
            if self.stopped() {
                return 0;
            }
            stretches.push((last..stretch.end, band));
        }
        self.space.record = record;
        errors as u64
    }

    /// The differences of the whole table where an alignment of at most `bound` errors can run.
    pub fn table(&mut self, bound: i64) -> Record {
        let mut record = Record::default();
        let mut band = self.start(bound);
        let columns = 0..self.hypothesis.len();
        let _ = self.run::<true>(&mut band, columns, bound, &mut record, |_, _| ());
        record
    }

    /// The costs of aligning the first `columns` hypothesis tokens with the first `row` reference
    /// tokens, for all rows where an alignment of at most `bound` errors can run: the first such
    /// row and the costs from there on.
    pub fn costs_after(&mut self, columns: usize, bound: i64) -> (usize, Vec<i64>) {
        let mut record = Record::default();
        let mut band = self.start(bound);
        let _ = self.run::<false>(&mut band, 0..columns, bound, &mut record, |_, _| ());
        let first = 64 * band.first;
        let mut costs = Vec::with_capacity(64 * band.blocks.len() + 1);
        let Some(block) = band.blocks.first() else {
            return (first, costs);
        };
        let mut cost = block.cost - block.rise.count_ones() as i64 + block.fall.count_ones() as i64;
        costs.push(cost);
        for (at, block) in band.blocks.iter().enumerate() {
            let rows = (self.reference.len() - first - 64 * at).min(64);
            for row in 0..rows {
                cost += (block.rise >> row & 1) as i64 - (block.fall >> row & 1) as i64;
                costs.push(cost);
            }
        }
        (first, costs)
    }
}
