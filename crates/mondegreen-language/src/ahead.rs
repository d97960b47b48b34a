//! What may come next: a look ahead, so that no sequence is followed that cannot go on.

use crate::words::Word;

/// Words and sets, as bits of their numbers; several share a bit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ahead {
    words: u64,
    sets: u64,
}

impl Ahead {
    pub const ANYTHING: Self = Self {
        words: u64::MAX,
        sets: u64::MAX,
    };

    pub fn add_word(&mut self, word: Word) {
        self.words |= 1 << (word % 64);
    }

    pub fn add_set(&mut self, set: u16) {
        self.sets |= 1 << (set % 64);
    }

    /// Add sets, given as their bits.
    pub fn add_sets(&mut self, bits: &[u64]) {
        self.sets |= bits.iter().fold(0, |all, bits| all | bits);
    }

    pub fn add(&mut self, other: Self) {
        self.words |= other.words;
        self.sets |= other.sets;
    }

    /// Whether a word or a set may be in both.
    pub fn meets(self, other: Self) -> bool {
        self.words & other.words | self.sets & other.sets != 0
    }
}
