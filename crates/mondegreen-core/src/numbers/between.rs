//! Words that are numbers because of what stands around them: `zwischen eins und zwei`, `треть населения`.

use super::amounts::Amount;
use super::lexicon::{Part, Role};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text::token::SENTENCE;

/// So many words back the word is looked for that names two numbers.
const BACK: usize = 6;

impl Reader<'_> {
    /// Whether the number from `at` to `end` is one of two behind `between`.
    pub(super) fn is_between(&self, at: usize, end: usize) -> bool {
        let between = |at: usize| {
            self.lexicon
                .between
                .iter()
                .any(|word| self.doc.is(at, word))
        };
        let number =
            |at: usize| at < self.doc.len() && self.ends_number(at) && !self.entry(at).ordinal;
        // Russian numbers have no "and" within.
        let word = |at: usize| self.entry(at).role == Role::And || self.doc.is(at, "и");
        let and = |at: usize| word(at) && !self.is_parted(at);
        if self.lexicon.between.is_empty() || at == 0 || self.is_parted(at) {
            return false;
        }
        if between(at - 1) {
            return and(end) && number(end + 1) && !self.is_parted(end + 1);
        }
        if at < 3 || !and(at - 1) || !number(at - 2) {
            return false;
        }
        let mut back = (at.saturating_sub(BACK)..at - 2).rev();
        back.find(|&at| !number(at) || self.is_parted(at + 1))
            .is_some_and(|at| between(at) && !self.is_parted(at + 1))
    }

    /// Whether the word for 1 at `at` is the article of a number behind it: `ein 20-jähriger Mann`, `un 10 km`.
    ///
    /// `Ein zwei Tage` are one or two, and what stands beside single digits may be one of them.
    pub(super) fn is_article_of_number(&self, at: usize) -> bool {
        let lexicon = self.lexicon;
        let beside = |at: usize| !self.is_parted(at) && self.ends_number(at);
        let number = at + 1 < self.doc.len() && beside(at + 1);
        if !lexicon.articles.iter().any(|word| self.doc.is(at, word)) || !number {
            return false;
        }
        if at > 0 && !self.is_parted(at) && self.ends_number(at - 1) {
            return false;
        }
        match self.single(at + 1, true) {
            Some('2') => false,
            Some(_) => at + 2 >= self.doc.len() || !beside(at + 2),
            None => true,
        }
    }

    /// Whether the hours up to `end` are the two of `entre las ocho y diez`, and not the first alone, as in
    /// `entre las ocho y diez y las nueve`. Their article is at `at`.
    pub(super) fn are_two_hours(&self, at: usize, end: usize) -> bool {
        let between = |at: usize| {
            self.lexicon
                .between
                .iter()
                .any(|word| self.doc.is(at, word))
        };
        at > 0 && between(at - 1) && self.grammar().next(end).role != Role::And
    }

    /// Whether words around a number make it what it is, and not its own alone.
    pub(super) fn is_read_by_context(&self, found: &Found) -> bool {
        let word = self.doc.word(found.first);
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let lexicon = self.lexicon;
        let figure = word.starts_with(|point: char| point.is_ascii_digit());
        let bare = figure && (digits(word) || word.is_ascii());
        match found.kind {
            Kind::Ordinal => bare || lexicon.romans.may_begin(word),
            // The first of two days.
            Kind::Date => digits(&found.text),
            Kind::Cardinal => {
                let near = found.first.saturating_sub(BACK)..found.first;
                let between = |at: usize| lexicon.between.iter().any(|one| self.doc.is(at, one));
                let one = near.into_iter().any(between);
                one || lexicon.romans.may_begin(word)
                    || !lexicon.split_teen.is_empty() && lexicon.split_teen == word
            }
            _ => false,
        }
    }

    /// `diez y seis años`: an old spelling of one number, where neither two numbers nor a time can stand.
    pub(super) fn split_teen(&self, at: usize) -> Option<Amount> {
        let ones = self.entry(at + 2);
        let six = ones.part == Part::Digit && !ones.ordinal && (6..=9).contains(&ones.value);
        let parted = (at + 1..at + 4).any(|at| self.is_parted(at));
        if self.lexicon.split_teen != self.doc.word(at) || !six || parted {
            return None;
        }
        let and = self.entry(at + 1).role == Role::And;
        let noun = self.doc.word(at + 3);
        let unit = self.entry(at + 3);
        let several = noun.len() > 3 && noun.ends_with('s') && unit.part == Part::None;
        let counted = several || unit.measure + unit.currency > 0;
        let before = at.checked_sub(1).filter(|_| !self.is_parted(at));
        let before = before.map_or("", |before| self.doc.word(before));
        // "Los capítulos diez y seis", "a las diez y seis", "entre diez y seis".
        let other = before.ends_with('s') && before != "los" || before == "entre";
        let alone = at == 0 || self.is_parted(at) || !self.ends_number(at - 1);
        let sure = and && counted && !other && alone;
        sure.then(|| Amount::whole((10 + ones.value).to_string(), at + 3))
    }

    /// One part of a whole in one word, where no word before says which: `треть населения`.
    pub(super) fn lone_part(&self, at: usize) -> Option<Found> {
        let parts = &self.lexicon.lone_parts;
        let word = self.doc.word(at);
        let (_, bottom) = parts.iter().find(|(part, _)| part == word)?;
        let before = at.checked_sub(1).filter(|_| !self.doc.has(at, SENTENCE));
        let about = before.is_none_or(|before| {
            let word = self.doc.word(before);
            self.lexicon.part_before.iter().any(|known| known == word)
        });
        let next = self.entry(at + 1);
        let counted = next.part != Part::None;
        if !about || counted || at + 1 == self.doc.len() && at == 0 {
            return None;
        }
        let text = format!("1/{bottom}");
        Some(Found::new(Kind::Fraction, at, at + 1, text.clone(), text))
    }
}
