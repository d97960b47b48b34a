//! A pack, compiled: words, sets, rows and the trie of their sequences.

use rustc_hash::FxHashMap;

use crate::characters::Runs;
use crate::names::Names;
use crate::neighbours::Neighbours;
use crate::pattern::Gaps;
use crate::pieces::Pieces;
use crate::source::{Level, Numeral};
use crate::template::Template;
use crate::trie::{NodeId, RowId, SetId, Trie};
use crate::value::Kind;
use crate::variants::Variants;
use crate::words::{Named, Word, Words};

/// What the figures of a token may be read as; the sets that every pack has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {
    /// A whole number with or without marks of groups.
    Grouped,
    /// As they stand, zeros kept.
    Raw,
    /// A number with a decimal mark.
    Decimal,
    /// As they stand, this many.
    Length(u8),
    /// No figures: any word, and any that begins with a capital.
    Word,
    Name,
}

/// The sets that every pack has.
pub const BUILT_IN: [(&str, Figures); 13] = [
    ("fig", Figures::Grouped),
    ("raw", Figures::Raw),
    ("dec", Figures::Decimal),
    ("d2", Figures::Length(2)),
    ("d3", Figures::Length(3)),
    ("d4", Figures::Length(4)),
    ("d5", Figures::Length(5)),
    ("d6", Figures::Length(6)),
    ("d7", Figures::Length(7)),
    ("d8", Figures::Length(8)),
    ("d9", Figures::Length(9)),
    ("word", Figures::Word),
    ("name", Figures::Name),
];

#[derive(Clone, Debug)]
pub struct Set {
    pub name: String,
    pub figures: Option<Figures>,
    /// Where its sequences begin.
    pub seeds: NodeId,
    /// The sequences that begin with this set and belong to a set that may begin this one.
    pub grows: Vec<Grow>,
    /// The sets that may begin each other, this one included; empty for most.
    pub circle: Vec<SetId>,
}

/// Sequences of a set that begin with another of its circle: the values it takes, and what follows.
#[derive(Clone, Copy, Debug)]
pub struct Grow {
    /// Which set of the circle they belong to, as an index of it.
    pub of: u16,
    pub low: i64,
    pub high: i64,
    pub root: NodeId,
}

/// What a row is worth.
#[derive(Clone, Debug)]
pub enum Worth {
    /// A numeral, and which of the bound slots are its quotient, its rest and the number itself.
    Numeral {
        numeral: Numeral,
        quotient: Option<u8>,
        rest: Option<u8>,
        same: Option<u8>,
    },
    Template(Template),
}

#[derive(Clone, Debug)]
pub struct Row {
    pub kind: Kind,
    pub worth: Worth,
    pub written: Template,
    pub before: Vec<Condition>,
    pub after: Vec<Condition>,
    pub level: Level,
    /// Whether it is a short form with a full stop, in small letters: in capitals it is a name.
    pub small: bool,
    /// Whether it is a short form of single letters, whose last full stop must stand: *d.h.*
    pub stopped: bool,
    /// How many slots it binds.
    pub slots: u8,
    /// The line of the source, as an index of its rows.
    pub source: u32,
}

/// What must or must not be right before or after a row.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    pub wanted: bool,
    /// The gaps that may be between.
    pub gaps: Gaps,
    pub what: What,
}

#[derive(Clone, Copy, Debug)]
pub enum What {
    Set(SetId),
    /// One of these gaps.
    Gap(Gaps),
    /// The beginning or the end of a clause.
    Edge,
    /// A word with one of [`Pack::endings`].
    Ending(u16),
}

/// The short form of the end of words, and what it stands for.
#[derive(Clone, Debug)]
pub struct Tail {
    pub from: Box<str>,
    /// Whether a full stop must follow.
    pub dotted: bool,
    /// Whether it is written out; else only comparisons know it.
    pub writes: bool,
    pub to: Box<str>,
}

/// What a sign that no reading takes is written as.
#[derive(Clone, Debug)]
pub struct Sign {
    pub words: Box<str>,
    /// Only where figures follow.
    pub before_number: bool,
}

/// Which rows a reading may come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Those that may be written.
    Writable,
    /// All of them.
    All,
}

