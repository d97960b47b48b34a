//! Titles and abbreviations, written out where they are sure: a table of all languages.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{streets, titles, Log};
use crate::numbers::lexicon::{Part, Role};
use crate::numbers::quick::Words;
use crate::numbers::Lexicon;
use crate::text::token::{
    Doc, Kind, BREAK, CAPITAL, CAPITALS, DOT, GLUED, POINTS, SENTENCE, SHORT,
};

const TABLE: &str = include_str!("data/abbreviations.tsv");

/// When a short form is what its long form says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Wherever it stands.
    Always,
    /// A word stands behind it.
    Title,
    /// It has a capital, and so has the word behind it.
    Name,
    /// A number stands behind it.
    Number,
    /// It has a full stop and a capital.
    Capital,
    /// Full stops stand between its letters.
    Points,
    /// It is the end of a longer word.
    Ending,
    /// A name stands behind it, and what stands around says that it is a street or a saint.
    Street,
    /// Only the other side can tell.
    Either,
}

/// A line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub when: When,
    /// The words of the short form, and whether a full stop has to stand behind each.
    pub short: Vec<(&'static str, bool)>,
    /// The short form of several letters as one word.
    joined: String,
    /// What it stands for, in lower case, hyphens as spaces.
    lower: String,
}

/// The abbreviations of one language.
#[derive(Default)]
pub(crate) struct Table {
    pub rows: Vec<Row>,
    /// The rows that begin with a word.
    first: Words<Vec<usize>>,
}

/// The table of `language`, a code as `en` or `en-IN`; nothing when it has none.
pub(crate) fn table(language: &str) -> Option<&'static Table> {
    static ALL: OnceLock<HashMap<&'static str, Table>> = OnceLock::new();
    let plain = language.split('-').next().unwrap_or("");
    ALL.get_or_init(read).get(plain)
}

fn read() -> HashMap<&'static str, Table> {
    let mut all: HashMap<&'static str, Table> = HashMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let [language, when, short, long] = fields[..] else {
            continue;
        };
        let when = match when {
            "always" => When::Always,
            "title" => When::Title,
            "name" => When::Name,
            "number" => When::Number,
            "capital" => When::Capital,
            "points" => When::Points,
            "ending" => When::Ending,
            "street" => When::Street,
            _ => When::Either,
        };
        let parts = short.split(' ').map(|part| {
            let letters = part.strip_suffix('.');
            (letters.unwrap_or(part), letters.is_some())
        });
        let short: Vec<(&str, bool)> = parts.collect();
        let letters = short.len() > 1 && short.iter().all(|(word, _)| word.chars().count() == 1);
        let joined = if letters {
            short.iter().map(|(word, _)| *word).collect()
        } else {
            String::new()
        };
        let table = all.entry(language).or_default();
        let mut begins = vec![short[0].0.to_string()];
        begins.extend((!joined.is_empty()).then(|| joined.clone()));
        for begin in begins {
            table.first.entry(begin).or_default().push(table.rows.len());
        }
        table.rows.push(Row {
            when,
            short,
            joined,
            lower: long.to_lowercase().replace('-', " "),
        });
    }
    all
}

impl Table {
    /// The rows whose short form begins with `word`, or is it.
    pub(crate) fn beginning(&self, word: &str) -> impl Iterator<Item = &Row> {
        let rows = self.first.get(word).into_iter().flatten();
        rows.map(|&row| &self.rows[row])
    }

    /// All words that short forms begin with.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.first.keys().map(String::as_str)
    }

    /// The rows that end longer words.
    pub(crate) fn endings(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.when == When::Ending)
    }
}

pub(super) fn step(doc: &mut Doc, table: &Table, lexicon: &Lexicon, log: &mut Log) {
    let english = lexicon.manner.english;
    join_months(doc, table, lexicon);
    let rule = |doc: &Doc, at: usize| {
        let token = &doc.tokens[at];
        if token.kind != Kind::Word || !token.may_be_in(SHORT) && !token.has(DOT) {
            return None;
        }
        if english {
            if let Some((text, end)) = titles::expand(doc, at) {
                return Some((text.to_string(), end));
            }
        }
        expand(doc, table, lexicon, at)
    };
    doc.rewrite_each(rule, |tokens, text| {
        log.change("abbreviations", tokens, text)
    });
}

/// The full stop of `Sept. 11` ends no sentence.
fn join_months(doc: &mut Doc, table: &Table, lexicon: &Lexicon) {
    for at in 0..doc.len() {
        let token = doc.tokens[at];
        // Nothing but the full stop and a space stands between.
        let next = doc.tokens.get(at + 1);
        let close = next.is_some_and(|next| next.start <= token.end + 2);
        if !token.has(DOT) || token.kind != Kind::Word || !close {
            continue;
        }
        let month = |text: &str| lexicon.get(text).role == Role::Month;
        let number = doc.tokens.get(at + 1).is_some_and(|next| {
            let entry = lexicon.get(doc.text(next));
            next.kind == Kind::Number || entry.part != Part::None && entry.ordinal
        });
        if number && expand(doc, table, lexicon, at).is_some_and(|(text, _)| month(&text)) {
            doc.tokens[at + 1].flags &= !(BREAK | SENTENCE);
        }
    }
}

