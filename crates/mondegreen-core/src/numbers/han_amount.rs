//! Amounts among Chinese characters, in numerals, in digits, and in both: `五百万`, `5百万`, `2万5千`, `-5`, `零下五度`.

use super::decimal::{shift, strip_zeros};
use super::han;
use super::han_cut::{behind, is_number, is_unit};
use super::han_total::{self, Atom};
use super::lexicon::Manner;
use super::literal::{self, Literal};
use super::{Found, Kind};
use crate::text;
use crate::text::token::{Doc, BREAK, GLUED, HYPHEN};

/// A number has no more tokens than these.
const MOST_TOKENS: usize = 12;

/// Behind 5百 these make another word: 百货.
const HUNDREDS: &str = "货貨姓";

/// How digits are read.
pub(super) const MANNER: Manner = Manner {
    chained: false,
    comma: false,
    joined: false,
    digit_first: false,
    twenties: false,
    hundreds: 9,
    and_tens: false,
    english: false,
    han: true,
    spaced: false,
    clock_last: false,
    one_by_one: 0,
};

/// A number that may have a unit behind it.
pub(super) struct Amount {
    /// In digits.
    pub value: String,
    /// Behind its last token.
    pub end: usize,
}

/// The amount at `at`, if nothing else can be read there.
pub(super) fn read(doc: &Doc, at: usize) -> Option<Amount> {
    let token = doc.tokens.get(at)?;
    if token.kind == text::Kind::Word {
        let word = doc.text(token);
        word.starts_with(han::begins).then_some(())?;
        let run: Vec<char> = word.chars().take(41).collect();
        let numeral = han::numeral(&run).filter(|numeral| run.len() < 41 && !numeral.vague)?;
        let end = at + 1;
        return (!follows(doc, end)).then_some(Amount {
            value: strip_zeros(&numeral.value).to_string(),
            end,
        });
    }
    if let Some(mixed) = mixed(doc, at) {
        return Some(mixed);
    }
    let value = match digits(doc, at)? {
        Literal::Whole(value) | Literal::Decimal(value) => value,
        _ => return None,
    };
    let mut amount = Amount { value, end: at + 1 };
    if let Some(power) = han::power_behind(doc, at + 1) {
        if amount.value.len() < 300 {
            amount.value = shift(&amount.value, power);
            amount.end += 1;
        }
    }
    (!follows(doc, amount.end)).then_some(amount)
}

fn digits(doc: &Doc, at: usize) -> Option<Literal> {
    let token = doc.tokens.get(at)?;
    (token.kind == text::Kind::Number).then(|| literal::read(doc.text(token), MANNER))
}

/// Whether the next token goes on with the number, in a way that nobody knows.
fn follows(doc: &Doc, at: usize) -> bool {
    doc.has(at, GLUED) && is_number(doc, at) && !is_each(doc, at)
}

/// Whether `一个` or the like stands at `at`: what comes before is the price of each.
fn is_each(doc: &Doc, at: usize) -> bool {
    matches!(doc.word(at), "一" | "1") && behind(doc, at + 1).starts_with(han::is_measure)
}

/// Digits with powers of ten in numerals: `2万5千`, `5百万`, `2万5`, `20万三千`.
pub(super) fn mixed(doc: &Doc, at: usize) -> Option<Amount> {
    let first = digits(doc, at)?;
    let mut atoms = Vec::new();
    let mut end = at;
    while end < at + MOST_TOKENS && (end == at || doc.has(end, GLUED) && !is_each(doc, end)) {
        let token = doc.tokens[end];
        let word = doc.text(&token);
        let pieces: Option<Vec<Atom>> = match token.kind {
            text::Kind::Number => {
                let plain = word.bytes().all(|byte| byte.is_ascii_digit()) && word.len() < 13;
                let number = plain && (end == at || !word.starts_with('0'));
                let value = number.then(|| word.parse().ok()).flatten();
                value.map(|value| vec![Atom::Number(value)])
            }
            text::Kind::Word => word.chars().map(han::atom).collect(),
            _ => None,
        };
        match pieces {
            Some(pieces) => atoms.extend(pieces),
            None if end == at => break,
            None if token.kind == text::Kind::Number => return None,
            None => break,
        }
        end += 1;
    }
    if let (Literal::Decimal(value), true) = (first, atoms.is_empty()) {
        return decimal(doc, at, &value);
    }
    let goes_on = end - at < 2 || end == at + MOST_TOKENS;
    if goes_on || !matches!(atoms.get(1), Some(Atom::Power(_))) {
        return None;
    }
    let next = behind(doc, end).chars().next();
    let other = next.is_some_and(|next| HUNDREDS.contains(next));
    if other && atoms.last() == Some(&Atom::Power(2)) {
        return None;
    }
    let value = han_total::total(&atoms)?.to_string();
    Some(Amount { value, end })
}

/// `3.5亿`, `1.5百万`.
fn decimal(doc: &Doc, at: usize, value: &str) -> Option<Amount> {
    let powers: Option<Vec<Atom>> = match doc.has(at + 1, GLUED) {
        true => doc.word(at + 1).chars().map(han::atom).collect(),
        false => None,
    };
    let mut total = 0;
    for power in powers.filter(|powers| (1..4).contains(&powers.len()))? {
        let Atom::Power(power) = power else {
            return None;
        };
        total += power;
    }
    let value = shift(value, total);
    (!follows(doc, at + 2)).then_some(Amount { value, end: at + 2 })
}

