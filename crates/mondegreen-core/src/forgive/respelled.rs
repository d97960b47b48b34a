//! The one spelling of a word that has several.

use super::folds::with_capitals_of;
use super::kinds::Kind;
use super::punctuation::{parts, plain_marks};
use super::settings::Settings;

/// The one spelling of `word`, if it has another.
pub fn spelling(word: &str, settings: &Settings) -> Option<String> {
    if !settings.has(Kind::Spelling) {
        return None;
    }
    let (lead, core, trail) = parts(word);
    let low = plain_marks(core).to_lowercase();
    let (base, possessive) = match low.strip_suffix("'s") {
        Some(base) => (base, "'s"),
        None => (low.as_str(), ""),
    };
    let found = settings.spellings.get(base)?;
    let text = with_capitals_of(core, &format!("{found}{possessive}"));
    Some(format!("{lead}{text}{trail}"))
}
