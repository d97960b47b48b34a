//! Signs that are left when numbers were read, as the words that they are read as.

use super::{Language, Log};
use crate::numbers::Lexicon;
use crate::text::arithmetic;
use crate::text::marks::{FEET, INCHES};
use crate::text::token::{Doc, Kind, BREAK, GLUED, HYPHEN};

pub(super) fn step(doc: &mut Doc, language: &Language, lexicon: &Lexicon, log: &mut Log) {
    if !doc.has_kind(Kind::Sign) && !language.english {
        return;
    }
    let rule = |doc: &Doc, at: usize| match doc.tokens[at].kind {
        Kind::Sign => spoken(doc, language, lexicon, at),
        Kind::Word if language.english => compound(doc, at),
        _ => None,
    };
    doc.rewrite_each(rule, |tokens, text| log.change("symbols", tokens, text));
}

/// Leave out the signs of calculations that stand between two numbers no more, as in `$5 - 3`, or between
/// groups of digits now, as in `1.250 - 1.250 - 500`: where the text is read again they are punctuation.
pub(super) fn calculations(doc: &mut Doc) {
    if !doc.has_kind(Kind::Fixed) {
        return;
    }
    let is_number = |doc: &Doc, at: Option<usize>| {
        at.and_then(|at| doc.tokens.get(at))
            .is_some_and(|token| token.kind == Kind::Number)
    };
    let lone = |doc: &Doc, at: usize| {
        doc.tokens[at].kind == Kind::Fixed
            && arithmetic::is_sign(doc.word(at))
            && (!is_number(doc, at.checked_sub(1))
                || !is_number(doc, Some(at + 1))
                || parts_groups(doc, at))
    };
    if (0..doc.len()).any(|at| lone(doc, at)) {
        let mut out = doc.begin();
        let mut parted = 0;
        for at in 0..doc.len() {
            if lone(doc, at) {
                parted = BREAK;
                continue;
            }
            let mut token = doc.tokens[at];
            token.flags |= std::mem::take(&mut parted);
            out.push(token);
        }
        doc.replace(out);
    }
}

/// Whether the sign at `at` would part groups of digits, as the text is written now.
fn parts_groups(doc: &Doc, at: usize) -> bool {
    let sign = doc.word(at);
    let again = |at: Option<usize>| {
        let at = at.filter(|&at| doc.tokens.get(at).is_some());
        at.is_some_and(|at| doc.word(at) == sign)
    };
    let chain = [again(at.checked_sub(2)), again(Some(at + 2))];
    matches!(sign, "-" | "/")
        && arithmetic::parts_groups([doc.word(at - 1), doc.word(at + 1)], chain, sign)
}

/// Words that are written as one, in two, or with a hyphen: `e-mail`, `Wi-Fi`, `Whats App`.
fn compound(doc: &Doc, at: usize) -> Option<(String, usize)> {
    let next = doc.word(at + 1);
    let one = match doc.word(at) {
        "e" => matches!(next, "mail" | "mails" | "mailed"),
        "wi" => next == "fi",
        "whats" => next == "app",
        _ => false,
    };
    one.then(|| (format!("{}{next}", doc.word(at)), at + 2))
}

/// `§ 5`, `§§ 5`; where no number stands behind it, nobody says it.
fn section(
    doc: &Doc,
    language: &Language,
    lexicon: &Lexicon,
    at: usize,
) -> Option<(String, usize)> {
    let more = usize::from(doc.word(at + 1) == "§" && !doc.has(at + 1, BREAK));
    let end = at + 1 + more;
    // "§ 5", "§ 5a", and "§ 1º", which is a word by now.
    let next = doc.word(end);
    let digit = next.starts_with(|point: char| point.is_ascii_digit());
    let number = (digit || lexicon.get(next).ordinal) && !doc.has(end, BREAK);
    if !number {
        return Some((String::new(), at + 1));
    }
    let sign = if more == 1 { "§§" } else { "§" };
    let named = language.signs.iter().find(|(name, _)| *name == sign);
    named.map(|(_, text)| ((*text).to_string(), end))
}

fn spoken(doc: &Doc, language: &Language, lexicon: &Lexicon, at: usize) -> Option<(String, usize)> {
    let sign = doc.word(at);
    let number = |at: usize| {
        doc.tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Number)
    };
    let amount = number(at + 1)
        || doc
            .tokens
            .get(at + 1)
            .is_some_and(|next| next.kind == Kind::Sign)
            && number(at + 2);
    if sign == "-" && !amount {
        return Some((String::new(), at + 1));
    }
    if matches!(sign, FEET | INCHES) {
        return Some((String::new(), at + 1));
    }
    if sign == "§" {
        return section(doc, language, lexicon, at);
    }
    if language.english {
        let glued = doc.has(at + 1, GLUED);
        let text = match sign {
            "#" if number(at + 1) => "number",
            "#" if at > 0 && doc.has(at, GLUED) && doc.word(at - 1).len() == 1 => "sharp",
            "#" if glued => "hashtag",
            "#" => "hash",
            "°" => {
                let one = at > 0 && doc.is_number_one(at - 1);
                let degree = if one { "degree" } else { "degrees" };
                return Some(match doc.word(at + 1) {
                    "c" if glued => (format!("{degree} celsius"), at + 2),
                    "f" if glued => (format!("{degree} fahrenheit"), at + 2),
                    _ => (degree.into(), at + 1),
                });
            }
            "+" if at > 0 && doc.has(at, HYPHEN) => "plus",
            "-" => "minus",
            _ => "",
        };
        if !text.is_empty() {
            return Some((text.into(), at + 1));
        }
    }
    if let Some(currency) = lexicon.currency_of(sign) {
        return Some((lexicon.currencies[currency].many.clone(), at + 1));
    }
    let named = language.signs.iter().find(|(name, _)| *name == sign);
    named.map(|(_, text)| ((*text).to_string(), at + 1))
}
