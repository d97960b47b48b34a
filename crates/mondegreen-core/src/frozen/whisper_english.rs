//! `whisper-english`: contractions, numbers and spelling, and then words without symbols. And what
//! the Open ASR Leaderboard made of it.

use super::compounds;
use super::contractions::{self, Found};
use super::english::English;
use super::numbers::{self, Numbers};
use super::symbols;
use super::unicode::{Unicode, DIGIT};
use super::whisper_basic::single_spaces;
use super::{brackets, forms, spelling, Scratch, TooManyDigits};
use crate::graphemes::decode;

/// Symbols that may belong to a number.
const KEPT: [char; 6] = ['.', '%', '$', '¢', '€', '£'];
const TABLE: [u8; 128] = symbols::ascii(b".%$");

/// What bytes of a text ask for.
mod ask {
    pub const BRACKET: u8 = 1;
    pub const PARENTHESIS: u8 = 2;
    pub const APOSTROPHE: u8 = 4;
    pub const COMMA: u8 = 8;
    pub const PERIOD: u8 = 16;
    pub const DIGIT: u8 = 32;
    pub const SYMBOL: u8 = 64;
    pub const OTHER: u8 = 128;
}

const ASK: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'<' | b'[' => ask::BRACKET,
            b'(' => ask::PARENTHESIS,
            b'\'' => ask::APOSTROPHE,
            b',' => ask::COMMA,
            b'.' => ask::PERIOD,
            b'0'..=b'9' => ask::DIGIT,
            b'$' | b'%' => ask::SYMBOL,
            0x80.. => ask::OTHER,
            _ => 0,
        };
        byte += 1;
    }
    table
};

fn asked(text: &[u8]) -> u8 {
    text.iter()
        .fold(0, |found, &byte| found | ASK[byte as usize])
}

pub fn apply(
    unicode: &Unicode,
    english: &English,
    text: &[u8],
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<(), TooManyDigits> {
    let table = &english.words;
    scratch.text.clear();
    forms::lower(unicode, text, &mut scratch.text);
    words_alone(unicode, english, scratch);
    if !english.compounds.is_empty() {
        scratch.step(|text, next| compounds::join(unicode, &english.compounds, text, next));
    }
    let found = asked(&scratch.text);
    if found & (ask::DIGIT | ask::OTHER) != 0 || scratch.text.windows(4).any(|w| w == b"half") {
        scratch.step(|text, next| numbers::prepare(unicode, table, text, next));
    }
    let Scratch {
        text,
        next,
        words,
        codes,
        ..
    } = scratch;
    unicode.split(text, words);
    codes.clear();
    let mut plain = found & (ask::PERIOD | ask::DIGIT | ask::SYMBOL | ask::OTHER) == 0;
    for &(start, end) in words.iter() {
        let number = table.number(&text[start as usize..end as usize]);
        plain &= number == 0 || table.at(number).is_some_and(|entry| entry.kind.is_none());
        codes.push(number);
    }
    next.clear();
    if plain {
        let to = if english.letters.is_some() {
            &mut *next
        } else {
            &mut *out
        };
        for (at, (&(start, end), &code)) in words.iter().zip(codes.iter()).enumerate() {
            if at > 0 {
                to.push(b' ');
            }
            let spelling = table.at(code).and_then(|entry| entry.spelling);
            to.extend_from_slice(spelling.unwrap_or(&text[start as usize..end as usize]));
        }
        if let Some(letters) = &english.letters {
            compounds::join_letters(unicode, letters, next, out);
        }
        return Ok(());
    }
    let numbers = Numbers {
        unicode,
        table,
        text,
        words,
        codes,
    };
    numbers.write(next)?;
    std::mem::swap(text, next);
    finish(unicode, english, scratch, out);
    Ok(())
}

/// The steps up to numbers: fillers and contractions, commas, periods and symbols.
fn words_alone(unicode: &Unicode, english: &English, scratch: &mut Scratch) {
    let found = asked(&scratch.text);
    if found & ask::BRACKET != 0 {
        scratch.step(brackets::brackets);
    }
    if found & ask::PARENTHESIS != 0 {
        scratch.step(brackets::parentheses);
    }
    let (fillers, titles) = survey(unicode, english, &scratch.text);
    if fillers {
        scratch.step(|text, next| contractions::drop_fillers(unicode, english, text, next));
    }
    if found & ask::APOSTROPHE != 0 {
        scratch.step(|text, next| contractions::close_apostrophes(unicode, text, next));
    }
    if titles || found & ask::APOSTROPHE != 0 {
        scratch.step(|text, next| contractions::write_out(unicode, english, text, next));
    }
    if found & ask::COMMA != 0 {
        scratch.step(|text, next| join_digits(unicode, text, next));
    }
    if found & ask::PERIOD != 0 {
        scratch.step(drop_periods);
    }
    if found & ask::OTHER == 0 {
        for byte in &mut scratch.text {
            *byte = TABLE[(*byte & 127) as usize];
        }
        return;
    }
    scratch.next.clear();
    let (from, points, to) = (&scratch.text, &mut scratch.points, &mut scratch.next);
    symbols::remove_symbols_and_diacritics(unicode, from, &TABLE, &KEPT, points, to);
    std::mem::swap(&mut scratch.text, &mut scratch.next);
}

/// Whether there are fillers, and other runs that are written out.
fn survey(unicode: &Unicode, english: &English, text: &[u8]) -> (bool, bool) {
    let (mut fillers, mut titles) = (false, false);
    let mut at = 0;
    while at < text.len() {
        let end = unicode.run_end(text, at);
        if end == at {
            at += unicode.word_at(text, at).1;
            continue;
        }
        match contractions::find(&text[at..end]) {
            Some(Found::Filler) => fillers = true,
            Some(Found::Words(_)) => titles = true,
            None => fillers |= english.is_filler(&text[at..end]),
        }
        at = end;
    }
    (fillers, titles)
}

/// Take out commas between digits: `(\d),(\d)`. A digit between two commas serves only one.
fn join_digits(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let (point, length) = decode(text, at);
        out.extend_from_slice(&text[at..at + length]);
        at += length;
        if text.get(at) == Some(&b',') && unicode.is(point, DIGIT) && at + 1 < text.len() {
            let (point, length) = decode(text, at + 1);
            if unicode.is(point, DIGIT) {
                out.extend_from_slice(&text[at + 1..at + 1 + length]);
                at += 1 + length;
            }
        }
    }
}

