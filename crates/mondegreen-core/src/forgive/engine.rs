//! Goes over the regions of a pair of texts: strict alignment, candidates, path, pieces.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use super::before::Before;
use super::candidates::{self, Region};
use super::cut;
use super::endings::Endings;
use super::line::Line;
use super::packs::Memory;
use super::path::{Move, Route, Search};
pub use super::pieces::Piece;
use super::question::Question;
use super::window::{Band, Candidate, Side, AROUND, CELLS};
use super::words::Vocabulary;
use super::{Settings, REACH};
use crate::{tokens::Pieces, words::Word, Aligner, Op, Rule};

/// What became of a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Errors of the strict alignment.
    pub strict: u32,
    /// Words of the reference.
    pub words: u32,
    /// Forgiven spans and remaining differences, in order.
    pub pieces: Vec<Piece>,
}

/// What the forgivers outside of the kernel want.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outside<'a> {
    /// Words of context in a question.
    pub context: usize,
    /// Whether spans are asked about of which one side is empty.
    pub one_sided: bool,
    /// Spans with more words on a side are not asked about.
    pub most_words: usize,
    /// Where there are any, only words that differ by these are asked about.
    pub endings: Option<&'a Endings>,
}

/// Their answer to a question, by the place in the order of attribution.
pub type Answers<'a> = &'a dyn Fn(&[u8]) -> Option<u32>;

/// One side of a pair: a text, and where its words are.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The text, or several.
    pub bytes: &'a [u8],
    /// Its words.
    pub words: &'a [Word],
}

impl<'a> Text<'a> {
    pub(super) fn word(&self, at: usize) -> &'a [u8] {
        self.words[at].bytes(self.bytes)
    }
}

/// Forgives pairs, one after the other; its memory is used again.
pub struct Engine {
    aligner: Aligner,
    pub(super) letters: Aligner,
    pub(super) vocabulary: Vocabulary,
    memory: Memory,
    lines: [Line; 2],
    search: Search,
    pub(super) sides: [Side; 2],
    pub(super) candidates: Vec<Candidate>,
    pub(super) path: Vec<Move>,
    pub(super) route: Route,
    pub(super) joined: [Vec<u8>; 2],
    ops: Vec<Op>,
    given: Option<Vec<Candidate>>,
    pub(super) cells: usize,
}

/// Differences that are looked at together: where they begin and end, and the steps between.
pub(super) struct Chain {
    pub(super) reference: (usize, usize),
    pub(super) hypothesis: (usize, usize),
    pub(super) ops: (usize, usize),
}

/// A chain, or a part of one, in words of the texts, and whether it begins and ends with a cut.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) reference: (usize, usize),
    pub(super) hypothesis: (usize, usize),
    pub(super) cut: [bool; 2],
}

/// What is the same for all parts of a pair.
pub(super) struct Work<'a> {
    pub(super) texts: [Text<'a>; 2],
    pub(super) settings: &'a Settings,
    pub(super) outside: Outside<'a>,
    pub(super) answers: Option<Answers<'a>>,
    pub(super) questions: Option<&'a mut Vec<Question>>,
    has_hits: bool,
    /// Whether the texts are those before normalizing.
    is_before: bool,
}

impl Engine {
    /// An engine under a tie rule; `stop` as for [`Aligner::new`].
    pub fn new(rule: Rule, stop: Arc<AtomicBool>) -> Engine {
        Engine {
            aligner: Aligner::new(rule, stop.clone()),
            letters: Aligner::new(Rule::MostHits, stop),
            vocabulary: Vocabulary::new(),
            memory: Memory::default(),
            lines: Default::default(),
            search: Search::default(),
            sides: Default::default(),
            candidates: Vec::new(),
            path: Vec::new(),
            route: Route::default(),
            joined: Default::default(),
            ops: Vec::new(),
            given: None,
            cells: CELLS,
        }
    }

