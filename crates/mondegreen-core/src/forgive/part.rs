//! Looks at one part of two texts: which candidates it has, and the best path through them.

use super::asks::{accepted, Known};
use super::candidates::{self, Region};
use super::chains::{columns, Chain, Part, Text};
use super::line::Line;
use super::packs::Memory;
use super::path::{Move, Route, Search};
use super::settings::Settings;
use super::window::{Band, Candidate, Side, AROUND, CELLS};
use super::words::Vocabulary;
use super::work::Work;
use crate::Op;

/// What is known of the words that were met, under some settings.
#[derive(Default)]
pub struct Learnt {
    vocabulary: Vocabulary,
    memory: Memory,
}

impl Learnt {
    /// The number of words.
    pub fn words(&self) -> usize {
        self.vocabulary.count()
    }
}

/// Looks at parts, one after the other; its memory is used again.
pub struct PartSearch {
    pub(super) vocabulary: Vocabulary,
    memory: Memory,
    lines: [Line; 2],
    search: Search,
    pub(super) sides: [Side; 2],
    pub(super) candidates: Vec<Candidate>,
    pub(super) path: Vec<Move>,
    /// The candidates, where they are known, in words of the texts.
    pub(super) given: Option<Vec<Candidate>>,
    pub(super) cells: usize,
}

impl Default for PartSearch {
    fn default() -> PartSearch {
        PartSearch {
            vocabulary: Vocabulary::new(),
            memory: Memory::default(),
            lines: Default::default(),
            search: Search::default(),
            sides: Default::default(),
            candidates: Vec::new(),
            path: Vec::new(),
            given: None,
            cells: CELLS,
        }
    }
}

impl PartSearch {
    /// Take what was learnt before.
    pub fn know(&mut self, learnt: Learnt) {
        (self.vocabulary, self.memory) = (learnt.vocabulary, learnt.memory);
    }

    /// What was learnt.
    pub fn into_learnt(self) -> Learnt {
        Learnt {
            vocabulary: self.vocabulary,
            memory: self.memory,
        }
    }

    /// Add the best way through a part, of which these are the strict steps, to the route.
    pub fn go_through(
        &mut self,
        work: &mut Work<'_>,
        chain: &Chain,
        part: Part,
        steps: &[Op],
        route: &mut Route,
    ) {
        self.look_at(work, part);
        let (n, m) = (self.sides[0].len(), self.sides[1].len());
        let band = Band::around(&columns(steps), n, m, self.cells);
        self.collect(work, &band);
        self.search(&band, [false; 2]);
        let open = self.path.is_empty() || self.path.iter().any(|step| step.is_error());
        if open && (work.answers.is_some() || work.questions.is_some()) {
            let known = Known {
                sides: &self.sides,
                vocabulary: &self.vocabulary,
                candidates: &self.candidates,
                path: &self.path,
            };
            let accepted = accepted(work, steps, &known);
            if !accepted.is_empty() {
                self.candidates.extend(accepted);
                candidates::tidy(&band, &mut self.candidates);
                self.search(&band, [false; 2]);
            }
        }
        if !self.path.iter().any(|step| matches!(step, Move::Span(_))) {
            self.path.clear();
            self.path.extend(steps.iter().map(|&op| Move::of(op)));
        }
        let offset = [
            (part.reference.0 - chain.reference.0) as u32,
            (part.hypothesis.0 - chain.hypothesis.0) as u32,
        ];
        for &step in &self.path {
            let Move::Span(which) = step else {
                route.path.push(step);
                continue;
            };
            let span = self.candidates[which as usize];
            route.path.push(Move::Span(route.spans.len() as u32));
            route.spans.push(Candidate {
                i: span.i + offset[0],
                j: span.j + offset[1],
                to_i: span.to_i + offset[0],
                to_j: span.to_j + offset[1],
                rank: span.rank,
            });
            route.edits.push(self.search.edits(which));
        }
    }

    /// Find the best path through what is looked at; none where there are no candidates.
    pub fn search(&mut self, band: &Band, free: [bool; 2]) {
        self.path.clear();
        if self.candidates.is_empty() && free == [false; 2] {
            return;
        }
        let [reference, hypothesis] = &self.sides;
        let same = |i: usize, j: usize| {
            reference.words[reference.from + i] == hypothesis.words[hypothesis.from + j]
        };
        self.search
            .best(band, same, &self.candidates, free, &mut self.path);
    }

    /// Take the words of a part and around it from both texts.
    pub fn look_at(&mut self, work: &Work<'_>, part: Part) {
        let ends = [part.reference, part.hypothesis];
        for (which, text) in work.texts.iter().enumerate() {
            let (from, to) = ends[which];
            self.look(which, text, from, to, work.settings);
            self.sides[which].cut = part.cut;
        }
    }

    /// Take the words of a region and around it from a text.
    fn look(&mut self, which: usize, text: &Text<'_>, from: usize, to: usize, settings: &Settings) {
        let start = from.saturating_sub(AROUND);
        let end = (to + AROUND).min(text.words.len());
        let side = &mut self.sides[which];
        side.words.clear();
        for at in start..end {
            let bytes = text.word(at);
            let word = &text.words[at];
            let word = self
                .vocabulary
                .word(word, bytes, settings, &mut self.memory);
            side.words.push(word);
        }
        side.from = from - start;
        side.to = to - start;
        side.start = start;
        side.ends = end == text.words.len();
    }

    /// Collect the candidates of the part.
    pub fn collect(&mut self, work: &Work<'_>, band: &Band) {
        let settings = work.settings;
        self.candidates.clear();
        if let Some(given) = &self.given {
            let [reference, hypothesis] = &self.sides;
            let starts = [reference, hypothesis].map(|side| (side.start + side.from) as u32);
            let ends = [reference, hypothesis].map(|side| (side.start + side.to) as u32);
            let inside = given.iter().filter(|span| {
                span.i >= starts[0]
                    && span.j >= starts[1]
                    && span.to_i <= ends[0]
                    && span.to_j <= ends[1]
            });
            self.candidates.extend(inside.map(|span| Candidate {
                i: span.i - starts[0],
                j: span.j - starts[1],
                to_i: span.to_i - starts[0],
                to_j: span.to_j - starts[1],
                rank: span.rank,
            }));
            candidates::tidy(band, &mut self.candidates);
            return;
        }
        let mut sides = self.sides.iter();
        let reads = !sides.all(|side| side.is_silent(&self.vocabulary));
        let near = |which: usize| -> Vec<&[u8]> {
            if !reads {
                return Vec::new();
            }
            let side = &self.sides[which];
            let words = side.start..side.start + side.words.len();
            words.map(|at| work.texts[which].word(at)).collect()
        };
        let texts = [near(0), near(1)];
        let region = Region {
            sides: [&self.sides[0], &self.sides[1]],
            texts: [&texts[0], &texts[1]],
            band,
            has_hits: work.has_hits,
            reads,
        };
        candidates::collect(
            &region,
            &self.vocabulary,
            settings,
            &mut self.memory,
            &mut self.lines,
            &mut self.candidates,
        );
        if !work.is_before {
            self.candidates.retain(|span| !settings.is_given(span.rank));
        }
    }
}
