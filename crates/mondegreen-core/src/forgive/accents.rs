//! `accents`: which marks a word keeps, because without them it is another word of the language.
//!
//! A mark that is missing in the middle of a word (*telefono*, *teléfono*) says nothing. At its end it
//! may be all that tells a tense or a person (*pago*, *pagó*; *mange*, *mangé*), and some words are
//! told from others by it alone (*e*, *è*). The rules are those of the endings of verbs; words that
//! end so and are nothing else without the mark (*café*, *però*) are listed.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

use super::folds::unaccented;
use super::lists::guards;
use super::punctuation::parts;

/// What the languages tell by marks.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    keeps: Keeps,
    /// Letters with a mark that is never left out.
    letters: Vec<char>,
    /// Endings with a mark that tells tense or person.
    endings: Vec<&'static str>,
    /// Words with such an ending that are no other word without the mark.
    free: HashSet<&'static str>,
    /// The same for endings.
    free_endings: Vec<&'static str>,
    /// Words with another ending that are another word without the mark.
    kept: HashSet<&'static str>,
    /// Words with a free ending that keep their mark.
    verbs: HashSet<&'static str>,
    /// Words of other languages, which the language writes with their mark or without.
    borrowed: HashSet<&'static str>,
}

/// How much a language tells by marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Keeps {
    /// What the lists say.
    #[default]
    Listed,
    /// All but those of words that were borrowed with them.
    Unborrowed,
    /// All but those of capital letters.
    Small,
    /// All.
    All,
}

impl Marks {
    /// Those of a language, of which all marks are letters if it `keeps` them.
    pub fn of(language: &str, keeps: bool) -> Marks {
        let mut marks = Marks {
            keeps: match (language, keeps) {
                ("any", _) => Keeps::Small,
                (_, true) => Keeps::All,
                _ => Keeps::Listed,
            },
            ..Marks::default()
        };
        for (kind, words) in guards(language) {
            let words = words.iter().map(String::as_str);
            match kind.as_str() {
                "accent-ending" => marks.endings.extend(words),
                "accent-free" => marks.free.extend(words),
                "accent-free-ending" => marks.free_endings.extend(words),
                "accent-kept" => marks.kept.extend(words),
                "accent-verb" => marks.verbs.extend(words),
                "accent-borrowed" => marks.borrowed.extend(words),
                "accent-letter" => marks
                    .letters
                    .extend(words.filter_map(|word| word.chars().next())),
                _ => {}
            }
        }
        if marks.keeps == Keeps::Listed && !marks.borrowed.is_empty() {
            marks.keeps = Keeps::Unborrowed;
        }
        marks
    }

    /// Add those of another language.
    pub fn extend(&mut self, other: Marks) {
        if other.keeps == Keeps::All || self.keeps == Keeps::Unborrowed {
            self.keeps = other.keeps;
        }
        self.borrowed.extend(other.borrowed);
        self.letters.extend(other.letters);
        self.endings.extend(other.endings);
        self.free.extend(other.free);
        self.free_endings.extend(other.free_endings);
        self.kept.extend(other.kept);
        self.verbs.extend(other.verbs);
    }

    /// Whether each part of a word that has a mark is borrowed.
    fn are_borrowed(&self, word: &str) -> bool {
        let word: String = parts(word).1.to_lowercase().nfc().collect();
        let known = |part: &str| part.is_ascii() || self.borrowed.contains(part);
        let mut parts = word.split(['-', '\'', '’']);
        parts.all(|part| known(part) || part.strip_suffix('s').is_some_and(known))
    }

    fn has_lists(&self) -> bool {
        !self.endings.is_empty() || !self.kept.is_empty()
    }

    /// How many of the last code points of `word`, in lower case, keep their marks.
    fn kept(&self, word: &str) -> usize {
        if self.kept.contains(word) {
            return word.chars().count();
        }
        let Some(ending) = self.endings.iter().find(|end| word.ends_with(**end)) else {
            return 0;
        };
        let verb = self.verbs.contains(word.trim_end_matches('s'));
        let free = self.free_endings.iter().any(|end| word.ends_with(*end));
        if self.free.contains(word) || free && !verb {
            return 0;
        }
        ending.chars().count()
    }
}

