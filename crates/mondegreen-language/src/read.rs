//! From a text to its readings, or to its normalized form.

use crate::characters::Span;
use crate::chart::{Chart, Place};
use crate::cover::Cover;
use crate::lattice::{look_up, next_island, Island, Known, Lattice};
use crate::pack::{Pack, Wanted, Worth};
use crate::pieces::Piece;
use crate::tokens::{Gap, Kind, Tokens};
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

/// Something that a normalizer wrote anew, besides case, punctuation and width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewrite<'p> {
    /// The kind of the row, or `fillers` or `symbols`.
    pub rule: &'p str,
    /// Bytes of the text.
    pub from: usize,
    pub to: usize,
    pub output: String,
}

/// Reads texts with one pack; its working memory is used again for each.
pub struct Reader<'p> {
    pack: &'p Pack,
    /// Whether hesitations stay in the normalized text.
    pub keep_fillers: bool,
    log: Option<Vec<Rewrite<'p>>>,
    tokens: Tokens,
    known: Vec<Known<'p>>,
    pieces: Vec<Piece>,
    spans: Vec<Span>,
    lattice: Lattice,
    chart: Chart,
    cover: Cover,
}

impl<'p> Reader<'p> {
    #[must_use]
    pub fn new(pack: &'p Pack) -> Self {
        Self {
            pack,
            keep_fillers: false,
            log: None,
            tokens: Tokens {
                unspaced: pack.runs.is_some(),
                ..Tokens::default()
            },
            known: Vec::new(),
            pieces: Vec::new(),
            spans: Vec::new(),
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
            text,
            &mut self.pieces,
            &mut self.spans,
            &mut self.known,
        );
    }

    /// Read one island.
    fn island(&mut self, text: &str, island: Island, wanted: Wanted) {
        self.lattice.build(
            self.pack,
            &self.tokens,
            text,
            &self.known,
            &self.spans,
            island,
            &mut self.pieces,
        );
        let place = Place {
            pack: self.pack,
            lattice: &self.lattice,
            tokens: &self.tokens,
            text,
            island,
        };
        self.chart.read(place, wanted);
    }

    /// All readings of all spans, those that only a comparison may use included.
    pub fn readings(&mut self, text: &str) -> Vec<Found> {
        self.start(text, Wanted::All);
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(island) = next_island(&self.tokens.list, &self.known, at) {
            at = island.to;
            self.island(text, island, Wanted::All);
            let blocks = self.chart.readings.iter();
            let blocks = blocks.filter(|reading| self.pack.row(reading.row).block);
            let blocks: Vec<(u32, u32)> = blocks.map(|block| (block.from, block.to)).collect();
            for reading in &self.chart.readings {
                // nothing within a block is read, and nothing that begins or ends within it and goes on
                let held = |&(from, to): &(u32, u32)| {
                    let apart = reading.to <= from || to <= reading.from;
                    let around = reading.from <= from && to <= reading.to;
                    !apart && (!around || (reading.from, reading.to) == (from, to))
                };
                if blocks.iter().any(held) {
                    continue;
                }
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
                let start = found.tokens.0;
                let mut same = all
                    .iter()
                    .rev()
                    .take_while(|other: &&Found| other.tokens.0 == start);
                if !same.any(|other| *other == found) {
                    all.push(found);
                }
            }
        }
        all
    }

    /// Whether a row, by its index in the source, holds words of a text as they are.
    pub(crate) fn holds(&mut self, text: &str, source: usize) -> bool {
        self.start(text, Wanted::All);
        let mut at = 0;
        while let Some(island) = next_island(&self.tokens.list, &self.known, at) {
            at = island.to;
            self.island(text, island, Wanted::All);
            let mut rows = self
                .chart
                .readings
                .iter()
                .map(|reading| self.pack.row(reading.row));
            if rows.any(|row| row.block && row.source as usize == source) {
                return true;
            }
        }
        false
    }

    /// The words of a text, which of them say nothing, and all its readings.
    pub(crate) fn parts(&mut self, text: &str) -> (Vec<(String, bool)>, Vec<Found>) {
        let readings = self.readings(text);
        let words = (0..self.tokens.list.len()).map(|at| {
            let token = &self.tokens.list[at];
            let symbol = self.known[at]
                .entry
                .is_some_and(|entry| !entry.symbols.is_empty());
            let exact = &text[token.from as usize..token.to as usize];
            // a symbol of several cases is its exact text where the text has capitals
            let shown = if symbol && self.tokens.capitals {
                exact
            } else {
                self.tokens.text(token)
            };
            (
                format!("{}{shown}", self.parting(at)),
                self.says_nothing(at, text),
            )
        });
        (words.collect(), readings)
    }

