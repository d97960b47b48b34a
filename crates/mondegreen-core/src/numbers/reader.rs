//! Reads the numbers of a text from left to right.

use std::ops::Range;

use super::amounts::Amount;
use super::cardinal::{Atom, Gap, Grammar};
use super::decimal::{shift, strip_zeros};
use super::lexicon::{Entry, Lexicon, Part, Role, NOTHING};
use super::literal::{self, Literal};
use super::{
    han, han_amount, han_clock, han_cut, han_dates, han_halves, han_hours, han_money, han_ranges,
};
use super::{runs, shortened, Found, Kind};
use crate::text;
use crate::text::token::{Token, BREAK, COMMA, GLUED, NUMBER};
use crate::text::Doc;

/// Letters behind digits that stay there when nothing is known of them.
pub const ENDINGS: &[&str] = &["k", "m", "bn", "s", "st", "nd", "rd", "th"];

/// What stands before `token`.
pub(super) fn gap(token: &Token) -> Gap {
    match token.flags & (BREAK | COMMA) {
        0 => Gap::None,
        flags if flags & COMMA != 0 => Gap::Comma,
        _ => Gap::Break,
    }
}

/// A text, the words of its language, and what each of its tokens can be.
pub struct Reader<'a> {
    pub(super) doc: &'a Doc,
    pub(super) lexicon: &'a Lexicon,
    pub(super) atoms: &'a [Atom],
}

impl<'a> Reader<'a> {
    /// Get ready to read `doc`; `atoms` is a buffer.
    pub fn new(doc: &'a Doc, lexicon: &'a Lexicon, atoms: &'a mut Vec<Atom>) -> Reader<'a> {
        atoms.clear();
        atoms.extend(doc.tokens.iter().map(|token| Atom {
            entry: match token.kind {
                text::Kind::Word if token.may_be_in(NUMBER) => lexicon.get(doc.text(token)),
                _ => NOTHING,
            },
            gap: gap(token),
        }));
        shortened::mend(doc, lexicon, atoms);
        Reader {
            doc,
            lexicon,
            atoms,
        }
    }

    /// All numbers of the text, in order.
    pub fn read(&self) -> Vec<Found> {
        self.read_within(0..self.doc.len())
    }

    /// The numbers that begin with the tokens of `range`, in order.
    pub(super) fn read_within(&self, range: Range<usize>) -> Vec<Found> {
        let mut all = Vec::new();
        let mut at = range.start;
        while at < range.end {
            match self.found(at) {
                Some(mut found) => {
                    self.add_hour(&mut found);
                    at = found.last;
                    all.push(found);
                }
                None => at += 1,
            }
        }
        if self.lexicon.manner.english {
            runs::join_groups(&mut all);
        }
        if self.lexicon.manner.han {
            runs::join_chinese(&mut all, self.doc);
        }
        self.join_strings(&mut all);
        all
    }

    pub(super) fn entry(&self, at: usize) -> Entry {
        self.atoms.get(at).map_or(NOTHING, |atom| atom.entry)
    }

    /// Whether punctuation stands before the token at `at`.
    pub(super) fn is_parted(&self, at: usize) -> bool {
        let gap = self.atoms.get(at).map(|atom| atom.gap);
        matches!(gap, Some(Gap::Comma | Gap::Break))
    }

    pub(super) fn grammar(&self) -> Grammar<'_> {
        Grammar {
            atoms: self.atoms,
            manner: self.lexicon.manner,
        }
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        self.doc
            .tokens
            .get(at)
            .is_some_and(|token| token.kind == text::Kind::Number)
    }

