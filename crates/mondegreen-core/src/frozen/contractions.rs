//! Fillers go away; contractions and titles are written out.
//!
//! The original replaces 46 regular expressions, one after the other. All of them are made of
//! whole runs of word characters (`\w`), so one walk over the runs finds them. Where a later
//! expression could match what an earlier one wrote, it is said below.

use super::english::English;
use super::unicode::{before, Unicode, SPACE, WORD};

/// What a run becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// `\b(hmm|mm|mhm|mmm|uh|um)\b`
    Filler,
    /// The other texts that stand for one run.
    Words(&'static [u8]),
}

/// Look up a run.
#[inline]
pub fn find(run: &[u8]) -> Option<Found> {
    use Found::{Filler, Words};
    Some(Words(match run {
        b"hmm" | b"mm" | b"mhm" | b"mmm" | b"uh" | b"um" => return Some(Filler),
        b"wanna" => b"want to",
        b"gotta" => b"got to",
        b"gonna" => b"going to",
        b"imma" => b"i am going to",
        b"woulda" => b"would have",
        b"coulda" => b"could have",
        b"shoulda" => b"should have",
        b"mr" => b"mister ",
        b"mrs" => b"missus ",
        b"st" => b"saint ",
        b"dr" => b"doctor ",
        b"prof" => b"professor ",
        b"capt" => b"captain ",
        b"gov" => b"governor ",
        b"ald" => b"alderman ",
        b"gen" => b"general ",
        b"sen" => b"senator ",
        b"rep" => b"representative ",
        b"pres" => b"president ",
        b"rev" => b"reverend ",
        b"hon" => b"honorable ",
        b"asst" => b"assistant ",
        b"assoc" => b"associate ",
        b"lt" => b"lieutenant ",
        b"col" => b"colonel ",
        b"jr" => b"junior ",
        b"sr" => b"senior ",
        b"esq" => b"esquire ",
        _ => return None,
    }))
}

/// The contractions that begin with a whole run: what is before and after the apostrophe.
fn whole(left: &[u8], right: &[u8]) -> Option<&'static [u8]> {
    Some(match (left, right) {
        (b"won", b"t") => b"will not",
        (b"can", b"t") => b"can not",
        (b"let", b"s") => b"let us",
        (b"ain", b"t") => b"aint",
        (b"y", b"all") => b"you all",
        (b"i", b"ma") => b"i am going to",
        (b"ma", b"am") => b"madam",
        _ => return None,
    })
}

/// Whether a run is a filler.
#[inline]
pub fn is_filler(english: &English, run: &[u8]) -> bool {
    find(run) == Some(Found::Filler) || english.is_filler(run)
}

/// Take out fillers.
pub fn drop_fillers(unicode: &Unicode, english: &English, text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let end = unicode.run_end(text, at);
        if end == at {
            let length = unicode.word_at(text, at).1;
            out.extend_from_slice(&text[at..at + length]);
            at += length;
        } else {
            if !is_filler(english, &text[at..end]) {
                out.extend_from_slice(&text[at..end]);
            }
            at = end;
        }
    }
}

/// Take out white space before an apostrophe: `\s+'`.
pub fn close_apostrophes(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        if byte == b'\'' {
            while let Some((point, from)) = before(out, out.len()) {
                if !unicode.is(point, SPACE) {
                    break;
                }
                out.truncate(from);
            }
        }
        out.push(byte);
    }
}

/// Write contractions and titles out.
pub fn write_out(unicode: &Unicode, english: &English, text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let end = unicode.run_end(text, at);
        if end > at {
            at = run(unicode, text, at, end, out);
        } else if text[at] == b'\'' {
            at = apostrophe(unicode, english, text, at, out);
        } else {
            let length = unicode.word_at(text, at).1;
            out.extend_from_slice(&text[at..at + length]);
            at += length;
        }
    }
}

