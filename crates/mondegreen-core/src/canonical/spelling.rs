//! British spellings become American ones, where both are the same word.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

use super::Log;
use crate::numbers::quick::Quick;
use crate::text::token::{Doc, Kind};

/// Made by `crates/tables/make_spelling.py`.
const TABLE: &str = include_str!("../../../../src/mondegreen/text/spelling.en.tsv");

type Spellings = HashMap<&'static str, &'static str, BuildHasherDefault<Quick>>;

pub(crate) fn table() -> &'static Spellings {
    static ALL: OnceLock<Spellings> = OnceLock::new();
    ALL.get_or_init(|| {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once('\t')).collect()
    })
}

/// The shortest word of the table has four letters.
const SHORTEST: usize = 4;

pub(super) fn step(doc: &mut Doc, log: &mut Log) {
    let table = table();
    for at in 0..doc.len() {
        let token = doc.tokens[at];
        if token.kind != Kind::Word {
            continue;
        }
        let word = doc.text(&token);
        if word.len() < SHORTEST {
            continue;
        }
        let (base, possessive) = match word.strip_suffix("'s") {
            Some(base) => (base, "'s"),
            None => (word, ""),
        };
        if let Some(spelling) = table.get(base) {
            let text = format!("{spelling}{possessive}");
            log.change("spelling", &doc.tokens[at..=at], &text);
            doc.tokens[at] = doc.make(&text, Kind::Word, token.flags, token.start, token.end);
        }
    }
}
