//! One side of a region as a text, with all that its spans may be.

use mondegreen_language::value::Value;

use super::inner_marks;
use super::kinds::Kind;
use super::packs::{Known, Memory};
use super::punctuation;
use super::settings::Settings;
use super::window::Side;
use crate::scripts;

/// A reading of a stretch of the text.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Bytes of the text.
    pub from: u32,
    pub to: u32,
    /// The forgiver whose it is.
    pub kind: Kind,
    /// The pack that it comes from.
    pub pack: u8,
    /// What is compared.
    pub value: Value,
}

impl Reading {
    /// Whether it may be left out.
    pub fn is_silent(&self) -> bool {
        matches!(self.kind, Kind::Fillers | Kind::Punctuation)
    }
}

/// The words of a side as one text. Its nodes are the places at which something that is neither a mark
/// nor a space begins, and the end.
#[derive(Default)]
pub struct Line {
    /// The words, with spaces where the script has them.
    pub text: String,
    /// The bytes of each word.
    pub words: Vec<(u32, u32)>,
    /// For each byte, the next node.
    next: Vec<u32>,
    /// By the byte at which they begin.
    pub readings: Vec<Reading>,
    /// For each word, whether a reading begins within it.
    pub inner: Vec<bool>,
}

/// Whether a reading is a part of a figure with full stops inside: the *2.0* of *2.0.3*.
fn is_within_figure(text: &str, [from, to]: [usize; 2]) -> bool {
    let figure = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = text.as_bytes();
    let goes_on = |before: usize, at: usize, after: usize| {
        bytes.get(at) == Some(&b'.') && figure(bytes.get(before)) && figure(bytes.get(after))
    };
    goes_on(to.wrapping_sub(1), to, to + 1)
        || figure(bytes.get(from)) && goes_on(from.wrapping_sub(2), from.wrapping_sub(1), from)
}

impl Line {
    /// Read the words of a side, of which these are the bytes.
    pub fn read(&mut self, side: &Side, texts: &[&[u8]], settings: &Settings, memory: &mut Memory) {
        debug_assert_eq!(side.words.len(), texts.len());
        self.text.clear();
        self.words.clear();
        self.readings.clear();
        for word in texts {
            let word = punctuation::one_apostrophe(String::from_utf8_lossy(word));
            let word = match settings.has(Kind::Variants) && word.contains(scripts::is_unspaced) {
                true => settings.spelled(&word, &word).into(), // a sentence is one word, and may have numbers too
                false => word,
            };
            if !self.text.is_empty() && settings.joins.has_space(&self.text, &word) {
                self.text.push(' ');
            }
            let from = self.text.len() as u32;
            self.text.push_str(&word);
            self.words.push((from, self.text.len() as u32));
        }
        self.next.clear();
        self.next.resize(self.text.len() + 1, 0);
        for (at, known) in settings.packs.iter().enumerate() {
            let said = memory.read(known, &self.text);
            for found in &said.readings {
                if is_within_figure(&self.text, [found.from, found.to]) {
                    continue;
                }
                let kind = match found.says_nothing {
                    true => Some(Kind::Fillers),
                    false => known.forgiver(found.value.kind),
                };
                if let Some(kind) = kind.filter(|&kind| settings.has(kind)) {
                    let stop = known.has_stop(found.value.kind)
                        && self.text[..found.to].ends_with(char::is_numeric)
                        && self.text[found.to..].starts_with('.');
                    // the full stop of "am 21." may end the sentence, too
                    let ends = std::iter::once(found.to).chain(stop.then_some(found.to + 1));
                    self.readings.extend(ends.map(|to| Reading {
                        from: found.from as u32,
                        to: to as u32,
                        kind,
                        pack: at as u8,
                        value: found.value,
                    }));
                }
            }
            let unspaced = |text: &str| text.chars().any(scripts::is_unspaced);
            for bytes in said.silent().filter(|_| settings.has(Kind::Fillers)) {
                if unspaced(&self.text[bytes.clone()]) {
                    self.readings.push(Reading {
                        from: bytes.start as u32,
                        to: bytes.end as u32,
                        kind: Kind::Fillers,
                        pack: at as u8,
                        value: Value::default(),
                    });
                }
            }
            for bytes in said.bytes() {
                self.next[bytes].fill(1);
            }
            if let Some(value) = known.point().filter(|_| settings.has(Kind::Symbols)) {
                self.read_points(value, at as u8);
            }
            if settings.has(Kind::Numbers) {
                self.read_codes(known, at as u8, memory);
            }
        }
        if settings.has(Kind::Punctuation) && !self.text.is_ascii() {
            for bytes in inner_marks::silent(&self.text, &settings.lists) {
                self.next[bytes.start] = 1;
                self.readings.push(Reading {
                    from: bytes.start as u32,
                    to: bytes.end as u32,
                    kind: Kind::Punctuation,
                    pack: 0,
                    value: Value::default(),
                });
            }
        }
        let end = self.text.len() as u32;
        let mut node = end;
        for at in (0..=self.text.len()).rev() {
            if self.next[at] == 1 {
                node = at as u32;
            }
            self.next[at] = node;
        }
        self.next[self.text.len()] = end;
        self.readings.sort_by_key(|reading| reading.from);
        self.mark_inner();
    }

