//! mondegreen's own normalizers: plain lower-case words and digits, rewritten only where sure.
//!
//! A text becomes tokens ([`crate::text`]); each step looks at tokens and rewrites some of them; what
//! is left is written with single spaces. The steps run until none of them has anything to do, so
//! that a normalized text stays as it is when it is normalized again.
//!
//! * [`languages`] says what is known of each language, [`vocabulary`] which of its tables have a word;
//! * [`fillers`], [`contractions`] or [`informal`], [`abbreviations`] with [`titles`] and [`streets`], [`letters`],
//!   [`figures`], [`symbols`] and [`spelling`] are the steps, in this order;
//! * [`render`] writes the tokens.

pub(crate) mod abbreviations;
pub(crate) mod contractions;
pub mod figures;
pub(crate) mod fillers;
mod han_fillers;
pub(crate) mod informal;
pub mod languages;
mod letters;
mod render;
pub(crate) mod spelling;
mod streets;
mod symbols;
mod titles;
mod vocabulary;

use crate::numbers::{groups, marked, Found, Kind, Lexicon, Reader};
pub use crate::text::tags::Tags;
use crate::text::token::{Doc, Token, DOT};
use crate::text::{self, Options, Scanner};
use mondegreen_language::notes::{self, Mark};
use vocabulary::Vocabulary;

pub use languages::Language;

/// What becomes of hesitations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fillers {
    /// They are left out.
    #[default]
    Drop,
    /// They are words like others.
    Keep,
    /// They stay, and are named among the rewrites, so that a forgiver may pass over them.
    Optional,
}

/// A normalizer of one language.
#[derive(Clone, Copy)]
pub struct Canonical {
    language: &'static Language,
    lexicon: &'static Lexicon,
    vocabulary: &'static Vocabulary,
    fillers: Fillers,
    tags: Tags,
}

impl PartialEq for Canonical {
    fn eq(&self, other: &Canonical) -> bool {
        let key = |of: &Canonical| (of.language.code, of.fillers, of.tags);
        key(self) == key(other)
    }
}

impl Eq for Canonical {}

impl std::fmt::Debug for Canonical {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "Canonical({}, {:?}, {:?})",
            self.language.code, self.fillers, self.tags
        )
    }
}

/// Something that a normalizer did, besides case, punctuation and width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// The rule.
    pub rule: &'static str,
    /// Where it began in the source, in code points.
    pub start: u32,
    /// Where it ended.
    pub end: u32,
    /// What was written instead.
    pub output: String,
}

/// What the steps did.
#[derive(Default)]
pub(crate) struct Log {
    /// Whether anything was done since the pass began.
    changed: bool,
    /// Whether to write it down.
    keep: bool,
    all: Vec<Rewrite>,
}

impl Log {
    /// The tokens from `first` up to `last` become `output`.
    fn change(&mut self, rule: &'static str, tokens: &[Token], output: &str) {
        self.changed = true;
        self.note(rule, tokens, output);
    }

    /// As `change`, when nothing changes.
    fn note(&mut self, rule: &'static str, tokens: &[Token], output: &str) {
        if let (true, [first, ..], [.., last]) = (self.keep, tokens, tokens) {
            self.all.push(Rewrite {
                rule,
                start: first.start,
                end: last.end,
                output: output.to_string(),
            });
        }
    }
}

/// The buffers of one thread.
#[derive(Default)]
pub struct Scratch {
    scanner: Scanner,
    doc: Doc,
    log: Log,
    figures: figures::Figures,
    line: String,
    marks: Vec<Mark>,
}

/// Steps are taken at most so often; tests see to it that two are enough for what people say.
const PASSES: usize = 8;

/// Whether two digits have nothing but spaces and punctuation between them.
fn has_digits_side_by_side(line: &[u8]) -> bool {
    let mut between = None;
    for byte in line {
        between = match (byte, between) {
            (b'0'..=b'9', Some(true)) => return true,
            (b'0'..=b'9', _) => Some(false),
            (b' ' | b',' | b';' | b'-' | b'.' | b'/', Some(_)) => Some(true),
            _ => None,
        };
    }
    false
}

impl Canonical {
    /// The normalizer of `language`, or nothing when it is not known.
    pub fn new(language: &str, fillers: Fillers, tags: Tags) -> Option<Canonical> {
        let language = Language::get(language)?;
        Some(Canonical {
            language,
            lexicon: language.lexicon(),
            vocabulary: Vocabulary::of(language),
            fillers,
            tags,
        })
    }

    /// The normalizer called `name`: `mondegreen-en`, `mondegreen-de-keep-fillers-words-of-tags`.
    pub fn named(name: &str) -> Option<Canonical> {
        let mut rest = name.strip_prefix("mondegreen-")?;
        let mut tags = Tags::Drop;
        for (ending, how) in [("-keep-tags", Tags::Keep), ("-words-of-tags", Tags::Words)] {
            if let Some(before) = rest.strip_suffix(ending) {
                (rest, tags) = (before, how);
            }
        }
        let mut fillers = Fillers::Drop;
        for (ending, how) in [
            ("-keep-fillers", Fillers::Keep),
            ("-optional-fillers", Fillers::Optional),
        ] {
            if let Some(before) = rest.strip_suffix(ending) {
                (rest, fillers) = (before, how);
            }
        }
        Canonical::new(rest, fillers, tags)
    }

