//! Normalizers: columns of texts in, one column out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::{Array, LargeStringArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use mondegreen_core::normalizers::language::{ByPack, Fillers, Tags};
use mondegreen_core::normalizers::{Edition, Language, Normalizer, Scratch, TooManyDigits};
use mondegreen_core::words::{self, Separator};
use mondegreen_core::Unit;
use mondegreen_language::notes::Keep;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple, PyType};

use crate::arrow::capsules;
use crate::copying::{with_bytes, Chunk, Layout, Source};
use crate::lines::{place, Place};
use crate::run::thread_count;

fn normalizer_of(name: &str) -> PyResult<Normalizer> {
    let basic = |remove_diacritics, split_letters| Normalizer::WhisperBasic {
        remove_diacritics,
        split_letters,
    };
    Ok(match name {
        "whisper-basic" => basic(false, false),
        "whisper-basic-remove-diacritics" => basic(true, false),
        "whisper-basic-split-letters" => basic(false, true),
        "whisper-basic-remove-diacritics-split-letters" => basic(true, true),
        "whisper-english" => Normalizer::English(Edition::Whisper),
        "space-norm" => Normalizer::SpaceNorm,
        "without-notes" => Normalizer::WithoutNotes(Keep::Nothing),
        "without-noises" => Normalizer::WithoutNotes(Keep::Speech),
        "hf-leaderboard-multilingual" => Normalizer::LeaderboardMultilingual(None),
        _ => {
            if let Some(known) = leaderboard_of(name) {
                return Ok(known);
            }
            if let Some(own) = by_pack(name)? {
                return Ok(Normalizer::ByPack(own));
            }
            let message = format!("no normalizer is named {name:?}");
            return Err(PyValueError::new_err(message));
        }
    })
}

/// The normalizer of a pack: `mondegreen-en@2`, `mondegreen-de-keep-fillers@2`.
pub fn by_pack(name: &str) -> PyResult<Option<ByPack>> {
    let known = name.strip_prefix("mondegreen-");
    let Some(mut rest) = known.and_then(|rest| rest.strip_suffix("@2")) else {
        return Ok(None);
    };
    let mut tags = Tags::Drop;
    for (ending, how) in [("-keep-tags", Tags::Keep), ("-words-of-tags", Tags::Words)] {
        if let Some(before) = rest.strip_suffix(ending) {
            (rest, tags) = (before, how);
        }
    }
    let mut fillers = Fillers::Drop;
    for (ending, how) in [
        ("-keep-fillers", Fillers::Keep),
        ("-optional-fillers", Fillers::Optional),
    ] {
        if let Some(before) = rest.strip_suffix(ending) {
            (rest, fillers) = (before, how);
        }
    }
    let made = ByPack::new(rest, fillers, tags).map_err(PyValueError::new_err)?;
    Ok(Some(made))
}

/// The leaderboard's normalizer of a day for English, or of a language.
fn leaderboard_of(name: &str) -> Option<Normalizer> {
    let (board, which) = name
        .strip_prefix("hf-leaderboard-")?
        .split_once(['@', '-'])?;
    match board {
        "english" => Edition::of_day(which).map(Normalizer::English),
        "multilingual" => {
            Language::of_code(which).map(|code| Normalizer::LeaderboardMultilingual(Some(code)))
        }
        _ => None,
    }
}

/// A column of texts, some of which may be missing; it speaks Arrow.
#[pyclass(frozen, sequence, module = "mondegreen._kernel._native")]
pub struct TextColumn {
    array: LargeStringArray,
}

impl TextColumn {
    pub fn of(array: LargeStringArray) -> Self {
        Self { array }
    }

    fn get<'py>(&self, py: Python<'py>, at: usize) -> Option<Bound<'py, PyString>> {
        (!self.array.is_null(at)).then(|| PyString::new(py, self.array.value(at)))
    }
}

