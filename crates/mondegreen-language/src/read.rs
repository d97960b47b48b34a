//! From a text to its readings, or to its normalized form.

use crate::chart::{Chart, Place};
use crate::cover::Cover;
use crate::lattice::{look_up, next_island, Known, Lattice};
use crate::pack::{Pack, Wanted, Worth};
use crate::pieces::Piece;
use crate::scan::{Gap, Kind, Tokens};
use crate::value::Value;

/// A span of a text and one thing that it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Bytes of the text.
    pub from: usize,
    pub to: usize,
    /// Tokens of the text.
    pub tokens: (u32, u32),
    pub value: Value,
    /// What the normalizer would write.
    pub written: String,
    /// The line of the row, as an index of the source's rows.
    pub source: u32,
}

/// Reads texts with one pack; its working memory is used again for each.
pub struct Reader<'p> {
    pack: &'p Pack,
    tokens: Tokens,
    known: Vec<Known<'p>>,
    pieces: Vec<Piece>,
    lattice: Lattice,
    chart: Chart,
    cover: Cover,
}

impl<'p> Reader<'p> {
    #[must_use]
    pub fn new(pack: &'p Pack) -> Self {
        Self {
            pack,
            tokens: Tokens::default(),
            known: Vec::new(),
            pieces: Vec::new(),
            lattice: Lattice::default(),
            chart: Chart::default(),
            cover: Cover::default(),
        }
    }

    fn start(&mut self, text: &str, wanted: Wanted) {
        self.tokens.scan(text);
        look_up(
            self.pack,
            wanted,
            &mut self.tokens,
            &mut self.pieces,
            &mut self.known,
        );
    }

    /// All readings of all spans, those that only a comparison may use included.
    pub fn readings(&mut self, text: &str) -> Vec<Found> {
        self.start(text, Wanted::All);
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(island) = next_island(&self.tokens.list, &self.known, at) {
            at = island.to;
            self.lattice.build(
                self.pack,
                &self.tokens,
                text,
                &self.known,
                island,
                &mut self.pieces,
            );
            let place = Place {
                pack: self.pack,
                lattice: &self.lattice,
                tokens: &self.tokens,
                island,
            };
            self.chart.read(place, Wanted::All);
            for reading in &self.chart.readings {
                let row = self.pack.row(reading.row);
                let bound = self.chart.bound(reading);
                let Worth::Template(worth) = &row.worth else {
                    continue;
                };
                let Some(value) = worth.value(bound) else {
                    continue;
                };
                let mut written = String::new();
                row.written.write(bound, &self.pack.names, &mut written);
                let token = |at: u32| self.tokens.list[island.from + at as usize];
                let found = Found {
                    from: token(reading.from).from as usize,
                    to: token(reading.to - 1).to as usize,
                    tokens: (
                        island.from as u32 + reading.from,
                        island.from as u32 + reading.to,
                    ),
                    value: Value {
                        kind: row.kind,
                        ..value
                    }
                    .shortest(),
                    written,
                    source: row.source,
                };
                if !all.contains(&found) {
                    all.push(found);
                }
            }
        }
        all
    }

    /// The words of a text and all its readings.
    pub(crate) fn parts(&mut self, text: &str) -> (Vec<String>, Vec<Found>) {
        let readings = self.readings(text);
        let words = self
            .tokens
            .list
            .iter()
            .map(|token| self.tokens.text(token).to_owned());
        (words.collect(), readings)
    }

    /// Whether a word says nothing.
    #[must_use]
    pub fn is_filler(&self, word: &str) -> bool {
        self.pack.words.get(word).is_some_and(|entry| entry.filler)
    }

    /// Append the normalized text.
    pub fn normalize(&mut self, text: &str, out: &mut String) {
        self.start(text, Wanted::Writable);
        let start = out.len();
        out.reserve(text.len());
        let mut at = 0;
        let mut tight = false;
        while let Some(island) = next_island(&self.tokens.list, &self.known, at) {
            for token in at..island.from {
                tight = self.word(token, tight, start, out);
            }
            at = island.to;
            self.lattice.build(
                self.pack,
                &self.tokens,
                text,
                &self.known,
                island,
                &mut self.pieces,
            );
            let place = Place {
                pack: self.pack,
                lattice: &self.lattice,
                tokens: &self.tokens,
                island,
            };
            self.chart.read(place, Wanted::Writable);
            let list = &self.tokens.list[island.from..];
            let tokens = &self.tokens;
            self.cover.choose(
                self.pack,
                &self.chart,
                self.lattice.tokens,
                |at| list[at as usize].kind == Kind::Figures,
                |at| tokens.text(&list[at as usize]),
            );
            let mut token = island.from;
            while token < island.to {
                let Some(reading) = self.cover.chosen[token - island.from] else {
                    tight = self.word(token, tight, start, out);
                    token += 1;
                    continue;
                };
                let reading = &self.chart.readings[reading as usize];
                if out.len() > start && !(tight && self.tokens.list[token].gap == Gap::Glued) {
                    out.push(' ');
                }
                let written = &self.pack.row(reading.row).written;
                written.write(self.chart.bound(reading), &self.pack.names, out);
                token = island.from + reading.to as usize;
                tight = self.tokens.list[token - 1].kind == Kind::Figures;
            }
        }
        for token in at..self.tokens.list.len() {
            tight = self.word(token, tight, start, out);
        }
    }

    /// Append a token that is not read; whether the next may stand next to it without a space.
    fn word(&self, at: usize, tight: bool, start: usize, out: &mut String) -> bool {
        let token = &self.tokens.list[at];
        let entry = self.known[at].entry;
        if token.kind == Kind::Word && entry.is_some_and(|entry| entry.filler) {
            return false;
        }
        let text = self.tokens.text(token);
        let said = if token.kind == Kind::Sign {
            self.pack.signs.get(text)
        } else {
            None
        };
        let said = said.filter(|sign| {
            let next = self.tokens.list.get(at + 1);
            !sign.before_number || next.is_some_and(|next| next.kind == Kind::Figures)
        });
        let glued = tight && said.is_none() && token.gap == Gap::Glued;
        let written = match (said, entry.and_then(|entry| entry.rewrite.as_deref())) {
            (Some(sign), _) => &sign.words,
            (None, Some(words)) => words,
            (None, None) => text,
        };
        if written.is_empty() {
            return false;
        }
        if out.len() > start && !glued {
            out.push(' ');
        }
        out.push_str(written);
        said.is_none()
    }
}
