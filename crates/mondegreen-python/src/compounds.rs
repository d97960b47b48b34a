//! Counts where words that one side writes in several are no errors.

use std::sync::Mutex;

use mondegreen_core::compounds::CompoundCounter;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::run::{count_all, rule_of, thread_count, Stop};
use crate::worker::{reader_of, Worker};

/// Count the steps of each pair, by the rules of `mondegreen._kernel.count_compounds`. Returns what
/// `count` returns.
#[pyfunction]
#[pyo3(signature = (references, hypotheses, rules, ties, threads))]
pub fn count_compounds<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    rules: Vec<String>,
    ties: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let (threads, rule, stop) = (thread_count(threads), rule_of(ties, None)?, Stop::default());
    let [joins, merges] =
        ["difflib", "kaldialign"].map(|name| rules.iter().any(|rule| rule == name));
    let reader = reader_of(references, hypotheses, "word", threads)?;
    let counters: Vec<Mutex<_>> = (0..threads)
        .map(|_| Worker::new(CompoundCounter::new(joins, merges, rule, stop.clone())))
        .map(Mutex::new)
        .collect();
    count_all(py, reader, &counters, &stop, |worker, pairs, rows| {
        worker.counts(pairs, rows, CompoundCounter::counts)
    })?
    .finish(py)
}
