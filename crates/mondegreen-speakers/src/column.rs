//! A column of costs as bits: by how much each cell differs from the one before it.
//!
//! Cell `p` is what it costs to align the reference words so far with the first `p` words of a stream.
//! Neighbours differ by at most one, in whatever column the words began, so a reference word moves 64
//! cells at once (Myers 1999; Hyyrö 2003 and 2004).

use rustc_hash::FxHashMap;

/// What a substitution costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substitution {
    /// One error.
    One,
    /// A deletion and an insertion.
    Two,
}

/// Where each word is in a stream.
pub struct Places {
    /// How many words the stream has.
    pub length: usize,
    /// How many blocks of 64 words.
    pub blocks: usize,
    rows: FxHashMap<u32, u32>,
    masks: Vec<u64>,
}

impl Places {
    /// Index a stream.
    pub fn new(words: impl ExactSizeIterator<Item = u32>) -> Places {
        let length = words.len();
        let blocks = length.div_ceil(64);
        let mut places = Places {
            length,
            blocks,
            rows: FxHashMap::default(),
            masks: vec![0; blocks],
        };
        for (at, word) in words.enumerate() {
            let next = places.rows.len() as u32 + 1;
            let row = *places.rows.entry(word).or_insert(next);
            if row == next {
                places.masks.resize(places.masks.len() + blocks, 0);
            }
            places.masks[row as usize * blocks + at / 64] |= 1 << (at % 64);
        }
        places
    }

    /// The row of a word in the table; 0, a row without places, for a word that is not there.
    #[inline]
    pub fn row(&self, word: u32) -> usize {
        self.rows.get(&word).copied().unwrap_or(0) as usize
    }

    /// In which places a row of the table has its word, in blocks of 64.
    #[inline]
    fn masks(&self, row: usize, first: usize, blocks: usize) -> &[u64] {
        let from = row * self.blocks + first;
        &self.masks[from..from + blocks]
    }
}

/// The costs for each number of words, from the first block of a part of a stream.
#[derive(Clone, Debug, Default)]
pub struct Column {
    /// The cost before the first of its words.
    pub top: i64,
    /// Bit `p`: the cell after word `p` costs one more than the one before.
    pub plus: Vec<u64>,
    /// Bit `p`: it costs one less.
    pub minus: Vec<u64>,
}

impl Column {
    /// Before any reference word: each word of the stream is an insertion.
    pub fn start(blocks: usize) -> Column {
        Column {
            top: 0,
            plus: vec![u64::MAX; blocks],
            minus: vec![0; blocks],
        }
    }

    /// Take reference words, as rows of the table; the column begins at block `first` of the stream.
    pub fn take(
        &mut self,
        places: &Places,
        first: usize,
        words: impl Iterator<Item = usize>,
        cost: Substitution,
    ) {
        let blocks = self.plus.len();
        for row in words {
            self.top += 1;
            let masks = places.masks(row, first, blocks);
            let cells = self.plus.iter_mut().zip(&mut self.minus).zip(masks);
            match cost {
                Substitution::One => {
                    let (mut up, mut down) = (1u64, 0u64);
                    for ((plus, minus), &mask) in cells {
                        let vertical = mask | *minus;
                        let equal = mask | down;
                        let horizontal = ((equal & *plus).wrapping_add(*plus) ^ *plus) | equal;
                        let mut raised = *minus | !(horizontal | *plus);
                        let mut lowered = *plus & horizontal;
                        let next = (raised >> 63, lowered >> 63);
                        raised = raised << 1 | up;
                        lowered = lowered << 1 | down;
                        *plus = lowered | !(vertical | raised);
                        *minus = raised & vertical;
                        (up, down) = next;
                    }
                }
                Substitution::Two => {
                    // All cells differ by exactly one: `plus` has no match in the longest common
                    // subsequence there, `minus` has.
                    let mut carry = 0u64;
                    for ((plus, minus), &mask) in cells {
                        let met = *plus & mask;
                        let (sum, over) = plus.overflowing_add(met);
                        let (sum, again) = sum.overflowing_add(carry);
                        carry = u64::from(over | again);
                        *plus = sum | (*plus & !mask);
                        *minus = !*plus;
                    }
                }
            }
        }
    }

    /// The cost after all words of the stream.
    pub fn bottom(&self, length: usize) -> i64 {
        let (mut cost, mut left) = (self.top, length);
        for (plus, minus) in self.plus.iter().zip(&self.minus) {
            let valid = low(left.min(64));
            cost += (plus & valid).count_ones() as i64 - (minus & valid).count_ones() as i64;
            left = left.saturating_sub(64);
        }
        cost
    }

    /// A column that was made from the end of the stream, read from its beginning: the cost of what
    /// comes after each cell.
    pub fn turned(&self, length: usize) -> Column {
        let blocks = self.plus.len();
        let shift = (blocks * 64 - length) as u32;
        let turn = |bits: &[u64]| -> Vec<u64> {
            let back = |at: usize| {
                if at < blocks {
                    bits[blocks - 1 - at].reverse_bits()
                } else {
                    0
                }
            };
            (0..blocks)
                .map(|at| match shift {
                    0 => back(at),
                    _ => back(at) >> shift | back(at + 1) << (64 - shift),
                })
                .collect()
        };
        Column {
            top: self.bottom(length),
            plus: turn(&self.minus),
            minus: turn(&self.plus),
        }
    }
}

/// The lowest `count` bits, at most 64.
#[inline]
pub fn low(count: usize) -> u64 {
    if count >= 64 {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

/// What each cell costs in two columns together: the least of it, block by block.
///
/// `each` gets the number of a block and the least cost of the cells after its words (block 0 also has
/// the cell before all words), and says what is worth knowing exactly: of a block that cannot have less
/// than that it gets a lower bound.
#[inline]
pub fn sums(
    before: &Column,
    after: &Column,
    length: usize,
    mut below: i64,
    mut each: impl FnMut(usize, i64) -> i64,
) {
    let mut cost = before.top + after.top;
    if before.plus.is_empty() {
        each(0, cost);
        return;
    }
    let mut left = length;
    for at in 0..before.plus.len() {
        let valid = low(left.min(64));
        let (p, q) = (before.plus[at] & valid, after.plus[at] & valid);
        let (m, n) = (before.minus[at] & valid, after.minus[at] & valid);
        let falls = (m.count_ones() + n.count_ones()) as i64;
        let first = if at == 0 { cost } else { i64::MAX };
        let least = if cost - falls >= below {
            cost - falls
        } else {
            least_of(cost, p, q, m, n)
        };
        below = each(at, least.min(first));
        cost += (p.count_ones() + q.count_ones()) as i64 - falls;
        left = left.saturating_sub(64);
    }
}

/// The least cost among the cells of a block: that of its first, or of one that falls.
#[inline]
fn least_of(mut cost: i64, p: u64, q: u64, m: u64, n: u64) -> i64 {
    let mut least = i64::MAX;
    let mut done = 0;
    let mut rest = (m & !q) | (n & !p) | 1;
    while rest != 0 {
        let next = rest.trailing_zeros() as usize + 1;
        let span = low(next) & !done;
        done = low(next);
        cost += (p & span).count_ones() as i64 + (q & span).count_ones() as i64;
        cost -= (m & span).count_ones() as i64 + (n & span).count_ones() as i64;
        least = least.min(cost);
        rest &= rest - 1;
    }
    least
}