    /// Forgive what can be forgiven, as it was `before` normalizing, where that is known. `answers` are those of forgivers outside of the kernel;
    /// what they would have to be asked goes to `questions`.
    pub fn run(
        &mut self,
        texts: [Text<'_>; 2],
        before: Option<Before<'_>>,
        settings: &Settings,
        outside: Outside<'_>,
        answers: Option<Answers<'_>>,
        questions: Option<&mut Vec<Question>>,
    ) -> Outcome {
        self.vocabulary.rest();
        let mut outcome = Outcome {
            words: texts[0].words.len() as u32,
            ..Outcome::default()
        };
        let ops = self.steps(texts, (0, texts[0].words.len()), (0, texts[1].words.len()));
        let mut work = Work {
            texts,
            settings,
            outside,
            answers,
            questions,
            has_hits: ops.contains(&Op::Equal),
            is_before: false,
        };
        let mut chains = chains(&ops);
        let mapped = before.map(|before| widen(&mut chains, texts, &before));
        for (at, chain) in chains.iter().enumerate() {
            let steps = &ops[chain.ops.0..chain.ops.1];
            let strict = steps.iter().filter(|&&op| op != Op::Equal).count() as u32;
            outcome.strict += strict;
            match before.filter(|_| mapped.as_ref().is_some_and(|mapped| mapped[at])) {
                Some(before) => self.best_route_before(&mut work, &before, chain, steps),
                None => self.best_route(&mut work, chain, steps),
            }
            self.finish(texts, chain, steps, strict, &mut outcome.pieces);
        }
        self.ops = ops;
        outcome
    }

    /// The strict alignment of some words; give the steps back to `self.ops`, whose memory they have.
    fn steps(
        &mut self,
        texts: [Text<'_>; 2],
        reference: (usize, usize),
        hypothesis: (usize, usize),
    ) -> Vec<Op> {
        let pieces = Pieces {
            reference: texts[0].bytes,
            reference_words: &texts[0].words[reference.0..reference.1],
            hypothesis: texts[1].bytes,
            hypothesis_words: &texts[1].words[hypothesis.0..hypothesis.1],
        };
        let mut ops = std::mem::take(&mut self.ops);
        ops.clear();
        ops.extend_from_slice(self.aligner.pair_ops(&pieces));
        ops
    }

    /// Find the cheapest way through a chain that is looked at: all of them where it has few cells.
    fn best_route(&mut self, work: &mut Work<'_>, chain: &Chain, steps: &[Op]) {
        let whole = Part {
            reference: chain.reference,
            hypothesis: chain.hypothesis,
            cut: [false; 2],
        };
        self.route.clear();
        self.go_through(work, chain, whole, steps);
        let (n, m) = lengths_of(chain);
        if (n + 1) * (m + 1) > self.cells {
            for by in [Engine::cut_by_letters, Engine::cut_by_windows] {
                if !self.route.path.iter().any(|step| step.is_error()) {
                    break;
                }
                let cuts = by(self, work, chain);
                if cuts.is_empty() {
                    continue;
                }
                let before = std::mem::take(&mut self.route);
                for part in parts(chain, &cuts) {
                    let own = self.steps(work.texts, part.reference, part.hypothesis);
                    self.go_through(work, chain, part, &own);
                    self.ops = own;
                }
                if self.route.cost() >= before.cost() {
                    self.route = before;
                }
            }
        }
        // Where nothing is forgiven, the strict alignment stands.
        if self.route.spans.is_empty() {
            self.route.stand(steps);
        }
    }

    /// Find the cheapest way through a chain whose words are forgiven as they were before normalizing.
    fn best_route_before<'a>(
        &mut self,
        work: &mut Work<'a>,
        before: &Before<'a>,
        chain: &Chain,
        steps: &[Op],
    ) {
        let own = before.chain(chain);
        let texts = std::mem::replace(&mut work.texts, before.texts());
        work.is_before = true;
        let own_steps = self.steps(work.texts, own.reference, own.hypothesis);
        self.best_route(work, &own, &own_steps);
        self.ops = own_steps;
        (work.texts, work.is_before) = (texts, false);
        let spans = before.spans(&self.route, &own, work.settings);
        if spans.is_empty() {
            self.route.stand(steps);
            return;
        }
        self.given = Some(spans);
        let (answers, questions) = (work.answers.take(), work.questions.take());
        self.best_route(work, chain, steps);
        (work.answers, work.questions) = (answers, questions);
        self.given = None;
    }

    /// Add the best way through a part, of which these are the strict steps, to the route.
    fn go_through(&mut self, work: &mut Work<'_>, chain: &Chain, part: Part, steps: &[Op]) {
        self.look_at(work, part);
        let (n, m) = (self.sides[0].len(), self.sides[1].len());
        let band = Band::around(&columns(steps), n, m, self.cells);
        self.collect(work, &band);
        self.search(&band, [false; 2]);
        let open = self.path.is_empty() || self.path.iter().any(|step| step.is_error());
        if open && (work.answers.is_some() || work.questions.is_some()) {
            let before = self.candidates.len();
            self.ask(work, steps);
            if self.candidates.len() > before {
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
                self.route.path.push(step);
                continue;
            };
            let span = self.candidates[which as usize];
            self.route
                .path
                .push(Move::Span(self.route.spans.len() as u32));
            self.route.spans.push(Candidate {
                i: span.i + offset[0],
                j: span.j + offset[1],
                to_i: span.to_i + offset[0],
                to_j: span.to_j + offset[1],
                rank: span.rank,
            });
            self.route.edits.push(self.search.edits(which));
        }
    }

    /// Find the best path through what is looked at; none where there are no candidates.
    pub(super) fn search(&mut self, band: &Band, free: [bool; 2]) {
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
    pub(super) fn look_at(&mut self, work: &Work<'_>, part: Part) {
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

    pub(super) fn collect(&mut self, work: &Work<'_>, band: &Band) {
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
        let near = |which: usize| -> Vec<&[u8]> {
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

/// Let chains begin and end with words of the texts before normalizing; which of them do.
fn widen(chains: &mut [Chain], texts: [Text<'_>; 2], before: &Before<'_>) -> Vec<bool> {
    let mut found = Vec::with_capacity(chains.len());
    let ends = texts.map(|text| text.words.len());
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
                None => ends[0] - chains[at].reference.1,
            },
        ];
        let chain = &mut chains[at];
        let (reference, hypothesis) = (chain.reference, chain.hypothesis);
        let back = before.reach(room[0], |by| [reference.0 - by, hypothesis.0 - by]);
        let on = before.reach(room[1], |by| [reference.1 + by, hypothesis.1 + by]);
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

/// The differences of an alignment, those with few equal words between them together.
fn chains(ops: &[Op]) -> Vec<Chain> {
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

/// The words of a chain on both sides.
pub(super) fn lengths_of(chain: &Chain) -> (usize, usize) {
    let (reference, hypothesis) = (chain.reference, chain.hypothesis);
    (reference.1 - reference.0, hypothesis.1 - hypothesis.0)
}

/// The parts of a chain that is cut at these places.
fn parts(chain: &Chain, cuts: &[cut::Cell]) -> Vec<Part> {
    let (n, m) = lengths_of(chain);
    let mut start = (0, 0);
    let ends = cuts.iter().copied().chain([(n, m)]);
    ends.map(|end| {
        let (i, j) = (chain.reference.0, chain.hypothesis.0);
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

/// The first and the last column that the steps visit in each row.
pub(super) fn columns(steps: &[Op]) -> Vec<(u32, u32)> {
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

/// The pieces of a pair when exactly these spans, in words of the texts, are accepted, and regions of
/// more than so many cells are cut.
pub fn path_pieces(texts: [Text<'_>; 2], accepted: &[Candidate], cells: usize) -> Vec<Piece> {
    let settings = Settings::new("any", &[], false).expect("a language");
    let mut engine = Engine::new(Rule::MostHits, Default::default());
    engine.given = Some(accepted.to_vec());
    engine.cells = cells;
    let outcome = engine.run(texts, None, &settings, Outside::default(), None, None);
    outcome.pieces
}