    /// Read the full stops of addresses as signs.
    fn read_points(&mut self, value: Value, pack: u8) {
        for &(from, to) in &self.words {
            let word = &self.text[from as usize..to as usize];
            if !word.contains('.') || !punctuation::is_address(word) {
                continue;
            }
            let (lead, core, _) = punctuation::parts(word);
            for (at, _) in core.match_indices('.') {
                let from = from + (lead.len() + at) as u32;
                self.next[from as usize] = 1;
                self.readings.push(Reading {
                    from,
                    to: from + 1,
                    kind: Kind::Symbols,
                    pack,
                    value,
                });
            }
        }
    }

    /// Read the figures after letters of a word, as in *BA2490*.
    fn read_codes(&mut self, known: &Known, pack: u8, memory: &mut Memory) {
        for &(from, to) in &self.words {
            let word = &self.text[from as usize..to as usize];
            let mut before = None;
            for (at, point) in word.char_indices() {
                let letter = |point: char| point.is_alphabetic() && !scripts::is_unspaced(point);
                let begins = point.is_numeric() && before.is_some_and(letter);
                before = Some(point);
                if !begins {
                    continue;
                }
                let said = memory.read(known, &word[at..]);
                for found in said.readings.iter().filter(|found| found.from == 0) {
                    if known.forgiver(found.value.kind) != Some(Kind::Numbers) {
                        continue;
                    }
                    self.next[from as usize + at] = 1;
                    self.readings.push(Reading {
                        from: from + at as u32,
                        to: from + (at + found.to) as u32,
                        kind: Kind::Numbers,
                        pack,
                        value: found.value,
                    });
                }
            }
        }
    }

    /// Whether one letter stands between spaces before a node and one after it: the letters are spelled.
    pub fn is_spelled(&self, node: u32) -> bool {
        let after = self.words.partition_point(|word| word.1 <= node);
        let one = |at: usize| {
            let (from, to) = self.words[at];
            let mut points = self.text[from as usize..to as usize].chars();
            points.next().is_some_and(char::is_alphabetic) && points.next().is_none()
        };
        after > 0
            && after < self.words.len()
            && self.start(after) == node
            && one(after - 1)
            && one(after)
    }

    fn mark_inner(&mut self) {
        self.inner.clear();
        self.inner.resize(self.words.len(), false);
        for reading in &self.readings {
            let word = self.words.partition_point(|word| word.1 <= reading.from);
            if word < self.words.len() && self.start(word) < reading.from {
                self.inner[word] = true;
            }
        }
    }

    /// The node at or after a byte.
    pub fn node(&self, at: u32) -> u32 {
        self.next[at as usize]
    }

    /// The node with which a word begins.
    pub fn start(&self, word: usize) -> u32 {
        let from = self
            .words
            .get(word)
            .map_or(self.text.len() as u32, |word| word.0);
        self.node(from)
    }

    /// Whether nothing of a word is left without marks.
    pub fn is_bare(&self, word: usize) -> bool {
        self.words
            .get(word)
            .is_some_and(|bytes| self.start(word) >= bytes.1)
    }

    /// The readings that begin at a node.
    pub fn readings_at(&self, node: u32) -> &[Reading] {
        let first = self.readings.partition_point(|reading| reading.from < node);
        let count = self.readings[first..].partition_point(|reading| reading.from == node);
        &self.readings[first..first + count]
    }

    /// If a node is where a word begins, or the end: the word after the last one before it.
    pub fn border(&self, node: u32) -> Option<usize> {
        let at = self.words.partition_point(|word| word.1 <= node);
        if at < self.words.len() && self.start(at) != node {
            return None;
        }
        let mut at = at;
        while at > 0 && self.is_bare(at - 1) {
            at -= 1;
        }
        Some(at)
    }

    /// The text between two places.
    pub fn piece(&self, from: u32, to: u32) -> &str {
        &self.text[from as usize..to as usize]
    }

    /// The letter at a node.
    pub fn letter(&self, node: u32) -> Option<char> {
        self.text[node as usize..].chars().next()
    }
}

/// Words of a line at which, and within which, readings begin.
pub struct Starts {
    /// Those at which.
    pub first: Vec<usize>,
    /// Those within which.
    pub inner: Vec<usize>,
}

impl Starts {
    /// Those of a line.
    pub fn of(line: &Line) -> Starts {
        let words = || 0..line.words.len();
        let begins = |&word: &usize| !line.readings_at(line.start(word)).is_empty();
        Starts {
            first: words().filter(begins).collect(),
            inner: words().filter(|&word| line.inner[word]).collect(),
        }
    }
}

/// Whether words that are the same but for case or marks end two other amounts: *5 mW*, *5 MW*.
pub fn are_other_units(lines: [&Line; 2], words: [usize; 2]) -> bool {
    let [said, written] = [0, 1].map(|side| {
        let (line, word) = (lines[side], words[side]);
        let (start, end) = (line.start(word), line.words[word].1);
        let amounts = line.readings.iter().filter(move |one| {
            one.kind == Kind::Numbers
                && one.value.name != 0
                && one.from <= start
                && one.to > start
                && one.to <= end
        });
        amounts.map(|one| (one.pack, one.value)).collect::<Vec<_>>()
    });
    !said.is_empty() && !written.is_empty() && !said.iter().any(|one| written.contains(one))
}
