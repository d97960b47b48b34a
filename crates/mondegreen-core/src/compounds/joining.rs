//! Both sides joined to one word where they differ in spaces alone.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::matching::Matching;
use crate::tokens::Pieces;
use crate::words::{self, Word};

/// A pair of texts whose words are joined.
#[derive(Default)]
pub struct Joined {
    matching: Matching,
    texts: [Vec<u8>; 2],
    words: [Vec<Word>; 2],
}

impl Joined {
    /// Join the words of a pair; `false` where there is nothing to join, and the pair stays.
    ///
    /// The ids are those of the words, of which there are `distinct` ones.
    pub fn join(
        &mut self,
        pair: &Pieces<'_>,
        reference: &[u32],
        hypothesis: &[u32],
        distinct: usize,
        stop: &AtomicBool,
    ) -> bool {
        if reference == hypothesis {
            return false;
        }
        let blocks = self.matching.blocks(reference, hypothesis, distinct, stop);
        let ends = (reference.len(), hypothesis.len(), 0);
        let (mut at, mut found) = ((0, 0), Vec::new());
        for &(row, column, length) in blocks.iter().chain([&ends]) {
            let sides = [at.0..row, at.1..column];
            if !sides[0].is_empty() && !sides[1].is_empty() && differ_in_spaces(pair, &sides) {
                found.push(sides);
            }
            at = (row + length, column + length);
        }
        if !found.is_empty() {
            let given = [
                (pair.reference, pair.reference_words),
                (pair.hypothesis, pair.hypothesis_words),
            ];
            for (side, (text, words)) in given.into_iter().enumerate() {
                self.write(
                    side,
                    text,
                    words,
                    found.iter().map(|sides| sides[side].clone()),
                );
            }
        }
        !found.is_empty()
    }

    /// The pair that was joined.
    pub fn pieces(&self) -> Pieces<'_> {
        Pieces {
            reference: &self.texts[0],
            reference_words: &self.words[0],
            hypothesis: &self.texts[1],
            hypothesis_words: &self.words[1],
        }
    }

    /// Write one side; each of `runs` becomes one word.
    fn write(
        &mut self,
        side: usize,
        text: &[u8],
        words: &[Word],
        runs: impl Iterator<Item = Range<usize>>,
    ) {
        let (to, made) = (&mut self.texts[side], &mut self.words[side]);
        to.clear();
        made.clear();
        let mut push = |words: &[Word]| {
            let start = to.len();
            for word in words {
                to.extend_from_slice(word.bytes(text));
            }
            made.push(Word {
                start: start as u32,
                end: to.len() as u32,
                key: words::key(to, start, to.len()),
            });
        };
        let mut at = 0;
        for run in runs {
            words[at..run.start].chunks(1).for_each(&mut push);
            push(&words[run.clone()]);
            at = run.end;
        }
        words[at..].chunks(1).for_each(&mut push);
    }
}

/// Whether some words of both sides have the same letters in a row.
fn differ_in_spaces(pair: &Pieces<'_>, sides: &[Range<usize>; 2]) -> bool {
    let reference = &pair.reference_words[sides[0].clone()];
    let hypothesis = &pair.hypothesis_words[sides[1].clone()];
    let length = |words: &[Word]| words.iter().map(|word| word.end - word.start).sum::<u32>();
    length(reference) == length(hypothesis) && {
        let said = reference.iter().flat_map(|word| word.bytes(pair.reference));
        let written = hypothesis
            .iter()
            .flat_map(|word| word.bytes(pair.hypothesis));
        said.eq(written)
    }
}
