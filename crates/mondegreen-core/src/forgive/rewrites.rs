//! What a word may be written out as: spellings, contractions, abbreviations, signs.
//!
//! The tables are those of the normalizers. A normalizer has to choose one reading; here both
//! sides are known, so a word may have several, and is one of them if the other side says so.

use super::folds::{parts, plain_marks, with_capitals_of};
use super::kinds::Kind;
use super::Settings;
use crate::canonical::{abbreviations, contractions, spelling};

/// Abbreviations with several readings, or that a normalizer leaves alone.
const MORE: &[(&str, &str)] = &[
    ("dr", "doctor"),
    ("dr", "drive"),
    ("st", "saint"),
    ("st", "street"),
    ("mt", "mount"),
    ("ms", "miss"),
    ("ok", "okay"),
    ("apt", "apartment"),
    ("ft", "feet"),
    ("ft", "fort"),
    ("gen", "general"),
    ("col", "colonel"),
    ("vol", "volume"),
    ("ext", "extension"),
    ("assoc", "association"),
    ("hwy", "highway"),
    ("mrs", "misses"),
    ("sept", "september"),
    ("hr", "hour"),
    ("hrs", "hours"),
    ("mins", "minutes"),
    ("secs", "seconds"),
    ("lb", "pound"),
    ("lbs", "pounds"),
    ("oz", "ounces"),
    ("kg", "kilograms"),
    ("km", "kilometers"),
    ("cm", "centimeters"),
    ("mph", "miles per hour"),
];

/// Signs with other readings than the one that a normalizer writes.
const SIGNS: &[(char, &[&str])] = &[
    ('%', &["per cent"]),
    ('#', &["number", "hash", "hashtag", "sharp", "pound"]),
    ('°', &["degrees", "degree"]),
    ('$', &["dollar", "dollars"]),
    ('£', &["pound", "pounds"]),
    ('€', &["euro", "euros"]),
    ('/', &["slash"]),
    ('*', &["star", "asterisk"]),
    ('_', &["underscore"]),
];

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
    let english = settings.english;
    let own = settings.spellings.get(base).map(String::as_str);
    let shared = || {
        english
            .then(|| spelling::table().get(base).copied())
            .flatten()
    };
    let found = own.or_else(shared)?;
    let text = with_capitals_of(core, &format!("{found}{possessive}"));
    Some(format!("{lead}{text}{trail}"))
}

/// Call `found` with each text that `word` may be written out as, which is what the folds have left
/// of `raw`.
pub fn expansions(raw: &str, word: &str, settings: &Settings, mut found: impl FnMut(Kind, &str)) {
    let (lead, core, trail) = parts(word);
    let plain = plain_marks(core);
    let low = plain.to_lowercase();
    let english = settings.english;
    let mut give = |kind: Kind, lead: &str, text: &str, trail: &str| {
        let text = with_capitals_of(core, text);
        found(kind, &format!("{lead}{text}{trail}"));
    };
    if english && settings.has(Kind::Contractions) && low.len() < 40 {
        // The apostrophe before the word may be its own: 'cause.
        let own = lead.strip_suffix(['\'', '’']);
        let whole = contractions::readings(&low, false);
        let readings = contractions::readings(&low, own.is_some() || word == core);
        let before = if whole.is_empty() { own } else { None };
        for text in &readings {
            give(Kind::Contractions, before.unwrap_or(lead), text, trail);
        }
        // Without its apostrophe "n" is a letter.
        if low == "n" && parts(raw).0.ends_with(['\'', '’']) {
            let behind = trail.strip_prefix(['\'', '’']).unwrap_or(trail);
            give(Kind::Contractions, own.unwrap_or(lead), "and", behind);
        }
        // The same letters with the apostrophes of the keyboard.
        if !readings.is_empty() && plain != core {
            give(Kind::Contractions, lead, &low, trail);
        }
    }
    let listed = low.len() < 10 && !low.is_empty();
    if english && settings.has(Kind::Abbreviations) && listed {
        // A full stop behind an abbreviation is part of it.
        let after = trail.strip_prefix('.');
        for &(short, long) in abbreviations::sure().chain(MORE) {
            if short == low {
                give(Kind::Abbreviations, lead, long, trail);
                if let Some(after) = after {
                    give(Kind::Abbreviations, lead, long, after);
                }
            }
        }
    }
    if settings.has(Kind::Symbols) {
        for text in spoken(word, settings) {
            found(Kind::Symbols, &text);
        }
    }
}

/// A word with signs, as it is read out.
fn spoken(word: &str, settings: &Settings) -> Vec<String> {
    if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) || word.len() > 200 {
        return Vec::new();
    }
    let readings = |point: char| {
        let mut sign = [0; 4];
        let sign: &str = point.encode_utf8(&mut sign);
        let mut all: Vec<&str> = settings
            .signs
            .iter()
            .filter(|(name, _)| *name == sign)
            .map(|(_, text)| *text)
            .collect();
        if settings.english {
            for (_, more) in SIGNS.iter().filter(|(name, _)| *name == point) {
                all.extend(*more);
            }
        }
        all
    };
    // Full stops are read out in addresses alone, so only between letters or digits.
    let (lead, core, trail) = parts(word);
    let dot = settings.script.address.map(|(_, dot)| dot);
    let named = core.contains('@')
        || core.split('.').count() > 1 && core.split('.').all(|part| part.len() > 1);
    let mut texts = vec![String::new()];
    let mut any = false;
    let whole = if core.is_empty() { word } else { core };
    for point in whole.chars() {
        let mut names = readings(point);
        if let ('.', true, Some(dot)) = (point, named, dot) {
            names = vec![dot];
        }
        if names.is_empty() {
            texts.iter_mut().for_each(|text| text.push(point));
            continue;
        }
        any = true;
        if texts.len() * names.len() > 8 {
            names.truncate(1);
        }
        texts = texts
            .iter()
            .flat_map(|text| names.iter().map(move |name| format!("{text} {name} ")))
            .collect();
    }
    if !any {
        return Vec::new();
    }
    let around = !core.is_empty();
    texts
        .into_iter()
        .map(|text| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if around {
                format!("{lead}{text}{trail}")
            } else {
                text
            }
        })
        .collect()
}
