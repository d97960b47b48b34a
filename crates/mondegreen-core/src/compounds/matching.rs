//! What two lists have in common, as Python's `difflib.SequenceMatcher` finds it: the longest common
//! run, and then the same on both sides of it. Not an alignment of fewest errors.

use std::sync::atomic::{AtomicBool, Ordering};

/// Lists of this length or more have popular words, which are looked over.
const LONG: usize = 200;

/// Finds common runs; its memory is used again.
#[derive(Default)]
pub struct Matching {
    /// For each word, where its places in the second list begin in `places`; one entry more.
    starts: Vec<usize>,
    places: Vec<usize>,
    /// For each place in the second list: in which round it was reached, and the length of the common
    /// run that ends there. Those of this round and of the round before.
    runs: [Vec<(u32, usize)>; 2],
    round: u32,
    found: Vec<(usize, usize, usize)>,
}

impl Matching {
    /// The common runs in order: where they begin in either list, and their lengths.
    ///
    /// Words are numbers below `distinct`. Once `stop` is set, what comes out is meaningless.
    pub fn blocks(
        &mut self,
        first: &[u32],
        second: &[u32],
        distinct: usize,
        stop: &AtomicBool,
    ) -> &[(usize, usize, usize)] {
        self.index(second, distinct);
        self.found.clear();
        let mut open = vec![(0, first.len(), 0, second.len())];
        while let Some((from, to, left, right)) = open.pop() {
            let (row, column, length) = self.longest(first, second, (from, to, left, right));
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if length == 0 {
                continue;
            }
            self.found.push((row, column, length));
            if from < row && left < column {
                open.push((from, row, left, column));
            }
            if row + length < to && column + length < right {
                open.push((row + length, to, column + length, right));
            }
        }
        self.found.sort_unstable();
        &self.found
    }

    /// Note where the words of the second list stand, except for those that are too frequent.
    fn index(&mut self, second: &[u32], distinct: usize) {
        let mut counts = vec![0; distinct];
        for &word in second {
            counts[word as usize] += 1;
        }
        let most = match second.len() {
            LONG.. => second.len() / 100 + 1,
            short => short,
        };
        let mut kept = 0;
        self.starts.clear();
        for count in &counts {
            self.starts.push(kept);
            kept += if *count > most { 0 } else { *count };
        }
        self.starts.push(kept);
        let mut next = self.starts.clone();
        self.places.clear();
        self.places.resize(kept, 0);
        for (place, &word) in second.iter().enumerate() {
            let word = word as usize;
            if counts[word] <= most {
                self.places[next[word]] = place;
                next[word] += 1;
            }
        }
        for runs in &mut self.runs {
            runs.clear();
            runs.resize(second.len(), (0, 0));
        }
        self.round = 0;
    }

    /// The first of the longest common runs between two parts of the lists: the one that begins first
    /// in the first list, and then in the second. Popular words may only be at its ends.
    fn longest(
        &mut self,
        first: &[u32],
        second: &[u32],
        (from, to, left, right): (usize, usize, usize, usize),
    ) -> (usize, usize, usize) {
        let (mut row, mut column, mut length) = (from, left, 0);
        self.round += 1; // what an earlier part left does not count
        for (at, &word) in first.iter().enumerate().take(to).skip(from) {
            self.round += 1;
            self.runs.swap(0, 1);
            let [now, before] = &mut self.runs;
            let places = &self.places[self.starts[word as usize]..self.starts[word as usize + 1]];
            let inside = places.partition_point(|&place| place < left);
            for &place in places[inside..].iter().take_while(|&&place| place < right) {
                let run = match place.checked_sub(1).map(|place| before[place]) {
                    Some((round, run)) if round + 1 == self.round => run + 1,
                    _ => 1,
                };
                now[place] = (self.round, run);
                if run > length {
                    (row, column, length) = (at + 1 - run, place + 1 - run, run);
                }
            }
        }
        while row > from && column > left && first[row - 1] == second[column - 1] {
            (row, column, length) = (row - 1, column - 1, length + 1);
        }
        while row + length < to
            && column + length < right
            && first[row + length] == second[column + length]
        {
            length += 1;
        }
        (row, column, length)
    }
}
