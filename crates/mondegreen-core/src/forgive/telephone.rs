//! Digits that stand side by side as those of one telephone number: `555 0123`.

use super::figures::Reading;
use crate::numbers::{Found, Kind};

/// Fewer digits may be numbers of their own.
const FEWEST: usize = 7;
/// More groups than this, or digits, are no telephone number.
const MOST: usize = 12;

/// The digits of a number that was written or said in whole ones without anything else.
fn digits(found: &Found) -> Option<&str> {
    let plain = found.text.bytes().all(|byte| byte.is_ascii_digit());
    let kind = matches!(found.kind, Kind::Cardinal | Kind::Digits | Kind::Year);
    (plain && kind && found.sure).then_some(&found.text)
}

/// What a number may be as a string of digits.
///
/// Said one by one they are equal to any groups of them; written as one word only to such as a zero begins,
/// since "100 2000" may be two numbers.
pub(super) fn keys(found: &Found) -> Vec<String> {
    match digits(found) {
        Some(digits) if digits.len() < FEWEST => Vec::new(),
        Some(digits) if found.kind == Kind::Digits => said(digits),
        Some(digits) => vec![format!("#{digits}")],
        None => Vec::new(),
    }
}

fn said(digits: &str) -> Vec<String> {
    vec![format!("#{digits}"), format!("~{digits}")]
}

/// A number with the place of its words and the marks at their ends.
pub(super) struct Group<'a> {
    pub found: &'a Found,
    pub from: isize,
    pub to: isize,
    pub marks: &'a [String; 2],
    /// Whether it was written in digits, or its digits were said one by one.
    pub plain: bool,
}

/// Readings of groups that stand side by side.
pub(super) fn readings(groups: &[Group<'_>]) -> Vec<Reading> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < groups.len() {
        let mut end = at;
        while end < groups.len() && (end == at || follows(&groups[end - 1], &groups[end])) {
            if digits(groups[end].found).is_none() || !groups[end].plain {
                break;
            }
            end += 1;
        }
        if end > at + 1 && end <= at + MOST {
            out.extend(reading(&groups[at..end]));
        }
        at = end.max(at + 1);
    }
    out
}

fn follows(one: &Group<'_>, next: &Group<'_>) -> bool {
    one.to == next.from && one.marks[1].is_empty() && next.marks[0].is_empty()
}

fn reading(groups: &[Group<'_>]) -> Option<Reading> {
    let pieces: Vec<&str> = groups
        .iter()
        .filter_map(|group| digits(group.found))
        .collect();
    let all = pieces.concat();
    if !(FEWEST..=MOST + 3).contains(&all.len()) {
        return None;
    }
    let one_by_one = pieces.iter().all(|piece| piece.len() == 1);
    let zero = pieces[1..]
        .iter()
        .any(|piece| piece.len() > 1 && piece.starts_with('0'));
    let keys = match (one_by_one, zero) {
        (true, _) => said(&all),
        (false, true) => vec![format!("#{all}"), format!("~{all}")],
        (false, false) => vec![format!("~{all}")],
    };
    let (first, last) = (groups.first()?, groups.last()?);
    Some(Reading {
        from: first.from,
        to: last.to,
        keys,
        marks: [first.marks[0].clone(), last.marks[1].clone()],
        grouped: !one_by_one,
    })
}
