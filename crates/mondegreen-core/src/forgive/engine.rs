//! Goes over the regions of a pair of texts: strict alignment, candidates, path, pieces.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use super::before::Before;
use super::chains::{chains, Chain, Part, Text};
use super::cut;
use super::letters::Letters;
use super::part::{Learnt, PartSearch};
use super::path::Route;
use super::pieces::{add_pieces, Piece};
use super::question::{Answers, Outside, Question};
use super::settings::Settings;
use super::window::Candidate;
use super::work::Work;
use crate::{tokens::Pieces, Aligner, Op, Rule};

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

/// Forgives pairs, one after the other; its memory is used again.
pub struct Engine {
    aligner: Aligner,
    letters: Letters,
    parts: PartSearch,
    route: Route,
    ops: Vec<Op>,
}

impl Engine {
    /// An engine under a tie rule; `stop` as for [`Aligner::new`].
    pub fn new(rule: Rule, stop: Arc<AtomicBool>) -> Engine {
        Engine {
            aligner: Aligner::new(rule, stop.clone()),
            letters: Letters::new(stop),
            parts: PartSearch::default(),
            route: Route::default(),
            ops: Vec::new(),
        }
    }

    /// The engine, with what another has learnt under the same settings.
    pub fn knowing(mut self, learnt: Learnt) -> Engine {
        self.parts.know(learnt);
        self
    }

    /// What the engine has learnt.
    pub fn into_learnt(self) -> Learnt {
        self.parts.into_learnt()
    }

    /// Forgive what can be forgiven, as it was `before` normalizing, where that is known. `answers` are
    /// those of forgivers outside of the kernel; what they would have to be asked goes to `questions`.
    pub fn run(
        &mut self,
        texts: [Text<'_>; 2],
        before: Option<Before<'_>>,
        settings: &Settings,
        outside: Outside<'_>,
        answers: Option<Answers<'_>>,
        questions: Option<&mut Vec<Question>>,
    ) -> Outcome {
        self.parts.vocabulary.rest();
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
        let mapped = before.map(|before| before.widen(&mut chains));
        for (at, chain) in chains.iter().enumerate() {
            let steps = &ops[chain.ops.0..chain.ops.1];
            outcome.strict += steps.iter().filter(|&&op| op != Op::Equal).count() as u32;
            match before.filter(|_| mapped.as_ref().is_some_and(|mapped| mapped[at])) {
                Some(before) => self.best_route_before(&mut work, &before, chain, steps),
                None => self.best_route(&mut work, chain, steps),
            }
            let out = &mut outcome.pieces;
            add_pieces(&mut self.letters, texts, chain, &self.route, steps, out);
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
        self.parts
            .go_through(work, chain, whole, steps, &mut self.route);
        let (n, m) = chain.lengths();
        let cells = self.parts.cells;
        if (n + 1) * (m + 1) > cells {
            for by_letters in [true, false] {
                if !self.route.path.iter().any(|step| step.is_error()) {
                    break;
                }
                let cuts = match by_letters {
                    true => cut::by_letters(&mut self.letters, work, chain, cells),
                    false => cut::by_windows(&mut self.parts, work, chain),
                };
                if cuts.is_empty() {
                    continue;
                }
                let before = std::mem::take(&mut self.route);
                for part in chain.parts(&cuts) {
                    let own = self.steps(work.texts, part.reference, part.hypothesis);
                    self.parts
                        .go_through(work, chain, part, &own, &mut self.route);
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
        self.parts.given = Some(spans);
        let (answers, questions) = (work.answers.take(), work.questions.take());
        self.best_route(work, chain, steps);
        (work.answers, work.questions) = (answers, questions);
        self.parts.given = None;
    }
}

/// The pieces of a pair when exactly these spans, in words of the texts, are accepted, and regions of
/// more than so many cells are cut.
pub fn path_pieces(texts: [Text<'_>; 2], accepted: &[Candidate], cells: usize) -> Vec<Piece> {
    let settings = Settings::new("any", &[], false).expect("a language");
    let mut engine = Engine::new(Rule::MostHits, Default::default());
    engine.parts.given = Some(accepted.to_vec());
    engine.parts.cells = cells;
    let outcome = engine.run(texts, None, &settings, Outside::default(), None, None);
    outcome.pieces
}
