//! Whether two texts may say the same: some way through the readings of both has equal values.

use crate::read::{Found, Reader};

/// Whether two texts may say the same.
///
/// A way goes through both texts at once: over a word that is the same in both, over words that say
/// nothing, and over spans with a value of the same kind.
pub fn meet(reader: &mut Reader, one: &str, other: &str) -> bool {
    let (words, readings) = reader.parts(one);
    let (others, other_readings) = reader.parts(other);
    let width = others.len() + 1;
    let mut reached = vec![false; (words.len() + 1) * width];
    let mut open = vec![(0, 0)];
    let of = |all: &[Found], at: usize| -> Vec<Found> {
        all.iter()
            .filter(|found| found.tokens.0 as usize == at)
            .cloned()
            .collect()
    };
    let by_start: Vec<Vec<Found>> = (0..words.len()).map(|at| of(&readings, at)).collect();
    let by_other: Vec<Vec<Found>> = (0..others.len())
        .map(|at| of(&other_readings, at))
        .collect();
    while let Some((i, j)) = open.pop() {
        if std::mem::replace(&mut reached[i * width + j], true) {
            continue;
        }
        if i == words.len() && j == others.len() {
            return true;
        }
        if i < words.len() && words[i].1 {
            open.push((i + 1, j));
        }
        if j < others.len() && others[j].1 {
            open.push((i, j + 1));
        }
        if i < words.len() && j < others.len() {
            if words[i].0 == others[j].0 {
                open.push((i + 1, j + 1));
            }
            for found in &by_start[i] {
                for equal in by_other[j]
                    .iter()
                    .filter(|other| other.value == found.value)
                {
                    open.push((found.tokens.1 as usize, equal.tokens.1 as usize));
                }
            }
        }
    }
    false
}
