//! One pair of texts: cut into tokens, take off what is common at both ends, align the middle.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use crate::distance;
use crate::graphemes;
use crate::hits::{Counts, Op, Walk};
use crate::long::{Long, Space};
use crate::rapidfuzz;
use crate::sclite;
use crate::scripts;
use crate::short::{self, Short, Wide};
use crate::tokens::{Interner, Letters, Pair, Pieces, Points, Rows};
use crate::weighted::{self, Weights};
use crate::words::{self, Separator, Word};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Words between white space.
    Word(Separator),
    /// Code points; white space ones only if `spaces`.
    Character {
        /// Whether white space counts.
        spaces: bool,
    },
    /// Extended grapheme clusters; those that begin with white space only if `spaces`.
    Grapheme {
        /// Whether white space counts.
        spaces: bool,
    },
    /// Characters of scripts without spaces between words, words of the others.
    Mixed,
}

/// Which alignment is chosen among those of least cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Fewest errors, then most hits, then the fixed order.
    MostHits,
    /// Fewest errors, ties as RapidFuzz and jiwer.
    RapidFuzz,
    /// Least weight, then fewest errors, then most hits, then the fixed order.
    Weighted(Weights),
    /// Least weight, ties as NIST's sclite.
    Sclite(Weights),
}

/// Aligns pairs, one after the other; its memory is used again.
pub struct Aligner {
    rule: Rule,
    walk: Walk,
    short: Short,
    wide: Wide,
    rows: Rows,
    letters: Letters,
    words: [Vec<Word>; 2],
    points: [Vec<u32>; 2],
    ids: [Vec<u32>; 2],
    interner: Interner,
    space: Space,
    ops: Vec<Op>,
    stop: Arc<AtomicBool>,
    too_long: bool,
}

impl Aligner {
    /// An aligner under `rule`. Once `stop` is set, a long pair is given up: what comes out then
    /// is meaningless and must be thrown away.
    pub fn new(rule: Rule, stop: Arc<AtomicBool>) -> Aligner {
        Aligner {
            rule,
            walk: Walk::default(),
            short: Short::default(),
            wide: Wide::default(),
            rows: Rows::default(),
            letters: Letters::default(),
            words: Default::default(),
            points: Default::default(),
            ids: Default::default(),
            interner: Interner::default(),
            space: Space::default(),
            ops: Vec::new(),
            stop,
            too_long: false,
        }
    }

    /// Whether a pair was too long for its weights, so that what came out is meaningless.
    pub fn too_long(&self) -> bool {
        self.too_long
    }

    /// The counts of two texts in generalised UTF-8.
    pub fn counts(&mut self, reference: &[u8], hypothesis: &[u8], unit: Unit) -> Counts {
        let mut counts = [Counts::default()];
        self.count(reference, hypothesis, unit, 0, &mut counts);
        self.finish(&mut counts);
        counts[0]
    }

    /// The errors of two texts of characters, in one pass. No rule is asked: it is the least there are.
    pub fn distance(&mut self, reference: &[u8], hypothesis: &[u8], spaces: bool) -> u64 {
        let mut points = std::mem::take(&mut self.points);
        code_points(reference, spaces, &mut points[0]);
        code_points(hypothesis, spaces, &mut points[1]);
        let pair = Points::new(&points[0], &points[1]);
        let (prefix, suffix) = pair.affix();
        let inner = pair.inner(prefix, suffix);
        let (rows, columns) = inner.lengths();
        let errors = if rows == 0 || columns == 0 {
            rows.max(columns) as u64
        } else if rows <= short::ROWS {
            self.fill(&inner)
        } else {
            let ids = inner.ids(&mut self.interner, &mut self.ids);
            let [reference, hypothesis] = &self.ids;
            Long::new(reference, hypothesis, ids, &mut self.space, &self.stop).errors()
        };
        self.points = points;
        errors
    }

    /// The counts of two lists of tokens.
    pub fn pair_counts<P: Pair>(&mut self, pair: &P) -> Counts {
        let mut counts = [Counts::default()];
        self.count_pair(pair, 0, &mut counts);
        self.finish(&mut counts);
        counts[0]
    }

