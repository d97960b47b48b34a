//! Spelled numbers become digits.

use super::digits::{fill_tail, is_number, scale, tail, written, Fraction, Value};
use super::number_words::{Kind, Words};
use super::unicode::Unicode;
use super::TooManyDigits;

/// "two and a half" becomes "two point five"; digits and letters are parted, except for suffixes.
pub fn prepare(unicode: &Unicode, table: &Words, text: &[u8], out: &mut Vec<u8>) {
    let mut halves = Vec::new();
    let joined = if write_halves(unicode, table, text, &mut halves) {
        &halves
    } else {
        text
    };
    let mut parted = Vec::with_capacity(joined.len() + 8);
    part(joined, &mut parted);
    close_suffixes(unicode, &parted, out);
}

/// Write `\band\s+a\s+half\b` as "point five" after a number; false if there is none.
fn write_halves(unicode: &Unicode, table: &Words, text: &[u8], out: &mut Vec<u8>) -> bool {
    let mut segments = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < text.len() {
        match half(unicode, text, at) {
            Some(end) => {
                segments.push(&text[start..at]);
                (start, at) = (end, end);
            }
            None => at += 1,
        }
    }
    if segments.is_empty() {
        return false;
    }
    segments.push(&text[start..]);
    let last = segments.len() - 1;
    let mut words = Vec::new();
    let mut push = |piece: &[u8]| {
        if !out.is_empty() {
            out.push(b' ');
        }
        out.extend_from_slice(piece);
    };
    for (place, segment) in segments.into_iter().enumerate() {
        unicode.split(segment, &mut words);
        // Where nothing is before "and a half", that goes as well.
        let Some(&(from, to)) = words.last() else {
            continue;
        };
        push(segment);
        if place < last {
            push(match table.kind(&segment[from as usize..to as usize]) {
                Some(Kind::Zero | Kind::One(_) | Kind::Ten(_) | Kind::Multiplier(_)) => {
                    b"point five"
                }
                _ => b"and a half",
            });
        }
    }
    true
}

/// Where "and a half" ends that begins at `at`.
fn half(unicode: &Unicode, text: &[u8], at: usize) -> Option<usize> {
    if !text[at..].starts_with(b"and") || !unicode.is_boundary(text, at) {
        return None;
    }
    let mut end = at + 3;
    for word in ["a", "half"] {
        let next = unicode.spaces_end(text, end);
        if next == end || !text[next..].starts_with(word.as_bytes()) {
            return None;
        }
        end = next + word.len();
    }
    unicode.is_boundary(text, end).then_some(end)
}

/// Put a space between a letter and a digit, `([a-z])([0-9])`, and the other way round.
fn part(text: &[u8], out: &mut Vec<u8>) {
    let mut last = 0u8;
    for &byte in text {
        if (last.is_ascii_lowercase() && byte.is_ascii_digit())
            || (last.is_ascii_digit() && byte.is_ascii_lowercase())
        {
            out.push(b' ');
        }
        out.push(byte);
        last = byte;
    }
}

/// Take out the space before a suffix: `([0-9])\s+(st|nd|rd|th|s)\b`.
fn close_suffixes(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        out.push(byte);
        at += 1;
        if !byte.is_ascii_digit() {
            continue;
        }
        let next = unicode.spaces_end(text, at);
        if next > at {
            let end = unicode.run_end(text, next);
            if let b"st" | b"nd" | b"rd" | b"th" | b"s" = &text[next..end] {
                out.extend_from_slice(&text[next..end]);
                at = end;
            }
        }
    }
}

/// The words of a text, and what each is.
pub struct Numbers<'a> {
    pub unicode: &'a Unicode,
    pub table: &'a Words,
    pub text: &'a [u8],
    pub words: &'a [(u32, u32)],
    /// The number of each word in the table.
    pub codes: &'a [u16],
}

/// What has been read and not yet written.
struct Pending<'a> {
    prefix: Option<&'a [u8]>,
    value: Value,
    out: &'a mut Vec<u8>,
    start: usize,
}

