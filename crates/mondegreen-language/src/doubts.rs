//! Which stretches of a written text have to be read once more, to see whether they stay.
//!
//! A word that no row knows and that is only ever written as it stands ends what is read on both sides of
//! it. So a stretch from one such word to the next is read as it is read within the text.

/// The stretches of one text, as bytes of what is written.
#[derive(Debug, Default)]
pub(crate) struct Doubts {
    pub stretches: Vec<(u32, u32)>,
    /// Whether the text has to be read as a whole: letters of another case or quotes are in it.
    pub whole: bool,
    /// Where the last word began that is only ever itself.
    last: u32,
    open: bool,
}

impl Doubts {
    /// Begin a text that is written from a byte on.
    pub fn start(&mut self, at: usize, whole: bool) {
        self.stretches.clear();
        (self.last, self.open, self.whole) = (at as u32, false, whole);
    }

    /// What comes next may be read in another way.
    pub fn doubt(&mut self) {
        self.open = true;
    }

    /// A word that is only ever itself was written.
    pub fn word(&mut self, from: usize, to: usize) {
        if self.open {
            self.end(to);
        }
        self.last = from as u32;
    }

    /// The text ends at a byte.
    pub fn end(&mut self, to: usize) {
        if self.open {
            self.stretches.push((self.last, to as u32));
            self.open = false;
        }
    }

    /// Whether all of the text is words that are only ever themselves.
    pub fn is_none(&self) -> bool {
        self.stretches.is_empty() && !self.whole
    }
}
