//! The cheapest way through a region: fewest remaining errors, and then what is most natural.
//!
//! Moves: an equal word; a substitution, a deletion, an insertion at one error each; a forgiven
//! span at none. Compared in this order: remaining errors, word edit distance within the forgiven
//! spans, number of spans, sum of their ranks. What is still equal is settled from the left: at
//! each cell the first of span (by its ends), equal, substitute, delete, insert that keeps the
//! least. `_kernel/forgiving.py` says the same in plain Python.

use super::window::{Band, Candidate};
use crate::Op;

/// Four sums in one number: remaining errors, edits within spans, spans, ranks.
type Cost = u128;

const ERROR: Cost = 1 << 96;
const NEVER: Cost = Cost::MAX >> 1;

fn span_cost(edits: u32, rank: u32) -> Cost {
    (edits as Cost) << 64 | 1 << 32 | rank as Cost
}

/// A step of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The words are equal.
    Equal,
    /// One word for another.
    Substitute,
    /// A reference word is missing.
    Delete,
    /// A hypothesis word is too many.
    Insert,
    /// The span with this place among the candidates.
    Span(u32),
}

impl Move {
    /// The step of a strict alignment.
    pub fn of(op: Op) -> Move {
        match op {
            Op::Equal => Move::Equal,
            Op::Substitute => Move::Substitute,
            Op::Delete => Move::Delete,
            Op::Insert => Move::Insert,
        }
    }

    /// Whether an error remains.
    pub fn is_error(self) -> bool {
        matches!(self, Move::Substitute | Move::Delete | Move::Insert)
    }
}

/// A path through a whole chain, whose spans are in words of the chain.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// The steps; the place of a span is that in `spans`.
    pub path: Vec<Move>,
    /// The spans, in order.
    pub spans: Vec<Candidate>,
    /// The word edit distance within each.
    pub edits: Vec<u32>,
}

impl Route {
    /// Forget the path.
    pub fn clear(&mut self) {
        self.path.clear();
        self.spans.clear();
        self.edits.clear();
    }

    /// Take the steps of the strict alignment.
    pub fn stand(&mut self, steps: &[Op]) {
        self.clear();
        self.path.extend(steps.iter().map(|&op| Move::of(op)));
    }

    /// What the path costs, as the search compares it.
    pub fn cost(&self) -> u128 {
        let errors = self.path.iter().filter(|step| step.is_error()).count();
        let spans = self.spans.iter().zip(&self.edits);
        spans.fold(errors as Cost * ERROR, |sum, (span, &edits)| {
            sum + span_cost(edits, span.rank)
        })
    }
}

/// Finds paths; its memory is used again.
#[derive(Default)]
pub struct Search {
    costs: Vec<Cost>,
    starts: Vec<usize>,
    edits: Vec<u32>,
}

impl Search {
    /// The best path; `same` compares two words, and `candidates` are sorted. `free` says whether it
    /// may end anywhere in the last row, and in the last column.
    pub fn best(
        &mut self,
        band: &Band,
        same: impl Fn(usize, usize) -> bool,
        candidates: &[Candidate],
        free: [bool; 2],
        path: &mut Vec<Move>,
    ) {
        let rows = &band.rows;
        let n = rows.len() - 1;
        let m = rows[n].1 as usize;
        self.edits.clear();
        for candidate in candidates {
            let edits = edit_distance(candidate, &same);
            self.edits.push(edits);
        }
        self.starts.clear();
        let mut total = 0;
        for &(first, last) in rows {
            self.starts.push(total);
            total += (last - first) as usize + 1;
        }
        self.costs.clear();
        self.costs.resize(total, NEVER);
        let mut following = candidates.len();
        for i in (0..=n).rev() {
            let (first, last) = rows[i];
            for j in (first as usize..=last as usize).rev() {
                let mut best = if is_end(i, j, n, m, free) { 0 } else { NEVER };
                if i < n && j < m {
                    let step = if same(i, j) { 0 } else { ERROR };
                    best = best.min(self.at(band, i + 1, j + 1) + step);
                }
                if i < n {
                    best = best.min(self.at(band, i + 1, j) + ERROR);
                }
                if j < m {
                    best = best.min(self.at(band, i, j + 1) + ERROR);
                }
                while following > 0 && starts_at(&candidates[following - 1], i, j) {
                    following -= 1;
                    best = best.min(self.through(band, candidates, following));
                }
                // Candidates that begin outside of the band are passed over.
                while following > 0 && !before(&candidates[following - 1], i, j) {
                    following -= 1;
                }
                self.costs[self.starts[i] + j - first as usize] = best;
            }
        }
        self.walk(band, same, candidates, free, path);
    }

