//! Sessions with several speakers.

use mondegreen_core::words::{self, Separator, Word};
use mondegreen_core::Counts;
use mondegreen_speakers::cp::Pairing;
use mondegreen_speakers::diarisation::{self, Conditions, Turn};
use mondegreen_speakers::given::Assigned;
use mondegreen_speakers::mimo;
use mondegreen_speakers::nearest;
use mondegreen_speakers::orc::{self, Search};
use mondegreen_speakers::side::{Row, Side, WordTimes, Words};
use mondegreen_speakers::stretches::stretches;
use mondegreen_speakers::timed::Stream;
use mondegreen_speakers::words_by_speaker::words_by_speaker;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rustc_hash::FxHashMap;

use crate::copying::with_bytes;

/// Streams, starts, ends and texts of the segments of a side.
type Given<'py> = (
    Vec<u32>,
    Option<(Vec<i64>, Vec<i64>)>,
    Vec<Bound<'py, PyString>>,
);
type Row4 = (u64, u64, u64, u64);
/// Streams of segments, counts of speakers and of streams, and whether it is the best.
type Rows4 = (Vec<u32>, Vec<Row4>, Vec<Row4>, bool);

/// One session: the segments of both sides, with words cut and sorted.
#[pyclass(frozen)]
pub struct Session {
    reference: Side,
    hypothesis: Side,
    ids: usize,
}

fn row(counts: &Counts) -> Row4 {
    (
        counts.hits,
        counts.substitutions,
        counts.deletions,
        counts.insertions,
    )
}

fn searched(name: &str) -> Search {
    match name {
        "exact" => Search::Exact,
        "greedy" => Search::Greedy,
        _ => Search::Fitting,
    }
}

fn rows_of(found: Result<Assigned, u128>) -> PyResult<Rows4> {
    let found = found.map_err(|cells| PyOverflowError::new_err(cells.to_string()))?;
    Ok((
        found.streams,
        found.counts.iter().map(row).collect(),
        found.by_stream.iter().map(row).collect(),
        found.exact,
    ))
}

/// By its place in the list that Python has.
fn word_times(place: usize) -> PyResult<WordTimes> {
    let all = [
        WordTimes::Characters,
        WordTimes::CharacterPoints,
        WordTimes::Equal,
        WordTimes::EqualPoints,
        WordTimes::Segment,
    ];
    let found = all.get(place).copied();
    found.ok_or_else(|| PyValueError::new_err("no such word times"))
}

