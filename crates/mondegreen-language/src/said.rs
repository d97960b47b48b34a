//! A text as it may be understood: its words and all that its spans may say.

use std::ops::Range;

use crate::read::{Found, Reader};
use crate::source::Level;
use crate::tokens::{Gap, Kind};
use crate::words::{Word, NONE};

/// A token of a text.
#[derive(Clone, Copy, Debug)]
struct Spoken {
    from: u32,
    to: u32,
    folded: (u32, u32),
    kind: Kind,
    gap: Gap,
    /// The symbol that it is in exactly this case, right after a number.
    symbol: Word,
    says_nothing: bool,
    /// In scripts without spaces: the gap that parts a number from the one before it.
    parted: Option<Gap>,
}

/// All that a text may say; two spans of two texts say the same where [`Said::meets`].
#[derive(Clone, Debug)]
pub struct Said {
    tokens: Vec<Spoken>,
    folded: String,
    /// All readings, in the order of the tokens at which they begin.
    pub readings: Vec<Found>,
}

impl Reader<'_> {
    /// What a text may say, with all readings that a comparison may use.
    ///
    /// ```
    /// # use mondegreen_language::{compile, Reader, Source};
    /// # let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/mondegreen/languages");
    /// let pack = compile(&Source::read(&[root], "en")?)?;
    /// let mut reader = Reader::new(&pack);
    /// let (one, other) = (reader.said("at five oh five"), reader.said("at 5:05"));
    /// assert!(one.meets(one.whole(), &other, other.whole()));
    /// assert!(one.meets(one.tokens(3..15), &other, other.tokens(3..7)));
    /// # Ok::<(), String>(())
    /// ```
    pub fn said(&mut self, text: &str) -> Said {
        let readings = self.found(text, false);
        let tokens = (0..self.tokens.list.len()).map(|at| {
            let token = &self.tokens.list[at];
            let after_number = at > 0
                && matches!(token.gap, Gap::Glued | Gap::Space | Gap::Hyphen)
                && self.known[at - 1].core;
            let exact = &text[token.from as usize..token.to as usize];
            let symbols = self.known[at].entry.iter().flat_map(|entry| &entry.symbols);
            let mut symbols = symbols.filter(|(symbol, _)| after_number && **symbol == *exact);
            Spoken {
                from: token.from,
                to: token.to,
                folded: (token.folded, token.folded_to),
                kind: token.kind,
                gap: token.gap,
                symbol: symbols.next().map_or(NONE, |(_, word)| *word),
                says_nothing: self.says_nothing(at, text),
                parted: self.parted(at),
            }
        });
        Said {
            tokens: tokens.collect(),
            folded: self.tokens.folded.clone(),
            readings: whole(readings, |at| {
                self.tokens.list[at as usize].kind == Kind::Word
            }),
        }
    }
}

impl Reader<'_> {
    fn parted(&self, at: usize) -> Option<Gap> {
        let runs = self.pack.runs.as_ref()?;
        let number = |at: usize| match self.tokens.list[at].kind {
            Kind::Figures => true,
            Kind::Character => {
                (self.known[at].entry).is_some_and(|entry| runs.is_numeral(entry.word))
            }
            Kind::Word | Kind::Sign => false,
        };
        if at == 0 || !number(at) || !number(at - 1) {
            return None;
        }
        match self.tokens.list[at].gap {
            Gap::Hyphen => Some(Gap::Hyphen),
            Gap::Comma | Gap::Break | Gap::Stop | Gap::Mark => Some(Gap::Comma),
            Gap::Glued | Gap::Space | Gap::Point | Gap::Short => None,
        }
    }
}

/// Readings without parts of numerals in words: the *five* of *twenty five* is no number of its own,
/// unless the rest of the numeral is of another that goes on, as in *ninety five hundred*.
fn whole(readings: Vec<Found>, is_word: impl Fn(u32) -> bool) -> Vec<Found> {
    let numerals = readings.iter().filter(|found| {
        let (from, to) = found.tokens;
        found.is_number
            && found.level == Level::Write
            && (to == from + 1 || (from..to).any(&is_word))
    });
    let numerals: Vec<_> = numerals
        .map(|found| (found.tokens, found.value.kind))
        .collect();
    // they are in the order of their beginnings, so that few are near to a place
    let longest = numerals.iter().map(|((from, to), _)| to - from).max();
    let longest = longest.unwrap_or(0);
    let beginning = |from: u32, to: u32| {
        let first = numerals.partition_point(|((start, _), _)| *start < from);
        let near = numerals[first..].iter();
        near.take_while(move |((start, _), _)| *start <= to)
    };
    let is_part = |found: &Found| {
        let (from, to) = found.tokens;
        let goes_on = |large: (u32, u32)| {
            beginning(to, to).any(|((_, end), _)| *end > large.1)
                || beginning(from.saturating_sub(longest), from)
                    .any(|&((start, end), _)| end == from && start < large.0)
        };
        let mut near = beginning(to.saturating_sub(longest), from);
        found.is_number
            && near.any(|&(large, kind)| {
                let within = large != (from, to) && large.0 <= from && to <= large.1;
                within && kind == found.value.kind && !goes_on(large)
            })
    };
    let parts: Vec<bool> = readings.iter().map(is_part).collect();
    let mut parts = parts.into_iter();
    let mut readings = readings;
    readings.retain(|_| !parts.next().unwrap_or(false));
    readings
}

