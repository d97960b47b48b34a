//! Times of the day among Chinese characters: `三点半`, `3点05分`, `九点二十五分`, `三点一刻`.

use super::{han, Found, Kind};
use crate::text;
use crate::text::token::{Doc, GLUED};

/// What makes the numeral before it a whole or a half hour.
const HOURS: &[(&str, &str)] = &[("点半", "30"), ("点钟", "00"), ("点整", "00")];

/// Words before points that somebody gets: `得了三点五分` is no time.
const SCORES: &str = "得打评均考扣差高低涨跌加减给";

/// Whether `三点五分` is a time: five minutes past three, and no three and a half points.
///
/// `before` is what stands before the hour, `behind` what stands behind 分.
pub fn is_minute(hour: &[char], before: &[char], behind: &[char]) -> bool {
    let score = match before {
        [.., '到', '了'] => false,
        [.., last] => *last == '了' || SCORES.contains(*last),
        [] => false,
    };
    let early = han::whole(hour).and_then(|hour| hour.parse().ok());
    let hour = early.is_some_and(|hour: u32| (1..=24).contains(&hour));
    let other = match behind {
        ['之', next, ..] => han::is_numeral(*next),
        ['钟' | '制' | '球', ..] => true,
        _ => false,
    };
    hour && !score && !other
}

/// Cut the words of the clock from what stands behind them: `点半开会` into `点半` and `开会`.
pub fn cut(doc: &mut Doc) {
    if !(1..doc.len()).any(|at| ends(doc, at).is_some()) {
        return;
    }
    let mut out = doc.begin();
    for at in 0..doc.len() {
        let token = doc.tokens[at];
        let Some(end) = ends(doc, at) else {
            out.push(token);
            continue;
        };
        let word = doc.text(&token);
        let (head, rest) = (word[..end].to_string(), word[end..].to_string());
        let middle = token.start + head.chars().count() as u32;
        out.push(doc.make(&head, token.kind, token.flags, token.start, middle));
        out.push(doc.make(&rest, token.kind, GLUED, middle, token.end));
    }
    doc.replace(out);
}

/// Where to cut the token at `at`, in bytes.
fn ends(doc: &Doc, at: usize) -> Option<usize> {
    if !doc.has(at, GLUED) || number(doc, at.checked_sub(1)?).is_none() {
        return None;
    }
    let token = &doc.tokens[at];
    let word = doc.text(token);
    let even = word.chars().count() as u32 == token.end - token.start;
    let head = match word.chars().next()? {
        '点' => HOURS
            .iter()
            .map(|(head, _)| *head)
            .find(|head| word.starts_with(head))?,
        '分' if at > 1 && doc.word(at - 2) == "点" && !word.starts_with("分钟") => "分",
        '刻' if at > 1 && doc.word(at - 2) == "点" => "刻",
        _ => return None,
    };
    (even && word.len() > head.len()).then_some(head.len())
}

/// The digits of a whole number at `at`, in Arabic or Chinese.
fn number(doc: &Doc, at: usize) -> Option<String> {
    let token = doc.tokens.get(at)?;
    let word = doc.text(token);
    match token.kind {
        text::Kind::Number => {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| word.to_string())
        }
        text::Kind::Word => {
            let numerals: Vec<char> = word.chars().collect();
            han::whole(&numerals)
        }
        _ => None,
    }
}

/// The time that begins at `at`, which nothing but the hour's numeral begins.
pub fn found(doc: &Doc, at: usize) -> Option<Found> {
    if !doc.has(at + 1, GLUED) || !doc.word(at + 1).starts_with('点') {
        return None;
    }
    if doc.has(at, GLUED) && at > 0 && number(doc, at - 1).is_some() {
        return None;
    }
    let hour = number(doc, at).filter(|hour| hour.len() < 3)?;
    let value: u32 = hour.parse().ok().filter(|hour| *hour <= 24)?;
    let head = doc.word(at + 1);
    if let Some((_, minutes)) = HOURS.iter().find(|(word, _)| *word == head) {
        // "一点半点" is a little, whatever it is of.
        let little = doc.has(at + 2, GLUED) && doc.word(at + 2).starts_with('点');
        let text = format!("{hour} {head}");
        let time = format!("{value}:{minutes}");
        return (!little).then(|| Found::new(Kind::Time, at, at + 2, time, text));
    }
    if head != "点" || !doc.has(at + 2, GLUED) {
        return None;
    }
    let minutes = number(doc, at + 2).filter(|minutes| minutes.len() < 3)?;
    let behind = match doc.has(at + 3, GLUED) {
        true => doc.word(at + 3),
        false => "",
    };
    let count: u32 = minutes.parse().ok().filter(|count| *count < 60)?;
    let time = |count: u32| format!("{value}:{count:02}");
    let text = |behind: &str| {
        format!("{hour} 点 {minutes} {behind}")
            .trim_end()
            .to_string()
    };
    match behind {
        "刻" if matches!(count, 1 | 3) => {
            // "一刻" is a word of its own, and its numeral stays.
            let text = format!("{hour} 点 {} 刻", doc.word(at + 2));
            Some(Found::new(Kind::Time, at, at + 4, time(count * 15), text))
        }
        "分" => Some(Found::new(Kind::Time, at, at + 4, time(count), text("分"))),
        // One numeral alone may be anything, and minutes are counted in nothing else.
        _ if doc.word(at + 2).chars().count() > 1 && !behind.starts_with(han::is_measure) => {
            Some(Found::new(Kind::Time, at, at + 3, time(count), text("")))
        }
        _ => None,
    }
}
