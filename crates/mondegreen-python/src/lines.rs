//! Lines of a text file as a column, without a Python object per line.

use arrow_array::builder::LargeStringBuilder;
use memchr::{memchr, memchr_iter, memrchr};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyString, PyTuple, PyType};
use wide::u8x16;

use crate::arrow::capsules;

/// Texts that lie in one buffer.
#[pyclass(frozen, sequence, module = "mondegreen._kernel._native")]
pub struct Texts {
    data: Py<PyBytes>,
    /// Where each text begins, and its length in bytes.
    spans: Vec<(u64, u32)>,
}

impl Texts {
    /// The number of texts.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// All of the file, whichever of its lines are here.
    pub fn whole<'a>(&'a self, py: Python<'a>) -> &'a [u8] {
        self.data.as_bytes(py)
    }

    /// The bytes of text `at`.
    pub fn get<'a>(&'a self, py: Python<'a>, at: usize) -> &'a [u8] {
        let (start, length) = self.spans[at];
        &self.data.as_bytes(py)[start as usize..start as usize + length as usize]
    }
}

/// What is in the brackets after a column: one row, or several.
pub enum Place {
    Row(usize),
    Rows(Vec<usize>),
}

/// Read an index or a slice as a list does.
pub fn place(at: &Bound<'_, PyAny>, rows: usize) -> PyResult<Place> {
    let py = at.py();
    if let Ok(slice) = at.cast::<PySlice>() {
        let found = slice.indices(rows as isize)?;
        let steps = 0..found.slicelength as isize;
        let row = |step| (found.start + step * found.step) as usize;
        return Ok(Place::Rows(steps.map(row).collect()));
    }
    let absent = || PyIndexError::new_err(format!("no text {at} among {rows}"));
    let index: isize = at.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(py) {
            absent()
        } else {
            error
        }
    })?;
    let row = if index < 0 {
        index + rows as isize
    } else {
        index
    };
    if row < 0 || row as usize >= rows {
        return Err(absent());
    }
    Ok(Place::Row(row as usize))
}

#[pymethods]
impl Texts {
    /// Copy texts into one buffer.
    #[new]
    fn new(py: Python<'_>, texts: Vec<Bound<'_, PyString>>) -> PyResult<Self> {
        let mut data = Vec::new();
        let mut spans = Vec::with_capacity(texts.len());
        for text in texts {
            let text = text.to_str()?;
            let length = u32::try_from(text.len())
                .map_err(|_| PyValueError::new_err("a text of 4 GiB or more"))?;
            spans.push((data.len() as u64, length));
            data.extend_from_slice(text.as_bytes());
        }
        let data = PyBytes::new(py, &data).unbind();
        Ok(Self { data, spans })
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    /// One text, or as a column those of a slice, which lie in the same buffer.
    fn __getitem__<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = at.py();
        match place(at, self.len())? {
            Place::Row(row) => Ok(PyString::from_bytes(py, self.get(py, row))?.into_any()),
            Place::Rows(rows) => {
                let spans = rows.into_iter().map(|row| self.spans[row]).collect();
                let data = self.data.clone_ref(py);
                Ok(Bound::new(py, Self { data, spans })?.into_any())
            }
        }
    }

    /// Copies and pickles hold the texts alone: their file may be far larger than what is kept.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyList>,))> {
        let texts = slf.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let py = slf.py();
        Ok((py.get_type::<Self>(), (PyList::new(py, texts)?,)))
    }

    fn __repr__(&self) -> String {
        format!("<Texts: {} lines>", self.len())
    }

    /// All texts as a list.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let texts = (0..self.len()).map(|at| PyString::from_bytes(py, self.get(py, at)));
        PyList::new(py, texts.collect::<PyResult<Vec<_>>>()?)
    }

    /// A copy of the texts, one after the other.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema; // a wish, which the protocol lets a producer pass over
        let size = self.spans.iter().map(|&(_, length)| length as usize).sum();
        let mut array = LargeStringBuilder::with_capacity(self.len(), size);
        for at in 0..self.len() {
            // SAFETY: `cut` has looked at all of the data, and cuts at line feeds; `new` copies texts.
            array.append_value(unsafe { std::str::from_utf8_unchecked(self.get(py, at)) });
        }
        capsules(py, &array.finish())
    }
}

/// Cut UTF-8 `data` at each line feed; a carriage return before it goes too.
///
/// Raises MemoryError, or ValueError with the arguments (1-based line, byte offset in the line, kind), where kind
/// is "utf-8" or "long".
#[pyfunction]
pub fn split_lines(py: Python<'_>, data: Py<PyBytes>, max_line: u64) -> PyResult<Texts> {
    let bytes = data.as_bytes(py);
    let spans = py.detach(|| cut(bytes, max_line)).map_err(|problem| {
        if problem.2 == "memory" {
            let (lines, bytes) = (problem.0, problem.1);
            return PyMemoryError::new_err(format!("no {bytes} bytes for {lines} lines"));
        }
        PyValueError::new_err(problem)
    })?;
    Ok(Texts { data, spans })
}

