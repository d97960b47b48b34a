//! Which stream each segment is given: from the maps of speakers, greedily, or the best of all.

use crate::assign::best_maps;
use crate::cp::{padded, Pairing};
use crate::given::{Assigned, Sides};
use crate::greedy;
use crate::greedy_timed;
use crate::grid;
use crate::grid_timed;
use crate::side::Side;

/// How the assignment is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The best one where it fits, else greedily.
    Fitting,
    /// The best one, or nothing.
    Exact,
    /// Greedily.
    Greedy,
}

impl Search {
    /// Whether the best is looked for, if that takes so many cells of at most `most`.
    pub(crate) fn is_exact(self, cells: u128, most: u128) -> bool {
        // Some work is no trouble at all; a lot of it is only done where it was asked for.
        match self {
            Search::Exact => cells <= most,
            Search::Fitting => cells <= most / 8,
            Search::Greedy => false,
        }
    }
}

/// From how many best maps of speakers a greedy search starts: all that four speakers can have.
const STARTS: usize = 24;

/// Give the segments of one side to the streams of the other; with a collar, times count.
///
/// Returns the estimated number of cells instead, if the best is asked for and does not fit.
pub fn assign(
    segments: &Side,
    others: &Side,
    ids: usize,
    collar: Option<i64>,
    search: Search,
) -> Result<Assigned, u128> {
    let sides = Sides::new(segments, others);
    let mut pairing = Pairing::new(ids, collar);
    let (assigned, exact) = found(&sides, &mut pairing, collar, search)?;
    Ok(sides.counted(&assigned, &mut pairing, exact))
}

/// The stream of each segment, and whether no other assignment is better.
pub(crate) fn found(
    sides: &Sides<'_>,
    pairing: &mut Pairing,
    collar: Option<i64>,
    search: Search,
) -> Result<(Vec<usize>, bool), u128> {
    let (side, streams) = (&sides.side, &sides.streams);
    let spoken = sides.spoken_streams();
    if spoken.len() < 2 {
        let only = spoken.first().copied().unwrap_or(0);
        return Ok((vec![only; side.segments.len()], true));
    }
    let (cells, most) = match collar {
        None => (grid::cells(side, streams), grid::MOST),
        Some(collar) => (grid_timed::cells(side, streams, collar), grid_timed::MOST),
    };
    if search.is_exact(cells, most) {
        let best = match collar {
            None => grid::best(side, streams),
            Some(collar) => grid_timed::best(side, streams, collar),
        };
        return Ok((best, true));
    }
    if search == Search::Exact {
        return Err(cells);
    }
    Ok((greedily(sides, pairing, collar), false))
}

/// The best of what comes of each best map of speakers; of equally good ones the first.
fn greedily(sides: &Sides<'_>, pairing: &mut Pairing, collar: Option<i64>) -> Vec<usize> {
    let (side, streams) = (&sides.side, &sides.streams);
    // Speakers and streams without words are in the maps, since they decide where others begin.
    let speakers = sides.read.0.by_stream();
    let pairs = pairing.pairs(&speakers, streams);
    let cost = padded(&pairs.errors, &speakers, streams);
    let nearest = |speaker: usize| {
        let errors = &pairs.errors[speaker * streams.len()..][..streams.len()];
        (0..streams.len())
            .min_by_key(|&stream| errors[stream])
            .unwrap_or(0)
    };
    let mut starts: Vec<Vec<usize>> = Vec::new();
    let others = best_maps(&cost, speakers.len(), streams.len(), STARTS);
    for map in std::iter::once(pairs.streams).chain(others) {
        let map = map.iter().enumerate();
        let start: Vec<usize> = map
            .map(|(speaker, stream)| stream.unwrap_or_else(|| nearest(speaker)))
            .collect();
        if !starts.contains(&start) {
            starts.push(start);
        }
    }
    let mut best = (i64::MAX, Vec::new());
    for start in starts {
        let names = &sides.read.0.streams;
        let first = side.segments.iter().map(|segment| {
            let name = side.streams[segment.stream];
            let speaker = names.iter().position(|&each| each == name);
            start[speaker.unwrap_or(0)]
        });
        let mut assigned: Vec<usize> = first.collect();
        let errors = match collar {
            None => greedy::untimed(side, streams, &mut assigned),
            Some(collar) => greedy_timed::timed_greedy(side, streams, collar, &mut assigned),
        };
        if errors < best.0 {
            best = (errors, assigned);
        }
    }
    best.1
}
