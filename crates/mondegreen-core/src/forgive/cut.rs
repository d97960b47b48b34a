//! Where a region of very many cells is cut, so that all ways through each of its parts can be looked at.
//!
//! Two ways of cutting are tried. By letters: spaces left out, most of what is forgiven has nearly the
//! same letters, so an alignment of the letters goes where a path should go, however the words are
//! parted. By windows: the best path through the first words of both texts, which may end
//! anywhere, is followed for about half of its length; then the next words follow. The engine takes
//! the cheapest of these and of the path near the strict alignment. Both take time in proportion to
//! the words. `_kernel/forgiving_cuts.py` says the same in plain Python.

use std::collections::HashSet;

use super::chains::{Chain, Part};
use super::letters::Letters;
use super::part::PartSearch;
use super::path::Move;
use super::window::{Band, Candidate};
use super::work::Work;
use crate::Op;

/// A place in both texts, in words of the region.
pub type Cell = (usize, usize);

/// Letters are aligned in one piece where there are no more pairs of letters than this for each
/// cell of a part; otherwise in several, one after the other.
pub const LETTERS: usize = 1 << 11;
/// A place is no better for more equal letters, before it and after it, than this.
const SURE: usize = 8;

/// Where an alignment of the letters cuts a chain; nothing where it cannot,
/// because many words have no letter in common or are very long.
pub fn by_letters(
    aligner: &mut Letters,
    work: &Work<'_>,
    chain: &Chain,
    cells: usize,
) -> Vec<Cell> {
    let ends = [chain.reference, chain.hypothesis];
    let lengths = [0, 1].map(|side: usize| {
        let words = ends[side].0..ends[side].1;
        let points = words.map(|at| points(work.texts[side].word(at)));
        points.collect::<Vec<usize>>()
    });
    let mut letters = [0, 1].map(|side: usize| lengths[side].iter().sum::<usize>());
    let (n, m) = chain.lengths();
    let (mut cuts, mut start) = (Vec::new(), (0, 0));
    loop {
        let left = (n - start.0, m - start.1);
        let size = piece(left, letters, cells);
        let words = [(start.0, start.0 + size.0), (start.1, start.1 + size.1)];
        let starts = [ends[0].0, ends[1].0];
        let joined =
            [0, 1].map(|side: usize| (starts[side] + words[side].0, starts[side] + words[side].1));
        if have_nothing_in_common(aligner.join(work.texts, joined)) {
            return Vec::new();
        }
        let steps = aligner.steps();
        let within = [0, 1].map(|side: usize| &lengths[side][words[side].0..words[side].1]);
        let mut found = cuts_of(within, steps, cells);
        if size == left {
            cuts.extend(
                found
                    .iter()
                    .map(|cell| (start.0 + cell.0, start.1 + cell.1)),
            );
            return cuts;
        }
        // The end of a piece is no end of the chain: its second half is aligned again.
        let half = |cell: &Cell| 2 * cell.0 <= size.0 && 2 * cell.1 <= size.1;
        found.truncate(found.iter().take_while(|cell| half(cell)).count().max(1));
        let Some(&last) = found.last() else {
            return Vec::new();
        };
        cuts.extend(
            found
                .iter()
                .map(|cell| (start.0 + cell.0, start.1 + cell.1)),
        );
        letters[0] -= within[0][..last.0].iter().sum::<usize>();
        letters[1] -= within[1][..last.1].iter().sum::<usize>();
        start = (start.0 + last.0, start.1 + last.1);
    }
}

/// Where paths through windows, one after the other, cut a chain.
pub fn by_windows(search: &mut PartSearch, work: &Work<'_>, chain: &Chain) -> Vec<Cell> {
    let (n, m) = chain.lengths();
    let (mut cuts, mut start) = (Vec::new(), (0, 0));
    while (n - start.0 + 1) * (m - start.1 + 1) > search.cells {
        let (rows, columns) = window(n - start.0, m - start.1, search.cells);
        let free = [rows < n - start.0, columns < m - start.1];
        let from = (chain.reference.0 + start.0, chain.hypothesis.0 + start.1);
        let part = Part {
            reference: (from.0, from.0 + rows),
            hypothesis: (from.1, from.1 + columns),
            cut: [start != (0, 0), true],
        };
        search.look_at(work, part);
        let band = Band::whole(rows, columns);
        search.collect(work, &band);
        search.search(&band, free);
        let left = leave(&search.path, &search.candidates, (rows, columns), free);
        start = (start.0 + left.0, start.1 + left.1);
        cuts.push(start);
    }
    cuts
}

/// How many rows and columns a window has of those that are left; it has at most `cells` cells.
fn window(rows: usize, columns: usize, cells: usize) -> Cell {
    let side = cells.isqrt() - 1;
    let width = columns.min(side);
    let height = rows.min(cells / (width + 1) - 1);
    (height, columns.min(cells / (height + 1) - 1))
}

