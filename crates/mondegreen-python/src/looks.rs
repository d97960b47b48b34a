//! What is looked at in whole columns, without a Python object per row.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use arrow_array::builder::LargeStringBuilder;

use mondegreen_core::words::{self, Separator, Word};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::columns::zeros;
use crate::copying::{Item, Source};
use crate::normalize::TextColumn;

/// A phrase makes a loop if at least so many of its words were there before.
const WORDS_AGAIN: usize = 5;
/// A letter makes a loop if it is there so often in a row.
const LETTERS: usize = 30;

/// Whether any text has a word.
#[pyfunction]
pub fn has_words(py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<bool> {
    let source = Source::of(texts)?;
    for at in 0..source.len(py) {
        let found = source.look(py, at, |item| match item {
            Item::Text(text) => !words::is_blank(text),
            Item::Tokens(_) | Item::Other => true,
            Item::Missing => false,
        })?;
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many words all texts have, but for those of some rows; of a list of tokens each is one.
#[pyfunction]
pub fn count_words(
    py: Python<'_>,
    texts: &Bound<'_, PyAny>,
    left_out: HashSet<usize>,
) -> PyResult<usize> {
    let source = Source::of(texts)?;
    let mut words = 0;
    for at in 0..source.len(py) {
        if left_out.contains(&at) {
            continue;
        }
        words += source.look(py, at, |item| match item {
            Item::Text(text) => words::count(text, Separator::WhiteSpace),
            Item::Tokens(tokens) => tokens,
            Item::Other | Item::Missing => 0,
        })?;
    }
    Ok(words)
}

/// The first row whose text is that of a row before it.
#[pyfunction]
pub fn first_repeated(py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let source = Source::of(texts)?;
    let rows = 0..source.len(py);
    // Equal texts have equal keys, so where all keys differ, all texts do.
    let key = |at| {
        source.look(py, at, |item| {
            text_of(item).map(|text| words::key(text, 0, text.len()))
        })
    };
    let mut keys = rows.clone().map(key).collect::<PyResult<Vec<_>>>()?;
    keys.sort_unstable();
    if keys
        .windows(2)
        .all(|pair| pair[0] != pair[1] || pair[0].is_none())
    {
        return Ok(None);
    }
    let mut known = HashSet::new();
    for at in rows {
        let text = source.look(py, at, |item| text_of(item).map(<[u8]>::to_vec))?;
        if text.is_some_and(|text| !known.insert(text)) {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// A key of each id, and whether each id is after the one before it; nothing where one is empty or no text.
#[pyfunction]
pub fn id_keys<'py>(
    py: Python<'py>,
    ids: &Bound<'py, PyAny>,
) -> PyResult<Option<(Bound<'py, PyAny>, bool)>> {
    let source = Source::of(ids)?;
    let rows = source.len(py);
    let keys = zeros(py, "Q", rows)?;
    if rows == 0 {
        return Ok(Some((keys, true)));
    }
    let buffer = PyBuffer::<u64>::get(&keys)?;
    let places: *mut u64 = buffer.buf_ptr().cast();
    let (mut last, mut ordered): (Vec<u8>, bool) = (Vec::new(), true);
    for at in 0..rows {
        let key = source.look(py, at, |item| {
            let id = text_of(item).filter(|id| !id.is_empty())?;
            if ordered {
                ordered = last.as_slice() < id;
                last.clear();
                last.extend_from_slice(id);
            }
            Some(words::key(id, 0, id.len()))
        })?;
        let Some(key) = key else {
            return Ok(None);
        };
        // SAFETY: an array of `rows` numbers that nobody else has yet, which the buffer keeps in place.
        unsafe { places.add(at).write(key) };
    }
    Ok(Some((keys, ordered)))
}

/// Whether two keys are equal; they are sorted where they are.
#[pyfunction]
pub fn any_equal(keys: PyBuffer<u64>) -> PyResult<bool> {
    if keys.readonly() || !keys.is_c_contiguous() {
        return Err(PyValueError::new_err("expected an array of keys"));
    }
    // SAFETY: the buffer keeps the numbers in place, and nothing else touches them while this runs.
    let found: &mut [u64] =
        unsafe { std::slice::from_raw_parts_mut(keys.buf_ptr().cast(), keys.item_count()) };
    found.sort_unstable();
    Ok(found.windows(2).any(|pair| pair[0] == pair[1]))
}

fn text_of<'a>(item: Item<'a>) -> Option<&'a [u8]> {
    match item {
        Item::Text(text) => Some(text),
        _ => None,
    }
}

/// Whether all texts are ASCII; what is missing is, what is no text is not.
#[pyfunction]
pub fn are_ascii(py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<bool> {
    let source = Source::of(texts)?;
    if !matches!(source, Source::List(_)) && source.all_short_of(py, |text| !text.is_ascii())? {
        return Ok(true);
    }
    for at in 0..source.len(py) {
        let ascii = source.look(py, at, |item| match item {
            Item::Text(text) => text.is_ascii(),
            Item::Tokens(_) | Item::Other => false,
            Item::Missing => true,
        })?;
        if !ascii {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The rows of inserted words whose reference has none, or whose hypothesis may repeat itself.
///
/// Where hits are given, those of a row say that its reference has words: it need not be fetched.
/// Those that repeat a word or a letter less often than any loop does are left out; the others are to be
/// looked at.
#[pyfunction]
pub fn rows_to_suspect(
    py: Python<'_>,
    references: &Bound<'_, PyAny>,
    hypotheses: &Bound<'_, PyAny>,
    insertions: PyBuffer<i64>,
    hits: Option<PyBuffer<i64>>,
) -> PyResult<Vec<usize>> {
    let [references, hypotheses] = [Source::of(references)?, Source::of(hypotheses)?];
    let inserted = counts(&insertions)?;
    let hits = hits.as_ref().map(counts).transpose()?;
    let rows = inserted.len();
    let lengths = [
        references.len(py),
        hypotheses.len(py),
        hits.map_or(rows, <[i64]>::len),
    ];
    if lengths != [rows; 3] {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    let blank = |at| {
        references.look(py, at, |item| match item {
            Item::Text(text) => words::is_blank(text),
            Item::Tokens(_) | Item::Other => true,
            Item::Missing => false,
        })
    };
    let (mut found, mut words) = (Vec::new(), Vec::new());
    for at in (0..rows).filter(|&at| inserted[at] > 0) {
        let suspect = hypotheses.look(py, at, |item| match item {
            Item::Text(text) => may_loop(text, &mut words),
            Item::Tokens(_) | Item::Other => true,
            Item::Missing => false,
        })?;
        let has_hits = hits.is_some_and(|hits| hits[at] > 0);
        if suspect || (!has_hits && blank(at)?) {
            found.push(at);
        }
    }
    Ok(found)
}

/// How many words of a text may be there before, at most: those of a length and of two first letters that
/// fall onto a bit that another one has set.
fn may_come_again(text: &[u8]) -> usize {
    let (mut seen, mut again) = (0u64, 0);
    words::places(text, 0, Separator::WhiteSpace, |start, end| {
        let second = if end - start > 1 { text[start + 1] } else { 0 };
        let head = u64::from(text[start]) | u64::from(second) << 8 | ((end - start) as u64) << 16;
        let bit = 1 << (head.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58);
        again += usize::from(seen & bit != 0);
        seen |= bit;
    });
    again
}

/// Whether enough words or letters of a text are there again.
fn may_loop(text: &[u8], words: &mut Vec<Word>) -> bool {
    if may_come_again(text) >= WORDS_AGAIN {
        words.clear();
        words::split(text, 0, text.len(), Separator::WhiteSpace, words);
        words.sort_unstable_by_key(|word| word.key);
        let again = words.windows(2).filter(|pair| pair[0].key == pair[1].key);
        if again.count() >= WORDS_AGAIN {
            return true;
        }
    }
    let most = if text.is_ascii() { 1 } else { 4 };
    (1..=most).any(|length| repeats(text, length))
}

/// Whether one character of `length` bytes is there so often in a row that it makes a loop.
fn repeats(text: &[u8], length: usize) -> bool {
    let least = (LETTERS - 1) * length;
    // All bytes of such a run after its first character are those of the character before, so of the next
    // `least` bytes all are, or what follows the last that is not is looked at.
    let mut from = length;
    while from + least <= text.len() {
        let other = (from..from + least)
            .rev()
            .find(|&at| text[at] != text[at - length]);
        match other {
            None => return true,
            Some(at) => from = at + 1,
        }
    }
    false
}

/// A column of as many numbers, as texts.
#[pyfunction]
#[pyo3(signature = (rows, first=1))]
pub fn numbers(rows: usize, first: usize) -> TextColumn {
    let mut column = LargeStringBuilder::with_capacity(rows, 8 * rows);
    let mut text = String::new();
    for number in first..first + rows {
        text.clear();
        write!(text, "{number}").expect("a text takes all");
        column.append_value(&text);
    }
    TextColumn::of(column.finish())
}

/// The distinct rows of columns of counts: for each row its kind, and for each kind its counts, in the
/// order in which they come.
#[pyfunction]
pub fn kinds<'py>(
    py: Python<'py>,
    columns: Vec<PyBuffer<i64>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyList>)> {
    let columns = columns.iter().map(counts).collect::<PyResult<Vec<_>>>()?;
    let rows = columns.first().map_or(0, |column| column.len());
    if columns.iter().any(|column| column.len() != rows) {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    let codes = zeros(py, "I", rows)?;
    let mut known: HashMap<Vec<i64>, u32> = HashMap::new();
    let mut found: Vec<Vec<i64>> = Vec::new();
    let mut row: Vec<i64> = vec![0; columns.len()];
    if rows > 0 {
        let buffer = PyBuffer::<u32>::get(&codes)?;
        let places: *mut u32 = buffer.buf_ptr().cast();
        for at in 0..rows {
            for (number, column) in row.iter_mut().zip(&columns) {
                *number = column[at];
            }
            let kind = match known.get(&row) {
                Some(&kind) => kind,
                None => {
                    let kind = found.len() as u32;
                    known.insert(row.clone(), kind);
                    found.push(row.clone());
                    kind
                }
            };
            // SAFETY: an array of `rows` numbers that nobody else has yet, which the buffer keeps in place.
            unsafe { places.add(at).write(kind) };
        }
    }
    let found = found
        .into_iter()
        .map(|row| PyTuple::new(py, row))
        .collect::<PyResult<Vec<_>>>()?;
    Ok((codes, PyList::new(py, found)?))
}

fn counts(column: &PyBuffer<i64>) -> PyResult<&[i64]> {
    let found = column.as_slice_ptr();
    let found =
        found.ok_or_else(|| PyValueError::new_err("expected a column of 64-bit integers"))?;
    // SAFETY: the buffer keeps the numbers in place, and nothing that could change them runs here.
    Ok(unsafe { found.as_ref() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_letters_in_a_row() {
        for letter in ["a", "\u{e4}", "\u{4e00}", "\u{1f600}"] {
            for before in ["", "b", "ab c", &"vwxyz".repeat(16)] {
                for (times, found) in [(LETTERS - 1, false), (LETTERS, true), (90, true)] {
                    let text = format!("{before}{}b", letter.repeat(times));
                    assert_eq!(repeats(text.as_bytes(), letter.len()), found, "{text}");
                }
            }
        }
        assert!(!repeats(b"", 1) && !repeats("ab".repeat(100).as_bytes(), 1));
    }

    #[test]
    fn finds_words_that_come_again() {
        let may_loop = |text: &str| may_loop(text.as_bytes(), &mut Vec::new());
        assert!(may_loop("so so so so so so"));
        assert!(may_loop("a b\u{a0}a\ta a\u{3000}a\u{c}a a"));
        assert!(may_loop("a longer phrase a longer phrase a longer phrase"));
        assert!(!may_loop("so so so so so") && !may_loop(""));
        assert!(!may_loop("so is it so as it is so"));
    }
}
