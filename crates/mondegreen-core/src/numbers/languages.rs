//! The tables of numbers, and which language has one.

use std::sync::OnceLock;

use super::lexicon::{Lexicon, Manner};

const PLAIN: Manner = Manner {
    comma: false,
    joined: false,
    digit_first: false,
    twenties: false,
    and_tens: false,
    english: false,
    han: false,
    spaced: false,
    chained: false,
    hundreds: 9,
    clock_last: false,
    one_by_one: 0,
};
const COMMA: Manner = Manner {
    comma: true,
    ..PLAIN
};
/// As in "पच्चीस सौ".
const INDIAN: Manner = Manner {
    hundreds: 99,
    clock_last: true,
    one_by_one: 4,
    ..PLAIN
};
const SPACED: Manner = Manner {
    spaced: true,
    ..COMMA
};

/// Languages with number words: code, manner, table.
const LANGUAGES: &[(&str, Manner, &str)] = &[
    (
        "en",
        Manner {
            english: true,
            hundreds: 99,
            ..PLAIN
        },
        include_str!("data/en.tsv"),
    ),
    (
        "en-IN",
        Manner {
            english: true,
            hundreds: 99,
            ..PLAIN
        },
        concat!(include_str!("data/en.tsv"), include_str!("data/en-IN.tsv")),
    ),
    (
        "cs",
        Manner {
            chained: true,
            joined: true,
            digit_first: true,
            hundreds: 19,
            ..SPACED
        },
        concat!(
            include_str!("data/cs.tsv"),
            include_str!("data/ordinals/cs.tsv"),
            include_str!("data/strings/cs.tsv")
        ),
    ),
    (
        "de",
        Manner {
            joined: true,
            digit_first: true,
            hundreds: 19,
            ..SPACED
        },
        concat!(
            include_str!("data/de.tsv"),
            include_str!("data/ordinals/de.tsv"),
            include_str!("data/strings/de.tsv")
        ),
    ),
    (
        "es",
        Manner {
            chained: true,
            and_tens: true,
            ..SPACED
        },
        concat!(
            include_str!("data/es.tsv"),
            include_str!("data/ordinals/es.tsv"),
            include_str!("data/strings/es.tsv")
        ),
    ),
    (
        "fr",
        Manner {
            twenties: true,
            hundreds: 19,
            and_tens: true,
            ..SPACED
        },
        concat!(
            include_str!("data/fr.tsv"),
            include_str!("data/ordinals/fr.tsv"),
            include_str!("data/strings/fr.tsv")
        ),
    ),
    (
        "hi",
        INDIAN,
        concat!(
            include_str!("data/hi.tsv"),
            include_str!("data/ordinals/hi.tsv")
        ),
    ),
    (
        "it",
        Manner {
            chained: true,
            joined: true,
            ..COMMA
        },
        concat!(
            include_str!("data/it.tsv"),
            include_str!("data/ordinals/it.tsv"),
            include_str!("data/strings/it.tsv")
        ),
    ),
    (
        "pt",
        Manner {
            chained: true,
            and_tens: true,
            ..COMMA
        },
        concat!(
            include_str!("data/pt.tsv"),
            include_str!("data/ordinals/pt.tsv"),
            include_str!("data/strings/pt.tsv")
        ),
    ),
    (
        "ru",
        SPACED,
        concat!(
            include_str!("data/ru.tsv"),
            include_str!("data/ordinals/ru.tsv"),
            include_str!("data/strings/ru.tsv")
        ),
    ),
    (
        "te",
        Manner {
            joined: true,
            ..INDIAN
        },
        concat!(
            include_str!("data/te.tsv"),
            include_str!("data/ordinals/te.tsv")
        ),
    ),
    (
        "zh",
        Manner { han: true, ..PLAIN },
        include_str!("data/zh.tsv"),
    ),
    // These have no number words; their digits are read all the same.
    ("hy", SPACED, ""),
    ("nl", COMMA, ""),
    ("pl", SPACED, ""),
    ("tr", COMMA, ""),
    ("uk", SPACED, ""),
    ("vi", COMMA, ""),
];

/// The number words of `language`; of one without a table, digits alone.
pub fn lexicon(language: &str) -> &'static Lexicon {
    static ALL: [OnceLock<Lexicon>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];
    static NONE: OnceLock<Lexicon> = OnceLock::new();
    let plain = language.split('-').next().unwrap_or("");
    let place = |wanted: &str| LANGUAGES.iter().position(|(code, ..)| *code == wanted);
    match place(language).or_else(|| place(plain)) {
        Some(at) => ALL[at].get_or_init(|| Lexicon::parse(LANGUAGES[at].2, LANGUAGES[at].1)),
        None => NONE.get_or_init(|| Lexicon::parse("", PLAIN)),
    }
}

/// Whether numbers in words are read in `language`.
pub fn has_words(language: &str) -> bool {
    let mut all = LANGUAGES.iter();
    all.any(|(code, _, table)| *code == language && !table.is_empty())
}
