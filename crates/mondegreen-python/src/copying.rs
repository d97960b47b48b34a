//! Copies texts from Python or Arrow into buffers, a chunk at a time.
//!
//! A copy makes the work safe without the interpreter lock, keeps memory bounded, and costs less
//! than the first touch of a Python string. Texts that nobody can change are used where they are.

use mondegreen_core::aligner::is_space;
use mondegreen_core::graphemes::decode_threes;
use mondegreen_core::tokens::is_basic;
use mondegreen_core::words::{self, Word};
use mondegreen_core::Unit;
use pyo3::exceptions::{PyTypeError, PyUnicodeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use pyo3::Borrowed;

use crate::arrow::Column;
use crate::lines::Texts;

/// Where texts come from; threads may share it.
pub enum Source {
    List(Py<PyList>),
    Tuple(Py<PyTuple>),
    Lines(Py<Texts>),
    Arrow(Column),
}

/// What an item of a source is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Tokens,
    Missing,
}

/// An item of a source where it is.
pub enum Item<'a> {
    Text(&'a [u8]),
    /// A list of so many tokens.
    Tokens(usize),
    /// Whatever else is there.
    Other,
    Missing,
}

impl Source {
    /// Look at one item.
    pub fn look<T>(&self, py: Python<'_>, at: usize, look: impl FnOnce(Item) -> T) -> PyResult<T> {
        let found = match self {
            Source::Lines(texts) => Item::Text(texts.get().get(py, at)),
            Source::Arrow(column) => column
                .get(at)
                .map_err(|_| outside(at))?
                .map_or(Item::Missing, Item::Text),
            Source::List(_) | Source::Tuple(_) => {
                let item = self.item(py, at)?;
                if let Ok(text) = item.cast::<PyString>() {
                    return with_bytes(text, |text| look(Item::Text(text)));
                }
                match kind(&item) {
                    Kind::Tokens => Item::Tokens(item.len()?),
                    _ if item.is_none() => Item::Missing,
                    _ => Item::Other,
                }
            }
        };
        Ok(look(found))
    }

    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Source> {
        if let Ok(list) = object.cast::<PyList>() {
            return Ok(Source::List(list.clone().unbind()));
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            return Ok(Source::Tuple(tuple.clone().unbind()));
        }
        if let Ok(texts) = object.cast::<Texts>() {
            return Ok(Source::Lines(texts.clone().unbind()));
        }
        match Column::of(object)? {
            Some(column) => Ok(Source::Arrow(column)),
            None => Err(PyTypeError::new_err(
                "expected a list, a tuple or an Arrow column",
            )),
        }
    }

    pub fn len(&self, py: Python<'_>) -> usize {
        match self {
            Source::List(list) => list.bind(py).len(),
            Source::Tuple(tuple) => tuple.bind(py).len(),
            Source::Lines(texts) => texts.get().len(),
            Source::Arrow(column) => column.len(),
        }
    }

    fn item<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Source::List(list) => list.bind(py).get_item(at),
            Source::Tuple(tuple) => tuple.bind(py).get_item(at),
            _ => unreachable!("native columns hold no objects"),
        }
    }

    /// Whether `holds`, which is true of a whole if it is of a part, is false of all texts where they are.
    pub fn all_short_of(&self, py: Python<'_>, holds: fn(&[u8]) -> bool) -> PyResult<bool> {
        let list = match self {
            Source::List(list) => list,
            Source::Lines(texts) => return Ok(!holds(texts.get().whole(py))),
            Source::Arrow(column) => return Ok(column.all_short_of(holds)),
            Source::Tuple(_) => return Ok(false),
        };
        for item in list.bind(py).iter() {
            if let Ok(text) = item.cast::<PyString>() {
                if with_bytes(text, holds)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Up to `count` texts from `from` on where they are, fewer once they have `size` bytes, but at least one;
    /// `None` for texts that have to be copied.
    pub fn where_they_are<'a>(
        &'a self,
        py: Python<'a>,
        from: usize,
        count: usize,
        size: usize,
    ) -> PyResult<Option<Vec<Option<&'a [u8]>>>> {
        let (mut texts, mut bytes) = (Vec::with_capacity(count), 0);
        let mut take = |text: Option<&'a [u8]>| {
            bytes += text.map_or(0, <[u8]>::len);
            texts.push(text);
            bytes < size
        };
        match self {
            Source::Lines(lines) => {
                let lines = lines.get();
                let mut rows = from..from + count;
                rows.all(|at| take(Some(lines.get(py, at))));
            }
            Source::Arrow(column) => {
                for (text, at) in column.texts(from).take(count).zip(from..) {
                    let text = text.map_err(|_| outside(at))?;
                    // Its producer only claims that it is UTF-8.
                    if text.is_some_and(|text| std::str::from_utf8(text).is_err()) {
                        return Err(no_utf8(at));
                    }
                    if !take(text) {
                        break;
                    }
                }
            }
            Source::List(_) | Source::Tuple(_) => return Ok(None),
        }
        Ok(Some(texts))
    }

    /// Whether the first item that is there is a list of tokens.
    pub fn has_tokens(&self, py: Python<'_>) -> PyResult<bool> {
        if matches!(self, Source::Lines(_) | Source::Arrow(_)) {
            return Ok(false);
        }
        for at in 0..self.len(py) {
            match kind(&self.item(py, at)?) {
                Kind::Missing => continue,
                kind => return Ok(kind == Kind::Tokens),
            }
        }
        Ok(false)
    }
}

