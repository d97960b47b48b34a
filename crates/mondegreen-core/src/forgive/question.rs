//! What forgivers outside of the kernel are asked.

use super::endings::Endings;
use super::words::Vocabulary;

/// What the forgivers outside of the kernel want.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outside<'a> {
    /// Words of context in a question.
    pub context: usize,
    /// Whether spans are asked about of which one side is empty.
    pub one_sided: bool,
    /// Spans with more words on a side are not asked about.
    pub most_words: usize,
    /// Where there are any, only words that differ by these are asked about.
    pub endings: Option<&'a Endings>,
}

/// Their answer to a question, by the place in the order of attribution.
pub type Answers<'a> = &'a dyn Fn(&[u8]) -> Option<u32>;

/// Two spans that forgivers outside of the kernel are asked about: a key that is equal for equal
/// questions, of words parted by [`BETWEEN`] and sides parted by [`SIDES`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Whether the guard lets it pass (`0`: no; `2`: where sounds alone are not enough, as both sides
    /// hold a name; `1`: yes), reference, hypothesis, words before, words after; then, where accents
    /// were folded, reference and hypothesis with them.
    pub key: Box<[u8]>,
}

/// Parts words in a key. It is white space, so that no word of a text holds it; in tokens that were
/// cut elsewhere a space takes its place.
const BETWEEN: u8 = 0x1F;
/// Parts the sides in a key; as above.
pub const SIDES: u8 = 0x1E;

/// How far words are folded in a question: with all that is folded.
pub const ALL_FOLDS: usize = 4;
/// With all but accents.
pub const BUT_ACCENTS: usize = 2;

/// Add words as they are compared; those of which nothing is left are left out.
pub fn push_words(words: &[u32], vocabulary: &Vocabulary, fold: usize, key: &mut Vec<u8>) {
    let start = key.len();
    for &word in words {
        let info = vocabulary.info(word);
        if vocabulary.is_empty(info.folded()) {
            continue;
        }
        let folded = info.folds[fold];
        if key.len() > start {
            key.push(BETWEEN);
        }
        let bytes = vocabulary.name(folded).bytes();
        key.extend(bytes.map(|byte| match byte {
            BETWEEN | SIDES => b' ',
            byte => byte,
        }));
    }
}
