//! What was written of islands that were read before: the same words between the same marks are read in
//! the same way.

use std::hash::Hasher;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

use crate::chart::Reading;
use crate::lattice::LookedUp;
use crate::lookup::Island;
use crate::pack::Pack;
use crate::tokens::{Gap, Kind, Token};
use crate::trie::RowId;

/// A span of an island, in tokens of it, that is written by a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub from: u32,
    pub to: u32,
    pub row: RowId,
    /// Bytes of [`Remembered::texts`].
    written: (u32, u32),
}

/// The longest island that is remembered, in tokens.
const LONGEST: usize = 16;
/// The longest token that is remembered, in bytes.
const LONGEST_WORD: usize = 127;
/// How many islands are remembered; with more all are forgotten.
const MOST: usize = 2048;

/// The islands that were read before.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    key: Vec<u8>,
    /// Islands by the hash of what they are: where that is in `keys`, and their spans in `chosen`.
    islands: FxHashMap<u64, (Range<usize>, Range<u32>)>,
    keys: Vec<u8>,
    pub chosen: Vec<Chosen>,
    texts: String,
    /// How many spans and bytes are those of islands that are remembered.
    kept: (usize, usize),
}

impl Remembered {
    /// The spans of an island, if it was read before.
    pub fn find(&mut self, pack: &Pack, of: &LookedUp, island: Island) -> Option<Range<u32>> {
        if self.islands.len() >= MOST {
            self.islands.clear();
            self.keys.clear();
            self.kept = (0, 0);
        }
        self.chosen.truncate(self.kept.0);
        self.texts.truncate(self.kept.1);
        self.set_key(pack, of, island);
        let (key, spans) = self.islands.get(&self.hash())?;
        (self.keys[key.clone()] == *self.key).then(|| spans.clone())
    }

    /// Add a span of the island that was looked for.
    pub fn add(&mut self, reading: &Reading, write: impl FnOnce(&mut String)) {
        let from = self.texts.len() as u32;
        write(&mut self.texts);
        self.chosen.push(Chosen {
            from: reading.from,
            to: reading.to,
            row: reading.row,
            written: (from, self.texts.len() as u32),
        });
    }

    /// What is written of a span.
    pub fn text(&self, of: &Chosen) -> &str {
        &self.texts[of.written.0 as usize..of.written.1 as usize]
    }

    /// Remember the spans that were added since the island was looked for.
    pub fn keep(&mut self) -> Range<u32> {
        let spans = self.kept.0 as u32..self.chosen.len() as u32;
        if !self.key.is_empty() {
            let from = self.keys.len();
            self.keys.extend_from_slice(&self.key);
            let key = from..self.keys.len();
            self.islands.insert(self.hash(), (key, spans.clone()));
            self.kept = (self.chosen.len(), self.texts.len());
        }
        spans
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(&self.key);
        hasher.finish()
    }

    /// All that the reading of an island depends on; nothing where that is more than its words and marks.
    fn set_key(&mut self, pack: &Pack, of: &LookedUp, island: Island) {
        let list = &of.tokens.list;
        let key = &mut self.key;
        key.clear();
        let before = island.from.checked_sub(1).map(|at| &list[at]);
        let after = list.get(island.to);
        let own = &list[island.from..island.to];
        let is_word = |token: Option<&Token>| token.is_none_or(|token| token.kind == Kind::Word);
        let glued = matches!(own[0].gap, Gap::Glued | Gap::Point) && before.is_some();
        let longest =
            |token: &Token| (token.to - token.from).max(token.folded_to - token.folded) as usize;
        let is_long = |token: &Token| longest(token) > LONGEST_WORD;
        let apart = pack.runs.is_none() && is_word(before) && is_word(after) && !glued;
        if !apart || own.len() > LONGEST || own.iter().any(is_long) {
            return;
        }
        key.push(after.map_or(of.tokens.end, |after| after.gap) as u8);
        for token in [before, after] {
            let Some(token) = token else {
                key.push(0);
                continue;
            };
            let first = of.text[token.from as usize..].chars().next();
            key.push(1 + u8::from(first.is_some_and(char::is_uppercase)));
            let word = of.tokens.text(token);
            let ends = |ending: &str| word.len() > ending.len() && word.ends_with(ending);
            key.extend(
                pack.endings
                    .iter()
                    .map(|ending| u8::from(ends(ending.as_ref()))),
            );
        }
        let mut of_case = false;
        for (token, known) in own.iter().zip(&of.known[island.from..]) {
            let folded = of.tokens.text(token);
            let exact = &of.text[token.from as usize..token.to as usize];
            let stop = of.text.as_bytes().get(token.to as usize) == Some(&b'.');
            key.extend([token.gap as u8, token.kind as u8, u8::from(stop)]);
            key.push(folded.len() as u8);
            key.extend(folded.as_bytes());
            of_case |= known.entry.is_some_and(|entry| !entry.symbols.is_empty());
            if exact == folded {
                key.push(0);
            } else {
                of_case = true;
                key.push(exact.len() as u8 + 1);
                key.extend(exact.as_bytes());
            }
        }
        key.push(u8::from(of_case && of.tokens.has_case()));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::MOST;
    use crate::{compile, Pack, Reader, Source};

    fn pack(code: &str) -> Pack {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/mondegreen/languages");
        compile(&Source::read(&[root], code).unwrap()).unwrap()
    }

    fn normalized(reader: &mut Reader, text: &str) -> String {
        let mut out = String::new();
        reader.normalize(text, &mut out);
        out
    }

    #[test]
    fn what_was_read_before_changes_nothing() {
        for code in ["en", "de", "fr", "tr", "he", "ja"] {
            let pack = pack(code);
            let mut reader = Reader::new(&pack);
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/mondegreen/languages");
            let cases = std::fs::read_to_string(root.join(code).join("cases.tsv")).unwrap();
            let texts = cases.lines().filter_map(|line| line.split('\t').nth(1));
            for text in texts.step_by(3) {
                // the same words in other company: other case, other marks, other words around them
                for text in [
                    text.to_owned(),
                    text.to_lowercase(),
                    text.to_uppercase(),
                    format!("X {text}. x"),
                    format!("Mr x, {text} 5"),
                    format!("x-{text}-W"),
                    format!("5 {text}, 000"),
                ] {
                    let fresh = normalized(&mut Reader::new(&pack), &text);
                    assert_eq!(normalized(&mut reader, &text), fresh, "{code}: {text}");
                }
            }
        }
    }

    #[test]
    fn more_than_are_remembered() {
        let pack = pack("en");
        let mut reader = Reader::new(&pack);
        for number in (0..MOST + 9).chain(0..9) {
            let text = format!("room {number} on the {number} th");
            let fresh = normalized(&mut Reader::new(&pack), &text);
            assert_eq!(normalized(&mut reader, &text), fresh, "{text}");
        }
        assert!(reader.remembered.islands.len() < MOST);
    }
}
