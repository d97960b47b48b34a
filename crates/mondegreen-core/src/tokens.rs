//! Tokens of a pair of texts as keys and small integers, so that alignments compare numbers.

use wide::u32x8;

use crate::words::{self, Word};

/// The tokens of a reference and a hypothesis, seen only through keys and equality.
pub trait Pair {
    /// The two numbers of tokens.
    fn lengths(&self) -> (usize, usize);
    /// A number that is the same for equal tokens.
    fn reference_key(&self, at: usize) -> u64;
    /// A number that is the same for equal tokens.
    fn hypothesis_key(&self, at: usize) -> u64;
    /// Whether a reference token equals a hypothesis token.
    fn same(&self, reference: usize, hypothesis: usize) -> bool;
    /// Whether two reference tokens are equal.
    fn same_reference(&self, first: usize, second: usize) -> bool;
    /// Whether equal keys alone prove a reference token equal to another token.
    fn exact(&self, reference: usize) -> bool;
    /// The tokens from `prefix` on, without the last `suffix` ones.
    fn inner(&self, prefix: usize, suffix: usize) -> Self;
    /// Spread a key over 1024 places.
    fn place(key: u64) -> usize;
    /// Both texts, if their tokens are code points of the basic plane.
    #[inline]
    fn letters(&self) -> Option<[&[u32]; 2]> {
        None
    }
    /// Number the distinct tokens; return how many there are.
    fn ids(&self, interner: &mut Interner, ids: &mut [Vec<u32>; 2]) -> usize;

    /// The lengths of the common prefix and of the common suffix of what remains.
    #[inline]
    fn affix(&self) -> (usize, usize) {
        let (rows, columns) = self.lengths();
        let shorter = rows.min(columns);
        let mut prefix = 0;
        while prefix < shorter && self.same(prefix, prefix) {
            prefix += 1;
        }
        let mut suffix = 0;
        while suffix < shorter - prefix && self.same(rows - 1 - suffix, columns - 1 - suffix) {
            suffix += 1;
        }
        (prefix, suffix)
    }
}

/// Tokens that are pieces of two texts: words, graphemes, or given ones.
#[derive(Clone, Copy)]
pub struct Pieces<'a> {
    /// The text that the reference's words point into.
    pub reference: &'a [u8],
    /// The reference's words.
    pub reference_words: &'a [Word],
    /// The text that the hypothesis's words point into.
    pub hypothesis: &'a [u8],
    /// The hypothesis's words.
    pub hypothesis_words: &'a [Word],
}

impl Pair for Pieces<'_> {
    #[inline]
    fn lengths(&self) -> (usize, usize) {
        (self.reference_words.len(), self.hypothesis_words.len())
    }
    #[inline]
    fn reference_key(&self, at: usize) -> u64 {
        self.reference_words[at].key
    }
    #[inline]
    fn hypothesis_key(&self, at: usize) -> u64 {
        self.hypothesis_words[at].key
    }
    #[inline]
    fn same(&self, reference: usize, hypothesis: usize) -> bool {
        let (a, b) = (
            self.reference_words[reference],
            self.hypothesis_words[hypothesis],
        );
        a.key == b.key && (a.exact() || a.bytes(self.reference) == b.bytes(self.hypothesis))
    }
    #[inline]
    fn same_reference(&self, first: usize, second: usize) -> bool {
        let (a, b) = (self.reference_words[first], self.reference_words[second]);
        a.key == b.key && (a.exact() || a.bytes(self.reference) == b.bytes(self.reference))
    }
    #[inline]
    fn exact(&self, reference: usize) -> bool {
        self.reference_words[reference].exact()
    }
    #[inline]
    fn inner(&self, prefix: usize, suffix: usize) -> Self {
        let (rows, columns) = self.lengths();
        Pieces {
            reference_words: &self.reference_words[prefix..rows - suffix],
            hypothesis_words: &self.hypothesis_words[prefix..columns - suffix],
            ..*self
        }
    }
    #[inline]
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize
    }
    fn ids(&self, interner: &mut Interner, ids: &mut [Vec<u32>; 2]) -> usize {
        let (rows, columns) = self.lengths();
        interner.begin(rows + columns);
        let sides = [
            (self.reference, self.reference_words),
            (self.hypothesis, self.hypothesis_words),
        ];
        for ((text, words), ids) in sides.into_iter().zip(ids.iter_mut()) {
            ids.clear();
            ids.extend(words.iter().map(|word| {
                interner.intern(word.key, |side, at| {
                    word.exact() || {
                        let (other, words) = sides[side];
                        words[at].bytes(other) == word.bytes(text)
                    }
                })
            }));
            interner.next_side();
        }
        interner.len()
    }
}

/// Tokens that are code points.
#[derive(Clone, Copy)]
pub struct Points<'a> {
    /// The reference's code points.
    pub reference: &'a [u32],
    /// The hypothesis's code points.
    pub hypothesis: &'a [u32],
    /// Whether all of both are of the basic plane; `false` where nobody looked.
    pub basic: bool,
}

