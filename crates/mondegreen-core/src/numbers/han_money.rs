//! Money among Chinese characters: `五块二毛`, `5元2角`, `五毛钱`, `人民币5元`, `¥5`, `五万美元`.

use super::decimal::strip_zeros;
use super::han_amount::{read, Amount};
use super::{han, han_cut, Found, Kind};
use crate::text;
use crate::text::token::{Doc, BREAK, GLUED};

/// The money of China, as it is written.
const YUAN: &str = "元";

/// Names of currencies, and how each is written.
const NAMES: &[(&str, &str)] = &[
    ("元", YUAN),
    ("圆", YUAN),
    ("圓", YUAN),
    ("元钱", YUAN),
    ("元錢", YUAN),
    ("块钱", YUAN),
    ("塊錢", YUAN),
    ("人民币", YUAN),
    ("人民幣", YUAN),
    ("美元", "美元"),
    ("美金", "美元"),
    ("欧元", "欧元"),
    ("歐元", "欧元"),
    ("英镑", "英镑"),
    ("英鎊", "英镑"),
    ("日元", "日元"),
    ("日圆", "日元"),
    ("日圓", "日元"),
    ("港币", "港元"),
    ("港元", "港元"),
    ("港幣", "港元"),
    ("韩元", "韩元"),
    ("韩币", "韩元"),
    ("韓元", "韩元"),
];

/// Signs of currencies.
const SIGNS: &[(&str, &str)] = &[("¥", YUAN), ("$", "美元"), ("€", "欧元"), ("£", "英镑")];

/// What may stand behind 块 when it is money; else it is a piece of something.
const BEHIND_PIECES: &[&str] = &[
    "左右", "以上", "以下", "以内", "以內", "吧", "啊", "呢", "吗", "嗎", "嘛", "呀", "了", "的",
    "每", "多", "一斤", "一个", "一只", "一件", "一瓶", "一张", "一本", "一位", "一次", "一天",
    "一月", "一年", "到", "至",
];

/// What pieces stand behind: 切成八块, 这两块.
pub(super) const PIECES_BEHIND: &[char] = &[
    '成', '卸', '作', '做', '第', '这', '那', '切', '分', '整', '這', '几', '幾',
];

fn named(list: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter()
        .find(|(name, _)| *name == word)
        .map(|(_, written)| *written)
}

/// The price or the sum that begins at `at`, with a sign, a number or 人民币.
pub(super) fn found(doc: &Doc, at: usize) -> Option<Found> {
    let token = doc.tokens.get(at)?;
    let word = doc.text(token);
    if token.kind == text::Kind::Sign {
        let currency = named(SIGNS, word)?;
        let amount = joined(doc, at + 1).then(|| read(doc, at + 1))??;
        let digits = doc.tokens[at + 1].kind == text::Kind::Number;
        return digits.then(|| written(doc, at, amount, currency));
    }
    if matches!(word, "人民币" | "人民幣" | "rmb" | "cny") {
        let amount = joined(doc, at + 1).then(|| read(doc, at + 1))??;
        let digits = doc.tokens[at + 1].kind == text::Kind::Number;
        let mut found = match with_unit(doc, at + 1, &amount) {
            Some(found) => Some(found).filter(|found| found.unit.as_deref() == Some(YUAN))?,
            None if digits || amount.value.len() > 1 => written(doc, at, amount, YUAN),
            None => return None,
        };
        found.first = at;
        return Some(found);
    }
    let amount = read(doc, at)?;
    with_unit(doc, at, &amount)
}

/// Whether no punctuation parts the token at `at` from the one before.
fn joined(doc: &Doc, at: usize) -> bool {
    at < doc.len() && !doc.has(at, BREAK)
}

/// An amount with its unit behind it.
fn with_unit(doc: &Doc, at: usize, amount: &Amount) -> Option<Found> {
    let end = amount.end;
    let token = doc.tokens.get(end)?;
    let word = doc.text(token);
    let whole = !amount.value.contains('.');
    if token.kind == text::Kind::Sign {
        let currency = named(SIGNS, word).filter(|_| joined(doc, end))?;
        // In "5 $6" the sign is that of the six.
        let next = doc.has(end + 1, GLUED) && han_cut::is_number(doc, end + 1);
        return (!next).then(|| written(doc, at, copy(amount, end + 1), currency));
    }
    token.has(GLUED).then_some(())?;
    if is_tenth(doc, end) {
        return small(doc, at, amount);
    }
    if matches!(word, "分钱" | "分錢") && whole && amount.value.len() < 3 {
        let value = format!("0.{:0>2}", amount.value);
        let cents = Amount {
            value,
            end: end + 1,
        };
        return Some(written(doc, at, cents, YUAN));
    }
    let piece = matches!(word, "块" | "塊");
    let circle = matches!(word, "圆" | "圓") && amount.value.len() < 2;
    if circle && !doc.word(at).contains(han::is_cheque) {
        return None;
    }
    let currency = if piece { YUAN } else { named(NAMES, word)? };
    let mut amount = copy(amount, end + 1);
    if currency == YUAN && whole {
        if let Some((cents, end)) = parts(doc, end + 1, piece) {
            amount = Amount {
                value: format!("{}.{cents}", amount.value),
                end,
            };
            return Some(written(doc, at, amount, YUAN));
        }
    }
    if piece && !is_money(doc, at, end + 1, &amount) {
        return None;
    }
    Some(written(doc, at, amount, currency))
}

fn copy(amount: &Amount, end: usize) -> Amount {
    Amount {
        value: amount.value.clone(),
        end,
    }
}

