//! Words as small integers, with all that the forgivers ask of a word, worked out once for each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use mondegreen_language::Role;

use super::fillers::is_filler;
use super::kinds::Kind;
use super::packs::Memory;
use super::sense::Sense;
use super::settings::Settings;
use super::{accents, folds, punctuation, respelled};
use crate::words::{secrets, Word};

/// The word is a hesitation.
pub const FILLER: u16 = 1;
/// It is an article.
pub const ARTICLE: u16 = 1 << 1;
/// It holds a number.
pub const NUMBER: u16 = 1 << 2;
/// It denies, or one of its parts does.
pub const NEGATION: u16 = 1 << 3;
/// It is a yes or a no.
pub const ANSWER: u16 = 1 << 4;
/// It is part of a name that the user gave.
pub const ENTITY: u16 = 1 << 5;
/// It breaks off: `th-`.
pub const STUTTER: u16 = 1 << 6;
/// An article before it matters: `a few`.
pub const BEFORE: u16 = 1 << 7;
/// A text that was cut off may end with it.
pub const ENDING: u16 = 1 << 8;
/// It is one letter.
pub const LETTER: u16 = 1 << 9;
/// The first part of `uh-huh`.
pub const FIRST: u16 = 1 << 10;
/// The second part of it.
pub const SECOND: u16 = 1 << 11;
/// After it an `a` is a letter: `vitamin a`.
pub const LABEL: u16 = 1 << 12;
/// It is one letter, and a word: `I`.
pub const SINGLE: u16 = 1 << 13;
/// Without it nothing definite is meant: `a`, `an`, `un`.
pub const INDEFINITE: u16 = 1 << 14;
/// The word occurs twice where the grammar wants it.
pub const TWICE: u16 = 1 << 15;
/// What the guard looks for.
pub const GUARDED: u16 = NUMBER | NEGATION | ANSWER | ENTITY;

/// All that is known of one word.
#[derive(Clone, Debug)]
pub struct Info {
    /// The word as it is, and after `case`, `punctuation`, `accents` and `variants`, as far as they are
    /// chosen.
    pub folds: [u32; 5],
    /// The one spelling of it.
    pub spelling: u32,
    /// The word in lower case, with the short form at its end written out.
    pub long: u32,
    /// The word in lower case without punctuation.
    pub plain: u32,
    /// What `spacing` compares.
    pub letters: Box<str>,
    /// What it is.
    pub flags: u16,
    /// What it says between two numbers, or before one.
    pub sense: Sense,
    /// The role that it may have in readings.
    pub role: Role,
}

impl Info {
    /// What the forgivers compare.
    #[inline]
    pub fn folded(&self) -> u32 {
        self.folds[4]
    }
}

