//! Which groups of digits are one telephone number, or another string of digits.
//!
//! A telephone number is said and written in groups, which differ from one country to the next. Where the groups of a
//! row of numbers are such, it is one; lists of amounts, of years, of days and of times are not.
//!
//! Rows of the tables, beside those of number words:
//!
//! * `string`: with which digits a telephone number may begin, and how many digits are in each of its groups; `5:9`
//!   is a group of five that begins with a 9;
//! * `longest`: how many digits a number that begins with one zero has, or less;
//! * `told`: words behind which a telephone number is sure to stand;
//! * `plus`: how the sign before the number of a country is said;
//! * `doubled`: how a word begins that says the digit behind it twice;
//! * `six`: a word that is 6 among digits, and `halved` words before which it never is.

use std::ops::RangeInclusive;

use crate::text::token::Doc;

/// Fewer digits one by one may be numbers of their own.
const FEWEST: usize = 5;
/// Of groups that begin with a zero.
const FEWEST_IN_GROUPS: usize = 7;
/// With the number of a country; more than the most are no telephone number.
const ABROAD: RangeInclusive<usize> = 10..=15;
/// Within a country.
const AT_HOME: usize = 13;
/// A number that goes on has no more in its first group: "0176554433 20" are two.
const FIRST: usize = 8;
/// So far before a number the word may stand that says what it is.
const BEFORE: usize = 2;
/// As many digits are no number of anything.
pub(super) const MOST: usize = 32;

/// Numbers of cards, which are the same everywhere.
const CARDS: (&str, &str) = ("23456", "4-4-4-4");

/// How many digits a group has, and with which it may begin.
type Group = (usize, String);

/// What stands before groups of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing that says what they are.
    Nothing,
    /// The sign before the number of a country.
    Plus,
    /// A word such as `telephone`.
    Told,
}

/// The strings of digits of one language.
#[derive(Default)]
pub struct Shapes {
    shapes: Vec<(String, Vec<Group>)>,
    longest: Option<usize>,
    told: Vec<String>,
    plus: Vec<String>,
    doubled: Vec<String>,
    six: Vec<String>,
    halved: Vec<String>,
}

impl Shapes {
    /// Take in a row; says whether it is one of these.
    pub(super) fn line(&mut self, kind: &str, value: &str, forms: &[String]) -> bool {
        let list = match kind {
            "string" => {
                let shapes = forms.iter().map(|form| (value.to_string(), groups(form)));
                self.shapes.extend(shapes);
                return true;
            }
            "longest" => {
                self.longest = value.parse().ok();
                return true;
            }
            "told" => &mut self.told,
            "plus" => &mut self.plus,
            "doubled" => &mut self.doubled,
            "six" => &mut self.six,
            "halved" => &mut self.halved,
            _ => return false,
        };
        list.extend(forms.iter().cloned());
        if kind == "plus" {
            let (first, form) = CARDS;
            self.shapes.push((first.to_string(), groups(form)));
        }
        true
    }

    /// Whether nothing is known of the strings of the language.
    pub fn is_empty(&self) -> bool {
        self.plus.is_empty()
    }

    /// What stands before the digits at `at`; `is_number` says where numbers are.
    pub(super) fn before(&self, doc: &Doc, at: usize, is_number: impl Fn(usize) -> bool) -> Before {
        let is = |list: &[String], at: usize| list.iter().any(|word| word == doc.word(at));
        // "2 + 49" is a sum.
        let sign = |at: usize| doc.word(at) == "+" || is(&self.plus, at);
        if at > 0 && sign(at - 1) && (at == 1 || !is_number(at - 2)) {
            return Before::Plus;
        }
        match (at.saturating_sub(BEFORE)..at).any(|at| is(&self.told, at)) {
            true => Before::Told,
            false => Before::Nothing,
        }
    }

