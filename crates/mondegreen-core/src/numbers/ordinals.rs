//! Ordinals of languages but English: `21.`, `21-го`, `1er`, `1ª`, `5वाँ`, and their words.
//!
//! Both are written in figures with the letters that figures of the language have; a few words stay, and
//! figures become these ([`super::endings`]). Days before a month and years are written without letters.

use super::amounts::Amount;
use super::calendar::Between;
use super::cardinal::Cardinal;
use super::endings::{Article, Ending, Place};
use super::lexicon::{Part, Role};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text;
use crate::text::token::{BREAK, CAPITAL, COMMA, DOT, GLUED, HYPHEN, SENTENCE, SPACE};

/// Behind these a number is their own.
const LABELS: &[&str] = &[
    "дом",
    "дома",
    "доме",
    "кв",
    "квартира",
    "квартиры",
    "квартире",
    "корпус",
    "корп",
    "строение",
    "стр",
    "подъезд",
    "этаж",
    "номер",
    "офис",
    "комната",
    "кабинет",
    "д",
    "к",
];

/// An ordinal in figures: its digits, letters, and end.
struct Figure<'a> {
    digits: &'a str,
    ending: Ending,
    end: usize,
}

impl Reader<'_> {
    /// A day before its month, an ordinal in figures.
    pub(super) fn ordinal_in_figures(&self, at: usize) -> Option<Found> {
        if self.lexicon.endings.is_empty() {
            return None;
        }
        if let Some(date) = self.plain_day(at) {
            return Some(date);
        }
        let year = self
            .is_number(at)
            .then(|| self.year_before(self.doc.word(at), at + 1));
        if let Some(year) = year.flatten() {
            return Some(self.with_unit(at, year));
        }
        let Figure {
            digits,
            ending,
            end,
        } = self.figure(at).or_else(|| self.numbered(at))?;
        let noun = self.doc.word(end);
        let endings = &self.lexicon.endings;
        let shorter = endings.shortened(digits, ending, noun);
        let shorter = shorter.filter(|_| !self.is_parted(end));
        let mut amount = self.ordinal_of(at, digits, shorter.unwrap_or(ending), end);
        if let Some(word) = endings
            .irregular(digits, noun)
            .filter(|_| !self.is_parted(end))
        {
            amount.text = word.to_string();
        }
        if shorter.is_some() {
            amount.text = format!("{} {noun}", amount.text);
            amount.end += 1;
        }
        Some(self.with_unit(at, amount))
    }

    /// An ordinal in words, which the grammar read.
    pub(super) fn ordinal_in_words(&self, at: usize, number: Cardinal) -> Amount {
        let value = number.value.to_string();
        let unsure = Amount {
            kind: Kind::Ordinal,
            value: value.clone(),
            end: number.end,
            text: String::new(),
            scale: 0,
            sure: false,
        };
        let Some(ending) = self.lexicon.endings.of_word(self.doc.word(number.end - 1)) else {
            return unsure;
        };
        let first = self.entry(at);
        let one = first.part == Part::Digit && first.value == 1 && number.end > at + 1;
        if one && self.lexicon.endings.is_fraction(ending, true) {
            return unsure; // "un centième"
        }
        let amount = self.ordinal_of(at, &value, ending, number.end);
        if amount.kind != Kind::Ordinal {
            return amount;
        }
        let before = at.checked_sub(1).filter(|_| !self.is_parted(at));
        let part = before.is_some_and(|before| {
            let entry = self.entry(before);
            let one = entry.part == Part::Digit && entry.value == 1;
            let number = self.ends_number(before) && !entry.ordinal;
            number
                && (self.lexicon.endings).is_fraction(ending, one || self.doc.word(before) == "1")
                || self.lexicon.endings.is_half(self.doc.word(before))
        });
        if part {
            return unsure;
        }
        amount
    }

    /// Whether an ordinal in figures begins with the word at `at`.
    pub(super) fn is_ordinal_word(&self, at: usize) -> bool {
        let word = self.doc.word(at);
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let letters = &word[digits..];
        digits > 0
            && !letters.is_empty()
            && ((self.lexicon.endings)
                .behind_digits(&word[..digits], letters, Place::Glued, ["", ""])
                .is_some()
                || self.plain_letters(at, digits).is_some())
    }

    /// Whether digits and a full stop at `at` are an ordinal.
    pub(super) fn is_ordinal_figure(&self, at: usize) -> bool {
        let number = at < self.doc.len() && self.is_number(at);
        number && self.is_stop(at) && self.figure(at).is_some()
    }

    /// What letters that are not raised are before the word behind: `2a volta`, `1o de maio`.
    fn plain_letters(&self, at: usize, digits: usize) -> Option<Ending> {
        let noun = self.doc.word(at + 1);
        let letters = &self.doc.word(at)[digits..];
        if digits > 3 || self.is_parted(at + 1) {
            return None;
        }
        let of = self.entry(at + 1).role == Role::Of && self.lexicon.endings.of;
        let month = self.entry(at + 1 + usize::from(of)).role == Role::Month;
        let first = month && of == self.lexicon.endings.of && &self.doc.word(at)[..digits] == "1";
        self.lexicon.endings.plain_letters(letters, noun, first)
    }

    /// Digits without letters before a noun that cannot be counted in its form: `на 5 этаже`.
    fn numbered(&self, at: usize) -> Option<Figure<'_>> {
        let digits = self.doc.word(at);
        if !self.is_number(at) || digits.len() > 3 || digits.starts_with('0') {
            return None;
        }
        let ending = self.numbered_from(at).or_else(|| {
            let value = digits.parse().ok()?;
            self.numbered_ending(at, value, at + 1)
        })?;
        let end = at + 1;
        Some(Figure {
            digits,
            ending,
            end,
        })
    }

    /// The same at the beginning of a range: `с 1 по 5 класс`.
    fn numbered_from(&self, at: usize) -> Option<Ending> {
        let calendar = &self.lexicon.calendar;
        let from = at.checked_sub(1).filter(|_| !self.is_parted(at))?;
        let range = calendar.between(self.doc.word(at + 1)) == Some(Between::Range);
        let parted = self.is_parted(at + 1) || self.is_parted(at + 2);
        if !calendar.is_from(self.doc.word(from)) || !range || parted || !self.is_number(at + 2) {
            return None;
        }
        let (first, last) = (self.doc.word(at), self.doc.word(at + 2));
        let (first, last): (u128, u128) = (first.parse().ok()?, last.parse().ok()?);
        let ending = self.numbered_ending(at + 2, last, at + 3)?;
        let whole = matches!(self.lexicon.endings.letters(ending), "ый" | "ое");
        (first < last && whole).then(|| self.lexicon.endings.ending("ого"))?
    }

    /// The ending of a number from `at` to `end` before such a noun.
    fn numbered_ending(&self, at: usize, value: u128, end: usize) -> Option<Ending> {
        let endings = &self.lexicon.endings;
        // "На 21 этаже" may be said as a cardinal.
        let one = value % 10 == 1 && value % 100 != 11;
        let alone = at == 0 || self.is_parted(at) || !self.ends_number(at - 1);
        if value < 2 || one || self.is_parted(end) || !alone || self.doc.has(end, GLUED) {
            return None;
        }
        let before = at.checked_sub(1).filter(|_| !self.is_parted(at));
        let before = before.map_or("", |before| self.doc.word(before));
        let noun = |at: usize| endings.before_numbered(before, self.doc.word(at));
        let ending = noun(end)?;
        if endings.is_behind_numbered(self.doc.word(end)) {
            return Some(ending);
        }
        // "Дом 5 этаж 3" names the house; "5 ряд 6 место" has two ordinals.
        let next = end + 1 < self.doc.len() && self.ends_number(end + 1);
        let free = !LABELS.contains(&before) && (!next || noun(end + 2).is_some());
        free.then_some(ending)
    }

    /// Whether a cardinal in words stands there all the same, which is an error that stays.
    pub(super) fn is_before_numbered(&self, at: usize, end: usize) -> bool {
        !self.lexicon.manner.english && self.numbered_ending(at, 2, end).is_some()
    }

    /// How an ordinal is written that ends at `end`: as a day, as a year, as a word that stays, or in figures.
    pub(super) fn ordinal_of(&self, at: usize, digits: &str, ending: Ending, end: usize) -> Amount {
        let endings = &self.lexicon.endings;
        let mut amount = Amount::of(Kind::Ordinal, digits.to_string(), end);
        let small: Option<u32> = digits.parse().ok();
        if let Some(day) = small.filter(|&day| endings.is_day(day, ending)) {
            if let Some(date) = self.date(at, end, day) {
                return date;
            }
        }
        if let Some(year) = self.year_before(digits, end) {
            return year;
        }
        let value = digits.parse().ok();
        // "1 2º" is no "1 segundo", and "1 3º" no third.
        let figure = self
            .doc
            .word(at)
            .starts_with(|point: char| point.is_ascii_digit());
        let parted = at == 0 || self.is_parted(at);
        let behind = figure && !parted && self.doc.is_number_one(at - 1);
        let word = value.and_then(|value: u128| endings.stay.get(&(value, ending)));
        let word = word.filter(|_| !behind);
        amount.text = match word {
            Some(word) => word.clone(),
            None => format!("{digits}{}", endings.letters(ending)),
        };
        amount
    }

    /// The day that is read up to `end`, if its month stands there.
    fn date(&self, at: usize, end: usize, day: u32) -> Option<Amount> {
        let of = self.entry(end).role == Role::Of;
        let month = end + usize::from(of);
        // The full stop of "21. Dezember" parts nothing.
        let stop = self.is_number(end - 1) && self.is_stop(end - 1);
        let parted = |next: usize| self.is_parted(next) && !(next == end && stop);
        // No hyphen is written before a word, so that none may say what it is.
        let joined = if self.is_number(at) {
            HYPHEN | GLUED
        } else {
            GLUED
        };
        let entry = self.entry(month);
        if entry.role != Role::Month
            || of != self.lexicon.endings.of
            || parted(end)
            || parted(month)
            || at > 0 && self.is_number(at - 1) && self.doc.has(at, joined)
        {
            let first = self.first_of_days(at, end, day);
            return first.or_else(|| self.numbered_month(at, end, day));
        }
        let value = format!("--{:02}-{day:02}", entry.weight);
        let mut date = Amount::of(Kind::Date, value, month + 1);
        let words: Vec<&str> = (end..=month).map(|at| self.doc.word(at)).collect();
        date.text = format!("{day} {}", words.join(" "));
        Some(date)
    }

    /// A number that the word at `end` makes a year: `2024 году`, whether as an ordinal or not.
    pub(super) fn year_before(&self, digits: &str, end: usize) -> Option<Amount> {
        let word = self.doc.word(end);
        let plain = digits.len() == 4 && matches!(digits.as_bytes()[0], b'1' | b'2');
        let year = plain && !self.is_parted(end) && self.lexicon.endings.is_year(word);
        year.then(|| {
            let mut year = Amount::of(Kind::Year, digits.to_string(), end + 1);
            year.text = format!("{digits} {word}");
            year
        })
    }

    /// `21 December` in digits without letters.
    fn plain_day(&self, at: usize) -> Option<Found> {
        let word = self.doc.word(at);
        let plain = word.len() < 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        if !self.is_number(at) || !plain || word.starts_with('0') {
            return None;
        }
        let day = word.parse().ok().filter(|day| (1..=31).contains(day))?;
        let sign = self.doc.word(at + 1) == "°" && self.lexicon.endings.sign().is_some();
        let sign = sign && day == 1 && self.doc.has(at + 1, GLUED);
        let date = self.date(at, at + 1 + usize::from(sign), day)?;
        Some(self.with_unit(at, date))
    }

    /// `quatorze juillet`, `uno de mayo`: a day that is no ordinal. "Un mars" is none, where no "of" stands.
    pub(super) fn day_in_words(&self, at: usize, number: &Cardinal) -> Option<Amount> {
        let day = u32::try_from(number.value)
            .ok()
            .filter(|day| (1..=31).contains(day))?;
        let sure = day > 1 || self.lexicon.endings.of;
        let words = !self.lexicon.manner.english && !self.lexicon.endings.is_empty();
        (sure && words && !number.ordinal)
            .then(|| self.date(at, number.end, day))
            .flatten()
    }

    /// Whether nothing but a full stop, and white space, stands behind the digits at `at`.
    fn is_stop(&self, at: usize) -> bool {
        let stops = self.lexicon.endings.has_stops();
        let end = self.doc.tokens[at].end;
        let behind = self.doc.tokens.get(at + 1);
        let only = behind.is_none_or(|next| next.has(SENTENCE) && next.start <= end + 2);
        stops && self.doc.has(at, DOT) && only
    }

    /// The day that digits with letters, or with a full stop, are.
    pub(super) fn day_in_figures(&self, at: usize) -> Option<(u32, usize)> {
        let figure = self.figure(at)?;
        let day = figure.digits.parse().ok()?;
        let sure = self.lexicon.endings.is_day(day, figure.ending);
        sure.then_some((day, figure.end))
    }

    /// Digits and the letters, or the full stop, that make them an ordinal.
    fn figure(&self, at: usize) -> Option<Figure<'_>> {
        let endings = &self.lexicon.endings;
        let word = self.doc.word(at);
        let count = word.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, letters) = word.split_at(count);
        if digits.is_empty() || digits.len() > 1 && digits.starts_with('0') || digits.len() > 30 {
            return None;
        }
        let of = |ending, end| Figure {
            digits,
            ending,
            end,
        };
        let token = self.doc.tokens[at];
        if token.kind == text::Kind::Word {
            let ending = endings
                .behind_digits(digits, letters, Place::Glued, ["", ""])
                .or_else(|| self.plain_letters(at, count))?;
            return Some(of(ending, at + 1));
        }
        if token.kind != text::Kind::Number || !letters.is_empty() {
            return None;
        }
        let next = self.doc.tokens.get(at + 1);
        let letters = next.filter(|next| next.kind == text::Kind::Word);
        let place = letters.and_then(|next| {
            // A full stop and nothing else, as in "1.º".
            let dot = token.has(DOT) && next.start == token.end + 1;
            match next.flags & (GLUED | HYPHEN | SPACE | BREAK | COMMA) {
                GLUED => Some(Place::Glued),
                HYPHEN => Some(Place::Marked),
                SPACE => Some(Place::Spaced),
                _ => dot.then_some(Place::Marked),
            }
        });
        let before = at.checked_sub(1).filter(|_| !self.is_parted(at));
        let before = before.map_or("", |before| self.doc.word(before));
        if let Some(place) = place {
            let letters = self.doc.word(at + 1);
            let around = [before, self.doc.word(at + 2)];
            if let Some(ending) = endings.behind_digits(digits, letters, place, around) {
                return Some(of(ending, at + 2));
            }
        }
        if self.doc.word(at + 1) == "°" && self.doc.has(at + 1, GLUED) {
            let behind = self.doc.tokens.get(at + 2)?;
            let word = behind.kind == text::Kind::Word && behind.flags & !(CAPITAL | DOT) == SPACE;
            let long = self.doc.text(behind).chars().nth(2).is_some();
            let scale = matches!(self.doc.text(behind), "celsius" | "fahrenheit");
            let noun = self.doc.word(at + 2);
            let known = || endings.plain_letters("o", noun, false);
            let ending = endings.degree(before).or_else(known)?;
            return (word && long && !scale).then(|| of(ending, at + 2));
        }
        if !self.is_stop(at) {
            return None;
        }
        let ending = self.before_stop(at)?;
        Some(of(ending, at + 1))
    }

    /// The letters of the digits at `at`, behind which a full stop stands, if that is the one of an ordinal.
    fn before_stop(&self, at: usize) -> Option<Ending> {
        let endings = &self.lexicon.endings;
        let behind = self.doc.tokens.get(at + 1);
        let behind = behind.filter(|next| next.kind == text::Kind::Word);
        // Small letters mean something where there are others.
        let goes_on =
            behind.is_some_and(|next| !next.has(CAPITAL) && (at == 0 || self.doc.has(0, CAPITAL)));
        if endings.dotted {
            let short = self.doc.word(at).len() < 4;
            if !short || behind.is_none_or(|next| next.has(CAPITAL)) {
                return None;
            }
            if goes_on {
                return Some(0);
            }
        }
        let word = behind.map_or("", |next| self.doc.text(next));
        // "die 3. und 4. Klasse": what is said of one is said of both.
        let joined = |at: usize| {
            let number = self.is_number(at + 2) && self.doc.has(at + 2, DOT);
            number && endings.joins(self.doc.word(at + 1))
        };
        let goes_on = goes_on || joined(at) && behind.is_some_and(|next| !next.has(CAPITAL));
        let first = at.checked_sub(2).filter(|&first| {
            joined(first) && self.is_number(first) && self.is_stop(first) && !self.is_parted(at)
        });
        let first = first.unwrap_or(at);
        let word_before = |at: usize, back: usize| {
            let place = at
                .checked_sub(back)
                .filter(|&place| !self.is_parted(place + 1));
            place.map_or("", |place| self.doc.word(place))
        };
        let (before, two) = (word_before(first, 1), word_before(first, 2));
        if let Some(ending) = endings.behind_mixed(before, word) {
            return Some(ending);
        }
        match endings.article(before, two)? {
            Article::Sure(ending) => {
                let day: Option<u32> = self.doc.word(at).parse().ok();
                let day = day.is_some_and(|day| (1..=31).contains(&day));
                let noun = behind.is_some() && !endings.opens(word);
                (day || noun).then_some(ending)
            }
            Article::Word(ending) => {
                let noun = behind.is_some() && !endings.opens(word);
                (noun || goes_on).then_some(ending)
            }
            Article::Numbered(ending) => (goes_on || endings.is_numbered(word)).then_some(ending),
        }
    }
}
