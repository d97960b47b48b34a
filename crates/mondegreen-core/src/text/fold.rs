//! Folding: code points that are the same letter or sign to a reader become the same.
//!
//! Canonical composition (NFC), full and half width, presentation ligatures, decimal digits of all
//! scripts, kinds of apostrophes and hyphens, invisible format characters. Letters keep their case
//! and marks stay. A lone surrogate is a code point like any other: it travels in the last private
//! plane and comes back as what it was.

use unicode_normalization::{is_nfc_quick, IsNormalized, UnicodeNormalization};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::classes::digit_value;
use super::traits::traits;
use super::{marks, Script};

/// First code point of where lone surrogates travel.
const SHELTER: u32 = 0x10_F800;

/// A folded code point, and where its origin stood.
pub type Folded = (char, u32);

/// The text as characters, lone surrogates in their shelter; whether it may have any.
pub fn read(text: &[u8], into: &mut Vec<char>) -> bool {
    into.clear();
    match std::str::from_utf8(text) {
        Ok(text) => {
            into.extend(text.chars());
            false
        }
        Err(_) => {
            let mut at = 0;
            while at < text.len() {
                let (point, length) = crate::graphemes::decode(text, at);
                let point = match point {
                    0xD800..=0xDFFF => point - 0xD800 + SHELTER,
                    point => point,
                };
                into.push(char::from_u32(point).unwrap_or('\u{FFFD}'));
                at += length.max(1);
            }
            true
        }
    }
}

