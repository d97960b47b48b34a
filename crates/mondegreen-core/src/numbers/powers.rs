//! Digits with powers of ten in words: `5 million`, `2 crore 50 lakh`, `5 hundred and 3`, `2 million and a half`.

use super::amounts::Amount;
use super::cardinal::Gap;
use super::decimal::shift;
use super::lexicon::{Part, Role};
use super::mixed::{add_hundredths, hundredths};
use super::reader::Reader;
use super::Kind;
use crate::text;

/// What follows a power of ten, and is smaller.
struct Rest {
    digits: String,
    end: usize,
    /// The power of ten that it ended with, or 0.
    scale: u32,
    /// Hundreds in digits behind thousands: the 500 of "2 mil 500".
    hundreds: bool,
}

impl Reader<'_> {
    /// Take in the powers of ten behind an amount, and what they leave.
    pub(super) fn multiply(&self, amount: &mut Amount) {
        let first = amount.end - 1;
        // Words of a number in words were read by the grammar; what it left is no part of it.
        if !self.is_number(first) && amount.kind == Kind::Cardinal {
            return;
        }
        let whole = amount.kind == Kind::Cardinal;
        let (total, end) = self.powers(amount.end);
        if total == 0 || amount.value.len() > 300 {
            return;
        }
        if !whole {
            if let Some(half) = self.fraction_behind(end).filter(|half| half.bottom < 5) {
                // "1.5 million and a half" may be more or less, and stays.
                let words: Vec<&str> = (amount.end..half.end).map(|at| self.doc.word(at)).collect();
                amount.text = format!("{} {}", amount.text, words.join(" "));
                amount.value.clone_from(&amount.text);
                (amount.kind, amount.end, amount.sure) = (Kind::Decimal, half.end, true);
                return;
            }
        }
        amount.value = shift(&amount.value, total);
        amount.end = end;
        if !amount.value.contains('.') {
            amount.kind = Kind::Cardinal;
        }
        // Nothing is left of no millions.
        if whole && amount.value.len() > total as usize {
            let price = first > 0 && self.doc.tokens[first - 1].kind == text::Kind::Sign;
            self.take_rest(amount, total, price);
        }
        amount.text.clone_from(&amount.value);
    }

    /// The power of ten that the word at `at` names.
    fn power(&self, at: usize) -> Option<u32> {
        let next = self.grammar().next(at);
        match next.part {
            _ if next.ordinal => None,
            Part::Scale => Some(next.value),
            Part::Hundred if next.value == 100 => Some(2),
            _ => None,
        }
    }

    /// The power of ten that the words at `at` name, as `hundred thousand`, and their end.
    fn powers(&self, at: usize) -> (u32, usize) {
        let (mut total, mut highest, mut end) = (0, 0, at);
        while let Some(power) = self.power(end) {
            if power <= highest || total + power > 24 {
                break;
            }
            (total, highest, end) = (total + power, power, end + 1);
        }
        (total, end)
    }

    /// Take in what is smaller than the power `scale`, as the grammar does where all is in words.
    pub(super) fn take_rest(&self, amount: &mut Amount, mut scale: u32, price: bool) {
        while scale > 1 {
            if let Some((decimals, end)) = self.hundredths_behind(amount.end) {
                if scale < 3 {
                    amount.value = format!("{}.{decimals}", amount.value);
                    (amount.kind, amount.end) = (Kind::Decimal, end);
                } else if let Some(value) = add_hundredths(&amount.value, scale, decimals) {
                    (amount.value, amount.end) = (value, end);
                }
                return;
            }
            let Some(rest) = self.rest(amount.end, scale) else {
                return;
            };
            let unit = self.entry(rest.end);
            let other = unit.minor > 0
                || matches!(unit.role, Role::Percent | Role::Per | Role::Am | Role::Pm);
            if rest.scale == 0 && (price && !rest.hundreds || other) {
                return;
            }
            // The digits below the power are zeros.
            let from = amount.value.len() - rest.digits.len();
            amount.value.replace_range(from.., &rest.digits);
            (amount.end, scale) = (rest.end, rest.scale);
            if let (0, Some(power)) = (scale, self.power(amount.end)) {
                // "2 mil 500 millones"
                amount.value = shift(&amount.value, power);
                amount.end += 1;
            }
        }
    }

    /// The decimals of `and a half`, `et demi`, `and a quarter`, and their end.
    fn hundredths_behind(&self, at: usize) -> Option<(&'static str, usize)> {
        let ratio = self.fraction_behind(at).filter(|ratio| ratio.plain)?;
        Some((hundredths(ratio.top, ratio.bottom)?, ratio.end))
    }

    /// `50 lakh`, `five hundred` or `and 3` at `at`, below the power `scale`.
    fn rest(&self, at: usize, scale: u32) -> Option<Rest> {
        let gap = self.atoms.get(at)?.gap;
        if self.fraction_behind(at).is_some() {
            return None; // "and three quarters"
        }
        let and = self.entry(at).role == Role::And;
        let from = at + usize::from(and);
        if gap == Gap::Break || and && (gap != Gap::None || self.is_parted(from)) {
            return None;
        }
        let mut rest = if self.is_number(from) {
            let digits = self.doc.word(from);
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            if !plain || digits.starts_with('0') || digits.len() > 9 || self.has_ending(from) {
                return None;
            }
            // "2 mil 500 millones" are 2500 of them.
            let millions = scale == 3 && digits.len() == 3 && !self.lexicon.manner.english;
            let (power, end) = match self.power(from + 1) {
                Some(power) if millions && power > 3 => (0, from + 1),
                _ => self.powers(from + 1),
            };
            Rest {
                digits: shift(digits, power),
                end,
                scale: power,
                hundreds: false,
            }
        } else {
            let number = self.whole(from)?;
            let article = number.value == 1 && !self.lexicon.manner.english;
            let alone = number.end == from + 1 && self.entry(from).unsure;
            if number.ordinal || article || alone || number.value == 0 {
                return None;
            }
            Rest {
                digits: number.value.to_string(),
                end: number.end,
                scale: number.scale,
                hundreds: false,
            }
        };
        // "2 mil 500" is written so; "2 thousand 500" may be two numbers.
        let next = self.power(rest.end);
        rest.hundreds = self.is_number(from)
            && rest.digits.len() == 3
            && (rest.scale, scale) == (0, 3)
            && !self.lexicon.manner.english
            && (next > Some(3) || self.is_parted(rest.end) || !self.ends_number(rest.end));
        // A greater one behind it makes it the start of another number.
        let free = next.is_none() || rest.hundreds;
        // "and 3 quarters"
        let fits = rest.digits.len() <= scale as usize && free && !self.is_denominator(rest.end);
        let words = !self.is_number(from) && rest.digits.len() > 2;
        let sure = match gap {
            Gap::Comma => rest.scale > 0,
            _ if and => rest.scale > 0 || rest.digits.len() < 3 || words,
            _ => rest.scale > 0 || words || rest.hundreds,
        };
        (fits && sure).then_some(rest)
    }
}
