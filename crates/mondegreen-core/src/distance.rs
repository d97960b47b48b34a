//! How many errors a long pair has, where nothing else is asked: one pass, and none where the tokens tell.

use crate::long::{Long, Record};

impl Long<'_> {
    /// The errors alone.
    pub fn errors(&mut self) -> u64 {
        let (reference, hypothesis) = (self.reference, self.hypothesis);
        // No alignment has more hits than there are tokens that both texts have.
        let longest = reference.len().max(hypothesis.len());
        let least = (longest - common(reference, hypothesis)) as i64;
        if least == longest as i64 {
            return longest as u64;
        }
        let columns = 0..hypothesis.len();
        let bound = self.upper_bound();
        if bound == least {
            return bound as u64;
        }
        let mut band = self.start(bound);
        let mut record = Record::default();
        let _ = self.run::<false>(&mut band, columns, bound, &mut record, |_, _| ());
        if self.stopped() {
            return 0;
        }
        self.last_cost(&band) as u64
    }
}

/// How many tokens both texts have, wherever they stand.
fn common(reference: &[u32], hypothesis: &[u32]) -> usize {
    let most = reference.iter().chain(hypothesis).max();
    let mut counts = vec![0u32; most.map_or(0, |&id| id as usize + 1)];
    for &token in reference {
        counts[token as usize] += 1;
    }
    let mut common = 0;
    for &token in hypothesis {
        let count = &mut counts[token as usize];
        common += usize::from(*count > 0);
        *count = count.saturating_sub(1);
    }
    common
}

/// Whether no token of the one text is in the other; ids are in the order in which tokens are met.
pub fn is_disjoint(reference: &[u32], hypothesis: &[u32]) -> bool {
    reference.iter().max() < hypothesis.iter().min()
}