impl Said {
    /// All tokens.
    #[must_use]
    pub fn whole(&self) -> Range<usize> {
        0..self.tokens.len()
    }

    /// The bytes of each token.
    pub fn bytes(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let range = |token: &Spoken| token.from as usize..token.to as usize;
        self.tokens.iter().map(range)
    }

    /// The bytes of each token that says nothing, as a hesitation does.
    pub fn silent(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let silent = self.tokens.iter().filter(|token| token.says_nothing);
        silent.map(|token| token.from as usize..token.to as usize)
    }

    /// The tokens that share a byte with a range of the text.
    #[must_use]
    pub fn tokens(&self, bytes: Range<usize>) -> Range<usize> {
        let from = self
            .tokens
            .partition_point(|token| token.to as usize <= bytes.start);
        let to = self
            .tokens
            .partition_point(|token| (token.from as usize) < bytes.end);
        from..to.max(from)
    }

    fn text(&self, at: usize) -> &str {
        let (from, to) = self.tokens[at].folded;
        &self.folded[from as usize..to as usize]
    }

    /// The readings that begin at a token.
    fn starting(&self, at: usize) -> impl Iterator<Item = &Found> {
        let begins = |found: &Found| found.tokens.0 as usize;
        let from = self.readings.partition_point(|found| begins(found) < at);
        self.readings[from..]
            .iter()
            .take_while(move |found| begins(found) == at)
    }

    /// Whether a token is the same in both texts: two units that differ in case alone are not.
    fn is_same(&self, at: usize, other: &Self, there: usize) -> bool {
        let (symbol, another) = (self.tokens[at].symbol, other.tokens[there].symbol);
        self.text(at) == other.text(there)
            && self.tokens[at].parted == other.tokens[there].parted
            && (symbol == another || symbol == NONE || another == NONE)
    }

    /// For figures after others, or after a mark that is joined to others: whether they are joined,
    /// or a full stop is between.
    fn joint(&self, at: usize) -> Option<Gap> {
        let is = |back: usize, kind: Kind| at >= back && self.tokens[at - back].kind == kind;
        let joined = |at: usize| self.tokens[at].gap == Gap::Glued;
        let marked = is(2, Kind::Figures) && is(1, Kind::Sign) && joined(at - 1);
        let gap = match self.tokens.get(at)?.gap {
            gap @ (Gap::Glued | Gap::Stop) => gap,
            _ => Gap::Space,
        };
        (is(0, Kind::Figures) && (marked || is(1, Kind::Figures))).then_some(gap)
    }

    /// Whether spans of tokens of two texts may say the same.
    ///
    /// A way goes through both at once: over a token that is the same in both, over words that say
    /// nothing, and over spans with the same value of the same kind.
    #[must_use]
    pub fn meets(&self, span: Range<usize>, other: &Self, there: Range<usize>) -> bool {
        let width = there.len() + 1;
        let mut reached = vec![false; (span.len() + 1) * width];
        let mut open = vec![(span.start, there.start)];
        while let Some((i, j)) = open.pop() {
            let place = (i - span.start) * width + j - there.start;
            if std::mem::replace(&mut reached[place], true) {
                continue;
            }
            if i == span.end && j == there.end {
                return true;
            }
            let (mine, theirs) = (i < span.end, j < there.end);
            if mine && self.tokens[i].says_nothing {
                open.push((i + 1, j));
            }
            if theirs && other.tokens[j].says_nothing {
                open.push((i, j + 1));
            }
            let inside = |found: &&Found, end: usize| found.tokens.1 as usize <= end;
            let mine_all = || {
                self.starting(i)
                    .filter(|found| mine && inside(found, span.end))
            };
            let theirs_all = || {
                other
                    .starting(j)
                    .filter(|found| theirs && inside(found, there.end))
            };
            for nothing in mine_all().filter(|found| found.says_nothing) {
                open.push((nothing.tokens.1 as usize, j));
            }
            for nothing in theirs_all().filter(|found| found.says_nothing) {
                open.push((i, nothing.tokens.1 as usize));
            }
            let apart = || Some(self.joint(i)? != other.joint(j)?);
            if !mine || !theirs || apart() == Some(true) {
                continue;
            }
            let read = |said: &Self, at: usize| {
                let alone = |found: &Found| found.tokens.1 as usize == at + 1;
                said.tokens[at].kind == Kind::Figures && said.starting(at).any(alone)
            };
            // figures are what they are read as: a pack may know the full stop of an ordinal
            let figures = read(self, i) && read(other, j);
            if !figures && self.is_same(i, other, j) {
                open.push((i + 1, j + 1));
            }
            for found in mine_all() {
                for equal in theirs_all().filter(|equal| equal.value == found.value) {
                    open.push((found.tokens.1 as usize, equal.tokens.1 as usize));
                }
            }
        }
        false
    }
}

/// Whether two texts may say the same.
pub fn meet(reader: &mut Reader, one: &str, other: &str) -> bool {
    let (one, other) = (reader.said(one), reader.said(other));
    one.meets(one.whole(), &other, other.whole())
}
