//! Which forgivers are at work, and what is known of the languages.

use std::collections::{HashMap, HashSet};

use mondegreen_language::value::Value;
use mondegreen_language::variants::Variants;
use mondegreen_language::Role;
use unicode_normalization::UnicodeNormalization;

use super::accents::Marks;
use super::folds;
use super::kinds::{Kind, KINDS};
use super::lists::Lists;
use super::packs::{Known, Memory};
use super::punctuation;
use crate::scripts;

/// What stands between two words of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joins {
    /// Spaces.
    #[default]
    Spaces,
    /// Spaces, but none next to a letter of a script that parts no words.
    Mixed,
    /// Nothing: each letter is a word.
    Letters,
}

impl Joins {
    /// Whether a space parts them.
    pub fn has_space(self, before: &str, word: &str) -> bool {
        let parts = |point: Option<char>| point.is_some_and(|point| !scripts::is_unspaced(point));
        match self {
            Joins::Spaces => true,
            Joins::Mixed => parts(before.chars().next_back()) && parts(word.chars().next()),
            Joins::Letters => false,
        }
    }
}

/// Which forgivers are at work, and what they know.
pub struct Settings {
    /// Small letters of capitals, where the language has its own.
    pub lower: &'static [(char, char)],
    /// The hesitations.
    pub fillers: Vec<&'static str>,
    /// The packs of the languages.
    pub packs: Vec<Known>,
    /// Spellings of the scripts.
    variants: Vec<&'static Variants>,
    /// What stands between words.
    pub joins: Joins,
    chosen: [bool; KINDS.len()],
    /// What is forgiven without being counted, as the normalizer has done it.
    given: [bool; KINDS.len()],
    /// Whether the guard is on.
    pub guard: bool,
    /// Words of the names that must not be lost, in lower case without punctuation.
    pub entities: HashSet<String>,
    /// Spellings of the user's.
    pub spellings: HashMap<String, String>,
    /// What the languages tell by accents.
    pub marks: Marks,
    /// The word lists of the language.
    pub lists: Lists,
}

/// Whether anything is known of a language.
pub fn is_known(language: &str) -> bool {
    Known::of(language).is_some()
}

impl Settings {
    /// Settings for `language`, or nothing when it is not known. Two languages, as `hi-en`, have the
    /// words of both; capitals are those of the second.
    pub fn new(language: &str, chosen: &[Kind], guard: bool) -> Option<Settings> {
        let (language, other) = match language.split_once('-') {
            Some((first, second)) if !is_known(language) => (second, Some(first)),
            _ => (language, None),
        };
        let mut settings = Settings {
            lower: &[],
            fillers: Vec::new(),
            packs: Vec::new(),
            variants: Vec::new(),
            joins: Joins::Spaces,
            chosen: [false; KINDS.len()],
            given: [false; KINDS.len()],
            guard,
            entities: HashSet::new(),
            spellings: HashMap::new(),
            marks: Marks::default(),
            lists: Lists::default(),
        };
        settings.add(language)?;
        if let Some(other) = other {
            let lower = settings.lower;
            settings.add(other)?;
            settings.lower = lower;
        }
        for &kind in chosen {
            settings.chosen[kind as usize] = true;
        }
        Some(settings)
    }

    /// Read texts as they were before a normalizer of ours, which leaves neither case nor punctuation.
    pub fn read_before(&mut self) {
        for kind in [Kind::Case, Kind::Punctuation] {
            let chosen = &mut self.chosen[kind as usize];
            self.given[kind as usize] |= !*chosen;
            *chosen = true;
        }
    }

    /// Whether what has this rank is forgiven without being counted.
    pub fn is_given(&self, rank: u32) -> bool {
        self.given.get(rank as usize) == Some(&true)
    }