impl<'a> Points<'a> {
    /// A pair of texts.
    pub fn new(reference: &'a [u32], hypothesis: &'a [u32]) -> Points<'a> {
        let basic = is_basic(reference) && is_basic(hypothesis);
        Points {
            reference,
            hypothesis,
            basic,
        }
    }
}

/// Whether all code points are of the basic plane.
pub fn is_basic(points: &[u32]) -> bool {
    points.iter().fold(0, |all, &point| all | point) < LETTERS as u32
}

impl Pair for Points<'_> {
    #[inline]
    fn lengths(&self) -> (usize, usize) {
        (self.reference.len(), self.hypothesis.len())
    }
    #[inline]
    fn reference_key(&self, at: usize) -> u64 {
        self.reference[at] as u64
    }
    #[inline]
    fn hypothesis_key(&self, at: usize) -> u64 {
        self.hypothesis[at] as u64
    }
    #[inline]
    fn same(&self, reference: usize, hypothesis: usize) -> bool {
        self.reference[reference] == self.hypothesis[hypothesis]
    }
    #[inline]
    fn same_reference(&self, first: usize, second: usize) -> bool {
        self.reference[first] == self.reference[second]
    }
    #[inline]
    fn exact(&self, _: usize) -> bool {
        true
    }
    #[inline]
    fn inner(&self, prefix: usize, suffix: usize) -> Self {
        Points {
            reference: &self.reference[prefix..self.reference.len() - suffix],
            hypothesis: &self.hypothesis[prefix..self.hypothesis.len() - suffix],
            basic: self.basic,
        }
    }
    #[inline]
    fn place(key: u64) -> usize {
        // Letters of one script are neighbours: the low bits spread them best, apart from ASCII.
        key as usize & 511 | ((key > 127) as usize) << 9
    }
    #[inline]
    fn affix(&self) -> (usize, usize) {
        let (a, b) = (self.reference, self.hypothesis);
        let prefix = common_prefix(a, b);
        (prefix, common_suffix(&a[prefix..], &b[prefix..]))
    }
    #[inline]
    fn letters(&self) -> Option<[&[u32]; 2]> {
        self.basic.then_some([self.reference, self.hypothesis])
    }
    fn ids(&self, interner: &mut Interner, ids: &mut [Vec<u32>; 2]) -> usize {
        interner.begin(self.reference.len() + self.hypothesis.len());
        for (points, ids) in [self.reference, self.hypothesis]
            .into_iter()
            .zip(ids.iter_mut())
        {
            ids.clear();
            ids.extend(
                points
                    .iter()
                    .map(|&point| interner.intern(point as u64, |_, _| true)),
            );
            interner.next_side();
        }
        interner.len()
    }
}

/// Bit i: the i-th of eight numbers is the same.
#[inline]
fn same_of_eight(a: &[u32], b: &[u32]) -> u32 {
    let eight = |numbers: &[u32]| u32x8::new(numbers.try_into().expect("eight numbers"));
    eight(a).simd_eq(eight(b)).to_bitmask()
}

#[inline]
fn common_prefix(a: &[u32], b: &[u32]) -> usize {
    let mut common = 0;
    for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        let same = same_of_eight(x, y);
        if same != 0xFF {
            return common + same.trailing_ones() as usize;
        }
        common += 8;
    }
    let rest = a[common..].iter().zip(&b[common..]);
    common + rest.take_while(|(x, y)| x == y).count()
}

#[inline]
fn common_suffix(a: &[u32], b: &[u32]) -> usize {
    let mut common = 0;
    for (x, y) in a.rchunks_exact(8).zip(b.rchunks_exact(8)) {
        let same = same_of_eight(x, y);
        if same != 0xFF {
            return common + (same << 24).leading_ones() as usize;
        }
        common += 8;
    }
    let (a, b) = (&a[..a.len() - common], &b[..b.len() - common]);
    let rest = a.iter().rev().zip(b.iter().rev());
    common + rest.take_while(|(x, y)| x == y).count()
}

/// Numbers distinct tokens from 0 in order of appearance: an open-addressing table.
#[derive(Default)]
pub struct Interner {
    /// Id plus one, 0 where empty.
    slots: Vec<u32>,
    /// For each id: its key, and the side and place where it was first seen.
    entries: Vec<(u64, u8, u32)>,
    side: u8,
    seen: u32,
    /// How far down a hash is shifted to be a place in `slots`.
    shift: u32,
    /// Odd, and not known to who writes the texts: nobody can fill neighbouring slots on purpose.
    multiplier: u64,
}

impl Interner {
    /// Forget everything; at most `tokens` tokens will come.
    pub fn begin(&mut self, tokens: usize) {
        let size = (tokens * 2).next_power_of_two().max(64);
        self.slots.clear();
        self.slots.resize(size, 0);
        self.entries.clear();
        self.side = 0;
        self.seen = 0;
        self.shift = 64 - size.trailing_zeros();
        self.multiplier = words::secrets()[0];
    }

    /// The tokens from here on are of the other side.
    pub fn next_side(&mut self) {
        self.side += 1;
        self.seen = 0;
    }

