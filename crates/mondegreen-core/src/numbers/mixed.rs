//! Fractions and digits behind whole numbers: `two and a half`, `zwei und drei Viertel`, `2 1/2`, `dos mil 500`.

use super::amounts::Amount;
use super::fractions::{nth, Ratio};
use super::lexicon::{Part, Role};
use super::literal::{self, Literal};
use super::reader::Reader;
use super::Kind;
use crate::text::token::HYPHEN;

/// Words before one number of two, which the second is no part of: `between two and three quarters`.
const BETWEEN: &[&str] = &[
    "between",
    "entre",
    "zwischen",
    "tra",
    "fra",
    "mezi",
    "между",
];

/// Before a number that the next one does not go on with: a year, the name of a room.
const BEFORE_NAME: &[&str] = &[
    "año",
    "anno",
    "ano",
    "année",
    "l'an",
    "jahr",
    "roce",
    "roku",
    "году",
    "year",
    "chambre",
    "habitación",
    "page",
    "pagina",
    "página",
    "seite",
    "sala",
    "salle",
    "stanza",
    "zimmer",
];
/// Before the year 2000.
const BEFORE_YEAR: &[&str] = &[
    "en", "desde", "hasta", "em", "desde", "até", "nel", "dal", "em", "v", "в", "с",
];

/// The decimals that halves and quarters are.
pub(super) fn hundredths(top: u32, bottom: u32) -> Option<&'static str> {
    match (top, bottom) {
        (1, 2) | (2, 4) => Some("5"),
        (1, 4) => Some("25"),
        (3, 4) => Some("75"),
        _ => None,
    }
}

/// `digits` and so many hundredths of ten to the power `scale`; the digits below it are zeros.
pub(super) fn add_hundredths(digits: &str, scale: u32, decimals: &str) -> Option<String> {
    let place = digits.len().checked_sub(scale as usize)?;
    let below = digits.get(place..)?;
    let zeros = below.bytes().all(|byte| byte == b'0');
    (zeros && below.len() >= decimals.len())
        .then(|| format!("{}{decimals:0<1$}", &digits[..place], below.len()))
}