/// What begins with the digits at `at` and is no plain number.
pub(super) fn found(doc: &Doc, at: usize) -> Option<Found> {
    if let Some(Amount { value, end }) = mixed(doc, at) {
        let kind = match value.contains('.') {
            true => Kind::Decimal,
            false => Kind::Cardinal,
        };
        return Some(Found::new(kind, at, end, value.clone(), value));
    }
    let word = doc.word(at);
    let parts: Vec<&str> = word.split(['-', '~']).collect();
    if let [from, to] = parts[..] {
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let plain = digits(from) && digits(to);
        let area =
            from.starts_with('0') && matches!(from.len(), 3 | 4) && matches!(to.len(), 7 | 8);
        if plain && area && word.contains('-') {
            let text = parts.concat();
            return Some(Found::new(Kind::Digits, at, at + 1, text.clone(), text));
        }
        let counted =
            || is_unit(&behind(doc, at + 1)) || behind(doc, at + 1).starts_with(han::is_measure);
        let known = word.contains('~') || counted();
        if let (true, Some((from, to))) = (known, rising(from, to)) {
            let text = format!("{from} 到 {to}");
            let value = format!("{from} {to}");
            return Some(Found::new(Kind::Cardinal, at, at + 1, value, text));
        }
    }
    // The second half of "30%-40%".
    let percent = |at: usize| doc.word(at) == "%";
    if doc.has(at, HYPHEN) && at > 0 && percent(at - 1) && percent(at + 1) {
        let (Literal::Whole(value) | Literal::Decimal(value)) = digits(doc, at)? else {
            return None;
        };
        let text = format!("到 {value} %");
        return Some(Found::new(Kind::Percentage, at, at + 2, value, text));
    }
    None
}

/// Both numbers, when the second is the greater one.
fn rising<'a>(from: &'a str, to: &'a str) -> Option<(&'a str, &'a str)> {
    let value = |text: &str| {
        let number = text == "0" || !text.starts_with('0') || text.starts_with("0.");
        let ends = text.starts_with('.') || text.len() > 12;
        let plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        (number && plain && !ends).then(|| text.parse::<f64>().ok())?
    };
    (value(from)? < value(to)?).then_some((from, to))
}

/// `一米八`, `1米75`: a height.
pub(super) fn height(doc: &Doc, at: usize) -> Option<Found> {
    let amount = read(doc, at).filter(|amount| amount.value.len() == 1)?;
    let next = amount.end + 1;
    if doc.word(amount.end) != "米" || !doc.has(amount.end, GLUED) || !doc.has(next, GLUED) {
        return None;
    }
    let word: Vec<char> = doc.word(next).chars().take(3).collect();
    let digit = match doc.tokens.get(next)?.kind {
        text::Kind::Number => doc.word(next).to_string(),
        _ => han::digits(&word)?,
    };
    let rest = behind(doc, next + 1);
    let ends = super::han_money::is_end(&rest) || rest.starts_with('高');
    let digits = word.len() < 3 && digit.bytes().all(|byte| byte.is_ascii_digit());
    (digits && !digit.ends_with('0') && ends).then(|| {
        let value = format!("{}.{digit}", amount.value);
        let mut found = Found::new(
            Kind::Measure,
            at,
            next + 1,
            value.clone(),
            format!("{value} 米"),
        );
        found.unit = Some("米".to_string());
        found
    })
}

/// `百分之5`.
pub(super) fn percentage(doc: &Doc, at: usize) -> Option<Found> {
    if doc.word(at) != "百分之" || !doc.has(at + 1, GLUED) {
        return None;
    }
    let (Literal::Whole(value) | Literal::Decimal(value)) = digits(doc, at + 1)? else {
        return None;
    };
    if follows(doc, at + 2) {
        return None;
    }
    let text = format!("{value} %");
    Some(Found::new(Kind::Percentage, at, at + 2, value, text))
}

/// `零下五度`, which is `-5度`.
pub(super) fn below_zero(doc: &Doc, at: usize) -> Option<Found> {
    if doc.word(at) != "零下" || !doc.has(at + 1, GLUED) {
        return None;
    }
    let amount = read(doc, at + 1)?;
    let next = doc.word(amount.end);
    let degree = next.starts_with('度') || next.starts_with('°') || next.starts_with("摄氏");
    if !degree || doc.has(amount.end, BREAK) {
        return None;
    }
    let text = format!("负 {}", amount.value);
    let value = format!("-{}", amount.value);
    let mut found = Found::new(Kind::Cardinal, at, amount.end, value, text);
    if amount.value.contains('.') {
        found.kind = Kind::Decimal;
    }
    Some(found)
}

/// `5°C`, `5°`: the sign of degrees in letters.
pub(super) fn degrees(doc: &Doc, at: usize) -> Option<Found> {
    let (Literal::Whole(value) | Literal::Decimal(value)) = digits(doc, at)? else {
        return None;
    };
    let sign = doc.tokens.get(at + 1)?;
    if sign.kind != text::Kind::Sign || doc.text(sign) != "°" {
        return None;
    }
    let scale = match doc.word(at + 2) {
        _ if !doc.has(at + 2, GLUED) => "",
        "c" => "摄氏",
        "f" => "华氏",
        _ => "",
    };
    let end = at + if scale.is_empty() { 2 } else { 3 };
    let unit = format!("{scale}度");
    let text = format!("{value} {unit}");
    let mut found = Found::new(Kind::Measure, at, end, value, text);
    found.unit = Some(unit);
    Some(found)
}