#[pymethods]
impl TextColumn {
    /// Copy texts, and None for those that are missing, into a column.
    #[new]
    fn new(texts: Vec<Option<Bound<'_, PyString>>>) -> PyResult<Self> {
        let mut array = LargeStringBuilder::new();
        for text in &texts {
            array.append_option(text.as_ref().map(|text| text.to_str()).transpose()?);
        }
        let array = array.finish();
        Ok(Self { array })
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    /// One text, or as a column those of a slice.
    fn __getitem__<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = at.py();
        let array = match place(at, self.array.len())? {
            Place::Row(row) => return Ok(self.get(py, row).into_pyobject(py)?.into_any()),
            Place::Rows(rows) => {
                let text = |&row: &usize| (!self.array.is_null(row)).then(|| self.array.value(row));
                rows.iter().map(text).collect()
            }
        };
        Ok(Bound::new(py, Self { array })?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<TextColumn: {} texts>", self.array.len())
    }

    /// All texts as a list, with None for those that are missing.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, (0..self.array.len()).map(|at| self.get(py, at)))
    }

    /// The rows whose text has nothing but white space.
    fn blank_rows(&self, py: Python<'_>) -> Vec<usize> {
        py.detach(|| {
            let texts = self.array.iter().enumerate();
            let blank = |text: &str| words::is_blank(text.as_bytes());
            texts
                .filter_map(|(at, text)| text.is_some_and(blank).then_some(at))
                .collect()
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyList>,))> {
        Ok((py.get_type::<Self>(), (self.to_pylist(py)?,)))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema; // a wish, which the protocol lets a producer pass over
        capsules(py, &self.array)
    }
}

/// The text that generalised UTF-8 stands for.
pub fn text_of<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(PyString::new(py, text));
    }
    let start = bytes.as_ptr().cast();
    let length = bytes.len() as ffi::Py_ssize_t;
    // SAFETY: the pointer and the length are those of a slice; the result is a new string.
    let text = unsafe {
        let text = ffi::PyUnicode_DecodeUTF8(start, length, c"surrogatepass".as_ptr());
        Bound::from_owned_ptr_or_err(py, text)?
    };
    Ok(text.cast_into()?)
}

thread_local! {
    static SCRATCH: RefCell<(Scratch, Vec<u8>)> = RefCell::default();
}

/// Normalize one text. Raises OverflowError for a number with too many digits.
#[pyfunction]
pub fn normalize_text<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    name: &str,
) -> PyResult<Bound<'py, PyString>> {
    const LONG: usize = 10_000;
    let normalizer = normalizer_of(name)?;
    let text = with_bytes(text, <[u8]>::to_vec)?;
    let work = || {
        SCRATCH.with_borrow_mut(|(scratch, out)| {
            out.clear();
            let done = normalizer.apply(&text, scratch, out);
            if text.len() < LONG {
                return done.map(|()| out.clone());
            }
            *scratch = Scratch::default(); // nobody wants to keep that much
            done.map(|()| std::mem::take(out))
        })
    };
    let done = if text.len() < LONG {
        work()
    } else {
        py.detach(work)
    };
    let normalized = done.map_err(|TooManyDigits| PyOverflowError::new_err(0))?;
    text_of(py, &normalized)
}

/// Some consecutive texts, normalized.
#[derive(Default)]
struct Piece {
    bytes: Vec<u8>,
    /// After the last byte of each text; in the column that is made, 0 before them.
    ends: Vec<i64>,
    /// The row of the first text that could not be normalized; the piece ends before it.
    failed: Option<usize>,
    /// Whether a text has lone surrogates.
    surrogates: bool,
}

impl Piece {
    /// Normalize the texts of a chunk, the first of which is in row `from`.
    fn add(&mut self, chunk: &Chunk, from: usize, how: Normalizer, scratch: &mut Scratch) {
        let (start, first) = (self.bytes.len(), self.ends.len());
        for at in 0..chunk.len() {
            if chunk.is_present(at) {
                let text = &chunk.bytes[chunk.range(at)];
                if how.apply(text, scratch, &mut self.bytes).is_err() {
                    self.failed = Some(from + at);
                    return;
                }
            }
            self.ends.push(self.bytes.len() as i64);
        }
        // Here it is still in the cache, and every thread checks its own.
        self.surrogates |= !all_utf8(&self.bytes[start..], start, &self.ends[first..]);
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.failed = None;
        self.surrogates = false;
    }

    fn append(&mut self, other: &Piece) {
        let start = self.bytes.len() as i64;
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| start + end));
        self.surrogates |= other.surrogates;
    }
}

/// Whether `bytes`, which begin at `start`, are UTF-8 and so is each text that ends at one of `ends`.
fn all_utf8(bytes: &[u8], start: usize, ends: &[i64]) -> bool {
    if bytes.is_ascii() {
        return true;
    }
    let boundary = |text: &str| {
        ends.iter()
            .all(|&end| text.is_char_boundary(end as usize - start))
    };
    std::str::from_utf8(bytes).is_ok_and(boundary)
}

