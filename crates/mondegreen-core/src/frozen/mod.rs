//! Copies of normalizers of others, as they are for good: nothing of ours changes them.
//!
//! [`whisper_basic`] and [`whisper_english`] do what the normalizers of openai-whisper 20250625 do
//! under Python 3.11, to the byte and with all their faults. They were written from what those do;
//! scanners are here in place of regular expressions, and each says which one it stands for. The
//! oracle of the tests is the package itself.
//!
//! Texts are generalised UTF-8: lone surrogates may be as three bytes each.
//!
//! * [`whisper_basic`] and [`whisper_english`] are the two sequences of steps;
//! * [`leaderboard`] is `whisper-basic` with one step more;
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
pub(crate) mod leaderboard;
mod number_words;
mod numbers;
pub(crate) mod space_norm;
mod spelled;
mod spelling;
mod symbols;
mod unicode;
pub(crate) mod whisper_basic;
pub(crate) mod whisper_english;

pub use english::Edition;
pub(crate) use english::English;
pub use spelled::Language;
pub(crate) use unicode::Unicode;

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
}

impl Scratch {
    /// Take a step: `step` writes the next text.
    fn step(&mut self, step: impl FnOnce(&[u8], &mut Vec<u8>)) {
        self.next.clear();
        step(&self.text, &mut self.next);
        std::mem::swap(&mut self.text, &mut self.next);
    }
}
