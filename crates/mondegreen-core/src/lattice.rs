//! Alignment of two lattices, such as a reference and a hypothesis with alternatives.
//!
//! States are numbered so that every arc leads from a smaller number to a larger one; a path goes
//! from the first to the last. Chosen among all pairs of paths and all their alignments: least
//! weight, then fewest errors, then most hits, then the first way by the order of
//! [`Lattice::arcs`] of the reference, for each by that of the hypothesis, and what the hypothesis
//! does alone last. A table of states by states is filled from the end, so the number of paths is
//! of no account; only the first step of each cell is kept, and the costs of a state of the
//! reference as long as an arc to it is to come.

use crate::weighted::Weights;

/// What a step does; the first four as in [`crate::Op`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An arc's token is the next one of the hypothesis.
    Equal = 0,
    /// It was heard as another.
    Substitute = 1,
    /// It was left out.
    Delete = 2,
    /// A hypothesis token that no arc has.
    Insert = 3,
    /// An optional token of one side has no counterpart, which is right.
    Skip = 4,
    /// A hypothesis token where anything may stand.
    Free = 5,
    /// An arc without a token.
    Pass = 6,
    /// An arc of the hypothesis without a token.
    Turn = 7,
}

const STEPS: [Step; 8] = [
    Step::Equal,
    Step::Substitute,
    Step::Delete,
    Step::Insert,
    Step::Skip,
    Step::Free,
    Step::Pass,
    Step::Turn,
];

/// Larger tables are refused: two bytes per cell.
pub const MOST_CELLS: usize = 1 << 28;
/// Alternatives at one place, of one side times those of the other: what the other bits of two
/// bytes can number.
pub const MOST_ARCS: usize = 1 << 13;

/// From one state to a later one, by a token or by none.
#[derive(Clone, Copy, Debug)]
pub struct Arc<'a> {
    /// Where it begins.
    pub source: u32,
    /// Where it ends; larger than `source`.
    pub target: u32,
    /// In UTF-8; `None` for an arc that any path may take without a token.
    pub token: Option<&'a [u8]>,
    /// It may be left out, and is then a hit.
    pub optional: bool,
}

/// A graph of tokens.
#[derive(Debug, Default)]
pub struct Lattice<'a> {
    /// Sorted by source; of one source in the order in which ways are preferred.
    pub arcs: Vec<Arc<'a>>,
    /// For each state, whether hypothesis tokens there cost nothing.
    pub free: Vec<bool>,
    /// Whether a token that begins or ends with a hyphen is a hit where the rest fits.
    pub fragments: bool,
}

/// One step of the way: what it does, and the arcs of both sides that it takes, if it takes one.
pub type Taken = (Step, [Option<u32>; 2]);

/// What a way costs: its weight, its errors, and minus its hits, in one number.
fn cost(weight: u32, errors: u32, hits: u32) -> i128 {
    ((weight as i128) << 80) + ((errors as i128) << 40) - hits as i128
}

/// Whether one token fits another: equal, or as a fragment of it.
pub(crate) fn fits(reference: &[u8], hypothesis: &[u8]) -> bool {
    // The reference is asked first, and where it is a fragment, alone.
    part(reference, hypothesis)
        .or_else(|| part(hypothesis, reference))
        .unwrap_or(reference == hypothesis)
}

/// Whether `whole` ends or begins as a fragment says; `None` if `fragment` is none.
fn part(fragment: &[u8], whole: &[u8]) -> Option<bool> {
    match fragment {
        [_] => None,
        [b'-', end @ ..] => Some(whole.ends_with(end)),
        [start @ .., b'-'] => Some(whole.starts_with(start)),
        _ => None,
    }
}

