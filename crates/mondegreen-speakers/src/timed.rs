//! Alignments in which two words may be against each other only if their times are near.
//!
//! Costs are kept without the deletions that everything would have cost so far: a cell holds its cost
//! less the reference words above it. So a reference word changes only the cells in reach of its time:
//! left of these it is a deletion, which costs nothing here, and right of the last cell that any word
//! has reached each further word is an insertion, so these cells need not be written at all.

use mondegreen_core::Op;

use crate::side::Words;

/// What a step costs, less the deletion of a reference word where it takes one.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// Of an insertion.
    pub insertion: i64,
    /// Of a hit.
    pub hit: i64,
    /// Of a substitution.
    pub substitution: i64,
}

/// Errors alone.
pub const ERRORS: Costs = Costs {
    insertion: 1,
    hit: -1,
    substitution: 0,
};

/// Errors where a substitution counts as two.
pub const EDITS: Costs = Costs {
    insertion: 1,
    hit: -1,
    substitution: 1,
};

/// One error, where hits are counted too.
const ERROR: i64 = 1 << 32;

/// Errors, and of equally many the most hits.
pub const MOST_HITS: Costs = Costs {
    insertion: ERROR,
    hit: -ERROR - 1,
    substitution: 0,
};

/// A list of hypothesis words, ready for being searched by time.
pub struct Stream {
    /// The words.
    pub words: Words,
    /// The latest end so far, with the collar.
    latest: Vec<i64>,
    /// The earliest start from here on, with the collar.
    earliest: Vec<i64>,
    collar: i64,
}

impl Stream {
    /// Words with times, and by how much those are longer on either side.
    pub fn new(words: Words, collar: i64) -> Stream {
        let mut latest: Vec<i64> = words
            .end
            .iter()
            .map(|end| end.saturating_add(collar))
            .collect();
        let mut earliest: Vec<i64> = words
            .begin
            .iter()
            .map(|begin| begin.saturating_sub(collar))
            .collect();
        for at in 1..latest.len() {
            latest[at] = latest[at].max(latest[at - 1]);
        }
        for at in (1..earliest.len()).rev() {
            earliest[at - 1] = earliest[at - 1].min(earliest[at]);
        }
        Stream {
            words,
            latest,
            earliest,
            collar,
        }
    }

    /// Outside of which places no word is near the time; `near` is where the last search ended.
    #[inline]
    pub fn reach(&self, begin: i64, end: i64, near: &mut (usize, usize)) -> (usize, usize) {
        let (low, high) = near;
        while *low > 0 && self.latest[*low - 1] > begin {
            *low -= 1;
        }
        while *low < self.latest.len() && self.latest[*low] <= begin {
            *low += 1;
        }
        while *high > 0 && self.earliest[*high - 1] >= end {
            *high -= 1;
        }
        while *high < self.earliest.len() && self.earliest[*high] < end {
            *high += 1;
        }
        (*low, (*high).max(*low))
    }

    /// The times of a word, with the collar.
    #[inline]
    pub fn span(&self, at: usize) -> (i64, i64) {
        let (begin, end) = (self.words.begin[at], self.words.end[at]);
        (
            begin.saturating_sub(self.collar),
            end.saturating_add(self.collar),
        )
    }

    /// Whether a word may be against a reference word.
    #[inline]
    pub fn is_near(&self, at: usize, begin: i64, end: i64) -> bool {
        let (first, last) = self.span(at);
        begin < last && first < end
    }
}

/// The costs after some reference words, for each number of words of a stream.
pub struct Column {
    /// Those up to `front`.
    pub cells: Vec<i64>,
    near: (usize, usize),
}

impl Column {
    /// Before any reference word.
    pub fn new() -> Column {
        Column {
            cells: vec![0],
            near: (0, 0),
        }
    }

    /// The last cell that is written; after it each costs an insertion more.
    #[inline]
    pub fn front(&self) -> usize {
        self.cells.len() - 1
    }