fn expand(doc: &Doc, table: &Table, lexicon: &Lexicon, at: usize) -> Option<(String, usize)> {
    let word = doc.word(at);
    if word.len() > 40 {
        return None;
    }
    let rows = table.beginning(word);
    let found = rows
        .filter_map(|row| Some((row, end(doc, row, at)?)))
        .find(|&(row, end)| is_sure(doc, lexicon, row, at, end));
    if let Some((row, end)) = found {
        return Some((row.lower.clone(), end));
    }
    if !doc.has(at, DOT) {
        return None;
    }
    table.endings().find_map(|row| {
        let stem = word.strip_suffix(row.short[0].0)?;
        is_stem(stem).then(|| (format!("{stem}{}", row.lower), at + 1))
    })
}

/// Whether a word of its own may stand before the ending: `Hauptstr.`, not `Illustr.`
pub(crate) fn is_stem(stem: &str) -> bool {
    const OTHERS: &[&str] = &[
        "illu", "regi", "indu", "admini", "mini", "orche", "magi", "demon", "kon",
    ];
    stem.chars().count() > 2 && !OTHERS.contains(&stem)
}

/// Where the short form of `row` ends that begins at `at`.
fn end(doc: &Doc, row: &Row, at: usize) -> Option<usize> {
    let letters = !row.joined.is_empty();
    // "D. H. Lawrence" has two names; only "z. B." is written with a capital.
    let names = |second: bool| letters && second && doc.has(at, CAPITAL) && row.joined != "zb";
    if letters && doc.is(at, &row.joined) && doc.has(at, POINTS) {
        let name = names(doc.has(at, CAPITALS) && doc.has(at + 1, CAPITAL));
        return (!name).then_some(at + 1);
    }
    if names(row.short.len() > 1 && doc.has(at + 1, CAPITAL)) {
        return None;
    }
    let fits = |(place, &(word, dotted)): (usize, &(&str, bool))| {
        let at = at + place;
        doc.is(at, word) && (!dotted || doc.has(at, DOT))
    };
    let all = row.short.iter().enumerate().all(fits);
    all.then_some(at + row.short.len())
}

/// Whether the short form of `row` is one where it stands.
///
/// What a text looks like that was normalized already has to be enough, or else full stops and capitals
/// have to be there, of which none is left: so nothing becomes another text when it is normalized again.
fn is_sure(doc: &Doc, lexicon: &Lexicon, row: &Row, at: usize, end: usize) -> bool {
    let token = doc.tokens[at];
    let dotted = token.has(DOT);
    let next = doc.tokens.get(end);
    match row.when {
        When::Always | When::Points => true,
        When::Title => {
            next.is_some_and(|next| next.kind == Kind::Word && (!dotted || next.has(CAPITAL)))
        }
        When::Name => {
            let name = next.is_some_and(|next| {
                next.kind == Kind::Word && next.has(CAPITAL) && !next.has(CAPITALS)
            });
            let initial = at > 0 && doc.has(at - 1, DOT) && doc.word(at - 1).chars().count() == 1;
            let stops = dotted || !doc.has(end, BREAK);
            let small = row.short[0].0 == "pí"; // a number, and no name
            name && stops && !initial && token.has(CAPITAL) != small && !is_day(doc, at, end)
        }
        When::Number => next.is_some_and(|next| match next.kind {
            Kind::Number => !is_ordinal(doc, end),
            Kind::Word => {
                let entry = lexicon.get(doc.text(next));
                entry.part != Part::None && !entry.ordinal && !entry.unsure
            }
            _ => false,
        }),
        When::Capital => token.has(CAPITAL) && dotted,
        When::Street => streets::is_sure(doc, row.short[0].0, at, end),
        When::Ending | When::Either => false,
    }
}

/// Whether letters behind the digits at `at` make them an ordinal, or ten years: `16th`, which is one word where the
/// number was in words.
fn is_ordinal(doc: &Doc, at: usize) -> bool {
    doc.has(at + 1, GLUED) && matches!(doc.word(at + 1), "st" | "nd" | "rd" | "th" | "s")
}

/// Whether `Fr.` is Friday: `am Fr. Abend`.
fn is_day(doc: &Doc, at: usize, end: usize) -> bool {
    const TIMES: &[&str] = &[
        "morgen",
        "vormittag",
        "mittag",
        "nachmittag",
        "abend",
        "nacht",
        "uhr",
    ];
    const BEFORE: &[&str] = &[
        "am", "bis", "mo", "di", "mi", "do", "sa", "so", "ab", "jeden",
    ];
    let before = at.checked_sub(1).map_or("", |before| doc.word(before));
    TIMES.contains(&doc.word(end)) || BEFORE.contains(&before)
}
