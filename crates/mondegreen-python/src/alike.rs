//! Counts where tokens that only sound alike are hits.

use std::sync::{Arc, Mutex};

use mondegreen_core::aligner;
use mondegreen_core::alike::{AlikeCounter, Relation};
use mondegreen_core::tokens::Pieces;
use mondegreen_core::words::Word;
use mondegreen_core::Counts;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::gather::{with_bytes, Layout};
use crate::run::{count_all, thread_count, unit_of, Pairs, Reader, Stop};

struct Alike {
    counter: AlikeCounter,
    words: [Vec<Word>; 2],
}

impl Alike {
    fn counts(&mut self, pairs: &Pairs<'_>, rows: std::ops::Range<usize>) -> Vec<Counts> {
        let mut one = |at| match pairs.layout {
            Layout::Bytes(unit) => {
                let texts = pairs.bytes(at);
                for (text, words) in texts.into_iter().zip(&mut self.words) {
                    aligner::tokens(text, unit, words);
                }
                self.counter.counts(&Pieces {
                    reference: texts[0],
                    reference_words: &self.words[0],
                    hypothesis: texts[1],
                    hypothesis_words: &self.words[1],
                })
            }
            _ => self.counter.counts(&pairs.pieces(at)),
        };
        rows.map(&mut one).collect()
    }
}

/// Count the steps of each pair, where besides equal tokens those of `alike` are hits: pairs of a
/// reference token and a hypothesis token. Returns what `count` returns.
#[pyfunction]
#[pyo3(signature = (references, hypotheses, unit, alike, threads))]
pub fn count_alike<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    unit: &str,
    alike: Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>,
    threads: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let mut relation = Relation::default();
    for (reference, hypothesis) in &alike {
        with_bytes(reference, |a| {
            with_bytes(hypothesis, |b| relation.add(a, b))
        })??;
    }
    let threads = thread_count(threads);
    let reader = Reader::new(references, hypotheses, unit_of(unit)?, threads)?;
    if matches!(reader.layout, Layout::Points { .. }) {
        return Err(PyValueError::new_err(
            "tokens alike are words, not characters",
        ));
    }
    let (relation, stop) = (Arc::new(relation), Stop::default());
    let counters: Vec<Mutex<Alike>> = (0..threads)
        .map(|_| {
            Mutex::new(Alike {
                counter: AlikeCounter::new(relation.clone(), stop.clone()),
                words: Default::default(),
            })
        })
        .collect();
    count_all(py, reader, &counters, &stop, Alike::counts)?.finish(py)
}
