//! What an assignment of segments to streams comes to: the counts of each speaker and each stream.

use mondegreen_core::{Counts, Op};

use crate::cp::Pairing;
use crate::side::{Side, Words};

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

/// Both sides of an assignment, as they were read and without segments that have no words.
pub(crate) struct Sides<'a> {
    /// The segments and the streams, as they were read.
    pub(crate) read: (&'a Side, &'a Side),
    /// The segments with words.
    pub(crate) side: Side,
    /// The words of the streams.
    pub(crate) streams: Vec<Words>,
}

impl Sides<'_> {
    /// The segments of a side, and those of the other, whose streams they are given to.
    pub(crate) fn new<'a>(segments: &'a Side, others: &'a Side) -> Sides<'a> {
        Sides {
            read: (segments, others),
            side: segments.spoken(),
            streams: others.by_stream(),
        }
    }

    /// The streams that have words.
    pub(crate) fn spoken_streams(&self) -> Vec<usize> {
        (0..self.streams.len())
            .filter(|&stream| !self.streams[stream].is_empty())
            .collect()
    }

    /// Count what each segment of `side` is given to; the segments of a stream are joined in their order
    /// there. Segments without words are given to the first stream by its number.
    pub(crate) fn counted(
        &self,
        assigned: &[usize],
        pairing: &mut Pairing,
        exact: bool,
    ) -> Assigned {
        let (segments, others) = self.read;
        let (side, streams) = (&self.side, &self.streams);
        let first = others.streams.iter().copied().min().unwrap_or(u32::MAX);
        let mut named = vec![first; segments.segments.len()];
        for (segment, &stream) in side.segments.iter().zip(assigned) {
            named[segment.row] = others.streams.get(stream).copied().unwrap_or(u32::MAX);
        }
        let mut counts = vec![Counts::default(); segments.streams.len()];
        let mut by_stream = vec![Counts::default(); others.streams.len()];
        let given = side.joined(assigned, streams.len().max(1));
        for (stream, words) in given.iter().enumerate() {
            let owners = side
                .segments
                .iter()
                .zip(assigned)
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
            if let Some(place) = by_stream.get_mut(stream) {
                *place = Counts::of(&steps);
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
        Assigned {
            streams: named,
            counts,
            by_stream,
            exact,
        }
    }
}
