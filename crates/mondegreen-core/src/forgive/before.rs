//! Both sides as they were before normalizing, which is what the forgivers read.
//!
//! Alignment and counts are those of the normalized words. The words of a chain are taken back to those
//! that they were made from, the best way is found there, and what it forgives becomes spans of
//! normalized words: from one place at which words of both sides begin, in both forms, to the next.

use mondegreen_language::Written;

use super::chains::{Chain, Text};
use super::kinds::Kind;
use super::path::{Move, Route};
use super::settings::Settings;
use super::window::{Candidate, MOST_WORDS, REACH};
use crate::aligner::{tokens, Unit};
use crate::normalizers::language::{ByPack, Scratch};
use crate::words::Word;

/// A place that is within a word of the other form.
const WITHIN: u32 = u32::MAX;

/// One side as it was; its memory is used again.
#[derive(Default)]
pub struct Original {
    text: String,
    words: Vec<Word>,
    /// For each place between words, the normalized words before it.
    counts: Vec<u32>,
    /// For each place between normalized words, the first and the last place here.
    places: Vec<(u32, u32)>,
    normalized: String,
    pieces: Vec<Written>,
    cut: Vec<Word>,
    spans: Vec<(u32, u32)>,
}

impl Original {
    /// Take a text as it was given; whether `how` makes these words of it, and says of what.
    pub fn take(
        &mut self,
        given: &[u8],
        how: &ByPack,
        unit: Unit,
        normalized: Text<'_>,
        scratch: &mut Scratch,
    ) -> bool {
        self.text.clear();
        self.normalized.clear();
        self.pieces.clear();
        let (out, text, cut) = (&mut self.normalized, &mut self.text, &mut self.cut);
        let mut known = false;
        let is_it = |out: &str| {
            known = has_words(out, unit, normalized, cut);
            known
        };
        if !how.apply_with_pieces(given, scratch, out, text, &mut self.pieces, is_it) {
            return false;
        }
        if !known && !has_words(&self.normalized, unit, normalized, &mut self.cut) {
            return false;
        }
        if !matches!(unit, Unit::Word(_)) {
            self.part_pieces();
        }
        self.find_spans();
        tokens(self.text.as_bytes(), unit, &mut self.words);
        self.find_places();
        true
    }

    /// Letters that were written as they stand are pieces of their own.
    fn part_pieces(&mut self) {
        let end = self.normalized.len() as u32;
        let mut parted = Vec::with_capacity(self.pieces.len());
        for (at, piece) in self.pieces.iter().enumerate() {
            let next = self.pieces.get(at + 1).map_or(end, |next| next.at);
            let written = self.normalized[piece.at as usize..next as usize].trim_end();
            let said = &self.text[piece.from as usize..piece.to as usize];
            if written.chars().count() != said.chars().count() {
                parted.push(*piece);
                continue;
            }
            let letters = written.char_indices().zip(said.char_indices());
            parted.extend(letters.map(|((to, _), (from, letter))| Written {
                at: piece.at + to as u32,
                from: piece.from + from as u32,
                to: piece.from + (from + letter.len_utf8()) as u32,
            }));
        }
        self.pieces = parted;
    }

    /// The bytes that each normalized word was made from.
    fn find_spans(&mut self) {
        self.spans.clear();
        let pieces = &self.pieces;
        let mut first = 0;
        for word in &self.cut {
            while pieces
                .get(first + 1)
                .is_some_and(|next| next.at <= word.start)
            {
                first += 1;
            }
            let mut last = first;
            while pieces.get(last + 1).is_some_and(|next| next.at < word.end) {
                last += 1;
            }
            let end = self.text.len() as u32;
            let span = pieces.get(first).zip(pieces.get(last));
            self.spans
                .push(span.map_or((end, end), |(first, last)| (first.from, last.to)));
        }
    }

    fn find_places(&mut self) {
        self.counts.clear();
        self.places.clear();
        self.places.resize(self.spans.len() + 1, (WITHIN, WITHIN));
        let end = self.text.len() as u32;
        let starts = self.words.iter().map(|word| word.start).chain([end]);
        let mut count = 0;
        for (place, start) in starts.enumerate() {
            while self.spans.get(count).is_some_and(|span| span.1 <= start) {
                count += 1;
            }
            let open = self.spans.get(count).is_some_and(|span| span.0 < start);
            self.counts.push(if open { WITHIN } else { count as u32 });
            if !open {
                let (first, last) = &mut self.places[count];
                *first = (*first).min(place as u32);
                *last = place as u32;
            }
        }
    }

    /// The text and its words.
    fn side(&self) -> Text<'_> {
        Text {
            bytes: self.text.as_bytes(),
            words: &self.words,
        }
    }

    fn is_place(&self, normalized: usize) -> bool {
        self.places[normalized].0 != WITHIN
    }
}

/// Cut a text into words; whether these are those of another.
fn has_words(text: &str, unit: Unit, other: Text<'_>, cut: &mut Vec<Word>) -> bool {
    tokens(text.as_bytes(), unit, cut);
    let mut words = cut.iter().enumerate();
    cut.len() == other.words.len()
        && words.all(|(at, word)| word.bytes(text.as_bytes()) == other.word(at))
}

