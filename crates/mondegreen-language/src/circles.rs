//! Sets that may begin each other, such as a numeral and the form of it that joins a thousand.

use crate::compiler::Flat;
use crate::trie::{SetId, Step};

/// The circles of a pack.
pub(crate) struct Circles {
    /// The sets of each set's circle; empty where it is in none.
    of: Vec<Vec<SetId>>,
}

/// The most sets of one circle.
pub(crate) const MOST: usize = 16;

fn first(flat: &Flat) -> Option<SetId> {
    match flat.steps[0].1 {
        Step::Slot {
            set, many: false, ..
        } => Some(set),
        _ => None,
    }
}

impl Circles {
    pub fn new(flats: &[Flat], sets: usize) -> Self {
        let mut next: Vec<Vec<SetId>> = vec![Vec::new(); sets];
        for flat in flats {
            if let Some(set) = first(flat) {
                if !next[usize::from(flat.set)].contains(&set) {
                    next[usize::from(flat.set)].push(set);
                }
            }
        }
        let reached: Vec<Vec<bool>> = (0..sets)
            .map(|from| {
                let mut reached = vec![false; sets];
                let mut open = next[from].clone();
                while let Some(set) = open.pop() {
                    if !std::mem::replace(&mut reached[usize::from(set)], true) {
                        open.extend(&next[usize::from(set)]);
                    }
                }
                reached
            })
            .collect();
        let of = (0..sets)
            .map(|set| {
                let circle = (0..sets).filter(|&other| reached[set][other] && reached[other][set]);
                circle.map(|other| other as SetId).collect()
            })
            .collect();
        Self { of }
    }

    pub fn of(&self) -> impl Iterator<Item = Vec<SetId>> + '_ {
        self.of.iter().cloned()
    }

    /// The set that a sequence begins with, if it is of the sequence's own circle, and the place of
    /// the sequence's set in it.
    pub fn first_of(&self, flat: &Flat) -> Option<(SetId, u16)> {
        let first = first(flat)?;
        let circle = &self.of[usize::from(flat.set)];
        let at = circle.iter().position(|&set| set == flat.set)?;
        circle.contains(&first).then_some((first, at as u16))
    }
}
