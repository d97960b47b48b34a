//! Cuts Chinese words at what belongs to a number beside them: `元` of `元的苹果`, `人民币` of `给我人民币`.

use super::{han, han_halves};
use crate::text;
use crate::text::token::{Doc, GLUED};

/// Names of what is counted, of which no other word begins; long ones first.
const UNITS: &[&str] = &[
    "摄氏度",
    "华氏度",
    "人民币",
    "人民幣",
    "平方米",
    "立方米",
    "新台币",
    "平方公里",
    "千瓦时",
    "块钱",
    "塊錢",
    "元钱",
    "元錢",
    "毛钱",
    "毛錢",
    "角钱",
    "分钱",
    "分錢",
    "美元",
    "美金",
    "欧元",
    "歐元",
    "英镑",
    "英鎊",
    "日元",
    "日圆",
    "日圓",
    "港币",
    "港元",
    "港幣",
    "台币",
    "臺幣",
    "韩元",
    "韩币",
    "韓元",
    "加元",
    "加币",
    "澳元",
    "澳币",
    "卢布",
    "卢比",
    "泰铢",
    "法郎",
    "公斤",
    "公里",
    "公分",
    "公顷",
    "厘米",
    "毫米",
    "毫升",
    "毫克",
    "平米",
    "分钟",
    "分鐘",
    "小时",
    "小時",
    "钟头",
    "鐘頭",
    "秒钟",
    "秒鐘",
    "刻钟",
    "点钟",
    "點鐘",
    "星期",
    "礼拜",
    "禮拜",
    "周年",
    "周岁",
    "英里",
    "英尺",
    "英寸",
    "海里",
];

/// Units of one character that something is cut behind, and that may begin other words.
const SHORT: &str = "元圆圓块塊毛角月日号號度";

/// What may stand before a number and belongs to it.
const BEFORE: &[&str] = &["人民币", "人民幣", "負"];

/// Longer looks are never needed.
const LOOK: usize = 6;

/// Whether a text begins with the name of a unit.
pub fn is_unit(text: &str) -> bool {
    UNITS.iter().any(|unit| text.starts_with(unit))
}

/// What stands behind the token before `at` without a gap, as far as it matters.
pub fn behind(doc: &Doc, at: usize) -> String {
    let mut out = String::new();
    let mut count = 0;
    for at in at..at + LOOK {
        if !doc.has(at, GLUED) || doc.tokens[at].kind == text::Kind::Sign {
            break;
        }
        for point in doc.word(at).chars().take(LOOK - count) {
            out.push(point);
            count += 1;
        }
        if count == LOOK {
            break;
        }
    }
    out
}

/// Whether the token at `at` is a number in digits or in numerals.
pub fn is_number(doc: &Doc, at: usize) -> bool {
    let Some(token) = doc.tokens.get(at) else {
        return false;
    };
    let numeral = || {
        let word = doc.text(token);
        let run = || word.chars().take(40).collect::<Vec<char>>();
        word.starts_with(han::begins) && han::numeral(&run()).is_some()
    };
    token.kind == text::Kind::Number || token.kind == text::Kind::Word && numeral()
}

/// Cut words that belong to a number off those before it.
pub fn before(doc: &mut Doc) {
    cut(doc, |doc, at| {
        let word = doc.word(at);
        let found = BEFORE.iter().find(|ending| word.ends_with(*ending))?;
        let next = doc.has(at + 1, GLUED) && is_number(doc, at + 1);
        let minus = !found.starts_with('負') || han::ends_in_minus(word);
        let ending = if next && minus { found.len() } else { 0 };
        word.len()
            .checked_sub(ending)
            .filter(|from| *from > 0 && *from < word.len())
    });
}

/// Cut units off the words that begin with them behind a number.
pub fn units(doc: &mut Doc) {
    cut(doc, |doc, at| {
        let number = at > 0 && doc.has(at, GLUED) && is_number(doc, at - 1);
        let word = number.then(|| doc.word(at))?;
        if han_halves::is_half(word) {
            return None;
        }
        let unit = UNITS
            .iter()
            .find(|unit| word.starts_with(*unit))
            .map(|unit| unit.len());
        let first = word.chars().next()?;
        let short = SHORT.contains(first).then(|| first.len_utf8());
        unit.or(short).filter(|length| *length < word.len())
    });
}

/// Cut each token of letters at the byte that `place` says.
pub(super) fn cut(doc: &mut Doc, place: impl Fn(&Doc, usize) -> Option<usize>) {
    let place = |doc: &Doc, at: usize| {
        let token = &doc.tokens[at];
        let word = token.kind == text::Kind::Word && !doc.text(token).is_ascii();
        let place = word.then(|| place(doc, at))??;
        let even = doc.text(token).chars().count() as u32 == token.end - token.start;
        even.then_some(place)
    };
    if !(0..doc.len()).any(|at| place(doc, at).is_some()) {
        return;
    }
    let mut out = doc.begin();
    for at in 0..doc.len() {
        let token = doc.tokens[at];
        let Some(end) = place(doc, at) else {
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
