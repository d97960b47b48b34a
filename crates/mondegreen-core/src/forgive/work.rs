//! A pair of texts under way.

use super::chains::Text;
use super::question::{Answers, Outside, Question};
use super::settings::Settings;

/// What is the same for all parts of a pair.
pub struct Work<'a> {
    /// Reference and hypothesis.
    pub texts: [Text<'a>; 2],
    /// The forgivers at work.
    pub settings: &'a Settings,
    /// What forgivers outside of the kernel want.
    pub outside: Outside<'a>,
    /// What they answered.
    pub answers: Option<Answers<'a>>,
    /// Where to write what they must be asked.
    pub questions: Option<&'a mut Vec<Question>>,
    /// Whether any word of both texts is equal.
    pub has_hits: bool,
    /// Whether the texts are those before normalizing.
    pub is_before: bool,
}
