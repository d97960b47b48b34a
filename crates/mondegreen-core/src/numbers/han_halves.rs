//! A half behind a whole number of Chinese: `三个半小时`, `一个半月`, `两天半`, `三块半`, and `3.5个小时`.

use super::han_amount::read;
use super::han_clock::number;
use super::{han, han_cut, Found, Kind};
use crate::text;
use crate::text::token::{Doc, GLUED};

/// What is counted with 个 and a half, and whether 个 goes away: 3.5小时.
const COUNTED: &[(&str, bool)] = &[
    ("小时", true),
    ("小時", true),
    ("钟头", false),
    ("鐘頭", false),
    ("月", false),
    ("星期", false),
    ("礼拜", false),
    ("禮拜", false),
    ("世纪", false),
    ("世紀", false),
];
/// What a half may stand behind.
const HALVED: &[&str] = &[
    "天", "年", "周", "週", "岁", "歲", "斤", "米", "公斤", "公里", "小时", "小時", "分钟", "分鐘",
    "块", "塊",
];
/// Behind the half of these: anything else may make another word of 半, as 半夜, 半路, 半年.
const BEHIND: &str = "的了吗嗎呢吧啊呀嘛左以之后後前就才都没沒还還也到至我你他她它这這那时時";
/// Behind 半月 these make another word.
const BEHIND_MONTH: &str = "牙形板刊池湾灣谈談亮";
/// Before one, 一个半小时 may be each half hour.
const BEFORE_ONE: &[char] = &[
    '每', '上', '下', '前', '后', '後', '这', '這', '那', '哪', '另', '某',
];

/// Cut what this room reads off the words that begin with it.
pub(super) fn cut(doc: &mut Doc) {
    if !(0..doc.len()).any(|at| doc.word(at).contains(['半', '个', '個'])) {
        return;
    }
    han_cut::cut(doc, |doc, at| {
        let number = at > 0 && doc.has(at, GLUED) && han_cut::is_number(doc, at - 1);
        let word = number.then(|| doc.word(at))?;
        let length = match counted(word) {
            Some((unit, _, half)) => "个".len() + if half { "半".len() } else { 0 } + unit.len(),
            None => halved(word)?.len() + "半".len(),
        };
        (length < word.len()).then_some(length)
    });
}

/// The unit behind 个半, or 个; whether 个 goes away; and whether there is a half.
fn counted(word: &str) -> Option<(&'static str, bool, bool)> {
    let rest = word.strip_prefix(['个', '個'])?;
    let half = rest.strip_prefix('半');
    let unit = half.unwrap_or(rest);
    let (name, plain) = COUNTED.iter().find(|(name, _)| unit.starts_with(name))?;
    Some((name, *plain, half.is_some()))
}

/// The unit before 半.
fn halved(word: &str) -> Option<&'static str> {
    let ends = |rest: &str| {
        let behind = rest.chars().next();
        behind.is_none_or(|behind| BEHIND.contains(behind))
    };
    let halved = |unit: &&&str| {
        let rest = word
            .strip_prefix(**unit)
            .and_then(|rest| rest.strip_prefix('半'));
        rest.is_some_and(ends)
    };
    HALVED.iter().find(halved).copied()
}

/// Whether a word is a unit and its half, which no other cut parts.
pub(super) fn is_half(word: &str) -> bool {
    halved(word).is_some_and(|unit| word.len() == unit.len() + "半".len())
}

/// The amount that begins at `at`.
pub(super) fn found(doc: &Doc, at: usize) -> Option<Found> {
    let digits = doc.tokens.get(at)?.kind == text::Kind::Number;
    if !digits && !doc.word(at).starts_with(han::begins) || !doc.has(at + 1, GLUED) {
        return None;
    }
    let unit = doc.word(at + 1);
    let glued = at > 0 && doc.has(at, GLUED);
    let before = if glued { doc.word(at - 1) } else { "" };
    let behind = han_cut::behind(doc, at + 2);
    if let Some((name, plain, half)) = counted(unit) {
        let exact = unit.ends_with(name);
        if exact && !half && plain {
            return decimal_hours(doc, at, name);
        }
        let moon = name == "月" && behind.starts_with(|next| BEHIND_MONTH.contains(next));
        let value = number(doc, at).filter(|_| exact && half && !moon)?;
        // The second half hour is no two and a half.
        if before.ends_with('第') || value == "1" && before.ends_with(BEFORE_ONE) {
            return None;
        }
        let one = if plain { "" } else { &unit[.."个".len()] };
        return amount(at, &value, &format!("{one}{name}"), Kind::Measure);
    }
    let name = halved(unit)?;
    let ends = behind.is_empty() || behind.starts_with(|next| BEHIND.contains(next));
    if unit.len() != name.len() + "半".len() || !ends || before.ends_with('第') {
        return None;
    }
    // Another number before it would be a part of this one.
    if glued && han_cut::is_number(doc, at - 1) {
        return None;
    }
    let value = number(doc, at).filter(|value| value.len() < 4)?;
    match name {
        "块" | "塊" => {
            let money = !before.ends_with(super::han_money::PIECES_BEHIND);
            money.then(|| amount(at, &value, "元", Kind::Money))?
        }
        _ => amount(at, &value, name, Kind::Measure),
    }
}

/// `3.5个小时`, which is `3.5小时`.
fn decimal_hours(doc: &Doc, at: usize, name: &str) -> Option<Found> {
    let amount = read(doc, at)?;
    let decimal = amount.end == at + 1 && amount.value.contains('.');
    let text = format!("{} {name}", amount.value);
    decimal.then(|| Found::new(Kind::Measure, at, at + 2, amount.value, text))
}

/// So many and a half of what is named.
fn amount(at: usize, value: &str, name: &str, kind: Kind) -> Option<Found> {
    let whole = value == "0" || value.starts_with('0');
    let value = format!("{value}.5");
    let text = format!("{value} {name}");
    let mut found = Found::new(kind, at, at + 2, value, text);
    found.unit = Some(name.to_string());
    (!whole).then_some(found)
}
