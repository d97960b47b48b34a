//! Alignments of words that have times: fewest errors, then most hits, then words that are nearest in
//! time against each other.

use crate::distance::Distance;
use crate::side::Words;

/// A time that is not known.
pub const UNKNOWN: i64 = i64::MIN;

/// Of one error, and of one hit; below are microseconds.
const ERROR: i128 = 1 << 96;
const HIT: i128 = 1 << 64;
const FAR: i64 = 1_000_000_000_000;

const DELETE: u8 = 0;
const INSERT: u8 = 1;
const BOTH: u8 = 2;

/// How far apart two words are, in microseconds: the sum over starts and ends that both have.
fn distance(reference: &Words, row: usize, hypothesis: &Words, at: usize) -> i128 {
    let apart = |said: &[i64], heard: &[i64]| match (said.get(row), heard.get(at)) {
        (Some(&said), Some(&heard)) if said != UNKNOWN && heard != UNKNOWN => {
            heard.saturating_sub(said).saturating_abs().min(FAR)
        }
        _ => 0,
    };
    let start = apart(&reference.begin, &hypothesis.begin);
    (start + apart(&reference.end, &hypothesis.end)) as i128
}

/// Aligns words, which are numbers below `ids`, with times or [`UNKNOWN`].
pub struct Nearest {
    distance: Distance,
}

impl Nearest {
    /// For words below `ids`.
    pub fn new(ids: usize) -> Nearest {
        Nearest {
            distance: Distance::new(ids),
        }
    }

    /// The pairs of equal words of the best alignment, in order; of equally good ones, read from the
    /// end, the one that takes two words where it can, and else deletes where it can.
    pub fn hits(&mut self, reference: &Words, hypothesis: &Words) -> Vec<(usize, usize)> {
        let errors = self.distance.between(&reference.ids, &hypothesis.ids);
        hits(reference, hypothesis, errors as i64)
    }
}

/// Only the diagonals are looked at that an alignment with the fewest errors can reach.
fn hits(reference: &Words, hypothesis: &Words, errors: i64) -> Vec<(usize, usize)> {
    let (rows, columns) = (reference.len(), hypothesis.len());
    let more = columns as i64 - rows as i64;
    let low = -(errors - more).div_euclid(2);
    let width = (errors + more).div_euclid(2) - low + 1;
    let width = width.max(1) as usize;
    // The cell of a row at `place` is after `row + low + place` words of the hypothesis.
    let none = i128::MAX / 2;
    let mut cells = vec![none; width];
    let mut steps = vec![0u8; (width * (rows + 1)).div_ceil(4)];
    let mut keep = |at: usize, step: u8| steps[at / 4] |= step << (at % 4 * 2);
    for (place, cell) in cells.iter_mut().enumerate() {
        let at = low + place as i64;
        if at >= 0 && at <= columns as i64 {
            *cell = ERROR * at as i128;
            keep(place, INSERT);
        }
    }
    for row in 1..=rows {
        for place in 0..width {
            let at = row as i64 + low + place as i64;
            if at < 0 || at > columns as i64 {
                cells[place] = none;
                continue;
            }
            let (mut best, mut step) = (none, BOTH);
            if at > 0 {
                let (said, heard) = (row - 1, at as usize - 1);
                best = cells[place];
                best += if reference.ids[said] == hypothesis.ids[heard] {
                    distance(reference, said, hypothesis, heard) - HIT
                } else {
                    ERROR
                };
            }
            if place + 1 < width && cells[place + 1] + ERROR < best {
                (best, step) = (cells[place + 1] + ERROR, DELETE);
            }
            if place > 0 && cells[place - 1] + ERROR < best {
                (best, step) = (cells[place - 1] + ERROR, INSERT);
            }
            cells[place] = best;
            keep(row * width + place, step);
        }
    }
    let (mut row, mut at) = (rows, columns as i64);
    let mut found = Vec::new();
    while row > 0 || at > 0 {
        let cell = row * width + (at - row as i64 - low) as usize;
        let step = steps[cell / 4] >> (cell % 4 * 2) & 3;
        let step = if row == 0 { INSERT } else { step };
        row -= usize::from(step != INSERT);
        at -= i64::from(step != DELETE);
        if step == BOTH && reference.ids[row] == hypothesis.ids[at as usize] {
            found.push((row, at as usize));
        }
    }
    found.reverse();
    found
}
