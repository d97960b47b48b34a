//! What the normalizers know of code points: Unicode 14.0 as Python 3.11 sees it.

use std::sync::OnceLock;

use crate::graphemes::decode;

/// The table, made by `crates/tables/make_normalizers.py`.
const TABLE: &str = include_str!("unicode14.txt");

/// One more than the last code point.
const LIMIT: usize = 0x11_0000;

/// Category M, S or P.
pub const SYMBOL: u16 = 1;
/// Category Mn.
pub const NONSPACING: u16 = 1 << 1;
/// White space, as `str.isspace`, `str.split` and `\s` have it.
pub const SPACE: u16 = 1 << 2;
/// `\w`.
pub const WORD: u16 = 1 << 3;
/// `\d`.
pub const DIGIT: u16 = 1 << 4;
/// Has a case, for the final sigma.
pub const CASED: u16 = 1 << 5;
/// Is looked over when a final sigma is decided.
pub const IGNORABLE: u16 = 1 << 6;
/// `str.lower` changes it.
pub const LOWER: u16 = 1 << 7;
/// NFKD changes it.
pub const DECOMPOSES: u16 = 1 << 8;
/// NFKC may change it, alone or after another code point.
pub const COMPOSES: u16 = 1 << 9;
/// Has a combining class.
pub const COMBINING: u16 = 1 << 10;

/// First code points of the blocks from which Hangul syllables are computed, and their counts.
pub const HANGUL: u32 = 0xAC00;
/// Leading consonants of Hangul.
pub const LEADING: u32 = 0x1100;
/// Vowels of Hangul.
pub const VOWEL: u32 = 0x1161;
/// One before the trailing consonants of Hangul.
pub const TRAILING: u32 = 0x11A7;
/// The number of leading consonants.
pub const LEADINGS: u32 = 19;
/// The number of vowels.
pub const VOWELS: u32 = 21;
/// The number of trailing consonants, none being one of them.
pub const TRAILINGS: u32 = 28;

/// Some neighbouring code points and what they share.
type Run = (u32, u32, u32);

/// The tables.
pub struct Unicode {
    flags: Vec<u16>,
    /// First code point, last one, stride, distance to the lower case.
    lower: Vec<(u32, u32, u32, i32)>,
    /// First code point, how many, and where its parts are in `parts`.
    apart: Vec<(u32, u32, std::ops::Range<u32>)>,
    parts: Vec<u32>,
    /// Two code points, and the one they make.
    together: Vec<(u32, u32, u32)>,
    combining: Vec<Run>,
    zeros: Vec<u32>,
    clusters: Vec<Run>,
}

fn number(field: &str) -> u32 {
    u32::from_str_radix(field, 16).expect("unicode14.txt: a hexadecimal number")
}

fn runs<'a>(items: impl Iterator<Item = &'a str>) -> Vec<Run> {
    let mut end = 0;
    items
        .map(|item| {
            let mut fields = item.split(',').map(number);
            let mut next = || fields.next().expect("unicode14.txt: three numbers");
            let (gap, length, value) = (next(), next(), next());
            let first = end + gap;
            end = first + length;
            (first, end, value)
        })
        .collect()
}

fn run_value(runs: &[Run], point: u32) -> u32 {
    let at = runs.partition_point(|&(_, end, _)| end <= point);
    match runs.get(at) {
        Some(&(first, _, value)) if first <= point => value,
        _ => 0,
    }
}

