//! What becomes of a route through a chain: forgiven spans, and the differences that remain.

use super::chains::{Chain, Text};
use super::letters::Letters;
use super::path::{Move, Route};
use crate::Op;

/// A difference that was forgiven, or one that remains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Who forgave it, by the place in the order of attribution; nobody if it remains.
    pub rank: Option<u32>,
    /// The words of the reference.
    pub reference: (u32, u32),
    /// The words of the hypothesis.
    pub hypothesis: (u32, u32),
    /// Errors in words.
    pub errors: u32,
    /// Edit distance in letters, spaces left out.
    pub letters: u32,
}

/// Add the pieces of the route through a chain. Neither their errors nor their letters are in
/// sum more than those of its strict differences: an excess is taken off, of spans first, the last
/// of them first.
pub fn add_pieces(
    letters: &mut Letters,
    texts: [Text<'_>; 2],
    chain: &Chain,
    route: &Route,
    steps: &[Op],
    out: &mut Vec<Piece>,
) {
    let first = out.len();
    pieces(route, chain, out);
    let own = &mut out[first..];
    for piece in own.iter_mut() {
        piece.letters = letters.apart(texts, [piece.reference, piece.hypothesis]);
    }
    if !own.iter().any(|piece| piece.rank.is_some()) {
        return;
    }
    let strict = steps.iter().filter(|&&op| op != Op::Equal).count() as u32;
    let total = own.iter().map(|piece| piece.errors).sum::<u32>();
    let spans = own.iter_mut().rev().filter(|piece| piece.rank.is_some());
    take_off(total.saturating_sub(strict), spans, |piece| {
        &mut piece.errors
    });
    let total = own.iter().map(|piece| piece.letters).sum::<u32>();
    // One difference that is one piece has its letters.
    if total > 0 && (own.len() > 1 || steps.contains(&Op::Equal)) {
        let most = strict_letters(letters, texts, chain, steps);
        let (spans, rest): (Vec<_>, Vec<_>) =
            own.iter_mut().rev().partition(|piece| piece.rank.is_some());
        let every = spans.into_iter().chain(rest);
        take_off(total.saturating_sub(most), every, |piece| {
            &mut piece.letters
        });
    }
}

/// The letters of the strict differences of a chain.
fn strict_letters(letters: &mut Letters, texts: [Text<'_>; 2], chain: &Chain, steps: &[Op]) -> u32 {
    let (mut i, mut j, mut sum) = (chain.reference.0, chain.hypothesis.0, 0);
    for run in steps.chunk_by(|a, b| (*a == Op::Equal) == (*b == Op::Equal)) {
        let from = (i as u32, j as u32);
        for op in run {
            i += usize::from(*op != Op::Insert);
            j += usize::from(*op != Op::Delete);
        }
        if run[0] != Op::Equal {
            sum += letters.apart(texts, [(from.0, i as u32), (from.1, j as u32)]);
        }
    }
    sum
}

/// Take an excess off some pieces, one after the other.
fn take_off<'a>(
    mut excess: u32,
    pieces: impl Iterator<Item = &'a mut Piece>,
    number: impl Fn(&mut Piece) -> &mut u32,
) {
    for piece in pieces {
        let number = number(piece);
        let off = excess.min(*number);
        *number -= off;
        excess -= off;
    }
}

/// The pieces of a route, in words of the texts.
fn pieces(route: &Route, chain: &Chain, out: &mut Vec<Piece>) {
    let mut at = (chain.reference.0 as u32, chain.hypothesis.0 as u32);
    let mut open = false;
    for step in &route.path {
        let to = match step {
            Move::Equal | Move::Substitute => (at.0 + 1, at.1 + 1),
            Move::Delete => (at.0 + 1, at.1),
            Move::Insert => (at.0, at.1 + 1),
            Move::Span(which) => {
                let span = &route.spans[*which as usize];
                (
                    chain.reference.0 as u32 + span.to_i,
                    chain.hypothesis.0 as u32 + span.to_j,
                )
            }
        };
        let mut piece = Piece {
            rank: None,
            reference: (at.0, to.0),
            hypothesis: (at.1, to.1),
            errors: 1,
            letters: 0,
        };
        at = to;
        match step {
            Move::Equal => open = false,
            Move::Span(which) => {
                open = false;
                piece.rank = Some(route.spans[*which as usize].rank);
                piece.errors = route.edits[*which as usize];
                out.push(piece);
            }
            _ if open => {
                let last = out.last_mut().expect("an open piece");
                last.reference.1 = to.0;
                last.hypothesis.1 = to.1;
                last.errors += 1;
            }
            _ => {
                open = true;
                out.push(piece);
            }
        }
    }
}
