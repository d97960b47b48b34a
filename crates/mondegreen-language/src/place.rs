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
}