    /// The number that begins with the token at `at`.
    fn found(&self, at: usize) -> Option<Found> {
        let token = self.doc.tokens[at];
        let english = self.lexicon.manner.english;
        match token.kind {
            text::Kind::Fixed => None,
            text::Kind::Sign => match self.doc.text(&token) {
                "-" => self.negative(at),
                _ if self.lexicon.manner.han => han_money::found(self.doc, at),
                sign => self.signed_money(at, self.lexicon.currency_of(sign)?),
            },
            text::Kind::Number => {
                if english {
                    if let Some(found) = self
                        .digits(at)
                        .or_else(|| self.day_first(at))
                        .or_else(|| self.iso(at))
                    {
                        return Some(found);
                    }
                }
                if let Some(found) = self.date_in_digits(at) {
                    return Some(found);
                }
                if let Some(found) = self.ordinal_in_figures(at) {
                    return Some(found);
                }
                if self.lexicon.manner.han {
                    let special = han_hours::found(self.doc, at)
                        .or_else(|| han_clock::found(self.doc, at))
                        .or_else(|| han_halves::found(self.doc, at))
                        .or_else(|| han_dates::found(self.doc, at))
                        .or_else(|| self.han_amount(at));
                    if special.is_some() {
                        return special;
                    }
                }
                if let Some(digits) = self.one_by_one(at).or_else(|| self.spelled(at)) {
                    return Some(digits);
                }
                if let Some(time) = self.spoken_time(at) {
                    return Some(time);
                }
                let mut found = self.literal(at)?;
                let whole = found.kind == Kind::Cardinal && found.unit.is_none();
                if whole && self.lexicon.manner.han && han::is_ordinal(self.doc, at) {
                    found.kind = Kind::Ordinal;
                }
                Some(found)
            }
            text::Kind::Word => {
                let entry = self.entry(at);
                if self.lexicon.manner.han {
                    return self.han_word(at);
                }
                if let Some(found) = self.roman(at).or_else(|| self.lone_part(at)) {
                    return Some(found);
                }
                let sign =
                    self.doc.has(at + 1, GLUED) && self.doc.tokens[at + 1].kind == text::Kind::Sign;
                let known = token.may_be_in(NUMBER);
                if !sign && self.lexicon.is_plain(self.doc.text(&token), entry, known) {
                    return None;
                }
                if let Some(digits) = self.one_by_one(at).or_else(|| self.spelled(at)) {
                    return Some(digits);
                }
                if self.is_ordinal_word(at) {
                    return self.ordinal_in_figures(at);
                }
                if let Some(time) = self.spoken_time(at) {
                    return Some(time);
                }
                let found = self
                    .lettered_money(at)
                    .or_else(|| self.money_in_letters(at, entry))
                    .or_else(|| self.hour_word(at))
                    .or_else(|| self.measure_in_parts(at));
                if found.is_some() {
                    return found;
                }
                if english {
                    if entry.role == Role::Month {
                        return self.month_first(at);
                    }
                    if self.doc.text(&token) == "the" {
                        return self.day_first(at);
                    }
                    if let Some(clock) = self.clock(at) {
                        return Some(clock);
                    }
                    let special = self
                        .digits(at)
                        .or_else(|| self.decade(at))
                        .or_else(|| self.day_first(at));
                    if special.is_some() {
                        return special;
                    }
                    if let Some(pair) = self.pair(at) {
                        return Some(pair);
                    }
                    if let Some(ordinal) = self.written_ordinal(at) {
                        let text = self.ordinal_text(at, &ordinal, self.doc.text(&token));
                        return Some(Found::new(Kind::Ordinal, at, at + 1, ordinal, text));
                    }
                }
                if let Some(code) = (!english).then(|| self.code(at)).flatten() {
                    return Some(code);
                }
                if entry.role == Role::Minus && (at == 0 || !self.ends_number(at - 1)) {
                    return self.negative(at);
                }
                let amount = self.amount(at)?;
                Some(self.with_unit(at, amount))
            }
        }
    }

    /// Whether a number ends at `at`, so that a minus behind it is a calculation.
    pub(super) fn ends_number(&self, at: usize) -> bool {
        self.is_number(at) || self.entry(at).part != Part::None || self.is_ordinal_word(at)
    }

