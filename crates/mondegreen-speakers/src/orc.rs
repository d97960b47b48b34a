//! Which stream each segment is given: from the maps of speakers, greedily, or the best of all.

use mondegreen_core::{Counts, Op};

use crate::cp::Pairing;
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

/// The segments of one side, given to the streams of the other.
#[derive(Clone, Debug)]
pub struct Assigned {
    /// The stream of each segment of the side, as it was read, in the numbers that were read.
    pub streams: Vec<u32>,
    /// The counts of the words of each speaker of the side; insertions are of no speaker.
    pub counts: Vec<Counts>,
    /// The counts of each stream with the segments that it was given.
    pub by_stream: Vec<Counts>,
    /// Whether it is the best of all assignments.
    pub exact: bool,
}

/// Give the segments of one side to the streams of the other; with a collar, times count.
///
/// Segments without words are given to the first stream by `label`. Returns the estimated number of cells instead,
/// if the best is asked for and does not fit.
pub fn assign(
    segments: &Side,
    others: &Side,
    ids: usize,
    collar: Option<i64>,
    search: Search,
) -> Result<Assigned, u128> {
    let (side, other) = (segments.spoken(), others.spoken());
    let streams = other.by_stream();
    let mut pairing = Pairing::new(ids, collar);
    let cells = match collar {
        None => grid::cells(&side, &streams),
        Some(collar) => grid_timed::cells(&side, &streams, collar),
    };
    let most = if collar.is_some() {
        grid_timed::MOST
    } else {
        grid::MOST
    };
    // Some work is no trouble at all; a lot of it is only done where it was asked for.
    let fits = cells
        <= if search == Search::Exact {
            most
        } else {
            most / 8
        };
    let exact = streams.len() < 2 || (search != Search::Greedy && fits);
    if search == Search::Exact && !exact {
        return Err(cells);
    }
    let assigned = if streams.len() < 2 {
        vec![0; side.segments.len()]
    } else if exact {
        match collar {
            None => grid::best(&side, &streams),
            Some(collar) => grid_timed::best(&side, &streams, collar),
        }
    } else {
        let pairs = pairing.pairs(&side.by_stream(), &streams);
        let nearest = |speaker: usize| {
            let errors = &pairs.errors[speaker * streams.len()..][..streams.len()];
            (0..streams.len())
                .min_by_key(|&stream| errors[stream])
                .unwrap_or(0)
        };
        let of: Vec<usize> = pairs
            .streams
            .iter()
            .enumerate()
            .map(|(speaker, found)| found.unwrap_or_else(|| nearest(speaker)))
            .collect();
        let mut assigned = side
            .segments
            .iter()
            .map(|each| of[each.stream])
            .collect::<Vec<_>>();
        match collar {
            None => greedy::untimed(&side, &streams, &mut assigned),
            Some(collar) => greedy_timed::timed_greedy(&side, &streams, collar, &mut assigned),
        }
        assigned
    };
    let first = others.streams.iter().copied().min().unwrap_or(u32::MAX);
    let mut named = vec![first; segments.segments.len()];
    for (segment, &stream) in side.segments.iter().zip(&assigned) {
        named[segment.row] = other.streams.get(stream).copied().unwrap_or(u32::MAX);
    }
    let mut counts = vec![Counts::default(); segments.streams.len()];
    let mut by_stream = vec![Counts::default(); others.streams.len()];
    let given = side.joined(&assigned, streams.len().max(1));
    for (stream, words) in given.iter().enumerate() {
        let owners = side
            .segments
            .iter()
            .zip(&assigned)
            .filter(|(_, &to)| to == stream);
        let mut owners = owners.flat_map(|(segment, _)| {
            let name = side.streams[segment.stream];
            let owner = segments
                .streams
                .iter()
                .position(|&each| each == name)
                .unwrap_or(0);
            segment.words.clone().map(move |_| owner)
        });
        let steps = match streams.get(stream) {
            Some(heard) => pairing.steps(words, heard),
            None => vec![Op::Delete; words.len()],
        };
        let name = other.streams.get(stream);
        let place = others.streams.iter().position(|each| Some(each) == name);
        if let Some(place) = place {
            by_stream[place] = Counts::of(&steps);
        }
        for step in steps {
            if step == Op::Insert {
                continue;
            }
            let counts = &mut counts[owners.next().unwrap_or(0)];
            match step {
                Op::Equal => counts.hits += 1,
                Op::Substitute => counts.substitutions += 1,
                _ => counts.deletions += 1,
            }
        }
    }
    Ok(Assigned {
        streams: named,
        counts,
        by_stream,
        exact,
    })
}
