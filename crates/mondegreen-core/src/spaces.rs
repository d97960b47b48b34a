//! Words touched by an alignment of letters: what the space-insensitive word error rates count.
//!
//! The texts are aligned letter by letter, spaces left out, with fewest edits. A letter is a code
//! point. Among the alignments with equally few edits it is the one that is found by walking back
//! from the ends of both texts and taking, at each step, the first that keeps fewest edits: equal,
//! substitute, delete, insert. Each edit touches one word of the reference, and a word is counted
//! once however often it is touched.
//!
//! Where whole inserted words are counted, the words that both texts begin with and those that both
//! end with are equal before anything else is, and then what they begin and end with up to a word
//! border of both: else a letter of a word too many may take the place of the same letter in a right
//! word, and the word too many is none any more.
//!
//! Equal letters at the end are taken first by that rule, so a common suffix needs no table. A
//! common prefix needs none either: within it, costs are the distance from the diagonal, so the
//! walk takes equal letters where there are any and else goes straight to the diagonal.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use crate::hits::Op;
use crate::long::{Long, Space};
use crate::short::{self, Short};
use crate::side::Side;
use crate::tokens::{Interner, Letters, Pair, Points, Rows};
use crate::words::Word;

/// What becomes of letters that only the hypothesis has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertions {
    /// They touch the word of the letter before them, at the beginning the first word. Where the
    /// reference has no words, each hypothesis word counts as inserted.
    Neighbour,
    /// The same, but where they fill a whole hypothesis word they count as one inserted word, and
    /// what both texts begin or end with is equal.
    Count,
}

/// The counts of one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpaceCounts {
    /// Reference words touched by an edit.
    pub touched: u64,
    /// Hypothesis words that are insertions from end to end.
    pub inserted: u64,
    /// All reference words.
    pub reference_words: u64,
    /// All hypothesis words.
    pub hypothesis_words: u64,
    /// Word borders of the hypothesis alone, between letters that are right.
    pub splits: u64,
    /// Word borders of the reference alone, between letters that are right.
    pub joins: u64,
}

/// Counts pairs, one after the other; its memory is used again.
pub struct SpaceAligner {
    insertions: Insertions,
    sides: [Side; 2],
    letters: Letters,
    rows: Rows,
    short: Short,
    interner: Interner,
    ids: [Vec<u32>; 2],
    space: Space,
    stop: Arc<AtomicBool>,
}

impl SpaceAligner {
    /// Once `stop` is set, a long pair is given up: what comes out then is meaningless.
    pub fn new(insertions: Insertions, stop: Arc<AtomicBool>) -> SpaceAligner {
        SpaceAligner {
            insertions,
            sides: Default::default(),
            letters: Letters::default(),
            rows: Rows::default(),
            short: Short::default(),
            interner: Interner::default(),
            ids: Default::default(),
            space: Space::default(),
            stop,
        }
    }

    /// The counts of two texts in generalised UTF-8; words are between white space.
    pub fn count(&mut self, reference: &[u8], hypothesis: &[u8]) -> SpaceCounts {
        self.load(reference, hypothesis);
        self.counts(None)
    }

    /// The counts of two lists of tokens, each a word, if it has any letters.
    pub fn count_tokens(
        &mut self,
        reference: (&[u8], &[Word]),
        hypothesis: (&[u8], &[Word]),
    ) -> SpaceCounts {
        for ((bytes, words), side) in [reference, hypothesis].into_iter().zip(&mut self.sides) {
            side.clear();
            for word in words {
                side.push(word.bytes(bytes), false);
            }
        }
        self.counts(None)
    }

    /// Which reference words are touched, and which hypothesis words are inserted, in order.
    pub fn words(&mut self, reference: &[u8], hypothesis: &[u8]) -> [Vec<u32>; 2] {
        self.load(reference, hypothesis);
        let mut found: [Vec<u32>; 2] = Default::default();
        self.counts(Some(&mut found));
        found.map(|mut words| {
            words.reverse();
            words
        })
    }

    fn load(&mut self, reference: &[u8], hypothesis: &[u8]) {
        for (text, side) in [reference, hypothesis].into_iter().zip(&mut self.sides) {
            side.clear();
            side.push(text, true);
        }
    }

    fn counts(&mut self, found: Option<&mut [Vec<u32>; 2]>) -> SpaceCounts {
        // Without a neighbour there is nothing to touch.
        if self.insertions == Insertions::Count || self.sides[0].count() == 0 {
            self.counts_by::<true>(found)
        } else {
            self.counts_by::<false>(found)
        }
    }

