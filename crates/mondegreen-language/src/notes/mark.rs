//! Marks of what nobody said.

/// What a mark is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A token of a decoder; what is before and after it are two words.
    Token,
    /// What parts the pieces of one word: they are joined.
    Join,
    /// A sound.
    Noise,
    /// Words that nobody could write down.
    Unclear,
    /// Words that were taken out.
    Redaction,
    /// A word that was not recognised: it stays.
    Unknown,
}

impl Kind {
    /// Whether words were said in its place.
    #[must_use]
    pub fn stands_for_speech(self) -> bool {
        matches!(self, Self::Unclear | Self::Redaction)
    }
}

/// A stretch of a text, in bytes, that nobody said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub from: usize,
    pub to: usize,
    pub kind: Kind,
}

impl Mark {
    pub fn new(from: usize, to: usize, kind: Kind) -> Mark {
        Mark { from, to, kind }
    }
}
