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
use crate::run::{align_all, count_all, thread_count, unit_of, Pairs, Reader, Stop};

struct Alike {
    counter: AlikeCounter,
    words: [Vec<Word>; 2],
}

impl Alike {
    /// Hand the pieces of a pair to `then`.
    fn with<T>(
        &mut self,
        pairs: &Pairs<'_>,
        at: usize,
        then: impl FnOnce(&mut AlikeCounter, &Pieces<'_>) -> T,
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

    fn counts(&mut self, pairs: &Pairs<'_>, rows: std::ops::Range<usize>) -> Vec<Counts> {
        rows.map(|at| self.with(pairs, at, AlikeCounter::counts))
            .collect()
    }
}

fn relation_of(alike: &[(Bound<'_, PyString>, Bound<'_, PyString>)]) -> PyResult<Arc<Relation>> {
    let mut relation = Relation::default();
    for (reference, hypothesis) in alike {
        with_bytes(reference, |a| {
            with_bytes(hypothesis, |b| relation.add(a, b))
        })??;
    }
    Ok(Arc::new(relation))
}

fn reader_of<'py>(
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

/// Align each pair as `count_alike` counts it; returns what `align` returns, and a token that is
/// alike is an equal one.
#[pyfunction]
#[pyo3(signature = (references, hypotheses, unit, alike))]
pub fn align_alike<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    unit: &str,
    alike: Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (relation, stop) = (relation_of(&alike)?, Stop::default());
    let reader = reader_of(references, hypotheses, unit, 1)?;
    let mut worker = Alike {
        counter: AlikeCounter::new(relation, stop.clone()),
        words: Default::default(),
    };
    align_all(py, reader, &mut worker, &stop, |worker, pairs, at, take| {
        worker.with(pairs, at, |counter, pieces| take(counter.ops(pieces)));
    })?
    .finish(py)
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
    let threads = thread_count(threads);
    let reader = reader_of(references, hypotheses, unit, threads)?;
    let (relation, stop) = (relation_of(&alike)?, Stop::default());
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