fn kind(item: &Bound<'_, PyAny>) -> Kind {
    if item.is_instance_of::<PyString>() {
        Kind::Text
    } else if item.is_instance_of::<PyList>() || item.is_instance_of::<PyTuple>() {
        Kind::Tokens
    } else {
        Kind::Missing
    }
}

/// What the buffers of a chunk hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Texts in generalised UTF-8, to be cut by the core.
    Bytes(Unit),
    /// Code points; white space left out unless `spaces`.
    Points { spaces: bool },
    /// Tokens that were given.
    Tokens,
}

/// Some consecutive texts of one side, copied.
#[derive(Default)]
pub struct Chunk {
    pub bytes: Vec<u8>,
    points: Vec<u32>,
    /// How many of `points` are in use.
    used: usize,
    pub words: Vec<Word>,
    /// After the last byte, code point or token of each text.
    ends: Vec<usize>,
    /// Whether each text is there.
    present: Vec<bool>,
    /// Tokens or bytes of the longest text.
    longest: usize,
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether all code points are of the basic plane.
    pub fn is_basic(&self) -> bool {
        is_basic(&self.points[..self.used])
    }

    /// The code points of text `at`.
    #[inline]
    pub fn points(&self, at: usize) -> &[u32] {
        &self.points[self.range(at)]
    }

    /// Whether each text is there.
    pub fn present(&self) -> &[bool] {
        &self.present
    }

    pub fn is_present(&self, at: usize) -> bool {
        self.present[at]
    }

    #[inline]
    pub fn range(&self, at: usize) -> std::ops::Range<usize> {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        start..self.ends[at]
    }

    pub fn size(&self) -> usize {
        self.bytes.len() + 4 * self.used
    }

    /// The length of the longest text, in bytes, code points or tokens.
    pub fn longest(&self) -> usize {
        self.longest
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.used = 0;
        self.words.clear();
        self.ends.clear();
        self.present.clear();
        self.longest = 0;
    }

    /// Take `count` texts from `from` on, fewer once they have `size` bytes, but at least one.
    pub fn fill(
        &mut self,
        py: Python<'_>,
        source: &Source,
        layout: Layout,
        from: usize,
        count: usize,
        size: usize,
    ) -> PyResult<()> {
        self.clear();
        for at in from..from + count {
            if at >= source.len(py) {
                // Another thread took items away from a list.
                return Err(PyValueError::new_err(
                    "a list changed its length while it was read",
                ));
            }
            let present = match source {
                Source::Lines(texts) => self.push_bytes(texts.get().get(py, at), layout, at)?,
                Source::Arrow(column) => match column.get(at).map_err(|_| outside(at))? {
                    Some(text) => self.push_bytes(text, layout, at)?,
                    None => false,
                },
                Source::List(list) => {
                    // SAFETY: the list owns the item, and nothing runs before it is copied that
                    // could take it away: the interpreter lock is held, and no Python code called.
                    let item = unsafe {
                        let item = ffi::PyList_GetItem(list.as_ptr(), at as ffi::Py_ssize_t);
                        Borrowed::from_ptr_or_err(py, item)?
                    };
                    match (item.cast::<PyString>(), layout) {
                        (Ok(text), Layout::Points { spaces }) => {
                            self.push_points(&text, spaces)?;
                            true
                        }
                        (Ok(text), Layout::Bytes(_)) => {
                            with_bytes(&text, |text| self.bytes.extend_from_slice(text))?;
                            true
                        }
                        _ => self.push_object(&source.item(py, at)?, layout, at)?,
                    }
                }
                Source::Tuple(_) => self.push_object(&source.item(py, at)?, layout, at)?,
            };
            self.present.push(present);
            self.ends.push(match layout {
                Layout::Bytes(_) => self.bytes.len(),
                Layout::Points { .. } => self.used,
                Layout::Tokens => self.words.len(),
            });
            self.longest = self.longest.max(self.range(at - from).len());
            if self.size() >= size {
                break;
            }
        }
        match source {
            Source::Arrow(_) => self.check_utf8(from),
            _ => Ok(()),
        }
    }

    /// Refuse bytes that are no UTF-8: an Arrow column's producer only claims that they are.
    fn check_utf8(&self, from: usize) -> PyResult<()> {
        if self.bytes.is_ascii() {
            return Ok(());
        }
        let bad = |&at: &usize| std::str::from_utf8(&self.bytes[self.range(at)]).is_err();
        match (0..self.len()).find(bad) {
            None => Ok(()),
            Some(at) => Err(no_utf8(from + at)),
        }
    }