    /// Write the counts of two texts in generalised UTF-8 to `counts[place]`, now or at the latest
    /// when [`Aligner::finish`] is called.
    pub fn count(
        &mut self,
        reference: &[u8],
        hypothesis: &[u8],
        unit: Unit,
        place: usize,
        counts: &mut [Counts],
    ) {
        match unit {
            Unit::Word(separator) => {
                self.count_words(reference, hypothesis, separator, place, counts);
            }
            Unit::Character { spaces } => {
                let mut points = std::mem::take(&mut self.points);
                code_points(reference, spaces, &mut points[0]);
                code_points(hypothesis, spaces, &mut points[1]);
                let pair = Points::new(&points[0], &points[1]);
                self.count_pair(&pair, place, counts);
                self.points = points;
            }
            Unit::Grapheme { .. } | Unit::Mixed => {
                let mut words = std::mem::take(&mut self.words);
                let pieces = cut(reference, hypothesis, unit, &mut words);
                self.count_pair(&pieces, place, counts);
                self.words = words;
            }
        }
    }

    /// The same for two lists of tokens.
    #[inline]
    pub fn count_pair<P: Pair>(&mut self, pair: &P, place: usize, counts: &mut [Counts]) {
        self.count_rest(pair, 0, place, counts);
    }

    /// Write the counts that are still due.
    pub fn finish(&mut self, counts: &mut [Counts]) {
        self.wide.finish(|place, found| counts[place] = found);
    }

    /// `outside` hits were found before and are added.
    #[inline]
    fn count_rest<P: Pair>(
        &mut self,
        pair: &P,
        outside: usize,
        place: usize,
        counts: &mut [Counts],
    ) {
        let (prefix, suffix) = pair.affix();
        let outside = (outside + prefix + suffix) as u64;
        let inner = pair.inner(prefix, suffix);
        let (rows, columns) = inner.lengths();
        let is_short = (1..=short::ROWS).contains(&rows) && (8..1024).contains(&columns);
        if self.rule == Rule::MostHits && is_short && rows > 1 {
            if self.queue(&inner, outside, place) {
                self.finish(counts);
            }
        } else {
            counts[place] = self.middle_counts(&inner);
            counts[place].hits += outside;
        }
    }

    /// Add a pair of short texts to those that are aligned together.
    #[inline]
    fn queue<P: Pair>(&mut self, pair: &P, outside: u64, place: usize) -> bool {
        let (rows, columns) = pair.lengths();
        if let Some([reference, hypothesis]) = pair.letters() {
            self.letters.load(reference);
            let found = hypothesis.iter().map(|&point| self.letters.of(point));
            let full = self.wide.add(place, outside, rows, found);
            self.letters.clear(reference);
            return full;
        }
        self.rows.load(pair);
        let found = (0..columns).map(|column| self.rows.of(pair, column));
        self.wide.add(place, outside, rows, found)
    }

    /// The steps of two texts in generalised UTF-8.
    pub fn ops(&mut self, reference: &[u8], hypothesis: &[u8], unit: Unit) -> &[Op] {
        if let Unit::Character { spaces } = unit {
            let mut points = std::mem::take(&mut self.points);
            code_points(reference, spaces, &mut points[0]);
            code_points(hypothesis, spaces, &mut points[1]);
            self.pair_ops(&Points::new(&points[0], &points[1]));
            self.points = points;
        } else {
            let mut words = std::mem::take(&mut self.words);
            let pieces = cut(reference, hypothesis, unit, &mut words);
            self.pair_ops(&pieces);
            self.words = words;
        }
        &self.ops
    }

    /// The steps of two lists of tokens.
    pub fn pair_ops<P: Pair>(&mut self, pair: &P) -> &[Op] {
        self.ops.clear();
        let (prefix, suffix) = pair.affix();
        let inner = pair.inner(prefix, suffix);
        let (rows, columns) = inner.lengths();
        self.ops.resize(prefix, Op::Equal);
        if rows == 0 || columns == 0 {
            self.ops.resize(prefix + rows, Op::Delete);
            self.ops.resize(prefix + rows + columns, Op::Insert);
        } else if self.rule == Rule::MostHits && rows <= short::ROWS {
            self.fill(&inner);
            self.short.ops(&mut self.walk, &mut self.ops);
        } else {
            let ids = inner.ids(&mut self.interner, &mut self.ids);
            self.check(rows, columns);
            let [reference, hypothesis] = &self.ids;
            match self.rule {
                Rule::MostHits => {
                    let mut long =
                        Long::new(reference, hypothesis, ids, &mut self.space, &self.stop);
                    long.best(&mut self.walk, Some(&mut self.ops));
                }
                Rule::RapidFuzz => rapidfuzz::ops(
                    reference,
                    hypothesis,
                    ids,
                    &mut self.space,
                    &self.stop,
                    &mut self.ops,
                ),
                Rule::Weighted(weights) => {
                    weighted::ops(reference, hypothesis, weights, &self.stop, &mut self.ops);
                }
                Rule::Sclite(weights) => {
                    sclite::ops(reference, hypothesis, weights, &self.stop, &mut self.ops);
                }
            }
        }
        if matches!(self.rule, Rule::Sclite(_)) {
            sclite::slide(pair, prefix, &mut self.ops);
        }
        self.ops.resize(self.ops.len() + suffix, Op::Equal);
        &self.ops
    }

