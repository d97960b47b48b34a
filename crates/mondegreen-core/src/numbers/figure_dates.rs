//! Days in digits with full stops or slashes, in languages that name the day first: `am 1.5.`, `24. 12. 2023`,
//! `1.5.2023-3.5.2023`.
//!
//! A day and a month without the year read as a decimal otherwise, so where nothing says what they are, they
//! stay two numbers, which are equal to neither.

use super::amounts::Amount;
use super::literal::{self, Literal};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text;
use crate::text::token::{BREAK, CAPITAL, COMMA, DOT, GLUED, HYPHEN, SENTENCE};

/// Behind these, figures with full stops have a place in a row, and are no day.
const LABELS: &[&str] = &[
    "abschnitt",
    "absatz",
    "abbildung",
    "artikel",
    "bild",
    "kapitel",
    "nr",
    "nummer",
    "paragraph",
    "punkt",
    "seite",
    "tabelle",
    "teil",
    "ziffer",
    "übung",
    "aufgabe",
    "bod",
    "bodě",
    "bodu",
    "kapitola",
    "kapitole",
    "kapitoly",
    "kapitolu",
    "oddíl",
    "oddílu",
    "odstavec",
    "odstavci",
    "obrázek",
    "tabulka",
    "číslo",
    "rozdział",
    "punkt",
    "numer",
    "розділ",
    "пункт",
    "номер",
];

/// Behind these, two numbers are mostly an hour and its minutes.
const TIMES: &[&str] = &["um", "gegen", "v", "ve"];

/// Behind these hardly anything but a day stands.
const DAYS: &[&str] = &["am", "vom", "zum", "dne"];

