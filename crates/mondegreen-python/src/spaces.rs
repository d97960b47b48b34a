//! The words that letters touch, of many pairs.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use mondegreen_core::normalizers::{Normalizer, Scratch};
use mondegreen_core::spaces::{Insertions, SpaceAligner, SpaceCounts};
use mondegreen_core::words::Separator;
use mondegreen_core::Unit;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::columns::Columns;
use crate::copying::{with_bytes, Layout};
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

/// Counts pairs in one thread.
struct Counter {
    aligner: SpaceAligner,
    /// Whether texts are normalized by `space-norm` first.
    normalizes: bool,
    scratch: Scratch,
    texts: [Vec<u8>; 2],
}

impl Counter {
    fn new(insertions: Insertions, normalizes: bool, stop: Arc<AtomicBool>) -> Counter {
        Counter {
            aligner: SpaceAligner::new(insertions, stop),
            normalizes,
            scratch: Scratch::default(),
            texts: Default::default(),
        }
    }

    fn count(&mut self, pairs: &Pairs<'_>, at: usize) -> SpaceCounts {
        if pairs.layout == Layout::Tokens {
            let pieces = pairs.pieces(at);
            return self.aligner.count_tokens(
                (pieces.reference, pieces.reference_words),
                (pieces.hypothesis, pieces.hypothesis_words),
            );
        }
        let [reference, hypothesis] = pairs.bytes(at);
        if !self.normalizes {
            return self.aligner.count(reference, hypothesis);
        }
        for (text, normalized) in [reference, hypothesis].into_iter().zip(&mut self.texts) {
            normalized.clear();
            Normalizer::SpaceNorm
                .apply(text, &mut self.scratch, normalized)
                .expect("it reads no numbers");
        }
        self.aligner.count(&self.texts[0], &self.texts[1])
    }
}

fn count_all<'py>(
    py: Python<'py>,
    mut reader: Reader,
    threads: usize,
    counter: impl Fn(Arc<AtomicBool>) -> Counter,
) -> PyResult<Bound<'py, PyTuple>> {
    let mut columns = Columns::<5>::new(py, reader.rows)?;
    let stop = Arc::new(AtomicBool::new(false));
    let counters: Vec<Mutex<Counter>> = (0..threads)
        .map(|_| Mutex::new(counter(stop.clone())))
        .collect();
    while let Some((pairs, _)) = reader.next(py)? {
        let counts = py.detach(|| {
            count_chunk(&pairs, &counters, &stop, |counter, range| {
                range.map(|at| counter.count(&pairs, at)).collect()
            })
        })?;
        for (at, counts) in counts.enumerate() {
            let SpaceCounts {
                touched,
                inserted,
                reference_words,
                hypothesis_words,
                splits,
                joins,
            } = counts;
            let row = [touched, inserted, reference_words, splits, joins];
            let status = pairs.status_if(at, hypothesis_words == 0);
            columns.push(row, status, status <= EMPTY);
        }
    }
    columns.finish(py)
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
    let reader = Reader::new(references, hypotheses, unit, threads)?;
    count_all(py, reader, threads, |stop| {
        Counter::new(insertions, false, stop)
    })
}

/// What `count_spaces` returns of the texts that `space-norm` makes, where inserted letters touch
/// their neighbour; each is made and counted while it is in the cache.
///
/// None for columns of lists of tokens.
#[pyfunction]
pub fn count_space_norm<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let threads = thread_count(threads);
    let unit = Unit::Word(Separator::WhiteSpace);
    let reader = Reader::new(references, hypotheses, unit, threads)?;
    if reader.layout == Layout::Tokens {
        return Ok(None);
    }
    let counter = |stop| Counter::new(Insertions::Neighbour, true, stop);
    count_all(py, reader, threads, counter).map(Some)
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
