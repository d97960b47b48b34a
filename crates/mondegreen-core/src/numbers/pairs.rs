//! Two numbers below a hundred side by side: `seven thirty`, `nineteen ninety four`, `five oh five`.

use super::lexicon::{Part, Role};
use super::reader::Reader;
use super::{Found, Kind};

/// Words before a year.
const BEFORE_YEAR: &[&str] = &[
    "in",
    "since",
    "by",
    "until",
    "till",
    "from",
    "to",
    "of",
    "year",
    "before",
    "after",
    "during",
    "circa",
    "around",
    "early",
    "late",
    "mid",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

impl Reader<'_> {
    /// Minutes, or the two last digits of a year, in words at `at`.
    fn two_digits(&self, at: usize) -> Option<(u32, usize, bool)> {
        let first = self.grammar().next(at);
        if first.role == Role::Oh || first.part == Part::Zero {
            let digit = self.grammar().next(at + 1);
            let fits = digit.part == Part::Digit && !digit.ordinal;
            return fits.then_some((digit.value, at + 2, true));
        }
        if !matches!(first.part, Part::Teen | Part::Tens) || first.ordinal {
            return None;
        }
        let found = self.grammar().below_hundred(at)?;
        (!found.ordinal).then_some((found.value as u32, found.end, false))
    }

    /// An hour and its minutes, or the two halves of a year.
    pub(super) fn pair(&self, at: usize) -> Option<Found> {
        let first = self.entry(at);
        if !matches!(first.part, Part::Digit | Part::Teen | Part::Tens) || first.ordinal {
            return None;
        }
        let (low, end, oh) = self.two_digits(at + 1)?;
        let next = self.grammar().next(end);
        if matches!(next.part, Part::Hundred | Part::Scale) || next.role == Role::Point {
            return None;
        }
        let high = first.value;
        if first.part == Part::Tens && high != 20 || first.part == Part::Tens && low < 10 && !oh {
            return None;
        }
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let half = matches!(next.role, Role::Am | Role::Pm) || self.is_split_half(end).is_some();
        let clock = half || self.doc.is(end, "o'clock") || self.is_part_of_day(end);
        let at_time = at > 0 && self.entry(at - 1).role == Role::At;
        let time = || format!("{high}:{low:02}");
        let joined = || format!("{high}{low:02}");
        if high <= 12 && low < 60 && (at_time || clock) {
            let mut found = Found::new(Kind::Time, at, end, time(), format!("{high} {low:02}"));
            found.alternatives.push((Kind::Cardinal, joined()));
            return Some(found);
        }
        if high <= 9 {
            if oh {
                return None;
            }
            let mut found = Found::new(Kind::Time, at, end, time(), format!("{high} {low}"));
            if low > 59 {
                (found.kind, found.value) = (Kind::Cardinal, joined());
            }
            found.alternatives.push((Kind::Cardinal, joined()));
            return Some(found);
        }
        let said = BEFORE_YEAR.contains(&before);
        let year = match high {
            20 => before != "at" && !clock,
            17..=19 => before != "at" && (said || low > 20 || oh),
            13..=16 => said,
            _ => before == "in" || before == "year",
        };
        if year {
            let mut found = Found::new(Kind::Year, at, end, joined(), joined());
            if high < 24 && low < 60 {
                found.alternatives.push((Kind::Time, time()));
            }
            return Some(found);
        }
        let text = if oh {
            format!("{high} {low:02}")
        } else {
            format!("{high} {low}")
        };
        let mut found = if high < 24 && low < 60 {
            Found::new(Kind::Time, at, end, time(), text)
        } else {
            Found::new(Kind::Year, at, end, joined(), text)
        };
        found.alternatives.push((Kind::Year, joined()));
        Some(found)
    }

    /// `at five oh five`, which is no run of digits.
    pub(super) fn clock(&self, at: usize) -> Option<Found> {
        let zero = self.entry(at + 1);
        if zero.role != Role::Oh && zero.part != Part::Zero {
            return None;
        }
        let found = self.pair(at)?;
        let run = self.run(at).is_none_or(|(_, end)| end == found.last);
        (run && found.kind == Kind::Time).then_some(found)
    }

    /// `in the morning`.
    fn is_part_of_day(&self, at: usize) -> bool {
        self.doc.is(at, "in")
            && self.doc.is(at + 1, "the")
            && matches!(self.doc.word(at + 2), "morning" | "afternoon" | "evening")
    }

    /// The ten years that a word such as `nineties` names, perhaps with their century.
    pub(super) fn decade(&self, at: usize) -> Option<Found> {
        let entry = self.entry(at);
        if entry.role == Role::Decade {
            let text = format!("{}s", entry.weight);
            return Some(Found::new(Kind::Decade, at, at + 1, text.clone(), text));
        }
        let next = self.grammar().next(at + 1);
        let century = match entry.part {
            Part::Teen => entry.value,
            Part::Tens if entry.value == 20 => 20,
            _ => return None,
        };
        if next.role != Role::Decade || entry.ordinal {
            return None;
        }
        let text = format!("{century}{}s", next.weight);
        Some(Found::new(Kind::Decade, at, at + 2, text.clone(), text))
    }
}
