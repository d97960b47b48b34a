//! The words and tokens that are notes, of all language packs together.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::mark::Kind;

/// `tokens.tsv`: what decoders write.
const TOKENS: &str = include_str!("../../../../src/mondegreen/languages/any/tokens.tsv");
/// `notes.tsv` of each pack.
const NOTES: &[&str] = include!(concat!(env!("OUT_DIR"), "/notes.rs"));

/// The kinds of rows of `notes.tsv`.
pub const KINDS: [&str; 6] = [
    "noise",
    "sound",
    "unclear",
    "redaction",
    "placeholder",
    "near",
];

/// What the words of one row are; a later one is no stronger than those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A noise in any bracket.
    Noise,
    /// A noise that is a word of speech too.
    Sound,
    Unclear,
    Redaction,
    /// What was taken out.
    Placeholder,
    /// May be next to others.
    Near,
}

/// What the words in a bracket are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    pub kind: Kind,
    /// Whether they only name what was taken out, as a variable of a program may.
    pub labels: bool,
}

/// Read a line of a file of notes: what it is, and its phrases.
///
/// # Errors
/// A message, if it is no such line.
pub fn row(cells: &[&str]) -> Result<(Row, Vec<String>), String> {
    let [kind, words] = cells else {
        return Err("expected two columns: kind, words".into());
    };
    let row = match *kind {
        "noise" => Row::Noise,
        "sound" => Row::Sound,
        "unclear" => Row::Unclear,
        "redaction" => Row::Redaction,
        "placeholder" => Row::Placeholder,
        "near" => Row::Near,
        _ => {
            return Err(format!(
                "no kind {kind:?}: expected one of {}",
                KINDS.join(", ")
            ))
        }
    };
    if words.trim().is_empty() {
        return Err("expected words after the kind".into());
    }
    Ok((row, words.split_whitespace().map(plain).collect()))
}

/// Small letters, with one space between words.
fn plain(text: &str) -> String {
    let parted = text.replace(['_', '-'], " ").to_lowercase();
    parted.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All words of notes and all tokens.
pub struct Table {
    tokens: FxHashMap<String, Kind>,
    words: FxHashMap<String, Vec<Row>>,
    /// The most words of a phrase.
    longest: usize,
}

impl Table {
    /// The one of this process.
    pub fn get() -> &'static Table {
        static ALL: OnceLock<Table> = OnceLock::new();
        ALL.get_or_init(Table::built_in)
    }

    fn built_in() -> Table {
        let mut table = Table {
            tokens: FxHashMap::default(),
            words: FxHashMap::default(),
            longest: 1,
        };
        for line in TOKENS.lines().filter(|line| !line.starts_with("# ")) {
            let mut cells = line.split('\t');
            let kind = match cells.next() {
                Some("unknown") => Kind::Unknown,
                _ => Kind::Token,
            };
            for token in cells.next().unwrap_or("").split(' ') {
                table.tokens.insert(token.to_owned(), kind);
            }
        }
        let lines = NOTES.iter().flat_map(|file| file.lines());
        for line in lines.filter(|line| !line.starts_with("# ")) {
            let cells: Vec<&str> = line.split('\t').collect();
            let Ok((row, phrases)) = row(&cells) else {
                continue; // a check of the pack says so
            };
            for phrase in phrases {
                table.longest = table.longest.max(phrase.split(' ').count());
                let known = table.words.entry(phrase).or_default();
                if !known.contains(&row) {
                    known.push(row);
                }
            }
        }
        table
    }

    /// What a token is, if it is one of a decoder.
    pub fn token(&self, text: &str) -> Option<Kind> {
        let mut key = String::with_capacity(text.len());
        for point in text.chars().filter(|point| !point.is_whitespace()) {
            if !point.is_ascii_digit() {
                key.extend(point.to_lowercase());
            } else if !key.ends_with('#') {
                key.push('#');
            }
        }
        self.tokens.get(&key).copied()
    }

    /// Whether a phrase is in a row as it is.
    pub fn has(&self, phrase: &str) -> bool {
        self.words.contains_key(&plain(phrase))
    }

    /// What the words in a bracket are, if all of them are of notes; `strict` without those that may be speech.
    pub fn words(&self, inside: &str, strict: bool) -> Option<Words> {
        let text = plain(inside);
        let words: Vec<&str> = text
            .split([' ', ',', '/', '&', '.'])
            .filter(|word| !word.is_empty())
            .collect();
        let mut seen: Vec<Row> = Vec::new();
        let (mut at, mut sounds) = (0, 0);
        while at < words.len() {
            let most = self.longest.min(words.len() - at);
            let phrase = (1..=most).rev().find_map(|length| {
                let found = self.words.get(&words[at..at + length].join(" "))?;
                Some((length, found))
            });
            let bare = words[at].trim_end_matches(|point: char| point.is_ascii_digit());
            match phrase.or_else(|| Some((1, self.words.get(bare)?))) {
                Some((length, found)) => {
                    at += length;
                    sounds +=
                        usize::from(found.contains(&Row::Sound) && !found.contains(&Row::Noise));
                    seen.extend(found);
                }
                None if is_time(words[at]) => at += 1,
                None => return None,
            }
        }
        let has = |row| seen.contains(&row);
        let kind = if has(Row::Unclear) {
            Kind::Unclear
        } else if has(Row::Redaction) {
            Kind::Redaction
        } else if has(Row::Noise) || has(Row::Sound) && (!strict || sounds > 1) {
            Kind::Noise
        } else if has(Row::Placeholder) && !strict {
            Kind::Redaction
        } else {
            return None;
        };
        let labels = kind == Kind::Redaction && !has(Row::Redaction);
        Some(Words { kind, labels })
    }
}

/// A time or a number next to a note: `[inaudible 00:12:34]`, `[NAME_1]`.
fn is_time(word: &str) -> bool {
    word.bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b':')
}
