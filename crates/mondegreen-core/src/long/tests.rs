//! Long texts, with so little memory that stretches have checkpoints of their own.

use std::sync::atomic::AtomicBool;

use super::{Long, Space};
use crate::hits::{Op, Walk};

/// Errors, and the most hits that an alignment with so few errors has, by the whole table.
fn whole_table(reference: &[u32], hypothesis: &[u32]) -> (u64, u64) {
    let better = |a: (u64, u64), b: (u64, u64)| {
        if a.0 < b.0 || (a.0 == b.0 && a.1 > b.1) {
            a
        } else {
            b
        }
    };
    let mut column: Vec<(u64, u64)> = (0..=reference.len() as u64).map(|row| (row, 0)).collect();
    for (at, token) in hypothesis.iter().enumerate() {
        let mut before = column[0];
        column[0] = (at as u64 + 1, 0);
        for (row, said) in reference.iter().enumerate() {
            let left = column[row + 1];
            let diagonal = if said == token {
                (before.0, before.1 + 1)
            } else {
                (before.0 + 1, before.1)
            };
            let above = (column[row].0 + 1, column[row].1);
            column[row + 1] = better(better(diagonal, above), (left.0 + 1, left.1));
            before = left;
        }
    }
    column[reference.len()]
}

/// A text whose tokens are below `ids`, the same for the same seed.
fn text(length: usize, ids: u32, seed: &mut u64) -> Vec<u32> {
    (0..length)
        .map(|_| {
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) as u32 % ids
        })
        .collect()
}

fn check(reference: &[u32], hypothesis: &[u32], ids: u32) {
    let expected = whole_table(reference, hypothesis);
    let (mut space, stop) = (Space::default(), AtomicBool::new(false));
    let mut walk = Walk::default();
    let mut ops = Vec::new();
    let mut long = Long::new(reference, hypothesis, ids as usize, &mut space, &stop);
    assert_eq!(long.best(&mut walk, Some(&mut ops)), expected);
    let hits = ops.iter().filter(|op| **op == Op::Equal).count() as u64;
    let errors = ops.len() as u64 - hits;
    assert_eq!((errors, hits), expected);
}

#[test]
fn any_texts_are_aligned_as_by_the_whole_table() {
    let mut seed = 7;
    for (rows, columns, ids) in [
        (700, 1_500, 2),
        (1_500, 1_400, 3),
        (2_000, 2_600, 40),
        (900, 3_000, 1),
        (1_300, 1_300, 1_000),
    ] {
        let (reference, hypothesis) = (text(rows, ids, &mut seed), text(columns, ids, &mut seed));
        check(&reference, &hypothesis, ids);
    }
}

#[test]
fn texts_alike_are_aligned_as_by_the_whole_table() {
    let mut seed = 11;
    for length in [1_100, 2_048, 3_001] {
        let reference = text(length, 50, &mut seed);
        let mut hypothesis = reference.clone();
        for at in text(length / 8, length as u32 - 60, &mut seed) {
            let at = at as usize % hypothesis.len();
            match at % 3 {
                0 => hypothesis[at] = 49,
                1 => {
                    hypothesis.remove(at);
                }
                _ => hypothesis.insert(at, 3),
            }
        }
        check(&reference, &hypothesis, 50);
        let cut = length / 3;
        check(&reference, &hypothesis[cut..2 * cut], 50);
    }
}
