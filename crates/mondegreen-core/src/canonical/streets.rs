//! Short forms of streets and saints whose letters stand for other things as well: `av.`, `bd`, `R.`, `Ste`.

use crate::text::token::{Doc, Kind, BREAK, CAPITAL, CAPITALS, DOT};

/// Behind these, which are masculine, `bd` is no book of pictures.
const BOULEVARD: &[&str] = &["le", "du", "au", "ce", "un"];

/// Behind these, which are feminine and name a place, `R.` is the first letter of nobody.
const RUA: &[&str] = &["na", "pela", "nesta"];

/// Behind these a small `av.` is a street.
const AVENUE: &[&str] = &["cette", "une"];

/// Names that `Ste` stands before; with others it may be a firm.
const SAINTES: &[&str] = &[
    "adèle",
    "agathe",
    "agnès",
    "anne",
    "barbe",
    "beuve",
    "bernadette",
    "catherine",
    "cécile",
    "chapelle",
    "claire",
    "clotilde",
    "croix",
    "eugénie",
    "eulalie",
    "foy",
    "geneviève",
    "hélène",
    "jeanne",
    "lucie",
    "luce",
    "madeleine",
    "marguerite",
    "marie",
    "marthe",
    "maxime",
    "odile",
    "rita",
    "rose",
    "suzanne",
    "thérèse",
    "ursule",
    "victoire",
    "vierge",
];

/// So many words around are looked at for one in small letters.
const AROUND: usize = 8;

/// Whether `short` at `at`, with a name behind it at `end`, is a street or a saint.
pub(super) fn is_sure(doc: &Doc, short: &str, at: usize, end: usize) -> bool {
    let token = doc.tokens[at];
    let before = at.checked_sub(1);
    let parted = token.has(BREAK);
    let word = before
        .filter(|_| !parted)
        .map_or("", |before| doc.word(before));
    let number = before.is_some_and(|before| doc.tokens[before].kind == Kind::Number);
    let Some(next) = doc.tokens.get(end) else {
        return false;
    };
    // "Av. du Maine"
    let of = doc.has(end + 1, CAPITAL) && matches!(doc.text(next), "de" | "du" | "des");
    let name = short == "av" && of
        || next.kind == Kind::Word && next.has(CAPITAL) && doc.text(next).chars().count() > 1;
    let capital = token.has(CAPITAL) && !token.has(CAPITALS) && is_mixed(doc, at);
    let close = token.has(DOT) || !next.has(BREAK);
    if !name || !close {
        return false;
    }
    match short {
        "av" => token.has(DOT) && (capital || number || AVENUE.contains(&word)),
        "bd" => number || capital || !token.has(CAPITAL) && BOULEVARD.contains(&word),
        "r" => token.has(DOT) && token.has(CAPITAL) && RUA.contains(&word),
        "ste" => token.has(CAPITAL) && SAINTES.contains(&doc.text(next)),
        _ => false,
    }
}

/// Whether words in small letters stand around, so that capitals mean something.
fn is_mixed(doc: &Doc, at: usize) -> bool {
    let around = at.saturating_sub(AROUND)..doc.len().min(at + AROUND);
    let small = |at: usize| doc.tokens[at].kind == Kind::Word && !doc.has(at, CAPITAL);
    around.into_iter().any(small)
}
