//! Some consecutive texts of one side: copied, or where they are if nobody can change them.

use pyo3::prelude::*;

use crate::copying::{Chunk, Layout, Source};

/// Some consecutive texts of one side.
pub enum Side<'a> {
    /// Texts, code points or tokens, as the layout says.
    Copied(&'a Chunk),
    /// Texts where they are, of a layout of bytes.
    There(Vec<Option<&'a [u8]>>),
}

impl<'a> Side<'a> {
    /// Up to `count` texts from `from` on, fewer once they have `size` bytes, but at least one.
    pub fn of(
        py: Python<'a>,
        source: &'a Source,
        layout: Layout,
        (from, count): (usize, usize),
        size: usize,
        chunk: &'a mut Chunk,
    ) -> PyResult<Side<'a>> {
        if matches!(layout, Layout::Bytes(_)) {
            if let Some(texts) = source.where_they_are(py, from, count, size)? {
                return Ok(Side::There(texts));
            }
        }
        chunk.fill(py, source, layout, from, count, size)?;
        Ok(Side::Copied(chunk))
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        match self {
            Side::Copied(chunk) => chunk.len(),
            Side::There(texts) => texts.len(),
        }
    }

    /// Whether text `at` is there.
    pub fn is_present(&self, at: usize) -> bool {
        match self {
            Side::Copied(chunk) => chunk.is_present(at),
            Side::There(texts) => texts[at].is_some(),
        }
    }

    /// The length of the longest text, in bytes, code points or tokens.
    pub fn longest(&self) -> usize {
        match self {
            Side::Copied(chunk) => chunk.longest(),
            Side::There(texts) => texts
                .iter()
                .flatten()
                .map(|text| text.len())
                .max()
                .unwrap_or(0),
        }
    }

    /// The bytes of text `at`, of a layout of bytes.
    #[inline]
    pub fn bytes(&self, at: usize) -> &[u8] {
        match self {
            Side::Copied(chunk) => &chunk.bytes[chunk.range(at)],
            Side::There(texts) => texts[at].unwrap_or_default(),
        }
    }

    /// Code points and tokens, which are always copied.
    #[inline]
    pub fn chunk(&self) -> &Chunk {
        match self {
            Side::Copied(chunk) => chunk,
            Side::There(_) => unreachable!("texts where they are have a layout of bytes"),
        }
    }

    /// Whether places in the bytes do not fit into 32 bits.
    pub fn is_too_long(&self) -> bool {
        let bytes = match self {
            Side::Copied(chunk) => chunk.bytes.len(),
            Side::There(_) => self.longest(),
        };
        bytes > u32::MAX as usize
    }

    /// Whether all code points are of the basic plane.
    pub fn is_basic(&self) -> bool {
        match self {
            Side::Copied(chunk) => chunk.is_basic(),
            Side::There(_) => true,
        }
    }
}