impl<'a> Pending<'a> {
    /// Write a word or number, with the prefix that waits.
    fn write(&mut self, pieces: &[&[u8]]) {
        if self.out.len() > self.start {
            self.out.push(b' ');
        }
        if let Some(prefix) = self.prefix.take() {
            self.out.extend_from_slice(prefix);
        }
        for piece in pieces {
            self.out.extend_from_slice(piece);
        }
        self.value = Value::None;
    }

    /// Write the value, if there is one, and `suffix` with it.
    fn flush(&mut self, suffix: &[u8]) -> Result<(), TooManyDigits> {
        match std::mem::replace(&mut self.value, Value::None) {
            Value::None => {}
            Value::Integer(digits) => self.write(&[written(&digits)?, suffix]),
            Value::Text(text) => self.write(&[&text, suffix]),
        }
        Ok(())
    }

    /// The value as a text, and nothing in its place; what counts as false is an empty text.
    fn take_text(&mut self, or_empty: bool) -> Result<Vec<u8>, TooManyDigits> {
        Ok(match std::mem::replace(&mut self.value, Value::None) {
            Value::None => Vec::new(),
            Value::Integer(digits) if or_empty && digits == b"0" => Vec::new(),
            Value::Integer(digits) => written(&digits)?.to_vec(),
            Value::Text(text) => text,
        })
    }

    fn is_none(&self) -> bool {
        matches!(self.value, Value::None)
    }
}

