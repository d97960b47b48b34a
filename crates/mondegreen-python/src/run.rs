//! Counts and alignments of many pairs.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::Duration;

use mondegreen_core::aligner::{self, is_space};
use mondegreen_core::tokens::{Pieces, Points};
use mondegreen_core::weighted::Weights;
use mondegreen_core::words::{self, Separator, Word};
use mondegreen_core::{Aligner, Counts, Op, Rule, Unit};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::columns::Columns;
use crate::copying::{too_long, with_bytes, Chunk, Layout, Source};
use crate::side::Side;

pub(crate) fn unit_of(name: &str) -> PyResult<Unit> {
    Ok(match name {
        "word" => Unit::Word(Separator::WhiteSpace),
        "word-ascii-space" => Unit::Word(Separator::AsciiSpace),
        "character" => Unit::Character { spaces: true },
        "character-no-space" => Unit::Character { spaces: false },
        "grapheme" => Unit::Grapheme { spaces: true },
        "grapheme-no-space" => Unit::Grapheme { spaces: false },
        "mixed" => Unit::Mixed,
        _ => return Err(PyValueError::new_err(format!("no unit is named {name:?}"))),
    })
}

pub(crate) fn rule_of(ties: &str, weights: Option<(u32, u32, u32)>) -> PyResult<Rule> {
    let weights = weights.map(|(substitution, deletion, insertion)| Weights {
        substitution,
        deletion,
        insertion,
    });
    match (ties, weights) {
        ("sclite", weights) => Ok(Rule::Sclite(weights.unwrap_or(Weights::ONE))),
        (_, Some(weights)) => Ok(Rule::Weighted(weights)),
        ("most-hits", None) => Ok(Rule::MostHits),
        ("jiwer", None) => Ok(Rule::RapidFuzz),
        _ => Err(PyValueError::new_err(format!(
            "no tie rule is named {ties:?}"
        ))),
    }
}

/// Set once somebody wants to stop.
pub type Stop = std::sync::Arc<AtomicBool>;

/// The statuses of a row, as in `mondegreen._kernel`.
pub(crate) const SCORED: u8 = 0;
pub(crate) const EMPTY: u8 = 1;
pub(crate) const NO_HYPOTHESIS: u8 = 2;
pub(crate) const NO_REFERENCE: u8 = 3;

/// Two chunks with the same rows.
pub(crate) struct Pairs<'a> {
    pub(crate) layout: Layout,
    pub(crate) sides: [Side<'a>; 2],
    /// Whether all code points are of the basic plane.
    basic: bool,
}

impl Pairs<'_> {
    pub(crate) fn status(&self, at: usize) -> u8 {
        self.status_if(at, self.is_blank(at))
    }

    /// The status of a row of which it is known whether nothing of its hypothesis counts.
    pub(crate) fn status_if(&self, at: usize, blank: bool) -> u8 {
        match self.sides.each_ref().map(|side| side.is_present(at)) {
            [false, _] => NO_REFERENCE,
            [_, false] => NO_HYPOTHESIS,
            _ if blank => EMPTY,
            _ => SCORED,
        }
    }

    /// Whether the hypothesis has nothing but white space, or nothing that counts.
    fn is_blank(&self, at: usize) -> bool {
        let side = &self.sides[1];
        match self.layout {
            Layout::Bytes(unit @ Unit::Grapheme { spaces: false }) => {
                // A space with an accent is left out whole.
                let mut clusters = Vec::new();
                aligner::tokens(side.bytes(at), unit, &mut clusters);
                clusters.is_empty()
            }
            Layout::Bytes(_) => words::is_blank(side.bytes(at)),
            Layout::Points { .. } => side.chunk().points(at).iter().all(|&point| is_space(point)),
            Layout::Tokens => {
                let chunk = side.chunk();
                let mut tokens = chunk.words[chunk.range(at)].iter();
                tokens.all(|token| words::is_blank(token.bytes(&chunk.bytes)))
            }
        }
    }

    pub(crate) fn longest(&self) -> usize {
        let [reference, hypothesis] = self.sides.each_ref().map(Side::longest);
        reference.max(hypothesis)
    }

    pub(crate) fn bytes(&self, at: usize) -> [&[u8]; 2] {
        self.sides.each_ref().map(|side| side.bytes(at))
    }

    fn points(&self, at: usize) -> Points<'_> {
        let [reference, hypothesis] = self.sides.each_ref().map(|side| side.chunk().points(at));
        Points {
            reference,
            hypothesis,
            basic: self.basic,
        }
    }

    pub(crate) fn pieces(&self, at: usize) -> Pieces<'_> {
        let [reference, hypothesis] = self.sides.each_ref().map(Side::chunk);
        Pieces {
            reference: &reference.bytes,
            reference_words: &reference.words[reference.range(at)],
            hypothesis: &hypothesis.bytes,
            hypothesis_words: &hypothesis.words[hypothesis.range(at)],
        }
    }

    /// The counts of some rows.
    fn counts(&self, aligner: &mut Aligner, rows: Range<usize>) -> Vec<Counts> {
        let mut counts = vec![Counts::default(); rows.len()];
        for (place, at) in rows.enumerate() {
            match self.layout {
                Layout::Bytes(unit) => {
                    let [reference, hypothesis] = self.bytes(at);
                    aligner.count(reference, hypothesis, unit, place, &mut counts);
                }
                Layout::Points { .. } => aligner.count_pair(&self.points(at), place, &mut counts),
                Layout::Tokens => aligner.count_pair(&self.pieces(at), place, &mut counts),
            }
        }
        aligner.finish(&mut counts);
        counts
    }

    fn ops<'a>(&self, aligner: &'a mut Aligner, at: usize) -> &'a [Op] {
        match self.layout {
            Layout::Bytes(unit) => {
                let [reference, hypothesis] = self.bytes(at);
                aligner.ops(reference, hypothesis, unit)
            }
            Layout::Points { .. } => aligner.pair_ops(&self.points(at)),
            Layout::Tokens => aligner.pair_ops(&self.pieces(at)),
        }
    }
}

