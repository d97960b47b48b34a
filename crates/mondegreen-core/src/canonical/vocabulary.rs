//! Which tables know a word of a text, looked up once: most words are in none, and no step asks again.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::OnceLock;

use super::languages::{Language, COUNT};
use super::{abbreviations, contractions, informal};
use crate::numbers::quick::Quick;
use crate::numbers::Lexicon;
use crate::text::token::{Doc, Kind, FORM, NUMBER, SHORT, UNASKED};

/// The words of all tables of a language, but for that of spellings, which is large and is asked once.
pub(super) struct Vocabulary {
    words: HashMap<&'static str, u8, BuildHasherDefault<Quick>>,
    lexicon: &'static Lexicon,
    english: bool,
    /// Its colloquial spellings.
    pub forms: Option<&'static informal::Forms>,
    /// Its abbreviations.
    pub short: Option<&'static abbreviations::Table>,
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
            forms: (!language.english)
                .then(|| informal::forms(language.code))
                .flatten(),
            short: abbreviations::table(language.code),
        };
        if lexicon.manner.han {
            return all; // words are cut first, and then asked about
        }
        all.add(lexicon.begins(), NUMBER);
        if language.english {
            all.add(contractions::words(), FORM);
        }
        if let Some(forms) = all.forms {
            all.add(informal::words(forms), FORM);
        }
        if let Some(short) = all.short {
            all.add(short.words(), SHORT);
        }
        all
    }

    fn add(&mut self, words: impl Iterator<Item = &'static str>, table: u8) {
        self.words.reserve(words.size_hint().0);
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
            tables |= NUMBER | FORM;
        }
        if self.english && word.len() == 2 {
            tables |= SHORT;
        }
        if self.lexicon.is_ruled(word) {
            tables |= NUMBER;
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::{Canonical, Fillers, Scratch};
    use crate::text::tags::Tags;

    /// What rules look at that is in no table, beside what is.
    const OTHERS: &[&str] = &[
        "the first of may",
        "a third of it",
        "an eighth of it",
        "21st",
        "15h30",
        "x1",
        "don't",
        "j'suis",
        "hab's",
        "cê vai",
        "zweieinhalb",
        "einhundertdrei",
        "viertelmillion",
        "ventidue",
        "dvacetpět",
        "полмиллиона",
        "без десяти пять",
        "půl třetí",
        "Hauptstr. 5",
        "n° 5",
        "o clock",
        "5k",
        "Doppelnull sieben eins",
        "Louis XVI",
        "siglo XX",
        "XX век",
        "треть",
        "za pět minut tři",
        "meio-dia e meia",
    ];

    #[test]
    fn what_is_not_looked_up_changes_nothing() {
        let mut scratch = Scratch::default();
        for language in Language::codes().filter_map(Language::get) {
            let known = Vocabulary::of(language);
            let silent: &'static Vocabulary = Box::leak(Box::new(Vocabulary {
                words: HashMap::default(),
                ..Vocabulary::read(language)
            }));
            let own = Canonical::new(language.code, Fillers::Drop, Tags::Drop).expect("known");
            let slow = Canonical {
                vocabulary: silent,
                ..own
            };
            let words = known.words.keys().chain(OTHERS);
            for word in words {
                for text in [
                    (*word).to_string(),
                    format!("So, {word} 3 {word}, five {word}. drei"),
                ] {
                    let (mut one, mut other) = (Vec::new(), Vec::new());
                    own.apply(text.as_bytes(), &mut scratch, &mut one);
                    slow.apply(text.as_bytes(), &mut scratch, &mut other);
                    assert_eq!(one, other, "{text} in {}", language.code);
                }
            }
        }
    }
}
