//! What our own normalizers do and read: rewrites, numbers, languages.

use mondegreen_core::canonical::{Canonical, Fillers, Language, Scratch};
use mondegreen_core::normalizers::language;
use mondegreen_core::text::tags::Tags;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::copying::with_bytes;
use crate::normalize::{by_pack, text_of};

type Rewrite<'py> = (String, u32, u32, Bound<'py, PyString>);
type Number<'py> = (
    &'static str,
    Bound<'py, PyString>,
    Option<String>,
    u32,
    u32,
    bool,
    Vec<(&'static str, String)>,
);

/// What the normalizer `name` rewrites: rule, start, end, output.
#[pyfunction]
pub fn rewrites<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    name: &str,
) -> PyResult<Vec<Rewrite<'py>>> {
    let text = with_bytes(text, <[u8]>::to_vec)?;
    let all = if let Some(own) = by_pack(name)? {
        py.detach(|| own.rewrites(&text, &mut language::Scratch::default()))
    } else {
        let own = Canonical::named(name).ok_or_else(|| PyValueError::new_err(name.to_string()))?;
        let all = py.detach(|| own.rewrites(&text, &mut Scratch::default()));
        all.into_iter()
            .map(|one| (one.rule.to_owned(), one.start, one.end, one.output))
            .collect()
    };
    all.into_iter()
        .map(|(rule, start, end, output)| {
            let mut bytes = Vec::new();
            mondegreen_core::text::fold::write(&output, true, &mut bytes);
            Ok((rule, start, end, text_of(py, &bytes)?))
        })
        .collect()
}

/// The numbers of a text: kind, value, unit, start, end, sure, alternatives.
#[pyfunction]
pub fn read_numbers<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
    language: &str,
) -> PyResult<Vec<Number<'py>>> {
    let own = Canonical::new(language, Fillers::Keep, Tags::Keep)
        .ok_or_else(|| PyValueError::new_err(language.to_string()))?;
    let text = with_bytes(text, <[u8]>::to_vec)?;
    let all = py.detach(|| own.numbers(&text, &mut Scratch::default()));
    all.into_iter()
        .map(|(found, start, end)| {
            let others = found.alternatives.into_iter();
            Ok((
                found.kind.name(),
                PyString::new(py, &found.value),
                found.unit,
                start,
                end,
                found.sure,
                others.map(|(kind, value)| (kind.name(), value)).collect(),
            ))
        })
        .collect()
}

/// The languages of our own normalizers, each with what is known of it.
#[pyfunction]
pub fn languages() -> Vec<(&'static str, Vec<&'static str>)> {
    let all = Language::codes().filter_map(Language::get);
    all.map(|language| (language.code, language.features()))
        .collect()
}