/// The cell in which the path through a window is left: between two steps without errors if there
/// is such a cell in the middle third of the window, the last of several.
fn leave(path: &[Move], candidates: &[Candidate], (n, m): Cell, free: [bool; 2]) -> Cell {
    let good = |step: Move| !step.is_error();
    let mut cell = (0, 0);
    let mut best: Option<((bool, usize), Cell)> = None;
    for (at, &step) in path.iter().enumerate() {
        cell = match step {
            Move::Equal | Move::Substitute => (cell.0 + 1, cell.1 + 1),
            Move::Delete => (cell.0 + 1, cell.1),
            Move::Insert => (cell.0, cell.1 + 1),
            Move::Span(which) => {
                let span = &candidates[which as usize];
                (span.to_i as usize, span.to_j as usize)
            }
        };
        // Only an end that is free says how far the window has been gone through.
        let ways = [(cell.0, n, free[0]), (cell.1, m, free[1])];
        let within = ways
            .iter()
            .all(|&(at, all, free)| !free || 3 * at <= 2 * all);
        let far = ways.iter().any(|&(at, all, free)| free && 3 * at >= all);
        if !within && best.is_some() {
            break;
        }
        let next = path.get(at + 1).copied().is_some_and(good);
        let rank = (within && far, usize::from(good(step)) + usize::from(next));
        // Before the middle third, the last cell will do.
        let rank = if rank.0 { rank } else { (false, 0) };
        if best.is_none_or(|(known, _)| rank >= known) {
            best = Some((rank, cell));
        }
    }
    best.map_or((n, m), |(_, cell)| cell)
}

/// How many words of both texts are aligned by letters in one piece, when there are so many words
/// and letters left: the same share of both texts.
fn piece((n, m): Cell, letters: [usize; 2], cells: usize) -> Cell {
    let most = (cells * LETTERS) as f64;
    let pieces = (letters[0] as f64 * letters[1] as f64 / most).sqrt().ceil();
    let pieces = (pieces as usize).max(1);
    (n.div_ceil(pieces), m.div_ceil(pieces))
}

/// The cells in which an alignment of letters cuts a region whose words have so many letters.
fn cuts_of(lengths: [&[usize]; 2], steps: &[Op], cells: usize) -> Vec<Cell> {
    let (n, m) = (lengths[0].len(), lengths[1].len());
    let places = places(lengths, steps);
    let mut cuts = Vec::new();
    let (mut start, mut first) = ((0, 0), 0);
    while (n - start.0 + 1) * (m - start.1 + 1) > cells {
        let mut best: Option<(usize, usize)> = None;
        for (at, &(cell, sure)) in places.iter().enumerate().skip(first) {
            let area = (cell.0 - start.0 + 1) * (cell.1 - start.1 + 1);
            if area > cells {
                break;
            }
            // A part is not much smaller than it must be.
            let sure = if 4 * area < cells { 0 } else { 1 + sure };
            if cell != start && best.is_none_or(|(known, _)| sure >= known) {
                best = Some((sure, at));
            }
        }
        let Some((_, at)) = best else { break };
        start = places[at].0;
        first = at + 1;
        cuts.push(start);
    }
    cuts
}

/// The places in words that an alignment of letters goes through, in order, each with how sure it is:
/// 0 within a word, else 1 and the equal letters on both sides of it.
fn places(lengths: [&[usize]; 2], steps: &[Op]) -> Vec<(Cell, usize)> {
    let runs = equal_runs(steps);
    let mut found: Vec<(Cell, usize)> = vec![((0, 0), 0)];
    let mut cell = [0, 0]; // the words that are whole so far
    let mut begun = [0, 0]; // the letters of the words after them
    for (at, op) in steps.iter().enumerate() {
        for (side, moves) in [*op != Op::Insert, *op != Op::Delete]
            .into_iter()
            .enumerate()
        {
            if moves {
                begun[side] += 1;
                if begun[side] == lengths[side][cell[side]] {
                    cell[side] += 1;
                    begun[side] = 0;
                }
            }
        }
        let place = (cell[0], cell[1]);
        let sure = if begun == [0, 0] {
            let after = runs.get(at + 1).map_or(0, |run| run.1);
            1 + runs[at].0.min(after).min(SURE)
        } else {
            0
        };
        match found.last_mut() {
            Some(last) if last.0 == place => last.1 = last.1.max(sure),
            _ => found.push((place, sure)),
        }
    }
    found
}

/// For each step, how many equal ones end and begin with it.
fn equal_runs(steps: &[Op]) -> Vec<(usize, usize)> {
    let mut runs = vec![(0, 0); steps.len()];
    let mut length = 0;
    for (at, op) in steps.iter().enumerate() {
        length = if *op == Op::Equal { length + 1 } else { 0 };
        runs[at].0 = length;
    }
    length = 0;
    for (at, op) in steps.iter().enumerate().rev() {
        length = if *op == Op::Equal { length + 1 } else { 0 };
        runs[at].1 = length;
    }
    runs
}

/// The number of code points of a word.
fn points(word: &[u8]) -> usize {
    word.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Whether two texts have no letter in common.
fn have_nothing_in_common(texts: &[Vec<u8>; 2]) -> bool {
    let [said, written] = texts
        .each_ref()
        .map(|text| text.chunk_by(|_, next| next & 0xC0 == 0x80));
    let known: HashSet<&[u8]> = said.collect();
    !written.into_iter().any(|letter| known.contains(letter))
}
