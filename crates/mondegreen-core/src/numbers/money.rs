//! Units behind amounts: money, percentages, measures.

use super::amounts::Amount;
use super::cardinal::Gap;
use super::decimal::{shift, strip_zeros};
use super::lexicon::{Entry, Part, Role};
use super::literal::{self, Literal};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text;
use crate::text::marks::{FEET, INCHES};
use crate::text::token::{COMMA, GLUED};

/// So many digits have half a million and more, behind which `de` stands before what is counted.
const MANY: usize = 6;

fn are_many(value: &str) -> bool {
    value.bytes().take_while(u8::is_ascii_digit).count() >= MANY
}

impl Reader<'_> {
    /// `$4.85`, `$5 million`, `$500k`.
    pub(super) fn signed_money(&self, at: usize, currency: usize) -> Option<Found> {
        let minus = self.doc.word(at + 1) == "-" && !self.lexicon.minus_word().is_empty();
        let from = at + 1 + usize::from(minus);
        if !self.is_number(from) {
            return None;
        }
        let value = match literal::read(self.doc.word(from), self.lexicon.manner) {
            Literal::Whole(value) | Literal::Decimal(value) => value,
            _ => return None,
        };
        let decimal = value.contains('.');
        let mut amount = Amount {
            kind: if decimal {
                Kind::Decimal
            } else {
                Kind::Cardinal
            },
            text: value.clone(),
            value,
            end: from + 1,
            scale: 0,
            sure: true,
        };
        let power = match self.doc.word(from + 1) {
            _ if !self.doc.has(from + 1, GLUED) => 0,
            "k" => 3,
            "m" => 6,
            "bn" => 9,
            _ => 0,
        };
        if power > 0 {
            amount.value = shift(&amount.value, power);
            amount.end += 1;
        } else {
            self.take_fraction(&mut amount);
            if amount.kind == Kind::Fraction {
                return None; // "$2 1/3"
            }
            self.multiply(&mut amount);
            if amount.value.contains(' ') {
                return None; // "$1.5 million and a half"
            }
        }
        let mut found = self.money(at, amount, currency);
        if minus {
            found.value.insert(0, '-');
            found
                .text
                .insert_str(0, &format!("{} ", self.lexicon.minus_word()));
        }
        Some(found)
    }

    /// `R$ 5`: a sign of two characters.
    pub(super) fn lettered_money(&self, at: usize) -> Option<Found> {
        if !self.doc.has(at + 1, GLUED) || self.doc.tokens[at + 1].kind != text::Kind::Sign {
            return None;
        }
        let sign = format!(
            "{}{}",
            self.doc.word(at).to_uppercase(),
            self.doc.word(at + 1)
        );
        let mut found = self.signed_money(at + 1, self.lexicon.currency_of(&sign)?)?;
        found.first = at;
        Some(found)
    }

    /// `Rs. 500`: a sign in letters.
    pub(super) fn money_in_letters(&self, at: usize, entry: Entry) -> Option<Found> {
        // "3rd" and "30s" are no amounts.
        let power = matches!(self.doc.word(at + 2), "k" | "m" | "bn");
        let glued = self.doc.has(at + 1, GLUED) || self.has_ending(at + 1) && !power;
        let sign = entry.role == Role::Sign && !glued;
        sign.then(|| self.signed_money(at, usize::from(entry.weight)))?
    }

    /// An amount of a currency that was named; small money behind it joins it.
    pub(super) fn money(&self, at: usize, amount: Amount, currency: usize) -> Found {
        let named = &self.lexicon.currencies[currency];
        // The zeros of "1 000" are part of what was written.
        let mut value = match amount.value.contains('.') {
            true => strip_zeros(&amount.value).to_string(),
            false => amount.value,
        };
        let mut end = amount.end;
        // "$5 dollars" says it twice, and so does "₹500/-".
        if self.says_rupees(end, named) {
            end += 1;
        }
        if self.entry(end).currency == currency as u8 + 1 {
            end += 1;
        }
        if let Some((cents, after)) = self.small_money(end, &named.signs) {
            if !value.contains('.') {
                value = format!("{value}.{cents:02}");
                end = after;
            }
        } else if !value.contains('.') && !self.is_number(end - 1) {
            if let Some((cents, after)) = self.bare_cents(at, end, &named.signs) {
                value = format!("{value}.{cents:02}");
                end = after;
            }
        }
        let cents = value
            .split_once('.')
            .is_some_and(|(_, cents)| cents.len() == 1);
        if cents && self.lexicon.manner.clock_last {
            value.push('0'); // "साढ़े पांच रुपये" is ₹5.50
        }
        if let Some((whole, decimals)) = value.split_once('.') {
            if decimals.bytes().all(|byte| byte == b'0') {
                value = whole.to_string();
            } else if whole == "0" && decimals.len() == 2 {
                let minor = self
                    .lexicon
                    .minors
                    .iter()
                    .find(|minor| minor.is_small_money_of(&named.signs));
                if let Some(minor) = minor {
                    let cents = strip_zeros(decimals).to_string();
                    let text = format!("{cents} {}", minor.behind(&cents));
                    let mut found = Found::new(Kind::Money, at, end, cents, text);
                    found.unit = Some(minor.one.clone());
                    return found;
                }
            }
        }
        let minors = &self.lexicon.minors;
        let small = minors
            .iter()
            .any(|minor| minor.signs.contains(&named.signs));
        if small && value.as_bytes().iter().rev().position(|&byte| byte == b'.') == Some(1) {
            value.push('0'); // "two and a half dollars" are $2.50
        }
        let text = format!("{} {}", self.written(&value), named.behind(&value));
        let mut found = Found::new(Kind::Money, at, end, value, text);
        found.unit = Some(named.one.clone());
        found
    }

    /// `and eighty five cents`, of the currency whose sign is `sign`.
    pub(super) fn small_money(&self, at: usize, sign: &str) -> Option<(u128, usize)> {
        let joins = self.entry(at).role == Role::And || self.entry(at).joins;
        let from = at + usize::from(joins);
        // "One dollar, zero cents" is one price, and two sentences are two.
        let gap = |at: usize| self.atoms.get(at).map(|atom| atom.gap);
        if gap(at) == Some(Gap::Break) || gap(from) == Some(Gap::Break) {
            return None;
        }
        let (cents, end) = if self.is_number(from) {
            let digits = self.doc.word(from);
            (digits.len() < 3)
                .then(|| digits.parse().ok())
                .flatten()
                .map(|cents| (cents, from + 1))?
        } else {
            let found = self.whole(from)?;
            if found.ordinal {
                return None;
            }
            (found.value, found.end)
        };
        let minor = self.entry(end).minor.checked_sub(1)?;
        let fits = cents < 100 && self.lexicon.minors[usize::from(minor)].belongs_to(sign);
        fits.then_some((cents, end + 1))
    }

    /// Whether a word stands at `at`, behind millions, that is not said where figures are: `milioni di euro`.
    fn of_before_money(&self, at: usize, value: &str) -> bool {
        // The full stop of "5 mln. di euro" is that of a short form.
        let before = self.entry(at - 1);
        let known = self.lexicon.get(self.doc.word(at - 1));
        let short = before.part == Part::Scale && (before.short || known.part != Part::Scale);
        let joined = short || !self.is_parted(at);
        let of = matches!(self.doc.word(at), "de" | "di") && joined;
        of && are_many(value) && self.grammar().next(at + 1).currency > 0
    }

    /// The currency behind millions in `d'euros`.
    fn elided_money(&self, at: usize, value: &str) -> Option<Entry> {
        let entry = self.lexicon.get(self.doc.word(at).strip_prefix("d'")?);
        (entry.currency > 0 && are_many(value) && !self.is_parted(at)).then_some(entry)
    }

    /// Put the unit behind an amount, and make it what is found.
    pub(super) fn with_unit(&self, at: usize, amount: Amount) -> Found {
        let of = self.of_before_money(amount.end, &amount.value);
        let Amount {
            kind,
            value,
            end,
            text,
            sure,
            ..
        } = amount;
        let end = end + usize::from(of);
        let unread = kind == Kind::Decimal && value.contains(' ');
        if unread || !matches!(kind, Kind::Cardinal | Kind::Decimal | Kind::Fraction) {
            let mut found = Found::new(kind, at, end, value, text);
            found.sure = sure;
            return found;
        }
        let word = self.doc.word(end);
        let unit = match word {
            "°" if self.is_degree(at, end) => self.lexicon.get(word),
            FEET | INCHES => self.lexicon.get(word),
            _ => self.elided_money(end, &value).unwrap_or(self.entry(end)),
        };
        if word == "livre" && self.doc.is(at, "un") {
            let mut book = Found::new(kind, at, end, value, text);
            book.sure = false;
            return book;
        }
        let pair = self.lexicon.pair(word, self.doc.word(end + 1));
        let sign = self
            .doc
            .tokens
            .get(end)
            .filter(|token| token.kind == text::Kind::Sign);
        let whole = kind != Kind::Fraction;
        if whole && unit.currency > 0 {
            let half = self.half_behind(at, end, kind, &value);
            let amount = half.unwrap_or_else(|| Amount::of(kind, value, end + 1));
            let behind = amount.end;
            let mut found = self.money(at, amount, usize::from(unit.currency) - 1);
            found.sure = sure || !unit.unsure || self.doc.is(at, "une");
            if unit.measure > 0 && found.last == behind {
                // Five pounds are a price or a weight.
                found
                    .alternatives
                    .push((Kind::Measure, found.value.clone()));
            }
            return found;
        }
        if let (Some(currency), true) = (sign.and_then(|_| self.lexicon.currency_of(word)), whole) {
            return self.money(at, Amount::of(kind, value, end + 1), currency);
        }
        if unit.minor > 0 || word == "¢" && !self.lexicon.minors.is_empty() {
            let minor = &self.lexicon.minors[usize::from(unit.minor.max(1)) - 1];
            let text = format!("{} {}", self.written(&text), minor.behind(&value));
            let mut found = Found::new(Kind::Money, at, end + 1, value, text);
            found.unit = Some(minor.one.clone());
            return found;
        }
        let percent = self.lexicon.percent_word();
        if word == "%"
            || unit.role == Role::Percent
            || pair.is_some_and(|pair| pair.role == Role::Percent)
        {
            let last = end + if pair.is_some() { 2 } else { 1 };
            let text = format!("{} {percent}", self.written(&text));
            return Found::new(Kind::Percentage, at, last, value, text);
        }
        // बजकर, or बज कर
        let two = pair.is_some_and(|pair| pair.role == Role::HourAnd) && !self.is_parted(end);
        if (unit.role == Role::HourAnd || two) && kind == Kind::Cardinal {
            if let Some(time) = self.minutes_past(at, end + usize::from(two), &value) {
                return time;
            }
        }
        // The slash of "km/h" parts nothing.
        let slash = |at: usize| {
            let [one, other] = [at - 1, at].map(|at| self.doc.tokens[at]);
            other.start - one.end == 1 && !other.has(COMMA)
        };
        let joined = |at: usize| !self.is_parted(at) || slash(at);
        if let Some(both) = pair.filter(|pair| pair.measure > 0 && joined(end + 1)) {
            let measure = &self.lexicon.measures[usize::from(both.measure) - 1];
            let text = format!("{} {}", self.written(&text), measure.behind(&value));
            let mut found = Found::new(Kind::Measure, at, end + 2, value, text);
            found.unit = Some(measure.one.clone());
            return found;
        }
        if unit.measure > 0 {
            let measure = &self.lexicon.measures[usize::from(unit.measure) - 1];
            if let Some(time) = self.hour_and_part(at, end, &value, measure) {
                return time;
            }
            let half = self.half_behind(at, end, kind, &value);
            let Amount {
                value, end, text, ..
            } = half.unwrap_or(Amount {
                text,
                ..Amount::of(kind, value, end + 1)
            });
            let text = format!("{} {}", self.written(&text), measure.behind(&value));
            let mut found = Found::new(Kind::Measure, at, end, value, text);
            if unit.role == Role::Clock && kind == Kind::Cardinal {
                let hour = strip_zeros(&found.value);
                found.alternatives.push((Kind::Time, format!("{hour}:00")));
            }
            found.unit = Some(measure.one.clone());
            // "Une seconde fois"
            found.sure = !(self.doc.is(at, "une") && self.doc.is(at + 1, "seconde"));
            return found;
        }
        if let Some(last) = self.inches_behind_feet(at, end, kind, &value) {
            let text = format!("{value} inches");
            let text = if value == "1" { "1 inch".into() } else { text };
            let mut found = Found::new(Kind::Measure, at, last, value, text);
            found.unit = Some("inch".into());
            return found;
        }
        if self.lexicon.manner.english {
            let half = self.is_split_half(end).or(match unit.role {
                Role::Am => Some("am"),
                Role::Pm => Some("pm"),
                _ => None,
            });
            // Behind an hour "05" is its minutes.
            let hour = |at: usize| matches!(self.doc.word(at).parse::<u32>(), Ok(1..=12));
            let minutes = value.starts_with('0') && at > 0 && !self.is_parted(at) && hour(at - 1);
            if let (Some(half), Ok(1..=12), false) = (half, value.parse::<u32>(), minutes) {
                let last = end
                    + if self.is_split_half(end).is_some() {
                        2
                    } else {
                        1
                    };
                let hour = strip_zeros(&value).to_string();
                let text = format!("{hour} {half}");
                return Found::new(Kind::Time, at, last, format!("{hour} {half}"), text);
            }
        }
        let early = value.parse::<u32>().is_ok_and(|hour| hour <= 24);
        if unit.role == Role::Clock
            && self.lexicon.manner.clock_last
            && early
            && !self.is_parted(end)
        {
            let hour = strip_zeros(&value);
            // Of "10 05 बजे" it is the minutes.
            let minutes = at > 0 && self.is_number(at - 1) && !self.is_parted(at);
            let text = format!("{} {word}", if minutes { &value } else { hour });
            return Found::new(Kind::Time, at, end + 1, format!("{hour}:00"), text);
        }
        if unit.role == Role::Clock && kind == Kind::Cardinal {
            if let Some(time) = self.hour_of_clock(at, end, &value) {
                return time;
            }
        }
        let text = self.written(&text);
        let mut found = Found::new(kind, at, end, value, text);
        let counted = unit.role == Role::Counted && found.value != "1";
        found.sure = sure || unit.role == Role::Clock || counted && !self.is_parted(end);
        found
    }

    /// Digits with the decimal point of the language.
    pub(super) fn written(&self, value: &str) -> String {
        if self.lexicon.manner.comma {
            value.replace('.', ",")
        } else {
            value.to_string()
        }
    }
}
