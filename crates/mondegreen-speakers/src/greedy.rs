//! Which stream each segment is given, changed segment by segment for as long as that helps.
//!
//! The rule is MeetEval's (arXiv 2307.11394 and its documentation): in each pass the segments are looked
//! at in order; one goes to the stream where it lowers the sum of errors most, stays where it is if no
//! other is better, and of several that are equally good goes to the first. First substitutions cost
//! two, then one.

use crate::column::{sums, Column, Places, Substitution};
use crate::side::{Side, Words};

/// The most passes of each of the two rounds.
const PASSES: usize = 49;

/// The streams in one pass over the segments.
pub trait Lanes {
    /// Begin a pass in which each segment is with a stream.
    fn begin(&mut self, assigned: &[usize]);
    /// How many more errors its stream has with a segment, which is there, than without.
    fn kept(&mut self, segment: usize, stream: usize) -> i64;
    /// How many more errors another stream would have with it; `None` where not less than `limit`.
    fn moved(&mut self, segment: usize, stream: usize, limit: i64) -> Option<i64>;
    /// Go on to the next segment, after this one, which was with a stream, was given to one.
    fn give(&mut self, segment: usize, from: usize, to: usize);
}

/// Pass over the segments until nothing changes.
pub fn settle(lanes: &mut impl Lanes, streams: usize, assigned: &mut [usize]) {
    for _ in 0..PASSES {
        lanes.begin(assigned);
        let mut changed = false;
        for (segment, stream) in assigned.iter_mut().enumerate() {
            let from = *stream;
            let (mut best, mut least) = (from, lanes.kept(segment, from));
            for other in (0..streams).filter(|&other| other != from) {
                if let Some(found) = lanes.moved(segment, other, least) {
                    (best, least) = (other, found);
                }
            }
            lanes.give(segment, from, best);
            *stream = best;
            changed |= best != from;
        }
        if !changed {
            return;
        }
    }
}

/// Improve an assignment without regard to time; returns the errors of what it became.
pub fn untimed(segments: &Side, streams: &[Words], assigned: &mut [usize]) -> i64 {
    let mut lanes = Untimed::new(segments, streams);
    for cost in [Substitution::Two, Substitution::One] {
        lanes.cost = cost;
        settle(&mut lanes, streams.len(), assigned);
    }
    lanes.lanes.iter().map(|lane| lane.errors).sum()
}

struct Lane {
    places: Places,
    back: Places,
    /// The rows of all words of the segments in the tables, forwards and backwards.
    rows: Vec<u32>,
    back_rows: Vec<u32>,
    /// The costs of the segments so far.
    before: Column,
    /// The costs of the segments from each one that is here to the last, the next one last.
    after: Vec<Column>,
    /// The errors of the stream as the segments are now.
    errors: i64,
    /// Whether `least` is not that of the columns as they are.
    stale: bool,
    /// For each block the least cost on a way through it.
    least: Vec<i64>,
}

struct Untimed<'a> {
    side: &'a Side,
    lanes: Vec<Lane>,
    cost: Substitution,
    part: Column,
    rest: Column,
    without: i64,
    with: Vec<i64>,
}

impl Untimed<'_> {
    fn new<'a>(side: &'a Side, streams: &[Words]) -> Untimed<'a> {
        let lane = |words: &Words| {
            let places = Places::new(words.ids.iter().copied());
            let back = Places::new(words.ids.iter().rev().copied());
            let rows = side
                .words
                .ids
                .iter()
                .map(|&word| places.row(word) as u32)
                .collect();
            let back_rows = side
                .words
                .ids
                .iter()
                .map(|&word| back.row(word) as u32)
                .collect();
            Lane {
                places,
                back,
                rows,
                back_rows,
                before: Column::default(),
                after: Vec::new(),
                errors: 0,
                stale: true,
                least: Vec::new(),
            }
        };
        Untimed {
            side,
            lanes: streams.iter().map(lane).collect(),
            cost: Substitution::Two,
            part: Column::default(),
            rest: Column::default(),
            without: 0,
            with: vec![0; streams.len()],
        }
    }
}

/// How far above the least errors a block may be and still be looked at closely.
const NEAR: i64 = 32;

