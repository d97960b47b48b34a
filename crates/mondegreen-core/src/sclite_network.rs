//! The way that NIST's sclite takes through two networks of words, a reference and a hypothesis
//! that leave a choice.
//!
//! sclite has a cell for each pair of arcs, not of states, sums costs in single precision, and lets
//! `@`, an arc without a word, cost a thousandth. A cell is reached over the diagonal if that costs
//! at most as much as both others, else by a deletion if that costs less than an insertion, else by
//! an insertion; of several arcs before one the first that is cheapest is taken, in the order in
//! which the alternatives are written. (sclite 2.10, `net_dp.c` and `word.c`, read in August 2026.)

use crate::lattice::{fits, Arc, Step, Taken};
use crate::weighted::Weights;

/// What an arc without a word costs where the other side has nothing.
const NOTHING: f32 = 0.001;
/// What two of them cost that stand for each other.
const BOTH_NOTHING: f32 = 1.0;
/// What no alignment costs.
const TOO_MUCH: f32 = 1e9;
/// The steps in the codes of cells.
const SUBSTITUTE: u16 = 0;
const DELETE: u16 = 1;
const INSERT: u16 = 2;

/// A network, for which an arc that begins where nothing ends follows the beginning, number 0.
struct Side<'a, 'b> {
    arcs: &'b [Arc<'a>],
    /// For each arc, from 1 on, those that end where it begins.
    before: Vec<Vec<u32>>,
    /// The arcs that end at the end.
    last: Vec<u32>,
}

impl<'a, 'b> Side<'a, 'b> {
    fn new(arcs: &'b [Arc<'a>]) -> Side<'a, 'b> {
        let states = arcs.iter().map(|arc| arc.target as usize + 1).max();
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); states.unwrap_or(1)];
        for (arc, number) in arcs.iter().zip(1..) {
            into[arc.target as usize].push(number);
        }
        into[0] = vec![0];
        let source = |arc: &Arc<'_>| into[arc.source as usize].clone();
        let before = std::iter::once(Vec::new())
            .chain(arcs.iter().map(source))
            .collect();
        let last = into.pop().expect("the first state at least");
        Side { arcs, before, last }
    }

    fn len(&self) -> usize {
        self.before.len()
    }

    fn arc(&self, number: usize) -> &Arc<'a> {
        &self.arcs[number - 1]
    }

    /// What an arc costs where the other side has nothing.
    fn alone(&self, number: usize, weight: u32) -> f32 {
        match self.arc(number) {
            Arc { token: None, .. } => NOTHING,
            Arc { optional: true, .. } => weight as f32 - 1.0,
            _ => weight as f32,
        }
    }
}

