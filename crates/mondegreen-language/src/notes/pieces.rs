//! Pieces of words, as models write them before they are joined.

use super::mark::{Kind, Mark};

/// The pieces of a text.
pub struct Pieces {
    joined: Joined,
    /// Where the white space ends that was looked at last.
    space_to: usize,
}

/// How pieces are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joined {
    /// There are none, or each is a word.
    None,
    /// A `▁` begins a word, and other pieces go on with it.
    Begin,
    /// A `</w>` ends a word, and other pieces go on.
    End,
}

const BEGIN: char = '▁';
const END: &str = "</w>";

impl Pieces {
    pub fn of(text: &str) -> Self {
        Self {
            joined: Joined::of(text),
            space_to: 0,
        }
    }

    /// White space at `from`, where the pieces before and after it are one word.
    pub fn between(&mut self, text: &str, from: usize) -> Option<Mark> {
        if self.joined == Joined::None {
            return None;
        }
        if from >= self.space_to {
            self.space_to = text.len() - text[from..].trim_start().len();
        }
        let (to, before, after) = (self.space_to, &text[..from], &text[self.space_to..]);
        let is_word = !after.is_empty()
            && !before.is_empty()
            && !after.starts_with(['<', '[', '(', '⁇', '♪'])
            && !before.ends_with(['>', ']', ')', '⁇', '♪']);
        let begins = after.starts_with(BEGIN) || before.ends_with(BEGIN);
        let joins = is_word && (self.joined == Joined::End || !begins);
        joins.then(|| Mark::new(from, to, Kind::Join))
    }
}

impl Joined {
    /// Two words at least say that they begin; the first one must.
    fn of(text: &str) -> Self {
        if text.contains(END) {
            return Self::End;
        }
        if !text.contains(BEGIN) {
            return Self::None;
        }
        let mut pieces = text
            .split_whitespace()
            .filter(|piece| !piece.starts_with('<'));
        let first = pieces.next().is_some_and(|piece| piece.starts_with(BEGIN));
        let others = pieces.filter(|piece| piece.starts_with(BEGIN)).count();
        if first && others > 0 {
            Self::Begin
        } else {
            Self::None
        }
    }
}

/// `li@@ ghts` and `li ##ghts`: two pieces of one word.
pub fn join(text: &str, at: usize) -> Option<Mark> {
    let letter = |text: &str| text.chars().next_back().is_some_and(char::is_alphabetic);
    let after = &text[at..];
    if let Some(rest) = after.strip_prefix("@@") {
        let next = rest.trim_start();
        let parted = next.len() < rest.len() || next.is_empty();
        let before = text[..at].chars().next_back();
        let word = before.is_some_and(|point| point.is_alphanumeric() || point == '\'');
        return (parted && word).then(|| Mark::new(at, text.len() - next.len(), Kind::Join));
    }
    let rest = after.strip_prefix("##")?;
    let before = text[..at].trim_end();
    let goes_on = rest.chars().next().is_some_and(char::is_alphabetic);
    let one_word = before.len() < at && letter(before) && goes_on;
    one_word.then(|| Mark::new(before.len(), at + 2, Kind::Join))
}