impl Reader<'_> {
    /// A day, or two, in the digits at `at`.
    pub(super) fn date_in_digits(&self, at: usize) -> Option<Found> {
        let manner = self.lexicon.manner;
        let word = self.doc.word(at);
        let digits = word.as_bytes().first().is_some_and(u8::is_ascii_digit);
        if !manner.comma || !digits || self.has_ending(at) || self.is_ordinal_word(at) {
            return None;
        }
        if let Some((first, second)) = word.split_once('-') {
            let days = [self.full_date(first)?, self.full_date(second)?];
            return Some(self.of_days(at, at + 1, days));
        }
        if let Some(first) = self.full_date(word) {
            // "10.12.1999 - 11.12.1999": between two days it is no minus.
            let dash = self.doc.word(at + 1) == "-" && !self.is_parted(at + 2);
            let second = self.full_date(self.doc.word(at + 2)).filter(|_| dash)?;
            return Some(self.of_days(at, at + 3, [first, second]));
        }
        if let Some(found) = self.spaced_date(at) {
            return Some(found);
        }
        let (day, month) = day_and_month(word)?;
        let stop = self.doc.has(at, DOT);
        let zero = word.starts_with('0');
        let counted = self.is_unit(at + 1) && !stop;
        let stops = self.lexicon.calendar.has_stops();
        let open = stops && self.is_open_day(at);
        if !stop && !zero && !open || counted || self.is_labelled(at) {
            return None;
        }
        if stops && stop {
            if let Some(year) = self.year_of_stop(at) {
                return Some(self.day_of(at, at + 2, day, month, Some(year)));
            }
        }
        if stops && !open && self.is_sure_day(at) {
            return Some(self.day_of(at, at + 1, day, month, None));
        }
        // Elsewhere nobody puts a full stop behind the month.
        let unsure = zero || stops || self.lexicon.months.is_empty() && manner.spaced;
        let parts = word.replace('.', " ");
        unsure.then(|| Found::new(Kind::Cardinal, at, at + 1, parts.clone(), parts))
    }

    /// A year, a month and a day as one token.
    fn full_date(&self, word: &str) -> Option<(String, u8, u8)> {
        if word.len() < 8 || word.contains('-') {
            return None;
        }
        match literal::read(word, self.lexicon.manner) {
            Literal::Date(year, month, day) => Some((year, month, day)),
            _ => None,
        }
    }

    fn of_days(&self, first: usize, last: usize, days: [(String, u8, u8); 2]) -> Found {
        let values = days
            .each_ref()
            .map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"));
        let texts = days.map(|(year, month, day)| self.written_day(day, month, Some(&year)));
        let (value, text) = (values.join("/"), texts.join(" "));
        Found::new(Kind::Date, first, last, value, text)
    }

    fn written_day(&self, day: u8, month: u8, year: Option<&str>) -> String {
        let year = year.unwrap_or_default();
        let Some(name) = self.lexicon.months.get(usize::from(month) - 1) else {
            let text = format!("{day:02} {month:02} {year}");
            return text.trim_end().to_string();
        };
        let of = if self.lexicon.endings.of { " de" } else { "" };
        match year {
            "" => format!("{day}{of} {name}"),
            _ => format!("{day}{of} {name}{of} {year}"),
        }
    }

    fn day_of(&self, at: usize, end: usize, day: u8, month: u8, year: Option<&str>) -> Found {
        let value = match year {
            Some(year) => format!("{year}-{month:02}-{day:02}"),
            None => format!("--{month:02}-{day:02}"),
        };
        Found::new(
            Kind::Date,
            at,
            end,
            value,
            self.written_day(day, month, year),
        )
    }

    /// `24. 12. 2023`, and behind a word that says so `24. 12.`
    fn spaced_date(&self, at: usize) -> Option<Found> {
        if !self.lexicon.calendar.has_stops() || !self.is_behind_stop(at + 1) {
            return None;
        }
        let (first, second) = (self.doc.word(at), self.doc.word(at + 1));
        let (day, month) = day_and_month(&format!("{first}.{second}"))?;
        if let Some(year) = self.year_of_stop(at + 1) {
            return Some(self.day_of(at, at + 3, day, month, Some(year)));
        }
        let next = self.entry(at + 2).role == super::lexicon::Role::Month;
        // "Do 2. 3. třídy" may be two classes.
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let behind = self.doc.word(at + 2);
        let word = self
            .doc
            .tokens
            .get(at + 2)
            .filter(|token| token.kind == text::Kind::Word);
        let small = word.is_some_and(|token| !token.has(CAPITAL));
        let calendar = &self.lexicon.calendar;
        let goes_on = small && calendar.between(behind).is_none();
        let strong = DAYS.contains(&before) || calendar.is_weekday(before) || !goes_on;
        let sure = self.doc.has(at + 1, DOT) && !next && strong && self.is_day_before(at);
        sure.then(|| self.day_of(at, at + 2, day, month, None))
    }

    /// `am ersten Fünften`: the month as its number, where nothing stands behind that it could belong to.
    pub(super) fn numbered_month(&self, at: usize, end: usize, day: u32) -> Option<Amount> {
        const ARTICLES: &[&str] = &["der", "den", "dem"];
        let article = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let said = !self.is_number(at) && !self.is_number(end) && !ARTICLES.contains(&article);
        if !said || !self.lexicon.calendar.has_stops() || self.is_parted(end) {
            return None;
        }
        let month = self
            .whole(end)
            .filter(|month| month.ordinal && self.is_day_before(at))?;
        let name = self
            .lexicon
            .months
            .get(usize::try_from(month.value).ok()?.checked_sub(1)?)?;
        let word = self.doc.word(month.end);
        let last = month.end == self.doc.len() || self.is_parted(month.end);
        let year = word.len() == 4 && self.is_number(month.end);
        let year = year || self.whole(month.end).is_some_and(|year| year.value >= 1000);
        let goes_on = self.lexicon.calendar.between(word).is_some();
        let value = format!("--{:02}-{day:02}", month.value);
        let mut date = Amount::of(Kind::Date, value, month.end);
        date.text = format!("{day} {name}");
        (last || year || goes_on).then_some(date)
    }

    /// Whether digits stand at `at`, and nothing but a full stop and a space parts them from those before.
    fn is_behind_stop(&self, at: usize) -> bool {
        let Some(token) = self.doc.tokens.get(at) else {
            return false;
        };
        let before = self.doc.tokens[at - 1];
        token.kind == text::Kind::Number
            && !token.has(COMMA | HYPHEN | GLUED)
            && before.has(DOT)
            && token.start == before.end + 2
    }

    /// The year behind the full stop of the digits at `at`: `1.5. 2023`.
    fn year_of_stop(&self, at: usize) -> Option<&str> {
        let year = self.doc.word(at + 1);
        let plain = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
        let sure = plain && self.is_behind_stop(at + 1) && ("1000".."2200").contains(&year);
        (sure && !self.is_unit(at + 2)).then_some(year)
    }

    /// Whether a unit stands at `at`, or a sign of one.
    fn is_unit(&self, at: usize) -> bool {
        let entry = self.entry(at);
        let sign = self
            .doc
            .tokens
            .get(at)
            .is_some_and(|token| token.kind == text::Kind::Sign);
        use super::lexicon::{Part, Role};
        let role = matches!(entry.role, Role::Clock | Role::Percent | Role::Point);
        let scale = matches!(entry.part, Part::Scale | Part::Hundred);
        let one = entry.currency + entry.measure + entry.minor > 0 || sign || role || scale;
        one && !self.is_parted(at)
    }

    /// Whether the full stop behind the month is missing, as it seems: `am 1.5`, but not `vom 1.6 Benziner`.
    fn is_open_day(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let day =
            DAYS.contains(&before) && !self.is_parted(at) && !self.doc.word(at).starts_with('0');
        let next = self.doc.word(at + 1);
        let ends = self.is_parted(at + 1) || at + 1 == self.doc.len();
        let small = !self.doc.has(at + 1, CAPITAL | GLUED | HYPHEN) && !next.contains("fach");
        day && !self.doc.has(at, DOT) && (ends || small)
    }

    fn is_labelled(&self, at: usize) -> bool {
        let short = |before: usize| matches!(self.doc.word(before), "nummer" | "číslo");
        let before = at
            .checked_sub(1)
            .filter(|&before| !self.is_parted(at) || short(before));
        let before = before.map_or("", |before| self.doc.word(before));
        LABELS.contains(&before) || super::dates::is_version(before)
    }

    /// Whether a word before `at` says that a day stands there.
    fn is_day_before(&self, at: usize) -> bool {
        let calendar = &self.lexicon.calendar;
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let word = self.doc.word(before);
        if calendar.is_weekday(word) {
            return !self.doc.has(at, SENTENCE) && (!self.is_parted(at) || self.doc.has(at, COMMA));
        }
        if self.is_parted(at) {
            return false;
        }
        // "Von 1.2 bis 1.5.": then both are decimals.
        let number = before.checked_sub(1).filter(|&first| self.is_number(first));
        let decimal = number.is_some_and(|first| !self.doc.has(first, DOT));
        calendar.is_before(word) || calendar.is_until(word) && !decimal
    }

    /// Whether the digits at `at`, with a full stop between them, are surely a day.
    fn is_sure_day(&self, at: usize) -> bool {
        if self.is_day_before(at) {
            return true;
        }
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        if TIMES.contains(&before) {
            return false;
        }
        let stopped = |at: usize| {
            let day = day_and_month(self.doc.word(at)).is_some() && self.doc.has(at, DOT);
            self.is_number(at) && (day || self.full_date(self.doc.word(at)).is_some())
        };
        let doc = self.doc;
        if !doc.has(at, DOT) {
            return false;
        }
        // "1.5.-3.5.", "1.5. bis 3.5."
        let close = |first: usize| doc.tokens[first + 1].start <= doc.tokens[first].end + 4;
        let joins = |at: usize| {
            let word = doc.word(at);
            self.lexicon.calendar.between(word).is_some() || self.lexicon.endings.joins(word)
        };
        let behind = |first: usize| first + 1 < doc.len() && stopped(first + 1) && close(first);
        if behind(at) || at > 0 && stopped(at - 1) && doc.has(at - 1, DOT) && close(at - 1) {
            return true;
        }
        if joins(at + 1) && stopped(at + 2) || at > 1 && joins(at - 1) && stopped(at - 2) {
            return true;
        }
        // Small letters mean something where there are others.
        doc.tokens.get(at + 1).is_some_and(|next| {
            let small = next.kind == text::Kind::Word && !next.has(CAPITAL);
            small && next.has(BREAK) && (at == 0 || doc.has(0, CAPITAL))
        })
    }
}

/// `1.5`, `01.05`: a day and a month.
fn day_and_month(word: &str) -> Option<(u8, u8)> {
    let (day, month) = word.split_once('.')?;
    let short = |digits: &str| {
        matches!(digits.len(), 1 | 2) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !short(day) || !short(month) {
        return None;
    }
    let (day, month) = (day.parse().ok()?, month.parse().ok()?);
    let most = match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    ((1..=most).contains(&day) && (1..=12).contains(&month)).then_some((day, month))
}
