//! Where a set is matched: an island of a text, and what is the same in all of it.

use crate::lattice::Lattice;
use crate::lookup::Island;
use crate::pack::Pack;
use crate::tokens::Tokens;
use crate::value::Value;

/// What a set matches from some node on: to which node, and its value.
pub(crate) type Match = (u32, Value);

/// What does not change while an island is read.
pub(crate) struct Place<'a> {
    pub pack: &'a Pack,
    pub lattice: &'a Lattice,
    pub tokens: &'a Tokens,
    pub text: &'a str,
    pub island: Island,
}

impl Place<'_> {
    /// Whether a full stop is right after the words before a node.
    pub(crate) fn ends_with_stop(&self, node: u32) -> bool {
        let last = &self.tokens.list[self.island.from + node as usize - 1];
        self.text.as_bytes().get(last.to as usize) == Some(&b'.')
    }

    /// Whether whole tokens are in capitals, two at least, in a text that has small letters: a name.
    pub(crate) fn in_capitals(&self, from: u32, to: u32) -> bool {
        let tokens = self.lattice.tokens;
        if !self.tokens.has_case() || from >= tokens || to > tokens {
            return false;
        }
        let list = &self.tokens.list[self.island.from..];
        let (first, last) = (&list[from as usize], &list[to as usize - 1]);
        is_in_capitals(&self.text[first.from as usize..last.to as usize])
    }
}

/// Whether a text has two capitals at least and no small letter.
pub(crate) fn is_in_capitals(text: &str) -> bool {
    !text.contains(char::is_lowercase) && text.chars().filter(|l| l.is_uppercase()).count() > 1
}