impl Reader<'_> {
    /// Take in a fraction behind a whole number.
    pub(super) fn take_fraction(&self, amount: &mut Amount) {
        // A code, as 007, has no fraction behind it.
        let code = amount.value.len() > 1 && amount.value.starts_with('0');
        if amount.kind != Kind::Cardinal || code {
            return;
        }
        let Some(ratio) = self.fraction_behind(amount.end) else {
            return;
        };
        let (end, literal) = (amount.end, self.is_number(ratio.end - 1));
        let decimals = hundredths(ratio.top, ratio.bottom);
        let before = end
            .checked_sub(2)
            .map_or("", |before| self.doc.word(before));
        if !literal && BETWEEN.contains(&before) {
            return;
        }
        let year = self.is_number(end)
            && ("1500".."2100").contains(&amount.value.as_str())
            && amount.value.len() == 4;
        if year && (self.is_of(ratio.end) || self.grammar().next(ratio.end).part == Part::Scale) {
            return; // "in 2020 1/2 of them"
        }
        if amount.scale >= 3 {
            let value = decimals.and_then(|part| add_hundredths(&amount.value, amount.scale, part));
            let Some(value) = value.filter(|_| ratio.plain) else {
                return;
            };
            amount.value = value;
            amount.text.clone_from(&amount.value);
            (amount.end, amount.scale, amount.sure) = (ratio.end, 0, true);
        } else if literal || amount.value.len() < 4 || !amount.value.ends_with("000") {
            self.put_behind(amount, ratio);
        } // "1,000,000 and a half" may be more or less
    }

    /// Make an amount out of a whole number and the fraction behind it.
    pub(super) fn put_behind(&self, amount: &mut Amount, ratio: Ratio) {
        if let Some(decimals) = hundredths(ratio.top, ratio.bottom) {
            amount.value = format!("{}.{decimals}", amount.value);
            amount.kind = Kind::Decimal;
        } else {
            amount.value = format!("{} {}", amount.value, ratio.text());
            amount.kind = Kind::Fraction;
        }
        amount.text.clone_from(&amount.value);
        (amount.end, amount.scale, amount.sure) = (ratio.end, 0, true);
        if amount.kind == Kind::Fraction {
            self.take_power(amount);
        }
    }

    /// A fraction behind a whole number: `and a half`, `et demi`, `und drei Viertel`, `1/2`.
    pub(super) fn fraction_behind(&self, at: usize) -> Option<Ratio> {
        if at >= self.doc.len() || self.is_parted(at) || self.lexicon.manner.han {
            return None;
        }
        let article = at > 0 && self.is_article(at - 1);
        if let Some(ratio) = self.literal_ratio(at) {
            return (!article).then_some(ratio); // "ein 3/4 Jahr"
        }
        let parted = self.is_parted(at + 1);
        let entry = self.entry(at);
        if !self.lexicon.manner.english {
            let pair = self.lexicon.pair(self.doc.word(at), self.doc.word(at + 1));
            match pair.filter(|_| !parted) {
                Some(pair) if pair.role == Role::Half => return Some(Ratio::of(1, 2, at + 2)),
                Some(pair) if pair.role == Role::Part => return Some(Ratio::of(1, 4, at + 2)),
                _ => {}
            }
            let ending = self
                .lexicon
                .part_endings
                .iter()
                .find(|(ending, _)| self.doc.is(at, ending));
            if let Some((_, quarters)) = ending.filter(|(_, quarters)| !article || *quarters == 2) {
                return Some(match quarters {
                    2 => Ratio::of(1, 2, at + 1),
                    _ => Ratio::of(u32::from(*quarters), 4, at + 1),
                });
            }
        }
        let whole = entry.role == Role::Whole;
        let and = usize::from(whole && self.doc.is(at + 1, "и"));
        if !whole && entry.role != Role::And || parted || self.hour_before(at) {
            return None;
        }
        let from = at + 1 + and;
        if self.entry(from).role == Role::Article && self.lexicon.manner.english {
            return self.article_behind(from);
        }
        if self.is_number(from) {
            return self.literal_ratio(from);
        }
        if self.entry(from).role == Role::Part && self.entry(from).weight == 3 {
            return Some(Ratio::of(3, 4, from + 1)); // "dva a třičtvrtě"
        }
        let top = self.whole(from)?;
        if top.ordinal || self.lexicon.manner.english && top.end != from + 1 {
            return None;
        }
        let ratio = self.ratio_of(from, top.value, top.end)?;
        let strict = !self.lexicon.manner.joined && self.entry(top.end).role == Role::Quarter;
        let rooms = strict && !self.lexicon.manner.english && !ratio.sure;
        (!rooms).then_some(ratio)
    }

    pub(super) fn literal_ratio(&self, at: usize) -> Option<Ratio> {
        if !self.is_number(at) {
            return None;
        }
        let Literal::Fraction(top, bottom) = literal::read(self.doc.word(at), self.lexicon.manner)
        else {
            return None;
        };
        let mut ratio = Ratio::of(top.parse().ok()?, bottom.parse().ok()?, at + 1);
        ratio.plain = true;
        Some(ratio)
    }

    /// `a half`, `a quarter`, `a third` behind a whole number and its `and`.
    fn article_behind(&self, at: usize) -> Option<Ratio> {
        let next = self.grammar().next(at + 1);
        let end = at + 2;
        match next.role {
            Role::Half => return Some(Ratio::of(1, 2, end)),
            Role::Quarter => return Some(Ratio::of(1, 4, end)),
            _ => {}
        }
        let bottom = nth(next)?;
        // "Two and a third cups", not "two and a third one".
        let unit = self.grammar().next(end);
        let named = unit.measure + unit.currency > 0
            || matches!(unit.role, Role::Percent | Role::Per | Role::Of)
            || unit.part == Part::Scale;
        let word = self.doc.word(end);
        let plural =
            word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && word != "this";
        let ends = end == self.doc.len() || self.is_parted(end);
        (ends || named || plural || word == "times").then(|| Ratio::of(1, bottom, end))
    }

    /// Whether the hour of a clock ends before `at`: `alle due`.
    fn hour_before(&self, at: usize) -> bool {
        at > 1 && self.entry(at - 2).role == Role::Hour && !self.is_parted(at - 1)
    }

    /// Take in digits behind thousands and more in words, as `two thousand 5 hundred`, `dos mil 500`, or behind
    /// the tens that a hyphen joins them to.
    pub(super) fn take_digits(&self, at: usize, amount: &mut Amount) {
        let end = amount.end;
        if !self.is_number(end) || !amount.sure || amount.kind != Kind::Cardinal {
            return;
        }
        let tens = self.entry(end - 1).part == Part::Tens && self.doc.has(end, HYPHEN);
        let digits = self.doc.word(end);
        let one = digits.len() == 1 && digits != "0" && !self.doc.has(end + 1, HYPHEN);
        if tens && one && digits.bytes().all(|byte| byte.is_ascii_digit()) && !self.has_ending(end)
        {
            amount.value.replace_range(amount.value.len() - 1.., digits);
            amount.text.clone_from(&amount.value);
            amount.end = end + 1;
            return;
        }
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let year = amount.value == "2000" && BEFORE_YEAR.contains(&before);
        if amount.scale < 3 || year || BEFORE_NAME.contains(&before) {
            return;
        }
        self.take_rest(amount, amount.scale, false);
        if amount.end > end {
            amount.text.clone_from(&amount.value);
            amount.scale = 0;
        }
    }
}
