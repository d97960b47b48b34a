//! Normalizers: a text in, the text that is scored out.
//!
//! [`Normalizer::WhisperBasic`] and [`Normalizer::WhisperEnglish`] do what the normalizers of
//! openai-whisper 20250625 do under Python 3.11, to the byte and with all their faults. They were
//! written from what those do; scanners are here in place of regular expressions, and each
//! says which one it stands for. The oracle of the tests is the package itself.
//!
//! Texts are generalised UTF-8: lone surrogates may be as three bytes each.
//!
//! * [`whisper_basic`] and [`whisper_english`] are the two sequences of steps;
//! * [`leaderboard`] is `whisper-basic` with one step more;
//! * [`language`] is our own, with the pack of a language;
//! * [`space_norm`] is that of the metric `space-norm-wer`;
//! * [`brackets`] and [`symbols`] hold the steps that both share;
//! * [`contractions`], [`numbers`] and [`spelling`] hold those of English;
//! * [`forms`] and [`clusters`] stand for Python's own text functions, [`unicode`] for its tables.

mod brackets;
mod clusters;
mod compounds;
mod contractions;
mod digits;
mod english;
mod forms;
pub mod language;
mod leaderboard;
mod number_words;
mod numbers;
mod space_norm;
mod spelled;
mod spelling;
mod symbols;
mod unicode;
mod whisper_basic;
mod whisper_english;

pub use english::Edition;
use english::English;
use language::ByPack;
pub use spelled::Language;
use unicode::Unicode;

use mondegreen_language::notes::{self, Keep, Mark};

use crate::canonical::{self, Canonical};

/// Which normalizer, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normalizer {
    /// For any language.
    WhisperBasic {
        /// Take letters apart from their marks, and drop these.
        remove_diacritics: bool,
        /// Part grapheme clusters by spaces.
        split_letters: bool,
    },
    /// For English.
    English(Edition),
    /// For any language, as the Open ASR Leaderboard had it, or for one whose digits it spells.
    LeaderboardMultilingual(Option<Language>),
    /// The one that belongs to the metric `space-norm-wer`.
    SpaceNorm,
    /// Our own, for one language, as it was before packs.
    Mondegreen(Canonical),
    /// Our own, for one language.
    ByPack(ByPack),
    /// Only what nobody said is left out.
    WithoutNotes(Keep),
}

/// A text on which the original raises an error: it has a number with more digits than Python
/// turns into an integer or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyDigits;

/// The buffers of one thread.
#[derive(Default)]
pub struct Scratch {
    /// The text as it stands.
    text: Vec<u8>,
    /// The text after the next step; then the two change places.
    next: Vec<u8>,
    points: Vec<u32>,
    words: Vec<(u32, u32)>,
    codes: Vec<u16>,
    canonical: canonical::Scratch,
    by_pack: language::Scratch,
    marks: Vec<Mark>,
}

impl Scratch {
    /// Take a step: `step` writes the next text.
    fn step(&mut self, step: impl FnOnce(&[u8], &mut Vec<u8>)) {
        self.next.clear();
        step(&self.text, &mut self.next);
        std::mem::swap(&mut self.text, &mut self.next);
    }
}

impl Normalizer {
    /// Append the normalized `text` to `out`; on an error `out` is as it was.
    pub fn apply(
        self,
        text: &[u8],
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Result<(), TooManyDigits> {
        let unicode = Unicode::get();
        match self {
            Normalizer::WhisperBasic {
                remove_diacritics,
                split_letters,
            } => {
                whisper_basic::apply(
                    unicode,
                    text,
                    remove_diacritics,
                    split_letters,
                    scratch,
                    out,
                );
                Ok(())
            }
            Normalizer::English(edition) => {
                whisper_english::apply(unicode, English::of(edition), text, scratch, out)
            }
            Normalizer::Mondegreen(how) => {
                how.apply(text, &mut scratch.canonical, out);
                Ok(())
            }
            Normalizer::ByPack(how) => {
                how.apply(text, &mut scratch.by_pack, out);
                Ok(())
            }
            Normalizer::WithoutNotes(keep) => {
                notes::stripped(text, keep, &mut scratch.marks, out);
                Ok(())
            }
            Normalizer::SpaceNorm => {
                space_norm::apply(unicode, text, scratch, out);
                Ok(())
            }
            Normalizer::LeaderboardMultilingual(language) => {
                leaderboard::apply(unicode, language, text, scratch, out);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests;