/// The arcs that lead to one, at most; for both sides, multiplied, at most [`crate::lattice::MOST_ARCS`].
pub fn most_arcs(arcs: &[Arc<'_>]) -> usize {
    let side = Side::new(arcs);
    side.before.iter().map(Vec::len).max().unwrap_or(1).max(1)
}

/// The way from the beginning to the end of both. Arcs are sorted so that those which end at a
/// state come before those which begin there, and otherwise as alternatives are written; the last
/// state has the largest number. The table has one cell more in each direction than there are arcs.
pub fn way(
    reference: &[Arc<'_>],
    hypothesis: &[Arc<'_>],
    weights: Weights,
    fragments: bool,
) -> Vec<Taken> {
    let (said, heard) = (Side::new(reference), Side::new(hypothesis));
    let (rows, columns) = (said.len(), heard.len());
    let insertions: Vec<f32> = std::iter::once(0.0)
        .chain((1..columns).map(|column| heard.alone(column, weights.insertion)))
        .collect();
    let mut last_use = vec![0; rows];
    for (row, before) in said.before.iter().enumerate() {
        before
            .iter()
            .for_each(|&other| last_use[other as usize] = row);
    }
    said.last
        .iter()
        .for_each(|&row| last_use[row as usize] = rows);
    let mut codes: Vec<u16> = vec![0; rows * columns];
    let mut costs: Vec<Vec<f32>> = vec![Vec::new(); rows];
    for row in 0..rows {
        let mut found = vec![TOO_MUCH; columns];
        let before = &said.before[row];
        let deletion = if row == 0 {
            0.0
        } else {
            said.alone(row, weights.deletion)
        };
        for column in 0..columns {
            let others = &heard.before[column];
            let mut best = [(TOO_MUCH, 0); 3];
            let mut take = |step: u16, cost: f32, at: usize| {
                let way = &mut best[step as usize];
                if cost < way.0 {
                    *way = (cost, at);
                }
            };
            for (at, &other) in others.iter().enumerate() {
                take(INSERT, found[other as usize], at);
            }
            for (at, &above) in before.iter().enumerate() {
                let above = &costs[above as usize];
                take(DELETE, above[column], at);
                for (place, &other) in others.iter().enumerate() {
                    take(SUBSTITUTE, above[other as usize], at * others.len() + place);
                }
            }
            if row == 0 && column == 0 {
                found[0] = 0.0;
                continue;
            }
            best[DELETE as usize].0 += deletion;
            best[INSERT as usize].0 += insertions[column];
            if row > 0 && column > 0 {
                let pair = [said.arc(row).token, heard.arc(column).token];
                best[SUBSTITUTE as usize].0 += change(pair, weights, fragments);
            }
            let [diagonal, down, right] = best.map(|way| way.0);
            let step = if diagonal <= down && diagonal <= right && row > 0 && column > 0 {
                SUBSTITUTE
            } else if down < right {
                DELETE
            } else {
                INSERT
            };
            let (cost, at) = best[step as usize];
            found[column] = cost;
            codes[row * columns + column] = (at as u16) << 2 | step;
        }
        costs[row] = found;
        for &other in before {
            if last_use[other as usize] == row {
                costs[other as usize] = Vec::new();
            }
        }
    }
    let (mut row, mut column, mut least) = (0, 0, TOO_MUCH);
    for &last in &said.last {
        for &other in &heard.last {
            if costs[last as usize][other as usize] < least {
                least = costs[last as usize][other as usize];
                (row, column) = (last as usize, other as usize);
            }
        }
    }
    let mut taken = Vec::new();
    while row > 0 || column > 0 {
        let code = codes[row * columns + column];
        let at = (code >> 2) as usize;
        let (arc, other) = match code & 3 {
            DELETE => (Some(row), None),
            INSERT => (None, Some(column)),
            _ => (Some(row), Some(column)),
        };
        taken.push((
            step(
                arc.map(|row| said.arc(row)),
                other.map(|column| heard.arc(column)),
                fragments,
            ),
            [arc, other].map(|number| number.map(|number| number as u32 - 1)),
        ));
        let fan = heard.before[column].len();
        let (up, left) = match code & 3 {
            SUBSTITUTE => (at / fan, at % fan),
            _ => (at, at),
        };
        if arc.is_some() {
            row = said.before[row][up] as usize;
        }
        if other.is_some() {
            column = heard.before[column][left] as usize;
        }
    }
    taken.reverse();
    taken
}

/// What it costs that a word stands for another.
fn change(pair: [Option<&[u8]>; 2], weights: Weights, fragments: bool) -> f32 {
    match pair {
        [None, None] => BOTH_NOTHING,
        [Some(said), Some(heard)] if is_hit(said, heard, fragments) => 0.0,
        _ => weights.substitution as f32,
    }
}

fn is_hit(said: &[u8], heard: &[u8], fragments: bool) -> bool {
    if fragments {
        fits(said, heard)
    } else {
        said == heard
    }
}

/// What a step of the way does, which takes an arc of one side or of both.
fn step(said: Option<&Arc<'_>>, heard: Option<&Arc<'_>>, fragments: bool) -> Step {
    match (said, heard) {
        (Some(Arc { token: None, .. }), None) => Step::Pass,
        (None, Some(Arc { token: None, .. })) => Step::Turn,
        (Some(Arc { optional: true, .. }), None) | (None, Some(Arc { optional: true, .. })) => {
            Step::Skip
        }
        (Some(_), None) => Step::Delete,
        (None, _) => Step::Insert,
        (Some(said), Some(heard)) => match (said.token, heard.token) {
            (Some(said), Some(heard)) if is_hit(said, heard, fragments) => Step::Equal,
            _ => Step::Substitute,
        },
    }
}
