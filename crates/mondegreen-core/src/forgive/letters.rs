//! The letters of words, spaces left out: how far apart they are, and how they are aligned.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use super::chains::Text;
use crate::{Aligner, Op, Rule, Unit};

/// Compares the letters of words; its memory is used again.
pub struct Letters {
    aligner: Aligner,
    joined: [Vec<u8>; 2],
}

impl Letters {
    /// `stop` as for [`Aligner::new`].
    pub fn new(stop: Arc<AtomicBool>) -> Letters {
        Letters {
            aligner: Aligner::new(Rule::MostHits, stop),
            joined: Default::default(),
        }
    }

    /// Take the words from and to these places of two texts.
    pub fn join(&mut self, texts: [Text<'_>; 2], words: [(usize, usize); 2]) -> &[Vec<u8>; 2] {
        for ((joined, text), (from, to)) in self.joined.iter_mut().zip(texts).zip(words) {
            joined.clear();
            for at in from..to {
                joined.extend_from_slice(text.word(at));
            }
        }
        &self.joined
    }

    /// The steps of an alignment of what was joined last.
    pub fn steps(&mut self) -> &[Op] {
        let unit = Unit::Character { spaces: true };
        self.aligner.ops(&self.joined[0], &self.joined[1], unit)
    }

    /// The edit distance of the letters of some words.
    pub fn apart(&mut self, texts: [Text<'_>; 2], words: [(u32, u32); 2]) -> u32 {
        self.join(texts, words.map(|(from, to)| (from as usize, to as usize)));
        let [reference, hypothesis] = &self.joined;
        self.aligner.distance(reference, hypothesis, false) as u32
    }
}
