//! Colloquial spellings outside of English, written out where they are the same words for sure.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::Log;
use crate::numbers::quick::Words;
use crate::text::token::{Doc, Kind, APOSTROPHE, BREAK, CUT, FORM};

const TABLE: &str = include_str!("data/informal.tsv");

/// When a spelling is what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Wherever it stands.
    Always,
    /// An apostrophe stands before it.
    Cut,
    /// An apostrophe stands behind it.
    Short,
    /// Only the other side can tell.
    Either,
}

pub(super) type Forms = Words<Vec<(When, &'static str)>>;

/// Those of a language, if there are any.
pub(super) fn forms(language: &str) -> Option<&'static Forms> {
    static ALL: OnceLock<HashMap<&'static str, Forms>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mut all: HashMap<&'static str, Forms> = HashMap::new();
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let [language, when, from, to] = fields[..] else {
                continue;
            };
            let when = match when {
                "always" => When::Always,
                "cut" => When::Cut,
                "short" => When::Short,
                _ => When::Either,
            };
            let forms = all.entry(language).or_default();
            forms.entry(from.to_string()).or_default().push((when, to));
        }
        all
    });
    all.get(language)
}

/// Whether anything is known of a language.
pub(crate) fn has(language: &str) -> bool {
    forms(language).is_some()
}

/// The name of a letter, or `você`: a rule looks at what stands beside it.
const LETTER: &str = "cê";

/// All words of a language without an apostrophe that may be written out.
pub(super) fn words(forms: &Forms) -> impl Iterator<Item = &str> {
    forms.keys().map(String::as_str).chain([LETTER])
}

pub(super) fn step(doc: &mut Doc, language: &str, forms: &Forms, log: &mut Log) {
    let rule = |doc: &Doc, at: usize| {
        let token = &doc.tokens[at];
        let word = token.kind == Kind::Word && token.may_be_in(FORM);
        let text = word.then(|| expand(doc, language, forms, at)).flatten()?;
        Some((text, at + 1))
    };
    doc.rewrite_each(rule, |tokens, text| {
        log.change("contractions", tokens, text)
    });
}

fn expand(doc: &Doc, language: &str, forms: &Forms, at: usize) -> Option<String> {
    let word = doc.word(at);
    let token = doc.tokens[at];
    let before = at.checked_sub(1).map_or("", |before| doc.word(before));
    for &(when, text) in forms.get(word).into_iter().flatten() {
        let goes_on = at + 1 < doc.len() && !doc.has(at + 1, BREAK);
        let sure = match when {
            When::Always => true,
            // Quotes look like apostrophes, and stand on both sides.
            When::Cut => token.has(APOSTROPHE) && goes_on && !doc.has(at + 1, APOSTROPHE),
            When::Short => token.has(CUT) && goes_on && !token.has(APOSTROPHE),
            When::Either => false,
        };
        if sure {
            // "il y'a" is "il y a".
            let again = text.strip_prefix("il y");
            let subject = before == "il" || before.ends_with("'il");
            return Some(match again.filter(|_| subject) {
                Some(rest) => format!("y{rest}"),
                None => text.replace('-', " "),
            });
        }
    }
    if language == "de" && word == "hab's" {
        let first = before == "ich" || doc.is(at + 1, "ich");
        return Some(if first { "habe es" } else { "hab es" }.into());
    }
    if language == "pt" && word == LETTER {
        // The name of a letter: "a bê cê", "cê cedilha".
        const LETTERS: &[&str] = &[
            "cê", "bê", "dê", "efe", "gê", "agá", "pê", "tê", "vê", "letra", "cedilha", "vitamina",
            "plano", "classe", "tipo",
        ];
        let letter = LETTERS.contains(&before) || LETTERS.contains(&doc.word(at + 1));
        return (!letter && at + 1 < doc.len()).then(|| "você".into());
    }
    if language == "fr" {
        return without_its_vowel(word);
    }
    None
}

/// `j'` before a consonant is a `je` that is written as it is said: `j'suis`, not `j'ai`, `j'habite`.
fn without_its_vowel(word: &str) -> Option<String> {
    let verb = word.strip_prefix("j'")?;
    let first = verb.chars().next()?;
    let consonant = first.is_ascii_lowercase() && !"aeiouyh".contains(first);
    (consonant && verb.len() > 2).then(|| format!("je {verb}"))
}
