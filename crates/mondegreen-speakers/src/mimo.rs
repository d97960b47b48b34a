//! Which stream each segment is given, in any order of segments that keeps the order of each speaker.

use crate::cp::Pairing;
use crate::given::{Assigned, Sides};
use crate::grid::Grid;
use crate::interleaving;
use crate::orc::{self, Search};
use crate::side::{Side, Words};

/// The most cells of all grids together.
pub const MOST: u128 = 50_000_000;

/// Give the segments of the reference to streams, where segments of different speakers may be in any order.
///
/// If the best does not fit, the order of starts is changed segment by segment for as long as that helps,
/// from the assignment of [`orc::assign`].
pub fn assign(
    segments: &Side,
    others: &Side,
    ids: usize,
    search: Search,
) -> Result<Assigned, u128> {
    let mut sides = Sides::new(segments, others);
    let mut pairing = Pairing::new(ids, None);
    if sides.spoken_streams().is_empty() || sides.side.streams.len() < 2 {
        // There is only one order.
        let (assigned, exact) = orc::found(&sides, &mut pairing, None, search)?;
        return Ok(sides.counted(&assigned, &mut pairing, exact));
    }
    let cells = cells(&sides.side, &sides.streams);
    let exact = search.is_exact(cells, MOST);
    let (order, assigned) = if exact {
        best(&sides.side, &sides.streams)
    } else if search == Search::Exact {
        return Err(cells);
    } else {
        let (assigned, _) = orc::found(&sides, &mut pairing, None, search)?;
        interleaving::improved(&sides.side, &sides.streams, &assigned)
    };
    let ordered = order.iter().map(|&at| sides.side.segments[at].clone());
    sides.side.segments = ordered.collect();
    let assigned: Vec<usize> = order.iter().map(|&at| assigned[at]).collect();
    Ok(sides.counted(&assigned, &mut pairing, exact))
}

/// How many cells all grids have together: one grid per choice of how many segments of each speaker are done.
pub fn cells(side: &Side, streams: &[Words]) -> u128 {
    let segments = side.segments_by_stream();
    let done = segments.iter().map(Vec::len);
    let words = streams.iter().map(Words::len);
    done.chain(words)
        .fold(1u128, |all, count| all.saturating_mul(count as u128 + 1))
}

/// A best order of the segments, and the stream of each.
fn best(side: &Side, streams: &[Words]) -> (Vec<usize>, Vec<usize>) {
    let segments = side.segments_by_stream();
    let words = |at: usize| &side.words.ids[side.segments[at].words.clone()];
    let axes = Grid::new(streams.iter().map(|words| &words.ids[..]), false);
    // The last speaker is the innermost.
    let mut strides = vec![1; segments.len()];
    for speaker in (1..segments.len()).rev() {
        strides[speaker - 1] = strides[speaker] * (segments[speaker].len() + 1);
    }
    let all = strides[0] * (segments[0].len() + 1);
    let done =
        |state: usize, speaker: usize| state / strides[speaker] % (segments[speaker].len() + 1);
    let mut grids = vec![axes.start()];
    for state in 1..all {
        let mut next = vec![i32::MAX; grids[0].len()];
        for (speaker, own) in segments.iter().enumerate() {
            let count = done(state, speaker);
            if count > 0 {
                let before = &grids[state - strides[speaker]];
                axes.step(before, &mut next, words(own[count - 1]));
            }
        }
        grids.push(next);
    }
    let mut place: Vec<usize> = streams.iter().map(Words::len).collect();
    let (mut order, mut assigned) = (Vec::new(), vec![0; side.segments.len()]);
    let mut state = all - 1;
    while state > 0 {
        let step = (0..segments.len())
            .filter(|&speaker| done(state, speaker) > 0)
            .flat_map(|speaker| (0..streams.len()).map(move |axis| (speaker, axis)))
            .find_map(|(speaker, axis)| {
                let segment = segments[speaker][done(state, speaker) - 1];
                let before = state - strides[speaker];
                let line = Line::new(&place, axis, streams);
                let cost = grids[state][line.at(place[axis])];
                let start = line.back(&grids[before], words(segment), &streams[axis].ids, cost)?;
                Some((before, segment, axis, start))
            });
        let Some((before, segment, axis, start)) = step else {
            break;
        };
        order.push(segment);
        assigned[segment] = axis;
        place[axis] = start;
        state = before;
    }
    order.reverse();
    (order, assigned)
}

/// The cells along one axis up to a place.
struct Line {
    first: usize,
    stride: usize,
    size: usize,
}

impl Line {
    fn new(place: &[usize], axis: usize, streams: &[Words]) -> Line {
        let (mut first, mut stride, mut inner) = (0, 1, 1);
        for other in (0..place.len()).rev() {
            if other == axis {
                stride = inner;
            } else {
                first += place[other] * inner;
            }
            inner *= streams[other].len() + 1;
        }
        Line {
            first,
            stride,
            size: place[axis] + 1,
        }
    }

    fn at(&self, place: usize) -> usize {
        self.first + place * self.stride
    }

    /// Where a segment begins if it ends at the end of the line with this cost; `None` if it does not.
    fn back(&self, before: &[i32], segment: &[u32], stream: &[u32], cost: i32) -> Option<usize> {
        let start: Vec<i32> = (0..self.size).map(|place| before[self.at(place)]).collect();
        let mut rows = vec![start];
        for word in segment {
            let last = &rows[rows.len() - 1];
            let mut row = vec![last[0] + 1];
            for at in 1..self.size {
                let both = last[at - 1] + i32::from(stream[at - 1] != *word);
                row.push(both.min(last[at] + 1).min(row[at - 1] + 1));
            }
            rows.push(row);
        }
        if rows[segment.len()][self.size - 1] != cost {
            return None;
        }
        let (mut row, mut at) = (segment.len(), self.size - 1);
        while row > 0 {
            let cell = rows[row][at];
            let differs = |at: usize| i32::from(stream[at] != segment[row - 1]);
            if at > 0 && cell == rows[row - 1][at - 1] + differs(at - 1) {
                (row, at) = (row - 1, at - 1);
            } else if cell == rows[row - 1][at] + 1 {
                row -= 1;
            } else {
                at -= 1;
            }
        }
        Some(at)
    }
}