    /// The cost after `at` words of the stream.
    #[inline]
    pub fn at(&self, at: usize, costs: Costs) -> i64 {
        let front = self.front();
        if at <= front {
            self.cells[at]
        } else {
            self.cells[front] + (at - front) as i64 * costs.insertion
        }
    }

    /// Take a reference word; `changed` hears of each cell in reach its place, its step, and what it
    /// was. Returns the cells that may have changed: those after the first number up to the second.
    #[inline]
    pub fn take(
        &mut self,
        (word, begin, end): (u32, i64, i64),
        stream: &Stream,
        costs: Costs,
        mut changed: impl FnMut(usize, Op, i64),
    ) -> (usize, usize) {
        let (low, high) = stream.reach(begin, end, &mut self.near);
        while self.cells.len() <= high {
            self.cells
                .push(self.cells[self.cells.len() - 1] + costs.insertion);
        }
        let mut diagonal = self.cells[low];
        for at in low..high {
            let old = self.cells[at + 1];
            let (mut best, mut step) = (old, Op::Delete);
            if stream.is_near(at, begin, end) {
                let (cost, op) = if stream.words.ids[at] == word {
                    (diagonal + costs.hit, Op::Equal)
                } else {
                    (diagonal + costs.substitution, Op::Substitute)
                };
                if cost <= best {
                    (best, step) = (cost, op);
                }
            }
            let inserted = self.cells[at] + costs.insertion;
            if inserted < best {
                (best, step) = (inserted, Op::Insert);
            }
            self.cells[at + 1] = best;
            changed(at + 1, step, old);
            diagonal = old;
        }
        let mut last = high;
        while last < self.front() && self.cells[last] + costs.insertion < self.cells[last + 1] {
            let old = self.cells[last + 1];
            self.cells[last + 1] = self.cells[last] + costs.insertion;
            last += 1;
            changed(last, Op::Insert, old);
        }
        (low, last)
    }
}

impl Default for Column {
    fn default() -> Self {
        Column::new()
    }
}

/// Each word with its times.
pub fn timed(
    words: &Words,
) -> impl DoubleEndedIterator<Item = (u32, i64, i64)> + ExactSizeIterator + '_ {
    let times = words.begin.iter().zip(&words.end);
    words
        .ids
        .iter()
        .zip(times)
        .map(|(&word, (&begin, &end))| (word, begin, end))
}

/// The errors and the hits of the best alignment.
pub fn errors(reference: &Words, stream: &Stream) -> (u64, u64) {
    let mut column = Column::new();
    for word in timed(reference) {
        column.take(word, stream, MOST_HITS, |_, _, _| ());
    }
    let all = stream.words.len();
    let cost = column.at(all, MOST_HITS) + reference.len() as i64 * ERROR;
    // cost = errors * ERROR - hits
    let errors = (cost + ERROR - 1).div_euclid(ERROR);
    (errors as u64, (errors * ERROR - cost) as u64)
}

/// The steps of the best alignment: fewest errors, then most hits; of several, read from the end, one
/// that takes two words where it can, and else deletes where it can.
pub fn steps(reference: &Words, stream: &Stream) -> Vec<Op> {
    let mut column = Column::new();
    let mut rows: Vec<(usize, usize, usize)> = Vec::with_capacity(reference.len());
    let mut taken: Vec<Op> = Vec::new();
    for word in timed(reference) {
        let first = taken.len();
        let (low, _) = column.take(word, stream, MOST_HITS, |_, step, _| taken.push(step));
        rows.push((low, first, column.front()));
    }
    let (mut row, mut at) = (reference.len(), stream.words.len());
    let mut steps = Vec::with_capacity(row.max(at));
    while row > 0 || at > 0 {
        let step = if row == 0 {
            Op::Insert
        } else {
            let (low, first, front) = rows[row - 1];
            let end = rows.get(row).map_or(taken.len(), |next| next.1);
            if at > front {
                Op::Insert
            } else if at <= low || at - low > end - first {
                Op::Delete
            } else {
                taken[first + at - low - 1]
            }
        };
        steps.push(step);
        row -= usize::from(step != Op::Insert);
        at -= usize::from(step != Op::Delete);
    }
    steps.reverse();
    steps
}