impl Unicode {
    /// The tables, which are built on first use.
    pub fn get() -> &'static Unicode {
        static UNICODE: OnceLock<Unicode> = OnceLock::new();
        UNICODE.get_or_init(Self::parse)
    }

    fn parse() -> Unicode {
        let section = |name: &str| {
            let start = TABLE.find(name).expect("unicode14.txt: a section") + name.len();
            let text = &TABLE[start..];
            let end = text.find('[').unwrap_or(text.len());
            text[..end].split_ascii_whitespace()
        };
        let mut flags = vec![0u16; LIMIT];
        for (first, end, value) in runs(section("[flags]")) {
            flags[first as usize..end as usize].fill(value as u16);
        }
        let lower = section("[lower]").map(|item| {
            let fields: Vec<&str> = item.split(',').collect();
            let (first, count, stride) = (number(fields[0]), number(fields[1]), number(fields[2]));
            let distance = match fields[3].strip_prefix('-') {
                Some(distance) => -(number(distance) as i32),
                None => number(fields[3]) as i32,
            };
            (first, first + (count - 1) * stride, stride, distance)
        });
        let lower = lower.collect();
        let (mut apart, mut parts, mut end) = (Vec::new(), Vec::new(), 0);
        for item in section("[apart]") {
            let mut fields = item.split(',');
            let place = fields.next().unwrap_or_default();
            let (gap, count) = place.split_once('*').unwrap_or((place, "1"));
            let (first, count) = (end + number(gap), number(count));
            let start = parts.len() as u32;
            parts.extend(fields.map(number));
            apart.push((first, count, start..parts.len() as u32));
            end = first + count;
        }
        let mut together: Vec<_> = section("[together]")
            .map(|item| {
                let fields: Vec<u32> = item.split(',').map(number).collect();
                (fields[0], fields[1], fields[2])
            })
            .collect();
        together.sort_unstable();
        Unicode {
            flags,
            lower,
            apart,
            parts,
            together,
            combining: runs(section("[combining]")),
            zeros: section("[zeros]").map(number).collect(),
            clusters: runs(section("[clusters]")),
        }
    }

    /// The flags of a code point.
    #[inline]
    pub fn flags(&self, point: u32) -> u16 {
        self.flags.get(point as usize).copied().unwrap_or(0)
    }

    /// Whether a code point has one of the flags.
    #[inline]
    pub fn is(&self, point: u32, flags: u16) -> bool {
        self.flags(point) & flags != 0
    }

    /// The lower case of a code point, except for U+0130, which has two, and the final sigma.
    pub fn lower(&self, point: u32) -> u32 {
        let at = self.lower.partition_point(|&(first, ..)| first <= point);
        match self.lower[..at].last() {
            Some(&(first, last, stride, distance))
                if point <= last && (point - first).is_multiple_of(stride) =>
            {
                point.wrapping_add_signed(distance)
            }
            _ => point,
        }
    }

    /// Append what NFKD makes of one code point; marks are not put in order.
    pub fn decompose(&self, point: u32, out: &mut Vec<u32>) {
        if !self.is(point, DECOMPOSES) {
            out.push(point);
        } else if (HANGUL..HANGUL + LEADINGS * VOWELS * TRAILINGS).contains(&point) {
            let index = point - HANGUL;
            out.push(LEADING + index / (VOWELS * TRAILINGS));
            out.push(VOWEL + index / TRAILINGS % VOWELS);
            if !index.is_multiple_of(TRAILINGS) {
                out.push(TRAILING + index % TRAILINGS);
            }
        } else {
            let at = self.apart.partition_point(|&(first, ..)| first <= point) - 1;
            let (first, count, parts) = &self.apart[at];
            let parts = &self.parts[parts.start as usize..parts.end as usize];
            if *count > 1 {
                out.push(parts[0] + point - first);
            } else {
                out.extend_from_slice(parts);
            }
        }
    }

    /// What two code points make together; Hangul is not looked for.
    pub fn compose(&self, first: u32, second: u32) -> Option<u32> {
        let key = (first, second);
        let found = self
            .together
            .binary_search_by_key(&key, |&(a, b, _)| (a, b));
        found.ok().map(|at| self.together[at].2)
    }

    /// The canonical combining class.
    pub fn combining(&self, point: u32) -> u32 {
        if self.is(point, COMBINING) {
            run_value(&self.combining, point)
        } else {
            0
        }
    }

    /// The value of a decimal digit.
    pub fn digit(&self, point: u32) -> u8 {
        if point < 0x80 {
            return (point as u8).wrapping_sub(b'0');
        }
        let at = self.zeros.partition_point(|&zero| zero <= point);
        (point - self.zeros[at.saturating_sub(1)]) as u8
    }

    /// The class for grapheme clusters, as the script that made the table numbers them.
    pub fn cluster(&self, point: u32) -> u32 {
        run_value(&self.clusters, point)
    }
}

