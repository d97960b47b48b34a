//! Words that stand for other words: contractions, abbreviations, informal forms, spellings.

use crate::characters::over_characters;
use crate::compiler::{Compiler, Flat};
use crate::pack::{Row, Tail, Worth};
use crate::pattern::{self, Gaps, Item};
use crate::source::{Level, Rewrite};
use crate::template::Template;
use crate::tokens::{self, Gap, Tokens};
use crate::trie::RowId;
use crate::value::Value;

impl Compiler {
    /// A row from the words of a rewrite to its name, and one for the words that are written.
    pub(crate) fn rewrite(
        &mut self,
        rewrite: &Rewrite,
        parted: &[String],
        short: &[(&str, &str)],
        source: u32,
    ) -> Result<(), String> {
        let (from, dotted) = match rewrite.from.strip_suffix('.') {
            Some(from) => (from, true),
            None => (&*rewrite.from, false),
        };
        if let Some(tail) = from.strip_prefix('-').filter(|tail| !tail.is_empty()) {
            self.tails.push(Tail {
                from: tail.to_lowercase().into(),
                dotted,
                writes: rewrite.level == Level::Write,
                to: rewrite.to.as_str().into(),
            });
            return Ok(());
        }
        let anywhere = rewrite.before.is_empty() && rewrite.after.is_empty();
        let items = items(from, parted)?;
        let Some((_, Item::Word(last))) = items.last().cloned() else {
            return Err(format!("expected words: {from:?}"));
        };
        let single = items.len() == 1 && !(self.characters && over_characters(&last));
        self.words.entry(&last).dotted |= dotted;
        self.words.entry(&last).small |= single && is_small(&rewrite.from);
        let entry = single && anywhere && !rewrite.to.is_empty();
        if entry && rewrite.level == Level::Write {
            let kind = self.kind(&rewrite.kind)?;
            self.words.entry(&last).rewrite = Some((kind, rewrite.to.as_str().into()));
        }
        // one word is written by its entry; the parser wakes for it in comparisons alone
        let level = if entry { Level::Know } else { rewrite.level };
        let mut row = self.worded(rewrite, level, source)?;
        row.before = self.conditions(&rewrite.before)?;
        row.after = self.conditions(&rewrite.after)?;
        let letter = |item: &(Gaps, Item)| matches!(&item.1, Item::Word(word) if word.chars().nth(1).is_none());
        row.stopped = dotted && items.len() > 1 && items.iter().all(letter);
        self.words_row(row, &rewrite.kind, &items)?;
        let name = self.names.add(&rewrite.to);
        if !rewrite.to.is_empty() && self.written.insert((rewrite.kind.clone(), name)) {
            let words = rewrite
                .to
                .split(' ')
                .flat_map(|word| parts(&word.to_lowercase(), parted));
            let words: Vec<_> = words.collect();
            let long = |row: Row| Row {
                small: false,
                stopped: false,
                ..row
            };
            let row = long(self.worded(rewrite, Level::Know, source)?);
            self.words_row(row, &rewrite.kind, &words)?;
            // what is written may have one of its words shortened: *dont*, *do not*, *don't*
            let words: Vec<String> = rewrite.to.split(' ').map(str::to_lowercase).collect();
            for (end, whole) in short {
                let Some(at) = words.iter().skip(1).position(|word| word == whole) else {
                    continue;
                };
                let items = words.iter().enumerate().map(|(place, word)| {
                    if place == at + 1 {
                        (pattern::GLUED, Item::Word((*end).to_owned()))
                    } else {
                        (pattern::PLAIN, Item::Word(word.clone()))
                    }
                });
                let items: Vec<_> = items.collect();
                let row = long(self.worded(rewrite, Level::Know, source)?);
                self.words_row(row, &rewrite.kind, &items)?;
            }
        }
        Ok(())
    }

    /// A row that is worth what a rewrite writes.
    fn worded(&mut self, rewrite: &Rewrite, level: Level, source: u32) -> Result<Row, String> {
        let value = match rewrite.to.as_str() {
            "" => Value::default(),
            to => Value::named(self.names.add(to)),
        };
        Ok(Row {
            kind: self.kind(&rewrite.kind)?,
            worth: Worth::Template(Template::constant(value)),
            written: Template::new(&rewrite.to, &[], &[], &mut self.names)?,
            before: Vec::new(),
            after: Vec::new(),
            slots: 0,
            level,
            small: is_small(&rewrite.from),
            stopped: false,
            source,
        })
    }

    fn words_row(&mut self, row: Row, kind: &str, items: &[(Gaps, Item)]) -> Result<(), String> {
        let set = self.set(kind)?;
        let steps = self.steps(items)?;
        self.flats.push(Flat {
            set,
            steps,
            row: self.rows.len() as RowId,
            numeral: false,
            top: Some(row.level),
        });
        self.rows.push(row);
        Ok(())
    }
}

/// The words of a text as items; what a pack cuts off words, such as *'s*, is one as it stands.
fn items(text: &str, parted: &[String]) -> Result<Vec<(Gaps, Item)>, String> {
    let mut found = Vec::new();
    let mut tokens = Tokens::default();
    for part in text.split(' ').filter(|part| !part.is_empty()) {
        // an apostrophe at an end is a letter of the word: *'n*
        let cut = part.starts_with('\'') || part.ends_with('\'');
        if cut || parted.iter().any(|known| known == part) {
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

/// Whether a short form has a full stop and no capitals.
fn is_small(from: &str) -> bool {
    from.ends_with('.') && !from.contains(char::is_uppercase)
}
