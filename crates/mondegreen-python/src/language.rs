//! Packs of languages: what they read, write and get wrong.

use std::path::PathBuf;

use mondegreen_language::{
    check, compile, library, meet, spell::Speller, value::Value, Pack, Reader, Source,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::kept;

/// A fault: where, and what is wrong.
type Fault = (String, String);
/// Of how many, how many.
type Share = (usize, usize);
/// From, to, kind, value, unit, written form, file and line of the row.
type Span = (usize, usize, String, String, String, String, String);

/// Say where the folders of languages are; a language is taken from the last that has it.
#[pyfunction]
pub fn set_language_folders(folders: Vec<PathBuf>) {
    library::set_folders(folders);
    kept::forget();
}

/// The digest of the tables of a language, which is compiled once for all who read it.
#[pyfunction]
pub fn language_digest(py: Python<'_>, code: &str) -> PyResult<&'static str> {
    let pack = py.detach(|| library::pack(code));
    Ok(&pack.map_err(PyValueError::new_err)?.digest)
}

/// A language, read from its folder and compiled.
#[pyclass(frozen, module = "mondegreen._kernel")]
pub struct LanguagePack {
    source: Source,
    pack: Pack,
}

#[pymethods]
impl LanguagePack {
    #[new]
    fn new(folders: Vec<PathBuf>, code: &str) -> PyResult<Self> {
        let source = Source::read(&folders, code).map_err(PyValueError::new_err)?;
        let pack = compile(&source).map_err(PyValueError::new_err)?;
        Ok(Self { source, pack })
    }

    /// The beginning of the SHA-256 of its tables.
    #[getter]
    fn digest(&self) -> &str {
        &self.source.digest
    }

    /// The codes of all packs that were read for it, in order.
    #[getter]
    fn parts(&self) -> Vec<String> {
        self.source.parts.clone()
    }

    /// Faults, then shares of cases, fixed points, cardinals, ordinals and examples; and the rows.
    fn check(&self, py: Python<'_>) -> (Vec<Fault>, [Share; 5], usize) {
        let found = py.detach(|| check::check(&self.source, &self.pack));
        let faults = found
            .faults
            .into_iter()
            .map(|fault| (fault.place, fault.what));
        let [cardinals, ordinals] = found.numerals;
        let shares = [
            found.cases,
            found.fixed,
            cardinals,
            ordinals,
            found.examples,
        ];
        (faults.collect(), shares, self.source.rows.len())
    }

    /// The cases that hold, of how many.
    fn cases(&self, py: Python<'_>) -> Share {
        py.detach(|| check::holding(&self.source, &self.pack))
    }

    fn normalize(&self, text: &str) -> String {
        let mut out = String::new();
        Reader::new(&self.pack).normalize(text, &mut out);
        out
    }

    fn meet(&self, one: &str, other: &str) -> bool {
        meet(&mut Reader::new(&self.pack), one, other)
    }

    /// A number in words, in each way that the numeral rows of a set say it.
    fn spell(&self, set: &str, number: i128) -> Vec<String> {
        Speller::new(&self.source).spell(set, number, 16)
    }

    /// All readings; places are in characters.
    fn readings(&self, text: &str) -> Vec<Span> {
        let found = Reader::new(&self.pack).readings(text);
        let mut places = vec![0; text.len() + 1];
        for (place, (byte, _)) in text.char_indices().enumerate() {
            places[byte] = place;
        }
        places[text.len()] = text.chars().count();
        let place = |byte: usize| places[byte];
        let span = found.into_iter().map(|found| {
            let kind = self.pack.kinds[usize::from(found.value.kind)].clone();
            let mut value = String::new();
            found.value.write('.', &mut value);
            for more in found
                .value
                .more
                .into_iter()
                .filter(|_| !found.value.fraction)
            {
                if more > 0 {
                    value.push(' ');
                    Value::of_component(more).write('.', &mut value);
                }
            }
            let unit = match found.value.name {
                0 => String::new(),
                name => self.pack.names.one(name).to_owned(),
            };
            let row = self.source.place(found.source as usize);
            let row = format!("{}:{}", row.file, row.line);
            (
                place(found.from),
                place(found.to),
                kind,
                value,
                unit,
                found.written,
                row,
            )
        });
        span.collect()
    }
}
