//! Hours that are said with their parts: `half past three`, `quarter to five`, `halb vier`, `las tres y media`,
//! `quinze heures trente`, `fünfzehn Uhr dreißig`.
//!
//! These words say when, and are written as they were said; the value is that of the same time in digits.

use super::lexicon::{Named, Part, Role};
use super::literal::{self, Literal};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text;

/// Hours on a clock with hands.
const TWELVE: u32 = 12;
/// Hours of a day.
const DAY: u32 = 24;

impl Reader<'_> {
    /// The time that begins at `at`, which a word such as `past` or `half` makes one.
    pub(super) fn spoken_time(&self, at: usize) -> Option<Found> {
        let special = self
            .time_at(at)
            .or_else(|| self.part_of_hour(at))
            .or_else(|| self.near_hour(at));
        if special.is_some() {
            return special;
        }
        let entry = self.entry(at);
        let from = at + usize::from(entry.role == Role::Article);
        let part = self.entry(from).role;
        match part {
            Role::Hour => self.hour_behind_article(at),
            Role::HalfTo => self.before_the_hour(at, at + 1, 30),
            Role::Half | Role::Quarter
                if from == at || part == Role::Quarter && self.joins(from) =>
            {
                let quarter = part == Role::Quarter;
                let minutes = if quarter { 15 } else { 30 };
                let word = self.doc.word(from + 1);
                let english = self.lexicon.manner.english;
                match self.grammar().next(from + 1).role {
                    Role::Past => self.past_the_hour(at, from + 2, minutes),
                    Role::To if quarter => self.before_the_hour(at, from + 2, minutes),
                    Role::At if quarter && english && self.joins(from + 1) => match word {
                        "after" => self.past_the_hour(at, from + 2, minutes),
                        "till" => self.before_the_hour(at, from + 2, minutes),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => self.minutes_and_hour(at),
        }
    }

    /// `ten past three`, `25 minutes to four`.
    fn minutes_and_hour(&self, at: usize) -> Option<Found> {
        if !self.lexicon.manner.english {
            return None;
        }
        let (minutes, end) = self.small(at, 29)?;
        let unit = self.grammar().next(end);
        let named = unit.measure > 0 && {
            let name = &self.lexicon.measures[usize::from(unit.measure) - 1].one;
            name == "minute"
        };
        // "Ten to five" is a ratio, or a range, as well; "at ten to five" is not.
        let at_time = || at > 0 && self.doc.is(at - 1, "at");
        if !named && minutes % 5 != 0 {
            return None;
        }
        let word = end + usize::from(named);
        match self.grammar().next(word).role {
            Role::Past => self.past_the_hour(at, word + 1, minutes),
            Role::To if at_time() => self.before_the_hour(at, word + 1, minutes),
            _ => None,
        }
    }

    pub(super) fn past_the_hour(&self, at: usize, hour_at: usize, minutes: u32) -> Option<Found> {
        let (hour, end) = self.hour(hour_at, TWELVE)?;
        let text = self.with_digits(at, end);
        let value = format!("{hour}:{minutes:02}");
        Some(Found::new(Kind::Time, at, end, value, text))
    }

    pub(super) fn before_the_hour(&self, at: usize, hour_at: usize, minutes: u32) -> Option<Found> {
        let (hour, end) = self.hour(hour_at, TWELVE)?;
        let text = self.with_digits(at, end);
        let value = format!("{}:{:02}", (hour + 10) % TWELVE + 1, 60 - minutes);
        Some(Found::new(Kind::Time, at, end, value, text))
    }

    /// `las tres y media`, `la una menos cuarto`, `las 3:30`.
    fn hour_behind_article(&self, at: usize) -> Option<Found> {
        if let Some(mut found) = self.time_at(at + 1) {
            found.text.insert_str(0, &format!("{} ", self.doc.word(at)));
            found.first = at;
            return Some(found);
        }
        let first = self.entry(at).weight == 1;
        let digits = self.doc.word(at + 1);
        if self.is_number(at + 1) && self.joins(at + 1) {
            if let Literal::Time(parts) = literal::read(digits, self.lexicon.manner) {
                let mut found = self.time(at + 1, at + 2, &parts);
                found.text = format!("{} {}", self.doc.word(at), found.text);
                found.first = at;
                return Some(found);
            }
        }
        let (hour, end) = self.small(at + 1, DAY)?;
        let part = self.grammar().next(end + 1);
        if (hour == 1) != first || end != at + 2 {
            return None;
        }
        let quarter = part.role == Role::Quarter && self.joins(end + 1);
        let (minutes, last) = match part.role {
            Role::Half => (30, end + 2),
            _ if quarter => (15, end + 2),
            _ => self.small(end + 1, 59)?,
        };
        if minutes % 5 != 0 || minutes == 0 || self.counts(last) {
            return None;
        }
        let text = self.with_digits(at, last);
        let value = match self.grammar().next(end).role {
            Role::And if self.are_two_hours(at, last) => return None,
            Role::And => format!("{hour}:{minutes:02}"),
            Role::Minus if minutes < 30 && hour <= TWELVE => {
                format!("{}:{:02}", (hour + 10) % TWELVE + 1, 60 - minutes)
            }
            _ => return None,
        };
        Some(Found::new(Kind::Time, at, last, value, text))
    }

    /// `fünfzehn Uhr dreißig`, `15 Uhr`; the word for the clock is at `end`.
    pub(super) fn hour_of_clock(&self, at: usize, end: usize, value: &str) -> Option<Found> {
        let manner = self.lexicon.manner;
        if !manner.joined || manner.clock_last || !self.joins(end) {
            return None;
        }
        let hour: u32 = value.parse().ok().filter(|hour| *hour <= DAY)?;
        let (minutes, last) = self.minutes_behind(end + 1).unwrap_or((0, end + 1));
        let text = match minutes {
            0 => format!("{hour} {}", self.doc.word(end)),
            _ => format!("{hour} {} {minutes}", self.doc.word(end)),
        };
        let value = format!("{hour}:{minutes:02}");
        Some(Found::new(Kind::Time, at, last, value, text))
    }

    /// `quinze heures trente`, `trois heures moins vingt`; the name of the hours is at `end`.
    pub(super) fn hours_and_minutes(
        &self,
        at: usize,
        end: usize,
        value: &str,
        name: &Named,
    ) -> Option<Found> {
        let hour: u32 = value.parse().ok().filter(|hour| *hour <= DAY)?;
        if let Some((minutes, last)) = self.minutes_behind(end + 1) {
            let text = format!("{hour} {} {minutes}", name.behind(&hour.to_string()));
            let value = format!("{hour}:{minutes:02}");
            return Some(Found::new(Kind::Time, at, last, value, text));
        }
        if self.grammar().next(end + 1).role != Role::Minus || hour == 0 {
            return None;
        }
        let pair = self
            .lexicon
            .pair(self.doc.word(end + 2), self.doc.word(end + 3));
        let quarter = pair.is_some_and(|pair| pair.role == Role::Quarter && pair.weight == 1);
        let (minutes, last) = match quarter && self.joins(end + 2) && self.joins(end + 3) {
            true => (15, end + 4),
            false => self.small(end + 2, 25)?,
        };
        if minutes % 5 != 0 || minutes == 0 || self.counts(last) {
            return None;
        }
        let rest = self.with_digits(end + 1, last);
        let text = format!("{hour} {} {rest}", name.behind(&hour.to_string()));
        let time = |hour: u32| format!("{hour}:{:02}", 60 - minutes);
        let mut found = Found::new(Kind::Time, at, last, time(hour - 1), text);
        if hour == 1 {
            found.alternatives.push((Kind::Time, time(TWELVE)));
        }
        Some(found)
    }

    /// Minutes behind the word for the hours, which nothing counts.
    fn minutes_behind(&self, at: usize) -> Option<(u32, usize)> {
        if let Some((minutes, end)) = self.zero_led(at) {
            return (!self.counts(end)).then_some((minutes, end));
        }
        let (minutes, end) = self.small(at, 59)?;
        (minutes > 0 && !self.counts(end)).then_some((minutes, end))
    }

    /// An hour that nothing behind it makes another number.
    pub(super) fn hour(&self, at: usize, most: u32) -> Option<(u32, usize)> {
        let (hour, end) = self.small(at, most)?;
        let short = end == at + 1 && hour > 0;
        (short && !self.counts(end)).then_some((hour, end))
    }

    /// A whole number up to `most`, in words or one or two digits, that no punctuation parts from what
    /// stands before it.
    pub(super) fn small(&self, at: usize, most: u32) -> Option<(u32, usize)> {
        self.joins(at).then(|| self.small_at(at, most))?
    }

    /// The same, whatever stands before it.
    pub(super) fn small_at(&self, at: usize, most: u32) -> Option<(u32, usize)> {
        let token = self.doc.tokens.get(at)?;
        let (value, end) = match token.kind {
            text::Kind::Number => {
                let digits = self.doc.text(token);
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                if !plain || digits.len() > 2 || self.has_ending(at) {
                    return None;
                }
                (digits.parse().ok()?, at + 1)
            }
            text::Kind::Word => {
                let number = self.whole(at)?;
                if number.ordinal || number.value > u128::from(most) {
                    return None;
                }
                (number.value as u32, number.end)
            }
            _ => return None,
        };
        (value <= most).then_some((value, end))
    }

    /// Whether the token at `at` belongs to the number before it: more of it, or what is counted.
    pub(super) fn counts(&self, at: usize) -> bool {
        let Some(token) = self.doc.tokens.get(at) else {
            return false;
        };
        if !self.joins(at) {
            return false;
        }
        let entry = self.entry(at);
        let number = token.kind == text::Kind::Number || entry.part != Part::None;
        let unit = entry.currency + entry.minor + entry.measure > 0 || self.ordinal_ending(at);
        let role = matches!(
            entry.role,
            Role::Percent | Role::Per | Role::Point | Role::Half | Role::Denominator | Role::Whole
        );
        number || unit || role || token.kind == text::Kind::Sign
    }

    /// Whether no punctuation stands before the token at `at`.
    pub(super) fn joins(&self, at: usize) -> bool {
        !self.is_parted(at)
    }

    /// The words from `first` up to `last`, their numbers in digits and measures by name.
    pub(super) fn with_digits(&self, first: usize, last: usize) -> String {
        let mut out: Vec<String> = Vec::new();
        let mut at = first;
        while at < last {
            let entry = self.entry(at);
            let quarter = entry.role == Role::Quarter;
            let number = entry.part != Part::None && !entry.ordinal && !quarter;
            // What stands before the first of them does not matter.
            let value = match at == first {
                true => self.small_at(at, 99),
                false => self.small(at, 99),
            };
            match value {
                Some((value, end)) if number || self.is_number(at) => {
                    out.push(value.to_string());
                    at = end;
                }
                _ if entry.measure > 0 => {
                    let named = &self.lexicon.measures[usize::from(entry.measure) - 1];
                    let before = out.last().map_or("", String::as_str);
                    out.push(named.behind(before).to_string());
                    at += 1;
                }
                _ => {
                    out.push(self.doc.word(at).to_string());
                    at += 1;
                }
            }
        }
        out.join(" ")
    }
}
