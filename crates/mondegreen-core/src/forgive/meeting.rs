//! Spans that say the same because their readings meet: numbers, contractions, short forms, signs.
//!
//! A way goes through both texts at once: over stretches with a reading of the same value, and within
//! words over letters that are the same. It begins and ends where words do, and is no longer than it
//! must be.

use super::guard;
use super::kinds::Kind;
use super::line::{Line, Reading, Starts};
use super::settings::Settings;
use super::window::{Band, Candidate, Side, MOST_WORDS};
use super::words::Vocabulary;

/// Fewer digits than a telephone number has.
const FEWEST: usize = 7;
/// Places of one way that are tried.
const MOST_STEPS: usize = 256;

/// A region with its texts.
pub struct Meeting<'a> {
    /// Reference and hypothesis.
    pub sides: [&'a Side; 2],
    /// Their texts.
    pub lines: [&'a Line; 2],
    /// Where paths may go.
    pub band: &'a Band,
    /// The words.
    pub vocabulary: &'a Vocabulary,
    /// Which forgivers are at work.
    pub settings: &'a Settings,
}

/// How far a way has come.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    nodes: [u32; 2],
    /// Where the last letters or readings end, before marks and spaces.
    ends: [u32; 2],
    kind: Option<Kind>,
    /// Whether the last step was a reading, after which words may begin elsewhere.
    free: bool,
}

