//! An order of segments, and the stream of each, changed segment by segment for as long as that helps.
//!
//! A segment may go to any stream, and before or after segments of other speakers, but stays between the
//! segments of its own speaker. So no two streams can contradict each other.

use crate::column::{sums, Column, Places, Substitution};
use crate::side::{Side, Words};

/// The most passes over the segments.
const PASSES: usize = 49;

/// A stream, and what is there in order.
struct Lane {
    places: Places,
    back: Places,
    /// The rows of all words of the side in the tables, forwards and backwards.
    rows: Vec<usize>,
    back_rows: Vec<usize>,
    segments: Vec<usize>,
    /// The costs of the first segments, from none of them to all.
    before: Vec<Column>,
    /// The costs of the other segments from the end, from all of them to none.
    after: Vec<Column>,
}

/// Where a segment can go: a stream, and how many of the segments there are before it.
struct Slot {
    lane: usize,
    at: usize,
    /// The errors that it has there.
    more: i64,
}

/// Change the order of the segments of a side, and an assignment of them, until nothing helps.
pub fn improved(side: &Side, streams: &[Words], assigned: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..side.segments.len()).collect();
    let mut assigned = assigned.to_vec();
    let mut lanes: Vec<Lane> = streams.iter().map(|words| Lane::new(side, words)).collect();
    for (at, lane) in lanes.iter_mut().enumerate() {
        let own = order.iter().filter(|&&segment| assigned[segment] == at);
        lane.segments = own.copied().collect();
        lane.fill(side);
    }
    let (mut earlier, mut later) = (vec![None; order.len()], vec![None; order.len()]);
    for own in side.segments_by_stream() {
        for pair in own.windows(2) {
            later[pair[0]] = Some(pair[1]);
            earlier[pair[1]] = Some(pair[0]);
        }
    }
    for _ in 0..PASSES {
        let mut changed = false;
        for segment in 0..side.segments.len() {
            let mut place = vec![0; order.len()];
            for (at, &each) in order.iter().enumerate() {
                place[each] = at;
            }
            let window = (
                earlier[segment].map_or(0, |other: usize| place[other] + 1),
                later[segment].map_or(order.len(), |other: usize| place[other]),
            );
            let from = assigned[segment];
            let Some(slot) = better(side, &lanes, segment, from, &place, window) else {
                continue;
            };
            lanes[from].segments.retain(|&each| each != segment);
            let before = slot
                .at
                .checked_sub(1)
                .map(|at| place[lanes[slot.lane].segments[at]] + 1);
            let to = before.unwrap_or(0).max(window.0);
            let here = place[segment];
            order.remove(here);
            order.insert(to - usize::from(here < to), segment);
            lanes[slot.lane].segments.insert(slot.at, segment);
            lanes[from].fill(side);
            lanes[slot.lane].fill(side);
            assigned[segment] = slot.lane;
            changed = true;
        }
        if !changed {
            break;
        }
    }
    (order, assigned)
}

/// The first of the places where a segment has the fewest errors, if it has fewer there than where it is.
fn better(
    side: &Side,
    lanes: &[Lane],
    segment: usize,
    from: usize,
    place: &[usize],
    window: (usize, usize),
) -> Option<Slot> {
    let own = &lanes[from];
    let here = own
        .segments
        .partition_point(|&each| place[each] < place[segment]);
    let without = own.cost(&own.before[here], &own.after[here + 1]);
    let mut best = Slot {
        lane: from,
        at: here,
        more: own.errors() - without,
    };
    let now = best.more;
    for (lane, each) in lanes.iter().enumerate() {
        let first = each
            .segments
            .partition_point(|&other| place[other] < window.0);
        let last = each
            .segments
            .partition_point(|&other| place[other] < window.1);
        let errors = if lane == from { without } else { each.errors() };
        let mut attempt = |at: usize, before: &Column, after: &Column| {
            let mut column = before.clone();
            each.take(side, &mut column, segment);
            let more = each.cost(&column, after) - errors;
            if more < best.more {
                best = Slot { lane, at, more };
            }
        };
        if lane != from {
            for at in first..=last {
                attempt(at, &each.before[at], &each.after[at]);
            }
            continue;
        }
        // As if the segment were not there: after it the columns of what was before change, and before it
        // those of what comes.
        let mut after = each.after[here + 1].clone();
        for at in (first..here).rev() {
            each.take_back(side, &mut after, each.segments[at]);
            attempt(at, &each.before[at], &after);
        }
        let mut before = each.before[here].clone();
        for at in here + 1..last {
            each.take(side, &mut before, each.segments[at]);
            attempt(at, &before, &each.after[at + 1]);
        }
    }
    (best.more < now).then_some(best)
}

impl Lane {
    fn new(side: &Side, words: &Words) -> Lane {
        let places = Places::new(words.ids.iter().copied());
        let back = Places::new(words.ids.iter().rev().copied());
        let rows = |places: &Places| {
            side.words
                .ids
                .iter()
                .map(|&word| places.row(word))
                .collect()
        };
        Lane {
            rows: rows(&places),
            back_rows: rows(&back),
            places,
            back,
            segments: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    fn take(&self, side: &Side, column: &mut Column, segment: usize) {
        let rows = self.rows[side.segments[segment].words.clone()].iter();
        column.take(&self.places, 0, rows.copied(), Substitution::One);
    }

    fn take_back(&self, side: &Side, column: &mut Column, segment: usize) {
        let rows = self.back_rows[side.segments[segment].words.clone()].iter();
        column.take(&self.back, 0, rows.rev().copied(), Substitution::One);
    }

    /// Find the columns of the segments that are here now.
    fn fill(&mut self, side: &Side) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut column = Column::start(self.places.blocks);
        before.push(column.clone());
        for &segment in &self.segments {
            self.take(side, &mut column, segment);
            before.push(column.clone());
        }
        let mut column = Column::start(self.places.blocks);
        after.push(column.clone());
        for &segment in self.segments.iter().rev() {
            self.take_back(side, &mut column, segment);
            after.push(column.clone());
        }
        after.reverse();
        (self.before, self.after) = (before, after);
    }

    /// The errors of all that is here.
    fn errors(&self) -> i64 {
        self.after[0].bottom(self.places.length)
    }

    /// The least errors of what is before and what comes after, which was read from the end.
    fn cost(&self, before: &Column, after: &Column) -> i64 {
        let length = self.places.length;
        let mut least = i64::MAX;
        sums(
            before,
            &after.turned(length),
            length,
            i64::MAX,
            |_, found| {
                least = least.min(found);
                least
            },
        );
        least
    }
}
