//! Where the marks of a text are.

use super::mark::{Kind, Mark};
use super::pieces::{self, Pieces};
use super::table::{Table, Words};
use crate::characters::is_unspaced;

/// A note is at most this long, in bytes, so that looking for its end takes no time.
const LONGEST: usize = 96;

/// Whether there is a byte that a mark may begin with; most texts have none.
#[must_use]
#[inline(always)] // so that a caller may have it compiled for the machine that it is on
pub fn may_hold(text: &[u8]) -> bool {
    // Few comparisons, since all texts pass here: `!` to `*` without the apostrophe, and `[` with `{`. Of these some
    // begin no mark, so that a chunk with one is looked at again.
    let may_begin = |byte: u8| {
        (byte.wrapping_sub(b'!') <= b'*' - b'!' && byte != b'\'')
            | (byte | 0x20 == b'{')
            | (byte == b'<')
            | (byte == b'@')
            | (byte >= 0xE2)
    };
    let begins = |byte: u8| {
        matches!(
            byte,
            b'<' | b'[' | b'(' | b'{' | b'*' | b'@' | b'#' | b'%' | b'!'
        ) || matches!(byte, 0xE2 | 0xE3 | 0xEF | 0xF0)
    };
    // Without an end within a chunk the compiler looks at many bytes at once.
    let some = |chunk: &[u8]| {
        chunk
            .iter()
            .fold(false, |found, &byte| found | may_begin(byte))
    };
    text.chunks(64)
        .any(|chunk| some(chunk) && chunk.iter().copied().any(begins))
}

/// Write the marks of a text into `marks`, in order and apart from each other.
pub fn find(text: &str, marks: &mut Vec<Mark>) {
    marks.clear();
    if !may_hold(text.as_bytes()) {
        return;
    }
    let bytes = text.as_bytes();
    let mut pieces = Pieces::of(text);
    let mut word_in_bracket = false;
    let mut stars_to = 0;
    let mut at = 0;
    while at < bytes.len() {
        let found = match bytes[at] {
            b'<' | b'[' | b'(' | b'{' | 0xE3 | 0xEF => bracketed(text, at),
            b']' if word_in_bracket => Some(Mark::new(at, at + 1, Kind::Noise)),
            b'*' => redacted_by_stars(text, at, &mut stars_to).or_else(|| bracketed(text, at)),
            b'@' | b'#' => pieces::join(text, at),
            b'%' | b'!' => bare(text, at),
            0xE2 | 0xF0 => sign(text, at),
            byte if byte.is_ascii_whitespace() => pieces.between(text, at),
            _ => None,
        };
        match found {
            Some(mark) => {
                at = mark.to;
                word_in_bracket = text[..at].ends_with('-') && bytes[mark.from] == b'[';
                marks.push(mark);
            }
            None => at += 1,
        }
    }
}

/// Brackets and what they are: their end, and in which shape words in them count as a note.
fn closing(open: char) -> Option<(char, Shape)> {
    Some(match open {
        '<' => ('>', Shape::Angle),
        '＜' => ('＞', Shape::Angle),
        '[' => (']', Shape::Square),
        '［' => ('］', Shape::Square),
        '【' => ('】', Shape::Square),
        '〔' => ('〕', Shape::Square),
        '(' => (')', Shape::Round),
        '（' => ('）', Shape::Round),
        '{' => ('}', Shape::Round),
        '*' => ('*', Shape::Round),
        _ => return None,
    })
}

/// Square and angle brackets hold notes; round ones hold words of the speaker as well.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Square,
    Angle,
    Round,
}

fn is_letter_before(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(is_joined)
}

/// Whether a letter next to a bracket makes one word with it: not one of a script without spaces.
fn is_joined(letter: char) -> bool {
    letter.is_alphanumeric() && !is_unspaced(letter)
}

fn is_letter_after(text: &str, at: usize) -> bool {
    text[at..].chars().next().is_some_and(is_joined)
}