/// Append `text`; what travelled in the shelter becomes a lone surrogate again when `surrogates`.
pub fn write(text: &str, surrogates: bool, out: &mut Vec<u8>) {
    if !surrogates {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    for point in text.chars() {
        let code = point as u32;
        if code >= SHELTER {
            let code = code - SHELTER + 0xD800;
            out.push(0xED);
            out.push(0x80 | (code >> 6 & 0x3F) as u8);
            out.push(0x80 | (code & 0x3F) as u8);
        } else {
            out.extend_from_slice(point.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

/// Fold `text`, and say whether it may have lone surrogates.
///
/// `chars` become its code points, or none where it is in ASCII and has no digits.
pub fn fold(text: &[u8], script: Script, chars: &mut Vec<char>, into: &mut Vec<Folded>) -> bool {
    into.clear();
    if text.is_ascii() {
        let points = text.iter().map(|&byte| char::from(byte));
        into.extend(points.zip(0..));
        if text.contains(&b'`') {
            accents(into);
        }
        chars.clear();
        if text.iter().any(u8::is_ascii_digit) {
            chars.extend(into.iter().map(|(point, _)| *point));
        }
        if text.iter().any(|byte| matches!(byte, b'/' | b'\'')) {
            marks::replace(into, script);
        }
        return false;
    }
    let surrogates = read(text, chars);
    fold_all(chars, script, into);
    if chars
        .iter()
        .any(|point| matches!(point, '`' | '´' | '\u{1FFD}' | '\u{1FEF}'))
    {
        accents(into);
    }
    marks::replace(into, script);
    surrogates
}

/// An accent that stands alone between two letters was typed for an apostrophe.
fn accents(text: &mut [Folded]) {
    for at in 1..text.len().saturating_sub(1) {
        let letter = |at: usize| text[at].0.is_alphabetic();
        if matches!(text[at].0, '`' | '´') && letter(at - 1) && letter(at + 1) {
            text[at].0 = '\'';
        }
    }
}

fn fold_all(chars: &[char], script: Script, into: &mut Vec<Folded>) {
    let mut at = 0;
    while at < chars.len() {
        let mut end = at + 1;
        while end < chars.len() && !chars[end].is_ascii() && traits(chars[end]).continues() {
            end += 1;
        }
        let piece = &chars[at..end];
        if is_composed(piece) {
            for (&point, place) in piece.iter().zip(at as u32..) {
                push(point, place, script, into);
            }
        } else {
            let last = (end - 1) as u32;
            let wide: Vec<char> = piece.iter().flat_map(|&point| half_width(point)).collect();
            for (point, place) in wide.into_iter().nfc().zip(at as u32..) {
                push(point, place.min(last), script, into);
            }
        }
        at = end;
    }
}

/// Whether a code point beyond ASCII is folded to something else in any script.
pub(super) fn folds(point: char) -> bool {
    let all = Script {
        unvowelled: true,
        ligatures: true,
        ..Script::default()
    };
    // These look at what is before them.
    let context = matches!(point, '\u{E32}' | '\u{EB2}' | '○' | '◯');
    let mut into = Vec::new();
    push_folded(point, 0, all, &mut into);
    context || into != [(point, 0)]
}

/// Whether `piece` stays as it is when it is composed, as far as a quick look can tell.
fn is_composed(piece: &[char]) -> bool {
    match piece {
        [point] => point.is_ascii() || !traits(*point).recomposes(),
        _ => is_nfc_quick(piece.iter().copied()) == IsNormalized::Yes,
    }
}

/// Half-width katakana and Hangul as what they are.
fn half_width(point: char) -> impl Iterator<Item = char> {
    let wide = matches!(point, '\u{FF65}'..='\u{FFDC}');
    let voiced = match point {
        '\u{FF9E}' => Some('\u{3099}'),
        '\u{FF9F}' => Some('\u{309A}'),
        _ => None,
    };
    let compatible = (wide && voiced.is_none())
        .then(|| std::iter::once(point).nfkc())
        .into_iter()
        .flatten();
    let plain = voiced.or((!wide).then_some(point));
    compatible.chain(plain)
}

fn push(point: char, at: u32, script: Script, into: &mut Vec<Folded>) {
    if point.is_ascii() || !traits(point).folds() {
        return into.push((point, at));
    }
    push_folded(point, at, script, into);
}

fn push_folded(point: char, at: u32, script: Script, into: &mut Vec<Folded>) {
    if matches!(point, '\u{E32}' | '\u{EB2}') && compose_am(point, into) {
        return;
    }
    // A circle that was typed for the zero of 二○二四.
    let numeral = |last: &Folded| "一二三四五六七八九零〇".contains(last.0);
    if script.unspaced && matches!(point, '○' | '◯') && into.last().is_some_and(numeral) {
        return into.push(('〇', at));
    }
    let mut text = |text: &str| into.extend(text.chars().map(|point| (point, at)));
    match point {
        '’' | '‘' | 'ʼ' | '′' | '‛' | '\u{FF07}' | '\u{5F3}' | '\u{55A}' => text("'"),
        '‐' | '‑' | '−' | '﹣' | '\u{58A}' => text("-"),
        '“' | '”' | '„' | '«' | '»' | '″' | '\u{5F4}' => text("\""),
        // Percent, decimal and thousands separators of Arabic.
        '\u{66A}' => text("%"),
        '\u{66B}' => text("."),
        '\u{66C}' => text(","),
        // Armenian marks of emphasis, exclamation and question are within the word.
        '\u{55B}' | '\u{55C}' | '\u{55E}' => {}
        '\u{FF01}'..='\u{FF5E}' => push(
            char::from_u32(point as u32 - 0xFEE0).expect("ASCII"),
            at,
            script,
            into,
        ),
        '\u{FF61}'..='\u{FFDC}' => {
            let folded: Vec<char> = std::iter::once(point).nfkc().collect();
            into.extend(folded.into_iter().map(|point| (point, at)));
        }
        '㎡' if script.unspaced => text("平米"),
        '㎡' => text("m2"),
        '\u{FFE0}' => text("¢"),
        '\u{FFE1}' => text("£"),
        '\u{FFE5}' => text("¥"),
        '\u{FB00}'..='\u{FB06}'
        | '\u{FB13}'..='\u{FB17}'
        | '\u{587}'
        | 'ĳ'
        | 'Ĳ'
        | '℃'
        | '℉'
        | '\u{3380}'..='\u{33A0}'
        | '\u{33A2}'..='\u{33DF}'
        | '\u{FB50}'..='\u{FDC7}'
        | '\u{FDF0}'..='\u{FDFB}'
        | '\u{FE70}'..='\u{FEFC}' => {
            let folded: Vec<char> = std::iter::once(point).nfkc().collect();
            // Some forms of Arabic marks are on a space or a stretched line of their own.
            for part in folded.into_iter().filter(|part| *part != ' ') {
                if !(script.unvowelled && is_vowel_sign(part)) {
                    into.push((part, at));
                }
            }
        }
        'œ' if script.ligatures => text("oe"),
        'Œ' if script.ligatures => text("OE"),
        'æ' if script.ligatures => text("ae"),
        'Æ' if script.ligatures => text("AE"),
        '\u{FE00}'..='\u{FE0F}' | '\u{20E3}' | '\u{E0100}'..='\u{E01EF}' | '\u{34F}' => {}
        '\u{200C}' | '\u{200D}' => into.push((point, at)),
        '\u{2028}' | '\u{2029}' | '\u{200B}' => text(" "),
        _ if script.unvowelled && is_vowel_sign(point) => {}
        _ => match point.general_category() {
            GeneralCategory::Format => {}
            GeneralCategory::DecimalNumber => {
                let value = digit_value(point).unwrap_or(0);
                into.push((char::from_digit(value, 10).unwrap_or('0'), at));
            }
            _ => into.push((point, at)),
        },
    }
}

/// Write the Thai or Lao vowel *am* as one code point where its ring went before, perhaps with a
/// tone mark on either side; Unicode has no canonical form for it.
fn compose_am(point: char, into: &mut Vec<Folded>) -> bool {
    let (ring, tones) = match point {
        '\u{E32}' => ('\u{E4D}', '\u{E48}'..='\u{E4B}'),
        _ => ('\u{ECD}', '\u{EC8}'..='\u{ECB}'),
    };
    let mut found = into
        .iter()
        .rev()
        .take(2)
        .position(|&(point, _)| point == ring);
    if found == Some(1) && !tones.contains(&into[into.len() - 1].0) {
        found = None;
    }
    let Some(back) = found else {
        return false;
    };
    let (_, at) = into.remove(into.len() - 1 - back);
    if let (1, Some(tone)) = (back, into.last_mut()) {
        tone.1 = at; // places never go back
    }
    let am = char::from_u32(point as u32 + 1).unwrap_or(point);
    into.push((am, at));
    true
}

/// Arabic vowel signs, and the stretching sign.
fn is_vowel_sign(point: char) -> bool {
    matches!(point, '\u{64B}'..='\u{652}' | '\u{670}' | '\u{640}' | '\u{656}'..='\u{65F}')
}

/// Append `word` in lower case, as `str.lower` of Python does it, composed.
pub fn push_lower(word: &[Folded], script: Script, out: &mut String) {
    let from = out.len();
    if !push_simple(word, script, out) {
        out.truncate(from);
        push_slow(word, script, out);
    }
}

/// Append `word` letter by letter, and say whether that will do: whether it was composed, is composed
/// in lower case, and no letter looks at those next to it.
fn push_simple(word: &[Folded], script: Script, out: &mut String) -> bool {
    let mut combines = false;
    for &(point, _) in word {
        if point.is_ascii() {
            combines = false;
            match point {
                'I' if script.dotless => out.push('ı'),
                point => out.push(point.to_ascii_lowercase()),
            }
            continue;
        }
        let known = traits(point);
        if known.lowers() || known.recomposes() || known.combines() && combines {
            return false;
        }
        combines = known.combines();
        out.push(point);
    }
    true
}

fn push_slow(word: &[Folded], script: Script, out: &mut String) {
    let from = out.len();
    let plain = word.iter().map(|(point, _)| match point {
        'I' if script.dotless => 'ı',
        'İ' if script.dotless => 'i',
        &point => point,
    });
    let lower = plain.collect::<String>().to_lowercase();
    out.push_str(&lower);
    if is_nfc_quick(out[from..].chars()) != IsNormalized::Yes {
        let composed: String = out[from..].nfc().collect();
        out.truncate(from);
        out.push_str(&composed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_by_letter_is_as_a_whole() {
        let others = [
            'a', 'I', 'é', 'Σ', 'ß', '\u{301}', '\u{323}', '\u{94D}', '\u{1161}',
        ];
        let dotless = Script {
            dotless: true,
            ..Script::default()
        };
        for point in ('\0'..'\u{3100}').chain('\u{AC00}'..'\u{AD00}') {
            for other in others {
                for script in [Script::default(), dotless] {
                    let word = [(other, 0), (point, 1), (other, 2)];
                    let (mut quick, mut slow) = (String::new(), String::new());
                    push_lower(&word, script, &mut quick);
                    push_slow(&word, script, &mut slow);
                    assert_eq!(quick, slow, "{word:?}");
                }
            }
        }
    }
}
