//! Normalizers: a text in, the text that is scored out.
//!
//! * [`crate::frozen`] has those of others: Whisper's, the Open ASR Leaderboard's and that of the
//!   metric `space-norm-wer`;
//! * [`language`] is our own, with the pack of a language.
//!
//! Texts are generalised UTF-8: lone surrogates may be as three bytes each.

pub mod language;

use language::ByPack;

use mondegreen_language::notes::{self, Keep, Mark};

use crate::frozen::{
    self, leaderboard, space_norm, whisper_basic, whisper_english, English, Unicode,
};
pub use crate::frozen::{Edition, Language, TooManyDigits};

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
    /// Our own, for one language.
    ByPack(ByPack),
    /// Only what nobody said is left out.
    WithoutNotes(Keep),
}

/// The buffers of one thread.
#[derive(Default)]
pub struct Scratch {
    frozen: frozen::Scratch,
    by_pack: language::Scratch,
    marks: Vec<Mark>,
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
                    &mut scratch.frozen,
                    out,
                );
                Ok(())
            }
            Normalizer::English(edition) => whisper_english::apply(
                unicode,
                English::of(edition),
                text,
                &mut scratch.frozen,
                out,
            ),
            Normalizer::ByPack(how) => {
                how.apply(text, &mut scratch.by_pack, out);
                Ok(())
            }
            Normalizer::WithoutNotes(keep) => {
                notes::stripped(text, keep, &mut scratch.marks, out);
                Ok(())
            }
            Normalizer::SpaceNorm => {
                space_norm::apply(unicode, text, &mut scratch.frozen, out);
                Ok(())
            }
            Normalizer::LeaderboardMultilingual(language) => {
                leaderboard::apply(unicode, language, text, &mut scratch.frozen, out);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests;
