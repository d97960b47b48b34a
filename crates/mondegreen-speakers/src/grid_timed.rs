//! The best assignment where words must be near in time: a grid of those places alone that the
//! segment at hand can reach.
//!
//! Before a segment the grid goes, on the axis of each stream, from the first word that this segment or
//! one to come can reach, to the last that one before it could. Costs are kept as in [`crate::timed`].

use crate::side::{Side, Words};
use crate::timed::{timed, Stream};

/// The most cells of all grids together.
pub const MOST: u128 = 24_000_000;

/// For each segment and stream, from which word to which the grid goes before it, and at last.
struct Bounds {
    low: Vec<Vec<usize>>,
    high: Vec<Vec<usize>>,
}

impl Bounds {
    fn new(segments: &[Words], streams: &[Stream]) -> Bounds {
        let count = segments.len();
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        for stream in streams {
            let all = stream.words.len();
            let (mut low, mut high) = (vec![all; count + 1], vec![0; count + 1]);
            let mut near = (0, 0);
            for (at, segment) in segments.iter().enumerate() {
                let mut until = 0;
                for (_, begin, end) in timed(segment) {
                    let found = stream.reach(begin, end, &mut near);
                    low[at] = low[at].min(found.0);
                    until = until.max(found.1);
                }
                high[at + 1] = high[at].max(until);
            }
            for at in (0..count).rev() {
                low[at] = low[at].min(low[at + 1]);
            }
            lows.push(low);
            highs.push(high);
        }
        let by_segment = |bounds: &[Vec<usize>]| -> Vec<Vec<usize>> {
            (0..=count)
                .map(|at| bounds.iter().map(|each| each[at]).collect())
                .collect()
        };
        let low = by_segment(&lows);
        let mut high = by_segment(&highs);
        for (high, low) in high.iter_mut().zip(&low) {
            for (high, &low) in high.iter_mut().zip(low) {
                *high = (*high).max(low);
            }
        }
        Bounds { low, high }
    }

    /// How many cells the grid has in which a segment is taken.
    fn cells(&self, at: usize) -> u128 {
        let sizes = self.low[at].iter().zip(&self.high[at + 1]);
        sizes.fold(1, |all, (&low, &high)| {
            all.saturating_mul((high.max(low) - low + 1) as u128)
        })
    }
}

fn prepared(side: &Side, streams: &[Words], collar: i64) -> (Vec<Words>, Vec<Stream>, Bounds) {
    let segments: Vec<Words> = side.segments.iter().map(|each| side.part(each)).collect();
    let streams: Vec<Stream> = streams
        .iter()
        .map(|words| Stream::new(words.clone(), collar))
        .collect();
    let bounds = Bounds::new(&segments, &streams);
    (segments, streams, bounds)
}

/// How many cells all grids have together.
pub fn cells(side: &Side, streams: &[Words], collar: i64) -> u128 {
    let (segments, _, bounds) = prepared(side, streams, collar);
    (0..segments.len()).fold(0, |all, at| bounds.cells(at).saturating_add(all))
}

/// A part of the grid; the last axis is the innermost.
struct Grid {
    low: Vec<usize>,
    high: Vec<usize>,
    cells: Vec<i32>,
}

impl Grid {
    /// The same costs for other places: after its end each word is an insertion.
    fn moved(&self, low: &[usize], high: &[usize]) -> Grid {
        let mut cells = self.cells.clone();
        let mut inner = 1;
        for axis in (0..low.len()).rev() {
            let (from, to) = (self.low[axis], self.high[axis]);
            let size = to - from + 1;
            let mut next = Vec::with_capacity(cells.len() / size * (high[axis] - low[axis] + 1));
            for outer in cells.chunks(size * inner) {
                for at in low[axis]..=high[axis] {
                    let line = &outer[(at.min(to) - from) * inner..][..inner];
                    let more = at.saturating_sub(to) as i32;
                    next.extend(line.iter().map(|cell| cell + more));
                }
            }
            cells = next;
            inner *= high[axis] - low[axis] + 1;
        }
        Grid {
            low: low.to_vec(),
            high: high.to_vec(),
            cells,
        }
    }

    fn at(&self, place: &[usize]) -> i32 {
        let (mut index, mut more) = (0, 0);
        for (axis, &place) in place.iter().enumerate() {
            let (low, high) = (self.low[axis], self.high[axis]);
            index = index * (high - low + 1) + place.min(high) - low;
            more += place.saturating_sub(high) as i32;
        }
        self.cells[index] + more
    }
}