impl<'a> Numbers<'a> {
    fn word(&self, at: usize) -> &'a [u8] {
        let (start, end) = self.words[at];
        &self.text[start as usize..end as usize]
    }

    fn kind(&self, at: Option<usize>) -> Option<Kind> {
        self.table.at(*self.codes.get(at?)?)?.kind
    }

    /// Append the words, numbers in digits, parted by single spaces.
    pub fn write(&self, out: &mut Vec<u8>) -> Result<(), TooManyDigits> {
        let start = out.len();
        let mut pending = Pending {
            prefix: None,
            value: Value::None,
            out,
            start,
        };
        let mut skip = false;
        for at in 0..self.words.len() {
            if std::mem::take(&mut skip) {
                continue;
            }
            let word = self.word(at);
            let Some(kind) = self.kind(Some(at)) else {
                self.other(word, &mut pending)?;
                continue;
            };
            let previous = self.kind(at.checked_sub(1));
            let next = self.kind(Some(at + 1));
            match kind {
                Kind::Zero => {
                    let mut text = pending.take_text(true)?;
                    text.push(b'0');
                    pending.value = Value::Text(text);
                }
                Kind::One(value) => {
                    let width = if value < 10 { 1 } else { 2 };
                    let inside = matches!(previous, Some(Kind::One(_)));
                    let after_ten = matches!(previous, Some(Kind::Ten(_)));
                    add(&mut pending, value, width, inside, after_ten)?;
                }
                Kind::OneSuffixed(value, suffix) => {
                    let width = if value < 10 { 1 } else { 2 };
                    let inside = matches!(previous, Some(Kind::One(_)));
                    let after_ten = matches!(previous, Some(Kind::Ten(_)));
                    add(&mut pending, value, width, inside, after_ten)?;
                    pending.flush(suffix.as_bytes())?;
                }
                Kind::Ten(value) => add(&mut pending, value, 2, false, false)?,
                Kind::TenSuffixed(value, suffix) => {
                    add(&mut pending, value, 2, false, false)?;
                    pending.flush(suffix.as_bytes())?;
                }
                Kind::Multiplier(zeros) => self.multiply(zeros, None, &mut pending)?,
                Kind::MultiplierSuffixed(zeros, suffix) => {
                    self.multiply(zeros, Some(suffix), &mut pending)?;
                }
                Kind::Preceding(sign) => {
                    pending.flush(b"")?;
                    if self.may_be_number(at + 1) {
                        pending.prefix = Some(sign.as_bytes());
                    } else {
                        pending.write(&[word]);
                    }
                }
                Kind::Following(_) | Kind::Percent | Kind::Per if pending.is_none() => {
                    pending.write(&[word]);
                }
                Kind::Following(currency) => {
                    pending.prefix = Some(currency.as_bytes());
                    pending.flush(b"")?;
                }
                Kind::Percent => pending.flush(b"%")?,
                Kind::Per => {
                    if at + 1 < self.words.len() && self.word(at + 1) == b"cent" {
                        pending.flush(b"%")?;
                        skip = true;
                    } else {
                        pending.flush(b"")?;
                        pending.write(&[word]);
                    }
                }
                Kind::And | Kind::Repeat(_) | Kind::Point if !self.may_be_number(at + 1) => {
                    pending.flush(b"")?;
                    pending.write(&[word]);
                }
                Kind::And => {
                    if !matches!(previous, Some(Kind::Multiplier(_))) {
                        pending.flush(b"")?;
                        pending.write(&[word]);
                    }
                }
                Kind::Repeat(times) => {
                    let digit = match next {
                        Some(Kind::One(value)) => value,
                        Some(Kind::Zero) => 0,
                        _ => {
                            pending.flush(b"")?;
                            pending.write(&[word]);
                            continue;
                        }
                    };
                    let mut text = pending.take_text(true)?;
                    for _ in 0..times {
                        text.extend_from_slice(digit.to_string().as_bytes());
                    }
                    pending.value = Value::Text(text);
                    skip = true;
                }
                Kind::Point => {
                    let digits = matches!(next, Some(Kind::Zero | Kind::One(_) | Kind::Ten(_)));
                    if digits || self.is_number(at + 1) {
                        let mut text = pending.take_text(true)?;
                        text.push(b'.');
                        pending.value = Value::Text(text);
                    }
                }
            }
        }
        pending.flush(b"")
    }

    fn is_number(&self, at: usize) -> bool {
        at < self.words.len() && is_number(self.unicode, self.word(at))
    }

    fn may_be_number(&self, at: usize) -> bool {
        self.kind(Some(at)).is_some() || self.is_number(at)
    }

    /// A word that is in no table: a number in digits, or any other word.
    fn other(&self, word: &'a [u8], pending: &mut Pending<'a>) -> Result<(), TooManyDigits> {
        let prefix: usize = match word {
            [b'$' | b'-' | b'+', ..] => 1,
            _ if word.starts_with("£".as_bytes()) || word.starts_with("¢".as_bytes()) => 2,
            _ if word.starts_with("€".as_bytes()) => 3,
            _ => 0,
        };
        let bare = &word[prefix..];
        if !is_number(self.unicode, bare) {
            pending.flush(b"")?;
            pending.write(&[word]);
            return Ok(());
        }
        let fraction = Fraction::read(self.unicode, bare).ok_or(TooManyDigits)?;
        match &mut pending.value {
            // The components of an address or a decimal fraction.
            Value::Text(text) if text.ends_with(b".") => {
                text.extend_from_slice(word);
                return Ok(());
            }
            _ => pending.flush(b"")?,
        }
        if prefix > 0 {
            pending.prefix = Some(&word[..prefix]);
        }
        pending.value = match fraction.times(0) {
            Some(digits) => Value::Integer(digits),
            None => Value::Text(bare.to_vec()),
        };
        Ok(())
    }

    /// Read "hundred", or "hundredth" with its suffix.
    fn multiply(
        &self,
        zeros: u8,
        suffix: Option<&str>,
        pending: &mut Pending<'a>,
    ) -> Result<(), TooManyDigits> {
        let alone = || {
            let mut digits = vec![b'1'];
            digits.resize(1 + usize::from(zeros), b'0');
            digits
        };
        let product = match &pending.value {
            Value::None => alone(),
            Value::Integer(digits) if digits == b"0" => digits.clone(),
            Value::Integer(digits) => scale(digits, zeros),
            Value::Text(text) => {
                let fraction = Fraction::read(self.unicode, text);
                match fraction.and_then(|fraction| fraction.times(zeros)) {
                    Some(digits) => digits,
                    None => {
                        pending.flush(b"")?;
                        alone()
                    }
                }
            }
        };
        pending.value = Value::Integer(product);
        match suffix {
            Some(suffix) => pending.flush(suffix.as_bytes()),
            None => Ok(()),
        }
    }
}

