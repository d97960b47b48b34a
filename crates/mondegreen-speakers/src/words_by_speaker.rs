//! Word diarisation error: aligned words that are given to another speaker.

use crate::assign::assign;
use crate::cp::Pairing;
use crate::side::Side;
use mondegreen_core::{Counts, Op};

/// What came out for a session.
#[derive(Clone, Debug, Default)]
pub struct WordsBySpeaker {
    /// Of each reference speaker the hits and substitutions with another speaker, then all.
    pub speakers: Vec<[u64; 4]>,
    /// The counts of the alignment.
    pub counts: Counts,
}

/// Align all words of both sides in order of time, and map the speakers so that most agree.
pub fn words_by_speaker(reference: &Side, hypothesis: &Side, ids: usize) -> WordsBySpeaker {
    let owners = |side: &Side| -> Vec<usize> {
        let each = side.segments.iter();
        each.flat_map(|segment| segment.words.clone().map(|_| segment.stream))
            .collect()
    };
    let (said, heard) = (owners(reference), owners(hypothesis));
    let steps = Pairing::new(ids, None).steps(&reference.words, &hypothesis.words);
    let (rows, columns) = (reference.streams.len(), hypothesis.streams.len());
    let size = rows.max(columns);
    let mut common = vec![0i64; size * size];
    let mut pairs = Vec::new();
    let (mut at, mut other) = (0, 0);
    for &step in &steps {
        if matches!(step, Op::Equal | Op::Substitute) {
            common[said[at] * size + heard[other]] -= 1;
            pairs.push((said[at], heard[other], step));
        }
        at += usize::from(step != Op::Insert);
        other += usize::from(step != Op::Delete);
    }
    let map = assign(size, &common, |_, _| 0);
    let mut found = WordsBySpeaker {
        speakers: vec![[0; 4]; rows],
        counts: Counts::of(&steps),
    };
    for (speaker, heard, step) in pairs {
        let place = usize::from(step == Op::Substitute);
        let counts = &mut found.speakers[speaker];
        counts[2 + place] += 1;
        counts[place] += u64::from(map[speaker] != heard);
    }
    found
}
