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
    let by_start = starting(readings, words.len());
    let by_other = starting(other_readings, others.len());
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

/// Readings by the token at which they begin.
fn starting(readings: Vec<Found>, tokens: usize) -> Vec<Vec<Found>> {
    let mut found = vec![Vec::new(); tokens];
    for reading in readings {
        found[reading.tokens.0 as usize].push(reading);
    }
    found
}
