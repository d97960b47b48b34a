//! Strings of digits in languages but English: groups side by side that are one telephone number, digits one by
//! one, `double zéro sept`, and the `meia` that is a 6.

use super::lexicon::{Part, Role};
use super::reader::Reader;
use super::shapes::MOST;
use super::{Found, Kind};
use crate::text;
use crate::text::token::{APOSTROPHE, BREAK, COMMA, GLUED};

/// So many digits stand beside a word that is a 6.
const BESIDE: usize = 3;
/// A string with a digit said twice at once has as many, or fewer if a zero begins it.
const REPEATED: [usize; 2] = [5, 3];

/// A digit as it is said: the digit, how often it stands there, and behind its last token.
struct Said {
    digit: char,
    times: usize,
    end: usize,
    /// Whether the word says more than the digit: `doppelnull`.
    inside: bool,
}

impl Reader<'_> {
    /// Join what stands side by side and is one string of digits.
    pub(super) fn join_strings(&self, found: &mut Vec<Found>) {
        if self.lexicon.shapes.is_empty() {
            return;
        }
        let mut out = Vec::with_capacity(found.len());
        let mut all = std::mem::take(found).into_iter().peekable();
        let mut row = Vec::new();
        while let Some(next) = all.next() {
            row.push(next);
            let last = &row[row.len() - 1];
            if all.peek().is_some_and(|next| self.is_beside(last, next)) {
                continue;
            }
            match self.joined(&row) {
                Some(joined) => out.push(joined),
                None => out.append(&mut row),
            }
            row.clear();
        }
        *found = out;
    }

    /// Whether nothing but a space or a hyphen is between the two.
    fn is_beside(&self, one: &Found, next: &Found) -> bool {
        let parting = BREAK | COMMA | GLUED | APOSTROPHE;
        one.last == next.first && !self.doc.has(next.first, parting)
    }

    /// The string that these numbers, which stand side by side, are together.
    fn joined(&self, all: &[Found]) -> Option<Found> {
        let digits = |byte: u8| byte.is_ascii_digit() || byte == b' ';
        let plain = |found: &Found| {
            let kind = matches!(found.kind, Kind::Cardinal | Kind::Digits);
            kind && found.sure && found.unit.is_none() && found.text.bytes().all(digits)
        };
        if all.len() >= MOST || !all.iter().all(plain) {
            return None;
        }
        let texts = all.iter().flat_map(|found| found.text.split(' '));
        let pieces: Vec<&str> = texts.collect();
        let (first, last) = (all[0].first, all[all.len() - 1].last);
        let shapes = &self.lexicon.shapes;
        let before = shapes.before(self.doc, first, |at| self.ends_number(at));
        if !shapes.is_one(&pieces, before) {
            return None;
        }
        let digits = pieces.concat();
        let mut found = Found::new(Kind::Digits, first, last, digits.clone(), digits.clone());
        if !digits.starts_with('0') {
            found.alternatives.push((Kind::Cardinal, digits));
        }
        Some(found)
    }

    /// `double zéro sept`, `nove meia um dois`: digits one by one of which a word that is no number is one, or says
    /// how often one stands there.
    pub(super) fn spelled(&self, at: usize) -> Option<Found> {
        let shapes = &self.lexicon.shapes;
        if shapes.is_empty() || self.said(at).is_none() {
            return None;
        }
        let within = at > 0 && !self.is_parted(at) && self.is_said(at - 1);
        let compound = within && at > 1 && self.goes_before(at - 2);
        if within && !compound || at > 0 && self.entry(at - 1).role == Role::And {
            return None;
        }
        let mut digits = String::new();
        let (mut repeats, mut plain, mut sixes) = (false, 0, 0);
        let mut end = at;
        while let Some(said) = self.said(end).filter(|_| end == at || !self.is_parted(end)) {
            if digits.len() + said.times >= MOST {
                return None;
            }
            match shapes.is_six(self.doc.word(said.end - 1)) {
                true => sixes += 1,
                false => plain += usize::from(!said.inside),
            }
            repeats |= said.times > 1;
            digits.extend(std::iter::repeat_n(said.digit, said.times));
            end = said.end;
        }
        let next = self.grammar().next(end);
        let unit = next.currency + next.minor + next.measure > 0
            || matches!(next.part, Part::Hundred | Part::Scale)
            || matches!(
                next.role,
                Role::Percent | Role::Per | Role::Clock | Role::Point
            );
        let half = shapes.is_six(self.doc.word(end - 1)) && shapes.is_halved(self.doc.word(end));
        let zero = digits.starts_with('0');
        let enough = !repeats || digits.len() >= REPEATED[usize::from(zero)];
        if !repeats && sixes == 0
            || plain == 0
            || sixes > 0 && plain < BESIDE
            || !enough
            || unit
            || half
        {
            return None;
        }
        // As digits without such words: with a zero at the front they are one string.
        let text = match zero {
            true => digits.clone(),
            false => digits
                .chars()
                .map(String::from)
                .collect::<Vec<_>>()
                .join(" "),
        };
        Some(Found::new(Kind::Digits, at, end, digits, text))
    }

    /// Whether a digit stands at `at`, or ends there.
    fn is_said(&self, at: usize) -> bool {
        self.said(at).is_some() || self.entry(at).role == Role::Repeat
    }

    /// Whether the number of the digit behind `at` begins before it: `vinte e um`.
    fn goes_before(&self, at: usize) -> bool {
        let entry = self.entry(at);
        let large = !matches!(entry.part, Part::None | Part::Zero | Part::Digit);
        !self.is_parted(at + 1) && (large || entry.role == Role::And)
    }

    /// The digit, or the repeated digit, at `at`.
    fn said(&self, at: usize) -> Option<Said> {
        let one = |at: usize| match self.single(at, true) {
            None if self.lexicon.shapes.is_six(self.doc.word(at)) => Some('6'),
            digit => digit,
        };
        let entry = self.entry(at);
        if entry.role == Role::Repeat {
            let digit = one(at + 1).filter(|_| !self.is_parted(at + 1))?;
            let (times, end) = (usize::from(entry.weight), at + 2);
            return Some(Said {
                digit,
                times,
                end,
                inside: false,
            });
        }
        if let Some(digit) = one(at) {
            let (times, end) = (1, at + 1);
            return Some(Said {
                digit,
                times,
                end,
                inside: false,
            });
        }
        let word = self.doc.tokens.get(at)?;
        let plain = word.kind == text::Kind::Word && entry.part == Part::None;
        let rest = self
            .lexicon
            .shapes
            .doubled(self.doc.text(word))
            .filter(|_| plain)?;
        let inside = self.lexicon.get(rest);
        let single = matches!(inside.part, Part::Zero | Part::Digit) && !inside.ordinal;
        let digit = char::from_digit(inside.value, 10).filter(|_| single)?;
        let (times, end) = (2, at + 1);
        Some(Said {
            digit,
            times,
            end,
            inside: true,
        })
    }
}