/// Cut at most `most` whole lines off a block of a file, as `split_lines` does; with `last` what has no line feed
/// after it is a line too. The number is that of the bytes that were taken.
///
/// None where a file has to be looked at as a whole to say what it is: a byte that is not UTF-8, a NUL, a
/// byte-order mark before a line, or a line that is too long.
#[pyfunction]
pub fn split_block(
    py: Python<'_>,
    data: Py<PyBytes>,
    max_line: u64,
    most: usize,
    last: bool,
) -> PyResult<Option<(Texts, usize)>> {
    let bytes = data.as_bytes(py);
    let found = py.detach(|| cut_block(bytes, max_line, most, last));
    Ok(found.map(|(spans, taken)| (Texts { data, spans }, taken)))
}

/// Bytes that are looked at in several ways before they leave the cache.
const WINDOW: usize = 1 << 16;

fn cut_block(
    bytes: &[u8],
    max_line: u64,
    most: usize,
    last: bool,
) -> Option<(Vec<(u64, u32)>, usize)> {
    let longest = max_line.min(u64::from(u32::MAX)) as usize;
    let mut spans: Vec<(u64, u32)> = Vec::new();
    let mut start = 0;
    while start < bytes.len() && spans.len() < most {
        // To the end of a line, so that no character is cut.
        let whole = match bytes.get(start + WINDOW..) {
            None => bytes.len(),
            Some(after) => memchr(b'\n', after).map_or(bytes.len(), |at| start + WINDOW + at + 1),
        };
        let end = if whole < bytes.len() || last {
            whole
        } else {
            memrchr(b'\n', &bytes[start..]).map_or(start, |at| start + at + 1)
        };
        let window = &bytes[start..end];
        if window.is_empty() {
            break;
        }
        let mut found = Ends {
            spans: &mut spans,
            most,
            longest,
            window,
            start,
            from: 0,
        };
        let ascii = found.all()?;
        if !ascii && std::str::from_utf8(window).is_err() {
            return None;
        }
        let from = found.from;
        start += from;
    }
    Some((spans, start))
}

/// The lines of a window, as they are found.
struct Ends<'a> {
    spans: &'a mut Vec<(u64, u32)>,
    most: usize,
    longest: usize,
    window: &'a [u8],
    /// Where the window begins in the block, and the next line in the window.
    start: usize,
    from: usize,
}

impl Ends<'_> {
    /// Cut all lines, at most so many, and return whether all of the window is ASCII; None for a NUL, a mark of the
    /// byte order or a line that is too long.
    fn all(&mut self) -> Option<bool> {
        let (feed, zero) = (u8x16::splat(b'\n'), u8x16::splat(0));
        let mut high = zero;
        let (whole, rest) = self.window.as_chunks::<64>();
        for (chunk, at) in whole.iter().zip((0..).step_by(64)) {
            let (mut ends, mut nul) = (0, zero);
            for (bytes, shift) in chunk.as_chunks::<16>().0.iter().zip((0..).step_by(16)) {
                let bytes = u8x16::new(*bytes);
                ends |= u64::from(bytes.simd_eq(feed).to_bitmask()) << shift;
                nul |= bytes.simd_eq(zero);
                high |= bytes;
            }
            if nul.to_bitmask() != 0 {
                return None;
            }
            while ends != 0 {
                self.line(at + ends.trailing_zeros() as usize)?;
                ends &= ends - 1;
            }
        }
        let done = self.window.len() - rest.len();
        for (&byte, at) in rest.iter().zip(done..) {
            match byte {
                0 => return None,
                b'\n' => self.line(at)?,
                _ => {}
            }
        }
        if self.from < self.window.len() && !self.window.ends_with(b"\n") {
            self.line(self.window.len())?;
        }
        Some(high.to_bitmask() == 0 && rest.is_ascii())
    }

    fn line(&mut self, to: usize) -> Option<()> {
        if self.spans.len() == self.most {
            return Some(());
        }
        let text = &self.window[self.from..to];
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.len() > self.longest || text.starts_with(b"\xEF\xBB\xBF") {
            return None;
        }
        self.spans
            .push(((self.start + self.from) as u64, text.len() as u32));
        self.from = (to + 1).min(self.window.len());
        Some(())
    }
}

type Problem = (usize, usize, &'static str);

fn cut(bytes: &[u8], max_line: u64) -> Result<Vec<(u64, u32)>, Problem> {
    if let Err(error) = std::str::from_utf8(bytes) {
        let bad = error.valid_up_to();
        let before = &bytes[..bad];
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        return Err((line + 1, bad - start, "utf-8"));
    }
    let lines = memchr_iter(b'\n', bytes).count();
    let mut spans = Vec::new();
    if spans.try_reserve_exact(lines + 1).is_err() {
        let size = (lines + 1) * std::mem::size_of::<(u64, u32)>();
        return Err((lines + 1, size, "memory"));
    }
    let mut start = 0;
    // There is no empty line after a final line feed.
    let last = (!bytes.is_empty() && !bytes.ends_with(b"\n")).then_some(bytes.len());
    for end in memchr_iter(b'\n', bytes).chain(last) {
        let text = &bytes[start..end];
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.len() as u64 > max_line || text.len() > u32::MAX as usize {
            return Err((spans.len() + 1, text.len(), "long"));
        }
        spans.push((start as u64, text.len() as u32));
        start = end + 1;
    }
    Ok(spans)
}