    /// Whether another number stands before `at` or at `end`: then a word is no other word.
    pub(super) fn is_beside_number(&self, at: usize, end: usize) -> bool {
        let number = |at: usize| at < self.doc.len() && self.ends_number(at);
        // "cent et, un": without the comma, which is not written, it would be one number.
        let behind = self.entry(end).role == Role::And
            && (self.is_parted(end) || self.is_parted(end + 1))
            && number(end + 1)
            || self.is_parted(end) && self.lexicon.pieces(self.doc.word(end), &mut Vec::new());
        // "Ein zweites Mal" is one more, not 1.
        let ordinal =
            self.entry(end).ordinal || self.is_ordinal_word(end) || self.is_ordinal_figure(end);
        at > 0 && number(at - 1) || number(end) && !ordinal || behind
    }

    /// `21st`, which is one token in what a normalizer wrote.
    pub(super) fn written_ordinal(&self, at: usize) -> Option<String> {
        let word = self.doc.word(at);
        let digits = word.trim_end_matches(|point: char| point.is_ascii_alphabetic());
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let ending = &word[digits.len()..];
        (plain && matches!(ending, "st" | "nd" | "rd" | "th")).then(|| digits.to_string())
    }

    /// How an ordinal in digits is written. A second may be a time as well, and stays; so 2nd becomes it.
    fn ordinal_text(&self, at: usize, value: &str, text: &str) -> String {
        let behind = at > 0 && self.ends_number(at - 1);
        match value {
            "2" if !behind => "second".into(),
            _ => text.into(),
        }
    }

    /// Whether letters are glued to the digits at `at`.
    pub(super) fn has_ending(&self, at: usize) -> bool {
        self.doc.has(at + 1, GLUED) && ENDINGS.contains(&self.doc.word(at + 1))
    }

    /// Whether the letters of an ordinal are glued to the digits before them.
    pub(super) fn ordinal_ending(&self, at: usize) -> bool {
        self.doc.has(at, GLUED) && matches!(self.doc.word(at), "st" | "nd" | "rd" | "th")
    }

    fn negative(&self, at: usize) -> Option<Found> {
        // "Más o menos, cinco".
        let mut found = self
            .found_amount(at + 1)
            .filter(|_| !self.is_parted(at + 1))?;
        let english = self.lexicon.manner.english;
        if english && self.doc.is(at, "negative") && !self.is_negative(at, &found) {
            return None;
        }
        found.first = at;
        found.value.insert(0, '-');
        match self.lexicon.minus_word() {
            "" => found.text.insert(0, '-'),
            word => found.text.insert_str(0, &format!("{word} ")),
        }
        Some(found)
    }

    /// Whether `negative` stands before a number below zero, and is no result of a test.
    fn is_negative(&self, at: usize, found: &Found) -> bool {
        const TESTS: &[&str] = &[
            "test", "tests", "tested", "testing", "tester", "covid", "hiv", "back", "rh", "result",
            "results", "false", "true", "double", "triple", "a", "the", "being", "is", "are",
        ];
        const TIMES: &[&str] = &[
            "day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours",
            "minute", "minutes", "time", "times", "ago", "later", "of",
        ];
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        // As behind "eighth", which is a number to the reader, nothing is below zero behind "8th".
        let ordinal = |at: usize| self.written_ordinal(at).is_some() || self.ordinal_ending(at);
        if at > 0 && ordinal(at - 1) {
            return false;
        }
        let amount = matches!(
            found.kind,
            Kind::Cardinal
                | Kind::Year
                | Kind::Decimal
                | Kind::Percentage
                | Kind::Money
                | Kind::Measure
        );
        let words = [self.doc.word(found.last), self.doc.word(found.last - 1)];
        amount && !TESTS.contains(&before) && !words.iter().any(|word| TIMES.contains(word))
    }

