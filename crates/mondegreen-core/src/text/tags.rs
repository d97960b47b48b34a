//! What becomes of notes in brackets, such as `[laughter]`; `<unk>` stays a word.

use mondegreen_language::notes::{self, Keep, Kind};

use super::fold::Folded;

/// What becomes of a note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tags {
    /// It is left out.
    #[default]
    Drop,
    /// It is one token, brackets included.
    Keep,
    /// Its words count as spoken.
    Words,
}

impl Tags {
    /// What stays in the text before it is cut into tokens.
    #[must_use]
    pub fn keep(self) -> Keep {
        match self {
            Self::Drop => Keep::Nothing,
            Self::Keep | Self::Words => Keep::Notes,
        }
    }
}

/// No note has more code points.
const LONGEST: usize = 64;

/// A note at the beginning of `text`: its length, and whether it stands for a word.
pub fn read(text: &[Folded]) -> Option<(usize, bool)> {
    if !matches!(text.first()?.0, '[' | '<' | '(' | '{') {
        return None;
    }
    let start: String = text.iter().take(LONGEST).map(|(point, _)| *point).collect();
    let (length, kind) = notes::read(&start)?;
    if start[..length].ends_with('-') {
        return None; // [laughter-yes], a word
    }
    Some((start[..length].chars().count(), kind == Kind::Unknown))
}
