//! Digits with powers of ten in words: `5 million`, `2 crore 50 lakh`, `5 hundred and 3`, `2 million and a half`.

use super::amounts::{add_half, Amount};
use super::cardinal::Gap;
use super::decimal::shift;
use super::lexicon::{Part, Role};
use super::reader::Reader;
use super::Kind;
use crate::text;

/// What follows a power of ten, and is smaller.
struct Rest {
    digits: String,
    end: usize,
    /// The power of ten that it ended with, or 0.
    scale: u32,
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
    fn take_rest(&self, amount: &mut Amount, mut scale: u32, price: bool) {
        while scale > 1 {
            if let Some(end) = self.half_behind(amount.end).filter(|_| scale > 2) {
                amount.value = add_half(&amount.value, scale);
                amount.end = end;
                return;
            }
            let Some(rest) = self.rest(amount.end, scale) else {
                return;
            };
            let unit = self.entry(rest.end);
            let other = unit.minor > 0
                || matches!(unit.role, Role::Percent | Role::Per | Role::Am | Role::Pm);
            if rest.scale == 0 && (price || other) {
                return;
            }
            // The digits below the power are zeros.
            let from = amount.value.len() - rest.digits.len();
            amount.value.replace_range(from.., &rest.digits);
            (amount.end, scale) = (rest.end, rest.scale);
        }
    }

    /// Behind `and a half`, `et demi`.
    fn half_behind(&self, at: usize) -> Option<usize> {
        if self.lexicon.manner.english {
            let (top, bottom, end) = self.fraction_behind(at)?;
            return ((top, bottom) == (1, 2)).then_some(end);
        }
        let pair = self
            .lexicon
            .pair(self.doc.word(at), self.doc.word(at + 1))?;
        let parted = self.is_parted(at) || self.is_parted(at + 1);
        (pair.role == Role::Half && !parted).then_some(at + 2)
    }

    /// `50 lakh`, `five hundred` or `and 3` at `at`, below the power `scale`.
    fn rest(&self, at: usize, scale: u32) -> Option<Rest> {
        let gap = self.atoms.get(at)?.gap;
        if self.lexicon.manner.english && self.fraction_behind(at).is_some() {
            return None; // "and three quarters"
        }
        let and = self.entry(at).role == Role::And;
        let from = at + usize::from(and);
        if gap == Gap::Break || and && (gap != Gap::None || self.is_parted(from)) {
            return None;
        }
        let rest = if self.is_number(from) {
            let digits = self.doc.word(from);
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            if !plain || digits.starts_with('0') || digits.len() > 9 || self.has_ending(from) {
                return None;
            }
            let (power, end) = self.powers(from + 1);
            Rest {
                digits: shift(digits, power),
                end,
                scale: power,
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
            }
        };
        // A greater one behind it makes it the start of another number.
        let fits = rest.digits.len() <= scale as usize && self.power(rest.end).is_none();
        let words = !self.is_number(from) && rest.digits.len() > 2;
        let sure = match gap {
            Gap::Comma => rest.scale > 0,
            _ if and => rest.scale > 0 || rest.digits.len() < 3 || words,
            _ => rest.scale > 0 || words,
        };
        (fits && sure).then_some(rest)
    }
}