    /// The number that a word among Chinese characters is, or begins.
    fn han_word(&self, at: usize) -> Option<Found> {
        let doc = self.doc;
        let special = han_hours::found(doc, at)
            .or_else(|| han_clock::found(doc, at))
            .or_else(|| han_halves::found(doc, at))
            .or_else(|| han_ranges::found(doc, at))
            .or_else(|| self.han_minus(at))
            .or_else(|| han_dates::found(doc, at))
            .or_else(|| han_money::found(doc, at))
            .or_else(|| han_amount::height(doc, at))
            .or_else(|| han_amount::percentage(doc, at))
            .or_else(|| han_amount::below_zero(doc, at));
        if special.is_some() {
            return special;
        }
        let found = han::found(doc, at)?;
        Some(self.han_unit(found))
    }

    /// 負 and the number behind it, as 负 is written.
    fn han_minus(&self, at: usize) -> Option<Found> {
        let doc = self.doc;
        let number = doc.has(at + 1, GLUED) && han_cut::is_number(doc, at + 1);
        let minus = number && doc.word(at) == "負";
        let head = at.checked_sub(1).filter(|_| doc.has(at, GLUED));
        let word = head.map_or(String::new(), |head| doc.word(head).to_string());
        let found = (minus && han::ends_in_minus(&format!("{word}負"))).then(|| self.found(at + 1));
        let mut found = found?.filter(|found| found.sure)?;
        found.first = at;
        found.value.insert(0, '-');
        found.text.insert_str(0, "负 ");
        Some(found)
    }

    /// What begins with digits among Chinese characters, and is more than those.
    fn han_amount(&self, at: usize) -> Option<Found> {
        let doc = self.doc;
        let special = han_money::found(doc, at)
            .or_else(|| han_amount::height(doc, at))
            .or_else(|| han_amount::degrees(doc, at));
        special.or_else(|| Some(self.han_unit(han_amount::found(doc, at)?)))
    }

    /// With a measure behind it that has another name: `平米`, `kg`.
    fn han_unit(&self, found: Found) -> Found {
        let amount = found.sure && matches!(found.kind, Kind::Cardinal | Kind::Decimal);
        if !amount || found.text != found.value || self.entry(found.last).measure == 0 {
            return found;
        }
        self.with_unit(found.first, Amount::of(found.kind, found.value, found.last))
    }

    /// An amount with its unit: what may stand behind a minus.
    fn found_amount(&self, at: usize) -> Option<Found> {
        let english = self.lexicon.manner.english;
        let token = self.doc.tokens.get(at)?;
        match token.kind {
            text::Kind::Number if self.lexicon.manner.han => {
                self.han_amount(at).or_else(|| self.literal(at))
            }
            text::Kind::Sign if self.lexicon.manner.han => han_money::found(self.doc, at),
            text::Kind::Number => self.literal(at),
            text::Kind::Sign => {
                self.signed_money(at, self.lexicon.currency_of(self.doc.text(token))?)
            }
            text::Kind::Word => {
                let amount = self.amount(at)?;
                let ordinal = matches!(amount.kind, Kind::Ordinal | Kind::Date | Kind::Year);
                let amount = Some(amount).filter(|amount| amount.sure && (english || !ordinal));
                amount.map(|amount| self.with_unit(at, amount))
            }
            text::Kind::Fixed => None,
        }
    }