impl Lane {
    /// Find for each block the least errors of an alignment through it.
    fn look(&mut self) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        let near = self.errors + NEAR;
        let (least, length) = (&mut self.least, self.places.length);
        least.clear();
        let after = &self.after[self.after.len() - 1];
        sums(&self.before, after, length, near, |_, found| {
            least.push(found);
            near
        });
    }
}

impl Lanes for Untimed<'_> {
    fn begin(&mut self, assigned: &[usize]) {
        for lane in &mut self.lanes {
            lane.before = Column::start(lane.places.blocks);
            lane.after.clear();
            lane.stale = true;
        }
        let mut columns: Vec<Column> = self.lanes.iter().map(|lane| lane.before.clone()).collect();
        for (lane, column) in self.lanes.iter_mut().zip(&columns) {
            lane.after.push(column.turned(lane.places.length));
        }
        for (segment, &stream) in self.side.segments.iter().zip(assigned).rev() {
            let lane = &mut self.lanes[stream];
            let rows = &lane.back_rows[segment.words.clone()];
            let rows = rows.iter().rev().map(|&row| row as usize);
            columns[stream].take(&lane.back, 0, rows, self.cost);
            lane.after.push(columns[stream].turned(lane.places.length));
        }
        for lane in &mut self.lanes {
            lane.errors = lane.after[lane.after.len() - 1].top;
        }
    }

    fn kept(&mut self, _: usize, stream: usize) -> i64 {
        let lane = &self.lanes[stream];
        let mut least = i64::MAX;
        let after = &lane.after[lane.after.len() - 2];
        sums(
            &lane.before,
            after,
            lane.places.length,
            i64::MAX,
            |_, found| {
                least = least.min(found);
                least
            },
        );
        self.without = least;
        lane.errors - least
    }

    fn moved(&mut self, segment: usize, stream: usize, limit: i64) -> Option<i64> {
        let words = self.side.segments[segment].words.clone();
        let length = words.len() as i64;
        let lane = &mut self.lanes[stream];
        let rows = &lane.rows[words];
        let known = rows.iter().filter(|&&row| row > 0).count() as i64;
        let most = match self.cost {
            Substitution::One => -known,
            Substitution::Two => length - 2 * known,
        };
        if most >= limit || lane.places.length == 0 {
            return None;
        }
        lane.look();
        let lane = &self.lanes[stream];
        // An alignment that begins the segment in a block, or ends it there, saves at most one error
        // per word over the best one through that block.
        let worth = lane.errors + limit + length;
        let first = lane.least.iter().position(|&least| least < worth)?;
        let last = lane.least.iter().rposition(|&least| least < worth)?;
        let after = &lane.after[lane.after.len() - 1];
        cut(&lane.before, first, last, &mut self.part);
        cut(after, first, last, &mut self.rest);
        let rows = lane.rows[self.side.segments[segment].words.clone()].iter();
        self.part.take(
            &lane.places,
            first,
            rows.map(|&row| row as usize),
            self.cost,
        );
        let until = lane.places.length.min((last + 1) * 64) - first * 64;
        let mut least = lane.errors + limit;
        sums(&self.part, &self.rest, until, least, |_, found| {
            least = least.min(found);
            least
        });
        self.with[stream] = least;
        (least < lane.errors + limit).then_some(least - lane.errors)
    }

    fn give(&mut self, segment: usize, from: usize, to: usize) {
        if from != to {
            self.lanes[from].errors = self.without;
            self.lanes[to].errors = self.with[to];
        }
        self.lanes[from].after.pop();
        self.lanes[from].stale = true;
        let lane = &mut self.lanes[to];
        lane.stale = true;
        let rows = lane.rows[self.side.segments[segment].words.clone()].iter();
        lane.before
            .take(&lane.places, 0, rows.map(|&row| row as usize), self.cost);
    }
}

/// Write the blocks `first` to `last` of a column to another one.
fn cut(column: &Column, first: usize, last: usize, part: &mut Column) {
    let ones = |bits: &[u64]| {
        bits.iter()
            .map(|block| block.count_ones() as i64)
            .sum::<i64>()
    };
    part.top = column.top + ones(&column.plus[..first]) - ones(&column.minus[..first]);
    part.plus.clear();
    part.minus.clear();
    part.plus.extend_from_slice(&column.plus[first..=last]);
    part.minus.extend_from_slice(&column.minus[first..=last]);
}
