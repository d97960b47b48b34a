//! What is noted of a text while it is written.

/// Something that a normalizer wrote anew; case, punctuation and width are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewrite<'p> {
    /// The kind of the row, or `fillers` or `symbols`.
    pub rule: &'p str,
    /// Bytes of the text.
    pub from: usize,
    pub to: usize,
    pub output: String,
}

/// Where a piece of a normalized text begins, and the bytes of the text that it was made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    pub at: u32,
    pub from: u32,
    pub to: u32,
}

/// A place in a written text at which a mark was dropped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seam {
    /// The byte after which the mark would be.
    pub at: u32,
    pub mark: char,
    pub spaced: bool,
}

impl Seam {
    /// Whether there was a mark, and not only a space.
    pub(crate) fn is_mark(&self) -> bool {
        !self.spaced
    }
}