    /// In scripts without spaces: the mark that parts a number from the one before it.
    fn parting(&self, at: usize) -> &'static str {
        let Some(runs) = &self.pack.runs else {
            return "";
        };
        let number = |at: usize| match self.tokens.list[at].kind {
            Kind::Figures => true,
            Kind::Character => {
                (self.known[at].entry).is_some_and(|entry| runs.is_numeral(entry.word))
            }
            Kind::Word | Kind::Sign => false,
        };
        if at == 0 || !number(at) || !number(at - 1) {
            return "";
        }
        match self.tokens.list[at].gap {
            Gap::Hyphen => "-",
            Gap::Comma | Gap::Break | Gap::Stop | Gap::Mark => ",",
            Gap::Glued | Gap::Space | Gap::Point | Gap::Short => "",
        }
    }

    /// Whether a word is a hesitation: not after figures, where it may be a unit, and not in
    /// capitals among small letters, where it is a name.
    fn says_nothing(&self, at: usize, text: &str) -> bool {
        let token = &self.tokens.list[at];
        if !matches!(token.kind, Kind::Word | Kind::Character) || !self.known[at].filler {
            return false;
        }
        let after_figures = at > 0
            && matches!(token.gap, Gap::Glued | Gap::Space)
            && self.tokens.list[at - 1].kind == Kind::Figures;
        let exact = &text[token.from as usize..token.to as usize];
        let small = |letter: char| letter.is_lowercase();
        let name = !exact.contains(small) && text.contains(small) && exact.chars().nth(1).is_some();
        !after_figures && !name
    }

    /// What [`Reader::normalize`] writes anew in a text, in order.
    pub fn rewrites(&mut self, text: &str) -> Vec<Rewrite<'p>> {
        self.log = Some(Vec::new());
        self.normalize(text, &mut String::new());
        self.log.take().unwrap_or_default()
    }

    /// Note that the tokens `from` up to `to` became the end of `out`.
    fn note(&mut self, rule: &'p str, from: usize, to: usize, written: &str) {
        let Some(log) = &mut self.log else { return };
        let list = &self.tokens.list;
        log.push(Rewrite {
            rule,
            from: list[from].from as usize,
            to: list[to - 1].to as usize,
            output: written.to_owned(),
        });
    }

    /// Whether tokens are written as they stand, apart from case and the marks between them.
    fn is_written_so(&self, from: usize, to: usize, written: &str) -> bool {
        let plain = |text: &str| -> String { text.split(' ').collect() };
        let tokens = self.tokens.list[from..to].iter();
        let said: String = tokens.map(|token| self.tokens.text(token)).collect();
        plain(&said) == plain(written)
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
                tight = self.word(token, text, tight, start, out);
            }
            at = island.to;
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
            let mut token = island.from;
            while token < island.to {
                let Some(reading) = self.cover.chosen[token - island.from] else {
                    tight = self.word(token, text, tight, start, out);
                    token += 1;
                    continue;
                };
                let reading = &self.chart.readings[reading as usize];
                let row = self.pack.row(reading.row);
                let to = island.from + reading.to as usize;
                if row.block {
                    for at in token..to {
                        tight = self.word(at, text, tight, start, out);
                    }
                    token = to;
                    continue;
                }
                if out.len() > start && !(tight && self.tokens.list[token].gap == Gap::Glued) {
                    out.push(' ');
                }
                let written = out.len();
                row.written
                    .write(self.chart.bound(reading), &self.pack.names, out);
                if self.log.is_some() && !self.is_written_so(token, to, &out[written..]) {
                    let kind = &self.pack.kinds[usize::from(row.kind)];
                    self.note(kind, token, to, &out[written..]);
                }
                if self.pack.runs.is_some() {
                    part_figures(out, written);
                }
                token = to;
                let last = self.tokens.list[token - 1].kind;
                tight = last == Kind::Figures || self.pack.runs.is_some();
            }
        }
        for token in at..self.tokens.list.len() {
            tight = self.word(token, text, tight, start, out);
        }
    }

    /// Append a token that is not read; whether the next may stand next to it without a space.
    fn word(&mut self, at: usize, text: &str, tight: bool, start: usize, out: &mut String) -> bool {
        let entry = self.known[at].entry;
        if !self.keep_fillers && self.says_nothing(at, text) {
            self.note("fillers", at, at + 1, "");
            return tight && self.pack.runs.is_some();
        }
        let pack = self.pack;
        let token = &self.tokens.list[at];
        let folded = self.tokens.text(token);
        let said = if token.kind == Kind::Sign {
            pack.signs.get(folded)
        } else {
            None
        };
        let kind = |at: usize| self.tokens.list.get(at).map(|token| token.kind);
        let figures = |at: usize| kind(at) == Some(Kind::Figures);
        let said = said.filter(|sign| {
            // the figures of an amount may have their currency before them
            let amount = kind(at + 1) == Some(Kind::Sign) && figures(at + 2);
            let apart = token.gap != Gap::Glued;
            let next_to_figures = figures(at + 1) || (at > 0 && figures(at - 1));
            // a dash with spaces around it, between figures, is no sign of what follows
            let between = apart
                && at > 0
                && figures(at - 1)
                && self
                    .tokens
                    .list
                    .get(at + 1)
                    .is_some_and(|next| next.gap == Gap::Space);
            let number = (figures(at + 1) || amount) && !between;
            (!sign.before_number || number) && !(sign.words.is_empty() && apart && next_to_figures)
        });
        let rewrite = entry.and_then(|entry| entry.rewrite.as_ref());
        let kept = said.is_none() && rewrite.is_none();
        let glued = tight && kept && matches!(token.gap, Gap::Glued | Gap::Point);
        let written = match (said, rewrite) {
            (Some(sign), _) => &sign.words,
            (None, Some((_, words))) => words,
            (None, None) => folded,
        };
        if written.is_empty() {
            return false;
        }
        if glued && token.gap == Gap::Point {
            out.push('.');
        } else if out.len() > start && !glued {
            out.push(' ');
        }
        let length = out.len();
        out.push_str(written);
        let plain = said.is_none();
        if self.log.is_some() && !(plain && rewrite.is_none()) {
            let rule = match rewrite {
                Some((kind, _)) if plain => &pack.kinds[usize::from(*kind)],
                _ => "symbols",
            };
            let written = written.to_string();
            self.note(rule, at, at + 1, &written);
        }
        if glued && self.pack.runs.is_some() {
            part_figures(out, length);
        }
        plain
    }
}

/// A space at a byte of the text between two figures, so that they stay two numbers.
fn part_figures(out: &mut String, at: usize) {
    let figure = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    if at > 0 && figure(out.as_bytes().get(at - 1)) && figure(out.as_bytes().get(at)) {
        out.insert(at, ' ');
    }
}