    /// The counts, inserted words by themselves if `COUNT`.
    fn counts_by<const COUNT: bool>(&mut self, found: Option<&mut [Vec<u32>; 2]>) -> SpaceCounts {
        let [reference, hypothesis] = &self.sides;
        let mut marks = Marks::<COUNT>::new(reference, hypothesis, found);
        let whole = Points {
            reference: reference.letters(),
            hypothesis: hypothesis.letters(),
            basic: false,
        };
        let (first, last) = if COUNT {
            common(reference, hypothesis)
        } else {
            (0, 0)
        };
        let rest = whole.inner(first, last);
        let (prefix, suffix) = rest.affix();
        marks.equal(last + suffix);
        let inner = rest.inner(prefix, suffix);
        let middle = Points::new(inner.reference, inner.hypothesis);
        let (rows, columns) = middle.lengths();
        if rows > 0 && columns > 0 {
            if rows <= short::ROWS {
                fill(&mut self.short, &mut self.letters, &mut self.rows, &middle);
                walk_short(&self.short, rows, &mut marks);
            } else {
                let ids = middle.ids(&mut self.interner, &mut self.ids);
                let [said, written] = &self.ids;
                let mut long = Long::new(said, written, ids, &mut self.space, &self.stop);
                let mut at = (rows, columns);
                long.backwards(|_, record, range| {
                    while at.0 > 0 && at.1 > range.start {
                        let (row, column) = (at.0 - 1, at.1 - 1);
                        let deltas = record.deltas(column, row / 64);
                        let bit = 1 << (row % 64);
                        let op = choose(
                            said[row] == written[column],
                            deltas.diagonal & bit != 0,
                            deltas.vertical & bit != 0,
                        );
                        marks.step(op);
                        at.0 -= usize::from(op != Op::Insert);
                        at.1 -= usize::from(op != Op::Delete);
                    }
                });
            }
        }
        marks.walk_prefix(first);
        marks.equal(first);
        marks.counts
    }
}

/// How many letters at the beginning and at the end are equal before anything else is: those of
/// equal words, then those up to a word border of both.
fn common(reference: &Side, hypothesis: &Side) -> (usize, usize) {
    let (said, written) = (reference.letters(), hypothesis.letters());
    let (rows, columns) = (said.len(), written.len());
    let (mut first, mut last) = (0, 0);
    for whole_words in [true, false] {
        let stretch = |rest: usize, place: &dyn Fn(usize) -> (usize, usize), following: usize| {
            let mut common = 0;
            for length in 1..=rest {
                let (row, column) = place(length);
                let letters = (row - following, column - following);
                if said[letters.0] != written[letters.1] {
                    break;
                }
                match (reference.is_edge(row), hypothesis.is_edge(column)) {
                    (true, true) => common = length,
                    (false, false) => (),
                    _ if whole_words => break,
                    _ => (),
                }
            }
            common
        };
        let rest = rows.min(columns) - first - last;
        first += stretch(rest, &|length| (first + length, first + length), 1);
        let rest = rows.min(columns) - first - last;
        last += stretch(
            rest,
            &|length| (rows - last - length, columns - last - length),
            0,
        );
    }
    (first, last)
}

/// The first step in the order of ties: `free` if the cell costs as much as the one diagonally
/// before it, `rises` if it costs one more than the one above it.
#[inline]
fn choose(equal: bool, free: bool, rises: bool) -> Op {
    if equal {
        Op::Equal
    } else if !free {
        Op::Substitute
    } else if rises {
        Op::Delete
    } else {
        Op::Insert
    }
}

fn fill(short: &mut Short, letters: &mut Letters, rows: &mut Rows, pair: &Points<'_>) {
    short.begin(pair.reference.len());
    if pair.letters().is_some() {
        letters.load(pair.reference);
        short.fill(pair.hypothesis.iter().map(|&point| letters.of(point)));
        letters.clear(pair.reference);
    } else {
        rows.load(pair);
        short.fill((0..pair.hypothesis.len()).map(|column| rows.of(pair, column)));
    }
}

fn walk_short<const COUNT: bool>(short: &Short, rows: usize, marks: &mut Marks<'_, COUNT>) {
    let (mut row, mut column) = (rows, short.columns.len());
    while row > 0 && column > 0 {
        let diagonal = short.columns[..column].iter().rev().zip((0..row).rev());
        let equal = diagonal.take_while(|&(cell, row)| cell.equal >> row & 1 == 1);
        let equal = equal.count();
        marks.equal(equal);
        row -= equal;
        column -= equal;
        if row == 0 || column == 0 {
            break;
        }
        let cell = &short.columns[column - 1];
        let bit = 1u64 << (row - 1);
        let op = choose(
            false,
            cell.deltas.diagonal & bit != 0,
            cell.deltas.vertical & bit != 0,
        );
        marks.step(op);
        row -= usize::from(op != Op::Insert);
        column -= usize::from(op != Op::Delete);
    }
}

const NONE: u32 = u32::MAX;