/// Hands out the pairs of two sources, chunk by chunk.
pub(crate) struct Reader {
    sources: [Source; 2],
    pub(crate) layout: Layout,
    pub(crate) rows: usize,
    threads: usize,
    chunks: [Chunk; 2],
    from: usize,
}

impl Reader {
    pub(crate) fn new(
        references: &Bound<'_, PyAny>,
        hypotheses: &Bound<'_, PyAny>,
        unit: Unit,
        threads: usize,
    ) -> PyResult<Reader> {
        let py = references.py();
        let sources = [Source::of(references)?, Source::of(hypotheses)?];
        let rows = sources[0].len(py);
        if rows != sources[1].len(py) {
            return Err(PyValueError::new_err(format!(
                "{rows} references, {} hypotheses",
                sources[1].len(py)
            )));
        }
        let layout = if sources[0].has_tokens(py)? || sources[1].has_tokens(py)? {
            Layout::Tokens
        } else {
            match unit {
                Unit::Character { spaces } => Layout::Points { spaces },
                unit => Layout::Bytes(unit),
            }
        };
        Ok(Reader {
            sources,
            layout,
            rows,
            threads,
            chunks: Default::default(),
            from: 0,
        })
    }

    /// The same with texts as bytes, whatever the unit.
    pub(crate) fn of_bytes(mut self) -> Reader {
        if let Layout::Points { spaces } = self.layout {
            self.layout = Layout::Bytes(Unit::Character { spaces });
        }
        self
    }

    /// The next pairs and the row of the first, or `None` at the end. Ctrl-C ends it.
    pub(crate) fn next<'a>(&'a mut self, py: Python<'a>) -> PyResult<Option<(Pairs<'a>, usize)>> {
        py.check_signals()?;
        let (from, layout) = (self.from, self.layout);
        if from == self.rows {
            return Ok(None);
        }
        // One thread works best on what fits its cache; several must be worth starting.
        let most = if self.threads == 1 {
            256
        } else {
            4096 * self.threads
        };
        let place = (from, (self.rows - from).min(most));
        let [first, second] = &mut self.chunks;
        let [references, hypotheses] = &self.sources;
        let reference = Side::of(py, references, layout, place, self.threads << 19, first)?;
        let place = (from, reference.len());
        let hypothesis = Side::of(py, hypotheses, layout, place, usize::MAX, second)?;
        let sides = [reference, hypothesis];
        if sides.iter().any(Side::is_too_long) {
            return Err(too_long(from));
        }
        self.from += sides[0].len();
        let pairs = Pairs {
            layout,
            basic: sides.iter().all(Side::is_basic),
            sides,
        };
        Ok(Some((pairs, from)))
    }
}

/// Work on `rows` rows in `threads` threads; while that lasts long, look for Ctrl-C.
pub(crate) fn in_parallel(
    rows: usize,
    longest: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(Range<usize>) + Sync,
) -> PyResult<()> {
    // Alignment time grows at most with the square of a text: texts this small are done at once.
    if threads == 1 && longest < 20_000 {
        work(0..rows);
        return Ok(());
    }
    let next = AtomicUsize::new(0);
    let step = (rows / (threads * 8)).max(1);
    let mut result = Ok(());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(rows))
            .map(|_| {
                scope.spawn(|| loop {
                    let from = next.fetch_add(step, Ordering::Relaxed);
                    if from >= rows || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    work(from..rows.min(from + step));
                })
            })
            .collect();
        let mut patience = Duration::from_micros(50);
        while !workers.iter().all(|worker| worker.is_finished()) {
            std::thread::sleep(patience);
            patience = (patience * 2).min(Duration::from_millis(50));
            if patience > Duration::from_millis(20) && result.is_ok() {
                result = Python::attach(|py| py.check_signals());
                stop.store(result.is_err(), Ordering::Relaxed);
            }
        }
    });
    result
}