/// Put a number of `width` digits into the zeros at the end of the value, or else after it.
///
/// `following` says that it follows a number below twenty: then it is put after always.
fn add(
    pending: &mut Pending<'_>,
    number: u8,
    width: usize,
    following: bool,
    after_ten: bool,
) -> Result<(), TooManyDigits> {
    let digits = number.to_string();
    match &mut pending.value {
        Value::None => {
            pending.value = Value::Integer(digits.into_bytes());
        }
        Value::Integer(value) if !following && tail(value, width) == 0 => {
            if number > 0 {
                fill_tail(value, number);
            }
        }
        Value::Text(text) if after_ten && width == 1 => {
            text.pop();
            text.extend_from_slice(digits.as_bytes());
        }
        _ => {
            let mut text = pending.take_text(false)?;
            text.extend_from_slice(digits.as_bytes());
            pending.value = Value::Text(text);
        }
    }
    Ok(())
}

/// The currencies that have cents.
fn currency(text: &[u8], at: usize) -> usize {
    match text[at..] {
        [b'$', ..] => 1,
        [0xC2, 0xA3, ..] => 2,
        [0xE2, 0x82, 0xAC, ..] => 3,
        _ => 0,
    }
}

/// One or two digits at the end of a run of word characters, `([0-9]{1,2})\b`, and where they end.
fn cents(unicode: &Unicode, text: &[u8], at: usize) -> Option<(u8, usize)> {
    let count = text[at..].iter().take(2).take_while(|d| d.is_ascii_digit());
    let end = at + count.count();
    let value = tail(&text[at..end], 2) as u8;
    (end > at && unicode.is_boundary(text, end)).then_some((value, end))
}

/// Put cents after the currency they belong to: `([€£$])([0-9]+) (?:and )?¢([0-9]{1,2})\b`.
pub fn combine_cents(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    let whole = |at: usize| {
        let mut end = at + currency(text, at);
        if end == at {
            return None;
        }
        let start = end;
        end += text[end..]
            .iter()
            .take_while(|d| d.is_ascii_digit())
            .count();
        if end == start {
            return None;
        }
        let mut next = end + usize::from(text[end..].starts_with(b" "));
        if next == end {
            return None;
        }
        next += if text[next..].starts_with(b"and ") {
            4
        } else {
            0
        };
        let sign = "¢".as_bytes();
        let next = text[next..]
            .starts_with(sign)
            .then_some(next + sign.len())?;
        let (cents, last) = cents(unicode, text, next)?;
        Some((end, cents, last))
    };
    let mut at = 0;
    while at < text.len() {
        if let Some((end, cents, last)) = whole(at) {
            out.extend_from_slice(&text[at..end]);
            out.extend_from_slice(&[b'.', b'0' + cents / 10, b'0' + cents % 10]);
            at = last;
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
}

/// Write less than one of a currency in cents: `[€£$]0.([0-9]{1,2})\b`, with any character for the
/// point.
pub fn extract_cents(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    let part = |at: usize| {
        let sign = currency(text, at);
        if sign == 0 || text.get(at + sign) != Some(&b'0') {
            return None;
        }
        let point = at + sign + 1;
        if point >= text.len() || text[point] == b'\n' {
            return None;
        }
        cents(unicode, text, point + unicode.word_at(text, point).1)
    };
    let mut at = 0;
    while at < text.len() {
        if let Some((cents, last)) = part(at) {
            out.extend_from_slice("¢".as_bytes());
            out.extend_from_slice(cents.to_string().as_bytes());
            at = last;
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
}

/// Write "one" and "ones" for digits: `\b1(s?)\b`.
pub fn write_ones(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let end = unicode.run_end(text, at);
        if end == at {
            let length = unicode.word_at(text, at).1;
            out.extend_from_slice(&text[at..at + length]);
            at += length;
            continue;
        }
        match &text[at..end] {
            b"1" => out.extend_from_slice(b"one"),
            b"1s" => out.extend_from_slice(b"ones"),
            run => out.extend_from_slice(run),
        }
        at = end;
    }
}