/// The walk: where it stands, and what it has counted.
struct Marks<'a, const COUNT: bool> {
    reference: &'a Side,
    hypothesis: &'a Side,
    /// Letters that are still to come, on both sides.
    row: usize,
    column: usize,
    /// The word that was touched last; the walk only ever goes to earlier ones.
    last: u32,
    /// Whether the letters after this place are equal.
    equal_after: bool,
    /// Whether the hypothesis word at this place has had a letter that is not an insertion.
    broken: bool,
    /// The word that the insertions of the hypothesis word at this place touch, if it has broken.
    pending: u32,
    counts: SpaceCounts,
    found: Option<&'a mut [Vec<u32>; 2]>,
}

impl<'a, const COUNT: bool> Marks<'a, COUNT> {
    fn new(
        reference: &'a Side,
        hypothesis: &'a Side,
        found: Option<&'a mut [Vec<u32>; 2]>,
    ) -> Marks<'a, COUNT> {
        Marks {
            reference,
            hypothesis,
            row: reference.letters().len(),
            column: hypothesis.letters().len(),
            last: NONE,
            equal_after: false,
            broken: false,
            pending: NONE,
            counts: SpaceCounts {
                reference_words: u64::from(reference.count()),
                hypothesis_words: u64::from(hypothesis.count()),
                ..SpaceCounts::default()
            },
            found,
        }
    }

    #[inline]
    fn touch(&mut self, word: u32) {
        if word != self.last && word != NONE {
            self.last = word;
            self.counts.touched += 1;
            if let Some([touched, _]) = &mut self.found {
                touched.push(word);
            }
        }
    }

    /// Take `steps` steps back over equal letters.
    #[inline]
    fn equal(&mut self, steps: usize) {
        if COUNT {
            for _ in 0..steps {
                self.step(Op::Equal);
            }
        } else if steps > 0 {
            // The same, all at once: where insertions touch their neighbour, only borders count.
            let following = usize::from(self.equal_after);
            let borders = |side: &'a Side, at: usize| {
                let words = &side.words()[at - steps..at + following];
                words.iter().zip(&words[1..]).map(|(a, b)| a != b)
            };
            let said = borders(self.reference, self.row);
            let written = borders(self.hypothesis, self.column);
            let (mut splits, mut joins) = (0u32, 0u32);
            for (said, written) in said.zip(written) {
                joins += u32::from(said & !written);
                splits += u32::from(written & !said);
            }
            self.counts.joins += u64::from(joins);
            self.counts.splits += u64::from(splits);
            self.row -= steps;
            self.column -= steps;
            self.equal_after = true;
        }
    }

    /// Take one step back.
    #[inline]
    fn step(&mut self, op: Op) {
        match op {
            Op::Equal => {
                if self.equal_after {
                    let said = self.reference.border(self.row);
                    let written = self.hypothesis.border(self.column);
                    self.counts.joins += u64::from(said & !written);
                    self.counts.splits += u64::from(written & !said);
                }
                self.settle();
                self.row -= 1;
                self.pass();
            }
            Op::Substitute => {
                self.settle();
                self.row -= 1;
                self.touch(self.reference.words()[self.row]);
                self.pass();
            }
            Op::Delete => {
                self.row -= 1;
                self.touch(self.reference.words()[self.row]);
            }
            Op::Insert => {
                let neighbour = self.row.saturating_sub(1);
                let word = self.reference.words().get(neighbour).copied();
                if !COUNT || self.broken {
                    self.touch(word.unwrap_or(NONE));
                } else {
                    self.pending = word.unwrap_or(NONE);
                }
                self.pass();
            }
        }
        self.equal_after = op == Op::Equal;
    }

    /// The hypothesis word at this place is no inserted one: its insertions touch a neighbour.
    #[inline]
    fn settle(&mut self) {
        if COUNT && !self.broken {
            self.touch(self.pending);
            self.broken = true;
        }
    }

    /// Go past a hypothesis letter; with the first one of a word it is known what the word is.
    #[inline]
    fn pass(&mut self) {
        self.column -= 1;
        if COUNT && (self.column == 0 || self.hypothesis.border(self.column)) {
            if !self.broken {
                self.counts.inserted += 1;
                if let Some([_, inserted]) = &mut self.found {
                    inserted.push(self.hypothesis.words()[self.column]);
                }
            }
            self.broken = false;
            self.pending = NONE;
        }
    }

    /// Walk back to letter `first` of both, between which and this place the shorter text is a
    /// prefix of the longer one.
    fn walk_prefix(&mut self, first: usize) {
        while self.row > first || self.column > first {
            let (row, column) = (self.row, self.column);
            if row == column {
                self.equal(row - first);
                return;
            }
            let equal = row > first
                && column > first
                && self.reference.letters()[row - 1] == self.hypothesis.letters()[column - 1];
            self.step(if equal {
                Op::Equal
            } else if row > column {
                Op::Delete
            } else {
                Op::Insert
            });
        }
    }
}
