//! Hours with a word or a letter between them and the minutes: `7h30`, `sept heures trente`, `7.30 Uhr`.

use super::decimal::strip_zeros;
use super::lexicon::{Named, Part, Role};
use super::reader::Reader;
use super::{Found, Kind};

impl Reader<'_> {
    /// `7h30` or `7h`, in one word.
    pub(super) fn hour_word(&self, at: usize) -> Option<Found> {
        let (hour, minute) = self.doc.word(at).split_once('h')?;
        let unit = self.lexicon.get("h");
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let minutes = minute.strip_suffix("min").unwrap_or(minute);
        if unit.measure == 0 || !digits(hour) || !digits(minutes) {
            return None;
        }
        let name = &self.lexicon.measures[usize::from(unit.measure) - 1];
        if let Some(minute) = minute.strip_suffix("min") {
            return self.hours_with_minutes(at, hour, minute, name);
        }
        let right = matches!(hour.len(), 1 | 2) && matches!(minute.len(), 0 | 2);
        if !right || minute > "59" {
            return None;
        }
        let hour = strip_zeros(hour);
        if minute.is_empty() || minute == "00" {
            let text = format!("{hour} {}", name.behind(hour));
            let mut found = Found::new(Kind::Measure, at, at + 1, hour.to_string(), text);
            found.unit = Some(name.one.clone());
            found.alternatives.push((Kind::Time, format!("{hour}:00")));
            return Some(found);
        }
        let text = match unit.role {
            Role::Clock => format!("{hour} {} {}", name.behind(hour), strip_zeros(minute)),
            _ => format!("{hour} {minute}"), // as 15:30
        };
        Some(Found::new(
            Kind::Time,
            at,
            at + 1,
            format!("{hour}:{minute}"),
            text,
        ))
    }

    /// `7h30min`, as "7 h 30 min".
    fn hours_with_minutes(
        &self,
        at: usize,
        hour: &str,
        minute: &str,
        name: &Named,
    ) -> Option<Found> {
        let minutes = self.lexicon.get("min").measure.checked_sub(1)?;
        let named = &self.lexicon.measures[usize::from(minutes)];
        let few = matches!(hour.len(), 1 | 2) && matches!(minute.len(), 1 | 2);
        let minute: u32 = minute.parse().ok().filter(|minute| few && *minute < 60)?;
        let hour = strip_zeros(hour);
        let rest = minute.to_string();
        let text = format!(
            "{hour} {} {rest} {}",
            name.behind(hour),
            named.behind(&rest)
        );
        let value = format!("{hour}:{minute:02}");
        Some(Found::new(Kind::Time, at, at + 1, value, text))
    }

    /// `sept heures et demie`: the hours, whose name stands at `end`, and a half or a quarter.
    pub(super) fn hour_and_part(
        &self,
        at: usize,
        end: usize,
        value: &str,
        name: &Named,
    ) -> Option<Found> {
        if self.entry(end).role != Role::Clock || value.contains(['.', '/']) {
            return None;
        }
        if self.is_parted(end) {
            return None;
        }
        let pair = self
            .lexicon
            .pair(self.doc.word(end + 1), self.doc.word(end + 2));
        let parted = self.is_parted(end + 1) || self.is_parted(end + 2);
        let minutes = match pair.filter(|_| !parted) {
            Some(pair) if pair.role == Role::Half => "30",
            Some(pair) if pair.role == Role::Quarter && pair.weight == 0 => "15",
            _ => return self.hours_and_minutes(at, end, value, name),
        };
        let hour = strip_zeros(value);
        let text = format!("{hour} {} {minutes}", name.behind(hour));
        Some(Found::new(
            Kind::Time,
            at,
            end + 3,
            format!("{hour}:{minutes}"),
            text,
        ))
    }

    /// `7:30` or `7.30` at `at`, and the word for the clock behind it.
    pub(super) fn clock_behind(&self, at: usize) -> Option<Found> {
        let clock = |at: usize| self.grammar().next(at).role == Role::Clock;
        let range = self.doc.is(at + 1, "bis") && clock(at + 3) && !self.is_parted(at + 2);
        let range = range && self.lexicon.manner.joined && self.is_number(at + 2);
        if range {
            // The word is said behind both hours of "8.15 bis 9.45 Uhr".
            self.clock_of(at + 2, &self.lexicon.clock)?;
            let mut found = self.clock_of(at, &self.lexicon.clock)?;
            found.last = at + 1;
            return Some(found);
        }
        if !clock(at + 1) {
            return None;
        }
        self.clock_of(at, self.doc.word(at + 1))
    }

    fn clock_of(&self, at: usize, clock: &str) -> Option<Found> {
        let (hour, minute) = self.doc.word(at).split_once([':', '.'])?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let right = matches!(hour.len(), 1 | 2) && minute.len() == 2;
        if !right
            || !digits(hour)
            || !digits(minute)
            || minute > "59"
            || hour.len() == 2 && hour > "24"
        {
            return None;
        }
        let hour = strip_zeros(hour);
        let value = format!("{hour}:{minute}");
        let manner = self.lexicon.manner;
        if manner.clock_last {
            // The word stands behind: "2:30 बजे".
            let minute = if minute == "00" { "" } else { minute };
            let text = format!("{hour} {minute} {}", self.doc.word(at + 1)).replace("  ", " ");
            return Some(Found::new(Kind::Time, at, at + 2, value, text));
        }
        if !manner.joined {
            let text = format!("{hour} {minute}");
            return Some(Found::new(Kind::Time, at, at + 1, value, text));
        }
        let text = match minute {
            "00" => format!("{hour} {clock}"),
            _ => format!("{hour} {clock} {}", strip_zeros(minute)),
        };
        Some(Found::new(Kind::Time, at, at + 2, value, text))
    }

    /// `तीन बजकर तीस मिनट`: the hour, behind which a word stands at `end`, and the minutes past it.
    pub(super) fn minutes_past(&self, at: usize, end: usize, value: &str) -> Option<Found> {
        let hour: u32 = value.parse().ok().filter(|hour| *hour <= 24)?;
        let (minutes, last) = self
            .small(end + 1, 59)
            .filter(|(minutes, _)| *minutes > 0)?;
        if self.is_parted(end) || self.grammar().next(last).role != Role::Minutes {
            return None;
        }
        let on = usize::from(self.doc.is(last + 1, "पर") && !self.is_parted(last + 1));
        let text = format!("{hour} {minutes:02} {}", self.lexicon.clock);
        let value = format!("{hour}:{minutes:02}");
        Some(Found::new(Kind::Time, at, last + 1 + on, value, text))
    }

    /// Whether the digits at `at` are the minutes behind an hour and its word.
    pub(super) fn are_minutes(&self, at: usize) -> bool {
        at > 1
            && self.entry(at - 1).role == Role::Clock
            && (self.is_number(at - 2) || self.entry(at - 2).part != Part::None)
            && self.doc.word(at).len() == 2
    }
}