    /// Words: what is common at both ends of the texts is only counted, not cut.
    fn count_words(
        &mut self,
        reference: &[u8],
        hypothesis: &[u8],
        separator: Separator,
        place: usize,
        counts: &mut [Counts],
    ) {
        if reference == hypothesis {
            let hits = words::count(reference, separator) as u64;
            counts[place] = Counts {
                hits,
                ..Counts::default()
            };
            return;
        }
        let prefix = common_prefix(reference, hypothesis, separator);
        let suffix = common_suffix(&reference[prefix..], &hypothesis[prefix..], separator);
        let common = words::count(&reference[..prefix], separator)
            + words::count(&reference[reference.len() - suffix..], separator);
        let mut cut = std::mem::take(&mut self.words);
        for (text, words) in [reference, hypothesis].into_iter().zip(&mut cut) {
            words.clear();
            words::split(text, prefix, text.len() - suffix, separator, words);
        }
        let pieces = Pieces {
            reference,
            reference_words: &cut[0],
            hypothesis,
            hypothesis_words: &cut[1],
        };
        self.count_rest(&pieces, common, place, counts);
        self.words = cut;
    }

    fn check(&mut self, rows: usize, columns: usize) {
        self.too_long |= match self.rule {
            Rule::Weighted(weights) => !weighted::fits(weights, rows, columns),
            Rule::Sclite(weights) => !sclite::fits(weights, rows, columns),
            Rule::MostHits | Rule::RapidFuzz => false,
        };
    }

    fn fill<P: Pair>(&mut self, pair: &P) -> u64 {
        let (rows, columns) = pair.lengths();
        self.short.begin(rows);
        if rows * columns <= 24 {
            self.short.fill((0..columns).map(|column| {
                (0..rows).fold(0, |mask, row| mask | (pair.same(row, column) as u64) << row)
            }))
        } else {
            self.rows.load(pair);
            self.short
                .fill((0..columns).map(|column| self.rows.of(pair, column)))
        }
    }

    fn middle_counts<P: Pair>(&mut self, pair: &P) -> Counts {
        let (rows, columns) = pair.lengths();
        if rows == 0 || columns == 0 {
            return Counts::solve(rows, columns, (rows + columns) as u64, 0);
        }
        if rows == 1 || columns == 1 {
            // One token against some: it is hit once or not at all, under every rule without weights.
            let hit = (0..rows).any(|row| (0..columns).any(|column| pair.same(row, column)));
            if hit || matches!(self.rule, Rule::MostHits | Rule::RapidFuzz) {
                let errors = rows.max(columns) - hit as usize;
                return Counts::solve(rows, columns, errors as u64, hit as u64);
            }
        }
        if self.rule == Rule::MostHits && rows <= short::ROWS {
            let errors = self.fill(pair);
            return Counts::solve(rows, columns, errors, self.short.hits());
        }
        let ids = pair.ids(&mut self.interner, &mut self.ids);
        self.check(rows, columns);
        let [reference, hypothesis] = &self.ids;
        match self.rule {
            Rule::MostHits if distance::is_disjoint(reference, hypothesis) => {
                Counts::solve(rows, columns, rows.max(columns) as u64, 0)
            }
            Rule::MostHits => {
                let (errors, hits) =
                    Long::new(reference, hypothesis, ids, &mut self.space, &self.stop)
                        .best(&mut self.walk, None);
                Counts::solve(rows, columns, errors, hits)
            }
            Rule::RapidFuzz => {
                self.ops.clear();
                rapidfuzz::ops(
                    reference,
                    hypothesis,
                    ids,
                    &mut self.space,
                    &self.stop,
                    &mut self.ops,
                );
                Counts::of(&self.ops)
            }
            Rule::Weighted(weights) => weighted::counts(reference, hypothesis, weights, &self.stop),
            Rule::Sclite(weights) => sclite::counts(reference, hypothesis, weights, &self.stop),
        }
    }
}

