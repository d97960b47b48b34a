//! Parts of the hour that comes: `dreiviertel vier`, `půl třetí`, `половина третьего`, `alle due e tre quarti`.
//!
//! They are written as they were said, with digits; the value is that of the same time in digits.

use super::lexicon::Role;
use super::reader::Reader;
use super::{Found, Kind};

/// Hours on a clock with hands.
const TWELVE: u32 = 12;

impl Reader<'_> {
    /// The time that begins at `at`, which a word for a part and the hour behind it make one.
    pub(super) fn part_of_hour(&self, at: usize) -> Option<Found> {
        let manner = self.lexicon.manner;
        if manner.english || manner.han {
            return None;
        }
        if self.entry(at).role == Role::Hour {
            return self.quarters_behind(at);
        }
        if let Some((2, rest)) = self.lexicon.beginning(self.doc.word(at)) {
            let hour = self.lexicon.get(rest);
            let text = self.doc.word(at).to_string();
            return (hour.role == Role::HourOf)
                .then(|| towards(at, at + 1, u32::from(hour.weight), 30, text));
        }
        match self.doc.word(at) {
            "без" => self.without(at),
            "половина" | "половине" | "половину" | "půl" => {
                self.behind_part(at, 30)
            }
            "четверть" => self.behind_part(at, 15),
            _ => self.quarters_before(at),
        }
    }

    /// `половина третьего`, `půl třetí`: a part of the hour that is named by its number.
    fn behind_part(&self, at: usize, minutes: u32) -> Option<Found> {
        let hour = self.grammar().next(at + 1);
        if hour.role == Role::HourOf {
            let text = format!("{} {}", self.doc.word(at), self.doc.word(at + 1));
            return Some(towards(at, at + 2, u32::from(hour.weight), minutes, text));
        }
        let (hour, last) = self.hour_in_figures(at)?;
        let name = self.lexicon.hours.get(hour as usize - 1)?;
        let text = format!("{} {name}", self.doc.word(at));
        Some(towards(at, last, hour, minutes, text))
    }

    /// `половине 3-го`: the hour behind the part at `at`; Czech `půl 3` may be something else.
    fn hour_in_figures(&self, at: usize) -> Option<(u32, usize)> {
        let number = self.is_number(at + 1) || self.is_ordinal_word(at + 1);
        if !number || !self.joins(at + 1) || self.doc.word(at) == "půl" {
            return None;
        }
        let found = self.ordinal_in_figures(at + 1)?;
        let hour = found.value.parse().ok()?;
        let named = found.kind == Kind::Ordinal && found.text.ends_with("го");
        (named && (1..=TWELVE).contains(&hour)).then_some((hour, found.last))
    }

    /// `без четверти три`, `без десяти пять`, `без пяти минут час`.
    fn without(&self, at: usize) -> Option<Found> {
        let quarter = self.doc.is(at + 1, "четверти") && self.joins(at + 1);
        let (minutes, mut end) = match quarter {
            true => (15, at + 2),
            false => self.small(at + 1, 29)?,
        };
        end += usize::from(self.doc.is(end, "минут") && self.joins(end));
        let (hour, last) = match self.doc.is(end, "час") && self.joins(end) && !self.counts(end + 1)
        {
            true => (1, end + 1),
            false => self.hour(end, TWELVE)?,
        };
        let mut text = self.with_digits(at, end);
        match hour {
            1 => text.push_str(&format!(" {}", self.doc.word(end))),
            _ => text.push_str(&format!(" {hour}")),
        }
        (minutes > 0 && minutes % 5 == 0).then(|| towards(at, last, hour, 60 - minutes, text))
    }

    /// `dreiviertel vier`, `drei Viertel vier`, `um viertel vier`, `čtvrt na pět`, `tři čtvrtě na pět`.
    fn quarters_before(&self, at: usize) -> Option<Found> {
        if !self.lexicon.manner.joined {
            return None;
        }
        let entry = self.entry(at);
        let quarter = |at: usize| {
            let next = self.grammar().next(at);
            next.role == Role::Quarter || next.role == Role::Denominator && next.weight == 4
        };
        let three = || {
            self.small(at, 3)
                .filter(|(value, end)| *value == 3 && quarter(*end))
        };
        let (quarters, end) = match entry.role {
            Role::Part if entry.weight != 2 => (u32::from(entry.weight), at + 1),
            Role::Quarter if at > 0 && self.doc.is(at - 1, "um") => (1, at + 1),
            // Few words are looked at: to read a joined one takes time.
            _ if entry.value == 3 || self.is_number(at) => (3, three()?.1 + 1),
            _ => return None,
        };
        let word = self.doc.word(end - 1);
        let czech = word.starts_with('č') || word.starts_with("tři");
        // Italians have quarters, and no such hours.
        let known = czech || word.ends_with("viertel");
        if !known || czech != (self.doc.is(end, "na") && self.joins(end)) {
            return None;
        }
        let at_hour = end + usize::from(czech);
        let (hour, last) = self.hour(at_hour, TWELVE)?;
        if !czech && hour == 1 && !matches!(self.doc.word(at_hour), "eins" | "1") {
            return None; // "drei Viertel einer Stunde"
        }
        let word = match (czech, quarters) {
            (true, 3) => "třičtvrtě",
            (false, 3) => "dreiviertel",
            _ => word,
        };
        let text = match czech {
            true => format!("{word} na {hour}"),
            false => format!("{word} {hour}"),
        };
        Some(towards(at, last, hour, quarters * 15, text))
    }

    /// `alle due e un quarto`, `alle due meno un quarto`, `às duas e três quartos`.
    fn quarters_behind(&self, at: usize) -> Option<Found> {
        let (hour, end) = self.small(at + 1, TWELVE).filter(|(hour, _)| *hour > 0)?;
        let link = self.grammar().next(end).role;
        let (top, behind) = self.small(end + 1, 3)?;
        let quarter = self.grammar().next(behind);
        let named = quarter.role == Role::Quarter
            || quarter.role == Role::Denominator && quarter.weight == 4;
        let last = behind + 1;
        if !named || top == 2 || self.counts(last) || end != at + 2 {
            return None;
        }
        let [article, link_word, word] = [at, end, behind].map(|at| self.doc.word(at));
        let parts = match top {
            1 => self.doc.word(end + 1).to_string(),
            _ => top.to_string(),
        };
        let text = format!("{article} {hour} {link_word} {parts} {word}");
        match link {
            Role::And => {
                let value = format!("{hour}:{:02}", top * 15);
                Some(Found::new(Kind::Time, at, last, value, text))
            }
            Role::Minus if top == 1 => Some(towards(at, last, hour, 45, text)),
            _ => None,
        }
    }
}

/// So many minutes of the hour before `hour`.
fn towards(at: usize, last: usize, hour: u32, minutes: u32, text: String) -> Found {
    let value = format!("{}:{minutes:02}", (hour + 10) % TWELVE + 1);
    Found::new(Kind::Time, at, last, value, text)
}
