//! The columns of counts that Python gets.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// `N` arrays of int64, one number per row, which are filled from the first row on; a status per row;
/// and the sums of the columns over some of the rows.
pub struct Columns<'py, const N: usize> {
    arrays: Vec<Bound<'py, PyAny>>,
    /// They keep the arrays where they are.
    _buffers: Vec<PyBuffer<i64>>,
    columns: Vec<*mut i64>,
    rows: usize,
    statuses: Vec<u8>,
    sums: [i64; N],
}

impl<'py, const N: usize> Columns<'py, N> {
    pub fn new(py: Python<'py>, rows: usize) -> PyResult<Columns<'py, N>> {
        let arrays = (0..N)
            .map(|_| zeros(py, "q", rows))
            .collect::<PyResult<Vec<_>>>()?;
        // An empty array has no memory to hand out, and none is written.
        let filled = if rows == 0 { &[] } else { &arrays[..] };
        let buffers = filled
            .iter()
            .map(PyBuffer::<i64>::get)
            .collect::<PyResult<Vec<_>>>()?;
        let columns = buffers
            .iter()
            .map(|buffer| buffer.buf_ptr().cast())
            .collect();
        let mut statuses: Vec<u8> = Vec::new();
        statuses
            .try_reserve_exact(rows)
            .map_err(|_| PyMemoryError::new_err(format!("no memory for {rows} rows")))?;
        Ok(Columns {
            arrays,
            _buffers: buffers,
            columns,
            rows,
            statuses,
            sums: [0; N],
        })
    }

    /// Write the next row, which is in the sums if `summed`.
    pub fn push(&mut self, row: [u64; N], status: u8, summed: bool) {
        let at = self.statuses.len();
        assert!(at < self.rows, "more rows than were announced");
        for ((column, sum), value) in self.columns.iter().zip(&mut self.sums).zip(row) {
            // SAFETY: arrays of `rows` numbers, which nobody else has yet; the buffers keep them
            // where they are.
            unsafe { column.add(at).write(value as i64) };
            *sum += if summed { value as i64 } else { 0 };
        }
        self.statuses.push(status);
    }

    /// The arrays, the statuses as bytes, and a tuple of the sums.
    pub fn finish(mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let statuses = PyBytes::new(py, &self.statuses).into_any();
        let sums = PyTuple::new(py, self.sums)?.into_any();
        self.arrays.extend([statuses, sums]);
        PyTuple::new(py, self.arrays)
    }
}

/// An array of `rows` zeros of the type that a letter names in Python's `array`.
pub fn zeros<'py>(py: Python<'py>, kind: &str, rows: usize) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("array")?.getattr("array")?;
    array.call1((kind, [0]))?.mul(rows)
}
