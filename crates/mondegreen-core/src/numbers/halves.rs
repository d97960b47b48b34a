//! Numbers with a half or a quarter: `полтора`, `ढाई`, `साढ़े तीन`, `zweieinhalb`, `два с половиной`, `три целых
//! пять десятых`.

use super::amounts::Amount;
use super::cardinal::{Atom, Cardinal, Gap, Grammar};
use super::lexicon::{Part, Role, NOTHING};
use super::mixed::hundredths;
use super::reader::Reader;
use super::Kind;

impl Reader<'_> {
    /// A number that is named in quarters, or one behind a word that adds some.
    pub(super) fn quarters(&self, at: usize) -> Option<Amount> {
        let entry = self.entry(at);
        let weight = u128::from(entry.weight);
        let (quarters, end) = if entry.role == Role::Mixed {
            (weight, at + 1)
        } else {
            let next = self.grammar().next(at + 1);
            let power = matches!(next.part, Part::Hundred | Part::Scale) && !next.ordinal;
            if power && weight == 1 {
                (5, at + 1) // "सवा लाख" is a lakh and a quarter
            } else if next == NOTHING {
                let digits = self.is_number(at + 1) && !self.is_parted(at + 1);
                let digits = digits.then(|| self.doc.word(at + 1))?;
                let few = digits.len() < 3 && !digits.starts_with('0');
                let number = few.then(|| digits.parse::<u128>().ok()).flatten()?;
                (part_of(number, weight)?, at + 2)
            } else {
                let number = self.grammar().below_hundred(at + 1)?;
                let whole = (!number.ordinal).then_some(number.value)?;
                (part_of(whole, weight)?, number.end)
            }
        };
        let next = self.grammar().next(end);
        if entry.unsure && next.measure == 0 && next.part != Part::Scale {
            return None; // "आधा किलो" is 0.5, and "आधा" a half of anything
        }
        let manner = self.lexicon.manner;
        let clock = manner.clock_last || !manner.joined;
        if self.grammar().next(end).role == Role::Clock && clock {
            return Some(self.time_of_day(quarters, end));
        }
        let value = match quarters % 4 {
            0 => (quarters / 4).to_string(),
            1 => format!("{}.25", quarters / 4),
            2 => format!("{}.5", quarters / 4),
            _ => format!("{}.75", quarters / 4),
        };
        let mut amount = Amount::of(Kind::Decimal, value, end);
        self.multiply(&mut amount);
        Some(amount)
    }

    /// So many quarters of hours behind midnight or noon; the word for the clock is at `end`.
    fn time_of_day(&self, quarters: u128, end: usize) -> Amount {
        let last = self.lexicon.manner.clock_last;
        // "पौने एक बजे" is a quarter to one.
        let hour = if last && quarters < 4 {
            12
        } else {
            quarters / 4
        };
        let minute = quarters % 4 * 15;
        let end = end + usize::from(last);
        let mut time = Amount::of(Kind::Time, format!("{hour}:{minute:02}"), end);
        time.text = match last {
            true => format!("{hour} {minute:02} {}", self.doc.word(end - 1)),
            false => format!("{hour} {minute:02}"),
        };
        time
    }

    /// A word that ends in a half or in quarters: `zweieinhalb`, `zweidreiviertel`.
    pub(super) fn joined_half(&self, at: usize) -> Option<Amount> {
        let word = self.doc.word(at);
        let (rest, number, quarters) =
            self.lexicon
                .part_endings
                .iter()
                .find_map(|(ending, quarters)| {
                    let rest = word.strip_suffix(ending.as_str())?;
                    Some((rest, self.word_number(rest)?, *quarters))
                })?;
        let last = self.lexicon.manner.clock_last;
        if last && matches!(self.lexicon.get(rest).part, Part::Hundred | Part::Scale) {
            // "లక్షన్నర" is a lakh and a half.
            let value = (number.value / 4 * (4 + u128::from(quarters))).to_string();
            return Some(Amount::whole(value, at + 1));
        }
        let clock = self.grammar().next(at + 1).role == Role::Clock;
        if clock && last && number.value < 24 {
            return Some(self.time_of_day(number.value * 4 + u128::from(quarters), at + 1));
        }
        let decimals = hundredths(u32::from(quarters), 4)?;
        let value = format!("{}.{decimals}", number.value);
        let mut amount = Amount::of(Kind::Decimal, value, at + 1);
        self.multiply(&mut amount);
        Some(amount)
    }

    /// The whole number that is written as this one word.
    fn word_number(&self, word: &str) -> Option<Cardinal> {
        let mut pieces = Vec::new();
        if self.lexicon.get(word).part != Part::None {
            pieces.push(word);
        } else if !self.lexicon.pieces(word, &mut pieces) {
            return None;
        }
        let atoms: Vec<Atom> = pieces
            .iter()
            .map(|piece| Atom {
                entry: self.lexicon.piece(piece),
                gap: Gap::Inside,
            })
            .collect();
        let grammar = Grammar {
            atoms: &atoms,
            manner: self.lexicon.manner,
        };
        let number = grammar.number(0)?;
        (number.end == atoms.len() && !number.ordinal).then_some(number)
    }

    /// Take in tenths and hundredths: `три целых пять десятых`.
    pub(super) fn take_tenths(&self, amount: &mut Amount) {
        let end = amount.end;
        let whole = amount.kind == Kind::Cardinal && amount.scale == 0;
        if !whole || self.is_parted(end) || self.entry(end).role != Role::Whole {
            return;
        }
        let Some((part, after)) = self.plain_number(end + 1) else {
            return;
        };
        let tenths = self.grammar().next(after);
        let width = usize::from(tenths.weight);
        if tenths.role == Role::Decimals && part.len() <= width {
            amount.value = format!("{}.{part:0>width$}", amount.value);
            amount.text.clone_from(&amount.value);
            (amount.kind, amount.end, amount.sure) = (Kind::Decimal, after + 1, true);
        }
    }

    /// A whole number in words or plain digits.
    pub(super) fn plain_number(&self, at: usize) -> Option<(String, usize)> {
        if self.is_parted(at) {
            return None;
        }
        if self.is_number(at) {
            let digits = self.doc.word(at);
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            return plain.then(|| (digits.to_string(), at + 1));
        }
        let number = self.whole(at)?;
        (!number.ordinal).then(|| (number.value.to_string(), number.end))
    }
}

/// Quarters of `whole` and what a word adds: 3 of them are one less.
fn part_of(whole: u128, weight: u128) -> Option<u128> {
    let quarters = whole * 4;
    if weight == 3 {
        quarters.checked_sub(1)
    } else {
        Some(quarters + weight)
    }
}