/// Some consecutive texts that one thread took, and what they became.
#[derive(Default)]
struct Job {
    /// The row of its first text.
    from: usize,
    present: Vec<bool>,
    piece: Piece,
}

/// What threads share.
#[derive(Default)]
struct Shared {
    /// The first row that nobody took; all of them, where one is to stop.
    next: AtomicUsize,
    /// What is normalized and not yet in `done`.
    finished: Mutex<Vec<Job>>,
    done: Mutex<Done>,
    /// The first row of a chunk that could not be read, and why.
    unread: Mutex<Option<(usize, PyErr)>>,
}

/// What is made so far.
#[derive(Default)]
struct Done {
    /// All up to the first row that is missing; `failed` is counted from the first row of all.
    made: Piece,
    present: Vec<bool>,
    /// What comes after it, by the first row.
    later: BTreeMap<usize, Job>,
}

impl Done {
    /// Take a job over, and all that waited for it; put those whose buffers are free with `free`.
    fn take(&mut self, job: Job, free: &mut Vec<Job>) {
        self.later.insert(job.from, job);
        while self.made.failed.is_none() {
            let Some(job) = self.later.remove(&self.present.len()) else {
                return;
            };
            self.made.append(&job.piece);
            self.made.failed = job.piece.failed;
            self.present.extend_from_slice(&job.present);
            if free.len() < 2 {
                free.push(job);
            }
        }
    }
}

impl Shared {
    /// Whoever did a job appends what it became, which is in the cache of that core; but nobody
    /// waits for another who appends: that one takes this job along, or whoever is next.
    fn finish(&self, job: Job, free: &mut Vec<Job>) {
        self.finished.lock().expect(UNHURT).push(job);
        while let Ok(mut done) = self.done.try_lock() {
            if !self.collect(&mut done, free) {
                break;
            }
        }
    }

    /// Take over what is finished; whether there was anything.
    fn collect(&self, done: &mut Done, free: &mut Vec<Job>) -> bool {
        let jobs = std::mem::take(&mut *self.finished.lock().expect(UNHURT));
        let found = !jobs.is_empty();
        for job in jobs {
            done.take(job, free);
        }
        found
    }

    /// Stop everybody, as the rows from `at` on cannot be read.
    fn fail(&self, at: usize, error: PyErr) {
        let mut unread = self.unread.lock().expect(UNHURT);
        if unread.as_ref().is_none_or(|&(first, _)| at < first) {
            *unread = Some((at, error));
        }
    }
}

const UNHURT: &str = "no thread panicked";

/// The texts of one call.
struct Batch<'a> {
    source: &'a Source,
    how: Normalizer,
    threads: usize,
    rows: usize,
    present: Vec<bool>,
    made: Piece,
}

