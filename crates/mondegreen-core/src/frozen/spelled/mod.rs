//! Whole numbers in words, as the package num2words 0.5.14 spells them, oddities included: what it
//! writes is what the Open ASR Leaderboard scores. Written from what it does; it is the oracle of the
//! tests.

mod french;
mod german;
mod italian;
mod spanish;
mod table;

use std::sync::OnceLock;

use table::Table;

/// What appends a number, given its groups of three digits, the last ones first.
type Write = fn(&Table, &[usize], &mut String);

/// A language of the multilingual leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// de
    German,
    /// es
    Spanish,
    /// fr
    French,
    /// it
    Italian,
    /// pt
    Portuguese,
}

const LANGUAGES: [(&str, Language, &str); 5] = [
    ("de", Language::German, include_str!("de.tsv")),
    ("es", Language::Spanish, include_str!("es.tsv")),
    ("fr", Language::French, include_str!("fr.tsv")),
    ("it", Language::Italian, include_str!("it.tsv")),
    ("pt", Language::Portuguese, include_str!("pt.tsv")),
];

impl Language {
    /// The language of a code.
    pub fn of_code(code: &str) -> Option<Language> {
        let found = LANGUAGES.iter().find(|(known, _, _)| *known == code);
        found.map(|&(_, language, _)| language)
    }

    /// Append a number in words; `false`, and nothing, for one with more digits than it has names
    /// for. `digits` are those of ASCII, without leading zeros.
    pub fn spell(self, digits: &[u8], out: &mut Vec<u8>) -> bool {
        let (write, most): (Write, usize) = match self {
            Language::German => (german::write, 606),
            Language::French => (french::write, 606),
            Language::Italian => (italian::write, 65),
            Language::Spanish | Language::Portuguese => (spanish::write, 27),
        };
        if digits.len() > most {
            return false;
        }
        let table = table_of(self);
        if digits == b"0" {
            out.extend_from_slice(table.at("units", 0).as_bytes());
            return true;
        }
        let mut text = String::new();
        write(table, &groups(digits), &mut text);
        out.extend_from_slice(text.as_bytes());
        true
    }
}

/// The digits by three, the last ones first.
fn groups(digits: &[u8]) -> Vec<usize> {
    let value = |group: &[u8]| {
        let digit = |value, digit: &u8| value * 10 + usize::from(digit - b'0');
        group.iter().fold(0, digit)
    };
    digits.rchunks(3).map(value).collect()
}

/// The table of a language, which is built on first use.
fn table_of(language: Language) -> &'static Table {
    static TABLES: [OnceLock<Table>; LANGUAGES.len()] =
        [const { OnceLock::new() }; LANGUAGES.len()];
    let place = language as usize;
    TABLES[place].get_or_init(|| Table::read(LANGUAGES[place].2))
}

#[cfg(test)]
mod tests;