impl<'a> Lattice<'a> {
    /// The lattice of one path.
    pub fn line(tokens: &[&'a [u8]]) -> Lattice<'a> {
        let arc = |(at, &token): (usize, &&'a [u8])| Arc {
            source: at as u32,
            target: at as u32 + 1,
            token: Some(token),
            optional: false,
        };
        Lattice {
            arcs: tokens.iter().enumerate().map(arc).collect(),
            free: vec![false; tokens.len() + 1],
            fragments: false,
        }
    }

    /// How many cells the table has for a hypothesis.
    pub fn cells(&self, hypothesis: &Lattice<'_>) -> Option<usize> {
        self.free.len().checked_mul(hypothesis.free.len())
    }

    /// How many arcs leave one state, at most; 1 where none does.
    pub fn most_arcs(&self) -> usize {
        let leaving = self.arcs.chunk_by(|one, next| one.source == next.source);
        leaving.map(<[Arc]>::len).max().unwrap_or(1)
    }

    /// The chosen way. Both must have a state, at most [`MOST_CELLS`] cells and at most
    /// [`MOST_ARCS`] arcs from one state of each, multiplied. What is free or a fragment is said by
    /// the reference alone.
    pub fn best(&self, hypothesis: &Lattice<'_>, weights: Weights) -> Vec<Taken> {
        let (states, width) = (self.free.len(), hypothesis.free.len());
        let (starts, heard_starts) = (self.starts(), hypothesis.starts());
        let fan = hypothesis.most_arcs();
        let leaving = |column: usize| {
            let arcs = &hypothesis.arcs[heard_starts[column]..heard_starts[column + 1]];
            arcs.iter().enumerate()
        };
        let mut last_use = vec![0; states];
        for arc in self.arcs.iter().rev() {
            last_use[arc.target as usize] = arc.source as usize;
        }
        let insertion = cost(weights.insertion, 1, 0);
        let substitution = cost(weights.substitution, 1, 0);
        let mut first: Vec<u16> = vec![Step::Insert as u16; states * width];
        let mut costs: Vec<Vec<i128>> = vec![Vec::new(); states];
        let mut spare: Vec<Vec<i128>> = Vec::new();
        for state in (0..states).rev() {
            let arcs = &self.arcs[starts[state]..starts[state + 1]];
            let mut row = spare.pop().unwrap_or_default();
            row.clear();
            row.resize(width, i128::MAX / 2);
            let chosen = &mut first[state * width..][..width];
            if state + 1 == states {
                row[width - 1] = 0;
            }
            for (at, arc) in arcs.iter().enumerate() {
                let code =
                    |step: Step, heard: usize| ((at * fan + heard) as u16) << 3 | step as u16;
                let next = &costs[arc.target as usize];
                let Some(token) = arc.token else {
                    for column in 0..width {
                        if next[column] < row[column] {
                            row[column] = next[column];
                            chosen[column] = code(Step::Pass, 0);
                        }
                    }
                    continue;
                };
                let (left_out, step) = if arc.optional {
                    (cost(weights.deletion - 1, 0, 1), Step::Skip)
                } else {
                    (cost(weights.deletion, 1, 0), Step::Delete)
                };
                for column in 0..width {
                    for (at, other) in leaving(column) {
                        let Some(heard) = other.token else { continue };
                        let equal = if self.fragments {
                            fits(token, heard)
                        } else {
                            token == heard
                        };
                        let (change, step) = if equal {
                            (cost(0, 0, 1), Step::Equal)
                        } else {
                            (substitution, Step::Substitute)
                        };
                        let total = next[other.target as usize] + change;
                        if total < row[column] {
                            row[column] = total;
                            chosen[column] = code(step, at);
                        }
                    }
                    let total = next[column] + left_out;
                    if total < row[column] {
                        row[column] = total;
                        chosen[column] = code(step, 0);
                    }
                }
            }
            let more = if self.free[state] {
                (0, Step::Free)
            } else {
                (insertion, Step::Insert)
            };
            for column in (0..width - 1).rev() {
                for (at, other) in leaving(column) {
                    let (more, step) = match other {
                        Arc { token: None, .. } => (0, Step::Turn),
                        // What is optional has the code of a turn, and a token that tells it.
                        Arc { optional: true, .. } if !self.free[state] => {
                            (cost(weights.insertion - 1, 0, 1), Step::Turn)
                        }
                        _ => more,
                    };
                    let total = row[other.target as usize] + more;
                    if total < row[column] {
                        row[column] = total;
                        chosen[column] = (at as u16) << 3 | step as u16;
                    }
                }
            }
            costs[state] = row;
            for arc in arcs {
                let target = arc.target as usize;
                if last_use[target] == state && !costs[target].is_empty() {
                    spare.push(std::mem::take(&mut costs[target]));
                }
            }
        }
        self.walk(hypothesis, [&starts, &heard_starts], &first)
    }

    /// For each state the place of its first arc, and one more entry.
    fn starts(&self) -> Vec<usize> {
        let mut starts = vec![0; self.free.len() + 1];
        for arc in &self.arcs {
            starts[arc.source as usize + 1] += 1;
        }
        for state in 0..self.free.len() {
            starts[state + 1] += starts[state];
        }
        starts
    }

    fn walk(&self, other: &Lattice<'_>, starts: [&[usize]; 2], first: &[u16]) -> Vec<Taken> {
        let (width, fan) = (other.free.len(), other.most_arcs());
        let (mut state, mut column) = (0, 0);
        let mut way = Vec::new();
        while state + 1 < self.free.len() || column + 1 < width {
            let code = first[state * width + column];
            let step = STEPS[(code & 7) as usize];
            let (at, heard) = ((code >> 3) as usize / fan, (code >> 3) as usize % fan);
            let alone = matches!(step, Step::Insert | Step::Free | Step::Turn);
            let said = (!alone).then(|| starts[0][state] + at);
            let heard = (alone || matches!(step, Step::Equal | Step::Substitute))
                .then(|| starts[1][column] + heard);
            let step = match heard {
                Some(arc) if step == Step::Turn && other.arcs[arc].token.is_some() => Step::Skip,
                _ => step,
            };
            way.push((step, [said, heard].map(|arc| arc.map(|arc| arc as u32))));
            state = said.map_or(state, |arc| self.arcs[arc].target as usize);
            column = heard.map_or(column, |arc| other.arcs[arc].target as usize);
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Weights = Weights {
        substitution: 1,
        deletion: 1,
        insertion: 1,
    };

    fn arc(source: u32, target: u32, token: &str) -> Arc<'_> {
        Arc {
            source,
            target,
            token: (token != "@").then_some(token.as_bytes()),
            optional: false,
        }
    }

    fn errors(lattice: &Lattice<'_>, hypothesis: &str) -> usize {
        let words: Vec<_> = hypothesis.split(' ').map(str::as_bytes).collect();
        let wrong = [Step::Substitute, Step::Delete, Step::Insert];
        let way = lattice.best(&Lattice::line(&words), ONE);
        way.iter().filter(|taken| wrong.contains(&taken.0)).count()
    }

    #[test]
    fn a_hundred_alternations_are_no_more_than_their_arcs() {
        let mut lattice = Lattice {
            free: vec![false; 101],
            ..Default::default()
        };
        for at in 0..100 {
            lattice.arcs.push(arc(at, at + 1, "a"));
            lattice.arcs.push(arc(at, at + 1, "b"));
            lattice.arcs.push(arc(at, at + 1, "@"));
        }
        assert_eq!(errors(&lattice, "a b b a b"), 0);
        assert_eq!(errors(&lattice, "a b c a b"), 1);
    }

    #[test]
    fn both_sides_may_leave_a_choice() {
        let said = Lattice {
            arcs: vec![arc(0, 1, "a"), arc(0, 1, "b"), arc(1, 2, "c")],
            free: vec![false; 3],
            fragments: false,
        };
        let heard = Lattice {
            arcs: vec![
                arc(0, 1, "x"),
                arc(0, 1, "b"),
                arc(1, 2, "@"),
                arc(1, 2, "d"),
            ],
            free: vec![false; 3],
            fragments: false,
        };
        let steps: Vec<_> = said.best(&heard, ONE);
        assert_eq!(
            steps,
            [
                (Step::Equal, [Some(1), Some(1)]),
                (Step::Substitute, [Some(2), Some(3)]),
            ]
        );
    }

    #[test]
    fn anything_may_stand_at_a_free_state() {
        let lattice = Lattice {
            arcs: vec![arc(0, 1, "call"), arc(1, 2, "@"), arc(2, 3, "now")],
            free: vec![false, true, false, false],
            fragments: false,
        };
        for hypothesis in ["call john smith now", "call now", "call now now"] {
            assert_eq!(errors(&lattice, hypothesis), 0);
        }
        assert_eq!(errors(&lattice, "call john smith"), 1);
    }

    #[test]
    fn fragments_fit_by_their_end_or_beginning() {
        for (a, b, is) in [
            ("com-", "comma", true),
            ("com-", "com", true),
            ("com-", "co", false),
            ("-ter", "water", true),
            ("x", "x-", true),
            ("-", "z", false),
            ("com-", "com-", true),
        ] {
            assert_eq!(fits(a.as_bytes(), b.as_bytes()), is, "{a} {b}");
        }
    }
}
