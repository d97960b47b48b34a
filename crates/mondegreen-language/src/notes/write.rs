//! A text without what nobody said.

use super::find::{find, may_hold};
use super::mark::{Kind, Mark};

/// What stays in a text; tokens of decoders never do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    Nothing,
    /// Marks of words that were said, though nobody wrote them down.
    Speech,
    /// All notes of transcribers.
    Notes,
}

impl Keep {
    fn keeps(self, kind: Kind) -> bool {
        match kind {
            Kind::Unknown => true,
            Kind::Token | Kind::Join => false,
            Kind::Noise => self == Self::Notes,
            Kind::Unclear | Kind::Redaction => self != Self::Nothing,
        }
    }
}

/// The marks that `keep` leaves out; none in a text that is not to be changed.
fn left_out(text: &str, keep: Keep, marks: &mut Vec<Mark>) {
    find(text, marks);
    marks.retain(|mark| !keep.keeps(mark.kind));
}

/// Run `work` on generalised UTF-8, in which lone surrogates are three bytes each.
fn as_text<R>(text: &[u8], work: impl FnOnce(&str) -> R) -> R {
    if let Ok(text) = std::str::from_utf8(text) {
        return work(text);
    }
    // What stands in for a surrogate has three bytes too, so all places stay.
    let mut whole = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let length = match text[at] {
            0xED if text.get(at + 1).is_some_and(|&byte| byte >= 0xA0) => {
                whole.push('\u{FFFD}');
                3
            }
            byte => {
                let length = match byte {
                    0..0x80 => 1,
                    0x80..0xE0 => 2,
                    0xE0..0xF0 => 3,
                    _ => 4,
                };
                let end = (at + length).min(text.len());
                whole.push_str(std::str::from_utf8(&text[at..end]).unwrap_or("\u{FFFD}"));
                length
            }
        };
        at += length;
    }
    work(&whole)
}

/// The text with a space for each character that is left out, so that all places stay; pieces of words
/// have a soft hyphen between them. Nothing where nothing is left out.
#[must_use]
pub fn blanked(text: &[u8], keep: Keep, marks: &mut Vec<Mark>) -> Option<Vec<u8>> {
    if !may_hold(text) {
        marks.clear();
        return None;
    }
    as_text(text, |whole| {
        left_out(whole, keep, marks);
        if marks.is_empty() {
            return None;
        }
        let mut out = Vec::with_capacity(text.len() + 8);
        let mut at = 0;
        for mark in &*marks {
            out.extend_from_slice(&text[at..mark.from]);
            let filler = if mark.kind == Kind::Join {
                "\u{ad}"
            } else {
                " "
            };
            for _ in whole[mark.from..mark.to].chars() {
                out.extend_from_slice(filler.as_bytes());
            }
            at = mark.to;
        }
        out.extend_from_slice(&text[at..]);
        Some(out)
    })
}

/// Where marks are, in code points.
pub fn places<'a>(text: &'a [u8], marks: &'a [Mark]) -> impl Iterator<Item = (u32, u32)> + 'a {
    let starts = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32;
    let (mut byte, mut point) = (0, 0);
    let mut place = move |to: usize| {
        point += starts(&text[byte..to]);
        byte = to;
        point
    };
    marks
        .iter()
        .map(move |mark| (place(mark.from), place(mark.to)))
}

/// Append the text without what is left out, and without the space that it needed.
pub fn stripped(text: &[u8], keep: Keep, marks: &mut Vec<Mark>, out: &mut Vec<u8>) {
    if !may_hold(text) {
        out.extend_from_slice(text);
        return;
    }
    as_text(text, |whole| left_out(whole, keep, marks));
    let start = out.len();
    let mut at = 0;
    for mark in &*marks {
        // the space before a piece may be dropped with the mark before it
        out.extend_from_slice(text.get(at..mark.from).unwrap_or_default());
        at = mark.to;
        if mark.kind == Kind::Join {
            continue;
        }
        let is_space = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let comma =
            |byte: Option<&u8>| matches!(byte, Some(b',' | b'.' | b';' | b':' | b'!' | b'?'));
        let stops = comma(text.get(at)) && is_space(text.get(at + 1));
        if out.len() == start || is_space(out.last()) {
            if stops {
                if out.len() == start {
                    at += 1;
                } else {
                    out.pop();
                    continue;
                }
            }
            while text.get(at).is_some_and(u8::is_ascii_whitespace) {
                at += 1;
            }
        } else if !is_space(text.get(at)) && !stops {
            out.push(b' ');
        }
    }
    out.extend_from_slice(&text[at..]);
    while !marks.is_empty() && out.len() > start && out.last() == Some(&b' ') {
        out.pop();
    }
}
