//! Where an alignment by time may be cut, so that in each part any two words may be against each other.

use mondegreen_core::Op;

use crate::side::Words;
use crate::timed::{self, Stream};

/// The ends of the stretches of the best alignment, in words of both sides.
///
/// From the start on, each stretch goes as far as all its words are near each other. There it is cut at
/// the last place between two hits; where there is none, at the last place next to a hit, else at its end.
pub fn stretches(reference: &Words, stream: &Stream) -> Vec<(usize, usize)> {
    let steps = timed::steps(reference, stream);
    let mut found = Vec::new();
    let mut start = Place::default();
    while start.step < steps.len() {
        start = next(reference, stream, &steps, start);
        found.push((start.said, start.heard));
    }
    found
}

/// A place in an alignment.
#[derive(Clone, Copy, Default)]
struct Place {
    step: usize,
    said: usize,
    heard: usize,
}

fn next(reference: &Words, stream: &Stream, steps: &[Op], start: Place) -> Place {
    let mut said = Extent::default();
    let mut heard = Extent::default();
    let mut at = start;
    let mut best = (0, start);
    while let Some(&step) = steps.get(at.step) {
        if step != Op::Insert {
            said.take(reference.begin[at.said], reference.end[at.said]);
        }
        if step != Op::Delete {
            let (begin, end) = stream.span(at.heard);
            heard.take(begin, end);
        }
        if !said.is_near(&heard) {
            return if best.0 > 0 { best.1 } else { at };
        }
        at.step += 1;
        at.said += usize::from(step != Op::Insert);
        at.heard += usize::from(step != Op::Delete);
        let next = steps.get(at.step) == Some(&Op::Equal);
        let hits = usize::from(step == Op::Equal) + usize::from(next);
        if hits >= best.0 {
            best = (hits, at);
        }
    }
    at
}

/// The latest begin and the earliest end of some words.
struct Extent {
    latest: i64,
    earliest: i64,
}

impl Default for Extent {
    fn default() -> Extent {
        Extent {
            latest: i64::MIN,
            earliest: i64::MAX,
        }
    }
}

impl Extent {
    fn take(&mut self, begin: i64, end: i64) {
        self.latest = self.latest.max(begin);
        self.earliest = self.earliest.min(end);
    }

    /// Whether each word is near each of the others.
    fn is_near(&self, other: &Extent) -> bool {
        self.latest < other.earliest && other.latest < self.earliest
    }
}