/// The word without accents, except for those that make another word of it in one of the languages.
pub fn plain(word: &str, marks: &Marks) -> String {
    if word.is_ascii() {
        return word.to_string();
    }
    match marks.keeps {
        Keeps::All => return word.nfc().map(one_comma).collect(),
        Keeps::Small => return plain_capitals(word),
        Keeps::Unborrowed if !marks.are_borrowed(word) => {
            return word.nfc().map(one_comma).collect()
        }
        Keeps::Unborrowed => return unaccented(word, &[]),
        Keeps::Listed => {}
    }
    if !marks.has_lists() || word.len() > LONGEST {
        return unaccented(word, &marks.letters);
    }
    if word.contains(' ') {
        let each: Vec<String> = word.split(' ').map(|word| plain(word, marks)).collect();
        return each.join(" ");
    }
    let word: String = word.nfc().collect();
    let (lead, core, trail) = parts(&word);
    let low = core.to_lowercase();
    let kept = marks.kept(&low);
    if kept == 0 {
        return unaccented(&word, &marks.letters);
    }
    let from = core
        .char_indices()
        .rev()
        .nth(kept - 1)
        .map_or(0, |(at, _)| at);
    let end: String = core[from..].chars().map(one_kind).collect();
    let [lead, stem, trail] =
        [lead, &core[..from], trail].map(|part| unaccented(part, &marks.letters));
    format!("{lead}{stem}{end}{trail}")
}

/// The cedilla of s and t as a comma, which is the same letter where both are written.
fn one_comma(point: char) -> char {
    match point {
        '\u{15E}' => '\u{218}',
        '\u{15F}' => '\u{219}',
        '\u{162}' => '\u{21A}',
        '\u{163}' => '\u{21B}',
        point => point,
    }
}

/// The word without accents of its capitals, which French leaves out.
fn plain_capitals(word: &str) -> String {
    let plain = |point: char| match point.is_uppercase() {
        true => unaccented(point.encode_utf8(&mut [0; 4]), &[]),
        false => point.to_string(),
    };
    word.nfc().map(one_comma).map(plain).collect()
}

/// No word of the lists is so long, nor any word of a language.
const LONGEST: usize = 200;

/// Italian writes one word with either mark (*né*, *nè*), and no two words differ in it alone.
fn one_kind(point: char) -> char {
    match point {
        'è' => 'é',
        'È' => 'É',
        point => point,
    }
}

/// Whether both words have signs for their short vowels, and not the same: *كَتَبَ*, *كُتِبَ*.
///
/// A sign that is missing on one side says nothing.
pub fn contradict(words: [&str; 2]) -> bool {
    let vowel = |point: char| matches!(point, '\u{64B}'..='\u{650}' | '\u{5B0}'..='\u{5BB}');
    if !words.iter().all(|word| word.contains(vowel)) {
        return false;
    }
    let [one, other] = words.map(|word| {
        let mut letters: Vec<Option<char>> = vec![None];
        for point in word.nfd() {
            if vowel(point) {
                *letters.last_mut().expect("a first one") = Some(point);
            } else if !unicode_normalization::char::is_combining_mark(point) && point != '\u{640}' {
                letters.push(None);
            }
        }
        letters
    });
    let two = |(one, other): (&Option<char>, &Option<char>)| {
        one.is_some() && other.is_some() && one != other
    };
    one.iter().zip(&other).any(two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vowels_that_contradict() {
        assert!(contradict(["كَتَبَ", "كُتِبَ"]));
        assert!(!contradict(["كتب", "كُتِبَ"]));
        assert!(!contradict(["كَتب", "كَتَبَ"]));
        assert!(contradict(["كَتَبْتُ", "كَتَبْتَ"]));
        assert!(!contradict(["café", "cafè"]));
    }
}
