//! Which spans forgivers outside of the kernel are asked about, and what they are shown.

use std::collections::HashSet;

use super::chains::columns;
use super::guard;
use super::path::Move;
use super::question::{push_words, Question, ALL_FOLDS, BUT_ACCENTS, SIDES};
use super::window::{Candidate, Side, AROUND, MOST_WORDS};
use super::words::Vocabulary;
use super::work::Work;
use crate::Op;

/// What is known of a part before anyone outside of the kernel is asked.
pub struct Known<'a> {
    /// Both sides.
    pub sides: &'a [Side; 2],
    /// Their words.
    pub vocabulary: &'a Vocabulary,
    /// What the kernel accepts.
    pub candidates: &'a [Candidate],
    /// The best path with that.
    pub path: &'a [Move],
}

/// Ask about the spans that forgivers outside of the kernel may accept: those of each strict
/// difference, and in a long one also those of what remains on the best path so far.
pub fn accepted(work: &mut Work<'_>, steps: &[Op], known: &Known<'_>) -> Vec<Candidate> {
    let Known {
        sides: [reference, hypothesis],
        vocabulary,
        ..
    } = *known;
    let mut open = differences(steps, work.outside.one_sided);
    if is_long(steps) && known.path.iter().any(|step| matches!(step, Move::Span(_))) {
        let strict: HashSet<Candidate> = open.iter().map(|(span, _)| *span).collect();
        let rest = remaining(known.path, known.candidates, work.outside.one_sided);
        open.extend(rest.into_iter().filter(|(span, _)| !strict.contains(span)));
    }
    let mut own = Vec::new();
    let mut key = Vec::new();
    for (span, bounds) in open {
        let most = (span.to_i - span.i).max(span.to_j - span.j);
        if most as usize > work.outside.most_words {
            continue;
        }
        let place = known
            .candidates
            .binary_search_by_key(&(span.i, span.j, span.to_i, span.to_j), |c| {
                (c.i, c.j, c.to_i, c.to_j)
            });
        if place.is_ok() {
            continue;
        }
        let words = [
            reference.span(span.i as usize, span.to_i as usize),
            hypothesis.span(span.j as usize, span.to_j as usize),
        ];
        if work
            .outside
            .endings
            .is_some_and(|endings| !endings.allow(words, vocabulary))
        {
            continue;
        }
        let settings = work.settings;
        let free = !settings.guard || guard::allows(reference, hypothesis, &span, vocabulary);
        let named = settings.guard
            && [reference, hypothesis]
                .into_iter()
                .zip([(span.i, span.to_i), (span.j, span.to_j)])
                .all(|(side, (from, to))| {
                    guard::has_name(side, from as usize, to as usize, vocabulary)
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
            push_words(words[which], vocabulary, ALL_FOLDS, &mut key);
            lengths[which] = key.len() - lengths[which];
        }
        let one_sided = lengths.contains(&0);
        let half = key.len() - lengths[1];
        let same = key[2..2 + lengths[0]] == key[half..];
        if same || one_sided && !work.outside.one_sided {
            continue;
        }
        // Equal words directly before and after, where the span touches them.
        let (first, last) = bounds;
        let [(i, to_i), (j, to_j)] = [(span.i, span.to_i), (span.j, span.to_j)]
            .map(|(from, to)| (from as isize, to as isize));
        let equal = |i: isize, j: isize| {
            let word = reference.at(i);
            word.is_some() && word == hypothesis.at(j)
        };
        let most = work.outside.context.min(AROUND) as isize;
        let count = |touches: bool, step: &dyn Fn(isize) -> bool| {
            let most = if touches { most } else { 0 };
            (1..=most).take_while(|&at| step(at)).count()
        };
        let before = count(first, &|at| equal(i - at, j - at));
        let after = count(last, &|at| equal(to_i + at - 1, to_j + at - 1));
        let place = |at: isize| (reference.from as isize + at) as usize;
        key.push(SIDES);
        let around = &reference.words[place(i) - before..place(i)];
        push_words(around, vocabulary, ALL_FOLDS, &mut key);
        key.push(SIDES);
        let around = &reference.words[place(to_i)..place(to_i) + after];
        push_words(around, vocabulary, ALL_FOLDS, &mut key);
        let accented = |&word: &u32| {
            let info = vocabulary.info(word);
            info.folds[BUT_ACCENTS] != info.folded()
        };
        if words.iter().copied().flatten().any(accented) {
            for side in words {
                key.push(SIDES);
                push_words(side, vocabulary, BUT_ACCENTS, &mut key);
            }
        }
        if let Some(questions) = &mut work.questions {
            questions.push(Question {
                key: key.as_slice().into(),
            });
        }
        if let Some(rank) = work.answers.and_then(|answers| answers(&key)) {
            own.push(Candidate { rank, ..span });
        }
    }
    own
}

/// Whether any strict difference is so long that not all of its spans are asked about.
fn is_long(steps: &[Op]) -> bool {
    let mut runs = steps.chunk_by(|a, b| (*a == Op::Equal) == (*b == Op::Equal));
    runs.any(|run| {
        let count = |other: Op| run.iter().filter(|&&op| op != other).count();
        run[0] != Op::Equal && count(Op::Insert).max(count(Op::Delete)) > MOST_WORDS
    })
}

/// A span that is asked about, and whether it begins and ends with its difference.
type Asked = (Candidate, (bool, bool));

/// The spans of strict differences that are asked about.
fn differences(steps: &[Op], one_sided: bool) -> Vec<Asked> {
    let mut open = Vec::new();
    let (mut i, mut j) = (0, 0);
    for run in steps.chunk_by(|a, b| (*a == Op::Equal) == (*b == Op::Equal)) {
        let (start_i, start_j) = (i, j);
        for op in run {
            i += usize::from(*op != Op::Insert);
            j += usize::from(*op != Op::Delete);
        }
        if run[0] != Op::Equal {
            spans(
                (start_i, i),
                (start_j, j),
                &columns(run),
                one_sided,
                &mut open,
            );
        }
    }
    open
}

/// The spans of what remains on a path that are asked about.
fn remaining(path: &[Move], candidates: &[Candidate], one_sided: bool) -> Vec<Asked> {
    let mut open = Vec::new();
    let (mut i, mut j) = (0, 0);
    for run in path.chunk_by(|a, b| a.is_error() == b.is_error()) {
        let (start_i, start_j) = (i, j);
        let mut steps = Vec::new();
        for step in run {
            let op = match step {
                Move::Equal => Op::Equal,
                Move::Substitute => Op::Substitute,
                Move::Delete => Op::Delete,
                Move::Insert => Op::Insert,
                Move::Span(which) => {
                    let span = &candidates[*which as usize];
                    (i, j) = (span.to_i as usize, span.to_j as usize);
                    continue;
                }
            };
            i += usize::from(op != Op::Insert);
            j += usize::from(op != Op::Delete);
            steps.push(op);
        }
        if run[0].is_error() {
            spans(
                (start_i, i),
                (start_j, j),
                &columns(&steps),
                one_sided,
                &mut open,
            );
        }
    }
    open
}

/// Spans asked about have at most so many words on a side, unless they are a whole difference.
const MOST_ASKED: usize = 4;

/// The spans of one difference that are asked about, each with whether it begins and ends with it.
/// In a difference of more than [`MOST_WORDS`] words on a side only those with at most two words
/// that begin next to the strict alignment.
fn spans(
    (first_i, last_i): (usize, usize),
    (first_j, last_j): (usize, usize),
    path: &[(u32, u32)],
    one_sided: bool,
    out: &mut Vec<Asked>,
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
