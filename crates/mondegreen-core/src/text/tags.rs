//! Notes of a transcriber in brackets: `[laughter]`, `<unk>`, `(%hesitation)`.

use super::fold::Folded;

/// What becomes of a note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tags {
    /// It is left out.
    #[default]
    Drop,
    /// It is one token, brackets included.
    Keep,
    /// Its words count as spoken.
    Words,
}

/// A note is at most this long, so that looking for its end takes no time.
const LONGEST: usize = 40;

/// What stands for sounds and remarks rather than words.
const NOTES: &[&str] = &[
    "applause",
    "background noise",
    "background speech",
    "beep",
    "blank audio",
    "blank_audio",
    "breath",
    "breathing",
    "breaths",
    "cheering",
    "chuckle",
    "chuckles",
    "click",
    "cough",
    "coughing",
    "coughs",
    "cross talk",
    "crosstalk",
    "crying",
    "dial tone",
    "foreign",
    "hesitation",
    "inaudible",
    "indiscernible",
    "inhale",
    "laugh",
    "laughing",
    "laughs",
    "laughter",
    "lipsmack",
    "lip smack",
    "mumble",
    "mumbles",
    "music",
    "music playing",
    "no speech",
    "noise",
    "overlap",
    "overlapping speech",
    "pause",
    "phone ringing",
    "redacted",
    "ring",
    "ringing",
    "sigh",
    "sighs",
    "silence",
    "sneeze",
    "sniff",
    "sniffs",
    "spn",
    "static",
    "throat clearing",
    "unclear",
    "unintelligible",
    "vocalized-noise",
    "vocalized noise",
    "yawn",
    "sil",
    "nsn",
    "lau",
    "bruit",
    "rires",
    "rire",
    "musique",
    "musik",
    "lachen",
    "gelächter",
    "applaus",
    "geräusch",
    "unverständlich",
    "risas",
    "música",
    "aplausos",
    "ruido",
    "risate",
    "musica",
    "applausi",
    "rumore",
    "risos",
    "ruído",
    "смех",
    "музыка",
    "аплодисменты",
    "шум",
];

/// What stands for a word that was spoken and not known.
const UNKNOWN: &[&str] = &["unk", "unknown"];

/// A note at the beginning of `text`: its length and whether it stands for a word.
pub fn read(text: &[Folded]) -> Option<(usize, bool)> {
    let close = match text.first()?.0 {
        '[' => ']',
        '<' => '>',
        '(' => ')',
        _ => return None,
    };
    let length = text
        .iter()
        .take(LONGEST)
        .position(|(point, _)| *point == close)?;
    let inside: String = text[1..length].iter().map(|(point, _)| *point).collect();
    let inside = inside.to_lowercase();
    let name = inside.trim_matches(|point: char| point == '%' || point == '*' || point == ' ');
    if UNKNOWN.contains(&name) && close != ')' {
        return Some((length + 1, true));
    }
    // Round brackets hold words of the speaker as well; only a sign makes them a note.
    let marked = inside.starts_with(['%', '*']);
    let sound = NOTES.contains(&name);
    (sound && close != ')' || marked && !name.contains(' ') && !name.is_empty())
        .then_some((length + 1, false))
}
