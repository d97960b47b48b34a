//! What our own normalizers rewrite.

use mondegreen_core::normalizers::language::Scratch;
use mondegreen_core::surrogates;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::copying::with_bytes;
use crate::normalize::{by_pack, text_of};

type Rewrite<'py> = (String, u32, u32, Bound<'py, PyString>);

/// What the normalizer `name` rewrites: rule, start, end, output.
#[pyfunction]
pub fn rewrites<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    name: &str,
) -> PyResult<Vec<Rewrite<'py>>> {
    let text = with_bytes(text, <[u8]>::to_vec)?;
    let own = by_pack(name)?.ok_or_else(|| PyValueError::new_err(name.to_string()))?;
    let all = py.detach(|| own.rewrites(&text, &mut Scratch::default()));
    all.into_iter()
        .map(|(rule, start, end, output)| {
            let mut bytes = Vec::new();
            surrogates::write(&output, true, &mut bytes);
            Ok((rule, start, end, text_of(py, &bytes)?))
        })
        .collect()
}