/// The stream of each segment in a best assignment.
pub fn best(side: &Side, streams: &[Words], collar: i64) -> Vec<usize> {
    let (segments, streams, bounds) = prepared(side, streams, collar);
    let start = Grid {
        low: vec![0; streams.len()],
        high: vec![0; streams.len()],
        cells: vec![0; 1],
    };
    let mut grids = vec![start.moved(&bounds.low[0], &bounds.high[0])];
    for (at, segment) in segments.iter().enumerate() {
        let high = bounds.high[at + 1].iter().zip(&bounds.low[at]);
        let high: Vec<usize> = high.map(|(high, low)| *high.max(low)).collect();
        let wide = grids[at].moved(&bounds.low[at], &high);
        let mut least = vec![i32::MAX; wide.cells.len()];
        let mut inner = 1;
        for axis in (0..streams.len()).rev() {
            let size = wide.high[axis] - wide.low[axis] + 1;
            let mut cells = wide.cells.clone();
            for word in timed(segment) {
                take(
                    &mut cells,
                    size,
                    inner,
                    wide.low[axis],
                    word,
                    &streams[axis],
                );
            }
            for (least, cell) in least.iter_mut().zip(cells) {
                *least = (*least).min(cell);
            }
            inner *= size;
        }
        let wide = Grid {
            cells: least,
            ..wide
        };
        grids.push(wide.moved(&bounds.low[at + 1], &bounds.high[at + 1]));
    }
    let mut place: Vec<usize> = streams.iter().map(|stream| stream.words.len()).collect();
    let mut found = vec![0; segments.len()];
    for (at, segment) in segments.iter().enumerate().rev() {
        let (before, after) = (&grids[at], &grids[at + 1]);
        for (place, &high) in place.iter_mut().zip(&after.high) {
            *place = (*place).min(high);
        }
        let cost = after.at(&place);
        for axis in 0..streams.len() {
            if let Some(start) = back(before, &place, axis, segment, &streams[axis], cost) {
                found[at] = axis;
                place[axis] = start;
                break;
            }
        }
    }
    found
}

/// Move all lines along one axis over a word.
fn take(
    cells: &mut [i32],
    size: usize,
    inner: usize,
    low: usize,
    (word, begin, end): (u32, i64, i64),
    stream: &Stream,
) {
    for outer in cells.chunks_mut(size * inner) {
        let mut diagonal = outer[..inner].to_vec();
        for at in 1..size {
            let place = low + at - 1;
            let near = stream.is_near(place, begin, end);
            let gain = i32::from(stream.words.ids[place] == word);
            let (left, line) = outer[(at - 1) * inner..(at + 1) * inner].split_at_mut(inner);
            for ((cell, left), diagonal) in line.iter_mut().zip(&*left).zip(&mut diagonal) {
                let old = *cell;
                let best = old.min(left + 1);
                *cell = if near {
                    best.min(*diagonal - gain)
                } else {
                    best
                };
                *diagonal = old;
            }
        }
    }
}

/// Where a segment begins on an axis if it ends at a place with this cost; `None` if it does not.
fn back(
    before: &Grid,
    place: &[usize],
    axis: usize,
    segment: &Words,
    stream: &Stream,
    cost: i32,
) -> Option<usize> {
    let low = before.low[axis];
    let size = place[axis] + 1 - low;
    let mut at = place.to_vec();
    let mut rows = vec![(0..size)
        .map(|step| {
            at[axis] = low + step;
            before.at(&at)
        })
        .collect::<Vec<i32>>()];
    for word in timed(segment) {
        let mut row = rows[rows.len() - 1].clone();
        take(&mut row, size, 1, low, word, stream);
        rows.push(row);
    }
    if rows[segment.len()][size - 1] != cost {
        return None;
    }
    let mut step = size - 1;
    for (row, (word, begin, end)) in timed(segment).enumerate().rev() {
        loop {
            let cell = rows[row + 1][step];
            if step > 0 && stream.is_near(low + step - 1, begin, end) {
                let gain = i32::from(stream.words.ids[low + step - 1] == word);
                if rows[row][step - 1] - gain == cell {
                    step -= 1;
                    break;
                }
            }
            if rows[row][step] == cell {
                break;
            }
            step -= 1;
        }
    }
    Some(low + step)
}
