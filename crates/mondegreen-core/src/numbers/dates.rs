//! Days: `the first of may`, `1st of May`, `May 1`, `2024-05-01`.

use super::decimal::ordinal_suffix;
use super::lexicon::{Part, Role};
use super::literal::{self, Literal};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text;
use crate::text::token::{BREAK, COMMA};

/// Months whose names are other words as well.
const WORDS: &[u8] = &[3, 5, 8];

/// Words before a month that is no other word.
const BEFORE: &[&str] = &[
    "on", "of", "by", "until", "till", "from", "since", "before", "after", "through", "to", "next",
    "last",
];

/// Before these, figures with full stops are no day.
const VERSIONS: &str = include_str!("data/versions.txt");

/// Whether a word is one of those.
pub(super) fn is_version(word: &str) -> bool {
    VERSIONS.lines().any(|other| other == word)
}

impl Reader<'_> {
    /// The month at `at`, unless punctuation parts it from what stands before.
    fn month(&self, at: usize) -> Option<u8> {
        let entry = self.entry(at);
        (entry.role == Role::Month).then_some(entry.weight)
    }

    /// A day of a month at `at`: its number, its end, and whether it is an ordinal.
    fn day(&self, at: usize) -> Option<(u32, usize, bool)> {
        let token = self.doc.tokens.get(at)?;
        let (day, end, ordinal) = if token.kind == text::Kind::Number {
            let ordinal = self.ordinal_ending(at + 1);
            let day = self.doc.text(token);
            if day.len() > 2 || day.starts_with('0') || !ordinal && self.has_ending(at) {
                return None;
            }
            (day.parse().ok()?, at + 1 + usize::from(ordinal), ordinal)
        } else if let Some(day) = self.written_ordinal(at) {
            (day.parse().ok()?, at + 1, true)
        } else {
            let found = self.grammar().below_hundred(at)?;
            (found.value as u32, found.end, found.ordinal)
        };
        (1..=31).contains(&day).then_some((day, end, ordinal))
    }

    /// A year at `at`, with or without a comma before it.
    fn year(&self, at: usize) -> Option<(String, usize)> {
        let token = self.doc.tokens.get(at)?;
        if token.has(BREAK) && !token.has(COMMA) {
            return None;
        }
        if token.kind == text::Kind::Number {
            let digits = self.doc.text(token);
            let plain = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
            return (plain && !self.has_ending(at) && ("1000".."2200").contains(&digits))
                .then(|| (digits.to_string(), at + 1));
        }
        if let Some(pair) = self.pair(at) {
            let year = pair.text.len() == 4 && pair.text.bytes().all(|byte| byte.is_ascii_digit());
            return year.then_some((pair.text, pair.last));
        }
        let found = self.grammar().number(at)?;
        ((1000..2200).contains(&found.value) && !found.ordinal)
            .then(|| (found.value.to_string(), found.end))
    }

    fn dated(&self, first: usize, last: usize, month: u8, day: u32) -> Found {
        let named = self.month_name(month);
        let day_text = day.to_string();
        let text = format!("{named} {day_text}{}", ordinal_suffix(&day_text));
        let value = format!("--{month:02}-{day:02}");
        let mut found = Found::new(Kind::Date, first, last, value, text);
        if let Some((year, end)) = self.year(last) {
            found.value = format!("{year}-{month:02}-{day:02}");
            found.text = format!("{} {year}", found.text);
            found.last = end;
        }
        found
    }

    /// A day first: `the first of may`, `21st june`.
    pub(super) fn day_first(&self, at: usize) -> Option<Found> {
        let the = self.doc.is(at, "the");
        let (day, end, ordinal) = self.day(at + usize::from(the))?;
        let of = self.entry(end).role == Role::Of;
        let month_at = end + usize::from(of);
        if [at + usize::from(the), end, month_at]
            .iter()
            .any(|&next| next > at && self.is_parted(next))
        {
            return None;
        }
        let month = self.month(month_at)?;
        let word = WORDS.contains(&month);
        let sure = if of {
            ordinal
        } else {
            !word || self.year(month_at + 1).is_some()
        };
        (sure && (!the || ordinal)).then(|| self.dated(at, month_at + 1, month, day))
    }

    /// A month first: `May 1`, `june the twenty first`.
    pub(super) fn month_first(&self, at: usize) -> Option<Found> {
        let month = self.month(at)?;
        let the = self.doc.is(at + 1, "the");
        let from = at + 1 + usize::from(the);
        if self.is_parted(at + 1) || self.is_parted(from) || self.year(from).is_some() {
            return None;
        }
        let (day, end, ordinal) = self.day(from)?;
        let next = self.entry(end);
        let counts = matches!(next.part, Part::Hundred | Part::Scale)
            || matches!(
                next.role,
                Role::Percent | Role::Per | Role::Am | Role::Pm | Role::Point
            )
            || next.currency + next.measure + next.minor > 0
            || self.doc.word(end) == "%"
            || self.doc.word(end) == "o'clock"
            || !ordinal && self.pair(from).is_some_and(|pair| pair.kind == Kind::Time);
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let named = !WORDS.contains(&month) || BEFORE.contains(&before) || self.year(end).is_some();
        let sure = if the {
            ordinal && named
        } else {
            ordinal || named && !counts
        };
        if !sure {
            return None;
        }
        let mut found = self.dated(at, end, month, day);
        if ordinal && !named {
            // "you may first": a month or not, the words come out the same.
            found.alternatives.push((Kind::Ordinal, day.to_string()));
        }
        Some(found)
    }

    /// A day in digits, the year first.
    pub(super) fn iso(&self, at: usize) -> Option<Found> {
        let Literal::Date(year, month, day) = literal::read(self.doc.word(at), self.lexicon.manner)
        else {
            return None;
        };
        let day_text = day.to_string();
        let named = self.month_name(month);
        let text = format!("{named} {day_text}{} {year}", ordinal_suffix(&day_text));
        let value = format!("{year}-{month:02}-{day:02}");
        Some(Found::new(Kind::Date, at, at + 1, value, text))
    }

    /// A day in digits, of languages but English: `24.12.2023` as `24 dezember 2023`.
    pub(super) fn date_in_figures(
        &self,
        at: usize,
        year: &str,
        month: u8,
        day: u8,
    ) -> Option<Found> {
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        if is_version(before) {
            return None;
        }
        let value = format!("{year}-{month:02}-{day:02}");
        let text = match self.lexicon.months.is_empty() {
            true => self.doc.word(at).replace('-', " "),
            false => {
                let of = if self.lexicon.endings.of { " de" } else { "" };
                format!("{day}{of} {}{of} {year}", self.month_name(month))
            }
        };
        Some(Found::new(Kind::Date, at, at + 1, value, text))
    }

    fn month_name(&self, month: u8) -> &str {
        &self.lexicon.months[usize::from(month - 1)]
    }
}