/// A compiled pack.
#[derive(Debug)]
pub struct Pack {
    pub words: Words,
    pub names: Names,
    pub trie: Trie,
    pub sets: Vec<Set>,
    pub rows: Vec<Row>,
    pub kinds: Vec<String>,
    /// Which tables it was made from: see [`crate::Source::digest`].
    pub digest: Box<str>,
    /// The kind of words that say nothing.
    pub(crate) nothing: Kind,
    pub pieces: Pieces,
    /// Words over several characters; none where words have spaces between them.
    pub(crate) runs: Option<Runs>,
    /// Bits of sets by word: which a word may begin.
    pub(crate) starts: Vec<u64>,
    pub(crate) stride: usize,
    pub(crate) neighbours: Neighbours,
    /// The pseudo sets of all top rows: what may be written, and all.
    pub(crate) tops: [SetId; 2],
    /// The name by which conditions ask for the beginning or the end of a clause.
    /// Words that wake the parser, by number, as bits of what is wanted.
    pub(crate) core: Vec<u8>,
    pub(crate) signs: FxHashMap<Box<str>, Sign>,
    /// Endings and beginnings with an apostrophe that are tokens of their own.
    /// Spellings of the same letters.
    pub variants: Option<Variants>,
    /// Endings of words that conditions ask for.
    pub(crate) endings: Vec<Box<str>>,
    /// The word for a full stop inside a name, such as that of a site.
    pub(crate) dot: Option<Box<str>>,
    /// Letters that are written in one way.
    pub folds: Option<Variants>,
    /// Short forms at the ends of words.
    pub(crate) tails: Vec<Tail>,
    /// Words of numerals.
    pub(crate) numerals: Vec<bool>,
    /// Letters that are joined to the numeral after them.
    pub(crate) prefixes: Vec<String>,
    /// Capitals whose small letter is not the usual one.
    pub(crate) lower: Vec<(char, char)>,
    pub(crate) clitics: Vec<String>,
    pub(crate) elisions: Vec<String>,
    pub(crate) points: Vec<char>,
    pub(crate) groups: Vec<char>,
    pub(crate) indian: bool,
    /// What decides which differences may be forgiven: a kind, and words.
    pub guards: Vec<(String, Vec<String>)>,
    /// Whether accents make other words of words.
    pub keeps_accents: bool,
    /// Whether the language has patterns of its own, and not only those of all.
    pub has_patterns: bool,
    /// Words that say nothing.
    pub fillers: Vec<String>,
}

impl Pack {
    /// Capitals with the small letter that the language has for them, where it is not the usual one.
    #[must_use]
    pub fn lower(&self) -> &[(char, char)] {
        &self.lower
    }

    /// Whether a comma is the decimal mark.
    #[must_use]
    pub fn has_comma(&self) -> bool {
        self.points.first() == Some(&',')
    }

    /// A word, in lower case, with the short form at its end written out, and whether its full stop is
    /// part of that; none if the pack knows the word whole. Short forms that are only known are left out
    /// where it is `written`.
    #[must_use]
    pub fn lengthened(&self, word: &str, stopped: bool, written: bool) -> Option<(String, bool)> {
        let mut tails = self.tails.iter();
        let fits = |tail: &&Tail| (!tail.dotted || stopped) && (!written || tail.writes);
        let cut = |tail: &'_ Tail| {
            let stem = word.strip_suffix(&*tail.from)?;
            (!stem.is_empty()).then(|| (format!("{stem}{}", tail.to), tail.dotted))
        };
        let found = tails.by_ref().filter(fits).find_map(cut)?;
        self.words.get(word).is_none().then_some(found)
    }

    /// The bits of the sets that a word may begin.
    #[must_use]
    pub(crate) fn starts(&self, word: Word) -> &[u64] {
        let from = usize::from(word) * self.stride;
        &self.starts[from..from + self.stride]
    }

    /// Whether one token may be right before another in what is read of both, or of one.
    #[must_use]
    pub(crate) fn may_join(&self, wanted: Wanted, before: Named, token: Named) -> bool {
        let all = wanted == Wanted::All;
        self.neighbours.may_join(all, before, token)
    }

    #[must_use]
    pub(crate) fn top(&self, wanted: Wanted) -> SetId {
        self.tops[usize::from(wanted == Wanted::All)]
    }

    /// Whether a word wakes the parser.
    #[must_use]
    pub(crate) fn wakes(&self, word: Word, wanted: Wanted) -> bool {
        self.core[usize::from(word)] >> usize::from(wanted == Wanted::All) & 1 == 1
    }

    #[must_use]
    pub(crate) fn row(&self, row: RowId) -> &Row {
        &self.rows[row as usize]
    }
}
