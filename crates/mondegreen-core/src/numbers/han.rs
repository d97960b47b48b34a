//! Chinese numerals among other characters: `一百二十三`, `二零二四年`, `百分之二十`.

use super::decimal::shift;
use super::lexicon::Manner;
use super::literal::{self, Literal};
use super::{han_clock, Found, Kind};
use crate::text;
use crate::text::token::{Doc, BREAK, GLUED};

/// Characters behind a numeral of one character that make it a number.
const MEASURES: &str = "个只本天年月日号块元岁人次件条张位名秒小米克斤层楼班届倍种台辆部章页";
/// Words that are written with numerals and are none.
const WORDS: &[&str] = &["千万", "万一", "十分", "百万一", "万千"];

/// Numbers that are part of a saying when the rest stands behind them.
const IDIOMS: &[(&str, &str)] = &[
    ("十万", "火急"),
    ("三十", "而立"),
    ("四十", "不惑"),
    ("三十六", "计"),
    ("八九", "不离十"),
];

fn digit(point: char) -> Option<u32> {
    Some(match point {
        '零' | '〇' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

fn power(point: char) -> Option<u32> {
    Some(match point {
        '十' => 1,
        '百' => 2,
        '千' => 3,
        '万' => 4,
        '亿' => 8,
        _ => return None,
    })
}

/// Whether something is counted with this character.
pub(super) fn is_measure(point: char) -> bool {
    MEASURES.contains(point)
}

pub(super) fn is_numeral(point: char) -> bool {
    digit(point).is_some() || power(point).is_some()
}

/// Cut the words of `doc` before and behind runs of numerals, and behind the words of the clock.
pub fn split(doc: &mut Doc) {
    split_numerals(doc);
    han_clock::cut(doc);
}

fn split_numerals(doc: &mut Doc) {
    let any = |doc: &Doc| {
        doc.tokens
            .iter()
            .any(|token| doc.text(token).contains(is_numeral))
    };
    if !any(doc) {
        return;
    }
    let mut out = doc.begin();
    for at in 0..doc.len() {
        let token = doc.tokens[at];
        let word: Vec<char> = doc.text(&token).chars().collect();
        let even = word.len() as u32 == token.end - token.start;
        if token.kind != text::Kind::Word || !even || !word.iter().copied().any(is_numeral) {
            out.push(token);
            continue;
        }
        let mut from = 0;
        while from < word.len() {
            let end = run(&word, from);
            let piece: String = word[from..end].iter().collect();
            let flags = if from == 0 { token.flags } else { GLUED };
            let start = token.start;
            out.push(doc.make(
                &piece,
                text::Kind::Word,
                flags,
                start + from as u32,
                start + end as u32,
            ));
            from = end;
        }
    }
    doc.replace(out);
}

/// The end of the piece at `from`: a run of numerals, or what lies between two.
fn run(word: &[char], from: usize) -> usize {
    let starts = |at: usize| is_numeral(word[at]) || word[at..].starts_with(&['百', '分', '之']);
    if !starts(from) {
        return (from..word.len())
            .find(|&at| starts(at))
            .unwrap_or(word.len());
    }
    let mut at = from;
    if word[at..].starts_with(&['百', '分', '之']) {
        at += 3;
    }
    let numerals = |from: usize| {
        let more = word[from..].iter().take_while(|&&point| is_numeral(point));
        from + more.count()
    };
    at = numerals(at);
    let behind = |at: usize| word.get(at).copied();
    if behind(at) == Some('点') && at > from {
        let end = numerals(at + 1);
        let minute = end == at + 2
            && behind(end) == Some('分')
            && han_clock::is_minute(&word[from..at], &word[..from], &word[end + 1..]);
        if !minute && is_decimal(&word[at + 1..end], behind(end), behind(end + 1)) {
            at = end;
        }
    } else if word[at..].starts_with(&['分', '之']) && at > from && at + 2 < word.len() {
        let end = numerals(at + 2);
        if end > at + 2 && fraction(&word[from..at], &word[at + 2..end]).is_some() {
            at = end;
        }
    }
    at.max(from + 1)
}

/// Whether these numerals behind a point are decimals, and no minutes of an hour.
fn is_decimal(numerals: &[char], next: Option<char>, after: Option<char>) -> bool {
    let (digits, power) = decimals(numerals);
    let minutes = numerals.first() == Some(&'零') && numerals.len() == 2;
    digits > 0
        && power.is_some()
        && next != Some('刻') // 三点一刻 is a quarter past three
        && next != Some('点') // 一点一点 is bit by bit
        && !(minutes && next == Some('分') && after != Some('钟'))
}

/// How many digits there are, and the power of ten behind them; none for other numerals.
fn decimals(numerals: &[char]) -> (usize, Option<u32>) {
    let digits = numerals.iter().take_while(|&&point| digit(point).is_some());
    let digits = digits.count();
    let power = match numerals[digits..] {
        [] => Some(0),
        ['万'] => Some(4),
        ['亿'] => Some(8),
        ['万', '亿'] => Some(12),
        _ => None,
    };
    (digits, power)
}

/// 五分之三 as 3/5, where digits say the same.
fn fraction(bottom: &[char], top: &[char]) -> Option<String> {
    let text = format!("{}/{}", whole(top)?, whole(bottom)?);
    let manner = Manner {
        han: true,
        ..Manner::default()
    };
    matches!(literal::read(&text, manner), Literal::Fraction(..)).then_some(text)
}

/// Whether the word at `at` makes the numeral before it an hour: 三点半, 三点钟, 三点三十分.
fn is_clock(doc: &Doc, at: usize) -> bool {
    let mut word = doc.word(at).chars();
    if word.next() != Some('点') || !doc.has(at, GLUED) {
        return false;
    }
    match word.next() {
        Some(next) => matches!(next, '半' | '钟' | '整'),
        None => {
            // "一点一点": by digits alone it may be anything.
            let numeral = doc.word(at + 1);
            let behind = doc.word(at + 2);
            let minutes = numeral.chars().count() > 1
                || behind.starts_with('刻')
                || numeral == "十" && behind.starts_with('分');
            doc.has(at + 1, GLUED) && numeral.starts_with(is_numeral) && minutes
        }
    }
}

/// Words in which 负 takes no number below zero.
const BURDENS: &[&str] = &[
    "胜负", "担负", "抱负", "辜负", "肩负", "欺负", "背负", "自负", "身负", "正负",
];

/// Whether the token at `at` ends in a minus.
fn is_minus(doc: &Doc, at: usize) -> bool {
    let word = doc.word(at);
    word.ends_with('负') && !BURDENS.iter().any(|burden| word.ends_with(burden))
}

/// The number that the token at `at` is.
pub fn found(doc: &Doc, at: usize) -> Option<Found> {
    if let Some(time) = han_clock::found(doc, at) {
        return Some(time);
    }
    let word: Vec<char> = doc.word(at).chars().collect();
    let (percent, run) = match word.strip_prefix(&['百', '分', '之']) {
        Some(rest) => (true, rest),
        None => (false, &word[..]),
    };
    let first = *run.first()?;
    is_numeral(first).then_some(())?;
    let glued = |at: usize| at > 0 && doc.has(at, GLUED);
    let digits = at > 0 && doc.tokens[at - 1].kind == text::Kind::Number;
    if digits && !percent && (glued(at) || power(first).is_some()) {
        return None; // 5千米, 1万3千: half of it would be another number
    }
    if let Some(at_bar) = run.windows(2).position(|pair| pair == ['分', '之']) {
        let value = fraction(&run[..at_bar], &run[at_bar + 2..])?;
        return Some(Found::new(Kind::Fraction, at, at + 1, value.clone(), value));
    }
    let split = run
        .iter()
        .position(|&point| point == '点')
        .unwrap_or(run.len());
    let mut value = whole(&run[..split])?;
    let mut kind = Kind::Cardinal;
    if split < run.len() {
        let (count, power) = decimals(&run[split + 1..]);
        let decimals: Option<String> = run[split + 1..split + 1 + count]
            .iter()
            .map(|&point| digit(point).and_then(|digit| char::from_digit(digit, 10)))
            .collect();
        value = format!("{value}.{}", decimals?);
        if let Some(power @ 1..) = power {
            value = shift(&value, power);
        }
        kind = if value.contains('.') {
            Kind::Decimal
        } else {
            Kind::Cardinal
        };
    }
    let behind = doc
        .word(at + 1)
        .chars()
        .next()
        .filter(|_| doc.has(at + 1, GLUED));
    let alone = !doc.has(at, GLUED) && behind.is_none();
    let counted = behind.is_some_and(|point| MEASURES.contains(point))
        || is_clock(doc, at + 1)
        || glued(at) && is_minus(doc, at - 1)
        || behind == Some('分') && glued(at) && at > 1 && is_clock(doc, at - 1);
    let text: String = run.iter().collect();
    let by_digits =
        split == run.len() && run.len() > 1 && run.iter().all(|&point| digit(point).is_some());
    // Nobody reads digits with 两: 三三两两 is in twos and threes.
    let by_twos = by_digits && run.contains(&'两');
    let idiom = IDIOMS
        .iter()
        .any(|(number, rest)| *number == text && doc.word(at + 1).starts_with(rest));
    // 两三个 are two or three, and 三一 may be the end of one word and the start of another.
    let two = by_digits && run.len() == 2 && !run.iter().any(|&point| digit(point) == Some(0));
    // 万岁 and 万元户 name no number, nor do 几十 and 数百.
    let vague = power(first).is_some()
        && (run.len() == 1 && first != '十'
            || glued(at) && doc.word(at - 1).ends_with(['几', '数']));
    // 三十, 十二 and 两千 are numbers wherever they stand.
    let tens = match *run {
        [first, second] if digit(first).is_some() => power(second).is_some(),
        ['十', second] => digit(second).is_some() || power(second).is_some_and(|power| power > 3),
        _ => false,
    };
    let ordinal = is_ordinal(doc, at);
    let sure = !two
        && !vague
        && !by_twos
        && !idiom
        && (percent
            || counted
            || ordinal
            || (tens || !alone && run.len() > 1) && !WORDS.contains(&text.as_str())
            || run.len() > 2);
    if by_digits {
        kind = if run.len() == 4 && behind == Some('年') {
            Kind::Year
        } else {
            Kind::Digits
        };
    }
    let (mut kind, written) = if percent {
        (Kind::Percentage, format!("{value} %"))
    } else {
        (kind, value.clone())
    };
    if ordinal && kind == Kind::Cardinal {
        kind = Kind::Ordinal;
    }
    let mut found = Found::new(kind, at, at + 1, value, written);
    found.sure = sure;
    Some(found)
}

/// Whether 第 makes the number at `at` an ordinal.
pub fn is_ordinal(doc: &Doc, at: usize) -> bool {
    at > 0 && !doc.has(at, BREAK) && doc.word(at - 1).ends_with('第')
}

/// The power of ten of the token at `at`, which stands behind digits: `20万`, `3.5亿`.
pub fn power_behind(doc: &Doc, at: usize) -> Option<u32> {
    let next = doc.tokens.get(at + 1);
    let more = next.is_some_and(|token| {
        token.kind == text::Kind::Number || doc.text(token).starts_with(is_numeral)
    });
    let power = match doc.word(at) {
        _ if doc.has(at, BREAK) => return None,
        "万" => 4,
        "亿" => 8,
        "万亿" => 12,
        _ => return None,
    };
    (!more).then_some(power)
}

/// A whole number: by its powers, or digit by digit.
pub(super) fn whole(run: &[char]) -> Option<String> {
    if run.iter().all(|&point| digit(point).is_some()) {
        return run
            .iter()
            .map(|&point| digit(point).and_then(|digit| char::from_digit(digit, 10)))
            .collect();
    }
    if run.len() > 30 {
        return None;
    }
    let (mut total, mut section, mut number) = (0u128, 0u128, None::<u128>);
    let mut last = u32::MAX;
    for (place, &point) in run.iter().enumerate() {
        if let Some(digit) = digit(point) {
            if number.is_some_and(|number| number != 0) {
                return None;
            }
            number = Some(u128::from(digit));
            continue;
        }
        let power = power(point)?;
        if power >= 4 {
            section += number.take().unwrap_or(u128::from(place == 0));
            let unit = 10u128.pow(power);
            if power == 8 {
                total = (total + section) * unit;
            } else {
                total += section * unit;
            }
            section = 0;
            last = u32::MAX;
        } else {
            if power >= last {
                return None;
            }
            let times = match number.take() {
                Some(0) | None if power == 1 && section % 100 == 0 => 1,
                Some(0) => return None,
                Some(number) => number,
                None => return None,
            };
            section += times * 10u128.pow(power);
            last = power;
        }
    }
    // "一百二" is 120, "一万二" is 12000.
    let ending = number.unwrap_or(0);
    let before = run.len().checked_sub(2).map(|at| run[at]);
    let times = match before.and_then(power) {
        Some(power) if power > 1 && ending > 0 => 10u128.pow(power - 1),
        _ => 1,
    };
    Some((total + section + ending * times).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wholes() {
        let is = |text: &str, wanted: &str| {
            let run: Vec<char> = text.chars().collect();
            assert_eq!(whole(&run).as_deref(), Some(wanted), "{text}");
        };
        is("一百二十三", "123");
        is("十", "10");
        is("十五", "15");
        is("一百零五", "105");
        is("一百二", "120");
        is("二零二四", "2024");
        is("一万二千", "12000");
        is("三亿五千万", "350000000");
        is("一千零一十", "1010");
    }
}
