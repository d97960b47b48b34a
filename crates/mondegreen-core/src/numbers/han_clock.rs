//! Times of the day among Chinese characters: `三点半`, `3点05分`, `九点二十五分`, `三点一刻`.

use super::han_amount::MANNER;
use super::han_sayings::simplified;
use super::literal::{self, Literal};
use super::{han, han_cut, Found, Kind};
use crate::text;
use crate::text::token::{Doc, GLUED};

/// What stands behind the hour.
pub(super) const POINT: [char; 2] = ['点', '點'];

/// What makes the numeral before it a whole or a half hour.
const HOURS: &[(&str, &str)] = &[
    ("点半", "30"),
    ("点钟", "00"),
    ("点整", "00"),
    ("點半", "30"),
    ("點鐘", "00"),
    ("點整", "00"),
];

/// Words before points that somebody gets: `得了三点五分` is no time.
const SCORES: &str = "得打评均考扣差高低涨跌加减给";

/// Behind these `3:10` is a score, a scale or a verse.
const NO_TIME_BEHIND: &[char] = &[
    '比', '分', '以', '胜', '负', '赢', '输', '平', '例', '尺', '音', '书', '记', '约',
];
/// And before these.
const NO_TIME_BEFORE: &[char] = &[
    '分', '点', '胜', '负', '击', '战', '领', '落', '比', '获', '大', '险',
];

/// Whether `三点五分` is a time: five minutes past three, and no three and a half points.
///
/// `before` is what stands before the hour, `behind` what stands behind 分.
pub fn is_minute(hour: &[char], before: &[char], behind: &[char]) -> bool {
    let score = match before {
        [.., '到', '了'] => false,
        [.., last] => *last == '了' || SCORES.contains(simplified(*last)),
        [] => false,
    };
    let early = han::whole(hour).and_then(|hour| hour.parse().ok());
    let hour = early.is_some_and(|hour: u32| (1..=24).contains(&hour));
    let other = match behind {
        ['之', next, ..] => han::is_numeral(*next),
        ['钟' | '鐘' | '制' | '球', ..] => true,
        _ => false,
    };
    hour && !score && !other
}

/// Cut the words of the clock from what stands behind them: `点半开会` into `点半` and `开会`.
pub fn cut(doc: &mut Doc) {
    han_cut::cut(doc, ends);
}

/// Where to cut the token at `at`, in bytes.
fn ends(doc: &Doc, at: usize) -> Option<usize> {
    let token = &doc.tokens[at];
    let word = doc.text(token);
    let clock = token.has(GLUED) && word.starts_with(['点', '點', '分', '刻']);
    if !clock || number(doc, at.checked_sub(1)?).is_none() {
        return None;
    }
    let even = word.chars().count() as u32 == token.end - token.start;
    let head = match word.chars().next()? {
        point @ ('点' | '點') => {
            let mut heads = HOURS.iter().map(|(head, _)| *head);
            let head = heads.find(|head| word.starts_with(head));
            head.or((point == '點').then_some("點"))?
        }
        '分' if at > 1 && is_point(doc, at - 2) && !word.starts_with("分钟") => "分",
        '刻' if at > 1 && is_point(doc, at - 2) => "刻",
        _ => return None,
    };
    (even && word.len() > head.len()).then_some(head.len())
}

/// Whether the token at `at` stands behind an hour, and nothing more.
fn is_point(doc: &Doc, at: usize) -> bool {
    matches!(doc.word(at), "点" | "點")
}

/// The digits of a whole number at `at`, in Arabic or Chinese; 两三点 is about some hour.
pub(super) fn number(doc: &Doc, at: usize) -> Option<String> {
    let token = doc.tokens.get(at)?;
    let word = doc.text(token);
    match token.kind {
        text::Kind::Number => {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| word.to_string())
        }
        text::Kind::Word => {
            word.starts_with(han::begins).then_some(())?;
            let numerals: Vec<char> = word.chars().take(8).collect();
            let numeral = han::numeral(&numerals).filter(|numeral| !numeral.vague)?;
            let whole = numerals.len() < 8 && !numeral.value.contains('.');
            whole.then_some(numeral.value)
        }
        _ => None,
    }
}

