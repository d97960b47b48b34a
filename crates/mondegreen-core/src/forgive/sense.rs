//! What a word says where a number is next to it: a sign, or *no.* for *number*.

use super::punctuation::parts;
use super::settings::Settings;

/// What a word says next to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Nothing of its own.
    None,
    /// It is a sign: between two numbers it says what is done with them. Before one, a minus, a tilde, an
    /// arrow and a caret say something of it.
    Sign(char),
    /// It reads `no.`: before a number it is short for *number*, or a sentence ends with it.
    NoWithStop,
    /// It reads `no`, perhaps with other marks.
    No,
    /// It is an abbreviation that is another word without the full stops between its letters: `т.е.`
    Points,
}

impl Sense {
    /// The sense of a word as it was given.
    pub fn of(raw: &str, settings: &Settings) -> Sense {
        let mut points = raw.chars();
        if let (Some(sign), None) = (points.next(), points.next()) {
            let sign = match sign {
                '∗' | '·' | '⋅' | '∙' => '*',
                '‐' | '‑' | '–' => '-',
                '﹣' | '－' => '−',
                '≈' => '~',
                sign => sign,
            };
            return match sign {
                '*' | '/' | '-' | '−' | '^' | '~' | ':' | '|' | '.' | ',' | '→' | '←' => {
                    Sense::Sign(sign)
                }
                '—' | '―' => Sense::Sign('—'),
                '⇒' | '➜' | '➔' | '⟶' => Sense::Sign('→'),
                '⇐' | '⟵' => Sense::Sign('←'),
                _ => Sense::None,
            };
        }
        match raw {
            "**" => return Sense::Sign('^'),
            "->" | "-->" => return Sense::Sign('→'),
            "<-" | "<--" => return Sense::Sign('←'),
            "--" => return Sense::Sign('—'),
            _ => {}
        }
        let (_, core, trail) = parts(raw);
        if core.contains('.') && core.len() < 20 {
            let letters = core.replace('.', "").to_lowercase();
            return match settings.lists.stops.contains(letters.as_str()) {
                true => Sense::Points,
                false => Sense::None,
            };
        }
        match core.eq_ignore_ascii_case("no") {
            true if trail == "." => Sense::NoWithStop,
            true => Sense::No,
            false => Sense::None,
        }
    }
}