    fn scan(&self, text: &[u8], scratch: &mut Scratch) {
        let options = Options {
            script: self.language.script,
            tags: self.tags,
        };
        let suffix = |letters: &str| self.lexicon.is_suffix(letters);
        let blanked = notes::blanked(text, self.tags.keep(), &mut scratch.marks);
        let text = blanked.as_deref().unwrap_or(text);
        scratch
            .scanner
            .scan(text, options, suffix, &mut scratch.doc);
    }

    fn steps(&self, scratch: &mut Scratch) {
        let Scratch {
            doc,
            log,
            figures,
            scanner,
            ..
        } = scratch;
        figures.parted = false;
        for pass in 0..PASSES {
            log.changed = false;
            if pass == 0 {
                let done = |tokens: &[Token], text: &str| log.change("digits", tokens, text);
                marked::join(doc, scanner.chars(), self.lexicon, done);
            }
            if pass == 0 && self.lexicon.manner.spaced {
                groups::join(doc, |tokens, text| log.change("thousands", tokens, text));
            }
            self.vocabulary.mark(doc);
            fillers::step(
                doc,
                self.language,
                self.lexicon,
                self.fillers,
                pass > 0,
                log,
            );
            if self.language.english {
                contractions::step(doc, log);
            } else if let Some(forms) = self.vocabulary.forms {
                informal::step(doc, self.language.code, forms, log);
            }
            if let Some(table) = self.vocabulary.short {
                abbreviations::step(doc, table, self.lexicon, log);
            }
            if self.language.english {
                letters::step(doc, log);
            }
            figures.step(doc, self.lexicon, log);
            symbols::step(doc, self.language, self.lexicon, log);
            symbols::calculations(doc);
            if self.language.english {
                spelling::step(doc, log);
            }
            if pass > 0 && !log.changed {
                return; // as the pass before left it
            }
            figures.keep_apart(doc, self.lexicon);
            if !log.changed {
                return;
            }
        }
    }

    /// Append the normalized `text`, which may hold lone surrogates as three bytes each, to `out`.
    pub fn apply(&self, text: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) {
        let start = out.len();
        self.apply_once(text, scratch, out);
        let plain = |byte: &u8| byte.is_ascii_lowercase() || *byte == b' ';
        if out[start..].iter().all(plain) && !self.has_romans(&scratch.doc) {
            return;
        }
        let comma = || out[start..].windows(2).any(|pair| pair == b", ");
        let again = self.language.script.unspaced
            || scratch.figures.parted
            || self.lexicon.manner.spaced && comma()
            || has_digits_side_by_side(&out[start..])
            || self.has_romans(&scratch.doc);
        if !again {
            return;
        }
        // What was written side by side, or with marks that are gone, can read as one number, and a comma that
        // keeps numbers apart can end what one of them says: look again.
        for _ in 0..PASSES {
            let written = out.split_off(start);
            self.apply_once(&written, scratch, out);
            if out[start..] == written[..] {
                return;
            }
        }
    }

    /// Whether a word may be a Roman numeral.
    fn has_romans(&self, doc: &Doc) -> bool {
        let mut words = doc.tokens.iter().map(|token| doc.text(token));
        words.any(|word| self.lexicon.romans.may_begin(word))
    }

    fn apply_once(&self, text: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) {
        scratch.log.keep = false;
        self.scan(text, scratch);
        self.steps(scratch);
        let surrogates = scratch.scanner.surrogates;
        scratch.line.clear();
        let (unspaced, spaced) = (self.language.script.unspaced, self.lexicon.manner.spaced);
        render::write(&scratch.doc, unspaced, spaced, &mut scratch.line);
        crate::text::fold::write(&scratch.line, surrogates, out);
    }

    /// What [`Canonical::apply`] rewrites in `text`, in the order of the text.
    pub fn rewrites(&self, text: &[u8], scratch: &mut Scratch) -> Vec<Rewrite> {
        scratch.log.keep = true;
        scratch.log.all.clear();
        self.scan(text, scratch);
        self.steps(scratch);
        let mut all = std::mem::take(&mut scratch.log.all);
        all.extend(
            notes::places(text, &scratch.marks).map(|(start, end)| Rewrite {
                rule: "tags",
                start,
                end,
                output: String::new(),
            }),
        );
        for rewrite in all.iter_mut().filter(|_| self.language.script.unspaced) {
            rewrite.output = render::unspaced(&rewrite.output);
        }
        all.sort_by_key(|rewrite| rewrite.start);
        all
    }

    /// The numbers of `text`, each with where it begins and ends in code points.
    pub fn numbers(&self, text: &[u8], scratch: &mut Scratch) -> Vec<(Found, u32, u32)> {
        self.scan(text, scratch);
        if self.lexicon.manner.han {
            crate::numbers::han::split(&mut scratch.doc);
        }
        let chars = scratch.scanner.chars();
        marked::join(&mut scratch.doc, chars, self.lexicon, |_, _| ());
        crate::numbers::split_units(&mut scratch.doc, self.lexicon);
        if self.lexicon.manner.spaced {
            groups::join(&mut scratch.doc, |_, _| ());
        }
        let doc = &scratch.doc;
        let mut atoms = Vec::new();
        let found = Reader::new(doc, self.lexicon, &mut atoms).read();
        let place = |found: Found| {
            let start = doc.tokens[found.first].start;
            let last = &doc.tokens[found.last - 1];
            // The full stop of "21." is part of it.
            let stop = found.kind == Kind::Ordinal
                && last.kind == text::Kind::Number
                && self.lexicon.endings.has_stops()
                && last.has(DOT);
            (found, start, last.end + u32::from(stop))
        };
        found.into_iter().map(place).collect()
    }
}

#[cfg(test)]
mod tests;