/// Whether pieces of nothing else are counted.
fn is_money(doc: &Doc, from: usize, end: usize, amount: &Amount) -> bool {
    let behind = han_cut::behind(doc, end);
    let cut = from > 0 && doc.has(from, GLUED) && doc.word(from - 1).ends_with(PIECES_BEHIND);
    let decimal = amount.value.contains('.');
    // 一块 is together as well.
    decimal || amount.value != "1" && !cut && is_end(&behind)
}

pub(super) fn is_end(behind: &str) -> bool {
    behind.is_empty() || BEHIND_PIECES.iter().any(|next| behind.starts_with(next))
}

/// `五毛`, `五毛五`, `五毛钱`.
fn small(doc: &Doc, at: usize, amount: &Amount) -> Option<Found> {
    let word = doc.word(amount.end);
    let digits = doc.tokens[at].kind == text::Kind::Number;
    let short = doc.word(at).chars().count() == 1;
    let one = short && amount.value.len() == 1 && amount.value != "0";
    let behind = han_cut::behind(doc, amount.end + 1);
    // 三毛 is a name, 九牛一毛 a saying, 五角 a shape and 八角 a spice.
    let said = word.ends_with(['钱', '錢']);
    let name = matches!(doc.word(at), "一" | "二" | "三");
    let sure = said || is_end(&behind) && (digits || word == "毛" && !name);
    if !one || amount.value.contains('.') {
        return None;
    }
    let mut whole = Amount {
        value: format!("0.{}", amount.value),
        end: amount.end + 1,
    };
    if let Some((cent, end)) = cent(doc, whole.end).filter(|_| !said) {
        whole.value.push(cent);
        whole.end = end;
        return Some(written(doc, at, whole, YUAN));
    }
    sure.then(|| written(doc, at, whole, YUAN))
}

/// The digit that the token at `at` is, in digits or a numeral.
fn digit(doc: &Doc, at: usize) -> Option<char> {
    let word = doc.word(at);
    let glued = doc.has(at, GLUED) && word.chars().count() == 1;
    let run: Vec<char> = word.chars().collect();
    match doc.tokens.get(at)?.kind {
        _ if !glued => None,
        text::Kind::Number => word.chars().next(),
        text::Kind::Word => han::digits(&run)?.chars().next(),
        _ => None,
    }
}

/// The last digit of `三块八毛五`, with 分 or without.
fn cent(doc: &Doc, at: usize) -> Option<(char, usize)> {
    let digit = digit(doc, at)?;
    let behind = han_cut::behind(doc, at + 1);
    if behind.starts_with('分') {
        let end = money_ends(doc, at + 1)?;
        return Some((digit, end));
    }
    is_end(&behind).then_some((digit, at + 1))
}

/// Behind 分 or 分钱 at `at`, when no other word begins with it.
fn money_ends(doc: &Doc, at: usize) -> Option<usize> {
    matches!(doc.word(at), "分" | "分钱" | "分錢").then_some(at + 1)
}

/// The decimals that small money behind the whole one makes: `二毛五`, `2角`, `零五分`, and `二` of 五块二.
fn parts(doc: &Doc, at: usize, piece: bool) -> Option<(String, usize)> {
    let number: Vec<char> = doc.word(at).chars().collect();
    doc.has(at, GLUED).then_some(())?;
    // 零五分, 05分
    let two = match doc.tokens.get(at)?.kind {
        text::Kind::Number => Some(doc.word(at).to_string()),
        text::Kind::Word => han::digits(&number),
        _ => None,
    };
    let two = two.filter(|two| two.len() == 2 && two.bytes().all(|byte| byte.is_ascii_digit()));
    if let Some(two) = two {
        let small = two.starts_with('0') && money_ends(doc, at + 1).is_some();
        let tenth = two.starts_with('0') && is_tenth(doc, at + 1);
        let bare = piece && is_end(&han_cut::behind(doc, at + 1));
        return match (small, tenth) {
            (true, _) => Some((two, at + 2)),
            (_, true) => Some((two[1..].to_string(), at + 2)), // 十块零五毛
            _ => bare.then_some((two, at + 1)),
        };
    }
    let first = digit(doc, at)?;
    if is_tenth(doc, at + 1) {
        if let Some((cent, end)) = cent(doc, at + 2) {
            return Some((format!("{first}{cent}"), end));
        }
        return Some((first.to_string(), at + 2));
    }
    if doc.has(at + 1, GLUED) && money_ends(doc, at + 1).is_some() {
        return Some((format!("0{first}"), at + 2));
    }
    (piece && is_end(&han_cut::behind(doc, at + 1))).then(|| (first.to_string(), at + 1))
}

/// Whether a tenth of a yuan is named at `at`.
fn is_tenth(doc: &Doc, at: usize) -> bool {
    doc.has(at, GLUED) && matches!(doc.word(at), "毛" | "角" | "毛钱" | "毛錢" | "角钱")
}

/// The amount as it is written, with what says its currency again.
fn written(doc: &Doc, at: usize, amount: Amount, currency: &'static str) -> Found {
    let Amount { value, mut end } = amount;
    let again = named(NAMES, doc.word(end)) == Some(currency);
    let money = currency == YUAN && matches!(doc.word(end), "钱" | "錢");
    if doc.has(end, GLUED) && (again || money) {
        end += 1;
    }
    let rest = doc.has(end + 1, GLUED);
    if matches!(doc.word(end), "整" | "正") && doc.has(end, GLUED) && !rest && currency == YUAN {
        end += 1;
    }
    let value = match value.split_once('.') {
        Some((whole, decimals)) => match decimals.trim_end_matches('0') {
            "" => whole.to_string(),
            decimals => format!("{whole}.{decimals}"),
        },
        None => strip_zeros(&value).to_string(),
    };
    let text = format!("{value} {currency}");
    let mut found = Found::new(Kind::Money, at, end, value, text);
    found.unit = Some(currency.to_string());
    found
}
