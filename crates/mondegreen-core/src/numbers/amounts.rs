//! Amounts in words: whole numbers with what belongs to them, decimals, fractions, powers of ten.

use super::cardinal::{Atom, Cardinal, Gap, Grammar};
use super::decimal::ordinal_suffix;
use super::lexicon::{Entry, Part, Role};
use super::reader::Reader;
use super::Kind;

/// A number that may have a fraction or a unit behind it.
pub(super) struct Amount {
    pub kind: Kind,
    pub value: String,
    pub end: usize,
    /// Its form, where that is not the value.
    pub text: String,
    /// The power of ten of its last word.
    pub scale: u32,
    pub sure: bool,
}

impl Reader<'_> {
    /// A number in words at `at`, whole or with decimals.
    pub(super) fn amount(&self, at: usize) -> Option<Amount> {
        let entry = self.entry(at);
        let next = self.grammar().next(at + 1);
        let big =
            |entry: Entry| matches!(entry.part, Part::Hundred | Part::Scale) && !entry.ordinal;
        if let Some(teen) = self.split_teen(at) {
            return Some(teen);
        }
        if let Some(part) = (self.half_of_measure(at))
            .or_else(|| self.part(at))
            .or_else(|| self.parts_of(at))
        {
            return Some(part);
        }
        if entry.role == Role::Point {
            return self.bare_decimal(at);
        }
        if matches!(entry.role, Role::Mixed | Role::Quarters) {
            return self.quarters(at);
        }
        if let Some(half) = self.joined_half(at) {
            return Some(half);
        }
        let from = at + usize::from(entry.role == Role::Article && big(next));
        let mut cardinal = self.whole(from)?;
        if let Some(fraction) = self.fraction(from, &mut cardinal) {
            return Some(fraction);
        }
        let value = cardinal.value.to_string();
        if cardinal.ordinal {
            return Some(self.ordinal(at, cardinal, value));
        }
        if let Some(date) = self.day_in_words(at, &cardinal) {
            return Some(date);
        }
        if let Some(year) = self.year_before(&value, cardinal.end) {
            return Some(year);
        }
        let alone = cardinal.end == from + 1;
        let article = cardinal.value == 1 && !self.lexicon.manner.english;
        let mut amount = Amount {
            kind: Kind::Cardinal,
            text: value.clone(),
            value,
            end: cardinal.end,
            scale: cardinal.scale,
            sure: !self.is_before_numbered(at, cardinal.end)
                && (self.is_between(at, cardinal.end)
                    || self.is_beside_number(at, cardinal.end)
                        && !(article
                            && alone
                            && (self.literal_ratio(cardinal.end).is_some()
                                || self.is_article_of_number(from)))
                    || !(alone && (article || self.entry(from).unsure))),
        };
        self.take_digits(at, &mut amount);
        self.extend(&mut amount);
        Some(amount)
    }

    /// A whole number in words at `at`, of which some may be written as one.
    pub(super) fn whole(&self, at: usize) -> Option<Cardinal> {
        self.whole_within(at, self.doc.len())
    }

    /// The same, of the words before `limit` alone.
    pub(super) fn whole_within(&self, at: usize, limit: usize) -> Option<Cardinal> {
        if !self.lexicon.manner.joined {
            let grammar = Grammar {
                atoms: &self.atoms[..limit],
                manner: self.lexicon.manner,
            };
            return grammar.number(at);
        }
        let mut atoms: Vec<Atom> = Vec::new();
        let mut ends = Vec::new();
        let mut pieces = Vec::new();
        let mut end = at;
        while end < limit && atoms.len() < 40 {
            let atom = self.atoms[end];
            if end > at && atom.gap != Gap::None {
                break;
            }
            if atom.entry.part != Part::None || atom.entry.role == Role::And {
                atoms.push(atom);
            } else if self.lexicon.pieces(self.doc.word(end), &mut pieces) {
                atoms.extend(pieces.iter().enumerate().map(|(place, piece)| Atom {
                    entry: self.lexicon.piece(piece),
                    gap: if place == 0 { Gap::None } else { Gap::Inside },
                }));
            } else {
                break;
            }
            end += 1;
            ends.push((atoms.len(), end));
        }
        let grammar = Grammar {
            atoms: &atoms,
            manner: self.lexicon.manner,
        };
        let found = grammar.number(0)?;
        let (_, end) = ends.into_iter().find(|(length, _)| *length == found.end)?;
        Some(Cardinal { end, ..found })
    }

    pub(super) fn ordinal(&self, at: usize, found: Cardinal, value: String) -> Amount {
        if !self.lexicon.manner.english {
            return self.ordinal_in_words(at, found);
        }
        let last = self.doc.word(found.end - 1);
        if last == "second"
            && found.value % 10 == 2
            && found.end > at + 1
            && !self.is_day_second(at, found.end)
        {
            let value = (found.value - 2).to_string();
            return Amount::whole(value, found.end - 1);
        }
        let text = if last == "second" && value == "2" {
            last.to_string() // it may be a time
        } else {
            format!("{value}{}", ordinal_suffix(&value))
        };
        Amount {
            kind: Kind::Ordinal,
            value,
            end: found.end,
            text,
            scale: 0,
            sure: true,
        }
    }

    /// Whether `twenty second` is the ordinal: `the twenty second of`, not `a twenty second delay`.
    pub(super) fn is_day_second(&self, at: usize, end: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        before == "the"
            || self.doc.is(end, "of")
            || at == 0 && end == self.doc.len()
            || at > 0 && self.entry(at - 1).role == Role::Month
    }

    /// `point five` without a number before it.
    pub(super) fn bare_decimal(&self, at: usize) -> Option<Amount> {
        const SURE: &[&str] = &[
            "", "of", "about", "around", "is", "was", "by", "minus", "plus", "than", "over",
            "under", "only", "just", "times", "nearly", "almost", "exactly", "and", "be", "are",
            "were", "with", "to", "from",
        ];
        if !self.lexicon.manner.english {
            return None;
        }
        let (digits, end) = self.decimals(at + 1)?;
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let unit = self.entry(end);
        let measured = unit.role == Role::Percent
            || unit.role == Role::Per
            || unit.measure + unit.currency > 0;
        if !SURE.contains(&before) && !measured {
            return None;
        }
        let value = format!("0.{digits}");
        Some(Amount {
            kind: Kind::Decimal,
            text: value.clone(),
            value,
            end,
            scale: 0,
            sure: true,
        })
    }

    /// The digits behind a point, said one by one or as one number.
    pub(super) fn decimals(&self, at: usize) -> Option<(String, usize)> {
        let mut digits = String::new();
        let mut end = at;
        if self.is_parted(at) {
            return None;
        }
        loop {
            let word = self.doc.word(end);
            let entry = self.entry(end);
            let continues = end == at
                || self
                    .atoms
                    .get(end)
                    .is_some_and(|atom| atom.gap == Gap::None);
            if !continues {
                break;
            }
            if self.is_number(end)
                && end == at
                && !self.has_ending(end)
                && word.bytes().all(|byte| byte.is_ascii_digit())
            {
                digits.push_str(word);
                return Some((digits, end + 1));
            }
            let digit = match entry.part {
                Part::Zero if !entry.ordinal => 0,
                Part::Digit if !entry.ordinal => entry.value,
                _ if entry.role == Role::Oh => 0,
                _ => break,
            };
            digits.extend(char::from_digit(digit, 10));
            end += 1;
        }
        if digits.is_empty() || digits.len() == 1 && !digits.starts_with('0') {
            // "three point fourteen", "tres coma catorce"
            let number = match self.lexicon.manner.english {
                true => self.grammar().below_hundred(at),
                false => self.whole(at),
            };
            if let Some(number) = number {
                let fits = !number.ordinal && number.value < 1000;
                if fits && number.end > end {
                    return Some((number.value.to_string(), number.end));
                }
            }
        }
        (!digits.is_empty()).then_some((digits, end))
    }

    /// Take in what belongs to an amount: decimals, a power of ten, a fraction.
    pub(super) fn extend(&self, amount: &mut Amount) {
        if amount.kind == Kind::Cardinal
            && self.grammar().next(amount.end).role == Role::Point
            && amount.scale == 0
        {
            if let Some((digits, end)) = self.decimals(amount.end + 1) {
                amount.kind = Kind::Decimal;
                amount.value = format!("{}.{digits}", amount.value);
                (amount.text, amount.end, amount.sure) = (amount.value.clone(), end, true);
                // "three point one point two" is a version.
                while self.lexicon.manner.english
                    && self.grammar().next(amount.end).role == Role::Point
                {
                    let Some((digits, end)) = self.decimals(amount.end + 1) else {
                        break;
                    };
                    amount.kind = Kind::Digits;
                    amount.value = format!("{}.{digits}", amount.value);
                    (amount.text, amount.end) = (amount.value.clone(), end);
                }
            }
        }
        if amount.kind == Kind::Digits {
            return;
        }
        if amount.kind == Kind::Fraction {
            self.take_power(amount);
            return;
        }
        self.take_fraction(amount);
        self.take_tenths(amount);
        if amount.kind != Kind::Fraction {
            self.multiply(amount);
        }
    }
}

impl Amount {
    pub(super) fn whole(value: String, end: usize) -> Amount {
        Amount::of(Kind::Cardinal, value, end)
    }

    pub(super) fn of(kind: Kind, value: String, end: usize) -> Amount {
        Amount {
            kind,
            text: value.clone(),
            value,
            end,
            scale: 0,
            sure: true,
        }
    }
}
