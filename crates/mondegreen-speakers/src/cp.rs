//! Which stream is which speaker: the map of fewest errors.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use mondegreen_core::tokens::Points;
use mondegreen_core::{Aligner, Counts, Op, Rule};

use crate::assign::assign;
use crate::distance::Distance;
use crate::side::Words;
use crate::timed::{self, Stream};

/// The pairs of a session.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The stream of each reference speaker, if one is theirs.
    pub streams: Vec<Option<usize>>,
    /// The counts of each reference speaker.
    pub counts: Vec<Counts>,
    /// The errors of each speaker with each stream, row by row.
    pub errors: Vec<i64>,
}

/// Aligns lists of words, with or without times.
pub struct Pairing {
    distance: Distance,
    aligner: Aligner,
    collar: Option<i64>,
}

impl Pairing {
    /// Words are numbers below `ids`; with a collar, in microseconds, times count.
    pub fn new(ids: usize, collar: Option<i64>) -> Pairing {
        Pairing {
            distance: Distance::new(ids),
            aligner: Aligner::new(Rule::MostHits, Arc::new(AtomicBool::new(false))),
            collar,
        }
    }

    /// The map of fewest errors; of several the one with most hits, then the smallest in the order of
    /// the speakers and the streams.
    pub fn pairs(&mut self, speakers: &[Words], streams: &[Words]) -> Pairs {
        let (rows, columns) = (speakers.len(), streams.len());
        let size = rows.max(columns);
        let mut hits = vec![0; rows * columns];
        let mut errors = vec![0; rows * columns];
        if let Some(collar) = self.collar {
            let streams: Vec<Stream> = streams
                .iter()
                .map(|words| Stream::new(words.clone(), collar))
                .collect();
            for (at, error) in errors.iter_mut().enumerate() {
                let found = timed::errors(&speakers[at / columns], &streams[at % columns]);
                (*error, hits[at]) = (found.0 as i64, found.1 as i64);
            }
        } else {
            for (at, error) in errors.iter_mut().enumerate() {
                let (speaker, stream) = (&speakers[at / columns], &streams[at % columns]);
                *error = self.distance.between(&speaker.ids, &stream.ids) as i64;
            }
        }
        let cost = padded(&errors, speakers, streams);
        let timed = self.collar.is_some();
        let aligner = &mut self.aligner;
        let map = assign(size, &cost, |row, column| {
            if row >= rows || column >= columns {
                0
            } else if timed {
                hits[row * columns + column]
            } else {
                counts(aligner, &speakers[row], &streams[column]).hits as i64
            }
        });
        let streams_of = map[..rows]
            .iter()
            .map(|&column| (column < columns).then_some(column));
        let mut pairs = Pairs {
            streams: streams_of.collect(),
            counts: Vec::with_capacity(rows),
            errors,
        };
        for (row, stream) in pairs.streams.iter().enumerate() {
            let words = &speakers[row];
            pairs.counts.push(match stream {
                None => Counts::solve(words.len(), 0, words.len() as u64, 0),
                Some(column) if timed => {
                    let at = row * columns + column;
                    let (errors, hits) = (pairs.errors[at] as u64, hits[at] as u64);
                    Counts::solve(words.len(), streams[*column].len(), errors, hits)
                }
                Some(column) => counts(aligner, words, &streams[*column]),
            });
        }
        pairs
    }

    /// The steps of the best alignment with most hits.
    pub fn steps(&mut self, reference: &Words, hypothesis: &Words) -> Vec<Op> {
        match self.collar {
            Some(collar) => timed::steps(reference, &Stream::new(hypothesis.clone(), collar)),
            None => {
                let pair = Points::new(&reference.ids, &hypothesis.ids);
                self.aligner.pair_ops(&pair).to_vec()
            }
        }
    }
}

/// The errors of all pairs as a square: with nobody, all words are errors.
pub(crate) fn padded(errors: &[i64], speakers: &[Words], streams: &[Words]) -> Vec<i64> {
    let (rows, columns) = (speakers.len(), streams.len());
    let size = rows.max(columns);
    (0..size * size)
        .map(|at| match (at / size, at % size) {
            (row, column) if row < rows && column < columns => errors[row * columns + column],
            (row, _) if row < rows => speakers[row].len() as i64,
            (_, column) if column < columns => streams[column].len() as i64,
            _ => 0,
        })
        .collect()
}

fn counts(aligner: &mut Aligner, reference: &Words, hypothesis: &Words) -> Counts {
    aligner.pair_counts(&Points::new(&reference.ids, &hypothesis.ids))
}
