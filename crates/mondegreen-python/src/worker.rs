//! A counter of the core crate with what it needs to be handed pairs of words.

use std::ops::Range;

use mondegreen_core::aligner;
use mondegreen_core::tokens::Pieces;
use mondegreen_core::words::Word;
use mondegreen_core::Counts;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::copying::Layout;
use crate::run::{unit_of, Pairs, Reader};

/// A counter, and buffers for the words of both sides.
pub struct Worker<C> {
    counter: C,
    words: [Vec<Word>; 2],
}

impl<C> Worker<C> {
    pub fn new(counter: C) -> Worker<C> {
        let words = Default::default();
        Worker { counter, words }
    }

    /// Hand the pieces of a pair to `then`.
    pub(crate) fn with<T>(
        &mut self,
        pairs: &Pairs<'_>,
        at: usize,
        then: impl FnOnce(&mut C, &Pieces<'_>) -> T,
    ) -> T {
        match pairs.layout {
            Layout::Bytes(unit) => {
                let texts = pairs.bytes(at);
                for (text, words) in texts.into_iter().zip(&mut self.words) {
                    aligner::tokens(text, unit, words);
                }
                let pieces = Pieces {
                    reference: texts[0],
                    reference_words: &self.words[0],
                    hypothesis: texts[1],
                    hypothesis_words: &self.words[1],
                };
                then(&mut self.counter, &pieces)
            }
            _ => then(&mut self.counter, &pairs.pieces(at)),
        }
    }

    /// What `count` says of the pairs of some rows.
    pub(crate) fn counts(
        &mut self,
        pairs: &Pairs<'_>,
        rows: Range<usize>,
        count: impl Fn(&mut C, &Pieces<'_>) -> Counts,
    ) -> Vec<Counts> {
        rows.map(|at| self.with(pairs, at, &count)).collect()
    }
}

/// A reader of pairs of words.
pub(crate) fn reader_of<'py>(
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    unit: &str,
    threads: usize,
) -> PyResult<Reader> {
    let reader = Reader::new(references, hypotheses, unit_of(unit)?, threads)?;
    if matches!(reader.layout, Layout::Points { .. }) {
        return Err(PyValueError::new_err(
            "tokens alike are words, not characters",
        ));
    }
    Ok(reader)
}