    /// Digits, and what stands behind them.
    fn literal(&self, at: usize) -> Option<Found> {
        let manner = self.lexicon.manner;
        if let Some(found) = self.clock_behind(at) {
            return Some(found);
        }
        let amount = |kind, value: String| Amount {
            kind,
            text: value.clone(),
            value,
            end: at + 1,
            scale: 0,
            sure: true,
        };
        let fraction = self.half_of_measure(at);
        if let Some(fraction) = fraction.or_else(|| self.fraction_of_digits(at)) {
            return Some(self.with_unit(at, fraction));
        }
        let mut amount = match literal::read(self.doc.word(at), manner) {
            Literal::Whole(value) => {
                if manner.english {
                    if self.ordinal_ending(at + 1) {
                        let ending = self.doc.word(at + 1);
                        let text = self.ordinal_text(at, &value, &format!("{value}{ending}"));
                        return Some(Found::new(Kind::Ordinal, at, at + 2, value, text));
                    }
                    if self.doc.has(at + 1, GLUED) && self.doc.is(at + 1, "s") {
                        let text = format!("{value}s");
                        return Some(Found::new(Kind::Decade, at, at + 2, text.clone(), text));
                    }
                }
                if value.starts_with('0') && self.are_minutes(at) {
                    amount(Kind::Cardinal, strip_zeros(&value).to_string())
                } else {
                    amount(Kind::Cardinal, value)
                }
            }
            Literal::Decimal(value) => {
                let clock = manner.english
                    && (self.is_half(at + 1) || self.is_split_half(at + 1).is_some());
                match value.split_once('.') {
                    Some((hour, minute)) if clock && minute.len() == 2 && hour.len() < 3 => {
                        return Some(self.time(
                            at,
                            at + 1,
                            &[hour.to_string(), minute.to_string()],
                        ));
                    }
                    _ => amount(Kind::Decimal, value),
                }
            }
            Literal::Fraction(top, bottom) => amount(Kind::Fraction, format!("{top}/{bottom}")),
            Literal::Time(parts) => return Some(self.time(at, at + 1, &parts)),
            Literal::Digits(digits) => {
                return Some(Found::new(Kind::Digits, at, at + 1, digits.clone(), digits));
            }
            Literal::Dotted(text) => {
                return Some(Found::new(Kind::Digits, at, at + 1, text.clone(), text));
            }
            Literal::Several(parts) => {
                let text = parts.join(" ");
                return Some(Found::new(Kind::Cardinal, at, at + 1, text.clone(), text));
            }
            Literal::Date(year, month, day) => return self.date_in_figures(at, &year, month, day),
        };
        let power = manner.han.then(|| han::power_behind(self.doc, at + 1));
        if let (Some(power), Kind::Cardinal | Kind::Decimal) = (power.flatten(), amount.kind) {
            if amount.value.len() < 300 {
                let value = shift(&amount.value, power);
                let kind = if value.contains('.') {
                    Kind::Decimal
                } else {
                    Kind::Cardinal
                };
                amount = Amount {
                    kind,
                    text: value.clone(),
                    value,
                    end: at + 2,
                    ..amount
                };
            }
        }
        self.extend(&mut amount);
        let mut found = self.with_unit(at, amount);
        let plain = found.last == at + 1 && found.kind == Kind::Cardinal && found.value.len() == 4;
        if plain && manner.english && ("1500".."2100").contains(&found.value.as_str()) {
            found
                .alternatives
                .push((Kind::Cardinal, found.value.clone()));
            found.kind = Kind::Year;
        }
        Some(found)
    }

    pub(super) fn time(&self, at: usize, end: usize, parts: &[String]) -> Found {
        let mut value = strip_zeros(&parts[0]).to_string();
        for part in &parts[1..] {
            value.push(':');
            value.push_str(part);
        }
        let full = parts[1..].iter().all(|part| part == "00") && parts.len() == 2;
        let hour: u32 = parts[0].parse().unwrap_or(0);
        let mut text = parts.join(" ");
        if full && self.lexicon.manner.english && (1..=12).contains(&hour) {
            let half = self.is_half(end) || self.is_split_half(end).is_some();
            text = if half || self.doc.is(end, "o'clock") {
                parts[0].clone()
            } else {
                format!("{} o'clock", parts[0])
            };
        }
        Found::new(Kind::Time, at, end, value, text)
    }

    pub(super) fn is_half(&self, at: usize) -> bool {
        matches!(self.entry(at).role, Role::Am | Role::Pm)
    }

    /// `a m` and `p m` in two letters.
    pub(super) fn is_split_half(&self, at: usize) -> Option<&'static str> {
        if !self.lexicon.manner.english || !self.doc.is(at + 1, "m") {
            return None;
        }
        match self.doc.word(at) {
            "a" => Some("am"),
            "p" => Some("pm"),
            _ => None,
        }
    }
}
