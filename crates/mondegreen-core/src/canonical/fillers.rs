//! Hesitations, by language: `uh`, `um`; and the answers that look like them: `uh-huh`.

use super::titles::is_room;
use super::{han_fillers, Fillers, Language, Log};
use crate::numbers::lexicon::Part;
use crate::numbers::Lexicon;
use crate::text::token::{Doc, Kind, BREAK, COMMA, HYPHEN, SENTENCE, SPACE};

/// Answers of two parts; with a hyphen, or where neither part alone would be an answer.
pub(crate) const ANSWERS: &[(&str, &str, &str, bool)] = &[
    ("uh", "huh", "uh-huh", true),
    ("mm", "hmm", "mm-hmm", true),
    ("mm", "hm", "mm-hmm", true),
    ("mhm", "", "mm-hmm", true),
    ("uh", "uh", "uh-uh", false),
    ("nuh", "uh", "nuh-uh", true),
];

pub(super) fn step(
    doc: &mut Doc,
    language: &Language,
    lexicon: &Lexicon,
    mode: Fillers,
    again: bool,
    log: &mut Log,
) {
    if language.fillers.is_empty() {
        return;
    }
    if lexicon.manner.han && !han_fillers::cut(doc, language.fillers) {
        return;
    }
    let may_be = |doc: &Doc, at: usize| {
        let word = doc.word(at);
        word.len() < 40
            && (is_filler(word, language.fillers)
                || language.english && matches!(word, "mhm" | "nuh"))
    };
    if !(0..doc.len()).any(|at| may_be(doc, at)) {
        return;
    }
    let mut out = doc.begin();
    let mut at = 0;
    let mut carried = 0;
    while at < doc.len() {
        let mut token = doc.tokens[at];
        token.flags |= std::mem::take(&mut carried);
        let room = language.english && doc.is(at, "er") && is_room(&token);
        if token.kind != Kind::Word || !may_be(doc, at) || room {
            out.push(token);
            at += 1;
            continue;
        }
        if let Some((answer, end)) = answer(doc, language, at) {
            log.change("fillers", &doc.tokens[at..end], answer);
            doc.rewrite(&mut out, answer, at, end);
            at = end;
            continue;
        }
        // "20 mm" is a measure, and "oh uh" in a number is nobody's business.
        let measure = doc.is(at, "mm") && at > 0 && is_number(doc, lexicon, at - 1);
        if measure || doc.is(at, "nuh") {
            out.push(token);
        } else if mode == Fillers::Drop {
            log.change("fillers", &doc.tokens[at..=at], "");
            carried = token.flags & (BREAK | SENTENCE | SPACE);
            carried |= if token.flags & BREAK != 0 {
                token.flags & COMMA
            } else {
                0
            };
        } else {
            if mode == Fillers::Optional && !again {
                let word = doc.word(at).to_string();
                log.note("optional-filler", &doc.tokens[at..=at], &word);
            }
            out.push(token);
        }
        at += 1;
    }
    doc.replace(out);
}

fn answer(doc: &Doc, language: &Language, at: usize) -> Option<(&'static str, usize)> {
    if !language.english {
        return None;
    }
    for &(first, second, whole, always) in ANSWERS {
        if !doc.is(at, first) {
            continue;
        }
        if second.is_empty() {
            return Some((whole, at + 1));
        }
        let joined = doc.has(at + 1, HYPHEN);
        if doc.is(at + 1, second) && (joined || always && !doc.has(at + 1, BREAK)) {
            return Some((whole, at + 2));
        }
    }
    None
}

fn is_number(doc: &Doc, lexicon: &Lexicon, at: usize) -> bool {
    doc.tokens[at].kind == Kind::Number || lexicon.get(doc.word(at)).part != Part::None
}

/// Whether `word` is one of `fillers`, however long it is drawn out.
pub(crate) fn is_filler(word: &str, fillers: &[&str]) -> bool {
    let ends = |word: &str| (word.bytes().next(), word.bytes().next_back());
    let around = ends(word);
    let mut all = fillers.iter().filter(|filler| ends(filler) == around);
    // "err" is a verb.
    all.any(|filler| *filler == word || *filler != "er" && is_drawn_out(word, filler))
}

/// Whether `word` is `filler` with any of its letters said longer: `ummm`, but `m` is no `mm`.
fn is_drawn_out(word: &str, filler: &str) -> bool {
    let mut points = word.chars().peekable();
    let mut wanted = filler.chars().peekable();
    while let Some(point) = wanted.next() {
        let mut least = 1;
        while wanted.next_if_eq(&point).is_some() {
            least += 1;
        }
        let mut said = 0;
        while points.next_if_eq(&point).is_some() {
            said += 1;
        }
        if said < least {
            return false;
        }
    }
    points.next().is_none()
}