    fn push_bytes(&mut self, text: &[u8], layout: Layout, at: usize) -> PyResult<bool> {
        match layout {
            Layout::Tokens => return Err(mixed(at)),
            Layout::Points { spaces } => {
                std::str::from_utf8(text).map_err(|_| no_utf8(at))?;
                self.room(text.len());
                let points = &mut self.points[self.used..];
                let (mut at, mut used) = (0, 0);
                while at < text.len() {
                    let (point, length) = decode_threes(text, at);
                    points[used] = point;
                    used += (spaces || !is_space(point)) as usize;
                    at += length;
                }
                self.used += used;
            }
            Layout::Bytes(_) => self.bytes.extend_from_slice(text),
        }
        Ok(true)
    }

    fn push_object(
        &mut self,
        item: &Bound<'_, PyAny>,
        layout: Layout,
        at: usize,
    ) -> PyResult<bool> {
        match (kind(item), layout) {
            (Kind::Missing, _) => return Ok(false),
            (Kind::Text, Layout::Points { spaces }) => {
                self.push_points(item.cast::<PyString>()?, spaces)?;
            }
            (Kind::Text, Layout::Bytes(_)) => {
                with_bytes(item.cast::<PyString>()?, |text| {
                    self.bytes.extend_from_slice(text)
                })?;
            }
            (Kind::Tokens, Layout::Tokens) => {
                for token in item.try_iter()? {
                    let token = token?;
                    let Ok(token) = token.cast::<PyString>() else {
                        return Err(PyTypeError::new_err(format!(
                            "row {}: the token {} is not a string",
                            at + 1,
                            token.repr()?
                        )));
                    };
                    let start = self.bytes.len();
                    with_bytes(token, |text| self.bytes.extend_from_slice(text))?;
                    let end = self.bytes.len();
                    if end > u32::MAX as usize {
                        return Err(too_long(at));
                    }
                    let key = words::key(&self.bytes, start, end);
                    self.words.push(Word {
                        start: start as u32,
                        end: end as u32,
                        key,
                    });
                }
            }
            (Kind::Tokens, _) | (Kind::Text, Layout::Tokens) => {
                return Err(mixed(at));
            }
        }
        Ok(true)
    }

    /// Make room for `more` code points.
    fn room(&mut self, more: usize) {
        if self.points.len() < self.used + more {
            // In steps, as filling with zeros what is then written over costs time.
            self.points.resize((self.used + more).max(2 * self.used), 0);
        }
    }

    fn push_points(&mut self, text: &Bound<'_, PyString>, spaces: bool) -> PyResult<()> {
        let start = self.used;
        // SAFETY: a string object, which is what the function asks for.
        let length = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) } as usize;
        self.room(length);
        if length > 0 {
            // SAFETY: the buffer has room for `length` code points, and no terminator is written.
            let copied = unsafe {
                let buffer = self.points[start..].as_mut_ptr();
                ffi::PyUnicode_AsUCS4(text.as_ptr(), buffer, length as ffi::Py_ssize_t, 0)
            };
            if copied.is_null() {
                return Err(PyErr::fetch(text.py()));
            }
        }
        if !spaces {
            let mut kept = start;
            for at in start..start + length {
                let point = self.points[at];
                self.points[kept] = point;
                kept += !is_space(point) as usize;
            }
            self.used = kept;
            return Ok(());
        }
        self.used = start + length;
        Ok(())
    }
}

/// The text in UTF-8, lone surrogates as three bytes each.
pub fn with_bytes<T>(text: &Bound<'_, PyString>, take: impl FnOnce(&[u8]) -> T) -> PyResult<T> {
    match text.to_str() {
        Ok(text) => Ok(take(text.as_bytes())),
        Err(_) => {
            let (codec, errors) = (c"utf-8".as_ptr(), c"surrogatepass".as_ptr());
            // SAFETY: a string object and two C strings, as the function asks for; unlike the
            // method of the same name it never calls Python code of a subclass.
            let bytes = unsafe {
                let bytes = ffi::PyUnicode_AsEncodedString(text.as_ptr(), codec, errors);
                Bound::from_owned_ptr_or_err(text.py(), bytes)?
            };
            Ok(take(bytes.cast::<PyBytes>()?.as_bytes()))
        }
    }
}

fn outside(at: usize) -> PyErr {
    PyValueError::new_err(format!(
        "row {}: the Arrow column says that its text lies outside its own buffers",
        at + 1
    ))
}

fn no_utf8(at: usize) -> PyErr {
    PyUnicodeError::new_err(format!(
        "row {}: the Arrow column holds bytes that are not UTF-8",
        at + 1
    ))
}

fn mixed(at: usize) -> PyErr {
    PyTypeError::new_err(format!(
        "row {}: texts and lists of tokens are mixed; pass one kind on both sides",
        at + 1
    ))
}

pub fn too_long(at: usize) -> PyErr {
    PyValueError::new_err(format!(
        "row {}: a text of 4 GiB or more cannot be aligned",
        at + 1
    ))
}
