//! The same for streams whose words are near only some segments.
//!
//! A segment changes a few cells of a column, so the columns from the end are kept once, with what each
//! segment changed in them, and taken back step by step.

use crate::greedy::{settle, Lanes};
use crate::side::{Side, Words};
use crate::timed::{timed, Column, Costs, Stream, EDITS, ERRORS};

/// Improve an assignment in which words must be near in time; returns the errors of what it became.
pub fn timed_greedy(side: &Side, streams: &[Words], collar: i64, assigned: &mut [usize]) -> i64 {
    let lane = |words: &Words| Lane {
        stream: Stream::new(words.clone(), collar),
        back: Stream::new(words.reversed(), collar),
        before: Column::new(),
        after: Column::new(),
        undo: Vec::new(),
        starts: Vec::new(),
        words: 0,
        errors: 0,
    };
    let segments = side.segments.iter().map(|each| side.part(each)).collect();
    let mut lanes = Timed {
        segments,
        lanes: streams.iter().map(lane).collect(),
        costs: EDITS,
        without: 0,
        with: vec![0; streams.len()],
        changes: Vec::new(),
    };
    for costs in [EDITS, ERRORS] {
        lanes.costs = costs;
        settle(&mut lanes, streams.len(), assigned);
    }
    lanes.lanes.iter().map(|lane| lane.errors).sum()
}

struct Lane {
    stream: Stream,
    back: Stream,
    before: Column,
    after: Column,
    /// What cells of `after` were, segment by segment, and how many cells there were.
    undo: Vec<(usize, i64)>,
    starts: Vec<(usize, usize)>,
    /// How many words of segments are here.
    words: i64,
    errors: i64,
}

struct Timed {
    segments: Vec<Words>,
    lanes: Vec<Lane>,
    costs: Costs,
    without: i64,
    with: Vec<i64>,
    changes: Vec<(usize, i64)>,
}

impl Lane {
    /// The cost through a cell.
    #[inline]
    fn through(&self, at: usize, costs: Costs) -> i64 {
        let all = self.stream.words.len();
        self.before.at(at, costs) + self.after.at(all - at, costs)
    }

    /// Take back what the next segment of those to come changed.
    fn pop(&mut self) {
        let (first, cells) = self.starts.pop().unwrap_or_default();
        for (at, old) in self.undo.drain(first..).rev() {
            self.after.cells[at] = old;
        }
        self.after.cells.truncate(cells.max(1));
    }
}

impl Lanes for Timed {
    fn begin(&mut self, assigned: &[usize]) {
        for lane in &mut self.lanes {
            lane.before = Column::new();
            lane.after = Column::new();
            lane.undo.clear();
            lane.starts.clear();
            lane.words = 0;
        }
        for (segment, &stream) in self.segments.iter().zip(assigned).rev() {
            let lane = &mut self.lanes[stream];
            let Lane {
                after, back, undo, ..
            } = lane;
            lane.starts.push((undo.len(), after.cells.len()));
            for (word, begin, end) in timed(segment).rev() {
                after.take((word, -end, -begin), back, self.costs, |at, _, old| {
                    undo.push((at, old));
                });
            }
            lane.words += segment.len() as i64;
        }
        for lane in &mut self.lanes {
            lane.errors = lane.words + lane.after.at(lane.stream.words.len(), self.costs);
        }
    }

    fn kept(&mut self, segment: usize, stream: usize) -> i64 {
        let lane = &mut self.lanes[stream];
        let length = self.segments[segment].len() as i64;
        // The column to come without this segment; nothing looks at it with the segment again.
        lane.pop();
        let all = lane.stream.words.len();
        let (last, front) = (lane.before.front(), lane.after.front());
        // Outside of both fronts a cell never costs less than one nearer to them.
        let first = all.saturating_sub(front).min(last);
        let least = (first..=last).map(|at| lane.through(at, self.costs)).min();
        self.without = lane.words - length + least.unwrap_or(0);
        lane.errors - self.without
    }

    fn moved(&mut self, segment: usize, stream: usize, limit: i64) -> Option<i64> {
        let words = &self.segments[segment];
        let length = words.len() as i64;
        if -length >= limit {
            return None;
        }
        let (costs, changes) = (self.costs, &mut self.changes);
        let lane = &mut self.lanes[stream];
        let cells = lane.before.cells.len();
        changes.clear();
        for word in timed(words) {
            lane.before.take(word, &lane.stream, costs, |at, _, old| {
                changes.push((at, old))
            });
        }
        let changed = changes.iter().map(|&(at, _)| lane.through(at, costs)).min();
        for &(at, old) in changes.iter().rev() {
            lane.before.cells[at] = old;
        }
        lane.before.cells.truncate(cells);
        let best = changed.map_or(lane.errors, |least| lane.errors.min(lane.words + least));
        let with = best + length;
        self.with[stream] = with;
        (with - lane.errors < limit).then_some(with - lane.errors)
    }

    fn give(&mut self, segment: usize, from: usize, to: usize) {
        let words = &self.segments[segment];
        if from != to {
            let length = words.len() as i64;
            self.lanes[from].errors = self.without;
            self.lanes[from].words -= length;
            self.lanes[to].errors = self.with[to];
            self.lanes[to].words += length;
        }
        let lane = &mut self.lanes[to];
        for word in timed(words) {
            lane.before
                .take(word, &lane.stream, self.costs, |_, _, _| ());
        }
    }
}
