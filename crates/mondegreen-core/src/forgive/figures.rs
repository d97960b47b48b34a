//! `numbers`: the same typed value, in words or in digits.

use std::borrow::Cow;

use super::window::{Band, Candidate, Side};
use super::words::{Vocabulary, NUMBER};
use super::{telephone, Settings, MOST_WORDS};
use crate::canonical::Scratch;
use crate::numbers::{Found, Kind};

/// Marks at the ends of words that are no part of a number.
const MARKS: &[char] = &[
    '.', ',', ';', ':', '!', '?', '"', '\'', '(', ')', '[', ']', '…', '“', '”', '’',
];

/// A number in one text: the words, in the region, and what it may be.
pub(super) struct Reading {
    pub from: isize,
    pub to: isize,
    pub keys: Vec<String>,
    pub marks: [String; 2],
    /// Several groups of digits, which may be as many numbers.
    pub grouped: bool,
}

impl Reading {
    /// Whether both are groups of digits that are parted in two ways and may be several numbers.
    fn is_parted_otherwise(&self, other: &Reading) -> bool {
        let sure = |key: &&String| key.starts_with('#') && other.keys.contains(key);
        self.grouped && other.grouped && self.keys.iter().find(sure).is_none()
    }
}

/// The candidates of `numbers`.
#[allow(clippy::too_many_arguments)]
pub fn candidates(
    texts: [&[&[u8]]; 2],
    sides: [&Side; 2],
    band: &Band,
    rank: u32,
    vocabulary: &Vocabulary,
    settings: &Settings,
    scratch: &mut Scratch,
    out: &mut Vec<Candidate>,
) {
    within(texts, sides, rank, settings, scratch, out);
    let near = |side: &Side| {
        let one = |at: isize| side.flags(at, vocabulary) & NUMBER != 0;
        (-1..=side.len() as isize).any(one)
    };
    if !sides.iter().all(|side| near(side)) {
        return;
    }
    let [reference, hypothesis] =
        [0, 1].map(|side| read(texts[side], sides[side], settings, scratch));
    if reference.is_empty() || hypothesis.is_empty() {
        return;
    }
    let lengths = sides.map(|side| side.len() as isize);
    let cut = sides[0].cut;
    let crosses_a_cut = |which: usize, reading: &Reading| {
        cut[0] && reading.from < 0 || cut[1] && reading.to > lengths[which]
    };
    for one in &reference {
        for other in near_to(one, &hypothesis, band) {
            if !one.keys.iter().any(|key| other.keys.contains(key))
                || one.is_parted_otherwise(other)
                || crosses_a_cut(0, one)
                || crosses_a_cut(1, other)
            {
                continue;
            }
            // What reaches out of the region on one side must do so on the other.
            let before = [one, other].map(|reading| (-reading.from).max(0));
            let following =
                [(one, 0), (other, 1)].map(|(reading, at)| (reading.to - lengths[at]).max(0));
            if before[0] != before[1] || following[0] != following[1] {
                continue;
            }
            let measured = || {
                let [one, other] = [one, other].map(|reading| format!("5{}", reading.marks[1]));
                super::folds::same_measure([&one, &other])
            };
            if one.marks != other.marks && !(settings.has(super::Kind::Punctuation) && measured()) {
                continue;
            }
            let (i, to_i) = (one.from.max(0), one.to.min(lengths[0]));
            let (j, to_j) = (other.from.max(0), other.to.min(lengths[1]));
            let long = to_i - i > MOST_WORDS as isize || to_j - j > MOST_WORDS as isize;
            if i > to_i || j > to_j || long {
                continue;
            }
            let said = sides[0].span(i as usize, to_i as usize);
            if said != sides[1].span(j as usize, to_j as usize) {
                out.push(Candidate {
                    i: i as u32,
                    j: j as u32,
                    to_i: to_i as u32,
                    to_j: to_j as u32,
                    rank,
                });
            }
        }
    }
}

/// Words of scripts without spaces that are the same except for how their numbers are written.
fn within(
    texts: [&[&[u8]]; 2],
    sides: [&Side; 2],
    rank: u32,
    settings: &Settings,
    scratch: &mut Scratch,
    out: &mut Vec<Candidate>,
) {
    let [said, written] = [0, 1].map(|side| -> Vec<(u32, String)> {
        let first = sides[side].from;
        let words = &texts[side][first..first + sides[side].len()];
        if !words.iter().any(|word| is_unspaced(word)) {
            return Vec::new();
        }
        let keys = words.iter().enumerate().filter_map(|(at, word)| {
            let key = is_unspaced(word).then(|| with_values(word, settings, scratch))?;
            Some((at as u32, key?))
        });
        keys.collect()
    });
    for (i, key) in &said {
        for (j, other) in &written {
            let given =
                [(0, *i), (1, *j)].map(|(side, at)| texts[side][sides[side].from + at as usize]);
            if key == other && given[0] != given[1] {
                out.push(Candidate {
                    i: *i,
                    j: *j,
                    to_i: i + 1,
                    to_j: j + 1,
                    rank,
                });
            }
        }
    }
}

