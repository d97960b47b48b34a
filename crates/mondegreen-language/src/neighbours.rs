//! Which words may be next to each other in what is read: between others an island can be cut.

use crate::ahead::Ahead;
use crate::words::{Named, Word};

/// What a word may begin, and what may come right after it, in rows and in their conditions.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    pub begins: Vec<Ahead>,
    /// For rows that may be written, and for all.
    pub after: [Vec<Ahead>; 2],
}

impl Neighbours {
    /// What a word may begin.
    pub fn begins(&self, word: Word) -> Ahead {
        self.begins[usize::from(word)]
    }

    /// Whether a reading, or what it asks for around it, may have one token right before another.
    pub fn may_join(&self, all: bool, before: Named, token: Named) -> bool {
        let after = &self.after[usize::from(all)];
        let (mut follows, mut begins) = (Ahead::default(), Ahead::default());
        before
            .words()
            .for_each(|word| follows.add(after[usize::from(word)]));
        token.words().for_each(|word| begins.add(self.begins(word)));
        follows.meets(begins)
    }
}
