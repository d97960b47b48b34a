//! Minutes before and behind an hour: `fünf nach drei`, `zehn vor halb vier`, `cinco para as três`, `mancano dieci
//! alle tre`, `десять минут третьего`, `za pět minut půl osmé`, `midi et demi`.
//!
//! They are written as they were said, with digits; the value is that of the same time in digits.

use super::lexicon::Role;
use super::reader::Reader;
use super::{Found, Kind};

/// Hours on a clock with hands.
const TWELVE: u32 = 12;

impl Reader<'_> {
    /// The time that begins at `at` with minutes, or with the name of noon or midnight.
    pub(super) fn near_hour(&self, at: usize) -> Option<Found> {
        let manner = self.lexicon.manner;
        if manner.english || manner.han || manner.clock_last {
            return None;
        }
        let next = self.doc.word(at + 1);
        match self.doc.word(at) {
            "za" => return self.minutes_to_come(at),
            "meio" if next == "dia" => return self.at_noon(at, at + 2, TWELVE),
            "meia" if next == "noite" => return self.at_noon(at, at + 2, 0),
            "all'una" | "l'una" | "dall'una" => return self.at_noon(at, at + 1, 1),
            _ => {}
        }
        if matches!(self.doc.word(at + 3), "de" | "da") {
            if let Some(time) = self.part_of_day(at) {
                return Some(time);
            }
        }
        if self.entry(at).role == Role::Noon {
            return self.at_noon(at, at + 1, u32::from(self.entry(at).weight));
        }
        // Few words are looked at: to read a joined one takes time.
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        if matches!(before, "manca" | "mancano") {
            return self.missing(at);
        }
        let link = (1..=4).find_map(|way| match self.doc.word(at + way) {
            link @ ("nach" | "vor") if way <= 2 => Some((link, at + way)),
            link @ "para" => Some((link, at + way)),
            link @ ("минут" | "минуты" | "минута" | "minut" | "minuty") if way <= 2 => {
                Some((link, at + way))
            }
            _ => None,
        });
        let (link, place) = link?;
        match link {
            "nach" | "vor" => self.beside_the_hour(at, place, link == "nach"),
            "para" => self.for_the_hour(at, place),
            _ => self.minutes_and_ordinal(at, place),
        }
    }

    /// Minutes up to `end`, perhaps with their name; a quarter, with its article or without.
    fn minutes_up_to(&self, at: usize, end: usize, most: u32) -> Option<u32> {
        let (minutes, after) = self
            .small_at(at, most)
            .filter(|(minutes, _)| *minutes > 0)?;
        let named = after + 1 == end && self.joins(after) && {
            let place = usize::from(self.entry(after).measure).checked_sub(1)?;
            let name = self.lexicon.measures[place].one.as_str();
            matches!(name, "minute" | "minuto" | "minuta" | "минута")
        };
        (named || after == end && minutes % 5 == 0).then_some(minutes)
    }

    /// `fünf nach drei`, `zehn vor halb vier`; the word between them is at `link`.
    fn beside_the_hour(&self, at: usize, link: usize, past: bool) -> Option<Found> {
        let minutes = self.minutes_up_to(at, link, 25)?;
        let half = self.grammar().next(link + 1).role == Role::HalfTo;
        let place = link + 1 + usize::from(half);
        let (hour, last) = self.hour(place, TWELVE)?;
        let word = self.doc.word(place);
        if !self.joins(link) || word.starts_with("ein") && word != "eins" {
            return None; // "fünf nach einem Jahr"
        }
        let around = if half { 30 } else { 60 };
        let minutes = if past {
            around + minutes
        } else {
            around - minutes
        };
        // Counted from the hour before.
        let full = (hour + 11) * 60 + minutes;
        let text = self.with_digits(at, last);
        Some(Found::new(Kind::Time, at, last, clock(full), text))
    }

    /// `cinco para as três`, `un cuarto para las tres`; the word between them is at `link`.
    fn for_the_hour(&self, at: usize, link: usize) -> Option<Found> {
        let quarter = |at: usize| self.entry(at).role == Role::Quarter && self.joins(at);
        let article = matches!(self.doc.word(at), "un" | "um");
        let minutes = match link - at {
            1 if quarter(at) => 15,
            2 if article && quarter(at + 1) => 15,
            _ => self.minutes_up_to(at, link, 25)?,
        };
        let one = match self.doc.word(link + 1) {
            "las" | "as" | "às" => false,
            "la" | "a" | "à" => true,
            _ => return None,
        };
        let (hour, last) = self.hour(link + 2, TWELVE)?;
        // "Das dez para as três" is from one hour to another.
        let from = at.checked_sub(1).is_some_and(|before| {
            self.entry(before).role == Role::Hour || matches!(self.doc.word(before), "as" | "las")
        });
        if from || !self.joins(link) || !self.joins(link + 1) || (hour == 1) != one {
            return None;
        }
        let word = if article { self.doc.word(at) } else { "" };
        let rest = self.with_digits(at + usize::from(article), last);
        let text = format!("{word} {rest}").trim().to_string();
        let full = (hour + 11) * 60 - minutes;
        Some(Found::new(Kind::Time, at, last, clock(full + 60), text))
    }

    /// `mancano dieci alle tre`, `manca un quarto alle tre`: what stands behind the first word.
    fn missing(&self, at: usize) -> Option<Found> {
        let quarter = self.doc.is(at, "un") && self.entry(at + 1).role == Role::Quarter
            || self.doc.is(at, "un") && self.doc.is(at + 1, "quarto");
        let (minutes, link) = match quarter {
            true => (15, at + 2),
            false => {
                let link = (at + 1..at + 3).find(|&link| self.doc.is(link, "alle"))?;
                (self.minutes_up_to(at, link, 29)?, link)
            }
        };
        let (hour, last) = self.hour(link + 1, TWELVE)?;
        if !self.doc.is(link, "alle") || !self.joins(link) || !self.joins(at + 1) {
            return None;
        }
        let text = match quarter {
            true => format!("un {} alle {hour}", self.doc.word(at + 1)),
            false => self.with_digits(at, last),
        };
        Some(Found::new(
            Kind::Time,
            at,
            last,
            clock((hour + 12) * 60 - minutes),
            text,
        ))
    }

    /// `za pět tři`, `za deset minut půl osmé`.
    fn minutes_to_come(&self, at: usize) -> Option<Found> {
        let (minutes, end) = self.small(at + 1, 25)?;
        let named = matches!(self.doc.word(end), "minut" | "minuty") && self.joins(end);
        let place = end + usize::from(named);
        if minutes == 0 || minutes % 5 != 0 {
            return None;
        }
        let half = self.doc.is(place, "půl") && self.joins(place);
        let (full, last) = if half {
            let hour = self.grammar().next(place + 1);
            if hour.role != Role::HourOf {
                return None;
            }
            ((u32::from(hour.weight) + 11) * 60 + 30, place + 2)
        } else {
            let (hour, last) = self.hour(place, TWELVE)?;
            ((hour + 12) * 60, last)
        };
        let text = self.with_digits(at, last);
        Some(Found::new(
            Kind::Time,
            at,
            last,
            clock(full - minutes),
            text,
        ))
    }

    /// `десять минут третьего`, `pět minut po třetí`; the minutes are named at `link`.
    fn minutes_and_ordinal(&self, at: usize, link: usize) -> Option<Found> {
        let minutes = self.minutes_up_to(at, link + 1, 29)?;
        let place = usize::from(self.entry(link).measure).checked_sub(1)?;
        let (russian, between) = match self.doc.word(link + 1) {
            _ if self.lexicon.measures[place].one == "минута" => (true, ""),
            word @ ("po" | "před") => (false, word),
            _ => return None,
        };
        let place_of_hour = link + 1 + usize::from(!russian);
        if !(link + 1..=place_of_hour).all(|at| self.joins(at)) {
            return None;
        }
        let name = self.lexicon.measures[place].behind(&minutes.to_string());
        let half = !russian && self.doc.is(place_of_hour, "půl");
        let hour_at = place_of_hour + usize::from(half);
        let entry = self.entry(hour_at);
        let (hour, last, rest) = if half {
            let word = self.doc.word(hour_at);
            (u32::from(entry.weight), hour_at + 1, format!("půl {word}"))
        } else if self.is_number(hour_at) || self.is_ordinal_word(hour_at) {
            let found = self.ordinal_in_figures(hour_at)?;
            (found.value.parse().ok()?, found.last, found.text)
        } else {
            let found = self.amount(hour_at)?;
            (entry.value, found.end, found.text)
        };
        let genitive = russian || between == "po" || half;
        let known = match entry.role {
            Role::HourOf => last == hour_at + 1,
            // "Po 3tý", as normalizers write it.
            _ if !russian && rest.ends_with("tý") => !half,
            _ => !half && (!genitive && entry.ordinal || rest.ends_with("ого")),
        };
        if !known || !self.joins(hour_at) || !(1..=TWELVE).contains(&hour) {
            return None;
        }
        let text = format!("{minutes} {name} {between} {rest}").replace("  ", " ");
        let start = if russian { hour + 11 } else { hour + 12 } * 60;
        let start = if half { start - 30 } else { start };
        let full = match between {
            "před" => start - minutes,
            _ => start + minutes,
        };
        Some(Found::new(Kind::Time, at, last, clock(full), text))
    }

    /// `midi et demi`, `minuit moins le quart`, `mezzogiorno e mezza`, `meio-dia e meia`, `all'una e mezza`: what
    /// stands behind the hour, whose name ends before `end`.
    fn at_noon(&self, at: usize, end: usize, hour: u32) -> Option<Found> {
        let pair = |at: usize| {
            let joins = self.joins(at) && self.joins(at + 1);
            let found = self.lexicon.pair(self.doc.word(at), self.doc.word(at + 1));
            found.filter(|_| joins)
        };
        let (minutes, last) = match pair(end) {
            Some(part) if part.role == Role::Half => (30, end + 2),
            Some(part) if part.role == Role::Quarter && part.weight == 0 => (15, end + 2),
            _ if self.grammar().next(end).role == Role::And && self.joins(end + 1) => {
                let quarter = matches!(self.doc.word(end + 1), "un" | "um");
                match self.entry(end + 1).role {
                    Role::Half => (30, end + 2),
                    _ if quarter && self.doc.is(end + 2, "quarto") && self.joins(end + 2) => {
                        (15, end + 3)
                    }
                    _ => self.fives(end + 1)?,
                }
            }
            _ if self.grammar().next(end).role == Role::Minus => match pair(end + 1) {
                Some(part) if part.role == Role::Quarter => (-15, end + 3),
                _ if self.doc.is(end + 1, "un") && self.doc.is(end + 2, "quarto") => (-15, end + 3),
                _ => {
                    let (minutes, last) = self.fives(end + 1)?;
                    (-minutes, last)
                }
            },
            _ => return None,
        };
        if self.counts(last) {
            return None;
        }
        let words = |from: usize, to: usize| -> Vec<&str> {
            (from..to).map(|at| self.doc.word(at)).collect()
        };
        let text = match self.fives(last - 1).filter(|(_, after)| *after == last) {
            Some((minutes, _)) => format!("{} {minutes}", words(at, last - 1).join(" ")),
            None => words(at, last).join(" "),
        };
        let full = (hour * 60 + 24 * 60).checked_add_signed(minutes)? % (24 * 60);
        let value = format!("{}:{:02}", full / 60, full % 60);
        Some(Found::new(Kind::Time, at, last, value, text))
    }

    /// Minutes in fives, in one word or figures.
    fn fives(&self, at: usize) -> Option<(i32, usize)> {
        let (minutes, last) = self.small(at, 59)?;
        let right = minutes > 0 && minutes % 5 == 0 && last == at + 1;
        right.then_some((i32::try_from(minutes).ok()?, last))
    }

    /// `três e meia da tarde`, `tres y cuarto de la mañana`: the part of the day says that it is a time.
    fn part_of_day(&self, at: usize) -> Option<Found> {
        let (hour, end) = self.small_at(at, TWELVE).filter(|(hour, _)| *hour > 0)?;
        let and = self.grammar().next(end).role == Role::And;
        let part = self.grammar().next(end + 1).role;
        let last = end + 2;
        let of = match self.doc.word(last) {
            "de" if self.doc.is(last + 1, "la") => 2,
            "da" => 1,
            _ => return None,
        };
        let day = matches!(
            self.doc.word(last + of),
            "tarde" | "mañana" | "noche" | "madrugada" | "manhã" | "noite"
        );
        let minutes = match part {
            Role::Half => 30,
            Role::Quarter if self.joins(end + 1) => 15,
            _ => return None,
        };
        let right = and && day && end == at + 1 && (last..=last + of).all(|at| self.joins(at));
        let text = format!("{hour} {}", self.with_digits(end, last));
        let value = format!("{hour}:{minutes}");
        right.then(|| Found::new(Kind::Time, at, last, value, text))
    }
}

/// Minutes from midnight on a clock with hands.
fn clock(minutes: u32) -> String {
    format!("{}:{:02}", (minutes / 60 + 11) % TWELVE + 1, minutes % 60)
}