/// Put a space for a period without a digit after it: `\.([^0-9]|$)`. Of two periods in a row, the
/// second stays.
fn drop_periods(text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        at += 1;
        if byte != b'.' || text.get(at).is_some_and(u8::is_ascii_digit) {
            out.push(byte);
            continue;
        }
        out.push(b' ');
        if at < text.len() {
            out.push(text[at]); // the rest of a longer character follows by itself
            at += 1;
        }
    }
}

/// The steps after numbers.
fn finish(unicode: &Unicode, english: &English, scratch: &mut Scratch, out: &mut Vec<u8>) {
    let found = asked(&scratch.text);
    if found & (ask::SYMBOL | ask::OTHER) != 0 {
        scratch.step(|text, next| numbers::combine_cents(unicode, text, next));
        scratch.step(|text, next| numbers::extract_cents(unicode, text, next));
    }
    if found & ask::DIGIT != 0 {
        scratch.step(|text, next| numbers::write_ones(unicode, text, next));
    }
    let Scratch {
        text, next, words, ..
    } = scratch;
    next.clear();
    spelling::respell(unicode, &english.words, text, words, next);
    if let Some(letters) = &english.letters {
        text.clear();
        compounds::join_letters(unicode, letters, next, text);
        std::mem::swap(text, next);
    }
    if asked(next) & (ask::PERIOD | ask::SYMBOL | ask::OTHER) == 0 {
        out.extend_from_slice(next);
        return;
    }
    text.clear();
    drop_prefixes(next, text);
    next.clear();
    drop_percents(text, next);
    single_spaces(unicode, next, out);
}

/// Put a space for a symbol without a digit after it: `[.$¢€£]([^0-9])`.
fn drop_prefixes(text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let length = match text[at..] {
            [b'.' | b'$', ..] => 1,
            [0xC2, 0xA2 | 0xA3, ..] => 2,
            [0xE2, 0x82, 0xAC, ..] => 3,
            _ => 0,
        };
        match text.get(at + length) {
            Some(next) if length > 0 && !next.is_ascii_digit() => {
                out.push(b' ');
                let (_, size) = decode(text, at + length);
                at += length;
                out.extend_from_slice(&text[at..at + size]);
                at += size;
            }
            _ => {
                out.push(text[at]);
                at += 1;
            }
        }
    }
}

/// Put a space for a percent sign without a digit before it: `([^0-9])%`.
fn drop_percents(text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let (_, length) = decode(text, at);
        let digit = text[at].is_ascii_digit();
        out.extend_from_slice(&text[at..at + length]);
        at += length;
        if !digit && text.get(at) == Some(&b'%') {
            out.push(b' ');
            at += 1;
        }
    }
}
