//! Where texts hold what nobody said, and where words that nobody wrote down.

use mondegreen_core::words::Separator;
use mondegreen_core::Unit;
use mondegreen_language::notes::{find, may_hold, Kind, Mark};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::copying::{with_bytes, Chunk, Layout, Source};
use crate::normalize::text_of;

/// How many texts hold something, and the first of it.
type Held<'py> = (usize, Option<Bound<'py, PyString>>);

/// Tokens of decoders, notes, and marks of words that nobody wrote down; the rows of the last.
type Found<'py> = (Held<'py>, Held<'py>, Held<'py>, Vec<usize>);

/// What one kind of mark was found in.
#[derive(Default)]
struct Count {
    texts: usize,
    first: Vec<u8>,
}

impl Count {
    fn add(&mut self, text: &[u8], marks: &[Mark], is: impl Fn(Kind) -> bool) -> bool {
        let Some(mark) = marks.iter().find(|mark| is(mark.kind)) else {
            return false;
        };
        if self.texts == 0 {
            self.first = text[mark.from..mark.to].to_vec();
        }
        self.texts += 1;
        true
    }

    fn held<'py>(&self, py: Python<'py>) -> PyResult<Held<'py>> {
        let first = (self.texts > 0).then(|| text_of(py, &self.first));
        Ok((self.texts, first.transpose()?))
    }
}

/// [`may_hold`] with the instructions of this machine, as all texts pass here.
#[cfg(target_arch = "x86_64")]
fn may_hold_here(text: &[u8]) -> bool {
    #[target_feature(enable = "avx2")]
    fn with_avx2(text: &[u8]) -> bool {
        may_hold(text)
    }
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has these instructions.
        return unsafe { with_avx2(text) };
    }
    may_hold(text)
}

#[cfg(not(target_arch = "x86_64"))]
fn may_hold_here(text: &[u8]) -> bool {
    may_hold(text)
}

/// What a column holds of tokens, notes and marks; None for a column of lists of tokens.
#[pyfunction]
pub fn find_notes<'py>(py: Python<'py>, texts: &Bound<'py, PyAny>) -> PyResult<Option<Found<'py>>> {
    let source = Source::of(texts)?;
    if source.has_tokens(py)? {
        return Ok(None);
    }
    let layout = Layout::Bytes(Unit::Word(Separator::WhiteSpace));
    let (mut tokens, mut noises, mut speech) =
        (Count::default(), Count::default(), Count::default());
    let (mut rows, mut marks) = (Vec::new(), Vec::new());
    let (mut chunk, mut from, count) = (Chunk::default(), 0, source.len(py));
    if source.all_short_of(py, may_hold_here)? {
        return Ok(Some((
            tokens.held(py)?,
            noises.held(py)?,
            speech.held(py)?,
            rows,
        )));
    }
    while from < count {
        py.check_signals()?;
        chunk.fill(py, &source, layout, from, 1024.min(count - from), 1 << 18)?;
        // Most chunks have none of the bytes.
        let some = may_hold(&chunk.bytes);
        for at in (0..chunk.len()).filter(|_| some) {
            let text = &chunk.bytes[chunk.range(at)];
            let Ok(whole) = std::str::from_utf8(text) else {
                continue; // with lone surrogates; a warning needs no such text
            };
            find(whole, &mut marks);
            tokens.add(text, &marks, |kind| {
                matches!(kind, Kind::Token | Kind::Join)
            });
            noises.add(text, &marks, |kind| kind == Kind::Noise);
            if speech.add(text, &marks, Kind::stands_for_speech) {
                rows.push(from + at);
            }
        }
        from += chunk.len();
    }
    Ok(Some((
        tokens.held(py)?,
        noises.held(py)?,
        speech.held(py)?,
        rows,
    )))
}

/// Where words that nobody wrote down are in a text, in code points.
#[pyfunction]
pub fn speech_spans(text: &Bound<'_, PyString>) -> PyResult<Vec<(usize, usize)>> {
    let bytes = with_bytes(text, <[u8]>::to_vec)?;
    let whole = String::from_utf8_lossy(&bytes);
    let mut marks = Vec::new();
    find(&whole, &mut marks);
    let points = |end: usize| whole[..end].chars().count();
    marks.retain(|mark| mark.kind.stands_for_speech());
    Ok(marks
        .iter()
        .map(|mark| (points(mark.from), points(mark.to)))
        .collect())
}
