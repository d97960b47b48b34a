//! From a text to its readings, or to its normalized form.

use std::ops::Range;

use crate::blocks::drop_held;
use crate::characters::Span;
use crate::chart::{Chart, Reading};
use crate::cover::Cover;
use crate::doubts::Doubts;
use crate::known::Known;
use crate::lattice::{Lattice, LookedUp};
use crate::lookup::{look_up, next_island, Island};
use crate::pack::{Pack, Wanted, Worth};
use crate::passes::Passes;
use crate::pieces::Piece;
use crate::place::Place;
use crate::remembered::Remembered;
use crate::source::Level;
use crate::tokens::{Gap, Kind, Tokens};
use crate::value::Value;
use crate::written::{Rewrite, Seam, Written};

/// A span of a text and one thing that it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Bytes of the text.
    pub from: usize,
    pub to: usize,
    /// Tokens of the text.
    pub tokens: (u32, u32),
    pub value: Value,
    /// Whether the normalizer may write it, or only a comparison may use it.
    pub level: Level,
    /// Whether it is a number, and no string of digits, date, time or amount.
    pub is_number: bool,
    /// Whether the words say nothing, as a hesitation does.
    pub says_nothing: bool,
    /// What the normalizer would write.
    pub written: String,
    /// The line of the row, as an index of the source's rows.
    pub source: u32,
}

impl Found {
    /// Whether it is the same reading of the same tokens.
    fn is(&self, other: &Self) -> bool {
        (self.tokens, self.value, self.source) == (other.tokens, other.value, other.source)
            && self.written == other.written
    }
}

/// The role that a word may have in the readings of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Role {
    /// None of them goes over it.
    #[default]
    None,
    /// It is in those alone that another word has.
    Joined,
    /// It may have readings of its own.
    Any,
}

/// Whether a word is of letters of ASCII; a mark may be at its end, and others between two letters.
fn is_of_letters(word: &str) -> bool {
    let marks = ['.', ',', '?', '!', ';', ':'];
    let word = word.strip_suffix(marks).unwrap_or(word);
    let mut parts = word.split(['-', '\'']);
    parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Reads texts with one pack; its working memory is used again for each.
pub struct Reader<'p> {
    pub(crate) pack: &'p Pack,
    /// Whether hesitations stay in the normalized text.
    pub keep_fillers: bool,
    pub(crate) log: Option<Vec<Rewrite<'p>>>,
    pub(crate) pieces_written: Option<Vec<Written>>,
    /// Where marks were dropped from what was written last, and which bytes of the text were read as one.
    pub(crate) seams: Vec<Seam>,
    pub(crate) spans: Vec<(u32, u32)>,
    pub(crate) passes: Passes,
    /// Whether the token before was written as it stood.
    pub(crate) after_word: bool,
    /// Whether the token before was a sign that is not written.
    pub(crate) sign_dropped: bool,
    /// Where what was written last may be read in another way.
    pub(crate) doubts: Doubts,
    pub(crate) tokens: Tokens,
    pub(crate) known: Vec<Known<'p>>,
    pieces: Vec<Piece>,
    words: Vec<Span>,
    pub(crate) lattice: Lattice,
    pub(crate) chart: Chart,
    pub(crate) cover: Cover,
    pub(crate) remembered: Remembered,
}

impl<'p> Reader<'p> {
    #[must_use]
    pub fn new(pack: &'p Pack) -> Self {
        Self {
            pack,
            keep_fillers: false,
            log: None,
            pieces_written: None,
            seams: Vec::new(),
            spans: Vec::new(),
            passes: Passes::default(),
            after_word: false,
            sign_dropped: false,
            doubts: Doubts::default(),
            tokens: Tokens {
                unspaced: pack.runs.is_some(),
                comma: pack.has_comma(),
                lower: pack.lower.clone(),
                ..Tokens::default()
            },
            known: Vec::new(),
            pieces: Vec::new(),
            words: Vec::new(),
            lattice: Lattice::default(),
            chart: Chart::default(),
            cover: Cover::default(),
            remembered: Remembered::default(),
        }
    }

    pub(crate) fn start(&mut self, text: &str, wanted: Wanted) {
        self.tokens.scan(text);
        look_up(
            self.pack,
            wanted,
            &mut self.tokens,
            text,
            &mut self.pieces,
            &mut self.words,
            &mut self.known,
        );
    }

    /// The role that a word between spaces may have in the readings of a text.
    pub fn role_of(&mut self, word: &str) -> Role {
        if self.pack.runs.is_some() || !is_of_letters(word) {
            return Role::Any;
        }
        self.start(word, Wanted::All);
        let roles = self.known.iter().map(|known| match known {
            Known { core: true, .. } => Role::Any,
            Known { live: true, .. } => Role::Joined,
            _ => Role::None,
        });
        roles.max().unwrap_or(Role::Any)
    }

    /// The next island at or after a token.
    pub(crate) fn next_island(&self, wanted: Wanted, at: usize) -> Option<Island> {
        next_island(self.pack, wanted, &self.tokens.list, &self.known, at)
    }