/// Cut both texts into words or graphemes.
fn cut<'a>(
    reference: &'a [u8],
    hypothesis: &'a [u8],
    unit: Unit,
    words: &'a mut [Vec<Word>; 2],
) -> Pieces<'a> {
    for (text, words) in [reference, hypothesis].into_iter().zip(words.iter_mut()) {
        tokens(text, unit, words);
    }
    Pieces {
        reference,
        reference_words: &words[0],
        hypothesis,
        hypothesis_words: &words[1],
    }
}

/// The tokens of a text, as places in it.
pub fn tokens(text: &[u8], unit: Unit, words: &mut Vec<Word>) {
    words.clear();
    let mut push = |start: usize, end: usize| {
        let key = words::key(text, start, end);
        words.push(Word {
            start: start as u32,
            end: end as u32,
            key,
        });
    };
    match unit {
        Unit::Word(separator) => words::split(text, 0, text.len(), separator, words),
        Unit::Character { spaces } => {
            let mut at = 0;
            while at < text.len() {
                let length = graphemes::decode(text, at).1;
                if spaces || words::space_at(text, at, Separator::WhiteSpace) == 0 {
                    push(at, at + length);
                }
                at += length;
            }
        }
        Unit::Mixed => scripts::mixed(text, push),
        Unit::Grapheme { spaces } => {
            let mut ends = Vec::new();
            graphemes::boundaries(text, &mut ends);
            let mut start = 0;
            for end in ends {
                if spaces || words::space_at(text, start, Separator::WhiteSpace) == 0 {
                    push(start, end);
                }
                start = end;
            }
        }
    }
}

fn code_points(text: &[u8], spaces: bool, points: &mut Vec<u32>) {
    points.clear();
    let mut at = 0;
    while at < text.len() {
        let (point, length) = graphemes::decode(text, at);
        if spaces || words::space_at(text, at, Separator::WhiteSpace) == 0 {
            points.push(point);
        }
        at += length;
    }
}

/// Whether a code point is white space, as `str.isspace` has it.
pub fn is_space(point: u32) -> bool {
    matches!(point, 9..=13 | 28..=32 | 0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029
        | 0x202F | 0x205F | 0x3000)
}

#[inline]
fn eight(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// Bytes of the common prefix, up to and with its last white space.
#[inline]
fn common_prefix(a: &[u8], b: &[u8], separator: Separator) -> usize {
    let mut at = 0;
    let mut different = 0;
    for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        different = eight(x) ^ eight(y);
        if different != 0 {
            at += different.trailing_zeros() as usize / 8;
            break;
        }
        at += 8;
    }
    while different == 0 && at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    // If one text ends here, its last word still may continue in the other.
    while at > 0 {
        at -= 1;
        let length = space_ending_after(a, at, separator);
        if length > 0 {
            return at + 1;
        }
    }
    0
}

/// Whether the byte at `at` is the last of a white space character (its length) or not (0).
#[inline]
fn space_ending_after(text: &[u8], at: usize, separator: Separator) -> usize {
    for length in 1..=3.min(at + 1) {
        let found = words::space_at(text, at + 1 - length, separator);
        if found == length {
            return length;
        }
        if text[at + 1 - length] & 0xC0 != 0x80 {
            break;
        }
    }
    0
}

/// Bytes of the common suffix, from its first white space on.
#[inline]
fn common_suffix(a: &[u8], b: &[u8], separator: Separator) -> usize {
    let shorter = a.len().min(b.len());
    let mut common = 0;
    let mut different = 0;
    for (x, y) in a.rchunks_exact(8).zip(b.rchunks_exact(8)) {
        different = eight(x) ^ eight(y);
        if different != 0 {
            common += different.leading_zeros() as usize / 8;
            break;
        }
        common += 8;
    }
    while different == 0 && common < shorter && a[a.len() - 1 - common] == b[b.len() - 1 - common] {
        common += 1;
    }
    if common == shorter && a.len() == b.len() {
        return common;
    }
    let text = &a[a.len() - common..];
    (0..common)
        .find(|&at| words::space_at(text, at, separator) > 0)
        .map_or(0, |at| common - at)
}
