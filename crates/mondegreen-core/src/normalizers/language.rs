//! Our own normalizer of a language: what its pack reads in one way only is written anew.

use mondegreen_language::notes::{self, Keep, Mark};
use mondegreen_language::{library, Pack, Reader};

use crate::canonical::Fillers;
use crate::text::fold;

/// The normalizer of a pack.
#[derive(Clone, Copy)]
pub struct ByPack {
    pack: &'static Pack,
    fillers: Fillers,
}

impl PartialEq for ByPack {
    fn eq(&self, other: &ByPack) -> bool {
        std::ptr::eq(self.pack, other.pack) && self.fillers == other.fillers
    }
}

impl Eq for ByPack {}

impl std::fmt::Debug for ByPack {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "ByPack({:?})", self.fillers)
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
    pub fn new(language: &str, fillers: Fillers) -> Result<ByPack, String> {
        let pack = library::pack(language)?;
        Ok(ByPack { pack, fillers })
    }

    fn reader<'s>(&self, scratch: &'s mut Scratch) -> &'s mut Reader<'static> {
        let known = scratch.reader.take();
        let reader = known.filter(|(pack, _)| std::ptr::eq(*pack, self.pack));
        let reader = reader.unwrap_or_else(|| (self.pack, Box::new(Reader::new(self.pack))));
        &mut scratch.reader.insert(reader).1
    }

    /// Append the normalized `text`, which may hold lone surrogates as three bytes each, to `out`.
    pub fn apply(&self, text: &[u8], scratch: &mut Scratch, out: &mut Vec<u8>) {
        let mut given = std::mem::take(&mut scratch.text);
        let mut written = std::mem::take(&mut scratch.out);
        let mut said = std::mem::take(&mut scratch.said);
        said.clear();
        let surrogates = if notes::may_hold(text) {
            notes::stripped(text, Keep::Nothing, &mut scratch.marks, &mut said);
            read(&said, &mut given, &mut scratch.points)
        } else {
            read(text, &mut given, &mut scratch.points)
        };
        written.clear();
        let reader = self.reader(scratch);
        reader.keep_fillers = self.fillers != Fillers::Drop;
        reader.normalize(&given, &mut written);
        fold::write(&written, surrogates, out);
        (scratch.text, scratch.out, scratch.said) = (given, written, said);
    }

    /// What [`ByPack::apply`] rewrites in `text`, in the order of the text.
    pub fn rewrites(&self, text: &[u8], scratch: &mut Scratch) -> Vec<Rewrite> {
        let mut given = String::new();
        let blanked = notes::blanked(text, Keep::Nothing, &mut scratch.marks);
        let marks = std::mem::take(&mut scratch.marks);
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
        let all = found.into_iter().map(|one| {
            let (from, to) = (place(one.from), place(one.to));
            (one.rule.to_owned(), from, to, one.output)
        });
        let mut all: Vec<Rewrite> = all.collect();
        let tags = notes::places(text, &marks);
        all.extend(tags.map(|(from, to)| ("tags".to_owned(), from, to, String::new())));
        all.sort_by_key(|rewrite| rewrite.1);
        all
    }
}

/// The text as it is read, lone surrogates in their shelter; whether it has any.
fn read(text: &[u8], into: &mut String, points: &mut Vec<char>) -> bool {
    into.clear();
    if let Ok(text) = std::str::from_utf8(text) {
        into.push_str(text);
        return false;
    }
    fold::read(text, points);
    into.extend(points.iter());
    true
}