/// The bracket at `from`, where it is a note; of `[laughter-yes]` what comes before the word.
fn bracketed(text: &str, from: usize) -> Option<Mark> {
    let open = text[from..].chars().next()?;
    let (close, shape) = closing(open)?;
    let start = from + open.len_utf8();
    if open == '(' && text[start..].starts_with('(') {
        return double(text, from);
    }
    if open == '<' && text[start..].starts_with(['|', '｜']) {
        return in_bars(text, from);
    }
    let end = text[start..]
        .char_indices()
        .take_while(|&(place, point)| {
            place < LONGEST && point != '\n' && (point != open || close == open)
        })
        .find(|&(_, point)| point == close)?
        .0
        + start;
    let (inside, to) = (&text[start..end], end + close.len_utf8());
    let glued = is_letter_before(text, from) || is_letter_after(text, to);
    if let Some(known) = Table::get().token(&text[from..to]) {
        return Some(Mark::new(from, to, known));
    }
    if let Some(length) = said_with_a_noise(inside).filter(|_| open == '[') {
        return Some(Mark::new(from, start + length, Kind::Noise));
    }
    let found = words_of(inside, shape)?;
    if glued && (found.labels || shape == Shape::Round) {
        return None;
    }
    let doubled = open != '*' && text[..from].ends_with(open) && text[to..].starts_with(close);
    let wide = if doubled { open.len_utf8() } else { 0 };
    Some(Mark::new(from - wide, to + wide, found.kind))
}

/// `(( ))`, `((xxx))`: not understood. Other words between such brackets are a guess at what was said.
fn double(text: &str, from: usize) -> Option<Mark> {
    let inside = &text[from + 2..];
    let mut ends = inside.as_bytes().windows(2).take(LONGEST);
    let end = ends.position(|two| two == b"))")?;
    let word = inside[..end].trim();
    let unclear = word.is_empty()
        || words_of(word, Shape::Square).is_some_and(|found| found.kind.stands_for_speech());
    unclear.then(|| Mark::new(from, from + 2 + end + 2, Kind::Unclear))
}

/// `<|en|>`, `<|0.00|>`: special tokens of models that follow GPT and Whisper.
fn in_bars(text: &str, from: usize) -> Option<Mark> {
    let after = text[from + 1..].chars().next()?.len_utf8();
    let start = from + 1 + after;
    let end = text[start..]
        .char_indices()
        .take_while(|&(place, point)| place < LONGEST && !matches!(point, '<' | '\n'))
        .find(|&(place, point)| {
            matches!(point, '|' | '｜') && text[start + place + point.len_utf8()..].starts_with('>')
        })?;
    let to = start + end.0 + end.1.len_utf8() + 1;
    let known = Table::get().token(&text[from..to]);
    Some(Mark::new(from, to, known.unwrap_or(Kind::Token)))
}

/// `laughter-yes`: the word was said while laughing; how long is what comes before it.
fn said_with_a_noise(inside: &str) -> Option<usize> {
    let (noise, word) = inside.split_once('-')?;
    let letters = |point: char| point.is_alphabetic() || matches!(point, '\'' | '-');
    if word.is_empty() || !word.chars().all(letters) || Table::get().has(inside) {
        return None;
    }
    let is = |text, wanted| words_of(text, Shape::Square).map(|found| found.kind) == wanted;
    (is(noise, Some(Kind::Noise)) && is(word, None)).then_some(noise.len() + 1)
}