/// The time that begins at `at`, which nothing but the hour's numeral begins.
pub fn found(doc: &Doc, at: usize) -> Option<Found> {
    if let Some(time) = written(doc, at) {
        return Some(time);
    }
    if !doc.has(at + 1, GLUED) || !doc.word(at + 1).starts_with(POINT) {
        return None;
    }
    if doc.has(at, GLUED) && at > 0 && han_cut::is_number(doc, at - 1) {
        return None;
    }
    let hour = number(doc, at).filter(|hour| hour.len() < 3)?;
    let hour: u32 = hour.parse().ok().filter(|hour| *hour <= 24)?;
    let head = doc.word(at + 1);
    if let Some((_, minutes)) = HOURS.iter().find(|(word, _)| *word == head) {
        // "一点半点" is a little, whatever it is of.
        let little = doc.has(at + 2, GLUED) && doc.word(at + 2).starts_with(POINT);
        let mut time = time(at, at + 2, hour, minutes.parse().ok()?);
        if *minutes == "00" && han_cut::is_number(doc, at + 2) {
            let head = if head.ends_with('整') {
                "点整"
            } else {
                "点钟"
            };
            time.text = format!("{hour} {head}"); // "三点钟二十人" is not 3:20
        }
        return (!little).then_some(time);
    }
    if !is_point(doc, at + 1) {
        return None;
    }
    let whole = || simple_hour(doc, at, hour);
    if !doc.has(at + 2, GLUED) || !han_cut::is_number(doc, at + 2) {
        return whole();
    }
    let minutes = number(doc, at + 2).filter(|minutes| minutes.len() < 3)?;
    let behind = match doc.has(at + 3, GLUED) {
        true => doc.word(at + 3),
        false => "",
    };
    let count: u32 = minutes.parse().ok().filter(|count| *count < 60)?;
    let sign = doc
        .tokens
        .get(at + 3)
        .is_some_and(|token| token.kind == text::Kind::Sign);
    match behind {
        "刻" if matches!(count, 1 | 3) => Some(time(at, at + 4, hour, count * 15)),
        "分" => Some(time(at, at + 4, hour, count)),
        // One numeral alone may be anything, and minutes are counted in nothing else.
        _ if doc.word(at + 2).chars().count() > 1
            && !behind.starts_with(han::is_measure)
            && !han_cut::is_unit(behind)
            && !sign =>
        {
            Some(time(at, at + 3, hour, count))
        }
        _ => whole(),
    }
}

/// `三點`, which is `三点` as `三點鐘` is, where nothing says that it is something else.
fn simple_hour(doc: &Doc, at: usize, hour: u32) -> Option<Found> {
    let traditional = doc.word(at + 1) == "點";
    // 一點 is a bit, 下午一點 an hour.
    let bit = doc.word(at) == "一" && !han::is_behind_part_of_day(doc, at);
    let text = format!("{hour} 点");
    (traditional && !bit).then(|| Found::new(Kind::Cardinal, at, at + 2, hour.to_string(), text))
}

/// Minutes past an hour; a whole hour has none.
pub(super) fn time(first: usize, last: usize, hour: u32, minutes: u32) -> Found {
    let text = match minutes {
        0 => format!("{hour} 点"),
        _ => format!("{hour} 点 {minutes} 分"),
    };
    Found::new(
        Kind::Time,
        first,
        last,
        format!("{hour}:{minutes:02}"),
        text,
    )
}

/// `3:30`, where nothing says that it is a score or a scale.
fn written(doc: &Doc, at: usize) -> Option<Found> {
    let token = doc.tokens.get(at)?;
    if token.kind != text::Kind::Number {
        return None;
    }
    let Literal::Time(parts) = literal::read(doc.text(token), MANNER) else {
        return None;
    };
    let [hour, minutes] = &parts[..] else {
        return None;
    };
    let hour: u32 = hour.parse().ok().filter(|hour| *hour <= 24)?;
    let count: u32 = minutes.parse().ok().filter(|count| *count < 60)?;
    let before = at.checked_sub(1).map_or("", |before| doc.word(before));
    let behind = han_cut::behind(doc, at + 1);
    let before: String = before.chars().rev().take(2).map(simplified).collect();
    let before = before.strip_prefix(['是', '为', '為']).unwrap_or(&before);
    let behind: String = behind.chars().map(simplified).collect();
    let scale = behind.contains("比例");
    let score = scale || before.starts_with(NO_TIME_BEHIND) || behind.starts_with(NO_TIME_BEFORE);
    if hour == 24 && count > 0 {
        return None;
    }
    let numbers = count == 0 && han_cut::is_number(doc, at + 1);
    (!score && !numbers).then(|| time(at, at + 1, hour, count))
}
