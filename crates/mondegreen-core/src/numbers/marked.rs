//! Groups of digits with marks between them that are one telephone number: `0176/55 44 33`, `8 (900) 123-45-67`.
//!
//! [`shapes`](super::shapes) says which groups are one. Where they would be but for the marks, as the sets of a match
//! in `6:4 3:6 7:5`, a comma keeps them apart.

use super::lexicon::{Lexicon, Manner, Part};
use super::literal::{self, Literal};
use super::shapes::MOST;
use crate::text::token::{Doc, Kind, Token, APOSTROPHE, BREAK, COMMA, GLUED};

/// What stands between the digits of one token.
const WITHIN: &[char] = &['.', '-', '/', '\u{A0}', '\u{202F}', '\u{2009}'];
/// Between two tokens of one number so many marks and spaces stand, or fewer.
const LONGEST: usize = 4;

/// Join groups of digits; `chars` is the text that was cut into `doc`, and `done` hears of each.
pub fn join(
    doc: &mut Doc,
    chars: &[char],
    lexicon: &Lexicon,
    mut done: impl FnMut(&[Token], &str),
) {
    let marked = |token: &Token| token.kind == Kind::Number && !is_plain(doc.text(token));
    let shapes = &lexicon.shapes;
    let gap = |token: &Token| match token.kind {
        Kind::Number => token.has(BREAK),
        Kind::Fixed => matches!(doc.text(token), "/" | "-"),
        _ => false,
    };
    let any = |token: &Token| marked(token) || gap(token);
    if shapes.is_empty() || !doc.tokens.iter().any(any) {
        return;
    }
    let mut out: Option<Vec<Token>> = None;
    let mut at = 0;
    let mut apart = Vec::new();
    while at < doc.len() {
        let row = Row::read(doc, chars, lexicon.manner, at);
        let last = row.as_ref().and_then(|row| row.numbers.last());
        let end = last.map_or(at, |last| *last) + 1;
        let verdict = row.map_or(Verdict::Other, |row| row.verdict(doc, lexicon, at));
        match verdict {
            Verdict::One(text) => {
                let mut tokens = out.take().unwrap_or_else(|| {
                    let mut tokens = doc.begin();
                    tokens.extend_from_slice(&doc.tokens[..at]);
                    tokens
                });
                done(&doc.tokens[at..end], &text);
                doc.rewrite(&mut tokens, &text, at, end);
                out = Some(tokens);
            }
            Verdict::Other | Verdict::Apart => {
                if matches!(verdict, Verdict::Apart) {
                    apart.clear();
                    apart.extend((at + 1..end).filter(|&at| {
                        let inside = |at: usize| !is_plain(doc.word(at));
                        !doc.has(at, BREAK) && (inside(at - 1) || inside(at))
                    }));
                    for &at in &apart {
                        doc.tokens[at].flags |= BREAK | COMMA;
                    }
                }
                if let Some(out) = &mut out {
                    out.extend_from_slice(&doc.tokens[at..end]);
                }
            }
        }
        at = end;
    }
    if let Some(out) = out {
        doc.replace(out);
    }
}

/// What a row of groups is.
enum Verdict {
    /// One string.
    One(String),
    /// It would read as one without its marks, and is none.
    Apart,
    /// Anything else.
    Other,
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Numbers in digits with no more than marks and spaces between them.
struct Row {
    /// Where they are.
    numbers: Vec<usize>,
    /// What stands before each of them but the first.
    gaps: Vec<String>,
    /// Whether a bracket opens before the first.
    opens: bool,
}

impl Row {
    fn read(doc: &Doc, chars: &[char], manner: Manner, at: usize) -> Option<Row> {
        // A comma is that of a decimal or of thousands, and a part stays one, wherever they stand.
        let number = |at: usize| {
            let token = (doc.tokens.get(at)).filter(|token| token.kind == Kind::Number);
            token.is_some_and(|token| {
                let text = doc.text(token);
                !text.contains(',') && !matches!(literal::read(text, manner), Literal::Fraction(..))
            })
        };
        number(at).then_some(())?;
        let between = |at: usize| -> Option<String> {
            let (from, to) = (
                doc.tokens[at - 1].end as usize,
                doc.tokens[at].start as usize,
            );
            if to < from || to - from > LONGEST || doc.has(at, GLUED | APOSTROPHE) {
                return None;
            }
            let gap = chars.get(from..to)?.iter();
            let gap: String = gap.filter(|point| !point.is_whitespace()).collect();
            matches!(&gap[..], "" | "(" | ")" | "/" | "-" | "–" | ")/" | ")-").then_some(gap)
        };
        let (mut numbers, mut gaps) = (vec![at], Vec::new());
        let mut next = at + 1;
        loop {
            // "0176 / 55 44 33", where the sign is a token of its own.
            let sign = matches!(doc.word(next), "/" | "-")
                && doc.tokens[next].kind == Kind::Fixed
                && number(next + 1);
            let gap = match sign {
                true => Some(doc.word(next).to_string()),
                false => Some(next).filter(|&at| number(at)).and_then(between),
            };
            let Some(gap) = gap else { break };
            next += usize::from(sign);
            gaps.push(gap);
            numbers.push(next);
            next += 1;
        }
        let first = doc.tokens[at].start as usize;
        let opens = first > 0 && chars.get(first - 1) == Some(&'(');
        Some(Row {
            numbers,
            gaps,
            opens,
        })
    }