/// Write the run `at..end`, and return where to continue.
fn run(unicode: &Unicode, text: &[u8], at: usize, end: usize, out: &mut Vec<u8>) -> usize {
    let word = &text[at..end];
    if text.get(end) == Some(&b'\'') && word.len() <= 3 {
        let right = unicode.run_end(text, end + 1);
        if let Some(written) = whole(word, &text[end + 1..right]) {
            out.extend_from_slice(written);
            return right;
        }
    }
    match find(word) {
        Some(Found::Words(written)) => out.extend_from_slice(written),
        _ => out.extend_from_slice(word),
    }
    end
}

/// What an apostrophe and a whole run after it become.
fn ending(right: &[u8]) -> Option<&'static [u8]> {
    Some(match right {
        b"re" => b" are",
        b"s" => b" is",
        b"d" => b" would",
        b"ll" => b" will",
        b"t" => b" not",
        b"ve" => b" have",
        b"m" => b" am",
        _ => return None,
    })
}

/// Whether "'t" is at `at`.
fn is_not(unicode: &Unicode, text: &[u8], at: usize) -> bool {
    text.get(at) == Some(&b'\'') && &text[at + 1..unicode.run_end(text, at + 1)] == b"t"
}

/// Where the run that ends at `end` begins.
fn run_start(unicode: &Unicode, text: &[u8], end: usize) -> usize {
    let mut start = end;
    while let Some((point, from)) = before(text, start) {
        if !unicode.is(point, WORD) {
            break;
        }
        start = from;
    }
    start
}

/// Write what begins with the apostrophe `at`, and return where to continue.
fn apostrophe(
    unicode: &Unicode,
    english: &English,
    text: &[u8],
    at: usize,
    out: &mut Vec<u8>,
) -> usize {
    let end = unicode.run_end(text, at + 1);
    let ending = |right: &[u8]| match right {
        b"s" if !english.is_after(&text[run_start(unicode, text, at)..at]) => None,
        _ => ending(right),
    };
    // The run after it and one space.
    let next = |out: &mut Vec<u8>, choices: &[(&[u8], &[u8])]| -> Option<usize> {
        if text.get(end) != Some(&b' ') {
            return None;
        }
        let last = unicode.run_end(text, end + 1);
        let found = choices.iter().find(|(run, _)| *run == &text[end + 1..last]);
        out.extend_from_slice(found?.1);
        Some(last)
    };
    let right = &text[at + 1..end];
    // "n't" is replaced before the endings, so in "'ven't" the apostrophe has "ve" after it.
    if right.ends_with(b"n") && is_not(unicode, text, end) {
        if let Some(written) = ending(&right[..right.len() - 1]) {
            out.extend_from_slice(written);
            out.push(b'n');
            return end;
        }
    }
    let written: &[u8] = match right {
        b"d" => {
            let choices: [(&[u8], &[u8]); 3] = [
                (b"been", b" had been"),
                (b"gone", b" had gone"),
                (b"done", b" had done"),
            ];
            if let Some(last) = next(out, &choices) {
                return last;
            }
            b" would"
        }
        b"s" => {
            let choices: [(&[u8], &[u8]); 4] = [
                (b"been", b" has been"),
                (b"gone", b" has gone"),
                (b"got", b" has got"),
                (b"gotta", b" has got to"), // "gotta" is "got to" by then
            ];
            if let Some(last) = next(out, &choices) {
                return last;
            }
            match ending(right) {
                Some(written) => written,
                None => {
                    out.push(b'\'');
                    return at + 1;
                }
            }
        }
        b"t" => {
            // "n't", also of a "been" that was just written. Titles end in a space by then.
            if out.last() == Some(&b'n') {
                out.pop();
            }
            b" not"
        }
        _ => match ending(right) {
            Some(written) => written,
            None => {
                out.push(b'\'');
                return at + 1;
            }
        },
    };
    out.extend_from_slice(written);
    end
}
