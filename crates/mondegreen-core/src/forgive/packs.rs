//! What the packs of the languages read in a text, and which forgiver each kind of reading belongs to.

use mondegreen_language::source::{Level, BASE};
use mondegreen_language::value::Value;
use mondegreen_language::{library, Pack, Reader, Role, Said};

use super::kinds::Kind;

/// A language's pack.
#[derive(Clone, Copy)]
pub struct Known {
    /// Its tables.
    pub pack: &'static Pack,
    places: Places,
}

/// The numbers of those kinds of rows of a pack that are told apart.
#[derive(Clone, Copy)]
struct Places {
    short: [u8; 2],
    abbreviations: u8,
    asides: u8,
    spellings: u8,
    sign: u8,
    digits: u8,
    ordinal: u8,
    grouped: u8,
    numbered: u8,
}

impl Known {
    /// The pack of a language that has patterns of its own, or of no language.
    pub fn of(code: &str) -> Option<Known> {
        let read = |pack: &&Pack| pack.has_patterns || code == BASE;
        let pack = library::pack(code).ok().filter(read)?;
        let place = |name: &str| {
            let found = pack.kinds.iter().position(|kind| kind == name);
            found.map_or(u8::MAX, |at| at as u8)
        };
        let places = Places {
            short: ["contractions", "informal"].map(place),
            abbreviations: place("abbreviations"),
            asides: place("asides"),
            spellings: place("spellings"),
            sign: place("sign"),
            digits: place("digits"),
            grouped: place("grouped"),
            numbered: place("numbered"),
            ordinal: place("ordinal"),
        };
        Some(Known { pack, places })
    }

    /// The forgiver that a kind of reading belongs to. Asides, such as *well*, belong to none.
    pub fn forgiver(&self, kind: u8) -> Option<Kind> {
        let places = &self.places;
        let forgiver = match kind {
            kind if kind == places.asides => return None,
            kind if places.short.contains(&kind) => Kind::Contractions,
            kind if [places.abbreviations, places.numbered].contains(&kind) => Kind::Abbreviations,
            kind if kind == places.spellings => Kind::Spelling,
            kind if kind == places.sign => Kind::Symbols,
            _ => Kind::Numbers,
        };
        Some(forgiver)
    }

    /// The value of a full stop that is read out, in addresses.
    pub fn point(&self) -> Option<Value> {
        Some(Value {
            kind: self.places.sign,
            ..Value::named(self.pack.names.find(".")?)
        })
    }

    /// Whether a reading is one of digits, which may be in groups.
    pub fn is_grouped(&self, kind: u8) -> bool {
        kind == self.places.grouped || kind == self.places.digits
    }

    /// Whether a kind of figures has a full stop of its own: *der 3. Mann*.
    pub fn has_stop(&self, kind: u8) -> bool {
        kind == self.places.ordinal
    }

    /// Whether readings of a kind may go on after a pause: digits that are said one by one.
    pub fn has_pauses(&self, kind: u8) -> bool {
        kind == self.places.digits
    }

    /// Whether the pack has rows of any of these kinds.
    pub fn has(&self, kinds: &[&str]) -> bool {
        let named = |kind: &String| kinds.contains(&kind.as_str());
        self.pack.kinds.iter().any(named)
    }
}

/// Working memory of the forgivers, used again from text to text.
#[derive(Default)]
pub struct Memory {
    readers: Vec<(&'static Pack, Reader<'static>)>,
}

impl Memory {
    /// All that a pack reads in a text.
    pub fn read(&mut self, known: &Known, text: &str) -> Said {
        self.reader(known).said(text)
    }

    /// The role that a word may have in what a pack reads.
    pub fn role_of(&mut self, known: &Known, word: &str) -> Role {
        self.reader(known).role_of(word)
    }

    fn reader(&mut self, known: &Known) -> &mut Reader<'static> {
        let same = |(pack, _): &(&'static Pack, Reader<'static>)| std::ptr::eq(*pack, known.pack);
        let at = match self.readers.iter().position(same) {
            Some(at) => at,
            None => {
                self.readers.push((known.pack, Reader::new(known.pack)));
                self.readers.len() - 1
            }
        };
        &mut self.readers[at].1
    }

    /// The values of the numbers that a pack reads across a place of a text, in bytes, and is sure of.
    pub fn across(&mut self, known: &Known, text: &str, place: usize) -> Vec<Value> {
        let said = self.read(known, text);
        let crosses = said.readings.iter().filter(|found| {
            let kind = found.value.kind;
            found.from < place
                && place < found.to
                && found.level == Level::Write
                && known.forgiver(kind) == Some(Kind::Numbers)
                && !known.has_pauses(kind)
        });
        crosses.map(|found| found.value).collect()
    }

    /// Whether a pack reads the whole of a text as a number, an amount or a time.
    pub fn is_number(&mut self, known: &Known, text: &str, with_unit: bool) -> bool {
        let said = self.read(known, text);
        let count = said.whole().end as u32;
        said.readings.iter().any(|found| {
            found.tokens == (0, count)
                && !found.says_nothing
                && known.forgiver(found.value.kind) == Some(Kind::Numbers)
                && (!with_unit || found.value.name != 0)
        })
    }
}