/// Spreads keys of words over a table in a way that nobody who writes a text can know.
#[derive(Default)]
pub struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte as u64);
        }
    }

    #[inline]
    fn write_u64(&mut self, key: u64) {
        let [first, second] = secrets();
        let product = (self.0 ^ key ^ second) as u128 * first as u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// The words met so far.
pub struct Vocabulary {
    words: HashMap<u64, u32, BuildHasherDefault<Spread>>,
    raw: Vec<Box<[u8]>>,
    infos: Vec<Info>,
    texts: HashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
    empty: u32,
}

/// After so many words the vocabulary is emptied, between two texts.
const MOST: usize = 1 << 20;

impl Vocabulary {
    /// An empty one.
    pub fn new() -> Vocabulary {
        let mut made = Vocabulary {
            words: HashMap::default(),
            raw: Vec::new(),
            infos: Vec::new(),
            texts: HashMap::new(),
            names: Vec::new(),
            empty: 0,
        };
        made.empty = made.text("");
        made
    }

    /// Forget everything once there is too much of it; numbers of words are then void.
    pub fn rest(&mut self) {
        if self.infos.len() > MOST {
            *self = Vocabulary::new();
        }
    }

    /// The number of words.
    pub fn count(&self) -> usize {
        self.infos.len()
    }

    /// All about a word.
    #[inline]
    pub fn info(&self, word: u32) -> &Info {
        &self.infos[word as usize]
    }

    /// Whether nothing is left of a word once it is folded.
    pub fn is_empty(&self, text: u32) -> bool {
        text == self.empty
    }

    /// The text with this number.
    pub fn name(&self, text: u32) -> &str {
        &self.names[text as usize]
    }

    fn text(&mut self, text: &str) -> u32 {
        if let Some(&found) = self.texts.get(text) {
            return found;
        }
        let next = self.texts.len() as u32;
        self.texts.insert(text.into(), next);
        self.names.push(text.into());
        next
    }

    /// The number of `word`, which reads `bytes`.
    #[inline]
    pub fn word(
        &mut self,
        word: &Word,
        bytes: &[u8],
        settings: &Settings,
        memory: &mut Memory,
    ) -> u32 {
        let mut key = word.key;
        loop {
            match self.words.get(&key) {
                Some(&found) if word.exact() || *self.raw[found as usize] == *bytes => {
                    return found;
                }
                // Another word of the same hash.
                Some(_) => key = key.wrapping_add(1) | 1 << 63,
                None => break,
            }
        }
        let info = self.look(bytes, settings, memory);
        let next = self.infos.len() as u32;
        self.infos.push(info);
        self.raw.push(bytes.into());
        self.words.insert(key, next);
        next
    }

    fn look(&mut self, bytes: &[u8], settings: &Settings, memory: &mut Memory) -> Info {
        let lower = settings.lower;
        let raw = String::from_utf8_lossy(bytes).into_owned();
        let mut folded = raw.clone();
        let plain = punctuation::unmarked(&folds::lower(&raw, lower));
        let mut folds = [self.text(&raw); 5];
        let kinds = [Kind::Case, Kind::Punctuation, Kind::Accents, Kind::Variants];
        for (at, kind) in kinds.into_iter().enumerate() {
            if settings.has(kind) {
                folded = match kind {
                    Kind::Case => folds::lower(&folded, lower),
                    Kind::Punctuation => punctuation::unmarked(&folded),
                    Kind::Variants => settings.spelled(&folded, &plain),
                    _ => accents::plain(&folded, &settings.marks),
                };
            }
            folds[at + 1] = self.text(&folded);
        }
        let spelling = respelled::spelling(&folded, settings);
        let flags = flags(&raw, &plain, settings, memory);
        Info {
            folds,
            spelling: spelling.map_or(folds[4], |text| self.text(&text)),
            long: self.text(&settings.lengthened(&raw, &plain)),
            plain: self.text(&plain),
            letters: folds::letters(&folded).into(),
            flags,
            sense: Sense::of(&raw, settings),
            role: settings.role_of(&raw, memory),
        }
    }
}

impl Default for Vocabulary {
    fn default() -> Vocabulary {
        Vocabulary::new()
    }
}

/// The parts of a word that deny: `no` of `no-one`, `n't`, and `insecure`, however it is written.
pub fn negations<'a>(plain: &'a str, settings: &'a Settings) -> impl Iterator<Item = &'a str> {
    let hyphens = ['-', '–', '—'];
    let denied = &settings.lists.denied;
    let denied = if plain.contains(hyphens) {
        denied.get(plain.replace(hyphens, "").as_str())
    } else {
        denied.get(plain)
    };
    let itself = settings.lists.negations.contains(plain) || plain.ends_with("n't");
    let word = denied.copied().or(itself.then_some(plain));
    let whole = word.is_some();
    let parts = plain.split(hyphens);
    word.into_iter()
        .chain(parts.filter(move |part| !whole && settings.lists.negations.contains(part)))
}

fn flags(raw: &str, plain: &str, settings: &Settings, memory: &mut Memory) -> u16 {
    let lists = &settings.lists;
    let mut flags = 0;
    let mut set = |flag: u16, is: bool| flags |= if is { flag } else { 0 };
    set(
        FILLER,
        plain.len() < 40 && !lists.apart.contains(plain) && is_filler(plain, &settings.fillers),
    );
    set(ARTICLE, lists.articles.contains(plain));
    set(BEFORE, lists.before.contains(plain));
    set(ENDING, lists.endings.contains(plain));
    set(
        NEGATION,
        negations(plain, settings).next().is_some() || lists.deny(plain),
    );
    set(ANSWER, lists.answers.contains(plain));
    set(ENTITY, settings.entities.contains(plain));
    set(LABEL, lists.labels.contains(plain));
    set(SINGLE, lists.singles.contains(plain));
    set(TWICE, lists.doubles(plain));
    let mut points = plain.chars();
    set(LETTER, points.next().is_some() && points.next().is_none());
    let body = raw.trim_end_matches(['-', '–', '—']);
    set(
        STUTTER,
        body.len() < raw.len() && body.chars().all(char::is_alphabetic) && !body.is_empty(),
    );
    set(FIRST, lists.first.contains(plain));
    set(SECOND, lists.second.contains(plain));
    let digit = raw.chars().any(char::is_numeric);
    let short = plain.len() < 60;
    let number = digit
        || lists.numbers.contains(plain)
        || short && !plain.is_empty() && settings.is_number(raw, memory);
    set(NUMBER, number);
    let indefinite = number || lists.indefinite.contains(plain);
    set(INDEFINITE, lists.articles.contains(plain) && indefinite);
    flags
}