    /// Read one island.
    pub(crate) fn island(&mut self, text: &str, island: Island, wanted: Wanted) {
        let looked_up = LookedUp {
            tokens: &self.tokens,
            text,
            known: &self.known,
            spans: &self.words,
        };
        self.lattice
            .build(self.pack, looked_up, island, &mut self.pieces);
        let place = Place {
            pack: self.pack,
            lattice: &self.lattice,
            tokens: &self.tokens,
            text,
            island,
        };
        self.chart.read(&place, wanted);
        // where words have no spaces, a word of a block is one for the normalizer too
        if wanted == Wanted::All || self.pack.runs.is_some() {
            drop_held(self.pack, &mut self.chart.readings);
        }
    }

    /// The spans of an island that are written, as a range of those that are remembered.
    pub(crate) fn chosen(&mut self, text: &str, island: Island) -> Range<u32> {
        let looked_up = LookedUp {
            tokens: &self.tokens,
            text,
            known: &self.known,
            spans: &self.words,
        };
        if let Some(spans) = self.remembered.find(self.pack, &looked_up, island) {
            return spans;
        }
        self.island(text, island, Wanted::Writable);
        let list = &self.tokens.list[island.from..];
        let tokens = &self.tokens;
        self.cover.choose(
            self.pack,
            &self.chart,
            self.lattice.tokens,
            |at| list[at as usize].kind == Kind::Figures,
            |at| tokens.text(&list[at as usize]),
        );
        for &reading in &self.cover.chosen {
            let reading = &self.chart.readings[reading as usize];
            let row = self.pack.row(reading.row);
            let bound = self.chart.bound(reading);
            self.remembered.add(reading, |text| {
                row.written.write(bound, &self.pack.names, text)
            });
        }
        self.remembered.keep()
    }

    /// All readings of all spans, those that only a comparison may use included.
    pub fn readings(&mut self, text: &str) -> Vec<Found> {
        self.found(text, true)
    }

    /// All readings; `written` says whether what a normalizer would write is asked for.
    pub(crate) fn found(&mut self, text: &str, written: bool) -> Vec<Found> {
        self.start(text, Wanted::All);
        let mut all: Vec<Found> = Vec::new();
        let mut at = 0;
        while let Some(island) = self.next_island(Wanted::All, at) {
            at = island.to;
            self.island(text, island, Wanted::All);
            for reading in &self.chart.readings {
                if self.pack.row(reading.row).level == Level::Block {
                    continue;
                }
                let Some(found) = self.one(reading, island, written) else {
                    continue;
                };
                let start = found.tokens.0;
                let known = all.iter_mut().rev();
                let mut same = known
                    .take_while(|other| other.tokens.0 == start)
                    .filter(|other| other.is(&found));
                match same.next() {
                    Some(known) => known.level = known.level.min(found.level),
                    None => all.push(found),
                }
            }
        }
        all
    }

    fn one(&self, reading: &Reading, island: Island, written: bool) -> Option<Found> {
        let row = self.pack.row(reading.row);
        let bound = self.chart.bound(reading);
        let Worth::Template(worth) = &row.worth else {
            return None;
        };
        let worth = worth.value(bound)?;
        let value = Value {
            kind: row.kind,
            ..worth
        };
        let mut out = String::new();
        if written {
            row.written.write(bound, &self.pack.names, &mut out);
        }
        let token = |at: u32| self.tokens.list[island.from + at as usize];
        let from = island.from as u32;
        Some(Found {
            from: token(reading.from).from as usize,
            to: token(reading.to - 1).to as usize,
            tokens: (from + reading.from, from + reading.to),
            value: value.shortest(),
            level: row.level,
            is_number: worth.digits == 0
                && (worth.name, worth.other) == (0, 0)
                && !worth.fraction
                && worth.more == [0; 2],
            says_nothing: row.kind == self.pack.nothing,
            written: out,
            source: row.source,
        })
    }

    /// Whether a row, by its index in the source, holds words of a text as they are.
    pub(crate) fn holds(&mut self, text: &str, source: usize) -> bool {
        self.start(text, Wanted::All);
        let mut at = 0;
        while let Some(island) = self.next_island(Wanted::All, at) {
            at = island.to;
            self.island(text, island, Wanted::All);
            let readings = self.chart.readings.iter();
            let mut rows = readings.map(|reading| self.pack.row(reading.row));
            if rows.any(|row| row.level == Level::Block && row.source as usize == source) {
                return true;
            }
        }
        false
    }

    /// Whether a word is a hesitation: not after figures, where it may be a unit, and not in
    /// capitals among small letters, where it is a name.
    pub(crate) fn says_nothing(&self, at: usize, text: &str) -> bool {
        let token = &self.tokens.list[at];
        if !matches!(token.kind, Kind::Word | Kind::Character) || !self.known[at].filler {
            return false;
        }
        let after_figures = at > 0
            && matches!(token.gap, Gap::Glued | Gap::Space)
            && self.tokens.list[at - 1].kind == Kind::Figures;
        let exact = &text[token.from as usize..token.to as usize];
        let small = |letter: char| letter.is_lowercase();
        let name = !exact.contains(small) && self.tokens.small && exact.chars().nth(1).is_some();
        !after_figures && !name
    }
}
