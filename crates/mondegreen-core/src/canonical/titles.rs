//! English forms of which what stands around them says what they are: `St`, `Dr`, `Mt`, `ER`, `No.`

use crate::text::token::{
    Doc, Kind, Token, APOSTROPHE, BREAK, CAPITAL, CAPITALS, DOT, GLUED, HYPHEN,
};

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

/// Behind these a lower case `no. 5` is a number, and no sentence ends.
const LABELS: &[&str] = &[
    "the",
    "our",
    "my",
    "your",
    "his",
    "her",
    "their",
    "its",
    "at",
    "from",
    "track",
    "room",
    "gate",
    "bus",
    "route",
    "tram",
    "line",
    "platform",
    "house",
    "apartment",
    "flat",
    "suite",
    "invoice",
    "order",
    "ticket",
    "account",
    "case",
    "claim",
    "contract",
    "page",
    "chapter",
    "episode",
    "season",
    "volume",
    "issue",
    "figure",
    "table",
    "box",
    "item",
    "part",
    "lot",
    "unit",
    "player",
    "symphony",
    "sonata",
    "concerto",
    "opus",
    "quartet",
    "chanel",
    "flight",
    "seat",
    "serial",
    "model",
    "phone",
    "telephone",
    "mobile",
    "passport",
    "reference",
    "ref",
    "tracking",
    "policy",
    "patient",
    "plate",
    "license",
    "registration",
    "form",
    "exhibit",
    "amendment",
    "article",
    "section",
    "rule",
    "step",
    "question",
    "problem",
    "option",
    "candidate",
    "door",
    "floor",
    "pier",
    "exit",
    "highway",
    "formula",
    "sample",
    "batch",
    "file",
    "docket",
    "ranked",
];

/// So many words around are looked at for one without a capital.
const AROUND: usize = 8;

/// Behind these a `No 5` denies.
const DENIED: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "has", "have", "had", "with", "there", "of", "and",
    "or", "but", "say", "said", "says", "answered", "yes", "oh", "no", "than", "there's", "got",
    "gets", "get", "makes", "make", "need", "needs", "see", "saw", "it's", "that's",
];

/// What `ER` stands for: in small letters it is a hesitation, so it may not stay as it is.
pub(super) const EMERGENCY: &str = "emergency room";

/// Whether a token that reads `er` is `ER` or `E.R.`
pub(super) fn is_room(token: &Token) -> bool {
    !token.has(GLUED) && (token.has(CAPITALS) || token.end > token.start + 2)
}

/// What the English form at `at` stands for, and its end.
pub(super) fn expand(doc: &Doc, at: usize) -> Option<(&'static str, usize)> {
    let word = doc.word(at);
    if word.len() != 2 || doc.tokens[at].has(GLUED) {
        return None;
    }
    let token = doc.tokens[at];
    let capital = token.has(CAPITAL);
    let next = doc.tokens.get(at + 1);
    let before = at.checked_sub(1).map(|before| doc.tokens[before]);
    let name_before = before.is_some_and(|before| before.has(CAPITAL) && before.kind == Kind::Word)
        && !token.has(BREAK);
    let name_behind = next.is_some_and(|next| next.has(CAPITAL) && next.kind == Kind::Word);
    let found = match word {
        "st" if SAINTS.contains(&doc.word(at + 1)) => "saint",
        "st" if name_behind && !name_before => "saint",
        "st" if name_behind => return None,
        "st" if before.is_some_and(|before| before.kind == Kind::Word)
            && !token.has(BREAK)
            && (token.has(DOT) || name_before) =>
        {
            "street"
        }
        "dr" if name_before && !name_behind => "drive",
        "dr" if next.is_some_and(|next| next.kind == Kind::Word) => "doctor",
        "mt" if capital && name_behind => "mount",
        // In small letters it is a hesitation.
        "er" if is_room(&token) => EMERGENCY,
        "no" if is_number_sign(doc, at) => "number",
        _ => return None,
    };
    Some((found, at + 1))
}

/// Whether `no` stands for `number`: before digits, within a sentence. At the beginning of one it may be an answer.
fn is_number_sign(doc: &Doc, at: usize) -> bool {
    let token = doc.tokens[at];
    let digits = doc
        .tokens
        .get(at + 1)
        .is_some_and(|next| next.kind == Kind::Number && !next.has(APOSTROPHE | HYPHEN | GLUED));
    if !digits || at == 0 || token.has(BREAK) {
        return false;
    }
    let before = doc.word(at - 1);
    let dotted = token.has(DOT);
    match (token.has(CAPITAL), dotted) {
        (true, true) => true,
        (false, true) => LABELS.contains(&before),
        // "Chanel No 5", and neither "There Are No 5 Ways" nor "IS THERE NO 5".
        (true, false) => {
            let title = |at: usize| doc.has(at, CAPITAL) && !doc.has(at, BREAK);
            let around = at.saturating_sub(AROUND)..doc.len().min(at + AROUND);
            let small = doc.tokens[around]
                .iter()
                .any(|token| token.kind == Kind::Word && !token.has(CAPITAL));
            let quiet = !token.has(CAPITALS) && (small || LABELS.contains(&before));
            let parted = doc.has(at + 1, BREAK);
            quiet && !parted && !title(at + 2) && !DENIED.contains(&before)
        }
        (false, false) => false,
    }
}
