//! Days among Chinese characters: `三月五号`, `03月05日`, `2024-03-05`, `2024/3/5`.

use super::decimal::strip_zeros;
use super::han_amount::MANNER;
use super::literal::{self, Literal};
use super::{han, han_cut, Found, Kind};
use crate::text;
use crate::text::token::{Doc, GLUED};

/// What has numbers of its own.
const NUMBERED: &[char] = &[
    '线', '線', '楼', '房', '室', '院', '桌', '门', '店', '馆', '机', '车',
];

/// The day that begins at `at`.
pub(super) fn found(doc: &Doc, at: usize) -> Option<Found> {
    if let Some((year, month, day)) = written(doc, at) {
        let text = format!("{year} 年 {month} 月 {day} 日");
        let value = format!("{year}-{month:02}-{day:02}");
        // "2024-03-05日" says the day twice.
        let again = doc.has(at + 1, GLUED) && doc.word(at + 1).starts_with('日');
        return (!again).then(|| Found::new(Kind::Date, at, at + 1, value, text));
    }
    let month = small(doc, at, 12)?;
    let named = doc.word(at + 1) == "月" && doc.has(at + 1, GLUED) && doc.has(at + 2, GLUED);
    let day = named.then(|| small(doc, at + 2, 31))??;
    let behind = doc.has(at + 3, GLUED).then(|| doc.word(at + 3))?;
    if !matches!(behind, "日" | "号" | "號") {
        return None;
    }
    // "三月五号线": a line of the underground, a house, a room.
    let number = han_cut::behind(doc, at + 4).starts_with(NUMBERED);
    if number && behind != "日" {
        return None;
    }
    let text = format!("{month} 月 {day} 日");
    let value = format!("--{month:02}-{day:02}");
    Some(Found::new(Kind::Date, at, at + 4, value, text))
}

/// `2024-03-05` or `2024/3/5`.
fn written(doc: &Doc, at: usize) -> Option<(u32, u8, u8)> {
    let token = doc.tokens.get(at)?;
    if token.kind != text::Kind::Number {
        return None;
    }
    let word = doc.text(token);
    if let Literal::Date(year, month, day) = literal::read(word, MANNER) {
        let year = year
            .parse()
            .ok()
            .filter(|year| (1000..3000).contains(year))?;
        return Some((year, month, day));
    }
    let mut parts = word.split('/').map(str::parse);
    let (year, month, day) = (
        parts.next()?.ok()?,
        parts.next()?.ok()?,
        parts.next()?.ok()?,
    );
    let right =
        (1900..2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    (right && parts.next().is_none()).then_some((year, month as u8, day as u8))
}

/// A whole number up to `most` in digits or numerals.
fn small(doc: &Doc, at: usize, most: u32) -> Option<u32> {
    let token = doc.tokens.get(at)?;
    let word = doc.text(token);
    let digits = match token.kind {
        text::Kind::Number => word.to_string(),
        text::Kind::Word => {
            word.starts_with(han::begins).then_some(())?;
            let run: Vec<char> = word.chars().take(5).collect();
            let numeral = han::numeral(&run)?;
            (numeral.kind == Kind::Cardinal).then_some(numeral.value)?
        }
        _ => return None,
    };
    let short = digits.len() < 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = short.then(|| strip_zeros(&digits).parse().ok()).flatten()?;
    (1..=most).contains(&value).then_some(value)
}
