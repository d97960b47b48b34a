//! Integers as decimal digits, of any length, and Python's limit on how long they may be.

use super::unicode::{Unicode, DIGIT};
use super::TooManyDigits;
use crate::graphemes::decode;

/// More digits than these Python turns neither into an integer nor back.
const MOST: usize = 4300;

/// A number while it is read: the original keeps integers and texts, and treats them differently.
#[derive(Debug)]
pub enum Value {
    /// Nothing yet.
    None,
    /// Digits of ASCII, without leading zeros.
    Integer(Vec<u8>),
    /// Digits and points as they came.
    Text(Vec<u8>),
}

/// The value of the last `count` digits.
pub fn tail(digits: &[u8], count: usize) -> u32 {
    let tail = &digits[digits.len().saturating_sub(count)..];
    tail.iter()
        .fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
}

/// Add a number that has fewer digits than `digits` has zeros at its end.
pub fn fill_tail(digits: &mut Vec<u8>, number: u8) {
    let written = number.to_string();
    digits.truncate(digits.len().saturating_sub(written.len()));
    digits.extend_from_slice(written.as_bytes());
}

/// Multiply what is below a thousand by ten to the power of `zeros`; the thousands stay.
pub fn scale(digits: &[u8], zeros: u8) -> Vec<u8> {
    let below = tail(digits, 3);
    let mut thousands = digits.to_vec();
    let start = thousands.len().saturating_sub(3);
    thousands[start..].fill(b'0');
    let mut product = below.to_string().into_bytes();
    product.resize(product.len() + usize::from(zeros), b'0');
    add(&thousands, &product)
}

fn add(first: &[u8], second: &[u8]) -> Vec<u8> {
    let length = first.len().max(second.len());
    let digit = |digits: &[u8], at: usize| match digits.len().checked_sub(at + 1) {
        Some(place) => digits[place] - b'0',
        None => 0,
    };
    let mut carry = 0;
    let mut sum: Vec<u8> = (0..length)
        .map(|at| {
            let value = digit(first, at) + digit(second, at) + carry;
            carry = value / 10;
            b'0' + value % 10
        })
        .collect();
    sum.push(b'0' + carry);
    sum.reverse();
    without_zeros(&sum)
}

/// The digits without leading zeros.
fn without_zeros(digits: &[u8]) -> Vec<u8> {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    digits[zeros.min(digits.len().saturating_sub(1))..].to_vec()
}

/// An integer as Python's `str` writes it.
pub fn written(digits: &[u8]) -> Result<&[u8], TooManyDigits> {
    if digits.len() > MOST {
        return Err(TooManyDigits);
    }
    Ok(digits)
}

/// Whether a word is a number: `^\d+(\.\d+)?$`.
pub fn is_number(unicode: &Unicode, word: &[u8]) -> bool {
    if word.first().is_none_or(u8::is_ascii_lowercase) {
        return false;
    }
    let whole = digits_end(unicode, word, 0);
    if whole == 0 || whole == word.len() {
        return whole > 0;
    }
    let end = digits_end(unicode, word, whole + 1);
    word[whole] == b'.' && end > whole + 1 && end == word.len()
}

fn digits_end(unicode: &Unicode, text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        let (point, length) = decode(text, at);
        if !unicode.is(point, DIGIT) {
            break;
        }
        at += length;
    }
    at
}

/// A decimal fraction: the digits on both sides of the point.
pub struct Fraction {
    whole: Vec<u8>,
    part: Vec<u8>,
}

impl Fraction {
    /// Read digits with at most one point among them, of which one at least is no point.
    ///
    /// `None` for anything else, and where there are too many digits on one side.
    pub fn read(unicode: &Unicode, text: &[u8]) -> Option<Fraction> {
        let end = digits_end(unicode, text, 0);
        let digits = |text: &[u8]| {
            let mut digits = Vec::with_capacity(text.len());
            let mut at = 0;
            while at < text.len() {
                let (point, length) = decode(text, at);
                digits.push(b'0' + unicode.digit(point));
                at += length;
            }
            digits
        };
        let whole = digits(&text[..end]);
        let part = match text.get(end) {
            None => Vec::new(),
            Some(b'.') if digits_end(unicode, text, end + 1) == text.len() => {
                digits(&text[end + 1..])
            }
            Some(_) => return None,
        };
        let any = !whole.is_empty() || !part.is_empty();
        (any && whole.len() <= MOST && part.len() <= MOST).then_some(Fraction { whole, part })
    }

    /// The product with ten to the power of `zeros`, if it is an integer.
    pub fn times(&self, zeros: u8) -> Option<Vec<u8>> {
        let zeros = usize::from(zeros);
        let part = self.part.iter().rposition(|&digit| digit != b'0');
        let part = &self.part[..part.map_or(0, |at| at + 1)];
        if part.len() > zeros {
            return None;
        }
        let mut digits = [&self.whole, part].concat();
        digits.resize(self.whole.len() + zeros, b'0');
        if digits.is_empty() {
            digits.push(b'0');
        }
        Some(without_zeros(&digits))
    }
}
