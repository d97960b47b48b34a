//! Goes over the regions of a pair of texts: strict alignment, candidates, path, pieces.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use super::candidates::{self, Region};
use super::endings::Endings;
use super::path::{Move, Search};
use super::question::{push_words, Question, ALL_FOLDS, BUT_ACCENTS, SIDES};
use super::window::{Band, Candidate, Side, AROUND};
use super::words::Vocabulary;
use super::{guard, Kind, Settings, MOST_WORDS, REACH};
use crate::{canonical::Scratch, tokens::Pieces, words::Word, Aligner, Op, Rule};

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
    fn word(&self, at: usize) -> &'a [u8] {
        self.words[at].bytes(self.bytes)
    }
}

/// Forgives pairs, one after the other; its memory is used again.
pub struct Engine {
    aligner: Aligner,
    letters: Aligner,
    vocabulary: Vocabulary,
    scratch: Scratch,
    search: Search,
    sides: [Side; 2],
    candidates: Vec<Candidate>,
    path: Vec<Move>,
    joined: [Vec<u8>; 2],
    ops: Vec<Op>,
    given: Option<Vec<Candidate>>,
}

/// Differences that are looked at together: where they begin and end, and the steps between.
struct Chain {
    reference: (usize, usize),
    hypothesis: (usize, usize),
    ops: (usize, usize),
}

impl Engine {
    /// An engine under a tie rule; `stop` as for [`Aligner::new`].
    pub fn new(rule: Rule, stop: Arc<AtomicBool>) -> Engine {
        Engine {
            aligner: Aligner::new(rule, stop.clone()),
            letters: Aligner::new(Rule::MostHits, stop),
            vocabulary: Vocabulary::new(),
            scratch: Scratch::default(),
            search: Search::default(),
            sides: Default::default(),
            candidates: Vec::new(),
            path: Vec::new(),
            joined: Default::default(),
            ops: Vec::new(),
            given: None,
        }
    }

    /// Forgive what can be forgiven. `answers` are those of forgivers outside of the kernel;
    /// what they would have to be asked goes to `questions`.
    pub fn run(
        &mut self,
        texts: [Text<'_>; 2],
        settings: &Settings,
        outside: Outside<'_>,
        answers: Option<Answers<'_>>,
        mut questions: Option<&mut Vec<Question>>,
    ) -> Outcome {
        self.vocabulary.rest();
        let mut outcome = Outcome {
            words: texts[0].words.len() as u32,
            ..Outcome::default()
        };
        let pieces = Pieces {
            reference: texts[0].bytes,
            reference_words: texts[0].words,
            hypothesis: texts[1].bytes,
            hypothesis_words: texts[1].words,
        };
        self.ops.clear();
        self.ops.extend_from_slice(self.aligner.pair_ops(&pieces));
        let ops = std::mem::take(&mut self.ops);
        let has_hits = ops.contains(&Op::Equal);
        let chains = chains(&ops);
        for chain in &chains {
            let steps = &ops[chain.ops.0..chain.ops.1];
            let strict = steps.iter().filter(|&&op| op != Op::Equal).count() as u32;
            outcome.strict += strict;
            for (which, text) in texts.iter().enumerate() {
                let (from, to) = [chain.reference, chain.hypothesis][which];
                self.look(which, text, from, to, settings);
            }
            let band = Band::around(&columns(steps), self.sides[0].len(), self.sides[1].len());
            let first = outcome.pieces.len();
            self.collect(texts, &band, has_hits, settings);
            self.solve(texts, chain, steps, &band, strict, &mut outcome.pieces);
            let remaining = outcome.pieces[first..]
                .iter()
                .any(|piece| piece.rank.is_none());
            if !remaining || answers.is_none() && questions.is_none() {
                continue;
            }
            let before = self.candidates.len();
            self.ask(steps, outside, settings, |key, span, own| {
                if let Some(questions) = &mut questions {
                    questions.push(Question { key: key.into() });
                }
                if let Some(rank) = answers.and_then(|answers| answers(key)) {
                    own.push(Candidate { rank, ..span });
                }
            });
            if self.candidates.len() > before {
                candidates::tidy(&band, &mut self.candidates);
                outcome.pieces.truncate(first);
                self.solve(texts, chain, steps, &band, strict, &mut outcome.pieces);
            }
        }
        self.ops = ops;
        outcome
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
                .word(word, bytes, settings, &mut self.scratch);
            side.words.push(word);
        }
        side.from = from - start;
        side.to = to - start;
        side.start = start;
        side.ends = end == text.words.len();
    }

