//! The texts before normalizing, which forgivers read.

use std::sync::atomic::{AtomicUsize, Ordering};

use mondegreen_core::aligner::Unit;
use mondegreen_core::forgive::before::{Before, Original};
use mondegreen_core::forgive::chains::Text;
use mondegreen_core::normalizers::language::{ByPack, Scratch};
use mondegreen_core::words::Separator;
use pyo3::prelude::*;

use crate::copying::{Chunk, Layout, Source};
use crate::normalize::by_pack;

/// Both columns as they were given, and the normalizers, of which `which` chooses one for each row.
pub type Columns<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Vec<String>,
    Option<Vec<usize>>,
);

/// Two columns as they were given, read a chunk at a time.
pub struct Given {
    sources: [Source; 2],
    chunks: [Chunk; 2],
    normalizers: Vec<Option<ByPack>>,
    which: Option<Vec<usize>>,
    unit: Unit,
    from: usize,
    /// How many rows were asked for that the normalizer does not say the words of.
    unread: AtomicUsize,
}

/// The memory of one thread.
#[derive(Default)]
pub struct Memory {
    sides: [Original; 2],
    scratch: Scratch,
}

impl Given {
    /// Nothing where no normalizer is of a pack, or where lists of tokens were given.
    pub fn of(py: Python<'_>, columns: Columns<'_>, unit: Unit) -> PyResult<Option<Given>> {
        let (references, hypotheses, names, which) = columns;
        let sources = [Source::of(&references)?, Source::of(&hypotheses)?];
        let normalizers = names.iter().map(|name| by_pack(name));
        let normalizers = normalizers.collect::<PyResult<Vec<_>>>()?;
        let has_tokens = sources[0].has_tokens(py)? || sources[1].has_tokens(py)?;
        if has_tokens || normalizers.iter().all(Option::is_none) {
            return Ok(None);
        }
        Ok(Some(Given {
            sources,
            chunks: Default::default(),
            normalizers,
            which,
            unit,
            from: 0,
            unread: AtomicUsize::new(0),
        }))
    }

    /// Take the next rows.
    pub fn fill(&mut self, py: Python<'_>, from: usize, count: usize) -> PyResult<()> {
        let layout = Layout::Bytes(Unit::Word(Separator::WhiteSpace));
        self.from = from;
        for (chunk, source) in self.chunks.iter_mut().zip(&self.sources) {
            chunk.fill(py, source, layout, from, count, usize::MAX)?;
        }
        Ok(())
    }

    /// How many rows were read as they are normalized, as the normalizer does not say what their words were
    /// made from: notes that stay, lone surrogates.
    pub fn unread(&self) -> usize {
        self.unread.load(Ordering::Relaxed)
    }

    /// Both sides of a row of the chunk, of which these are the normalized ones.
    pub fn row<'a>(
        &self,
        at: usize,
        normalized: [Text<'_>; 2],
        memory: &'a mut Memory,
    ) -> Option<Before<'a>> {
        let which = match &self.which {
            Some(which) => *which.get(self.from + at)?,
            None => 0,
        };
        let how = self.normalizers.get(which)?.as_ref()?;
        let Memory { sides, scratch } = memory;
        for ((side, chunk), normalized) in sides.iter_mut().zip(&self.chunks).zip(normalized) {
            if at >= chunk.len() || !chunk.is_present(at) {
                return None;
            }
            let given = &chunk.bytes[chunk.range(at)];
            if !side.take(given, how, self.unit, normalized, scratch) {
                self.unread.fetch_add(1, Ordering::Relaxed);
                return None;
            }
        }
        let [reference, hypothesis] = &*sides;
        Some(Before {
            sides: [reference, hypothesis],
        })
    }
}