/// Whether a word has letters of a script that parts no words: Han, kana.
fn is_unspaced(word: &[u8]) -> bool {
    let text = String::from_utf8_lossy(word);
    text.chars()
        .any(|point| matches!(point, '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}'))
}

/// A word with the values of its numbers in their place; nothing for a word without any.
fn with_values(word: &[u8], settings: &Settings, scratch: &mut Scratch) -> Option<String> {
    let found = settings.numbers(word, scratch);
    let text: Vec<char> = String::from_utf8_lossy(word).chars().collect();
    let mut out = String::new();
    let mut at = 0;
    for (number, start, end) in &found {
        push_apart(&mut out, text.get(at..*start as usize)?.iter().copied());
        for piece in form(number).split(' ') {
            push_apart(&mut out, piece.chars());
        }
        at = *end as usize;
    }
    push_apart(&mut out, text.get(at..)?.iter().copied());
    (!found.is_empty()).then_some(out)
}

/// Append `piece`; a sign that no text holds keeps its digits from running into those before it.
fn push_apart(out: &mut String, piece: impl Iterator<Item = char>) {
    let mut piece = piece.peekable();
    let digit = |point: &char| point.is_ascii_digit();
    if out.chars().next_back().as_ref().is_some_and(digit) && piece.peek().is_some_and(digit) {
        out.push('\u{1}');
    }
    out.extend(piece);
}

/// The readings of the hypothesis to which a path may come from where one begins.
fn near_to<'a>(one: &Reading, all: &'a [Reading], band: &Band) -> &'a [Reading] {
    let row = (one.from.max(0) as usize).min(band.rows.len() - 1);
    let (first, last) = band.rows[row];
    let from = |reading: &Reading| reading.from.max(0);
    let first = all.partition_point(|reading| from(reading) < first as isize);
    let last = all.partition_point(|reading| from(reading) <= last as isize);
    &all[first..last.max(first)]
}

/// The numbers that touch a region.
fn read(texts: &[&[u8]], side: &Side, settings: &Settings, scratch: &mut Scratch) -> Vec<Reading> {
    let mut line = Vec::new();
    let mut places = Vec::new();
    let mut count = 0u32;
    for &word in texts {
        if !line.is_empty() {
            line.push(b' ');
            count += 1;
        }
        let start = count;
        line.extend_from_slice(word);
        count += points(word);
        places.push((start, count));
    }
    let found = settings.numbers(&line, scratch);
    let mut readings = Vec::new();
    let mut groups = Vec::new();
    let offset = side.from as isize;
    for (found, start, end) in &found {
        let first = places.partition_point(|place| place.1 <= *start);
        let last = places.partition_point(|place| place.0 < *end);
        if first >= last {
            continue;
        }
        let edge = |word: &[u8], from: u32, to: u32| -> Option<String> {
            let text = String::from_utf8_lossy(word);
            let piece: String = text
                .chars()
                .skip(from as usize)
                .take((to - from) as usize)
                .collect();
            piece
                .chars()
                .all(|point| MARKS.contains(&point))
                .then_some(piece)
        };
        let lead = edge(texts[first], 0, start - places[first].0);
        let (from, to) = places[last - 1];
        let trail = edge(texts[last - 1], end - from, to - from);
        let (Some(lead), Some(trail)) = (lead, trail) else {
            continue;
        };
        let mut reading = Reading {
            from: first as isize - offset,
            to: last as isize - offset,
            keys: keys(found),
            marks: [lead, trail],
            grouped: false,
        };
        groups.push((found, reading.from, reading.to, reading.marks.clone()));
        // The full stop of "am 21." may end the sentence, too.
        let word = String::from_utf8_lossy(texts[last - 1]);
        let stop = word.chars().nth((end - from) as usize - 1) == Some('.');
        if stop && found.kind == Kind::Ordinal && reading.marks[1].is_empty() {
            readings.push(Reading {
                keys: reading.keys.clone(),
                marks: [reading.marks[0].clone(), ".".to_string()],
                ..reading
            });
        }
        // "10:00 AM" and "ten a.m." are the same hour if the same half of the day follows.
        let next = texts.get(last);
        let clock = next.filter(|word| is_oclock(word)).map(|_| "o'clock");
        if let Some(half) = next.and_then(|word| half_of_day(word)).or(clock) {
            let whole = Reading {
                from: reading.from,
                to: reading.to + 1,
                keys: vec![
                    format!("={} {half}", form(found)),
                    format!("time {} {half}", found.value),
                ],
                marks: [reading.marks[0].clone(), String::new()],
                grouped: false,
            };
            readings.push(whole);
        } else if found.value.ends_with("am") || found.value.ends_with("pm") {
            reading.marks[1] = String::new();
        }
        readings.push(reading);
    }
    let written = |from: isize, to: isize| {
        let words = &texts[(from + offset) as usize..(to + offset) as usize];
        words.iter().all(|word| word.iter().any(u8::is_ascii_digit))
    };
    let groups: Vec<telephone::Group<'_>> = groups
        .iter()
        .map(|(found, from, to, marks)| telephone::Group {
            found,
            from: *from,
            to: *to,
            marks,
            plain: found.kind == Kind::Digits || found.text.len() == 1 || written(*from, *to),
        })
        .collect();
    readings.extend(telephone::readings(&groups));
    readings.extend(groups.windows(2).filter_map(time_in_two));
    readings.sort_by_key(|reading| reading.from);
    readings.retain(|reading| reading.to >= 0 && reading.from <= side.len() as isize);
    readings
}