pub fn thread_count(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
        given => given.min(256),
    }
}

pub(crate) fn column<'py>(py: Python<'py>, values: &[i64]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, values.len() * 8, |bytes| {
        for (to, from) in bytes.chunks_exact_mut(8).zip(values) {
            to.copy_from_slice(&from.to_ne_bytes());
        }
        Ok(())
    })
}

/// Count the steps of each pair.
///
/// Returns the columns hits, substitutions, deletions, insertions as arrays of int64, the
/// statuses as bytes, and the sums of the four columns over the rows whose status is 0 or 1.
#[pyfunction]
#[pyo3(signature = (references, hypotheses, unit, ties, weights, threads))]
pub fn count<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    unit: &str,
    ties: &str,
    weights: Option<(u32, u32, u32)>,
    threads: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let (unit, rule) = (unit_of(unit)?, rule_of(ties, weights)?);
    let threads = thread_count(threads);
    let reader = Reader::new(references, hypotheses, unit, threads)?;
    let stop = Stop::default();
    let aligners: Vec<Mutex<Aligner>> = (0..threads)
        .map(|_| Mutex::new(Aligner::new(rule, stop.clone())))
        .collect();
    let columns = count_all(py, reader, &aligners, &stop, |aligner, pairs, range| {
        pairs.counts(aligner, range)
    })?;
    for aligner in &aligners {
        check_weights(&aligner.lock().expect("not poisoned"))?;
    }
    columns.finish(py)
}

/// What `count` says of all rows; there is a counter for each thread.
pub(crate) fn count_all<'py, A: Send>(
    py: Python<'py>,
    mut reader: Reader,
    counters: &[Mutex<A>],
    stop: &AtomicBool,
    count: impl Fn(&mut A, &Pairs<'_>, Range<usize>) -> Vec<Counts> + Sync,
) -> PyResult<Columns<'py, 4>> {
    let mut columns = Columns::<4>::new(py, reader.rows)?;
    while let Some((pairs, _)) = reader.next(py)? {
        let counts = py.detach(|| {
            count_chunk(&pairs, counters, stop, |counter, range| {
                count(counter, &pairs, range)
            })
        })?;
        for (at, counts) in counts.enumerate() {
            let Counts {
                hits,
                substitutions,
                deletions,
                insertions,
            } = counts;
            let row = [hits, substitutions, deletions, insertions];
            let status = pairs.status(at);
            columns.push(row, status, status <= EMPTY);
        }
    }
    Ok(columns)
}

/// What `count` says of the rows of a chunk, in order.
pub fn count_chunk<A: Send, T: Send>(
    pairs: &Pairs<'_>,
    counters: &[Mutex<A>],
    stop: &AtomicBool,
    count: impl Fn(&mut A, Range<usize>) -> Vec<T> + Sync,
) -> PyResult<impl Iterator<Item = T>> {
    let parts = Mutex::new(Vec::new());
    let rows = pairs.sides[0].len();
    in_parallel(rows, pairs.longest(), counters.len(), stop, |range| {
        // Whichever counter is free: there are as many as threads.
        let mut counter = counters
            .iter()
            .cycle()
            .find_map(|counter| counter.try_lock().ok())
            .expect("as many counters as threads");
        let found = count(&mut counter, range.clone());
        parts
            .lock()
            .expect("not poisoned")
            .push((range.start, found));
    })?;
    let mut parts = parts.into_inner().expect("not poisoned");
    parts.sort_unstable_by_key(|part| part.0);
    Ok(parts.into_iter().flat_map(|part| part.1))
}

/// Align each pair.
///
/// Returns, as bytes: for each pair the number of runs before its first (int64, one more entry
/// than pairs), and for each run its operation (0 equal, 1 substitute, 2 delete, 3 insert) and
/// where it begins and ends in the reference and in the hypothesis (int64).
#[pyfunction]
#[pyo3(signature = (references, hypotheses, unit, ties, weights))]
pub fn align<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    unit: &str,
    ties: &str,
    weights: Option<(u32, u32, u32)>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (unit, rule) = (unit_of(unit)?, rule_of(ties, weights)?);
    let stop = Stop::default();
    let mut aligner = Aligner::new(rule, stop.clone());
    let reader = Reader::new(references, hypotheses, unit, 1)?;
    let runs = align_all(
        py,
        reader,
        &mut aligner,
        &stop,
        |aligner, pairs, at, take| {
            take(pairs.ops(aligner, at));
        },
    )?;
    check_weights(&aligner)?;
    runs.finish(py)
}

