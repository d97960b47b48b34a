//! Words that stand for other words: contractions, abbreviations, informal forms, spellings.

use crate::compile::{Compiler, Flat};
use crate::pack::{Row, Worth};
use crate::pattern::{self, Gaps, Item};
use crate::scan::{self, Gap, Tokens};
use crate::source::{Level, Rewrite};
use crate::template::Template;
use crate::trie::RowId;
use crate::value::{Name, Value};

impl Compiler {
    /// A row from the words of a rewrite to its name, and one for the words that are written.
    pub(crate) fn rewrite(&mut self, rewrite: &Rewrite, source: u32) -> Result<(), String> {
        let (from, dotted) = match rewrite.from.strip_suffix('.') {
            Some(from) => (from, true),
            None => (&*rewrite.from, false),
        };
        let mut tokens = Tokens::default();
        tokens.scan(from);
        let plain = tokens
            .list
            .iter()
            .all(|token| token.kind == scan::Kind::Word);
        if tokens.list.is_empty() || !plain {
            return Err(format!("expected words: {from:?}"));
        }
        let texts: Vec<String> = tokens
            .list
            .iter()
            .map(|token| tokens.text(token).into())
            .collect();
        let last = texts.last().cloned().unwrap_or_default();
        self.words.entry(&last).dotted |= dotted;
        if texts.len() == 1 && rewrite.level == Level::Write {
            self.words.entry(&last).rewrite = Some(rewrite.to.as_str().into());
        }
        let name = self.names.add(&rewrite.to);
        let glued = tokens.list.iter().map(|token| token.gap == Gap::Glued);
        let items = texts.into_iter().zip(glued).map(|(text, glued)| {
            (
                if glued {
                    pattern::GLUED
                } else {
                    pattern::PLAIN
                },
                Item::Word(text),
            )
        });
        // one word is written by its entry; the parser wakes for it in comparisons alone
        let level = if tokens.list.len() == 1 {
            Level::Know
        } else {
            rewrite.level
        };
        let written = rewrite.to.as_str();
        self.words_row(&rewrite.kind, items.collect(), name, written, level, source)?;
        if self.written.insert((rewrite.kind.clone(), name)) {
            let words = rewrite
                .to
                .split(' ')
                .map(|word| (pattern::PLAIN, Item::Word(word.to_lowercase())));
            self.words_row(
                &rewrite.kind,
                words.collect(),
                name,
                written,
                Level::Know,
                source,
            )?;
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