/// `2 30`, as normalizers write 2:30, which may be the time that the other text says: `half past two`.
fn time_in_two(groups: &[telephone::Group<'_>]) -> Option<Reading> {
    let [hour, minutes] = groups else { return None };
    let parted = !hour.marks[1].is_empty() || !minutes.marks[0].is_empty();
    let plain = |group: &telephone::Group<'_>| {
        let digits = group.found.text.bytes().all(|byte| byte.is_ascii_digit());
        group.plain && digits && group.found.unit.is_none()
    };
    if hour.to != minutes.from || parted || !plain(hour) || !plain(minutes) {
        return None;
    }
    let [hours, rest] = [hour, minutes].map(|group| group.found.text.as_str());
    let right = hours.len() <= 2 && hours.parse::<u8>().is_ok_and(|hour| hour <= 24);
    (right && rest.len() == 2 && rest < "60").then(|| Reading {
        from: hour.from,
        to: minutes.to,
        keys: vec![format!("time {hours}:{rest} ")],
        marks: [hour.marks[0].clone(), minutes.marks[1].clone()],
        grouped: false,
    })
}

/// How a number is written; ordinals that no normalizer writes in digits are told by their value.
fn form(found: &Found) -> Cow<'_, str> {
    if found.text.is_empty() {
        Cow::Owned(format!("{} {}", found.kind.name(), found.value))
    } else {
        Cow::Borrowed(&found.text)
    }
}

/// All that a number may be.
fn keys(found: &Found) -> Vec<String> {
    let unit = found.unit.as_deref().unwrap_or("");
    let key = |kind: &str, value: &str| format!("{kind} {value} {unit}");
    let mut keys = vec![format!("={}", form(found))];
    // What may be something else than a part, as the rooms of "tres cuartos", is that as it was said.
    if found.kind != Kind::Fraction || found.text == found.value || !found.value.ends_with("/4") {
        keys.push(key(found.kind.name(), &found.value));
    }
    for (kind, value) in &found.alternatives {
        let time = *kind == Kind::Time;
        keys.push(if time {
            format!("time {value} ")
        } else {
            key(kind.name(), value)
        });
    }
    keys.extend(telephone::keys(found));
    keys
}

fn half_of_day(word: &[u8]) -> Option<&'static str> {
    let letters = word.iter().filter(|byte| !b".,;!?".contains(byte));
    let mut letters = letters.map(u8::to_ascii_lowercase);
    match (letters.next(), letters.next(), letters.next()) {
        (Some(b'a'), Some(b'm'), None) => Some("am"),
        (Some(b'p'), Some(b'm'), None) => Some("pm"),
        _ => None,
    }
}

fn is_oclock(word: &[u8]) -> bool {
    let word = String::from_utf8_lossy(word);
    let word = super::folds::unmarked(&word);
    word.eq_ignore_ascii_case("o'clock")
}

/// The number of code points of a text in generalised UTF-8.
fn points(word: &[u8]) -> u32 {
    word.iter().filter(|byte| *byte & 0xC0 != 0x80).count() as u32
}
