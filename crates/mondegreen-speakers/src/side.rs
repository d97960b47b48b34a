//! One side of a session: its segments in order, their words, and the times of these.

use std::ops::Range;

/// How the words of a segment get times of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordTimes {
    /// The segment is divided in proportion to the code points of each word.
    Characters,
    /// The middle of the interval of [`WordTimes::Characters`], with no length.
    CharacterPoints,
    /// The segment is divided into equal intervals.
    Equal,
    /// The middle of the interval of [`WordTimes::Equal`], with no length.
    EqualPoints,
    /// Each word has the times of the whole segment.
    Segment,
}

/// A segment as it was read. Times are in microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The stream, any number.
    pub stream: u32,
    /// When it begins.
    pub start: i64,
    /// When it ends, not before its start.
    pub end: i64,
    /// The words, as numbers that are equal for equal words.
    pub words: &'a [u32],
    /// The code points of each word.
    pub lengths: &'a [u32],
}

/// A segment in its place.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Its row before sorting.
    pub row: usize,
    /// The stream, counted in the order of their first segments.
    pub stream: usize,
    /// Its words in those of the side.
    pub words: Range<usize>,
}

/// Words in order, with times where there are any.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Numbers that are equal for equal words.
    pub ids: Vec<u32>,
    /// When each begins; empty without times.
    pub begin: Vec<i64>,
    /// When each ends; empty without times.
    pub end: Vec<i64>,
}

impl Words {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Add some words of another list.
    pub fn extend(&mut self, from: &Words, range: Range<usize>) {
        self.ids.extend_from_slice(&from.ids[range.clone()]);
        if !from.begin.is_empty() {
            self.begin.extend_from_slice(&from.begin[range.clone()]);
            self.end.extend_from_slice(&from.end[range]);
        }
    }

    /// Some of the words.
    pub fn part(&self, range: Range<usize>) -> Words {
        let mut part = Words::default();
        part.extend(self, range);
        part
    }

    /// The same words from the last to the first, as if time ran backwards.
    pub fn reversed(&self) -> Words {
        Words {
            ids: self.ids.iter().rev().copied().collect(),
            begin: self.end.iter().rev().map(|time| -time).collect(),
            end: self.begin.iter().rev().map(|time| -time).collect(),
        }
    }
}

/// One side of a session.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The segments in order: by start where there are times, else as they were read.
    pub segments: Vec<Segment>,
    /// The words of all segments.
    pub words: Words,
    /// The streams as they were numbered before, in the order of their first segments.
    pub streams: Vec<u32>,
}

impl Side {
    /// Sort segments (equal starts keep their order), number the streams anew, and time the words.
    pub fn new(rows: &[Row<'_>], sorted: bool, times: Option<WordTimes>) -> Side {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        if sorted {
            order.sort_by_key(|&row| rows[row].start);
        }
        let mut side = Side::default();
        for row in order {
            let each = &rows[row];
            let known = side.streams.iter().position(|&name| name == each.stream);
            let stream = known.unwrap_or_else(|| {
                side.streams.push(each.stream);
                side.streams.len() - 1
            });
            let first = side.words.len();
            side.words.ids.extend_from_slice(each.words);
            if let Some(times) = times {
                time(each, times, &mut side.words);
            }
            let words = first..side.words.len();
            side.segments.push(Segment { row, stream, words });
        }
        side
    }

    /// The words of each stream, in order.
    pub fn by_stream(&self) -> Vec<Words> {
        let assigned: Vec<usize> = self.segments.iter().map(|each| each.stream).collect();
        self.joined(&assigned, self.streams.len())
    }

    /// The places of the segments of each stream, in order.
    pub fn segments_by_stream(&self) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new(); self.streams.len()];
        for (at, segment) in self.segments.iter().enumerate() {
            found[segment.stream].push(at);
        }
        found
    }

    /// The words of the segments that each of `count` streams is given.
    pub fn joined(&self, assigned: &[usize], count: usize) -> Vec<Words> {
        let mut streams = vec![Words::default(); count];
        for (segment, &stream) in self.segments.iter().zip(assigned) {
            streams[stream].extend(&self.words, segment.words.clone());
        }
        streams
    }

    /// The words of a segment.
    pub fn part(&self, segment: &Segment) -> Words {
        self.words.part(segment.words.clone())
    }

    /// The same side without segments that have no words, and without streams that have none.
    pub fn spoken(&self) -> Side {
        let mut side = Side {
            words: self.words.clone(),
            ..Side::default()
        };
        for each in self.segments.iter().filter(|each| !each.words.is_empty()) {
            let name = self.streams[each.stream];
            let known = side.streams.iter().position(|&other| other == name);
            let stream = known.unwrap_or_else(|| {
                side.streams.push(name);
                side.streams.len() - 1
            });
            side.segments.push(Segment {
                stream,
                ..each.clone()
            });
        }
        side
    }
}

/// Add the times of the words of a segment. A border between two words, or the middle of one, is
/// rounded to the nearest microsecond, halves towards the later.
fn time(row: &Row<'_>, times: WordTimes, words: &mut Words) {
    let count = row.words.len() as i128;
    let total: i128 = row.lengths.iter().map(|&length| length as i128).sum();
    let span = (row.end - row.start) as i128;
    let at = |part: i128, whole: i128| {
        row.start + (2 * span * part + whole).div_euclid(2 * whole.max(1)) as i64
    };
    let mut done = 0;
    for (place, &length) in row.lengths.iter().enumerate() {
        let (place, length) = (place as i128, length as i128);
        let (begin, end) = match times {
            WordTimes::Segment => (row.start, row.end),
            WordTimes::Characters => (at(done, total), at(done + length, total)),
            WordTimes::CharacterPoints => {
                let middle = at(2 * done + length, 2 * total);
                (middle, middle)
            }
            WordTimes::Equal => (at(place, count), at(place + 1, count)),
            WordTimes::EqualPoints => {
                let middle = at(2 * place + 1, 2 * count);
                (middle, middle)
            }
        };
        words.begin.push(begin);
        words.end.push(end);
        done += length;
    }
}
