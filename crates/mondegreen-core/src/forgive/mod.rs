//! Which differences between two texts do not matter, and why.
//!
//! The strict alignment says where two texts differ. Differences with at most [`REACH`] equal words
//! between them are one region; in each the forgivers say which spans mean the same
//! ([`candidates`]), and the cheapest way through it ([`path`]) says what remains.
//!
//! * [`words`] knows each word once: what is left of it when it is folded, its spelling, what it may be
//!   written out as, what it is ([`lists`]); [`folds`] and [`rewrites`] work that out;
//! * [`accents`] knows marks without which a word is another one;
//! * [`spacing`], [`figures`] (numbers) and [`repetition`] look at more than one word;
//! * [`parted`] knows marks that part two numbers;
//! * [`senses`] knows words whose punctuation says something next to a number;
//! * [`guard`] keeps numbers, denials, answers and names from the loose forgivers;
//! * [`endings`] says what others need not be asked;
//! * [`cut`] cuts regions that are too long to look at all ways through them;
//! * [`question`] is what forgivers outside of the kernel are asked;
//! * [`pieces`] are what becomes of a pair;
//! * [`engine`] goes over the regions of a pair.

mod accents;
mod asks;
pub mod candidates;
pub mod cut;
pub mod endings;
pub mod engine;
pub mod figures;
pub mod folds;
pub mod guard;
pub mod kinds;
pub mod lists;
pub mod parted;
pub mod path;
pub mod pieces;
pub mod question;
pub mod repetition;
pub mod rewrites;
pub mod senses;
pub mod spacing;
mod telephone;
pub mod window;
pub mod words;

use std::collections::{HashMap, HashSet};

pub use engine::{Engine, Outcome, Piece};
pub use kinds::{Kind, KINDS};
pub use question::Question;

use crate::canonical::{Canonical, Fillers, Language, Scratch};
use crate::numbers::Found;
use crate::text::{tags::Tags, Script};
use lists::Lists;

/// A forgiven span has at most so many words on a side.
pub const MOST_WORDS: usize = 12;
/// Neighbouring differences with at most so many equal words between them are looked at together.
pub const REACH: usize = 3;

/// Which forgivers are at work, and what they know.
pub struct Settings {
    /// How the language is written.
    pub script: Script,
    /// Whether the rules of English hold.
    pub english: bool,
    /// The codes of the languages.
    pub codes: Vec<&'static str>,
    /// The hesitations.
    pub fillers: Vec<&'static str>,
    /// What signs are read as.
    pub signs: Vec<(&'static str, &'static str)>,
    chosen: [bool; KINDS.len()],
    /// Whether the guard is on.
    pub guard: bool,
    /// Words of the names that must not be lost, in lower case without punctuation.
    pub entities: HashSet<String>,
    /// Spellings of the user's.
    pub spellings: HashMap<String, String>,
    /// Letters with a mark that is not an accent.
    pub letters: Vec<char>,
    /// The word lists of the language.
    pub lists: Lists,
    /// Reads numbers.
    pub reader: Canonical,
    /// Reads those of the other language, where there are two.
    pub other: Option<Canonical>,
}

/// Letters that a language tells apart from those without their mark, and never writes without it.
fn letters_of(language: &str) -> &'static [char] {
    match language {
        "de" => &['ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü'],
        "es" => &['ñ', 'Ñ'],
        _ => &[],
    }
}

impl Settings {
    /// Settings for `language`, or nothing when it is not known. Two languages, as `hi-en`, have the
    /// words of both; capitals are those of the second.
    pub fn new(language: &str, chosen: &[Kind], guard: bool) -> Option<Settings> {
        let (language, other) = match language.split_once('-') {
            Some((first, second)) if Language::get(language).is_none() => (second, Some(first)),
            _ => (language, None),
        };
        let known = Language::get(language)?;
        let mut settings = Settings {
            script: known.script,
            english: known.english,
            codes: vec![known.code],
            fillers: known.fillers.to_vec(),
            signs: known.signs.to_vec(),
            chosen: [false; KINDS.len()],
            guard,
            entities: HashSet::new(),
            spellings: HashMap::new(),
            letters: letters_of(language).to_vec(),
            lists: Lists::of(language),
            reader: Canonical::new(language, Fillers::Keep, Tags::Keep)?,
            other: match other {
                Some(other) => Some(Canonical::new(other, Fillers::Keep, Tags::Keep)?),
                None => None,
            },
        };
        if let Some(other) = other {
            settings.lists.extend(Lists::of(other));
            settings.letters.extend(letters_of(other));
            let other = Language::get(other)?;
            settings.english |= other.english;
            settings.codes.push(other.code);
            settings.fillers.extend(other.fillers);
            settings.signs.extend(other.signs);
            settings.script.address = settings.script.address.or(other.script.address);
        }
        for &kind in chosen {
            settings.chosen[kind as usize] = true;
        }
        Some(settings)
    }

    /// Add a name that must not be lost.
    pub fn add_entity(&mut self, name: &str) {
        for word in name.split_whitespace() {
            let plain = folds::unmarked(&folds::lower(word, self.script));
            if !plain.is_empty() && !self.lists.articles.contains(plain.as_str()) {
                self.entities.insert(plain);
            }
        }
    }

    /// The numbers of `text`, each with where it begins and ends in code points, by their places.
    pub fn numbers(&self, text: &[u8], scratch: &mut Scratch) -> Vec<(Found, u32, u32)> {
        let mut found = self.reader.numbers(text, scratch);
        if let Some(other) = &self.other {
            // What both read is one number: digits, and loans.
            for number in other.numbers(text, scratch) {
                if !found.iter().any(|one| one.1 < number.2 && number.1 < one.2) {
                    found.push(number);
                }
            }
            found.sort_by_key(|number| number.1);
        }
        found
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
