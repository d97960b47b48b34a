//! Amounts in words: whole numbers with what belongs to them, decimals, fractions, powers of ten.

use super::cardinal::{Atom, Cardinal, Gap, Grammar};
use super::decimal::{ordinal_suffix, shift};
use super::lexicon::{Entry, Part, Role};
use super::literal::{self, Literal};
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
        if entry.role == Role::Half && next.role == Role::Article {
            let scale = self.grammar().next(at + 2);
            if scale.part == Part::Scale && !scale.ordinal {
                return Some(Amount::whole(shift("0.5", scale.value), at + 3));
            }
            return None;
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
        let cardinal = self.whole(from)?;
        if self.lexicon.manner.english {
            if let Some(fraction) = self.fraction(from, cardinal) {
                return Some(fraction);
            }
        }
        let value = cardinal.value.to_string();
        if cardinal.ordinal {
            return Some(self.ordinal(at, cardinal, value));
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
            sure: self.is_beside_number(at, cardinal.end)
                || !(alone && (article || self.entry(from).unsure)),
        };
        self.extend(&mut amount);
        Some(amount)
    }

    /// A whole number in words at `at`, of which some may be written as one.
    pub(super) fn whole(&self, at: usize) -> Option<Cardinal> {
        if !self.lexicon.manner.joined {
            return self.grammar().number(at);
        }
        let mut atoms: Vec<Atom> = Vec::new();
        let mut ends = Vec::new();
        let mut pieces = Vec::new();
        let mut end = at;
        while end < self.doc.len() && atoms.len() < 40 {
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

    /// `two thirds`, `one fifth`, `one half`, `three quarters`.
    pub(super) fn fraction(&self, at: usize, number: Cardinal) -> Option<Amount> {
        // The grammar may have taken the denominator for an ordinal of its own.
        let top = self.grammar().below_hundred(at)?;
        if top.ordinal
            || !(1..20).contains(&top.value)
            || top.end != at + 1
            || number.end > top.end + 1
        {
            return None;
        }
        let next = self.grammar().next(top.end);
        let bottom = match next.role {
            Role::Denominator if top.value > 1 => u32::from(next.weight),
            Role::Half if top.value == 1 => 2,
            Role::Quarter if top.value == 1 => 4,
            _ if next.ordinal && top.value == 1 && (3..=10).contains(&next.value) => next.value,
            _ => return None,
        };
        let small = matches!(next.part, Part::Digit | Part::Teen | Part::None);
        let text = format!("{}/{bottom}", top.value);
        small.then_some(Amount {
            kind: Kind::Fraction,
            value: text.clone(),
            end: top.end + 1,
            text,
            scale: 0,
            sure: true,
        })
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
        if !self.lexicon.manner.english {
            self.extend_by_half(amount);
            self.multiply(amount);
            return;
        }
        // A code, as 007, has no fraction behind it.
        let code = amount.value.len() > 1 && amount.value.starts_with('0');
        if amount.kind != Kind::Fraction && (!code || amount.value.contains('.')) {
            if let Some((top, bottom, end)) = self.fraction_behind(amount.end) {
                let decimals = match (top, bottom) {
                    (1, 2) => "5",
                    (1, 4) => "25",
                    (3, 4) => "75",
                    _ => "",
                };
                let (value, scale) = (amount.value.clone(), amount.scale);
                if scale >= 3 && decimals == "5" {
                    // "a million and a half"
                    amount.value = add_half(&value, scale);
                    amount.text.clone_from(&amount.value);
                    amount.end = end;
                } else if amount.kind == Kind::Cardinal && !decimals.is_empty() {
                    amount.value = format!("{value}.{decimals}");
                    amount.text.clone_from(&amount.value);
                    (amount.kind, amount.end) = (Kind::Decimal, end);
                } else if amount.kind == Kind::Cardinal && scale == 0 {
                    amount.value = format!("{value} {top}/{bottom}");
                    amount.text.clone_from(&amount.value);
                    (amount.kind, amount.end) = (Kind::Fraction, end);
                    return;
                }
                amount.sure = true;
            }
        }
        if amount.kind != Kind::Fraction {
            self.multiply(amount);
        }
    }

    /// A fraction behind a whole number: `and a half`, `and three quarters`, `1/2`.
    pub(super) fn fraction_behind(&self, at: usize) -> Option<(u32, u32, usize)> {
        if self.is_parted(at) {
            return None;
        }
        if self.is_number(at) {
            let Literal::Fraction(top, bottom) =
                literal::read(self.doc.word(at), self.lexicon.manner)
            else {
                return None;
            };
            return Some((top.parse().ok()?, bottom.parse().ok()?, at + 1));
        }
        if self.entry(at).role != Role::And || self.is_parted(at + 1) {
            return None;
        }
        let first = self.entry(at + 1);
        let next = self.grammar().next(at + 2);
        if first.role == Role::Article {
            return match next.role {
                Role::Half => Some((1, 2, at + 3)),
                Role::Quarter => Some((1, 4, at + 3)),
                _ if next.ordinal && next.part == Part::Digit && next.value == 3 => {
                    Some((1, 3, at + 3))
                }
                _ => None,
            };
        }
        let fraction = if self.is_number(at + 1) {
            self.doc.word(at + 1).to_string()
        } else {
            let number = self.grammar().below_hundred(at + 1)?;
            self.fraction(at + 1, number)?.value
        };
        let (top, bottom) = fraction.split_once('/')?;
        let end = if self.is_number(at + 1) {
            at + 2
        } else {
            at + 3
        };
        Some((top.parse().ok()?, bottom.parse().ok()?, end))
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

/// `digits` and half of ten to the power `scale`; the digits below it are zeros.
pub(super) fn add_half(digits: &str, scale: u32) -> String {
    let place = digits.len().saturating_sub(scale as usize);
    let mut result = digits.to_string();
    if place < result.len() && result.as_bytes()[place] == b'0' {
        result.replace_range(place..=place, "5");
    }
    result
}
