//! English contractions and informal forms, written out where there is one reading.

use std::sync::OnceLock;

use super::Log;
use crate::numbers::quick::Words;
use crate::text::token::{Doc, Kind, APOSTROPHE, FORM};

/// Forms with one reading. Left out are those that are words of their own without the
/// apostrophe: well, ill, shell, hell, were, wed, shed, id, its, lets.
const FORMS: &str = include_str!("data/contractions.en.tsv");

/// Behind these, `'s` is a verb; behind a name or a noun it may be a possessive.
const SUBJECTS: &[&str] = &[
    "it",
    "he",
    "she",
    "that",
    "what",
    "who",
    "where",
    "there",
    "here",
    "how",
    "when",
    "why",
    "everything",
    "something",
    "nothing",
    "anything",
];

/// `'s` and `'d` before these are `has` and `had`: no adjective, and no passive.
const PERFECT: &[&str] = &[
    "been", "had", "got", "gotten", "become", "happened", "occurred", "existed",
];

/// Before these `'s` may be `is` or `has`, and so may it before other words that end in `ed`.
const EITHER: &[&str] = &[
    "gone",
    "done",
    "come",
    "left",
    "lost",
    "made",
    "taken",
    "given",
    "seen",
    "written",
    "broken",
    "fallen",
    "grown",
    "begun",
    "finished",
    "built",
    "bought",
    "brought",
    "caught",
    "chosen",
    "driven",
    "drawn",
    "eaten",
    "forgotten",
    "flown",
    "found",
    "frozen",
    "held",
    "hidden",
    "kept",
    "known",
    "led",
    "paid",
    "proven",
    "put",
    "read",
    "risen",
    "run",
    "said",
    "sent",
    "set",
    "shown",
    "shut",
    "sold",
    "spent",
    "spoken",
    "stolen",
    "stuck",
    "sunk",
    "sworn",
    "taught",
    "told",
    "thrown",
    "thought",
    "torn",
    "understood",
    "woken",
    "won",
    "worn",
    "cut",
    "hit",
    "hurt",
    "let",
    "cost",
    "beaten",
    "bitten",
    "blown",
    "bound",
    "burnt",
    "dealt",
    "felt",
    "fed",
    "heard",
    "laid",
    "learnt",
    "lit",
    "meant",
    "met",
    "sat",
    "slept",
    "stood",
    "struck",
    "swept",
    "split",
    "spread",
    "undone",
    "withdrawn",
    "born",
    "bred",
    "fought",
    "sung",
    "swum",
    "hung",
    "dug",
    "spun",
    "bent",
    "lent",
];

/// Words in `ed` before which it is `is`.
const ADJECTIVES: &[&str] = &[
    "supposed",
    "interested",
    "tired",
    "scared",
    "bored",
    "excited",
    "worried",
    "pleased",
    "delighted",
    "ashamed",
    "red",
    "bed",
    "indeed",
    "need",
    "allowed",
    "advanced",
    "talented",
    "gifted",
    "sacred",
    "naked",
    "wicked",
    "complicated",
    "limited",
    "related",
    "located",
    "embarrassed",
    "exhausted",
    "convinced",
    "concerned",
    "disappointed",
    "frustrated",
    "surprised",
    "annoyed",
    "overrated",
    "underrated",
    "unexpected",
    "unlimited",
    "unprecedented",
    "hundred",
    "ted",
    "fred",
    "ned",
];

/// May stand between.
const BETWEEN: &[&str] = &[
    "always",
    "never",
    "already",
    "just",
    "only",
    "not",
    "also",
    "since",
    "ever",
    "really",
    "long",
    "recently",
    "still",
    "even",
    "certainly",
    "definitely",
    "probably",
];

/// `'d` before these is `would`.
const INFINITIVES: &[&str] = &[
    "be",
    "have",
    "like",
    "love",
    "rather",
    "do",
    "go",
    "say",
    "want",
    "need",
    "think",
    "prefer",
    "see",
    "get",
    "take",
    "make",
    "give",
    "know",
    "appreciate",
    "suggest",
    "recommend",
    "hate",
    "probably",
    "definitely",
    "help",
    "use",
    "work",
    "ask",
    "tell",
    "call",
    "find",
    "look",
    "try",
    "keep",
    "feel",
    "leave",
    "mean",
    "seem",
    "start",
    "talk",
    "expect",
    "imagine",
    "guess",
    "hope",
    "wish",
    "agree",
    "argue",
    "buy",
    "choose",
    "write",
    "send",
];

/// Begin a question.
const QUESTIONS: &[&str] = &["what", "who", "where", "how", "when", "why"];

