//! One region of two texts: where they differ, with what is around it.

use mondegreen_language::Role;

use super::words::{Info, Vocabulary};

/// A forgiven span has at most so many words on a side.
pub const MOST_WORDS: usize = 12;
/// Neighbouring differences with at most so many equal words between them are looked at together.
pub const REACH: usize = 3;
/// So many words around a region are looked at.
pub const AROUND: usize = 8;

/// Words of one text around a region.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The numbers of the words.
    pub words: Vec<u32>,
    /// Where the region begins among them.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Where the words begin in the text.
    pub start: usize,
    /// Whether the last of the words is the last of the text.
    pub ends: bool,
    /// Whether the region begins, and ends, where a longer one was cut. The words next to a cut
    /// need not be the same in both texts.
    pub cut: [bool; 2],
}

impl Side {
    /// The length of the region.
    pub fn len(&self) -> usize {
        self.to - self.from
    }

    /// Whether the region has no word on this side.
    pub fn is_empty(&self) -> bool {
        self.from == self.to
    }

    /// The word at `at` in the region, which may also be one before or after it.
    pub fn at(&self, at: isize) -> Option<u32> {
        let place = self.from as isize + at;
        let place = usize::try_from(place).ok()?;
        self.words.get(place).copied()
    }

    /// Words of the region.
    pub fn span(&self, from: usize, to: usize) -> &[u32] {
        &self.words[self.from + from..self.from + to]
    }

    /// Whether there is nothing to read in the words, or nothing that reaches the region: what is read ends
    /// before the word next to it.
    pub fn is_silent(&self, vocabulary: &Vocabulary) -> bool {
        let most = |words: &[u32]| {
            let roles = words.iter().map(|&word| vocabulary.info(word).role);
            roles.max().unwrap_or_default()
        };
        let end = self.words.len().min(self.to + 1);
        most(&self.words[self.from.saturating_sub(1)..end]) == Role::None
            || most(&self.words) < Role::Any
    }

    /// Whether any word of the region, or around it, has any of `flags`.
    pub fn has_near(&self, flags: u16, vocabulary: &Vocabulary) -> bool {
        let flagged = |&word: &u32| vocabulary.info(word).flags & flags != 0;
        self.words.iter().any(flagged)
    }

    /// Whether any word of the region has any of `flags`.
    pub fn has(&self, flags: u16, vocabulary: &Vocabulary) -> bool {
        let flagged = |&word: &u32| vocabulary.info(word).flags & flags != 0;
        self.words[self.from..self.to].iter().any(flagged)
    }

    /// What is known of the word at `at`.
    pub fn info<'a>(&self, at: isize, vocabulary: &'a Vocabulary) -> Option<&'a Info> {
        self.at(at).map(|word| vocabulary.info(word))
    }

    /// The flags of the word at `at`; none where there is no word.
    pub fn flags(&self, at: isize, vocabulary: &Vocabulary) -> u16 {
        self.info(at, vocabulary).map_or(0, |info| info.flags)
    }
}

/// Two spans of a region that say the same, and who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// Where the span begins in the region of the reference.
    pub i: u32,
    /// Where it begins in the region of the hypothesis.
    pub j: u32,
    /// Where it ends in the reference.
    pub to_i: u32,
    /// Where it ends in the hypothesis.
    pub to_j: u32,
    /// The place of the forgiver in the order of attribution.
    pub rank: u32,
}

/// The cells of a region that a path may visit: for each reference word, where in the hypothesis.
#[derive(Clone, Debug, Default)]
pub struct Band {
    /// First and last column of each row; one row more than there are reference words.
    pub rows: Vec<(u32, u32)>,
}

/// All ways through a region of so many cells are looked at; one of more cells is cut.
pub const CELLS: usize = 1 << 16;
/// In a region that is not cut, paths stay so near the strict alignment, in words of the hypothesis.
pub const WIDTH: u32 = 16;

impl Band {
    /// All cells.
    pub fn whole(n: usize, m: usize) -> Band {
        Band {
            rows: vec![(0, m as u32); n + 1],
        }
    }

    /// All cells where there are no more than `cells`, or those near `path`, which holds the first and
    /// the last column that the strict alignment visits in each row.
    pub fn around(path: &[(u32, u32)], n: usize, m: usize, cells: usize) -> Band {
        let whole = (n + 1) * (m + 1) <= cells;
        let near = |&(first, last): &(u32, u32)| {
            if whole {
                (0, m as u32)
            } else {
                (first.saturating_sub(WIDTH), (last + WIDTH).min(m as u32))
            }
        };
        Band {
            rows: path.iter().map(near).collect(),
        }
    }

    /// Whether a cell may be visited.
    pub fn holds(&self, i: usize, j: usize) -> bool {
        let (first, last) = self.rows[i];
        (first as usize..=last as usize).contains(&j)
    }

    /// The first row that may be visited in a column, and after the last one.
    pub fn column(&self, j: usize) -> (usize, usize) {
        let first = self.rows.partition_point(|row| (row.1 as usize) < j);
        let following = self.rows.partition_point(|row| row.0 as usize <= j);
        (first, following.max(first))
    }
}
