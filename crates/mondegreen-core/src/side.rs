//! The letters of a text without its white space, and the words they are of.

use crate::aligner::is_space;
use crate::graphemes::decode_threes;

/// The letters of a text, and for each the word it is of; its memory is used again.
#[derive(Default)]
pub struct Side {
    /// Code points; only the first `used` are in use.
    letters: Vec<u32>,
    /// As long as `letters`.
    words: Vec<u32>,
    used: usize,
    count: u32,
}

/// Bit `b`: there is white space among the code points from 64 times `b` on.
const SPACES: [u64; 4] = {
    let spaces = [
        0, 0x85, 0xA0, 0x1680, 0x2000, 0x2028, 0x2029, 0x202F, 0x205F, LAST_SPACE,
    ];
    let mut blocks = [0; 4];
    let mut at = 0;
    while at < spaces.len() {
        let block = spaces[at] as usize / 64;
        blocks[block / 64] |= 1 << (block % 64);
        at += 1;
    }
    blocks
};

/// No code point after it is white space.
const LAST_SPACE: u32 = 0x3000;

#[inline]
fn may_be_space(point: u32) -> bool {
    let block = point as usize / 64;
    SPACES
        .get(block / 64)
        .is_some_and(|blocks| blocks >> (block % 64) & 1 == 1)
}

impl Side {
    /// Forget the last text.
    pub fn clear(&mut self) {
        self.used = 0;
        self.count = 0;
    }

    /// Its code points.
    #[inline]
    pub fn letters(&self) -> &[u32] {
        &self.letters[..self.used]
    }

    /// For each letter, which word it is of, from 0.
    #[inline]
    pub fn words(&self) -> &[u32] {
        &self.words[..self.used]
    }

    /// The number of words.
    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Add the letters of `text` but its white space, which ends words if `spaces`.
    pub fn push(&mut self, text: &[u8], spaces: bool) {
        let most = self.used + text.len();
        if self.letters.len() < most {
            // In steps, as filling with zeros what is then written over costs time.
            let room = most.max(2 * self.letters.len());
            self.letters.resize(room, 0);
            self.words.resize(room, 0);
        }
        let letters = &mut self.letters[self.used..most];
        let words = &mut self.words[self.used..most];
        let (mut at, mut used, mut count, mut fresh) = (0, 0, self.count, true);
        while at < text.len() {
            let (point, length, space) = match text[at] {
                byte @ 0..=0x7F => {
                    let space = matches!(byte, 9..=13 | 28..=32);
                    (u32::from(byte), 1, space)
                }
                _ => {
                    let (point, length) = decode_threes(text, at);
                    (point, length, may_be_space(point) && is_space(point))
                }
            };
            at += length;
            // Written in any case, and written over if it was a space: no branch to guess.
            count += u32::from(fresh & !space);
            letters[used] = point;
            words[used] = count.wrapping_sub(1);
            used += usize::from(!space);
            fresh = space & (fresh | spaces);
        }
        self.used += used;
        self.count = count;
    }

    /// Whether a word begins with letter `at`; not so at the beginning of the text.
    #[inline]
    pub fn border(&self, at: usize) -> bool {
        self.words[at] != self.words[at - 1]
    }

    /// Whether `at` is between two words, or at an end.
    #[inline]
    pub fn is_edge(&self, at: usize) -> bool {
        at == 0 || at == self.used || self.border(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_where_it_is_looked_for() {
        for point in 0..=0x11_0000 {
            assert!(may_be_space(point) || !is_space(point), "{point:x}");
        }
    }
}
