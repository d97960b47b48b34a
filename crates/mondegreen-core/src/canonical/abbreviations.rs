//! English titles and abbreviations, written out where they are sure.

use super::Log;
use crate::text::token::{Doc, Kind, Token, BREAK, CAPITAL, CAPITALS, DOT, GLUED};

/// Forms that stand for one word wherever they are.
const ALWAYS: &[(&str, &str)] = &[
    ("mr", "mister"),
    ("mrs", "missus"),
    ("messrs", "messieurs"),
    ("vs", "versus"),
    ("etc", "et cetera"),
    ("blvd", "boulevard"),
    ("approx", "approximately"),
    ("govt", "government"),
    ("dept", "department"),
    ("ltd", "limited"),
    ("misc", "miscellaneous"),
];

/// Forms that are sure with the full stop, and a capital.
const DOTTED: &[(&str, &str)] = &[
    ("prof", "professor"),
    ("rev", "reverend"),
    ("capt", "captain"),
    ("lt", "lieutenant"),
    ("sgt", "sergeant"),
    ("gov", "governor"),
    ("sen", "senator"),
    ("jr", "junior"),
    ("sr", "senior"),
    ("ave", "avenue"),
    ("rd", "road"),
    ("inc", "incorporated"),
    ("corp", "corporation"),
    ("jan", "january"),
    ("feb", "february"),
    ("apr", "april"),
    ("aug", "august"),
    ("sept", "september"),
    ("oct", "october"),
    ("nov", "november"),
    ("dec", "december"),
    ("no", "number"),
];

/// Names that `St` stands before.
const SAINTS: &[&str] = &[
    "john",
    "john's",
    "johns",
    "paul",
    "paul's",
    "peter",
    "peter's",
    "louis",
    "mary",
    "mary's",
    "george",
    "george's",
    "patrick",
    "patrick's",
    "francis",
    "thomas",
    "james",
    "andrew",
    "andrews",
    "joseph",
    "michael",
    "nicholas",
    "anthony",
    "martin",
    "catherine",
    "petersburg",
    "vincent",
    "bernard",
    "clair",
    "charles",
    "kitts",
    "lucia",
    "helena",
    "augustine",
    "albans",
    "pancras",
    "ives",
    "moritz",
    "tropez",
    "croix",
    "helens",
];

/// What `ER` stands for: in small letters it is a hesitation, so it may not stay as it is.
pub(super) const EMERGENCY: &str = "emergency room";

/// Whether a token that reads `er` is `ER` or `E.R.`
pub(super) fn is_room(token: &Token) -> bool {
    !token.has(GLUED) && (token.has(CAPITALS) || token.end > token.start + 2)
}

pub(super) fn step(doc: &mut Doc, log: &mut Log) {
    let rule = |doc: &Doc, at: usize| {
        let word = doc.tokens[at].kind == Kind::Word;
        word.then(|| expand(doc, at)).flatten()
    };
    doc.rewrite_each(rule, |tokens, text| {
        log.change("abbreviations", tokens, text)
    });
}

fn expand(doc: &Doc, at: usize) -> Option<(&'static str, usize)> {
    let word = doc.word(at);
    if !(2..=6).contains(&word.len()) {
        return None;
    }
    if let Some((_, long)) = ALWAYS.iter().find(|(short, _)| *short == word) {
        return Some((long, at + 1));
    }
    let token = doc.tokens[at];
    if token.has(GLUED) {
        return None;
    }
    let capital = token.has(CAPITAL);
    let dotted = token.has(DOT);
    let next = doc.tokens.get(at + 1);
    let before = at.checked_sub(1).map(|before| doc.tokens[before]);
    let name_before = before.is_some_and(|before| before.has(CAPITAL) && before.kind == Kind::Word)
        && !token.has(BREAK);
    let name_behind = next.is_some_and(|next| next.has(CAPITAL) && next.kind == Kind::Word);
    match word {
        "st" if SAINTS.contains(&doc.word(at + 1)) => Some(("saint", at + 1)),
        "st" if name_behind && !name_before => Some(("saint", at + 1)),
        "st" if name_behind => None,
        "st" if before.is_some_and(|before| before.kind == Kind::Word)
            && !token.has(BREAK)
            && (dotted || name_before) =>
        {
            Some(("street", at + 1))
        }
        "dr" if name_before && !name_behind => Some(("drive", at + 1)),
        "dr" if next.is_some_and(|next| next.kind == Kind::Word) => Some(("doctor", at + 1)),
        "mt" if capital && name_behind => Some(("mount", at + 1)),
        "am" | "pm" => None,
        // In small letters it is a hesitation.
        "er" => is_room(&token).then_some((EMERGENCY, at + 1)),
        // "No. 5" in the middle of a sentence; at its beginning it may be an answer.
        "no" => {
            let number = next.is_some_and(|next| next.kind == Kind::Number);
            (capital && dotted && number && at > 0 && !token.has(BREAK))
                .then_some(("number", at + 1))
        }
        _ => {
            let (_, long) = DOTTED.iter().find(|(short, _)| *short == word)?;
            (capital && dotted).then_some((*long, at + 1))
        }
    }
}

/// Forms with one reading, those among them that a normalizer wants to see with a full stop.
pub(crate) fn sure() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    // "no" is an answer.
    let dotted = DOTTED.iter().filter(|(short, _)| *short != "no");
    ALWAYS.iter().chain(dotted)
}
