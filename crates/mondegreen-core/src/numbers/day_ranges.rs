//! Days that share a month: `vom 3. bis 5. Mai`, `du 1er au 5 mai`, `со второго по пятое мая`.

use super::amounts::Amount;
use super::calendar::Between;
use super::lexicon::Role;
use super::reader::Reader;
use super::Kind;
use crate::text::token::COMMA;

impl Reader<'_> {
    /// The first of two days, read from `at` up to `end`: a number, as days are.
    ///
    /// `listed` says that it is in the form that days of a list have.
    pub(super) fn first_of_days(&self, at: usize, end: usize, day: u32) -> Option<Amount> {
        let calendar = &self.lexicon.calendar;
        let between = calendar.between(self.doc.word(end))?;
        // The full stop of "3. bis" parts nothing.
        let stopped = self.is_number(end - 1) && !self.doc.has(end, COMMA);
        if self.is_parted(end) && !stopped || self.is_parted(end + 1) {
            return None;
        }
        let before = at.checked_sub(1).filter(|_| !self.is_parted(at));
        let from = before.is_some_and(|before| calendar.is_from(self.doc.word(before)));
        let second = end + 1 + usize::from(self.doc.is(end + 1, "zum"));
        let (last, ordinal, behind) = self.second_day(second)?;
        let listed = ordinal && self.is_listed(at, end, second, behind);
        let sure = match between {
            Between::Range => from,
            Between::Free => true,
            Between::List => listed,
        };
        let of = self.entry(behind).role == Role::Of;
        let month = self.entry(behind + usize::from(of));
        if !sure || day >= last || month.role != Role::Month || of != self.lexicon.endings.of {
            return None;
        }
        let value = format!("--{:02}-{day:02}", month.weight);
        let mut first = Amount::of(Kind::Date, value, end);
        first.text = day.to_string();
        Some(first)
    }

    /// The number of the day at `at`, whether it is an ordinal, and its end.
    fn second_day(&self, at: usize) -> Option<(u32, bool, usize)> {
        let word = self.doc.word(at);
        if let Some((day, end)) = self.day_in_figures(at) {
            return Some((day, true, end));
        }
        if self.is_number(at) {
            let day = word.parse().ok().filter(|day| (1..=31).contains(day))?;
            return Some((day, true, at + 1));
        }
        let found = self.whole(at)?;
        let day = u32::try_from(found.value).ok();
        let day = day.filter(|day| (1..=31).contains(day))?;
        Some((day, found.ordinal, found.end))
    }

    /// Whether two days of a list have one form: `второго и третьего мая`.
    fn is_listed(&self, at: usize, end: usize, second: usize, behind: usize) -> bool {
        let letters = |from: usize, to: usize| match self.is_number(from) {
            true => None,
            false => self.lexicon.endings.of_word(self.doc.word(to - 1)),
        };
        match (letters(at, end), letters(second, behind)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }
}
