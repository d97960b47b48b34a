//! Chinese numerals among other characters: `一百二十三`, `二零二四年`, `百分之二十`.

use super::decimal::shift;
use super::han_cut;
use super::han_sayings::{self, simplified};
use super::han_total::{total, Atom};
use super::lexicon::Manner;
use super::literal::{self, Literal};
use super::{han_clock, han_halves, han_hours, han_ranges, Found, Kind};
use crate::text;
use crate::text::token::{Doc, BREAK, GLUED};

/// Characters behind a numeral of one character that make it a number.
const MEASURES: &str = "个只本天年月日号块元岁人次件条张位名秒小米克斤层楼班届倍种台辆部章页\
    個隻條張號塊歲層樓種臺輛頁杯瓶碗盒箱包袋双雙套遍趟句场場首幅颗顆匹棵朵座架艘枚篇届";
/// The same behind any but 一, with which they are other words: 一点, 一面, 一度.
pub(super) const MORE_MEASURES: &str = "点點度道面家口期回股代分刻周週期排桶筐折";
/// Characters that make one word with 一, which ends no number before them: `三万一共`.
const BEHIND_ONE: &str = "共起样樣定直般些切边邊旦下会會点點同齐齊律再";
/// Words that are written with numerals and are none.
const WORDS: &[&str] = &["千万", "万一", "十分", "百万一", "万千", "亿万"];
/// Words behind which one numeral is a day of the week.
const WEEK: &[&str] = &["星期", "礼拜", "禮拜", "周", "週"];
/// Parts of the day, behind which 一点 is an hour.
const PARTS_OF_DAY: &[&str] = &[
    "上午", "下午", "早上", "晚上", "中午", "凌晨", "半夜", "夜里", "夜裡", "夜裏", "清晨", "今晚",
    "明早",
];

fn digit(point: char) -> Option<u32> {
    Some(match point {
        '零' | '〇' => 0,
        '一' | '幺' => 1,
        '二' | '两' | '兩' => 2,
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
        '万' | '萬' => 4,
        '亿' | '億' => 8,
        _ => return None,
    })
}

/// The everyday numeral for one of those on cheques and receipts.
fn plain(point: char) -> Option<char> {
    Some(match point {
        '壹' => '一',
        '贰' | '貳' => '二',
        '叁' | '參' | '叄' => '三',
        '肆' => '四',
        '伍' => '五',
        '陆' | '陸' => '六',
        '柒' => '七',
        '捌' => '八',
        '玖' => '九',
        '拾' => '十',
        '佰' => '百',
        '仟' => '千',
        '零' | '〇' | '万' | '萬' | '亿' | '億' => point,
        _ => return None,
    })
}

/// No sum has as many numerals.
const MOST_ON_CHEQUE: usize = 32;

/// Whether a numeral is one of cheques alone.
pub(super) fn is_cheque(point: char) -> bool {
    plain(point).is_some_and(|plain| plain != point)
}

/// Behind the numerals of a cheque at `from`: `壹佰贰拾叁`, and one alone in an amount of money.
///
/// Many of them are names and parts of other words: 伍先生, 大陆, 收拾, and the singer 伍佰.
fn on_cheque(word: &[char], from: usize) -> Option<usize> {
    let yuan = |at: usize| matches!(word.get(at), Some('元' | '圆' | '圓'));
    is_cheque(word[from]).then_some(())?;
    let count = word[from..]
        .iter()
        .take(MOST_ON_CHEQUE)
        .take_while(|&&point| plain(point).is_some());
    let end = from + count.count();
    if end == from + MOST_ON_CHEQUE {
        return None;
    }
    let run: Vec<char> = word[from..end]
        .iter()
        .filter_map(|&point| plain(point))
        .collect();
    let powers = run.iter().any(|&point| power(point).is_some());
    let name = word[from..end] == ['伍', '佰'] && !yuan(end);
    if run.len() > 1 && powers {
        return (!name && whole(&run).is_some()).then_some(end);
    }
    let before = from.checked_sub(1).map(|before| word[before]);
    let behind = word.get(end + 1).copied();
    let whole =
        yuan(end) && behind.is_none_or(|next| matches!(next, '整' | '正') || is_cheque(next));
    let part = matches!(
        (before, word.get(end)),
        (Some('元' | '圆' | '圓'), Some('角')) | (Some('角'), Some('分'))
    );
    (run.len() == 1 && (whole || part)).then_some(end)
}

/// Whether something is counted with this character.
pub(super) fn is_measure(point: char) -> bool {
    MEASURES.contains(point)
}

pub(super) fn is_numeral(point: char) -> bool {
    digit(point).is_some() || power(point).is_some()
}

