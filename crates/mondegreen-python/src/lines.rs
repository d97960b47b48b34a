//! Lines of a text file as a column, without a Python object per line.

use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyType};

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

    /// The bytes of text `at`.
    pub fn get<'a>(&'a self, py: Python<'a>, at: usize) -> &'a [u8] {
        let (start, length) = self.spans[at];
        &self.data.as_bytes(py)[start as usize..start as usize + length as usize]
    }
}

#[pymethods]
impl Texts {
    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: isize) -> PyResult<Bound<'py, PyString>> {
        let index = if at < 0 { at + self.len() as isize } else { at };
        if index < 0 || index as usize >= self.len() {
            return Err(PyIndexError::new_err(format!(
                "no text {at} among {}",
                self.len()
            )));
        }
        PyString::from_bytes(py, self.get(py, index as usize))
    }

    /// Copies and pickles are plain lists, as a file may be far larger than the texts kept of it.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyList>,))> {
        let texts = slf.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let py = slf.py();
        Ok((py.get_type::<PyList>(), (PyList::new(py, texts)?,)))
    }

    fn __repr__(&self) -> String {
        format!("<Texts: {} lines>", self.len())
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
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let mut spans = Vec::new();
    if spans.try_reserve_exact(lines + 1).is_err() {
        let size = (lines + 1) * std::mem::size_of::<(u64, u32)>();
        return Err((lines + 1, size, "memory"));
    }
    let mut start = 0;
    // `split_inclusive` gives no empty piece behind a final line feed.
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.len() as u64 > max_line || text.len() > u32::MAX as usize {
            return Err((spans.len() + 1, text.len(), "long"));
        }
        spans.push((start as u64, text.len() as u32));
        start += line.len();
    }
    Ok(spans)
}