    /// Add what is known of a language.
    fn add(&mut self, code: &str) -> Option<()> {
        let known = Known::of(code)?;
        let fillers = known.pack.fillers.iter().map(String::as_str);
        self.fillers.extend(fillers);
        let pack = known.pack;
        self.packs.push(known);
        self.lower = pack.lower();
        self.variants.extend(known.pack.variants.as_ref());
        let marks = Marks::of(code, known.pack.keeps_accents);
        match self.packs.len() {
            1 => self.marks = marks,
            _ => self.marks.extend(marks),
        }
        self.lists.extend(Lists::of(code));
        Some(())
    }

    /// Add a name that must not be lost.
    pub fn add_entity(&mut self, name: &str) {
        for word in name.split_whitespace() {
            let plain = punctuation::unmarked(&folds::lower(word, self.lower));
            if !plain.is_empty() && !self.lists.articles.contains(plain.as_str()) {
                self.entities.insert(plain);
            }
        }
    }

    /// Whether a word says how many or how much.
    pub fn is_number(&self, raw: &str, memory: &mut Memory) -> bool {
        let mut packs = self.packs.iter();
        packs.any(|known| memory.is_number(known, raw, false))
    }

    /// The role that a word may have in readings.
    pub fn role_of(&self, word: &str, memory: &mut Memory) -> Role {
        if self.joins != Joins::Spaces {
            return Role::Any;
        }
        let packs = self.packs.iter();
        let roles = packs.map(|known| memory.role_of(known, word));
        roles.max().unwrap_or_default()
    }

    /// Whether a number and the word after it are an amount.
    pub fn has_unit(&self, text: &str, memory: &mut Memory) -> bool {
        let mut packs = self.packs.iter();
        packs.any(|known| memory.is_number(known, text, true))
    }

    /// The numbers that have a part on both sides of a place of a text, in bytes. Digits that are said
    /// one by one are so with pauses, too.
    pub fn across(&self, text: &str, place: usize, memory: &mut Memory) -> Vec<(usize, Value)> {
        let mut all = Vec::new();
        for (at, known) in self.packs.iter().enumerate() {
            let values = memory.across(known, text, place);
            all.extend(values.into_iter().map(|value| (at, value)));
        }
        all
    }

    /// A word in the one spelling of its script. Words that decide what a sentence says stay as they are.
    pub fn spelled(&self, word: &str, plain: &str) -> String {
        let lists = &self.lists;
        let kept = [&lists.negations, &lists.answers, &lists.apart];
        let mut spelled: String = word.nfc().collect();
        if kept.iter().any(|list| list.contains(plain)) {
            return spelled;
        }
        for variants in &self.variants {
            spelled = variants.spell(&spelled).unwrap_or(spelled);
        }
        spelled
    }

    /// Whether a comma is the decimal mark of a language.
    pub fn has_comma(&self) -> bool {
        self.packs.iter().any(|known| known.pack.has_comma())
    }

    /// A word in lower case without marks, with the short form at its end written out.
    pub fn lengthened(&self, raw: &str, plain: &str) -> String {
        let stopped = punctuation::parts(raw).2.starts_with('.');
        let long = |known: &Known| known.pack.lengthened(plain, stopped, false);
        let mut packs = self.packs.iter();
        packs
            .find_map(long)
            .map_or_else(|| plain.to_owned(), |(long, _)| long)
    }

    /// Whether packs have readings for any forgiver that is at work.
    pub fn reads(&self) -> bool {
        let kinds = [
            Kind::Numbers,
            Kind::Contractions,
            Kind::Abbreviations,
            Kind::Symbols,
            Kind::Spelling,
        ];
        kinds.iter().any(|&kind| self.has(kind))
    }

    /// Whether a forgiver is at work.
    #[inline]
    pub fn has(&self, kind: Kind) -> bool {
        self.chosen[kind as usize]
    }

    /// The place of a forgiver in the order of attribution.
    #[inline]
    pub fn rank(&self, kind: Kind) -> u32 {
        kind as u32
    }
}