/// Cut the words of `doc` before and behind runs of numerals, and behind the words of the clock and units.
pub fn split(doc: &mut Doc) {
    split_numerals(doc);
    han_cut::before(doc);
    han_hours::cut(doc);
    han_clock::cut(doc);
    han_halves::cut(doc);
    han_cut::units(doc);
}

/// Whether any number may be in `doc`: digits or numerals.
pub fn may_hold(doc: &Doc) -> bool {
    doc.tokens
        .iter()
        .any(|token| token.kind == text::Kind::Number || holds_numeral(doc.text(token)))
}

/// Whether a numeral is among these characters.
fn holds_numeral(word: &str) -> bool {
    !word.is_ascii() && word.contains(begins)
}

fn split_numerals(doc: &mut Doc) {
    let holds = |token| holds_numeral(doc.text(token));
    if !doc.tokens.iter().any(holds) {
        return;
    }
    let mut out = doc.begin();
    for at in 0..doc.len() {
        let token = doc.tokens[at];
        let text = doc.text(&token);
        if token.kind != text::Kind::Word || !holds_numeral(text) {
            out.push(token);
            continue;
        }
        let word: Vec<char> = text.chars().collect();
        if word.len() as u32 != token.end - token.start {
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

/// Whether a number may begin with this character.
pub(super) fn begins(point: char) -> bool {
    is_numeral(point) || plain(point).is_some()
}

/// The end of the piece at `from`: a run of numerals, or what lies between two.
fn run(word: &[char], from: usize) -> usize {
    if let Some(end) = han_sayings::ends(word, from) {
        return end;
    }
    let starts = |at: usize| {
        let numeral = is_numeral(word[at]) || on_cheque(word, at).is_some();
        numeral || han_sayings::ends(word, at).is_some()
    };
    if !starts(from) {
        return (from + 1..word.len())
            .find(|&at| starts(at))
            .unwrap_or(word.len());
    }
    if let Some(end) = on_cheque(word, from) {
        return end;
    }
    let below = word[from..].starts_with(&['零', '下']);
    if below && word.get(from + 2).is_none_or(|&point| is_numeral(point)) {
        return from + 2;
    }
    let mut at = from;
    if matches!(word[at..], ['百' | '千', '分', '之', ..]) {
        at += 3;
    }
    let numerals = |from: usize| {
        let more = word[from..].iter().take_while(|&&point| is_numeral(point));
        from + more.count()
    };
    at = numerals(at);
    let behind = |at: usize| word.get(at).copied();
    let power_before = at > from + 1 && power(word[at - 2]) > Some(0);
    if power_before && matches!(word[at - 1], '两' | '兩') {
        return at - 1; // 三百两 is a weight
    }
    let one = power_before && word[at - 1] == '一' && power(word[at - 2]) > Some(1);
    let other = |point: char| is_measure(point) || BEHIND_ONE.contains(point);
    if one && behind(at).is_some_and(other) && word[from..at] != ['万', '一'] {
        return at - 1;
    }
    // "三块五一斤" is what each pound costs.
    let price = from > 0 && matches!(word[from - 1], '块' | '塊' | '毛');
    if price && at == from + 2 && word[at - 1] == '一' && behind(at).is_some_and(is_measure) {
        return at - 1;
    }
    if matches!(behind(at), Some('点' | '點')) && at > from {
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
        && !matches!(next, Some('点' | '點')) // 一点一点 is bit by bit
        && !(minutes && next == Some('分') && after != Some('钟'))
}

/// How many digits there are, and the power of ten behind them; none for other numerals.
fn decimals(numerals: &[char]) -> (usize, Option<u32>) {
    let digits = numerals.iter().take_while(|&&point| digit(point).is_some());
    let digits = digits.count();
    let power = match numerals[digits..] {
        [] => Some(0),
        ['万' | '萬'] => Some(4),
        ['亿' | '億'] => Some(8),
        ['万' | '萬', '亿' | '億'] => Some(12),
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
    if !matches!(word.next(), Some('点' | '點')) || !doc.has(at, GLUED) {
        return false;
    }
    match word.next() {
        Some(next) => matches!(next, '半' | '钟' | '鐘' | '整'),
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

/// Whether two words side by side would be read as one number with a power of ten: `五` and `千万别`.
pub fn join(before: &str, behind: &str) -> bool {
    let ends = before.chars().next_back().zip(behind.chars().next());
    ends.is_some_and(|(last, first)| {
        let powers = power(last).is_some() || power(first).is_some();
        powers && is_numeral(last) && is_numeral(first)
    })
}

/// Whether the token at `at` ends in a minus.
fn is_minus(doc: &Doc, at: usize) -> bool {
    ends_in_minus(doc.word(at))
}

/// Whether a word ends in a minus.
pub(super) fn ends_in_minus(word: &str) -> bool {
    let mut points = word.chars().rev().map(simplified);
    let last = points.next() == Some('负');
    let before = points.next().filter(|_| last).map(|point| [point, '负']);
    last && !before.is_some_and(|pair| BURDENS.iter().any(|burden| burden.chars().eq(pair)))
}

/// Numerals without what stands around them.
pub(super) struct Numeral {
    /// Their value, in digits.
    pub value: String,
    pub kind: Kind,
    /// They may be about how many, or no number: 两三, 三三两两, 万.
    pub vague: bool,
}

/// The value of a run of numerals, perhaps with decimals.
pub(super) fn numeral(run: &[char]) -> Option<Numeral> {
    let first = *run.first()?;
    if is_cheque(first) {
        let run: Option<Vec<char>> = run.iter().map(|&point| plain(point)).collect();
        let value = whole(&run?)?;
        return Some(Numeral {
            value,
            kind: Kind::Cardinal,
            vague: false,
        });
    }
    is_numeral(first).then_some(())?;
    let split = run
        .iter()
        .position(|&point| matches!(point, '点' | '點'))
        .unwrap_or(run.len());
    let mut value = whole(&run[..split])?;
    let mut kind = Kind::Cardinal;
    if split < run.len() {
        let (count, power) = decimals(&run[split + 1..]);
        let power = power.filter(|_| count > 0)?;
        let decimals: Option<String> = run[split + 1..split + 1 + count]
            .iter()
            .map(|&point| digit(point).and_then(|digit| char::from_digit(digit, 10)))
            .collect();
        value = format!("{value}.{}", decimals?);
        if power > 0 {
            value = shift(&value, power);
        }
        if value.contains('.') {
            kind = Kind::Decimal;
        }
    }
    let by_digits =
        split == run.len() && run.len() > 1 && run.iter().all(|&point| digit(point).is_some());
    if by_digits {
        kind = Kind::Digits;
    }
    // Nobody reads digits with 两: 三三两两 is in twos and threes.
    let by_twos = by_digits && run.iter().any(|point| matches!(point, '两' | '兩'));
    // 两三个 are two or three, and 三一 may be the end of one word and the start of another.
    let two = by_digits && run.len() == 2 && !run.iter().any(|&point| digit(point) == Some(0));
    // 幺 is said for 一 among digits, and the youngest of a family elsewhere.
    let youngest = run.contains(&'幺') && !(by_digits && run.len() > 2 || split < run.len());
    let alone = run.len() == 1 && power(first).is_some() && first != '十';
    Some(Numeral {
        value,
        kind,
        vague: by_twos || two || youngest || alone,
    })
}

/// The number that the token at `at` is.
pub fn found(doc: &Doc, at: usize) -> Option<Found> {
    doc.word(at).starts_with(begins).then_some(())?;
    let word: Vec<char> = doc.word(at).chars().collect();
    let (sign, run) = match &word[..] {
        ['百', '分', '之', rest @ ..] => ("%", rest),
        ['千', '分', '之', rest @ ..] => ("‰", rest),
        _ => ("", &word[..]),
    };
    let percent = !sign.is_empty();
    if sign == "%" && *run == ['百'] {
        let text = "100 %".to_string();
        return Some(Found::new(Kind::Percentage, at, at + 1, "100".into(), text));
    }
    let first = *run.first()?;
    let glued = |at: usize| at > 0 && doc.has(at, GLUED);
    let digits = at > 0 && doc.tokens[at - 1].kind == text::Kind::Number;
    if digits && !percent && (glued(at) || power(first).is_some()) {
        return None; // half of it would be another number
    }
    if let Some(at_bar) = run.windows(2).position(|pair| pair == ['分', '之']) {
        let value = fraction(&run[..at_bar], &run[at_bar + 2..])?;
        return Some(Found::new(Kind::Fraction, at, at + 1, value.clone(), value));
    }
    let Numeral {
        value,
        mut kind,
        vague,
    } = numeral(run)?;
    let behind = han_cut::behind(doc, at + 1);
    let next = behind.chars().next();
    let alone = !doc.has(at, GLUED) && behind.is_empty();
    let text: String = run.iter().map(|&point| simplified(point)).collect();
    let counted = is_counted(doc, at, run, &behind)
        || *run == ['十'] && han_ranges::is_about(&behind)
        || is_clock(doc, at + 1)
        || glued(at) && is_minus(doc, at - 1)
        || next == Some('分') && glued(at) && at > 1 && is_clock(doc, at - 1);
    // 几十 and 数百 name no number, nor does 百分之十几, and 五百货 begins a shop.
    let shop = run.last() == Some(&'百') && behind.starts_with(['货', '貨', '姓']);
    let vague = vague || shop || percent && behind.starts_with(['几', '幾']);
    let vague = vague
        || power(first).is_some()
            && glued(at)
            && doc.word(at - 1).ends_with(['几', '数', '幾', '數']);
    // 三十, 十二 and 两千 are numbers wherever they stand.
    let tens = match *run {
        [first, second] if digit(first).is_some() => power(second).is_some(),
        ['十', second] => digit(second).is_some() || power(second).is_some_and(|power| power > 3),
        _ => false,
    };
    let ordinal = is_ordinal(doc, at);
    let mut sure = !vague
        && (percent
            || counted
            || ordinal
            || (tens || !alone && run.len() > 1) && !WORDS.contains(&text.as_str())
            || run.len() > 2
            || is_cheque(first) && run.len() > 1 && *run != ['伍', '佰']);
    if kind == Kind::Digits && next == Some('年') && matches!(run.len(), 2 | 4) {
        // 九八年 is 1998; 七八年 are seven years or eight.
        let [one, other] = [0, 1].map(|at| digit(run[at]).unwrap_or(0));
        sure |= run.len() == 2 && one > 3 && other != one + 1;
        if run.len() == 4 {
            kind = Kind::Year;
        }
    }
    let (mut kind, written) = if percent {
        (Kind::Percentage, format!("{value} {sign}"))
    } else {
        (kind, value.clone())
    };
    if ordinal && kind == Kind::Cardinal {
        kind = Kind::Ordinal;
    }
    let mut found = Found::new(kind, at, at + 1, value, written);
    found.sure = sure;
    // Five in a thousand are no five percent.
    found.unit = (sign == "‰").then(|| sign.to_string());
    Some(found)
}

/// Whether 第 makes the number at `at` an ordinal.
pub fn is_ordinal(doc: &Doc, at: usize) -> bool {
    at > 0 && !doc.has(at, BREAK) && doc.word(at - 1).ends_with('第')
}

/// Whether what stands behind the numerals at `at` is counted by them.
fn is_counted(doc: &Doc, at: usize, run: &[char], behind: &str) -> bool {
    let glued = at > 0 && doc.has(at, GLUED);
    let before = if glued { doc.word(at - 1) } else { "" };
    let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
    if run.len() == 1 && ends(WEEK) {
        return false; // 星期三
    }
    let Some(next) = behind.chars().next() else {
        return false;
    };
    let one = *run == ['一'];
    let mut two = behind.chars();
    if one && two.next() == two.next() {
        return false; // 一个个, 一天天
    }
    let part = behind.starts_with("分之"); // "三分之一" was read, or is none
    let decimal = matches!(next, '点' | '點') && *run == ['十'];
    is_measure(next)
        || han_cut::is_unit(behind)
        || !one && !part && run != ['十'] && MORE_MEASURES.contains(next)
        || decimal
        || one && simplified(next) == '点' && is_behind_part_of_day(doc, at)
        || han_ranges::goes_on(doc, at + 1)
}

/// Whether a part of the day stands before the token at `at`: `下午一点`.
pub(super) fn is_behind_part_of_day(doc: &Doc, at: usize) -> bool {
    let before = at.checked_sub(1).filter(|_| doc.has(at, GLUED));
    let ends = |before| {
        PARTS_OF_DAY
            .iter()
            .any(|part| doc.word(before).ends_with(part))
    };
    before.is_some_and(ends)
}

/// The power of ten of the token at `at`, which stands behind digits: `20万`, `3.5亿`.
pub fn power_behind(doc: &Doc, at: usize) -> Option<u32> {
    let next = doc.tokens.get(at + 1);
    let more = next.is_some_and(|token| {
        token.kind == text::Kind::Number || doc.text(token).starts_with(is_numeral)
    });
    let power = match doc.word(at) {
        _ if doc.has(at, BREAK) => return None,
        "万" | "萬" => 4,
        "亿" | "億" => 8,
        "万亿" | "萬億" => 12,
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
    let atoms: Option<Vec<Atom>> = run.iter().map(|&point| atom(point)).collect();
    Some(total(&atoms?)?.to_string())
}

/// Numerals that are digits one by one.
pub(super) fn digits(run: &[char]) -> Option<String> {
    let plain = |&point: &char| digit(plain(point).unwrap_or(point));
    let digits = run
        .iter()
        .map(|point| plain(point).and_then(|digit| char::from_digit(digit, 10)));
    digits.collect()
}

/// What a numeral is.
pub(super) fn atom(point: char) -> Option<Atom> {
    let digit = digit(point).map(|digit| Atom::Digit(u128::from(digit)));
    digit.or_else(|| power(point).map(Atom::Power))
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
        is("三萬五千", "35000");
        is("兩億", "200000000");
    }
}
