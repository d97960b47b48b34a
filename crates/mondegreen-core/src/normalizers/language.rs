//! Our own normalizer of a language: what its pack reads in one way only is written anew.

use mondegreen_language::notes::{self, Keep, Kind, Mark};
use mondegreen_language::{library, Pack, Reader, Written};

use crate::surrogates;

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

/// What becomes of notes in brackets, such as `[laughter]`; `<unk>` stays a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tags {
    /// They are left out.
    #[default]
    Drop,
    /// Each is one token, brackets included.
    Keep,
    /// Their words count as spoken.
    Words,
}

impl Tags {
    fn keep(self) -> Keep {
        match self {
            Self::Drop => Keep::Nothing,
            Self::Keep | Self::Words => Keep::Notes,
        }
    }
}

/// The normalizer of a pack.
#[derive(Clone, Copy)]
pub struct ByPack {
    pack: &'static Pack,
    fillers: Fillers,
    tags: Tags,
}

impl PartialEq for ByPack {
    fn eq(&self, other: &ByPack) -> bool {
        let how = |of: &ByPack| (of.fillers, of.tags);
        std::ptr::eq(self.pack, other.pack) && how(self) == how(other)
    }
}

impl Eq for ByPack {}

impl std::fmt::Debug for ByPack {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "ByPack({:?}, {:?})", self.fillers, self.tags)
    }
}

/// Readers of packs, used again from text to text.
#[derive(Default)]
pub struct Scratch {
    reader: Option<(&'static Pack, Box<Reader<'static>>)>,
    text: String,
    points: Vec<char>,
    out: String,
    marks: Vec<Mark>,
    /// The text without what nobody said.
    said: Vec<u8>,
}

/// A rewrite: rule, where it began and ended in code points, and what was written.
pub type Rewrite = (String, u32, u32, String);

impl ByPack {
    /// The normalizer of a language.
    ///
    /// # Errors
    /// There is no pack of it, or it has a fault; with file and line.
    pub fn new(language: &str, fillers: Fillers, tags: Tags) -> Result<ByPack, String> {
        let pack = library::pack(language)?;
        Ok(ByPack {
            pack,
            fillers,
            tags,
        })
    }

