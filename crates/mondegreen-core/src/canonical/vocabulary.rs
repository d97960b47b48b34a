//! Which tables know a word of a text, looked up once: most words are in none, and no step asks again.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

use super::languages::{Language, COUNT};
use super::{abbreviations, contractions, informal, spelling};
use crate::numbers::lexicon::Quick;
use crate::numbers::Lexicon;
use crate::text::token::{Doc, Kind, FORM, NUMBER, SHORT, SPELLED, UNASKED};

/// The words of all tables of a language.
pub(super) struct Vocabulary {
    words: HashMap<&'static str, u8, BuildHasherDefault<Quick>>,
    lexicon: &'static Lexicon,
    english: bool,
}

impl Vocabulary {
    /// That of a language.
    pub(super) fn of(language: &'static Language) -> &'static Vocabulary {
        static ALL: [OnceLock<Vocabulary>; COUNT] = [const { OnceLock::new() }; COUNT];
        ALL[language.place()].get_or_init(|| Vocabulary::read(language))
    }

    fn read(language: &'static Language) -> Vocabulary {
        let lexicon = language.lexicon();
        let mut all = Vocabulary {
            words: HashMap::default(),
            lexicon,
            english: language.english,
        };
        if lexicon.manner.han {
            return all; // words are cut first, and then asked about
        }
        all.add(lexicon.begins(), NUMBER);
        if language.english {
            all.add(contractions::words(), FORM);
            all.add(spelling::table().keys().copied(), SPELLED);
        } else {
            all.add(informal::words(language.code), FORM);
        }
        let short = abbreviations::table(language.code).into_iter();
        all.add(short.flat_map(|table| table.words()), SHORT);
        all
    }

    fn add(&mut self, words: impl Iterator<Item = &'static str>, table: u8) {
        for word in words {
            *self.words.entry(word).or_default() |= table;
        }
    }

    /// Say of each word of `doc` that nobody asked about which tables may know it.
    pub(super) fn mark(&self, doc: &mut Doc) {
        if self.words.is_empty() {
            return;
        }
        doc.know(|word, kind| match kind {
            Kind::Word => self.tables(word),
            _ => UNASKED,
        });
    }

    fn tables(&self, word: &str) -> u8 {
        let mut tables = self.words.get(word).copied().unwrap_or(0);
        let mut letters = true;
        for byte in word.bytes() {
            letters &= !matches!(byte, b'0'..=b'9' | b'\'');
        }
        // Rules look at what is written with digits or apostrophes, and at the parts of words.
        if !letters {
            tables |= NUMBER | FORM | SPELLED;
        }
        if self.english && word.len() == 2 {
            tables |= SHORT;
        }
        if self.lexicon.beginning(word).is_some() {
            tables |= NUMBER;
        }
        tables
    }
}