    /// The digit that `word` says twice: `doppelnull`.
    pub fn doubled<'a>(&self, word: &'a str) -> Option<&'a str> {
        let mut all = self.doubled.iter();
        all.find_map(|start| word.strip_prefix(start.as_str()))
    }

    /// Whether `word` is 6 among digits.
    pub fn is_six(&self, word: &str) -> bool {
        self.six.iter().any(|six| six == word)
    }

    /// Whether half of something is meant before `word`.
    pub fn is_halved(&self, word: &str) -> bool {
        self.halved.iter().any(|halved| halved == word)
    }

    /// Whether these groups of digits, with nothing between them, are one string.
    pub fn is_one(&self, pieces: &[&str], before: Before) -> bool {
        let digits: usize = pieces.iter().map(|piece| piece.len()).sum();
        if pieces.len() < 2 || !(FEWEST..MOST).contains(&digits) {
            return false;
        }
        if pieces.iter().all(|piece| piece.len() == 1) {
            return before != Before::Nothing || !is_count(pieces);
        }
        // "0800 330 10 00" begins with no amount.
        let code = pieces[0].len() > 2 && pieces[0].starts_with('0');
        if !code && is_list(pieces) || pieces[0].len() > FIRST {
            return false;
        }
        let short = pieces.iter().all(|piece| piece.len() < 5);
        match before {
            Before::Plus if ABROAD.contains(&digits) && pieces[0].len() < 4 => return true,
            Before::Told if short && digits <= AT_HOME => return true,
            _ => {}
        }
        let most = match pieces.concat().starts_with("00") {
            true => *ABROAD.end(),
            false => self.longest.unwrap_or(AT_HOME),
        };
        digits <= most && begins_with_zero(pieces, digits)
            || self.shapes.iter().any(|shape| fits(shape, pieces))
    }
}

/// Whether single digits go up by one, as those of `quatre cinq six sept huit personnes`; from 1 they may be a code.
fn is_count(pieces: &[&str]) -> bool {
    value(pieces[0]) > 1
        && pieces
            .windows(2)
            .all(|two| value(two[0]) + 1 == value(two[1]))
}

fn groups(form: &str) -> Vec<Group> {
    let group = |group: &str| {
        let (length, first) = group.split_once(':').unwrap_or((group, ""));
        (length.parse().unwrap_or(0), first.to_string())
    };
    form.split('-').map(group).collect()
}

/// Whether the pieces are groups of this shape, of which each may be said digit by digit.
fn fits((first, shape): &(String, Vec<Group>), pieces: &[&str]) -> bool {
    let digits = pieces.concat();
    if !first.contains(&digits[..1]) || digits.len() != shape.iter().map(|group| group.0).sum() {
        return false;
    }
    let mut ends = vec![0];
    for (length, first) in shape {
        let at = ends[ends.len() - 1];
        if !first.is_empty() && !first.contains(&digits[at..=at]) {
            return false;
        }
        ends.push(at + length);
    }
    let mut at = 0;
    pieces.iter().all(|piece| {
        let from = at;
        at += piece.len();
        // A zero at the front begins no amount, and so may begin several groups.
        let several = piece.starts_with('0');
        let within = |end: &usize| (from + 1..at).contains(end);
        piece.len() == 1
            || ends.contains(&from) && ends.contains(&at) && (several || !ends.iter().any(within))
    })
}

/// Whether the pieces begin with the zero of a telephone number: `0176 55 44 33`, `0 6 12 34 56 78`.
fn begins_with_zero(pieces: &[&str], digits: usize) -> bool {
    if !pieces[0].starts_with('0') {
        return false;
    }
    if pieces[0] == "0" && pieces[1].len() > 1 {
        // "Null hundertsechsundsiebzig", and no list such as "0 15 30 45".
        let rises = pieces.windows(2).all(|two| value(two[0]) < value(two[1]));
        return digits > FEWEST_IN_GROUPS + 1
            && pieces.len() > 2
            && pieces[1].len() == 3
            && !pieces[1].ends_with('0')
            && !rises;
    }
    // "0 6" and "06" are the same.
    let mut parts: Vec<&str> = pieces.to_vec();
    if pieces[0] == "0" {
        parts.remove(0);
        parts[0] = "00";
    }
    let pair = |part: &&str| part.len() == 2;
    if parts.iter().all(pair)
        && (is_days(pieces) || parts.len().is_multiple_of(2) && is_hours(pieces))
    {
        return false;
    }
    if let [day, month, year, ..] = parts[..] {
        if day.len() == 2 && month.len() <= 2 && is_year(year) {
            return false;
        }
    }
    match parts[..] {
        ["007", _] => false,
        [code, year] if is_year(year) || code.len() == year.len() && year.starts_with('0') => false,
        [code, ..] if code.len() > 2 => {
            let codes = |part: &&str| part.len() == code.len() && part.starts_with('0');
            !parts.iter().all(codes)
        }
        _ => digits >= FEWEST_IN_GROUPS,
    }
}