    fn collect(&mut self, texts: [Text<'_>; 2], band: &Band, has_hits: bool, settings: &Settings) {
        self.candidates.clear();
        let near = |which: usize| -> Vec<&[u8]> {
            let side = &self.sides[which];
            let words = side.start..side.start + side.words.len();
            words.map(|at| texts[which].word(at)).collect()
        };
        let texts = if settings.has(Kind::Numbers) {
            [near(0), near(1)]
        } else {
            [Vec::new(), Vec::new()]
        };
        let region = Region {
            sides: [&self.sides[0], &self.sides[1]],
            texts: [&texts[0], &texts[1]],
            band,
            has_hits,
        };
        candidates::collect(
            &region,
            &self.vocabulary,
            settings,
            &mut self.scratch,
            &mut self.candidates,
        );
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
        }
    }

    /// Find the best path and add its pieces.
    fn solve(
        &mut self,
        texts: [Text<'_>; 2],
        chain: &Chain,
        steps: &[Op],
        band: &Band,
        strict: u32,
        out: &mut Vec<Piece>,
    ) {
        self.path.clear();
        if !self.candidates.is_empty() {
            let [reference, hypothesis] = &self.sides;
            let same = |i: usize, j: usize| {
                reference.words[reference.from + i] == hypothesis.words[hypothesis.from + j]
            };
            self.search
                .best(band, same, &self.candidates, &mut self.path);
        }
        // Where nothing is forgiven, the strict alignment stands.
        if !self.path.iter().any(|step| matches!(step, Move::Span(_))) {
            self.path.clear();
            self.path.extend(steps.iter().map(|op| match op {
                Op::Equal => Move::Equal,
                Op::Substitute => Move::Substitute,
                Op::Delete => Move::Delete,
                Op::Insert => Move::Insert,
            }));
        }
        let first = out.len();
        pieces(&self.path, &self.candidates, &self.search, chain, out);
        let total: u32 = out[first..].iter().map(|piece| piece.errors).sum();
        let mut excess = total.saturating_sub(strict);
        for piece in out[first..].iter_mut().rev() {
            if piece.rank.is_some() {
                let off = excess.min(piece.errors);
                piece.errors -= off;
                excess -= off;
            }
        }
        for piece in &mut out[first..] {
            for (which, (from, to)) in [piece.reference, piece.hypothesis].into_iter().enumerate() {
                self.joined[which].clear();
                for at in from..to {
                    let word = texts[which].word(at as usize);
                    self.joined[which].extend_from_slice(word);
                }
            }
            let [reference, hypothesis] = &self.joined;
            piece.letters = self.letters.distance(reference, hypothesis, false) as u32;
        }
    }

    /// Call `ask` with the key of each span that forgivers outside of the kernel may accept.
    fn ask(
        &mut self,
        steps: &[Op],
        outside: Outside<'_>,
        settings: &Settings,
        mut ask: impl FnMut(&[u8], Candidate, &mut Vec<Candidate>),
    ) {
        let mut open = Vec::new();
        let (mut i, mut j) = (0, 0);
        let mut runs = steps.chunk_by(|a, b| (*a == Op::Equal) == (*b == Op::Equal));
        for run in &mut runs {
            let (start_i, start_j) = (i, j);
            for op in run {
                i += usize::from(*op != Op::Insert);
                j += usize::from(*op != Op::Delete);
            }
            if run[0] != Op::Equal {
                let path = columns(run);
                spans(
                    (start_i, i),
                    (start_j, j),
                    &path,
                    outside.one_sided,
                    &mut open,
                );
            }
        }
        let native = std::mem::take(&mut self.candidates);
        let mut own = Vec::new();
        let mut key = Vec::new();
        for (span, bounds) in open {
            let most = (span.to_i - span.i).max(span.to_j - span.j);
            if most as usize > outside.most_words {
                continue;
            }
            let place = native.binary_search_by_key(&(span.i, span.j, span.to_i, span.to_j), |c| {
                (c.i, c.j, c.to_i, c.to_j)
            });
            if place.is_ok() {
                continue;
            }
            let [reference, hypothesis] = &self.sides;
            let words = [
                reference.span(span.i as usize, span.to_i as usize),
                hypothesis.span(span.j as usize, span.to_j as usize),
            ];
            if outside
                .endings
                .is_some_and(|endings| !endings.allow(words, &self.vocabulary))
            {
                continue;
            }
            let free =
                !settings.guard || guard::allows(reference, hypothesis, &span, &self.vocabulary);
            let named = settings.guard
                && [reference, hypothesis]
                    .into_iter()
                    .zip([(span.i, span.to_i), (span.j, span.to_j)])
                    .all(|(side, (from, to))| {
                        guard::has_name(side, from as usize, to as usize, &self.vocabulary)
                    });
            key.clear();
            key.push(match (free, named) {
                (false, _) => b'0',
                (true, true) => b'2',
                (true, false) => b'1',
            });
            let mut lengths = [0; 2];
            for which in 0..2 {
                key.push(SIDES);
                lengths[which] = key.len();
                push_words(words[which], &self.vocabulary, ALL_FOLDS, &mut key);
                lengths[which] = key.len() - lengths[which];
            }
            let one_sided = lengths.contains(&0);
            let half = key.len() - lengths[1];
            let same = key[2..2 + lengths[0]] == key[half..];
            if same || one_sided && !outside.one_sided {
                continue;
            }
            // Equal words directly before and behind, where the span touches them.
            let (first, last) = bounds;
            let [(i, to_i), (j, to_j)] = [(span.i, span.to_i), (span.j, span.to_j)]
                .map(|(from, to)| (from as isize, to as isize));
            let equal = |i: isize, j: isize| {
                let word = reference.at(i);
                word.is_some() && word == hypothesis.at(j)
            };
            let most = outside.context.min(AROUND) as isize;
            let count = |touches: bool, step: &dyn Fn(isize) -> bool| {
                let most = if touches { most } else { 0 };
                (1..=most).take_while(|&at| step(at)).count()
            };
            let before = count(first, &|at| equal(i - at, j - at));
            let behind = count(last, &|at| equal(to_i + at - 1, to_j + at - 1));
            let place = |at: isize| (reference.from as isize + at) as usize;
            key.push(SIDES);
            let around = &reference.words[place(i) - before..place(i)];
            push_words(around, &self.vocabulary, ALL_FOLDS, &mut key);
            key.push(SIDES);
            let around = &reference.words[place(to_i)..place(to_i) + behind];
            push_words(around, &self.vocabulary, ALL_FOLDS, &mut key);
            let accented = |&word: &u32| {
                let info = self.vocabulary.info(word);
                info.folds[BUT_ACCENTS] != info.folded()
            };
            if words.iter().copied().flatten().any(accented) {
                for side in words {
                    key.push(SIDES);
                    push_words(side, &self.vocabulary, BUT_ACCENTS, &mut key);
                }
            }
            ask(&key, span, &mut own);
        }
        self.candidates = native;
        self.candidates.append(&mut own);
    }
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

/// The first and the last column that the steps visit in each row.
fn columns(steps: &[Op]) -> Vec<(u32, u32)> {
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

/// Spans asked about have at most so many words on a side, unless they are a whole difference.
const MOST_ASKED: usize = 4;

/// The spans of one difference that are asked about, each with whether it begins and ends with it.
/// In a difference of more than [`MOST_WORDS`] words on a side only those with at most two words
/// that begin beside the strict alignment.
fn spans(
    (first_i, last_i): (usize, usize),
    (first_j, last_j): (usize, usize),
    path: &[(u32, u32)],
    one_sided: bool,
    out: &mut Vec<(Candidate, (bool, bool))>,
) {
    let (n, m) = (last_i - first_i, last_j - first_j);
    let large = n > MOST_WORDS || m > MOST_WORDS;
    let most = if large { 2 } else { MOST_ASKED };
    let least = usize::from(!one_sided);
    let mut push = |i: usize, j: usize, to_i: usize, to_j: usize| {
        let span = Candidate {
            i: (first_i + i) as u32,
            j: (first_j + j) as u32,
            to_i: (first_i + to_i) as u32,
            to_j: (first_j + to_j) as u32,
            rank: 0,
        };
        let bounds = ((i, j) == (0, 0), (to_i, to_j) == (n, m));
        out.push((span, bounds));
    };
    for (i, &(first, last)) in path.iter().enumerate() {
        let (from, to) = if large {
            (
                (first as usize).saturating_sub(1),
                (last as usize + 1).min(m),
            )
        } else {
            (0, m)
        };
        for j in from..=to {
            for to_i in i + least..=n.min(i + most) {
                for to_j in j + least..=m.min(j + most) {
                    if to_i > i || to_j > j {
                        push(i, j, to_i, to_j);
                    }
                }
            }
        }
    }
    let whole = n.max(m) > most && !large && n.min(m) >= least;
    if whole {
        push(0, 0, n, m);
    }
}

/// The pieces of a path, in words of the texts.
fn pieces(
    path: &[Move],
    candidates: &[Candidate],
    search: &Search,
    chain: &Chain,
    out: &mut Vec<Piece>,
) {
    let mut at = (chain.reference.0 as u32, chain.hypothesis.0 as u32);
    let mut open = false;
    for step in path {
        let to = match step {
            Move::Equal | Move::Substitute => (at.0 + 1, at.1 + 1),
            Move::Delete => (at.0 + 1, at.1),
            Move::Insert => (at.0, at.1 + 1),
            Move::Span(which) => {
                let span = &candidates[*which as usize];
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
                piece.rank = Some(candidates[*which as usize].rank);
                piece.errors = search.edits(*which);
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

/// The pieces of a pair when exactly these spans, in words of the texts, are accepted.
pub fn path_pieces(texts: [Text<'_>; 2], accepted: &[Candidate]) -> Vec<Piece> {
    let settings = Settings::new("any", &[], false).expect("a language");
    let mut engine = Engine::new(Rule::MostHits, Default::default());
    engine.given = Some(accepted.to_vec());
    let outcome = engine.run(texts, &settings, Outside::default(), None, None);
    outcome.pieces
}
