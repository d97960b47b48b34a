//! Words that stand for other words: contractions, abbreviations, informal forms, spellings.

use crate::characters::over_characters;
use crate::compile::{Compiler, Flat};
use crate::pack::{Row, Worth};
use crate::pattern::{self, Gaps, Item};
use crate::source::{Level, Rewrite};
use crate::template::Template;
use crate::tokens::{self, Gap, Tokens};
use crate::trie::RowId;
use crate::value::{Name, Value};

impl Compiler {
    /// A row from the words of a rewrite to its name, and one for the words that are written.
    pub(crate) fn rewrite(
        &mut self,
        rewrite: &Rewrite,
        parted: &[String],
        source: u32,
    ) -> Result<(), String> {
        let (from, dotted) = match rewrite.from.strip_suffix('.') {
            Some(from) => (from, true),
            None => (&*rewrite.from, false),
        };
        let items = items(from, parted)?;
        let Some((_, Item::Word(last))) = items.last().cloned() else {
            return Err(format!("expected words: {from:?}"));
        };
        self.words.entry(&last).dotted |= dotted;
        let single = items.len() == 1 && !(self.unspaced && over_characters(&last));
        if single && rewrite.level == Level::Write {
            let kind = self.kind(&rewrite.kind)?;
            self.words.entry(&last).rewrite = Some((kind, rewrite.to.as_str().into()));
        }
        let name = self.names.add(&rewrite.to);
        // one word is written by its entry; the parser wakes for it in comparisons alone
        let level = if single { Level::Know } else { rewrite.level };
        let written = rewrite.to.as_str();
        self.words_row(&rewrite.kind, items, name, written, level, source)?;
        if self.written.insert((rewrite.kind.clone(), name)) {
            let words = rewrite
                .to
                .split(' ')
                .flat_map(|word| parts(&word.to_lowercase(), parted));
            let words = words.collect();
            self.words_row(&rewrite.kind, words, name, written, Level::Know, source)?;
        }
        Ok(())
    }

    fn words_row(
        &mut self,
        kind: &str,
        items: Vec<(Gaps, Item)>,
        name: Name,
        written: &str,
        level: Level,
        source: u32,
    ) -> Result<(), String> {
        let set = self.set(kind)?;
        let row = self.rows.len() as RowId;
        let kind = self.kind(kind)?;
        self.rows.push(Row {
            kind,
            worth: Worth::Template(Template::constant(Value::named(name))),
            written: Template::new(written, &[], &[])?,
            before: Vec::new(),
            after: Vec::new(),
            slots: 0,
            block: false,
            source,
        });
        let steps = self.steps(&items)?;
        self.flats.push(Flat {
            set,
            steps,
            row,
            numeral: false,
            top: Some(level),
        });
        Ok(())
    }
}

/// The words of a text as items; what a pack cuts off words, such as *'s*, is one as it stands.
fn items(text: &str, parted: &[String]) -> Result<Vec<(Gaps, Item)>, String> {
    let mut found = Vec::new();
    let mut tokens = Tokens::default();
    for part in text.split(' ').filter(|part| !part.is_empty()) {
        if parted.iter().any(|known| known == part) {
            found.push((pattern::PLAIN, Item::Word(part.to_owned())));
            continue;
        }
        tokens.scan(part);
        for token in &tokens.list {
            if token.kind != tokens::Kind::Word {
                return Err(format!("expected words: {text:?}"));
            }
            let glued = matches!(token.gap, Gap::Glued | Gap::Point);
            let gaps = if glued {
                pattern::GLUED
            } else {
                pattern::PLAIN
            };
            found.push((gaps, Item::Word(tokens.text(token).to_owned())));
        }
    }
    Ok(found)
}

/// A word that is written, cut as the reader cuts it.
fn parts(word: &str, parted: &[String]) -> Vec<(Gaps, Item)> {
    let tail = parted
        .iter()
        .find(|tail| word.len() > tail.len() && word.ends_with(&***tail));
    let head = &word[..word.len() - tail.map_or(0, String::len)];
    let mut found = vec![(pattern::PLAIN, Item::Word(head.to_owned()))];
    found.extend(tail.map(|tail| (pattern::GLUED, Item::Word(tail.clone()))));
    found
}
