//! Hours of Chinese that are said with what is missing or past: `差五分三点`, `三点差一刻`, `三点过五分`.

use super::han_clock::{number, time, POINT};
use super::han_sayings::simplified;
use super::{han, han_cut, Found};
use crate::text::token::{Doc, GLUED};

/// Before these, 差 is part of another word: 相差, 误差, 时差.
const OTHER_WORDS: &str = "相误時时溫温偏分票落逆顺順價价出参參反色音速公利级極极視视";
/// Behind the minutes, what is missing is something else: 三点差五分及格.
const OTHER_ENDS: &[&str] = &["及格", "满", "滿", "就及", "才及", "之"];

/// What stands behind minutes: its characters, the minutes of one, and whether 过 takes it.
const MINUTES: &[(&str, u32, bool)] = &[
    ("分钟", 1, false),
    ("分鐘", 1, false),
    ("分", 1, true),
    ("刻钟", 15, false),
    ("刻鐘", 15, false),
    ("刻", 15, true),
];

/// Cut 差 before minutes, what stands behind them, and 点 behind the hour that comes.
pub(super) fn cut(doc: &mut Doc) {
    if !(0..doc.len()).any(|at| doc.word(at).contains(['差', '过', '過'])) {
        return;
    }
    han_cut::cut(doc, |doc, at| {
        let word = doc.word(at);
        let ends = |length: usize| (length < word.len()).then_some(length);
        if word.ends_with('差') && missing(doc, at).is_some() {
            return Some(word.len() - '差'.len_utf8()).filter(|from| *from > 0);
        }
        if at > 3 && word.starts_with(POINT) && doc.word(at - 4).ends_with('差') {
            missing(doc, at - 4)?;
            return ends(word.chars().next()?.len_utf8());
        }
        let back = at.checked_sub(3)?;
        past(doc, back).and_then(|(_, _, unit)| ends(unit.len()))
    });
}

/// The time that begins at `at`.
pub(super) fn found(doc: &Doc, at: usize) -> Option<Found> {
    if doc.word(at) == "差" {
        let before = at.checked_sub(1).filter(|_| doc.has(at, GLUED));
        let last = before.and_then(|before| doc.word(before).chars().next_back());
        let other = last.is_some_and(|last| OTHER_WORDS.contains(last));
        let (hour, minutes) = missing(doc, at).filter(|_| !other)?;
        return Some(to(at, at + 5, hour, minutes));
    }
    let (hour, minutes, unit) = past(doc, at)?;
    if doc.has(at, GLUED) && at > 0 && han_cut::is_number(doc, at - 1) || doc.word(at + 3) != unit {
        return None;
    }
    let behind = han_cut::behind(doc, at + 4);
    if han_cut::is_number(doc, at + 4) && doc.has(at + 4, GLUED)
        || OTHER_ENDS.iter().any(|end| behind.starts_with(end))
    {
        return None;
    }
    let to_come = doc.word(at + 1).ends_with('差');
    Some(match to_come {
        true => to(at, at + 4, hour, minutes),
        false => time(at, at + 4, hour, minutes),
    })
}

/// Minutes before an hour.
fn to(first: usize, last: usize, hour: u32, minutes: u32) -> Found {
    let before = if hour == 1 { 12 } else { hour - 1 };
    time(first, last, before, 60 - minutes)
}

/// The hour and the minutes of `差五分三点` with 差 at `at`.
fn missing(doc: &Doc, at: usize) -> Option<(u32, u32)> {
    let glued = (at + 1..at + 5).all(|at| doc.has(at, GLUED));
    let (_, one, _) = unit(doc.word(at + 2)).filter(|(unit, ..)| *unit == doc.word(at + 2))?;
    let minutes = small(doc, at + 1, 29)?.checked_mul(one)?;
    let hour = small(doc, at + 3, 24)?;
    let behind = han_cut::behind(doc, at + 4);
    let mut points = behind.chars();
    let point = points.next().is_some_and(|point| POINT.contains(&point));
    let next = points.next();
    let goes_on = next.is_some_and(|next| {
        "半刻多点分球".contains(simplified(next)) || han::begins(next) || next.is_ascii_digit()
    });
    (glued && point && !goes_on && minutes < 30).then_some((hour, minutes))
}

/// The hour, the minutes and their unit of `三点差五分` with the hour at `at`.
fn past(doc: &Doc, at: usize) -> Option<(u32, u32, &'static str)> {
    let glued = (at + 1..at + 4).all(|at| doc.has(at, GLUED));
    let to_come = matches!(doc.word(at + 1), "点差" | "點差");
    let past = matches!(doc.word(at + 1), "点过" | "點過");
    if !glued || !to_come && !past {
        return None;
    }
    let (name, one, also) = unit(doc.word(at + 3))?;
    let hour = small(doc, at, 24)?;
    let minutes = small(doc, at + 2, if past { 59 } else { 29 })?.checked_mul(one)?;
    let right = minutes < if past { 60 } else { 30 };
    // 三点过五分钟 is five minutes from then.
    (right && (to_come || also)).then_some((hour, minutes, name))
}

/// What a word that counts minutes begins with.
fn unit(word: &str) -> Option<(&'static str, u32, bool)> {
    let mut all = MINUTES.iter();
    all.find(|(unit, ..)| word.starts_with(unit)).copied()
}

/// A whole number from one on.
fn small(doc: &Doc, at: usize, most: u32) -> Option<u32> {
    let digits = number(doc, at).filter(|digits| digits.len() < 3)?;
    let value = digits.parse().ok()?;
    (1..=most).contains(&value).then_some(value)
}