/// Append a code point as generalised UTF-8.
#[inline]
pub fn push(out: &mut Vec<u8>, point: u32) {
    if point < 0x80 {
        out.push(point as u8);
        return;
    }
    let tail = |shift: u32| 0x80 | (point >> shift & 0x3F) as u8;
    if point < 0x800 {
        out.extend_from_slice(&[0xC0 | (point >> 6) as u8, tail(0)]);
    } else if point < 0x1_0000 {
        out.extend_from_slice(&[0xE0 | (point >> 12) as u8, tail(6), tail(0)]);
    } else {
        out.extend_from_slice(&[0xF0 | (point >> 18) as u8, tail(12), tail(6), tail(0)]);
    }
}

/// The code point that ends before byte `end`, and where it begins.
#[inline]
pub fn before(text: &[u8], end: usize) -> Option<(u32, usize)> {
    let mut at = end.checked_sub(1)?;
    while at > 0 && text[at] & 0xC0 == 0x80 {
        at -= 1;
    }
    Some((decode(text, at).0, at))
}

/// Flags of ASCII, of which most texts are.
const ASCII_WORD: u8 = 1;
const ASCII_SPACE: u8 = 2;
const ASCII: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        if character.is_ascii_alphanumeric() || character == b'_' {
            table[byte] = ASCII_WORD;
        } else if matches!(character, 9..=13 | 28..=32) {
            table[byte] = ASCII_SPACE;
        }
        byte += 1;
    }
    table
};

impl Unicode {
    /// The code point at `at`, its length, and whether it is of `\w`.
    #[inline]
    pub fn word_at(&self, text: &[u8], at: usize) -> (bool, usize) {
        let byte = text[at];
        if byte < 0x80 {
            return (ASCII[byte as usize] & ASCII_WORD != 0, 1);
        }
        let (point, length) = decode(text, at);
        (self.is(point, WORD), length)
    }

    /// Whether there is white space at `at`, and its length.
    #[inline]
    pub fn space_at(&self, text: &[u8], at: usize) -> (bool, usize) {
        let byte = text[at];
        if byte < 0x80 {
            return (ASCII[byte as usize] & ASCII_SPACE != 0, 1);
        }
        let (point, length) = decode(text, at);
        (self.is(point, SPACE), length)
    }

    /// Where the word characters from `at` on end.
    #[inline]
    pub fn run_end(&self, text: &[u8], mut at: usize) -> usize {
        while at < text.len() {
            let (inside, length) = self.word_at(text, at);
            if !inside {
                break;
            }
            at += length;
        }
        at
    }

    /// Where the white space from `at` on ends.
    #[inline]
    pub fn spaces_end(&self, text: &[u8], mut at: usize) -> usize {
        while at < text.len() {
            let (space, length) = self.space_at(text, at);
            if !space {
                break;
            }
            at += length;
        }
        at
    }

    /// Whether `\b` holds at `at`.
    pub fn is_boundary(&self, text: &[u8], at: usize) -> bool {
        let left = before(text, at).is_some_and(|(point, _)| self.is(point, WORD));
        let right = at < text.len() && self.word_at(text, at).0;
        left != right
    }

    /// The words of a text, as `str.split` cuts it: where each begins and ends.
    pub fn split(&self, text: &[u8], words: &mut Vec<(u32, u32)>) {
        words.clear();
        let mut at = self.spaces_end(text, 0);
        while at < text.len() {
            let start = at;
            while at < text.len() {
                let (space, length) = self.space_at(text, at);
                if space {
                    break;
                }
                at += length;
            }
            words.push((start as u32, at as u32));
            at = self.spaces_end(text, at);
        }
    }
}