/// What the words in a bracket are.
fn words_of(inside: &str, shape: Shape) -> Option<Words> {
    let trimmed = inside.trim_matches(|point: char| point.is_whitespace() || point == '/');
    let signed = trimmed.starts_with(['%', '*']);
    let core =
        trimmed.trim_matches(|point: char| matches!(point, '%' | '*' | '~' | '#' | '=' | ' '));
    let only =
        |signs: &[char]| !trimmed.is_empty() && trimmed.chars().all(|point| signs.contains(&point));
    let plain = |kind| {
        Some(Words {
            kind,
            labels: false,
        })
    };
    if only(&['_', '*', ' ']) && trimmed.len() > 1 {
        return plain(Kind::Redaction);
    }
    if shape == Shape::Square && (only(&['.']) && trimmed.len() > 2 || only(&['…'])) {
        return plain(Kind::Unclear);
    }
    if only(&['?']) && (trimmed.len() > 1 || shape == Shape::Square) {
        return plain(Kind::Unclear);
    }
    let found = Table::get().words(core, shape == Shape::Round);
    if found.is_some() {
        return found;
    }
    // A sign makes any word a note: (%hesitation), [*tsk].
    let one = !core.is_empty()
        && core
            .chars()
            .all(|point| point.is_alphabetic() || matches!(point, '-' | '_'));
    (signed && one).then_some(Words {
        kind: Kind::Noise,
        labels: false,
    })
}

/// A note in brackets at the beginning of a text: its length in bytes, and what it is.
#[must_use]
pub fn read(text: &str) -> Option<(usize, Kind)> {
    let found = bracketed(text, 0)?;
    Some((found.to, found.kind))
}

/// `%hesitation`, `!sil`: tokens of decoders without brackets, as words of their own.
fn bare(text: &str, from: usize) -> Option<Mark> {
    if from > 0 && !text[..from].ends_with(char::is_whitespace) {
        return None;
    }
    let length = text[from..]
        .find(char::is_whitespace)
        .unwrap_or(text.len() - from);
    let word = &text[from..from + length];
    let known = Table::get().token(word);
    let noise = || {
        let name = word.strip_prefix('%')?;
        Table::get().words(name, true).map(|found| found.kind)
    };
    known
        .or_else(noise)
        .map(|kind| Mark::new(from, from + length, kind))
}

/// Notes of music, and the sign by which pieces of words say that a word begins.
fn sign(text: &str, from: usize) -> Option<Mark> {
    let point = text[from..].chars().next()?;
    let kind = match point {
        '▁' => Kind::Token,
        '♩' | '♪' | '♫' | '♬' | '🎵' | '🎶' | '🎼' => Kind::Noise,
        _ => return None,
    };
    Some(Mark::new(from, from + point.len_utf8(), kind))
}

/// `***`, `****1234`, `***-**-1234`: a word of stars, alone or with the figures that were left.
///
/// All stars of a word say the same of it: those before `looked_to` were looked at.
fn redacted_by_stars(text: &str, at: usize, looked_to: &mut usize) -> Option<Mark> {
    if at < *looked_to {
        return None;
    }
    let part =
        |point: char| point.is_ascii_digit() || matches!(point, '*' | '-' | '#' | '.' | 'x' | 'X');
    let before = text[..at]
        .chars()
        .rev()
        .take_while(|&point| part(point))
        .count();
    let after = text[at..].chars().take_while(|&point| part(point)).count();
    let (mut from, mut to) = (at - before, at + after);
    *looked_to = to;
    let ends = |byte: u8| matches!(byte, b'.' | b'-');
    while to > at && ends(text.as_bytes()[to - 1]) {
        to -= 1;
    }
    while from < at && ends(text.as_bytes()[from]) {
        from += 1;
    }
    let word = &text[from..to];
    let stars = word.bytes().filter(|&byte| byte == b'*').count();
    let figures = word.bytes().any(|byte| byte.is_ascii_digit());
    let at_an_end = word.starts_with('*') != word.ends_with('*');
    let bold = stars == 4 && figures && word.starts_with("**") && word.ends_with("**");
    let enough = stars > 2 && !bold || stars == 2 && figures && at_an_end;
    let apart = !is_letter_before(text, from) && !is_letter_after(text, to);
    (enough && apart).then(|| Mark::new(from, to, Kind::Redaction))
}