    /// The number of distinct tokens so far.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The id of the next token of this side; `same` compares it with one seen before, of equal
    /// key.
    #[inline]
    pub fn intern(&mut self, key: u64, same: impl Fn(usize, usize) -> bool) -> u32 {
        let mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(self.multiplier) >> self.shift) as usize;
        let at = self.seen;
        self.seen += 1;
        loop {
            match self.slots[slot] {
                0 => {
                    self.entries.push((key, self.side, at));
                    self.slots[slot] = self.entries.len() as u32;
                    return self.entries.len() as u32 - 1;
                }
                id => {
                    let (other, side, at) = self.entries[id as usize - 1];
                    if other == key && same(side as usize, at as usize) {
                        return id - 1;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// For each distinct token of a reference of at most 64 tokens, the rows where it stands.
///
/// An open-addressing table with few tokens in it, so that the first place tried nearly always is
/// the last, and processors guess the branches right.
pub struct Rows {
    /// A key and the rows that hold it, none where the place is free.
    places: Box<[(u64, u64); PLACES]>,
    taken: [u16; 64],
    rows: usize,
}

const PLACES: usize = 1024;

impl Default for Rows {
    fn default() -> Rows {
        Rows {
            places: Box::new([(0, 0); PLACES]),
            taken: [0; 64],
            rows: 0,
        }
    }
}

impl Rows {
    /// Take the reference of `pair`.
    #[inline]
    pub fn load<P: Pair>(&mut self, pair: &P) {
        for &place in &self.taken[..self.rows] {
            self.places[place as usize % PLACES].1 = 0;
        }
        self.rows = pair.lengths().0;
        for (row, taken) in self.taken[..self.rows].iter_mut().enumerate() {
            let key = pair.reference_key(row);
            let mut place = P::place(key) % PLACES;
            loop {
                let (other, mask) = self.places[place];
                // One branch for both, as which of them it is cannot be guessed.
                if (mask == 0) | (other == key) {
                    let first = mask.trailing_zeros() as usize;
                    if pair.exact(row) || mask == 0 || pair.same_reference(first, row) {
                        break;
                    }
                }
                place = (place + 1) % PLACES;
            }
            *taken = place as u16;
            self.places[place] = (key, self.places[place].1 | 1 << row);
        }
    }

    /// The rows that hold the hypothesis token at `column`.
    #[inline]
    pub fn of<P: Pair>(&self, pair: &P, column: usize) -> u64 {
        let key = pair.hypothesis_key(column);
        let mut place = P::place(key) % PLACES;
        loop {
            let (other, mask) = self.places[place];
            if (mask == 0) | (other == key) {
                let first = mask.trailing_zeros() as usize;
                if mask == 0 || pair.exact(first) || pair.same(first, column) {
                    return mask;
                }
            }
            place = (place + 1) % PLACES;
        }
    }
}

/// The same for code points of the basic plane, each with a place of its own: nothing to compare.
#[derive(Default)]
pub struct Letters {
    /// All zero between texts.
    masks: Vec<u64>,
}

const LETTERS: usize = 1 << 16;

impl Letters {
    /// Take a reference of at most 64 points.
    #[inline]
    pub fn load(&mut self, reference: &[u32]) {
        if self.masks.is_empty() {
            self.masks = vec![0; LETTERS];
        }
        let masks = &mut self.masks[..LETTERS];
        for (row, &point) in reference.iter().enumerate() {
            masks[point as usize % LETTERS] |= 1 << (row & 63);
        }
    }

    /// The rows that hold `point`.
    #[inline]
    pub fn of(&self, point: u32) -> u64 {
        self.masks[..LETTERS][point as usize % LETTERS]
    }

    /// Forget the reference that was loaded.
    #[inline]
    pub fn clear(&mut self, reference: &[u32]) {
        let masks = &mut self.masks[..LETTERS];
        for &point in reference {
            masks[point as usize % LETTERS] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WELL_KNOWN: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The number whose product with an odd one is 1.
    fn inverse(odd: u64) -> u64 {
        (0..6).fold(odd, |x, _| {
            x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
        })
    }

    #[test]
    fn keys_made_to_collide_are_spread() {
        let count = 100_000;
        let mut interner = Interner::default();
        interner.begin(count);
        for number in 0..count as u64 {
            // Under a multiplier that everybody knows, all of them have one place.
            let key = (number << 40).wrapping_mul(inverse(WELL_KNOWN));
            assert_eq!(interner.intern(key, |_, _| true), number as u32);
        }
        let taken = interner.slots.split(|&slot| slot == 0);
        assert!(taken.map(<[u32]>::len).max() < Some(1000));
    }

    #[test]
    fn words_made_to_collide_have_keys_of_their_own() {
        let mut keys: Vec<u64> = (0..1000u64)
            .map(|number| {
                let head = number | 0x0101_0101_0000_0000;
                // Equal hashes, if the head were only multiplied and turned.
                let tail = (head ^ 16).wrapping_mul(WELL_KNOWN).rotate_left(29);
                let word = [head.to_le_bytes(), tail.to_le_bytes()].concat();
                words::key(&word, 0, 16)
            })
            .collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 1000);
    }
}
