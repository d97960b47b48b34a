//! Which differences do not matter: many pairs in, columns of integers out.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use mondegreen_core::aligner::{is_space, tokens, Unit};
use mondegreen_core::forgive::chains::Text;
use mondegreen_core::forgive::endings::Endings;
use mondegreen_core::forgive::engine::path_pieces;
use mondegreen_core::forgive::lists::Lists;
use mondegreen_core::forgive::question::Outside;
use mondegreen_core::forgive::window::Candidate;
use mondegreen_core::forgive::{Engine, Outcome, Piece, Question, Settings};
use mondegreen_core::surrogates;
use mondegreen_core::words::{self, Word};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::before::{Columns as GivenColumns, Given, Memory};
use crate::copying::Layout;
use crate::kept::{Choice, Kept};
use crate::run::{column, in_parallel, rule_of, thread_count, unit_of, Pairs, Reader};
use crate::run::{NO_HYPOTHESIS, NO_REFERENCE};

/// The answers of forgivers outside of the kernel.
type Answers = HashMap<Box<[u8]>, u32>;

/// What a thread needs.
struct Worker {
    engine: Engine,
    words: [Vec<Word>; 2],
    memory: Memory,
}

/// Forgive what can be forgiven in each pair.
///
/// Returns a dict of int64 columns as bytes: `strict`, `words`, `letters` (of the reference),
/// `remaining` and `remaining_letters`, and two lists with one column for each of the `reasons`
/// places in the order of attribution, `errors` and `by_letters`; with `detail` also `starts` (for
/// each pair the number of pieces before its first, one more entry than pairs) and a column for each
/// property of a piece; without `answers` also `questions`, each once, and those of each row by place.
/// `unread` is the number of rows whose texts were to be read as they were given, and could not be.
/// With a mask of `rows` only some of them are looked at; the others come out as zeros.
///
/// `given` are both columns as they were before normalizing, the normalizers, and which of these was at
/// work in each row, if there are several: then the forgivers read the texts as they were.
#[pyfunction]
#[pyo3(signature = (references, hypotheses, unit, ties, language, chosen, guard, entities, spellings, reasons, context, endings, answers, rows, detail, threads, given=None))]
#[allow(clippy::too_many_arguments)]
pub fn forgive<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    hypotheses: &Bound<'py, PyAny>,
    unit: &str,
    ties: &str,
    language: &str,
    chosen: Vec<String>,
    guard: bool,
    entities: Vec<String>,
    spellings: Vec<(String, String)>,
    reasons: usize,
    context: Option<(usize, bool, usize)>,
    endings: Option<Vec<(String, String)>>,
    answers: Option<Bound<'py, PyDict>>,
    rows: Option<PyBackedBytes>,
    detail: bool,
    threads: usize,
    given: Option<GivenColumns<'py>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rule = rule_of(ties, None)?;
    let mut choice = Choice {
        language: language.into(),
        chosen,
        guard,
        entities,
        spellings,
        unit: unit_of(unit)?,
        before: false,
    };
    let unit = choice.unit;
    let threads = thread_count(threads);
    let mut reader = Reader::new(references, hypotheses, unit, threads)?.of_bytes();
    let mut given = match given {
        Some(columns) => Given::of(py, columns, unit)?,
        None => None,
    };
    choice.before = given.is_some();
    let mut kept = Kept::take(choice)?;
    let stop = Arc::default();
    let workers: Vec<Mutex<Worker>> = (0..threads)
        .map(|_| {
            Mutex::new(Worker {
                engine: Engine::new(rule, Arc::clone(&stop)).knowing(kept.learnt()),
                words: Default::default(),
                memory: Memory::default(),
            })
        })
        .collect();
    let settings = &kept.settings;
    let endings = endings.map(Endings::new);
    let outside = context.map(|(context, one_sided, most_words)| Outside {
        context,
        one_sided,
        most_words,
        endings: endings.as_ref(),
    });
    let mut known = Answers::new();
    for (key, rank) in answers.iter().flatten() {
        let key = key.cast::<PyString>()?.to_str()?;
        known.insert(key.as_bytes().into(), rank.extract()?);
    }
    let mask = rows.filter(|mask| mask.len() == reader.rows);
    let mut columns = Columns::new(reader.rows, reasons, detail);
    // Without answers everything is asked; with them, only the rows that they are for are looked at.
    let ask = answers.is_none() && outside.is_some();
    let mut asked = Asked::default();
    while let Some((pairs, offset)) = reader.next(py)? {
        if let Some(given) = &mut given {
            given.fill(py, offset, pairs.sides[0].len())?;
        }
        let given = given.as_ref();
        let parts = py.detach(|| {
            let parts = Mutex::new(Vec::new());
            let rows = pairs.sides[0].len();
            in_parallel(rows, pairs.longest(), threads, &stop, |range| {
                let mut worker = workers
                    .iter()
                    .cycle()
                    .find_map(|worker| worker.try_lock().ok())
                    .expect("as many workers as threads");
                let first = range.start;
                let rows = offset + range.start..offset + range.end;
                let chosen = mask.as_deref().map(|mask| &mask[rows]);
                let found = work(
                    &pairs,
                    range,
                    &mut worker,
                    given,
                    settings,
                    outside,
                    &known,
                    ask,
                    chosen,
                );
                parts.lock().expect("not poisoned").push((first, found));
            })?;
            let mut parts = parts.into_inner().expect("not poisoned");
            parts.sort_unstable_by_key(|part| part.0);
            PyResult::Ok(parts)
        })?;
        for (_, (outcomes, open)) in parts {
            let mut open = open.into_iter().peekable();
            for (place, (outcome, letters)) in outcomes.iter().enumerate() {
                columns.push(outcome, *letters);
                while let Some((_, question)) = open.next_if(|(of, _)| *of == place) {
                    asked.add(question);
                }
                asked.starts.push(asked.places.len() as i64);
            }
        }
    }
    let workers = workers.into_iter().filter_map(|one| one.into_inner().ok());
    kept.keep(workers.map(|worker| worker.engine.into_learnt()));
    let found = columns.into_dict(py)?;
    found.set_item("unread", given.as_ref().map_or(0, Given::unread))?;
    let texts = asked.keys.iter().map(|key| String::from_utf8_lossy(key));
    found.set_item("questions", PyList::new(py, texts.collect::<Vec<_>>())?)?;
    found.set_item("question_starts", column(py, &asked.starts)?)?;
    found.set_item("question_places", column(py, &asked.places)?)?;
    Ok(found)
}