/// Both sides.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    /// Reference and hypothesis.
    pub sides: [&'a Original; 2],
}

impl<'a> Before<'a> {
    /// The texts and their words.
    pub fn texts(&self) -> [Text<'a>; 2] {
        self.sides.map(Original::side)
    }

    /// Let chains begin and end with words of these texts, too; which of them do.
    pub fn widen(&self, chains: &mut [Chain]) -> Vec<bool> {
        let mut found = Vec::with_capacity(chains.len());
        let end = self.sides[0].cut.len();
        for at in 0..chains.len() {
            // Half of the equal words between two chains go with each.
            let first = match at.checked_sub(1) {
                Some(last) => chains[last].reference.1,
                None => 0,
            };
            let room = [
                chains[at].reference.0 - first,
                match chains.get(at + 1) {
                    Some(next) => (next.reference.0 - chains[at].reference.1) / 2,
                    None => end - chains[at].reference.1,
                },
            ];
            let chain = &mut chains[at];
            let (reference, hypothesis) = (chain.reference, chain.hypothesis);
            let back = self.reach(room[0], |by| [reference.0 - by, hypothesis.0 - by]);
            let on = self.reach(room[1], |by| [reference.1 + by, hypothesis.1 + by]);
            let (Some(back), Some(on)) = (back, on) else {
                found.push(false);
                continue;
            };
            *chain = Chain {
                reference: (reference.0 - back, reference.1 + on),
                hypothesis: (hypothesis.0 - back, hypothesis.1 + on),
                ops: (chain.ops.0 - back, chain.ops.1 + on),
            };
            found.push(true);
        }
        found
    }

    /// How many of `room` equal words before (or after) a place of both sides belong to a chain, so that
    /// it begins (or ends) with words in both forms, if there is such a place.
    fn reach(&self, room: usize, place: impl Fn(usize) -> [usize; 2]) -> Option<usize> {
        let fits = |&by: &usize| {
            let places = place(by);
            (0..2).all(|side| self.sides[side].is_place(places[side]))
        };
        let near = REACH.min(room);
        let far = (near..=room.min(REACH + MOST_WORDS)).find(fits);
        far.or_else(|| (0..near).rev().find(fits))
    }

    /// The words that those of a chain were made from, and what is around them that left nothing.
    pub fn chain(&self, chain: &Chain) -> Chain {
        let words = |side: usize, (from, to): (usize, usize)| {
            let places = &self.sides[side].places;
            (places[from].0 as usize, places[to].1 as usize)
        };
        Chain {
            reference: words(0, chain.reference),
            hypothesis: words(1, chain.hypothesis),
            ops: (0, 0),
        }
    }

    fn are_same(&self, start: [u32; 2], end: [u32; 2]) -> bool {
        let [said, written] = [0, 1].map(|side| {
            let original = self.sides[side];
            let words = &original.cut[start[side] as usize..end[side] as usize];
            words
                .iter()
                .map(|word| word.bytes(original.normalized.as_bytes()))
        });
        said.eq(written)
    }

    /// What a route through the words of a chain forgives, as spans of normalized words.
    pub fn spans(&self, route: &Route, chain: &Chain, settings: &Settings) -> Vec<Candidate> {
        let numbers = settings.has(Kind::Numbers);
        let numbers = numbers.then(|| settings.rank(Kind::Numbers));
        let mut at = [chain.reference.0, chain.hypothesis.0];
        let count = |side: usize, place: usize| self.sides[side].counts[place];
        let mut start = [0, 1].map(|side| count(side, at[side]));
        let mut found = Vec::new();
        // What is between two places: words that are the same are read otherwise in other company.
        let (mut rank, mut is_open) = (numbers, false);
        let mut forgiven = false;
        for step in &route.path {
            let by = match *step {
                Move::Equal | Move::Substitute => [1, 1],
                Move::Delete => [1, 0],
                Move::Insert => [0, 1],
                Move::Span(which) => {
                    let span = &route.spans[which as usize];
                    let own = (!settings.is_given(span.rank)).then_some(span.rank);
                    rank = if forgiven { rank.max(own) } else { own };
                    forgiven = true;
                    [span.to_i - span.i, span.to_j - span.j].map(|count| count as usize)
                }
            };
            is_open |= step.is_error();
            at = [at[0] + by[0], at[1] + by[1]];
            let end = [0, 1].map(|side| count(side, at[side]));
            if end.contains(&WITHIN) {
                continue;
            }
            let differ = forgiven || !self.are_same(start, end);
            if let Some(rank) = rank.filter(|_| !is_open && end != start && differ) {
                found.push(Candidate {
                    i: start[0],
                    j: start[1],
                    to_i: end[0],
                    to_j: end[1],
                    rank,
                });
            }
            (start, rank, is_open, forgiven) = (end, numbers, false, false);
        }
        found
    }
}
