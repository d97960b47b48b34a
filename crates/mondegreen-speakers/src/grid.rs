//! The best assignment of all: a grid with an axis per stream.
//!
//! A cell holds the least errors of the segments so far against so many words of each stream. A segment
//! moves the lines of the grid along one axis, and of the grids that this makes, one per axis, each
//! cell keeps the least. Along every axis neighbours differ by at most one, after that minimum too, so a
//! line is moved as bits. The memory is that of three grids: the segments are halved, a grid from the
//! beginning and one from the end meet, and the best cell parts the streams for both halves.

use std::ops::Range;

use crate::column::{Column, Places, Substitution};
use crate::side::{Side, Words};

/// The most steps of cells that are tried: segments × streams × cells.
pub const MOST: u128 = 4_000_000_000;
/// The most cells of a grid.
const CELLS: u128 = 25_000_000;
/// Lines that are next to each other, moved in one go so that memory is read once.
const LINES: usize = 16;

/// How many steps of cells the best assignment takes; too many, if the grid is too large.
pub fn cells(side: &Side, streams: &[Words]) -> u128 {
    let cells = streams.iter().fold(1u128, |all, words| {
        all.saturating_mul(words.len() as u128 + 1)
    });
    let steps = cells.saturating_mul((side.segments.len() * streams.len()) as u128);
    if cells > CELLS {
        steps.max(MOST + 1)
    } else {
        steps
    }
}

/// The stream of each segment in a best assignment.
pub fn best(side: &Side, streams: &[Words]) -> Vec<usize> {
    let segments: Vec<&[u32]> = side
        .segments
        .iter()
        .map(|each| &side.words.ids[each.words.clone()])
        .collect();
    let mut found = vec![0; segments.len()];
    let whole = streams
        .iter()
        .map(|words| 0..words.len())
        .collect::<Vec<_>>();
    halve(&segments, streams, &whole, &mut found);
    found
}

fn halve(segments: &[&[u32]], streams: &[Words], parts: &[Range<usize>], found: &mut [usize]) {
    match segments {
        [] => {}
        [only] => {
            let cost = |stream: usize| {
                let part = &streams[stream].ids[parts[stream].clone()];
                let places = Places::new(part.iter().copied());
                let mut column = Column::start(places.blocks);
                let rows = only.iter().map(|&word| places.row(word));
                column.take(&places, 0, rows, Substitution::One);
                column.bottom(part.len()) - part.len() as i64
            };
            found[0] = (0..streams.len())
                .min_by_key(|&stream| cost(stream))
                .unwrap_or(0);
        }
        _ => {
            let middle = segments.len() / 2;
            let words = |stream: usize| &streams[stream].ids[parts[stream].clone()];
            let forward = Grid::new((0..streams.len()).map(words), false);
            let before = forward.after(segments[..middle].iter().map(|words| words.iter()));
            let backward = Grid::new((0..streams.len()).map(words), true);
            let turned = segments[middle..]
                .iter()
                .rev()
                .map(|words| words.iter().rev());
            let after = backward.after(turned);
            let met = before.iter().zip(after.iter().rev()).enumerate();
            let (mut cell, _) = met
                .min_by_key(|(_, (a, b))| **a + **b)
                .unwrap_or((0, (&0, &0)));
            let (mut low, mut high) = (parts.to_vec(), parts.to_vec());
            for axis in (0..streams.len()).rev() {
                let size = parts[axis].len() + 1;
                let place = parts[axis].start + cell % size;
                cell /= size;
                low[axis].end = place;
                high[axis].start = place;
            }
            drop((before, after));
            let (first, second) = found.split_at_mut(middle);
            halve(&segments[..middle], streams, &low, first);
            halve(&segments[middle..], streams, &high, second);
        }
    }
}

/// The axes of a grid; the last one is the innermost.
pub(crate) struct Grid {
    axes: Vec<Places>,
}

impl Grid {
    /// An axis per stream, or per stream read from its end.
    pub(crate) fn new<'a>(streams: impl Iterator<Item = &'a [u32]>, turned: bool) -> Grid {
        let axes = streams.map(|words| {
            if turned {
                Places::new(words.iter().rev().copied())
            } else {
                Places::new(words.iter().copied())
            }
        });
        Grid {
            axes: axes.collect(),
        }
    }

    /// The cells before all segments: each word is an insertion.
    pub(crate) fn start(&self) -> Vec<i32> {
        let mut cells: Vec<i32> = vec![0];
        for places in self.axes.iter().rev() {
            cells = (0..=places.length)
                .flat_map(|at| cells.iter().map(move |cell| cell + at as i32))
                .collect();
        }
        cells
    }

    /// Move the cells over the words of a segment, along each axis, and keep the least in `next`.
    pub(crate) fn step(&self, cells: &[i32], next: &mut [i32], words: &[u32]) {
        let mut inner = 1;
        for places in self.axes.iter().rev() {
            let rows: Vec<usize> = words.iter().map(|&word| places.row(word)).collect();
            move_lines(cells, next, places, &rows, inner);
            inner *= places.length + 1;
        }
    }

    /// The cells after some segments.
    fn after<'a, W: Iterator<Item = &'a u32>>(
        &self,
        segments: impl Iterator<Item = W>,
    ) -> Vec<i32> {
        let mut cells = self.start();
        let mut next = cells.clone();
        for words in segments {
            let words: Vec<u32> = words.copied().collect();
            next.fill(i32::MAX);
            self.step(&cells, &mut next, &words);
            std::mem::swap(&mut cells, &mut next);
        }
        cells
    }
}

/// Move all lines along one axis over the words of a segment, and keep the least in `next`.
fn move_lines(cells: &[i32], next: &mut [i32], places: &Places, rows: &[usize], inner: usize) {
    let size = places.length + 1;
    let mut line = vec![0i32; size * LINES];
    let mut column = Column::start(places.blocks);
    for outer in (0..cells.len()).step_by(size * inner) {
        for first in (0..inner).step_by(LINES) {
            let many = LINES.min(inner - first);
            for at in 0..size {
                let from = outer + at * inner + first;
                for (each, &cell) in cells[from..from + many].iter().enumerate() {
                    line[each * size + at] = cell;
                }
            }
            for each in 0..many {
                let line = &mut line[each * size..(each + 1) * size];
                pack(line, &mut column);
                column.take(places, 0, rows.iter().copied(), Substitution::One);
                unpack(&column, line);
            }
            for at in 0..size {
                let from = outer + at * inner + first;
                for (each, cell) in next[from..from + many].iter_mut().enumerate() {
                    *cell = (*cell).min(line[each * size + at]);
                }
            }
        }
    }
}

fn pack(line: &[i32], column: &mut Column) {
    column.top = line[0] as i64;
    for (block, cells) in line[1..].chunks(64).enumerate() {
        let (mut plus, mut minus) = (0u64, 0u64);
        let before = &line[block * 64..];
        for (at, (cell, left)) in cells.iter().zip(before).enumerate() {
            plus |= u64::from(cell > left) << at;
            minus |= u64::from(cell < left) << at;
        }
        column.plus[block] = plus;
        column.minus[block] = minus;
    }
}

fn unpack(column: &Column, line: &mut [i32]) {
    let mut cost = column.top as i32;
    line[0] = cost;
    for (block, cells) in line[1..].chunks_mut(64).enumerate() {
        let (plus, minus) = (column.plus[block], column.minus[block]);
        for (at, cell) in cells.iter_mut().enumerate() {
            cost += (plus >> at & 1) as i32 - (minus >> at & 1) as i32;
            *cell = cost;
        }
    }
}