/// Questions, each once, and those of each row by their places among them.
struct Asked {
    known: HashMap<std::rc::Rc<[u8]>, i64>,
    keys: Vec<std::rc::Rc<[u8]>>,
    starts: Vec<i64>,
    places: Vec<i64>,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked {
            known: HashMap::new(),
            keys: Vec::new(),
            starts: vec![0],
            places: Vec::new(),
        }
    }
}

impl Asked {
    fn add(&mut self, question: Question) {
        if let Some(&place) = self.known.get(&*question.key) {
            self.places.push(place);
            return;
        }
        let key: std::rc::Rc<[u8]> = question.key.into();
        let place = self.keys.len() as i64;
        self.known.insert(key.clone(), place);
        self.keys.push(key);
        self.places.push(place);
    }
}

/// What became of some rows, and the questions of each by its place among them.
type Part = (Vec<(Outcome, u64)>, Vec<(usize, Question)>);

#[allow(clippy::too_many_arguments)]
fn work(
    pairs: &Pairs<'_>,
    rows: std::ops::Range<usize>,
    worker: &mut Worker,
    given: Option<&Given>,
    settings: &Settings,
    outside: Option<Outside<'_>>,
    known: &Answers,
    ask: bool,
    chosen: Option<&[u8]>,
) -> Part {
    let mut outcomes = Vec::with_capacity(rows.len());
    let mut open = Vec::new();
    let mut fresh = Vec::new();
    let Worker {
        engine,
        words,
        memory,
    } = worker;
    for (place, at) in rows.enumerate() {
        if chosen.is_some_and(|mask| mask[place] == 0) {
            outcomes.push((Outcome::default(), 0));
            continue;
        }
        let status = pairs.status(at);
        if let Some((words, letters)) = same(pairs, at) {
            let outcome = Outcome {
                words,
                ..Outcome::default()
            };
            outcomes.push((outcome, letters));
            continue;
        }
        let [reference, hypothesis] = texts(pairs, at, words);
        let letters = match pairs.layout {
            Layout::Bytes(_) => letters_of(reference.bytes),
            _ => reference
                .words
                .iter()
                .map(|word| letters_of(word.bytes(reference.bytes)))
                .sum(),
        };
        if status == NO_REFERENCE {
            outcomes.push((Outcome::default(), 0));
            continue;
        }
        if status == NO_HYPOTHESIS {
            // A failure is not forgiven.
            outcomes.push((missing(reference.words.len() as u32, letters), letters));
            continue;
        }
        let answers = |key: &[u8]| known.get(key).copied();
        let answers: &dyn Fn(&[u8]) -> Option<u32> = &answers;
        fresh.clear();
        let before = given.and_then(|given| given.row(at, [reference, hypothesis], memory));
        let outcome = engine.run(
            [reference, hypothesis],
            before,
            settings,
            outside.unwrap_or_default(),
            outside.map(|_| answers),
            ask.then_some(&mut fresh),
        );
        open.extend(fresh.drain(..).map(|question| (place, question)));
        outcomes.push((outcome, letters));
    }
    (outcomes, open)
}

