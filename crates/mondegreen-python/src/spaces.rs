//! The words that letters touch, of many pairs.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use mondegreen_core::spaces::{Insertions, SpaceAligner, SpaceCounts};
use mondegreen_core::words::Separator;
use mondegreen_core::Unit;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::columns::Columns;
use crate::gather::{with_bytes, Layout};
use crate::run::{count_chunk, in_parallel, thread_count, Pairs, Reader, EMPTY};

fn insertions_of(name: &str) -> PyResult<Insertions> {
    match name {
        "count" => Ok(Insertions::Count),
        "neighbour" => Ok(Insertions::Neighbour),
        _ => Err(PyValueError::new_err(format!(
            "no rule for insertions is named {name:?}"
        ))),
    }
}

fn count_pair(pairs: &Pairs<'_>, aligner: &mut SpaceAligner, at: usize) -> SpaceCounts {
    if pairs.layout == Layout::Tokens {
        let pieces = pairs.pieces(at);
        return aligner.count_tokens(
            (pieces.reference, pieces.reference_words),
            (pieces.hypothesis, pieces.hypothesis_words),
        );
    }
    let [reference, hypothesis] = pairs.bytes(at);
    aligner.count(reference, hypothesis)
}

/// Count, for each pair, the words that edits of letters touch.
///
/// Returns the columns touched words, inserted words, reference words, splits and joins as arrays
/// of int64, the statuses as bytes, and the sums of the five columns over the rows whose status is
/// 0 or 1.
#[pyfunction]
#[pyo3(signature = (references, hypotheses, insertions, threads))]
pub fn count_spaces<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    insertions: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let insertions = insertions_of(insertions)?;
    let threads = thread_count(threads);
    let unit = Unit::Word(Separator::WhiteSpace);
    let mut reader = Reader::new(references, hypotheses, unit, threads)?;
    let mut columns = Columns::<5>::new(py, reader.rows)?;
    let stop = Arc::new(AtomicBool::new(false));
    let aligners: Vec<Mutex<SpaceAligner>> = (0..threads)
        .map(|_| Mutex::new(SpaceAligner::new(insertions, stop.clone())))
        .collect();
    while let Some((pairs, _)) = reader.next(py)? {
        let counts = py.detach(|| {
            count_chunk(&pairs, &aligners, &stop, |aligner, range| {
                range.map(|at| count_pair(&pairs, aligner, at)).collect()
            })
        })?;
        for (at, counts) in counts.enumerate() {
            let SpaceCounts {
                touched,
                inserted,
                reference_words,
                splits,
                joins,
            } = counts;
            let row = [touched, inserted, reference_words, splits, joins];
            let status = pairs.status(at);
            columns.push(row, status, status <= EMPTY);
        }
    }
    columns.finish(py)
}

/// Which words of the reference are touched, and which of the hypothesis inserted, from 0.
#[pyfunction]
pub fn space_words(
    py: Python<'_>,
    reference: &Bound<'_, PyString>,
    hypothesis: &Bound<'_, PyString>,
    insertions: &str,
) -> PyResult<(Vec<u32>, Vec<u32>)> {
    let insertions = insertions_of(insertions)?;
    let reference = with_bytes(reference, <[u8]>::to_vec)?;
    let hypothesis = with_bytes(hypothesis, <[u8]>::to_vec)?;
    let longest = reference.len().max(hypothesis.len());
    let stop = Arc::new(AtomicBool::new(false));
    let found = Mutex::new(Default::default());
    py.detach(|| {
        in_parallel(1, longest, 1, &stop, |_| {
            let mut aligner = SpaceAligner::new(insertions, stop.clone());
            *found.lock().expect("one thread") = aligner.words(&reference, &hypothesis);
        })
    })?;
    let [touched, inserted] = found.into_inner().expect("not poisoned");
    Ok((touched, inserted))
}