/// All digits of `pieces` as pairs.
fn pairs(pieces: &[&str]) -> Vec<u64> {
    let digits = pieces.concat();
    let pair = |at: usize| value(digits.get(at..at + 2).unwrap_or("99"));
    (0..digits.len()).step_by(2).map(pair).collect()
}

/// Whether hours and minutes may be meant: `08 30 09 15`.
fn is_hours(pieces: &[&str]) -> bool {
    let pairs = pairs(pieces);
    pairs.chunks(2).all(|time| time[0] <= 24 && time[1] < 60)
}

/// Whether a day may be meant, or a day and a time: `05 12 24`, `05 12 24 08 30`.
fn is_days(pieces: &[&str]) -> bool {
    let pairs = pairs(pieces);
    match pairs[..] {
        [_, _, _] => true,
        [day, month, _, hour, minute] => day <= 31 && month <= 12 && hour <= 24 && minute < 60,
        _ => false,
    }
}

fn is_year(piece: &str) -> bool {
    piece.len() == 4 && ("1900".."2100").contains(&piece)
}

fn value(piece: &str) -> u64 {
    piece.parse().unwrap_or(u64::MAX)
}

/// Whether the pieces are a list: round amounts, numbers that follow each other, years.
fn is_list(pieces: &[&str]) -> bool {
    if pieces
        .windows(2)
        .any(|two| is_year(two[0]) && is_year(two[1]))
    {
        return true;
    }
    let values: Vec<u64> = pieces.iter().map(|piece| value(piece)).collect();
    let alike = pieces.iter().all(|piece| piece.len() == pieces[0].len());
    let round = |by: u64| values.iter().all(|value| value.is_multiple_of(by));
    let step = |two: &[u64]| two[1].wrapping_sub(two[0]) as i64;
    let rises = values.windows(2).all(|two| step(two) > 0);
    let falls = values.windows(2).all(|two| step(two) < 0);
    let first = step(&values[..2]);
    let even = values.len() > 2 && first != 0 && values.windows(2).all(|two| step(two) == first);
    round(10) && (alike || rises || falls)
        || round(5) && (rises || falls)
        || even && (first.abs() < 3 || first.rem_euclid(5) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes() -> Shapes {
        let mut shapes = Shapes::default();
        let forms = ["3-2-2-2", "3-3-3", "2-3-2-2"].map(str::to_string);
        shapes.line("string", "6789", &forms);
        shapes.line("plus", "0", &["más".to_string()]);
        shapes
    }

    #[test]
    fn strings_and_lists() {
        let shapes = shapes();
        let one = |text: &str| shapes.is_one(&text.split(' ').collect::<Vec<_>>(), Before::Nothing);
        for text in [
            "612 34 56 78",
            "91 234 56 78",
            "6 1 2 34 56 78",
            "612 345 678",
            "612 034567",
            "612 34 5 6 78",
            "0176 55 44 33",
            "06 12 34 56",
            "06 12 34 56 78",
            "0 6 12 34 56 78",
            "0 176 55 44 33",
            "030 123",
            "0800 330 10 00",
            "1 2 3 4 5",
            "4444 3333 2222 1111",
        ] {
            assert!(one(text), "{text}");
        }
        for text in [
            "1 2 3 4",
            "20 30 40",
            "600 700 800",
            "650 700 800",
            "701 702 703",
            "1998 1999",
            "0 20 30 40",
            "0 100 200 300",
            "0 125 250 375",
            "08 30 09 15",
            "05 15 25 35",
            "05 12 2024",
            "05 12 24",
            "05 12 24 08 30",
            "05 12 2024 08 30",
            "0176 0180",
            "001 002 003",
            "007 1998",
            "612 34 5678",
            "512 34 56 78",
            "6 12 34 56 78",
            "0176554433 20",
            "2001 2002 2003 2004",
        ] {
            assert!(!one(text), "{text}");
        }
        assert!(shapes.is_one(&["34", "612", "34", "56", "78"], Before::Plus));
        assert!(!shapes.is_one(&["100", "200", "300", "400"], Before::Plus));
        assert!(shapes.is_one(&["6", "1", "2", "34"], Before::Told));
        assert!(!shapes.is_one(&["200", "300"], Before::Told));
    }
}