    fn verdict(&self, doc: &Doc, lexicon: &Lexicon, at: usize) -> Verdict {
        let words: Vec<&str> = self.numbers.iter().map(|&at| doc.word(at)).collect();
        let marked = words.iter().any(|word| !is_plain(word));
        let gaps = self.gaps.iter().any(|gap| !gap.is_empty());
        if words.len() >= MOST || !marked && !gaps {
            return Verdict::Other;
        }
        let split = |word: &&'_ str| -> Vec<String> {
            let digit = |point: char| !point.is_ascii_digit();
            word.split(digit).map(str::to_string).collect()
        };
        let pieces: Vec<String> = words.iter().flat_map(split).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let number = |at: usize| {
            let known = lexicon.get(doc.word(at)).part != Part::None;
            known || doc.tokens[at].kind == Kind::Number
        };
        let before = lexicon.shapes.before(doc, at, number);
        if !lexicon.shapes.is_one(&pieces, before) {
            return Verdict::Other;
        }
        if self.is_written_so(&words, &pieces) {
            Verdict::One(pieces.concat())
        } else if gaps || words.iter().any(|word| word.contains('.')) {
            Verdict::Other
        } else {
            Verdict::Apart
        }
    }

    /// Whether the marks are those of a telephone number.
    fn is_written_so(&self, words: &[&str], pieces: &[&str]) -> bool {
        let inside: Vec<&&str> = words.iter().filter(|word| !is_plain(word)).collect();
        let marks = |word: &str| -> Vec<char> {
            let mark = |point: &char| !point.is_ascii_digit();
            word.chars().filter(mark).collect()
        };
        // Digits one by one with marks are the sets of a match, or a version.
        if inside.len() > 1 || pieces.iter().all(|piece| piece.len() == 1) {
            return false;
        }
        if let Some(word) = inside.first() {
            let marks = marks(word);
            // One slash may stand before other marks: "0176/55-44-33".
            let rest = match marks[..] {
                ['/', _, ..] if marks.len() > 1 && marks[1] != '/' => &marks[1..],
                _ => &marks[..],
            };
            let known = WITHIN.contains(&rest[0]) && rest.iter().all(|mark| *mark == rest[0]);
            // "05.12 25.12": one full stop is that of a day or a time, unless the zero of a code stands before it.
            let (code, _) = word.split_once('.').unwrap_or(("0000", ""));
            let stop = marks != ['.'] || code.len() > 2 && code.starts_with('0');
            if !known || !stop || words.len() == 1 && is_address(word) {
                return false;
            }
            if words.len() > 1 && !Self::goes_on(word, &marks) {
                return false;
            }
        }
        self.brackets()
    }

    /// Whether groups may stand beside `word`: it is no day, no part, and no version.
    fn goes_on(word: &str, marks: &[char]) -> bool {
        let groups: Vec<&str> = word.split(|point: char| !point.is_ascii_digit()).collect();
        let up_to = |group: &str, most: u32| {
            group.len() == 2 && group.parse().is_ok_and(|value: u32| value <= most)
        };
        let day = groups.len() == 3
            && (up_to(groups[0], 31) && up_to(groups[1], 12)
                || up_to(groups[0], 12) && up_to(groups[1], 31));
        let slashes = marks.iter().filter(|mark| **mark == '/').count();
        let short = groups[..2].iter().all(|group| group.len() < 3);
        let part = slashes > 1 || slashes == 1 && short && !word.starts_with('0');
        let stops = marks.iter().filter(|mark| **mark == '.').count();
        !day && !part && stops < 2
    }

    /// Whether each bracket has one group within, and there is no more than one.
    fn brackets(&self) -> bool {
        let open = |gap: &String| gap == "(";
        let close = |gap: &String| gap.starts_with(')');
        let opens = self.gaps.iter().filter(|gap| open(gap)).count() + usize::from(self.opens);
        let closes = self.gaps.iter().filter(|gap| close(gap)).count();
        let first = self.opens && self.gaps.first().is_some_and(close);
        let pairs = self
            .gaps
            .windows(2)
            .any(|two| open(&two[0]) && close(&two[1]));
        match (opens, closes) {
            (0, 0) => true,
            // "(+49) 176": the bracket opens before the sign.
            (0, 1) => self.gaps.first().is_some_and(close),
            (1, 1) => first || pairs,
            // In brackets as a whole: "(0176 55-44-33)".
            (1, 0) => self.opens,
            _ => false,
        }
    }
}

/// Whether it may be an address of the internet: four numbers up to 255 with full stops between them.
fn is_address(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let byte =
        |part: &&str| part.parse::<u8>().is_ok() && !(part.len() > 1 && part.starts_with('0'));
    parts.len() == 4 && parts.iter().all(byte)
}