    fn reader<'s>(&self, scratch: &'s mut Scratch) -> &'s mut Reader<'static> {
        let known = scratch.reader.take();
        let reader = known.filter(|(pack, _)| std::ptr::eq(*pack, self.pack));
        let reader = reader.unwrap_or_else(|| (self.pack, Box::new(Reader::new(self.pack))));
        &mut scratch.reader.insert(reader).1
    }

    /// Append the normalized `text`, which may hold lone surrogates as three bytes each, to `out`.
    ///
    /// What is written may hold a note that the text did not: then it is written without that, so that it
    /// stays the same when it is normalized once more.
    pub fn apply(&self, text: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) {
        let mut given = std::mem::take(&mut scratch.text);
        let mut written = std::mem::take(&mut scratch.out);
        let surrogates = match std::str::from_utf8(text) {
            Ok(text) => {
                self.apply_once(text, scratch, &mut written);
                false
            }
            Err(_) => {
                read(text, &mut given, &mut scratch.points);
                self.apply_once(&given, scratch, &mut written);
                true
            }
        };
        // what is between notes that stay was read by itself
        let apart = self.tags == Tags::Keep && notes::may_hold(text);
        for _ in 0..NOTES {
            let may_hold = notes::may_hold(written.as_bytes());
            if !apart && (!may_hold || self.stays(&written, scratch)) {
                break;
            }
            std::mem::swap(&mut given, &mut written);
            self.apply_once(&given, scratch, &mut written);
            if given == written {
                break;
            }
        }
        surrogates::write(&written, surrogates, out);
        (scratch.text, scratch.out) = (given, written);
    }

    /// Whether no note is in a text that is normalized, but those that stay.
    fn stays(&self, text: &str, scratch: &mut Scratch) -> bool {
        notes::find(text, &mut scratch.marks);
        let marks = scratch.marks.iter();
        let mut marks = marks.filter(|mark| mark.kind != Kind::Unknown);
        match self.tags {
            Tags::Drop => marks.next().is_none(),
            Tags::Words | Tags::Keep => {
                marks.all(|mark| !matches!(mark.kind, Kind::Token | Kind::Join))
            }
        }
    }

    /// Write into `out` what is written of a `text`.
    fn apply_once(&self, text: &str, scratch: &mut Scratch, out: &mut String) {
        out.clear();
        let mut marks = std::mem::take(&mut scratch.marks);
        let mut said = std::mem::take(&mut scratch.said);
        let text = if notes::may_hold(text.as_bytes()) {
            said.clear();
            notes::stripped(text.as_bytes(), self.tags.keep(), &mut marks, &mut said);
            marks.clear();
            let text = std::str::from_utf8(&said).unwrap_or_default();
            if self.tags == Tags::Keep {
                notes::find(text, &mut marks);
            }
            text
        } else {
            marks.clear();
            text
        };
        let reader = self.reader(scratch);
        reader.keep_fillers = self.fillers != Fillers::Drop;
        let mut at = 0;
        for mark in marks.iter().filter(|mark| mark.kind != Kind::Unknown) {
            append(out, |out| reader.normalize(&text[at..mark.from], out));
            append(out, |out| note(&text[mark.from..mark.to], out));
            at = mark.to;
        }
        append(out, |out| reader.normalize(&text[at..], out));
        (scratch.marks, scratch.said) = (marks, said);
    }

    /// Append the normalized `text` to `out`, to `read` the text that was read, which is without what
    /// nobody said, and to `pieces` what each piece of `out` was made from. Nothing of this, and no,
    /// where notes stay as words of their own or the text has lone surrogates. `is_it` says of a text
    /// whether it is the normalized one.
    pub fn apply_with_pieces(
        &self,
        text: &[u8],
        scratch: &mut Scratch,
        out: &mut String,
        read: &mut String,
        pieces: &mut Vec<Written>,
        is_it: impl FnOnce(&str) -> bool,
    ) -> bool {
        let mut said = std::mem::take(&mut scratch.said);
        said.clear();
        let has_marks = notes::may_hold(text);
        if has_marks {
            notes::stripped(text, self.tags.keep(), &mut scratch.marks, &mut said);
        }
        let text = if has_marks { &said } else { text };
        let plain = !has_marks || self.tags != Tags::Keep;
        let found = std::str::from_utf8(text).ok().filter(|_| plain);
        if let Some(text) = found {
            let reader = self.reader(scratch);
            reader.keep_fillers = self.fillers != Fillers::Drop;
            read.push_str(text);
            reader.normalize_with_pieces(text, out, pieces, is_it);
        }
        let found = found.is_some();
        scratch.said = said;
        found
    }

    /// What [`ByPack::apply`] rewrites in `text`, in the order of the text.
    pub fn rewrites(&self, text: &[u8], scratch: &mut Scratch) -> Vec<Rewrite> {
        let mut given = String::new();
        // Notes that stay are no words of the text before and after them.
        let read_as_words = self.tags == Tags::Words;
        let how = if read_as_words {
            Tags::Words
        } else {
            Tags::Drop
        };
        let blanked = notes::blanked(text, how.keep(), &mut scratch.marks);
        let mut marks = std::mem::take(&mut scratch.marks);
        read(
            blanked.as_deref().unwrap_or(text),
            &mut given,
            &mut scratch.points,
        );
        let reader = self.reader(scratch);
        reader.keep_fillers = self.fillers == Fillers::Keep;
        let found = reader.rewrites(&given);
        let (mut byte, mut point) = (0, 0);
        let mut place = |to: usize| {
            point += given[byte..to].chars().count() as u32;
            byte = to;
            point
        };
        let optional = self.fillers == Fillers::Optional;
        let all = found.into_iter().map(|one| {
            let (rule, output) = match one.rule {
                "fillers" if optional => {
                    ("optional-filler", given[one.from..one.to].to_lowercase())
                }
                rule => (rule, one.output),
            };
            let (from, to) = (place(one.from), place(one.to));
            (rule.to_owned(), from, to, output)
        });
        let mut all: Vec<Rewrite> = all.collect();
        if self.tags == Tags::Keep {
            marks.retain(|mark| matches!(mark.kind, Kind::Token | Kind::Join));
        }
        let tags = notes::places(text, &marks);
        all.extend(tags.map(|(from, to)| ("tags".to_owned(), from, to, String::new())));
        all.sort_by_key(|rewrite| rewrite.1);
        all
    }
}

/// How often notes are looked for; each time there are fewer of the marks that notes are made of.
const NOTES: usize = 6;

/// Append what `write` writes, with a space before it where it needs one.
fn append(out: &mut String, write: impl FnOnce(&mut String)) {
    if out.is_empty() {
        return write(out);
    }
    out.push(' ');
    let before = out.len();
    write(out);
    if out.len() == before {
        out.pop();
    }
}

/// Append a note as one word: `[loud_music]`.
fn note(mark: &str, out: &mut String) {
    let words = mark.trim_matches(|letter: char| !letter.is_alphanumeric());
    if words.is_empty() {
        return;
    }
    out.push('[');
    for (at, word) in words.split_whitespace().enumerate() {
        out.push_str(if at == 0 { "" } else { "_" });
        out.push_str(&word.to_lowercase());
    }
    out.push(']');
}

/// The text as it is read, lone surrogates in their shelter; whether it has any.
fn read(text: &[u8], into: &mut String, points: &mut Vec<char>) -> bool {
    into.clear();
    if let Ok(text) = std::str::from_utf8(text) {
        into.push_str(text);
        return false;
    }
    surrogates::read(text, points);
    into.extend(points.iter());
    true
}
