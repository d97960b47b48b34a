//! The number of errors between two long lists of words, bit-parallel, in little memory.

/// Edit distances; the memory is used again.
#[derive(Default)]
pub struct Distance {
    /// Which of the 64 rows of a block hold each word.
    masks: Vec<u64>,
    /// For each column whether the cell below the block before is one more, or one less, than the one
    /// left of it.
    more: Vec<u64>,
    less: Vec<u64>,
}

impl Distance {
    /// Words are numbers below `ids`.
    pub fn new(ids: usize) -> Distance {
        Distance {
            masks: vec![0; ids],
            ..Distance::default()
        }
    }

    /// The least errors (Myers 1999, Hyyrö 2003), block row by block row.
    pub fn between(&mut self, reference: &[u32], hypothesis: &[u32]) -> u64 {
        let common = reference
            .iter()
            .zip(hypothesis)
            .take_while(|(a, b)| a == b)
            .count();
        let (reference, hypothesis) = (&reference[common..], &hypothesis[common..]);
        let backwards = reference.iter().rev().zip(hypothesis.iter().rev());
        let common = backwards.take_while(|(a, b)| a == b).count();
        let reference = &reference[..reference.len() - common];
        let hypothesis = &hypothesis[..hypothesis.len() - common];
        if reference.is_empty() || hypothesis.is_empty() {
            return reference.len().max(hypothesis.len()) as u64;
        }
        let pieces = hypothesis.len().div_ceil(64);
        self.more.clear();
        self.more.resize(pieces, u64::MAX);
        self.less.clear();
        self.less.resize(pieces, 0);
        let mut errors = reference.len() as i64;
        for block in reference.chunks(64) {
            for (row, &word) in block.iter().enumerate() {
                self.masks[word as usize] |= 1 << row;
            }
            let last = 1u64 << (block.len() - 1);
            let (mut plus, mut minus) = (u64::MAX, 0u64);
            let ends = self.more.iter_mut().zip(&mut self.less);
            for (columns, (more, less)) in hypothesis.chunks(64).zip(ends) {
                let (mut below_more, mut below_less) = (0u64, 0u64);
                for (column, &word) in columns.iter().enumerate() {
                    let (up, down) = (*more >> column & 1, *less >> column & 1);
                    let equal = self.masks[word as usize];
                    let vertical = equal | minus;
                    let equal = equal | down;
                    let horizontal = ((equal & plus).wrapping_add(plus) ^ plus) | equal;
                    let mut raised = minus | !(horizontal | plus);
                    let mut lowered = plus & horizontal;
                    below_more |= u64::from(raised & last != 0) << column;
                    below_less |= u64::from(lowered & last != 0) << column;
                    raised = raised << 1 | up;
                    lowered = lowered << 1 | down;
                    plus = lowered | !(vertical | raised);
                    minus = raised & vertical;
                }
                (*more, *less) = (below_more, below_less);
            }
            for &word in block {
                self.masks[word as usize] = 0;
            }
        }
        let rest = hypothesis.len() % 64;
        let valid = |at: usize| {
            if at + 1 == pieces && rest > 0 {
                (1u64 << rest) - 1
            } else {
                u64::MAX
            }
        };
        for at in 0..pieces {
            errors += (self.more[at] & valid(at)).count_ones() as i64;
            errors -= (self.less[at] & valid(at)).count_ones() as i64;
        }
        errors as u64
    }
}