/// The runs of all pairs, as `align` returns them.
pub(crate) struct Runs {
    starts: Vec<i64>,
    operations: Vec<u8>,
    places: [Vec<i64>; 4],
}

impl Runs {
    pub(crate) fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let [a, b, c, d] = &self.places;
        (
            column(py, &self.starts)?,
            PyBytes::new(py, &self.operations),
            column(py, a)?,
            column(py, b)?,
            column(py, c)?,
            column(py, d)?,
        )
            .into_pyobject(py)
    }
}

/// Align all pairs on one thread; `one` hands the steps of a pair to what it is given.
pub(crate) fn align_all<'py, W: Send>(
    py: Python<'py>,
    mut reader: Reader,
    worker: &mut W,
    stop: &Stop,
    one: impl Fn(&mut W, &Pairs<'_>, usize, &mut dyn FnMut(&[Op])) + Sync,
) -> PyResult<Runs> {
    let mut runs = Runs {
        starts: vec![0],
        operations: Vec::new(),
        places: Default::default(),
    };
    let locked = Mutex::new((worker, &mut runs));
    while let Some((pairs, _)) = reader.next(py)? {
        py.detach(|| {
            in_parallel(pairs.sides[0].len(), pairs.longest(), 1, stop, |range| {
                let (worker, runs) = &mut *locked.lock().expect("one thread");
                for at in range {
                    one(worker, &pairs, at, &mut |ops| {
                        push_runs(ops, &mut runs.operations, &mut runs.places);
                    });
                    runs.starts.push(runs.operations.len() as i64);
                }
            })
        })?;
    }
    Ok(runs)
}

fn check_weights(aligner: &Aligner) -> PyResult<()> {
    if aligner.too_long() {
        return Err(PyOverflowError::new_err(
            "a pair is too long for these edit weights; take smaller ones",
        ));
    }
    Ok(())
}

fn push_runs(ops: &[Op], operations: &mut Vec<u8>, places: &mut [Vec<i64>; 4]) {
    let (mut reference, mut hypothesis) = (0i64, 0i64);
    for run in ops.chunk_by(|a, b| a == b) {
        let (op, length) = (run[0], run.len() as i64);
        operations.push(op as u8);
        places[0].push(reference);
        places[2].push(hypothesis);
        reference += if op == Op::Insert { 0 } else { length };
        hypothesis += if op == Op::Delete { 0 } else { length };
        places[1].push(reference);
        places[3].push(hypothesis);
    }
}

thread_local! {
    /// The aligner of single pairs, kept for its memory.
    static SINGLE: std::cell::RefCell<Option<(Aligner, [Vec<u8>; 2])>> =
        const { std::cell::RefCell::new(None) };
}

/// The counts (hits, substitutions, deletions, insertions) of one pair of strings, default ties.
#[pyfunction]
pub fn pair_counts(
    reference: &Bound<'_, PyString>,
    hypothesis: &Bound<'_, PyString>,
    unit: &str,
) -> PyResult<(u64, u64, u64, u64)> {
    let unit = unit_of(unit)?;
    SINGLE.with(|single| {
        // Taken out, not borrowed: Python code that runs meanwhile may come here again.
        let kept = single.borrow_mut().take();
        let (mut aligner, mut texts) = kept.unwrap_or_else(|| {
            (
                Aligner::new(Rule::MostHits, Default::default()),
                Default::default(),
            )
        });
        for (text, buffer) in [reference, hypothesis].into_iter().zip(texts.iter_mut()) {
            buffer.clear();
            with_bytes(text, |bytes| buffer.extend_from_slice(bytes))?;
        }
        let Counts {
            hits,
            substitutions,
            deletions,
            insertions,
        } = aligner.counts(&texts[0], &texts[1], unit);
        *single.borrow_mut() = Some((aligner, texts));
        Ok((hits, substitutions, deletions, insertions))
    })
}

/// The tokens of a text.
#[pyfunction]
pub fn tokens<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    unit: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let unit = unit_of(unit)?;
    with_bytes(text, |bytes| {
        let mut words: Vec<Word> = Vec::new();
        aligner::tokens(bytes, unit, &mut words);
        words
            .iter()
            .map(|word| {
                let piece = word.bytes(bytes);
                match std::str::from_utf8(piece) {
                    Ok(piece) => Ok(PyString::new(py, piece).into_any()),
                    Err(_) => {
                        PyBytes::new(py, piece).call_method1("decode", ("utf-8", "surrogatepass"))
                    }
                }
            })
            .collect()
    })?
}