impl Batch<'_> {
    /// Copy texts from `from` on, and before `to`, into a chunk.
    fn fill(&self, py: Python<'_>, chunk: &mut Chunk, from: usize, to: usize) -> PyResult<()> {
        py.check_signals()?;
        let layout = Layout::Bytes(Unit::Word(Separator::WhiteSpace));
        // One thread works best on what fits its cache; several must not ask too often for the
        // interpreter.
        let most = if self.threads == 1 { 256 } else { 4096 };
        chunk.fill(py, self.source, layout, from, most.min(to - from), 1 << 18)
    }

    /// Raise the error of the text that failed.
    fn check(failed: Option<usize>) -> PyResult<()> {
        match failed {
            Some(at) => Err(PyOverflowError::new_err(at)),
            None => Ok(()),
        }
    }

    fn run_alone(&mut self, py: Python<'_>) -> PyResult<()> {
        let (mut chunk, mut scratch) = (Chunk::default(), Scratch::default());
        let mut from = 0;
        while from < self.rows {
            self.fill(py, &mut chunk, from, self.rows)?;
            let (made, how, chunk) = (&mut self.made, self.how, &chunk);
            py.detach(|| made.add(chunk, from, how, &mut scratch));
            Self::check(self.made.failed)?;
            self.present.extend_from_slice(chunk.present());
            from += chunk.len();
        }
        Ok(())
    }

    /// Every thread copies in what it works on: what another core has touched last comes slowly.
    fn run_together(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut shared = Shared::default();
        let started = shared.done.get_mut().expect(UNHURT);
        std::mem::swap(&mut started.made, &mut self.made);
        py.detach(|| {
            std::thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(|| self.work(&shared));
                }
                self.work(&shared);
            });
        });
        let mut last = shared.done.into_inner().expect(UNHURT);
        for job in shared.finished.into_inner().expect(UNHURT) {
            last.take(job, &mut Vec::new());
        }
        (self.made, self.present) = (last.made, last.present);
        Self::check(self.made.failed)?;
        match shared.unread.into_inner().expect(UNHURT) {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }

    /// Take rows, and normalize them, until there are no more.
    fn work(&self, shared: &Shared) {
        let (mut chunk, mut scratch) = (Chunk::default(), Scratch::default());
        let mut free: Vec<Job> = Vec::new();
        while let Some(rows) = self.claim(shared) {
            let mut job: Job = free.pop().unwrap_or_default();
            job.from = rows.start;
            job.present.clear();
            job.piece.clear();
            let mut from = rows.start;
            while from < rows.end && job.piece.failed.is_none() {
                let filled = Python::attach(|py| self.fill(py, &mut chunk, from, rows.end));
                if let Err(error) = filled {
                    shared.next.store(self.rows, Ordering::Relaxed);
                    return shared.fail(from, error);
                }
                job.piece.add(&chunk, from, self.how, &mut scratch);
                job.present.extend_from_slice(chunk.present());
                from += chunk.len();
            }
            if job.piece.failed.is_some() {
                shared.next.store(self.rows, Ordering::Relaxed);
            }
            shared.finish(job, &mut free);
        }
    }

    /// The next rows to be done: not so few that it costs time, nor so many that at the end one
    /// waits for another.
    fn claim(&self, shared: &Shared) -> Option<Range<usize>> {
        let end = |from: usize| {
            let left = self.rows.saturating_sub(from);
            (left > 0).then(|| from + (left / (4 * self.threads)).clamp(256, 8192).min(left))
        };
        let order = Ordering::Relaxed;
        let from = shared.next.fetch_update(order, order, end).ok()?;
        Some(from..end(from)?)
    }

    /// What was made, as a column; where a text has lone surrogates, as a list.
    fn finish<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Piece {
            bytes,
            ends,
            surrogates,
            ..
        } = self.made;
        if !surrogates {
            let missing = self.present.contains(&false);
            let nulls = missing.then(|| NullBuffer::from(&self.present[..]));
            let (bytes, ends) = (Buffer::from_vec(bytes), ScalarBuffer::from(ends));
            // SAFETY: `ends` begins with 0 and each is where the bytes ended when it was added, so
            // they never fall; `all_utf8` looked at every text, and there is one end for each row.
            let array = unsafe {
                LargeStringArray::new_unchecked(OffsetBuffer::new_unchecked(ends), bytes, nulls)
            };
            return Ok(Bound::new(py, TextColumn { array })?.into_any());
        }
        let mut texts = Vec::with_capacity(self.rows);
        for (ends, present) in ends.windows(2).zip(self.present) {
            let text = &bytes[ends[0] as usize..ends[1] as usize];
            texts.push(match present {
                true => Some(text_of(py, text)?),
                false => None,
            });
        }
        Ok(PyList::new(py, texts)?.into_any())
    }
}

/// Normalize a column of texts; what is missing stays missing.
///
/// Returns a TextColumn, or a list where a text has lone surrogates, or None for a column of lists
/// of tokens. Raises OverflowError with the row of the first text that has a number with too many
/// digits.
#[pyfunction]
pub fn normalize<'py>(
    py: Python<'py>,
    texts: &Bound<'py, PyAny>,
    name: &str,
    threads: usize,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let source = Source::of(texts)?;
    if source.has_tokens(py)? {
        return Ok(None);
    }
    let mut batch = Batch {
        source: &source,
        how: normalizer_of(name)?,
        threads: thread_count(threads),
        rows: source.len(py),
        present: Vec::new(),
        made: Piece::default(),
    };
    batch.made.ends.reserve_exact(batch.rows + 1);
    batch.made.ends.push(0);
    if batch.threads == 1 {
        batch.run_alone(py)?;
    } else {
        batch.run_together(py)?;
    }
    batch.finish(py).map(Some)
}