fn missing(words: u32, letters: u64) -> Outcome {
    let piece = Piece {
        rank: None,
        reference: (0, words),
        hypothesis: (0, 0),
        errors: words,
        letters: letters as u32,
    };
    Outcome {
        strict: words,
        words,
        pieces: if words > 0 { vec![piece] } else { Vec::new() },
    }
}

/// Both sides of a row, cut into words.
fn texts<'a>(pairs: &'a Pairs<'_>, at: usize, words: &'a mut [Vec<Word>; 2]) -> [Text<'a>; 2] {
    let [first, second] = words;
    let mut cut = [first, second].into_iter();
    pairs.sides.each_ref().map(|side| {
        let into = cut.next().expect("two sides");
        match pairs.layout {
            Layout::Bytes(unit) => {
                let bytes = side.bytes(at);
                tokens(bytes, unit, into);
                Text { bytes, words: into }
            }
            _ => {
                let chunk = side.chunk();
                Text {
                    bytes: &chunk.bytes,
                    words: &chunk.words[chunk.range(at)],
                }
            }
        }
    })
}

/// The words and letters of a pair whose texts are the same, byte for byte.
fn same(pairs: &Pairs<'_>, at: usize) -> Option<(u32, u64)> {
    let Layout::Bytes(unit) = pairs.layout else {
        return None;
    };
    let there = pairs.sides.iter().all(|side| side.is_present(at));
    let [reference, hypothesis] = pairs.bytes(at);
    (there && reference == hypothesis).then(|| {
        let words = match unit {
            Unit::Word(separator) => words::count(reference, separator),
            _ => {
                let mut words = Vec::new();
                tokens(reference, unit, &mut words);
                words.len()
            }
        };
        (words as u32, letters_of(reference))
    })
}

/// The letters of a text: code points that are no white space.
fn letters_of(text: &[u8]) -> u64 {
    // Most texts are letters and plain spaces, which can be counted many at a time.
    let plain = text
        .iter()
        .fold(true, |plain, byte| plain & (0x20..0x80).contains(byte));
    if plain {
        return text.iter().map(|byte| u64::from(*byte != b' ')).sum();
    }
    let mut points = Vec::new();
    surrogates::read(text, &mut points);
    let letters = points.iter().filter(|point| !is_space(**point as u32));
    letters.count() as u64
}

/// Columns that grow by a row at a time.
struct Columns {
    reasons: usize,
    totals: [Vec<i64>; 5],
    errors: Vec<Vec<i64>>,
    letters: Vec<Vec<i64>>,
    detail: Option<(Vec<i64>, [Vec<i64>; 7])>,
}

impl Columns {
    fn new(rows: usize, reasons: usize, detail: bool) -> Columns {
        Columns {
            reasons,
            totals: Default::default(),
            errors: vec![vec![0; rows]; reasons],
            letters: vec![vec![0; rows]; reasons],
            detail: detail.then(|| (vec![0], Default::default())),
        }
    }