/// Cut and number the words of a side, and sort its segments.
fn side(given: &Given<'_>, times: usize, known: &mut FxHashMap<Vec<u8>, u32>) -> PyResult<Side> {
    let (streams, spans, texts) = given;
    let (mut numbers, mut lengths, mut offsets) = (Vec::new(), Vec::new(), vec![0]);
    let mut cut: Vec<Word> = Vec::new();
    for text in texts {
        with_bytes(text, |bytes| {
            cut.clear();
            words::split(bytes, 0, bytes.len(), Separator::WhiteSpace, &mut cut);
            for word in &cut {
                let word = word.bytes(bytes);
                let next = known.len() as u32;
                let number = match known.get(word) {
                    Some(&number) => number,
                    None => {
                        known.insert(word.to_vec(), next);
                        next
                    }
                };
                numbers.push(number);
                lengths.push(word.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32);
            }
            offsets.push(numbers.len());
        })?;
    }
    let count = texts.len();
    let fits = |times: &Vec<i64>| times.len() == count;
    if streams.len() != count || spans.as_ref().is_some_and(|(a, b)| !fits(a) || !fits(b)) {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    let rows: Vec<Row<'_>> = (0..count)
        .map(|at| Row {
            stream: streams[at],
            start: spans.as_ref().map_or(0, |(starts, _)| starts[at]),
            end: spans.as_ref().map_or(0, |(_, ends)| ends[at]),
            words: &numbers[offsets[at]..offsets[at + 1]],
            lengths: &lengths[offsets[at]..offsets[at + 1]],
        })
        .collect();
    let times = spans.as_ref().map(|_| word_times(times)).transpose()?;
    Ok(Side::new(&rows, spans.is_some(), times))
}

#[pymethods]
impl Session {
    /// Each side is its streams (numbers), its starts and ends in microseconds or None, and its texts.
    #[new]
    fn new(
        reference: Given<'_>,
        hypothesis: Given<'_>,
        reference_times: usize,
        hypothesis_times: usize,
    ) -> PyResult<Session> {
        let mut known = FxHashMap::default();
        let reference = side(&reference, reference_times, &mut known)?;
        let hypothesis = side(&hypothesis, hypothesis_times, &mut known)?;
        Ok(Session {
            reference,
            hypothesis,
            ids: known.len(),
        })
    }

    /// The streams of both sides in the order of their first segments, and the rows of their segments in order.
    fn order(&self) -> (Vec<u32>, Vec<usize>, Vec<u32>, Vec<usize>) {
        let rows = |side: &Side| side.segments.iter().map(|each| each.row).collect();
        (
            self.reference.streams.clone(),
            rows(&self.reference),
            self.hypothesis.streams.clone(),
            rows(&self.hypothesis),
        )
    }

    /// For each reference speaker, in order, the stream or None, and the counts; then the errors of
    /// each pair.
    #[allow(clippy::type_complexity)]
    fn pairs(
        &self,
        py: Python<'_>,
        collar: Option<i64>,
    ) -> (Vec<Option<u32>>, Vec<Row4>, Vec<i64>) {
        let found = py.detach(|| {
            let (speakers, streams) = (self.reference.by_stream(), self.hypothesis.by_stream());
            Pairing::new(self.ids, collar).pairs(&speakers, &streams)
        });
        let name = |stream: &Option<usize>| stream.map(|at| self.hypothesis.streams[at]);
        (
            found.streams.iter().map(name).collect(),
            found.counts.iter().map(row).collect(),
            found.errors,
        )
    }

    /// Give each segment of the reference to a stream, or with `swapped` each of the hypothesis to a
    /// speaker. Returns the stream of each segment as it was given, the counts of each speaker of that
    /// side without insertions, the counts of each stream with what it was given, and whether it is the best. Raises
    /// OverflowError with the number of cells where the best is asked for and does not fit.
    fn assigned(
        &self,
        py: Python<'_>,
        collar: Option<i64>,
        search: &str,
        swapped: bool,
    ) -> PyResult<Rows4> {
        let search = searched(search);
        let (segments, others) = if swapped {
            (&self.hypothesis, &self.reference)
        } else {
            (&self.reference, &self.hypothesis)
        };
        let found = py.detach(|| orc::assign(segments, others, self.ids, collar, search));
        rows_of(found)
    }

    /// The same for the segments of the reference in any order that keeps that of each speaker.
    fn interleaved(&self, py: Python<'_>, search: &str) -> PyResult<Rows4> {
        let search = searched(search);
        let found = py.detach(|| mimo::assign(&self.reference, &self.hypothesis, self.ids, search));
        rows_of(found)
    }

    /// The ends, in words, of the stretches of an alignment by time in which all words are near each
    /// other. The words are those of some segments of each side, by their places in order.
    fn stretches(
        &self,
        py: Python<'_>,
        reference: Vec<usize>,
        hypothesis: Vec<usize>,
        collar: i64,
    ) -> PyResult<Vec<(usize, usize)>> {
        let said = words_of(&self.reference, &reference)?;
        let heard = words_of(&self.hypothesis, &hypothesis)?;
        Ok(py.detach(|| stretches(&said, &Stream::new(heard, collar))))
    }

    /// Of each reference speaker the hits and the substitutions of words that another one has, and of
    /// all; then the counts of the alignment.
    fn word_diarisation(&self, py: Python<'_>) -> (Vec<[u64; 4]>, Row4) {
        let found = py.detach(|| words_by_speaker(&self.reference, &self.hypothesis, self.ids));
        (found.speakers, row(&found.counts))
    }
}

/// The words of some segments, joined.
fn words_of(side: &Side, places: &[usize]) -> PyResult<Words> {
    let mut words = Words::default();
    for &place in places {
        let segment = side.segments.get(place);
        let segment = segment.ok_or_else(|| PyValueError::new_err("no such segment"))?;
        words.extend(&side.words, segment.words.clone());
    }
    Ok(words)
}

/// Compare turns: for each side speakers (counted from 0), starts and ends in microseconds, and how many
/// speakers there are. Returns for each reference speaker scored, missed, confused, either, both; the
/// false alarms; and who each is mapped to.
#[pyfunction]
#[allow(clippy::type_complexity)]
#[pyo3(signature = (reference, hypothesis, region, both, collar, overlap, map_scored))]
#[allow(clippy::too_many_arguments)]
pub fn diarise(
    py: Python<'_>,
    reference: (Vec<usize>, Vec<i64>, Vec<i64>, usize),
    hypothesis: (Vec<usize>, Vec<i64>, Vec<i64>, usize),
    region: Option<Vec<(i64, i64)>>,
    both: bool,
    collar: i64,
    overlap: bool,
    map_scored: bool,
) -> PyResult<(Vec<[i64; 5]>, i64, Vec<Option<usize>>)> {
    let conditions = Conditions {
        region,
        both,
        collar,
        overlap,
        map_scored,
    };
    let (said, heard) = (turns(&reference)?, turns(&hypothesis)?);
    let found = py.detach(|| {
        diarisation::diarisation((&said, reference.3), (&heard, hypothesis.3), &conditions)
    });
    let times = found.speakers.iter();
    let times = times.map(|each| {
        [
            each.scored,
            each.missed,
            each.confused,
            each.either,
            each.both,
        ]
    });
    Ok((times.collect(), found.false_alarm, found.map))
}

/// Of each speaker the time in which the speaker speaks twice at once, and all time of the speaker.
#[pyfunction]
pub fn self_overlap(
    turns_of: (Vec<usize>, Vec<i64>, Vec<i64>, usize),
) -> PyResult<Vec<(i64, i64)>> {
    Ok(diarisation::self_overlap(&turns(&turns_of)?, turns_of.3))
}

fn turns(given: &(Vec<usize>, Vec<i64>, Vec<i64>, usize)) -> PyResult<Vec<Turn>> {
    let (speakers, starts, ends, count) = given;
    if starts.len() != speakers.len() || ends.len() != speakers.len() {
        return Err(PyValueError::new_err("columns of different lengths"));
    }
    if speakers.iter().any(|speaker| speaker >= count) {
        return Err(PyValueError::new_err("there is no such speaker"));
    }
    let times = starts.iter().zip(ends);
    Ok(speakers
        .iter()
        .zip(times)
        .map(|(&speaker, (&start, &end))| Turn {
            speaker,
            start,
            end,
        })
        .collect())
}

/// The words of many rows: their numbers, starts and ends (the lowest integer where not known), and where
/// the words of each row begin, and at last where all end.
type Rows = (Vec<u32>, Vec<i64>, Vec<i64>, Vec<usize>);

/// The pairs of equal words of each row, as places in all words of both sides.
#[pyfunction]
pub fn nearest_hits(
    py: Python<'_>,
    reference: Rows,
    hypothesis: Rows,
) -> PyResult<(Vec<usize>, Vec<usize>)> {
    for (words, starts, ends, offsets) in [&reference, &hypothesis] {
        let fits = starts.len() == words.len() && ends.len() == words.len();
        let sorted = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
        let ends_there = offsets.last() == Some(&words.len());
        if !fits || !sorted || !ends_there || offsets.len() != reference.3.len() {
            return Err(PyValueError::new_err("columns of different lengths"));
        }
    }
    let all = reference.0.iter().chain(&hypothesis.0);
    let ids = all.max().map_or(0, |&most| most as usize + 1);
    let part = |side: &Rows, row: usize| {
        let range = side.3[row]..side.3[row + 1];
        Words {
            ids: side.0[range.clone()].to_vec(),
            begin: side.1[range.clone()].to_vec(),
            end: side.2[range].to_vec(),
        }
    };
    Ok(py.detach(|| {
        let (mut said, mut heard) = (Vec::new(), Vec::new());
        let mut aligner = nearest::Nearest::new(ids);
        for row in 0..reference.3.len() - 1 {
            let hits = aligner.hits(&part(&reference, row), &part(&hypothesis, row));
            said.extend(hits.iter().map(|pair| pair.0 + reference.3[row]));
            heard.extend(hits.iter().map(|pair| pair.1 + hypothesis.3[row]));
        }
        (said, heard)
    }))
}