impl Meeting<'_> {
    /// Add all candidates.
    pub fn candidates(&self, out: &mut Vec<Candidate>) {
        let [said, written] = self.lines.map(Starts::of);
        self.left_out(0, &said, out);
        self.left_out(1, &written, out);
        let reads = |starts: &Starts| !starts.first.is_empty() || !starts.inner.is_empty();
        let inner = !said.inner.is_empty() || !written.inner.is_empty(); // of one side: what is silent
        if !inner && (!reads(&said) || !reads(&written)) {
            return;
        }
        for &i in &said.first {
            for j in self.opposite(i, &written.first) {
                self.from([i, j], false, out);
            }
            for j in self.opposite(i, &written.inner) {
                self.from([i, j], true, out);
            }
        }
        for &i in &said.inner {
            let all: Vec<usize> = (0..self.lines[1].words.len()).collect();
            for j in self.opposite(i, &all) {
                self.from([i, j], true, out);
            }
        }
        let inner: Vec<usize> = written.inner;
        for i in 0..self.lines[0].words.len() {
            for j in self.opposite(i, &inner) {
                self.from([i, j], true, out);
            }
        }
    }

    /// Ways that begin with a hesitation on one side.
    fn left_out(&self, side: usize, starts: &Starts, out: &mut Vec<Candidate>) {
        let line = self.lines[side];
        let filler = |&&word: &&usize| {
            let mut readings = line.readings_at(line.start(word)).iter();
            readings.any(|reading| reading.kind == Kind::Fillers)
        };
        let [reference, hypothesis] = self.sides;
        for &word in starts.first.iter().filter(filler) {
            let all = match side {
                0 => 0..hypothesis.len() + 1,
                _ => 0..reference.len() + 1,
            };
            for at in all {
                let words = match side {
                    0 => [word, hypothesis.from + at],
                    _ => [reference.from + at, word],
                };
                let [i, j] = [0, 1].map(|side| words[side].wrapping_sub(self.sides[side].from));
                if i < self.band.rows.len() && self.band.holds(i, j) {
                    self.from(words, false, out);
                }
            }
        }
    }

    /// The words of the hypothesis at which a way may begin that begins at word `i` of the reference.
    fn opposite<'b>(&self, i: usize, words: &'b [usize]) -> impl Iterator<Item = usize> + 'b {
        let [reference, hypothesis] = self.sides;
        let (first, last) = match i.checked_sub(reference.from) {
            // Before the region both texts have the same words.
            None => {
                let before = reference.from - i;
                match hypothesis.from.checked_sub(before) {
                    Some(j) if self.is_same_before(before) => (j, j),
                    _ => (1, 0),
                }
            }
            Some(row) if row < self.band.rows.len() => {
                let (first, last) = self.band.rows[row];
                (
                    hypothesis.from + first as usize,
                    hypothesis.from + last as usize,
                )
            }
            Some(_) => (1, 0),
        };
        let from = words.partition_point(|&word| word < first);
        let to = words.partition_point(|&word| word <= last).max(from);
        words[from..to].iter().copied()
    }

    /// Whether so many words before the region are the same in both texts.
    fn is_same_before(&self, count: usize) -> bool {
        let [reference, hypothesis] = self.sides;
        let cut = reference.cut[0];
        let words = |side: &Side| side.words[side.from - count..side.from].to_vec();
        !cut && words(reference) == words(hypothesis)
    }

    fn is_same_after(&self, count: usize) -> bool {
        let [reference, hypothesis] = self.sides;
        let cut = reference.cut[1];
        let words = |side: &Side| side.words[side.to..side.to + count].to_vec();
        !cut && words(reference) == words(hypothesis)
    }

    /// Follow all ways that begin with two words, with the same letters if `letters`.
    fn from(&self, words: [usize; 2], letters: bool, out: &mut Vec<Candidate>) {
        let nodes = [0, 1].map(|side| self.lines[side].start(words[side]));
        if [0, 1]
            .iter()
            .any(|&side| self.lines[side].is_bare(words[side]))
        {
            return;
        }
        let start = Place {
            nodes,
            ends: nodes,
            kind: None,
            free: false,
        };
        let mut open = vec![start];
        let mut seen: Vec<Place> = Vec::new();
        while let Some(place) = open.pop() {
            if seen.contains(&place) || seen.len() > MOST_STEPS {
                continue;
            }
            seen.push(place);
            let borders = [0, 1].map(|side| self.lines[side].border(place.nodes[side]));
            if let ([Some(to_i), Some(to_j)], true) = (borders, place != start) {
                if let Some(kind) = place.kind {
                    self.give(words, [to_i, to_j], &place, kind, out);
                }
                continue;
            }
            self.read(&place, &mut open);
            if letters || place.kind.is_some() {
                self.spell(&place, borders.map(|border| border.is_some()), &mut open);
            }
        }
    }

    /// Go over stretches with a reading of the same value.
    fn read(&self, place: &Place, open: &mut Vec<Place>) {
        let [said, written] = [0, 1].map(|side| self.lines[side].readings_at(place.nodes[side]));
        for (side, readings) in [said, written].into_iter().enumerate() {
            for left in readings.iter().filter(|one| one.is_silent()) {
                let mut next = Place {
                    kind: place.kind.max(Some(left.kind)),
                    free: true,
                    ..*place
                };
                next.nodes[side] = self.lines[side].node(left.to);
                next.ends[side] = left.to;
                open.push(next);
            }
        }
        for one in said {
            for other in written {
                let goes_on = place.kind.is_some() && !self.has_same_gaps(place);
                if one.pack != other.pack
                    || one.value != other.value
                    || goes_on
                    || self.is_same(one, other)
                {
                    continue;
                }
                open.push(Place {
                    nodes: [self.lines[0].node(one.to), self.lines[1].node(other.to)],
                    ends: [one.to, other.to],
                    kind: place.kind.max(Some(one.kind)),
                    free: true,
                });
            }
        }
    }

    /// Whether the same marks are between the last step and the next.
    fn has_same_gaps(&self, place: &Place) -> bool {
        let marks = |side: usize| {
            let gap = self.lines[side].piece(place.ends[side], place.nodes[side]);
            gap.chars().filter(|&point| !matches!(point, ' ' | '-'))
        };
        marks(0).eq(marks(1))
    }

    /// Whether both are the same letters, or digits in groups that may be as many numbers.
    fn is_same(&self, one: &Reading, other: &Reading) -> bool {
        let said = self.lines[0].piece(one.from, one.to);
        let written = self.lines[1].piece(other.from, other.to);
        let known = &self.settings.packs[usize::from(one.pack)];
        known.is_grouped(one.value.kind) && are_several([said, written])
            || said.to_lowercase() == written.to_lowercase()
    }

    /// Whether one side spells letters that the other has in one word: *A B four*, *AB4*.
    fn are_spelled(&self, place: &Place, borders: [bool; 2]) -> bool {
        let spelled =
            |side: usize| !borders[side] || self.lines[side].is_spelled(place.nodes[side]);
        self.settings.has(Kind::Spacing) && spelled(0) && spelled(1)
    }

    /// Go over one letter that is the same.
    fn spell(&self, place: &Place, borders: [bool; 2], open: &mut Vec<Place>) {
        if borders[0] != borders[1] && !place.free && !self.are_spelled(place, borders) {
            return;
        }
        let letters = [0, 1].map(|side| self.lines[side].letter(place.nodes[side]));
        let [Some(one), Some(other)] = letters else {
            return;
        };
        // "12 €, 50" is none of "12€50".
        if place.free && one.is_numeric() && !self.has_same_gaps(place) {
            return;
        }
        let folds = self.settings.has(Kind::Case);
        if one != other && !(folds && one.to_lowercase().eq(other.to_lowercase())) {
            return;
        }
        let ends = [
            place.nodes[0] + one.len_utf8() as u32,
            place.nodes[1] + other.len_utf8() as u32,
        ];
        open.push(Place {
            nodes: [self.lines[0].node(ends[0]), self.lines[1].node(ends[1])],
            ends,
            free: false,
            ..*place
        });
    }

    /// A way from `words` to before `to` is a candidate if what is around it allows it.
    fn give(
        &self,
        words: [usize; 2],
        to: [usize; 2],
        place: &Place,
        kind: Kind,
        out: &mut Vec<Candidate>,
    ) {
        let lengths = self.sides.map(Side::len);
        let starts = self.sides.map(|side| side.from);
        // What reaches out of the region on one side must do so on the other.
        let over = [0, 1].map(|side| to[side].saturating_sub(starts[side] + lengths[side]));
        if over[0] != over[1] || over[0] > 0 && !self.is_same_after(over[0]) {
            return;
        }
        let outside = |side: &usize| {
            let side = *side;
            to[side] < starts[side] || to[side] == starts[side] && words[side] < starts[side]
        };
        if [0, 1].iter().any(outside) {
            return;
        }
        if !self.has_same_marks(words, to, place, kind) || !self.has_same_capitals(words, kind) {
            return;
        }
        let from = [0, 1].map(|side| words[side].saturating_sub(starts[side]));
        let to = [0, 1].map(|side| (to[side] - starts[side]).min(lengths[side]));
        // What begins after the region is not in it.
        if [0, 1].iter().any(|&side| from[side] > to[side]) {
            return;
        }
        let long = [0, 1]
            .iter()
            .any(|&side| to[side] - from[side] > MOST_WORDS);
        let [reference, hypothesis] = self.sides;
        let same = reference.span(from[0], to[0]) == hypothesis.span(from[1], to[1]);
        let candidate = Candidate {
            i: from[0] as u32,
            j: from[1] as u32,
            to_i: to[0] as u32,
            to_j: to[1] as u32,
            rank: self.settings.rank(kind),
        };
        let letter = |side: usize| {
            let line = self.lines[side];
            let text = line.piece(line.start(words[side]), place.ends[side]);
            let mut points = text.chars();
            let alone = points.next().is_some_and(char::is_alphabetic) && points.next().is_none();
            alone && !line.text[place.ends[side] as usize..].starts_with('.')
        };
        // Without its full stop a letter is a letter.
        if kind == Kind::Abbreviations && (letter(0) || letter(1)) {
            return;
        }
        let guarded = kind == Kind::Spelling
            && self.settings.guard
            && !guard::allows(reference, hypothesis, &candidate, self.vocabulary);
        if !long && !same && !guarded {
            out.push(candidate);
        }
    }

    /// Whether the marks before and after both spans are the same, or do not matter.
    fn has_same_marks(&self, words: [usize; 2], to: [usize; 2], place: &Place, kind: Kind) -> bool {
        let empty = [0, 1].iter().any(|&side| to[side] <= words[side]);
        if self.settings.has(Kind::Punctuation) || empty {
            return true;
        }
        let marks = [0, 1].map(|side| {
            let line = self.lines[side];
            let before = line.piece(line.words[words[side]].0, line.start(words[side]));
            let end = line.words[to[side] - 1].1.max(place.ends[side]);
            let after = line.piece(place.ends[side], end);
            // A full stop after a short form is part of it: "a.m.", "Dr."
            let said = line.piece(line.start(words[side]), place.ends[side]);
            let last = said.rsplit(' ').next().unwrap_or("");
            let short = kind == Kind::Abbreviations || last.contains('.');
            let after = after.strip_prefix('.').filter(|_| short).unwrap_or(after);
            (before, after)
        });
        marks[0] == marks[1]
    }

    /// Whether both spans begin with a capital, or neither, where it matters.
    fn has_same_capitals(&self, words: [usize; 2], kind: Kind) -> bool {
        if self.settings.has(Kind::Case)
            || matches!(kind, Kind::Numbers | Kind::Abbreviations | Kind::Fillers)
        {
            return true;
        }
        let capitals = [0, 1].map(|side| {
            let line = self.lines[side];
            let first = line.letter(line.start(words[side]));
            first.is_some_and(char::is_uppercase)
        });
        capitals[0] == capitals[1]
    }
}

/// Whether digits in other groups may be as many numbers: *100 2000*, *1002000*; *3 5*, *3-5*. Those of a
/// telephone number are not so few, and have hyphens or a group that begins with zero.
fn are_several(texts: [&str; 2]) -> bool {
    let digits = |text: &&str| text.chars().filter(|point| point.is_numeric()).count();
    let figures = |text: &&str| {
        let mut points = text.chars();
        points.all(|point| point.is_numeric() || matches!(point, ' ' | '-'))
    };
    if texts.iter().all(figures) && texts.iter().all(|text| digits(text) < FEWEST) {
        return texts.iter().any(|text| text.contains('-'));
    }
    let plain = |text: &&str| text.chars().all(|point| point.is_numeric() || point == ' ');
    let sure =
        |text: &&str| !text.contains(' ') || text.split(' ').any(|group| group.starts_with('0'));
    texts.iter().all(plain) && !texts.iter().all(sure)
}