    fn push(&mut self, outcome: &Outcome, letters: u64) {
        let row = self.totals[0].len();
        let (mut remaining, mut remaining_letters) = (0, 0);
        for piece in &outcome.pieces {
            match piece.rank {
                None => {
                    remaining += piece.errors as i64;
                    remaining_letters += piece.letters as i64;
                }
                Some(rank) => {
                    debug_assert!((rank as usize) < self.reasons);
                    self.errors[rank as usize][row] += piece.errors as i64;
                    self.letters[rank as usize][row] += piece.letters as i64;
                }
            }
        }
        let values = [
            outcome.strict as i64,
            outcome.words as i64,
            letters as i64,
            remaining,
            remaining_letters,
        ];
        for (column, value) in self.totals.iter_mut().zip(values) {
            column.push(value);
        }
        if let Some((starts, columns)) = &mut self.detail {
            for piece in &outcome.pieces {
                let values = [
                    piece.rank.map_or(-1, i64::from),
                    piece.reference.0 as i64,
                    piece.reference.1 as i64,
                    piece.hypothesis.0 as i64,
                    piece.hypothesis.1 as i64,
                    piece.errors as i64,
                    piece.letters as i64,
                ];
                for (column, value) in columns.iter_mut().zip(values) {
                    column.push(value);
                }
            }
            starts.push(columns[0].len() as i64);
        }
    }

    fn into_dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let found = PyDict::new(py);
        let names = [
            "strict",
            "words",
            "letters",
            "remaining",
            "remaining_letters",
        ];
        for (name, values) in names.into_iter().zip(&self.totals) {
            found.set_item(name, column(py, values)?)?;
        }
        for (name, columns) in [("errors", self.errors), ("by_letters", self.letters)] {
            // Each is let go as soon as it is copied.
            let columns = columns.into_iter().map(|values| column(py, &values));
            found.set_item(name, columns.collect::<PyResult<Vec<_>>>()?)?;
        }
        if let Some((starts, columns)) = &self.detail {
            found.set_item("starts", column(py, starts)?)?;
            let names = [
                "ranks",
                "reference_starts",
                "reference_ends",
                "hypothesis_starts",
                "hypothesis_ends",
                "piece_errors",
                "piece_letters",
            ];
            for (name, values) in names.into_iter().zip(columns) {
                found.set_item(name, column(py, values)?)?;
            }
        }
        Ok(found)
    }
}

/// The pieces of two lists of words under a table of spans that are accepted, for tests against
/// the reference implementation in Python: rank (-1 if it remains), places in both texts, errors. A region of more than
/// `cells` cells is cut.
#[pyfunction]
pub fn forgiven_path<'py>(
    py: Python<'py>,
    reference: Vec<String>,
    hypothesis: Vec<String>,
    accepted: Vec<(u32, u32, u32, u32, u32)>,
    cells: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let cut = |tokens: &[String]| {
        let (mut bytes, mut words) = (Vec::new(), Vec::new());
        for token in tokens {
            let start = bytes.len();
            bytes.extend_from_slice(token.as_bytes());
            words.push(Word {
                start: start as u32,
                end: bytes.len() as u32,
                key: words::key(&bytes, start, bytes.len()),
            });
        }
        // Keys look at bytes after a word, so they are made when all is there.
        for word in &mut words {
            word.key = words::key(&bytes, word.start as usize, word.end as usize);
        }
        (bytes, words)
    };
    let (first, second) = (cut(&reference), cut(&hypothesis));
    let texts = [&first, &second].map(|(bytes, words)| Text { bytes, words });
    let spans = accepted
        .into_iter()
        .map(|(i, to_i, j, to_j, rank)| Candidate {
            i,
            j,
            to_i,
            to_j,
            rank,
        });
    let pieces = path_pieces(texts, &spans.collect::<Vec<_>>(), cells);
    let rows = pieces.iter().map(|piece| {
        (
            piece.rank.map_or(-1, i64::from),
            piece.reference.0,
            piece.reference.1,
            piece.hypothesis.0,
            piece.hypothesis.1,
            piece.errors,
            piece.letters,
        )
    });
    PyTuple::new(py, rows.collect::<Vec<_>>())
}

/// The word lists of a language that are there: `negation`, `answer`, `article`, `ending`.
#[pyfunction]
pub fn word_lists(language: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let lists = Lists::of(language);
    let sorted = |list: &HashSet<&'static str>| {
        let mut words: Vec<&'static str> = list.iter().copied().collect();
        words.sort_unstable();
        words
    };
    let all = [
        ("negation", &lists.negations),
        ("number", &lists.numbers),
        ("denied", &lists.denied),
        ("joined", &lists.joined),
        ("twice", &lists.twice),
        ("again", &lists.again),
        ("answer", &lists.answers),
        ("article", &lists.articles),
        ("ending", &lists.endings),
    ];
    let there = all.into_iter().filter(|(_, list)| !list.is_empty());
    there.map(|(name, list)| (name, sorted(list))).collect()
}
