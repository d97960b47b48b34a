//! What a word may be written out as: spellings, contractions, abbreviations, signs.
//!
//! The tables are those of the normalizers. A normalizer must choose one reading; here both
//! sides are known, so a word may have several, and is one of them if the other side says so.

use super::accents;
use super::folds::{lower, parts, plain_marks, with_capitals_of};
use super::kinds::Kind;
use super::Settings;
use crate::canonical::abbreviations::{self, Table, When};
use crate::canonical::informal;

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

/// What must stand after a word that is written out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Following {
    /// Anything, or nothing.
    #[default]
    Any,
    /// A number.
    Number,
    /// These words, in lower case without punctuation, which are part of it: `B.` after `z.`
    Words(Vec<&'static str>),
}

/// Call `found` with each text that `raw` may be written out as, and what must stand after it;
/// `word` is what is left of it when it is folded.
pub fn expansions(
    raw: &str,
    word: &str,
    settings: &Settings,
    mut found: impl FnMut(Kind, Following, &str),
) {
    let (lead, core, trail) = parts(word);
    let mut give = |kind: Kind, lead: &str, text: &str, trail: &str| {
        let text = with_capitals_of(core, text);
        found(kind, Following::Any, &format!("{lead}{text}{trail}"));
    };
    let exact = plain_marks(parts(raw).1).to_lowercase();
    if settings.has(Kind::Contractions) && exact.len() < 40 {
        let ends = |text: &str| text.strip_suffix(['\'', '’']).unwrap_or(text).to_string();
        let before = lead.strip_suffix(['\'', '’']).unwrap_or(lead);
        let cut = parts(raw).0.ends_with(['\'', '’', '‘', 'ʼ']);
        for language in settings.lacking.iter().map(|language| language.code) {
            for text in informal::readings(language, &exact, cut) {
                for text in both(&text) {
                    let text = folded(&text, settings);
                    give(Kind::Contractions, before, &text, &ends(trail));
                }
            }
        }
    }
    if settings.has(Kind::Abbreviations) && exact.len() < 40 && !exact.is_empty() {
        let dots = Dots::of(raw);
        // The sign of degrees is on the keyboard, that of "nº" is not.
        let exact = if exact == "n°" {
            "nº"
        } else {
            exact.as_str()
        };
        for language in settings.lacking.iter().map(|language| language.code) {
            let table = abbreviations::table(language);
            let Some(table) = table else { continue };
            short_forms(table, exact, dots, |following, text| {
                for text in both(text) {
                    // "Sr." is señor, and Señor where a sentence begins.
                    let text = folded(&text, settings);
                    let capital = with_capitals_of(core, &text);
                    let other = (capital != text).then_some(capital);
                    // A full stop after an abbreviation is part of it.
                    let after = trail.strip_prefix('.');
                    for text in std::iter::once(text).chain(other) {
                        for trail in [Some(trail), after].into_iter().flatten() {
                            let text = format!("{lead}{text}{trail}");
                            found(Kind::Abbreviations, following.clone(), &text);
                        }
                    }
                }
            });
        }
    }
    if settings.has(Kind::Symbols) {
        for text in spoken(word, settings) {
            found(Kind::Symbols, Following::Any, &text);
        }
        for text in calculated(raw, settings) {
            found(Kind::Symbols, Following::Number, text);
        }
    }
}

/// The full stops of a word.
#[derive(Clone, Copy)]
struct Dots {
    /// Between its letters.
    within: bool,
    /// After it.
    following: bool,
}

impl Dots {
    fn of(raw: &str) -> Dots {
        let (_, core, trail) = parts(raw);
        Dots {
            within: core.contains('.'),
            following: trail.starts_with('.'),
        }
    }
}

/// Call `found` with what `word`, of which `dots` are the full stops, may be short for.
fn short_forms(
    table: &'static Table,
    word: &str,
    dots: Dots,
    mut found: impl FnMut(Following, &str),
) {
    let letters = word.replace(['.', '-'], "");
    for row in table.beginning(&letters) {
        let (first, stop) = row.short[0];
        let following = match row.when {
            When::Number => Following::Number,
            _ => Following::Any,
        };
        if first != letters {
            // "z.B." in one word.
            if dots.within {
                found(following, row.long);
            }
        } else if row.short.len() > 1 {
            if (dots.following || !stop) && !dots.within {
                let rest = row.short[1..].iter().map(|(word, _)| *word).collect();
                found(Following::Words(rest), row.long);
            }
        } else if !stop || dots.following {
            found(following, row.long);
        }
    }
    let endings = table.endings().filter(|_| dots.following);
    for (row, stem) in endings.filter_map(|row| Some((row, word.strip_suffix(row.short[0].0)?))) {
        if abbreviations::is_stem(stem) {
            found(Following::Any, &format!("{stem}{}", row.long));
        }
    }
}

/// A text, and the same with hyphens as spaces.
fn both(text: &str) -> Vec<String> {
    let mut all = vec![text.to_string()];
    if text.contains('-') {
        all.push(text.replace('-', " "));
    }
    all
}

/// A text of a table, folded as the words are with which it is compared.
fn folded(text: &str, settings: &Settings) -> String {
    let mut text = text.to_string();
    if settings.has(Kind::Case) {
        text = lower(&text, settings.script);
    }
    if settings.has(Kind::Accents) {
        text = accents::plain(&text, &settings.marks);
    }
    text
}

/// What a sign that stands alone before a number may be read as.
fn calculated(raw: &str, settings: &Settings) -> Vec<&'static str> {
    match raw {
        "*" | "∗" | "·" | "⋅" => {
            let signs = settings.lacking.iter().flat_map(|language| language.signs);
            let known = signs.filter(|(sign, _)| *sign == "×");
            known.map(|(_, name)| *name).chain(["×"]).collect()
        }
        _ => Vec::new(),
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
        let signs = settings.lacking.iter().flat_map(|language| language.signs);
        let all: Vec<&str> = signs
            .filter(|(name, _)| *name == sign)
            .map(|(_, text)| *text)
            .collect();
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