    fn at(&self, band: &Band, i: usize, j: usize) -> Cost {
        if !band.holds(i, j) {
            return NEVER;
        }
        self.costs[self.starts[i] + j - band.rows[i].0 as usize]
    }

    fn through(&self, band: &Band, candidates: &[Candidate], which: usize) -> Cost {
        let span = candidates[which];
        self.at(band, span.to_i as usize, span.to_j as usize)
            + span_cost(self.edits[which], span.rank)
    }

    fn walk(
        &self,
        band: &Band,
        same: impl Fn(usize, usize) -> bool,
        candidates: &[Candidate],
        free: [bool; 2],
        path: &mut Vec<Move>,
    ) {
        path.clear();
        let n = band.rows.len() - 1;
        let m = band.rows[n].1 as usize;
        let (mut i, mut j, mut next) = (0, 0, 0);
        while !is_end(i, j, n, m, free) {
            let here = self.at(band, i, j);
            while next < candidates.len() && before(&candidates[next], i, j) {
                next += 1;
            }
            let spans = next..candidates.len();
            let span = spans
                .take_while(|&which| starts_at(&candidates[which], i, j))
                .find(|&which| self.through(band, candidates, which) == here);
            if let Some(which) = span {
                path.push(Move::Span(which as u32));
                i = candidates[which].to_i as usize;
                j = candidates[which].to_j as usize;
                continue;
            }
            let equal = i < n && j < m && same(i, j);
            let diagonal = i < n && j < m;
            if equal && self.at(band, i + 1, j + 1) == here {
                path.push(Move::Equal);
                (i, j) = (i + 1, j + 1);
            } else if diagonal && !equal && self.at(band, i + 1, j + 1) + ERROR == here {
                path.push(Move::Substitute);
                (i, j) = (i + 1, j + 1);
            } else if i < n && self.at(band, i + 1, j) + ERROR == here {
                path.push(Move::Delete);
                i += 1;
            } else {
                path.push(Move::Insert);
                j += 1;
            }
        }
    }

    /// The word edit distance of the candidate at `which`, of the last search.
    pub fn edits(&self, which: u32) -> u32 {
        self.edits[which as usize]
    }
}

/// Whether a path may end at a cell.
fn is_end(i: usize, j: usize, n: usize, m: usize, free: [bool; 2]) -> bool {
    (i == n && (j == m || free[0])) || (j == m && free[1])
}

fn starts_at(candidate: &Candidate, i: usize, j: usize) -> bool {
    (candidate.i as usize, candidate.j as usize) == (i, j)
}

/// Whether a candidate begins before a cell, in the order of the candidates.
fn before(candidate: &Candidate, i: usize, j: usize) -> bool {
    (candidate.i as usize, candidate.j as usize) < (i, j)
}

/// The word edit distance within a span.
pub fn edit_distance(span: &Candidate, same: &impl Fn(usize, usize) -> bool) -> u32 {
    let (n, m) = ((span.to_i - span.i) as usize, (span.to_j - span.j) as usize);
    if n == 0 || m == 0 {
        return (n + m) as u32;
    }
    let mut row: Vec<u32> = (0..=m as u32).collect();
    for i in 0..n {
        let mut diagonal = row[0];
        row[0] = i as u32 + 1;
        for j in 0..m {
            let differ = !same(span.i as usize + i, span.j as usize + j) as u32;
            let best = (diagonal + differ).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    row[m]
}
