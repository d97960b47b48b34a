//! Counts where tokens that only sound alike are hits.

use std::sync::{Arc, Mutex};

use mondegreen_core::alike::{AlikeCounter, Relation};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::copying::with_bytes;
use crate::run::{align_all, count_all, thread_count, Stop};
use crate::worker::{reader_of, Worker};

fn relation_of(alike: &[(Bound<'_, PyString>, Bound<'_, PyString>)]) -> PyResult<Arc<Relation>> {
    let mut relation = Relation::default();
    for (reference, hypothesis) in alike {
        with_bytes(reference, |a| {
            with_bytes(hypothesis, |b| relation.add(a, b))
        })??;
    }
    Ok(Arc::new(relation))
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
    let mut worker = Worker::new(AlikeCounter::new(relation, stop.clone()));
    align_all(py, reader, &mut worker, &stop, |worker, pairs, at, take| {
        worker.with(pairs, at, |counter, pieces| take(counter.ops(pieces)));
    })?
    .finish(py)
}

/// Count the steps of each pair, where in addition to equal tokens those of `alike` are hits: pairs of a
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
    let counters: Vec<Mutex<_>> = (0..threads)
        .map(|_| Worker::new(AlikeCounter::new(relation.clone(), stop.clone())))
        .map(Mutex::new)
        .collect();
    count_all(py, reader, &counters, &stop, |worker, pairs, rows| {
        worker.counts(pairs, rows, AlikeCounter::counts)
    })?
    .finish(py)
}