const PRONOUNS: &[&str] = &[
    "i", "you", "he", "she", "it", "we", "they", "that", "who", "there",
];

fn forms() -> &'static Words<&'static str> {
    static ALL: OnceLock<Words<&'static str>> = OnceLock::new();
    ALL.get_or_init(|| {
        let lines = FORMS.lines().filter(|line| !line.starts_with('#'));
        lines
            .filter_map(|line| line.split_once('\t'))
            .map(|(from, to)| (from.to_string(), to))
            .collect()
    })
}

/// What rules look at besides.
const RULED: &[&str] = &["o", "cause", "em", "bout", "n", "tis", "twas"];

/// All words without an apostrophe that may be written out.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    let forms = forms().keys().map(String::as_str);
    forms.chain(RULED.iter().copied())
}

pub(super) fn step(doc: &mut Doc, log: &mut Log) {
    let rule = |doc: &Doc, at: usize| {
        let token = &doc.tokens[at];
        if token.kind != Kind::Word || !token.may_be_in(FORM) {
            return None;
        }
        if doc.is(at, "o") && doc.is(at + 1, "clock") {
            return Some(("o'clock".to_string(), at + 2));
        }
        expand(doc, at).map(|text| (text, at + 1))
    };
    doc.rewrite_each(rule, |tokens, text| {
        log.change("contractions", tokens, text)
    });
}

fn expand(doc: &Doc, at: usize) -> Option<String> {
    let word = doc.word(at);
    if word == "whats" && doc.is(at + 1, "app") {
        return None; // the name of a program
    }
    if let Some(form) = forms().get(word) {
        let before = at.checked_sub(1).map_or("", |before| doc.word(before));
        let noun = word == "wont"
            && matches!(
                before,
                "his" | "her" | "their" | "its" | "my" | "your" | "our" | "was"
            );
        return (!noun).then(|| (*form).to_string());
    }
    let flagged = doc.has(at, APOSTROPHE);
    match word {
        "cause" if flagged && !matches!(doc.word(at + 1), "of" | "and" | "for") => {
            return Some("because".into())
        }
        "em" if flagged => return Some("them".into()),
        "bout" if flagged => return Some("about".into()),
        "n" if flagged => return Some("and".into()),
        "tis" if flagged => return Some("it is".into()),
        "twas" if flagged => return Some("it was".into()),
        _ => {}
    }
    let (base, ending) = word.rsplit_once('\'')?;
    if base.is_empty()
        || !base
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'\'')
    {
        return None;
    }
    match ending {
        "re" => Some(format!("{base} are")),
        "ve" => Some(format!("{base} have")),
        "ll" => Some(format!("{base} will")),
        "m" if base == "i" => Some("i am".into()),
        "t" => {
            let base = base.strip_suffix('n')?;
            match base {
                "ca" => Some("can not".into()),
                "wo" => Some("will not".into()),
                "sha" => Some("shall not".into()),
                "ai" => None,
                _ if base.len() > 1 && !base.ends_with('\'') => Some(format!("{base} not")),
                _ => None,
            }
        }
        "s" if base == "let" => Some("let us".into()),
        "s" => {
            let mut next = behind(doc, at);
            if SUBJECTS.contains(&base) {
                // "where's he been": the verb stands behind its subject.
                if QUESTIONS.contains(&base) && PRONOUNS.contains(&next) {
                    next = behind(doc, at + 1);
                }
                let verb = match next {
                    _ if PERFECT.contains(&next) => "has",
                    _ if is_either(next) => return None,
                    _ => "is",
                };
                return Some(format!("{base} {verb}"));
            }
            // A possessive stands before no "been".
            (next == "been").then(|| format!("{base} has"))
        }
        "d" if PRONOUNS.contains(&base) => {
            let next = behind(doc, at);
            if PERFECT.contains(&next) || next == "better" {
                Some(format!("{base} had"))
            } else {
                INFINITIVES.contains(&next).then(|| format!("{base} would"))
            }
        }
        _ => None,
    }
}

/// Whether `word` may be a passive, or what somebody has done.
fn is_either(word: &str) -> bool {
    EITHER.contains(&word) || word.len() > 3 && word.ends_with("ed") && !ADJECTIVES.contains(&word)
}

/// The word behind `at`, adverbs passed over.
fn behind(doc: &Doc, at: usize) -> &str {
    let mut next = at + 1;
    while next < at + 4
        && BETWEEN.contains(&doc.word(next))
        && !INFINITIVES.contains(&doc.word(next))
    {
        next += 1;
    }
    doc.word(next)
}
