//! The differences of two texts, and which of them are looked at together.

use super::window::REACH;
use crate::{words::Word, Op};

/// One side of a pair: a text, and where its words are.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The text, or several.
    pub bytes: &'a [u8],
    /// Its words.
    pub words: &'a [Word],
}

impl<'a> Text<'a> {
    /// The bytes of a word.
    pub fn word(&self, at: usize) -> &'a [u8] {
        self.words[at].bytes(self.bytes)
    }
}

/// Differences that are looked at together: where they begin and end, and the steps between.
#[derive(Clone, Copy)]
pub struct Chain {
    /// The words of the reference.
    pub reference: (usize, usize),
    /// The words of the hypothesis.
    pub hypothesis: (usize, usize),
    /// The steps of the strict alignment.
    pub ops: (usize, usize),
}

/// A chain, or a part of one, in words of the texts, and whether it begins and ends with a cut.
#[derive(Clone, Copy)]
pub struct Part {
    /// The words of the reference.
    pub reference: (usize, usize),
    /// The words of the hypothesis.
    pub hypothesis: (usize, usize),
    /// Whether it begins, and ends, with a cut.
    pub cut: [bool; 2],
}

/// The differences of an alignment, those with few equal words between them together.
pub fn chains(ops: &[Op]) -> Vec<Chain> {
    let mut chains: Vec<Chain> = Vec::new();
    let (mut i, mut j, mut at, mut equal) = (0, 0, 0, usize::MAX);
    for run in ops.chunk_by(|a, b| (*a == Op::Equal) == (*b == Op::Equal)) {
        let (start_i, start_j, start) = (i, j, at);
        at += run.len();
        if run[0] == Op::Equal {
            (i, j, equal) = (i + run.len(), j + run.len(), run.len());
            continue;
        }
        for op in run {
            i += usize::from(*op != Op::Insert);
            j += usize::from(*op != Op::Delete);
        }
        match chains.last_mut() {
            Some(last) if equal <= REACH => {
                last.reference.1 = i;
                last.hypothesis.1 = j;
                last.ops.1 = at;
            }
            _ => chains.push(Chain {
                reference: (start_i, i),
                hypothesis: (start_j, j),
                ops: (start, at),
            }),
        }
    }
    chains
}

impl Chain {
    /// The words of a chain on both sides.
    pub fn lengths(&self) -> (usize, usize) {
        let (reference, hypothesis) = (self.reference, self.hypothesis);
        (reference.1 - reference.0, hypothesis.1 - hypothesis.0)
    }

    /// The parts of a chain that is cut at these places.
    pub fn parts(&self, cuts: &[(usize, usize)]) -> Vec<Part> {
        let (n, m) = self.lengths();
        let mut start = (0, 0);
        let ends = cuts.iter().copied().chain([(n, m)]);
        ends.map(|end| {
            let (i, j) = (self.reference.0, self.hypothesis.0);
            let part = Part {
                reference: (i + start.0, i + end.0),
                hypothesis: (j + start.1, j + end.1),
                cut: [start != (0, 0), end != (n, m)],
            };
            start = end;
            part
        })
        .collect()
    }
}

/// The first and the last column that the steps visit in each row.
pub fn columns(steps: &[Op]) -> Vec<(u32, u32)> {
    let mut rows = vec![(0, 0)];
    let mut j = 0;
    for op in steps {
        j += u32::from(*op != Op::Delete);
        if *op == Op::Insert {
            rows.last_mut().expect("one row").1 = j;
        } else {
            rows.push((j, j));
        }
    }
    rows
}
