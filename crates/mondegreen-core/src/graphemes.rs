//! Extended grapheme clusters (UAX #29): what a reader calls a character.
//!
//! The classes of code points come from `graphemes.tsv`, the one table that the Python implementation
//! (`mondegreen/_kernel/graphemes.py`) reads as well; its first line names the Unicode version.
//! Text is *generalised UTF-8*: UTF-8 in which a lone surrogate may be as three bytes, because
//! a Python `str` can hold one.

use std::sync::OnceLock;

/// The table, made by `crates/tables/make_graphemes.py`.
const TABLE: &str = include_str!("../../../src/mondegreen/_kernel/graphemes.tsv");

/// How many code points share an entry in the first stage of [`Classes`].
const BLOCK: usize = 256;

/// One more than the last code point.
const LIMIT: usize = 0x11_0000;

/// What UAX #29 calls `Grapheme_Cluster_Break`, with `Extended_Pictographic` as one more value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Other,
    Cr,
    Lf,
    Control,
    Extend,
    Zwj,
    RegionalIndicator,
    Prepend,
    SpacingMark,
    L,
    V,
    T,
    Lv,
    Lvt,
    Pictographic,
}

impl Class {
    /// The class that a line of the table names.
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "CR" => Self::Cr,
            "LF" => Self::Lf,
            "Control" => Self::Control,
            "Extend" => Self::Extend,
            "ZWJ" => Self::Zwj,
            "Regional_Indicator" => Self::RegionalIndicator,
            "Prepend" => Self::Prepend,
            "SpacingMark" => Self::SpacingMark,
            "L" => Self::L,
            "V" => Self::V,
            "T" => Self::T,
            "LV" => Self::Lv,
            "LVT" => Self::Lvt,
            "Extended_Pictographic" => Self::Pictographic,
            _ => return None,
        })
    }
}

/// The class of every code point: a block number for each 256, and the blocks that differ.
struct Classes {
    block_of: Vec<u16>,
    blocks: Vec<[Class; BLOCK]>,
}

impl Classes {
    /// The table that ships with the crate, parsed on first use.
    fn get() -> &'static Self {
        static CLASSES: OnceLock<Classes> = OnceLock::new();
        CLASSES.get_or_init(|| Self::parse(TABLE))
    }

    /// Build the two stages from the text of a table.
    ///
    /// # Panics
    ///
    /// On a line that is not `first, last, class`. The table is part of the crate and a test
    /// parses it, so no user meets this.
    fn parse(table: &str) -> Self {
        let mut flat = vec![Class::Other; LIMIT];
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let mut code_point = || usize::from_str_radix(fields.next()?, 16).ok();
            let range = code_point().zip(code_point());
            let class = fields.next().and_then(Class::from_name);
            let ((first, last), class) = range
                .zip(class)
                .unwrap_or_else(|| panic!("graphemes.tsv: expected first, last, class: {line:?}"));
            flat[first..=last].fill(class);
        }
        let mut classes = Self {
            block_of: Vec::with_capacity(LIMIT / BLOCK),
            blocks: Vec::new(),
        };
        for codes in flat.chunks_exact(BLOCK) {
            let known = classes.blocks.iter().position(|block| block == codes);
            let number = known.unwrap_or_else(|| {
                let mut block = [Class::Other; BLOCK];
                block.copy_from_slice(codes);
                classes.blocks.push(block);
                classes.blocks.len() - 1
            });
            classes.block_of.push(number as u16); // at most LIMIT / BLOCK = 4352
        }
        classes
    }

    /// The class of a code point; [`Class::Other`] past the last one.
    #[inline]
    fn of(&self, code_point: u32) -> Class {
        let code_point = code_point as usize;
        match self.block_of.get(code_point / BLOCK) {
            Some(&number) => self.blocks[number as usize][code_point % BLOCK],
            None => Class::Other,
        }
    }
}

/// What the rules need to know of the text before a place: the last class, and where the rules
/// look further back, what they would find there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The last code point has this class, and nothing before it matters.
    After(Class),
    /// An even number of regional indicators: the flags are complete (GB12, GB13).
    FlagComplete,
    /// `Extended_Pictographic Extend+` (the beginning of GB11).
    PictographExtend,
    /// `Extended_Pictographic Extend* ZWJ` (all of GB11 but the second emoji).
    PictographZwj,
}

impl State {
    /// The last class, whatever came before it.
    #[inline]
    fn class(self) -> Class {
        match self {
            Self::After(class) => class,
            Self::FlagComplete => Class::RegionalIndicator,
            Self::PictographExtend => Class::Extend,
            Self::PictographZwj => Class::Zwj,
        }
    }

    /// Whether a code point of class `after` continues the cluster: rules GB3 to GB999.
    #[inline]
    fn joins(self, after: Class) -> bool {
        use Class::{
            Control, Cr, Extend, Lf, Lv, Lvt, Pictographic, Prepend, RegionalIndicator,
            SpacingMark, Zwj, L, T, V,
        };
        match (self.class(), after) {
            (Cr, Lf) => true, // GB3; `boundaries` meets it in `ascii_boundaries`
            (Cr | Lf | Control, _) | (_, Cr | Lf | Control) => false, // GB4, GB5
            (L, L | V | Lv | Lvt) | (Lv | V, V | T) | (Lvt | T, T) => true, // GB6-GB8
            (_, Extend | Zwj | SpacingMark) | (Prepend, _) => true, // GB9-GB9b
            (Zwj, Pictographic) => self == Self::PictographZwj, // GB11
            (RegionalIndicator, RegionalIndicator) => self != Self::FlagComplete, // GB12, GB13
            _ => false,       // GB999
        }
    }

    /// The state after one more code point.
    #[inline]
    fn next(self, after: Class) -> Self {
        match (self, after) {
            (Self::After(Class::RegionalIndicator), Class::RegionalIndicator) => Self::FlagComplete,
            (Self::After(Class::Pictographic) | Self::PictographExtend, Class::Extend) => {
                Self::PictographExtend
            }
            (Self::After(Class::Pictographic) | Self::PictographExtend, Class::Zwj) => {
                Self::PictographZwj
            }
            _ => Self::After(after),
        }
    }
}

/// Append the byte offset of the end of each extended grapheme cluster of `text` to `ends`.
///
/// `text` is generalised UTF-8; a byte that is not part of it counts as a code point of its own
/// (see [`decode`]). The last offset is `text.len()`; the empty text adds none. `ends` is not
/// cleared, and nothing else is allocated.
///
/// ```
/// use mondegreen_core::graphemes::boundaries;
///
/// let mut ends = Vec::new();
/// boundaries("ne\u{301}\r\n".as_bytes(), &mut ends);
/// assert_eq!(ends, [1, 4, 6]); // n, é, CR LF
/// ```
pub fn boundaries(text: &[u8], ends: &mut Vec<usize>) {
    if text.is_empty() {
        return;
    }
    let classes = Classes::get();
    let mut state = State::After(Class::Lf); // of no consequence: no end is pushed at 0
    let mut at = 0;
    while at < text.len() {
        let (code_point, length) = decode(text, at);
        let class = classes.of(code_point);
        if class == Class::Other && state == State::After(Class::Other) {
            ends.push(at); // most of most texts; twice as fast as asking the rules
        } else {
            if at > 0 && !state.joins(class) {
                ends.push(at);
            }
            state = state.next(class);
        }
        at += length;
        if code_point < 0x80 {
            let run = ascii_prefix(&text[at..]);
            if run > 0 {
                ascii_boundaries(&text[..at + run], at, ends);
                at += run;
                state = State::After(classes.of(u32::from(text[at - 1])));
            }
        }
    }
    ends.push(text.len());
}

/// The number of ASCII bytes that `bytes` starts with.
#[inline]
fn ascii_prefix(bytes: &[u8]) -> usize {
    let whole = 16
        * bytes
            .chunks_exact(16)
            .take_while(|chunk| chunk.is_ascii())
            .count();
    whole
        + bytes[whole..]
            .iter()
            .take_while(|byte| byte.is_ascii())
            .count()
}

/// Push the boundaries before each byte of `text[from..]`, where that and the byte before are
/// ASCII: everywhere but inside CR LF.
#[inline]
fn ascii_boundaries(text: &[u8], from: usize, ends: &mut Vec<usize>) {
    if text[from - 1..].contains(&b'\r') {
        ends.extend((from..text.len()).filter(|&at| &text[at - 1..=at] != b"\r\n"));
    } else {
        ends.extend(from..text.len());
    }
}

/// Return the code point at byte `at` of generalised UTF-8, and its length in bytes.
///
/// Never panics: a byte that begins no well-formed sequence (a stray continuation, a truncated or
/// overlong form, something above U+10FFFF) is itself, with length 1. At or past the end of the
/// text the answer is `(0, 0)`.
///
/// ```
/// use mondegreen_core::graphemes::decode;
///
/// assert_eq!(decode("aé".as_bytes(), 1), (0xE9, 2));
/// assert_eq!(decode(b"\xED\xA0\x80", 0), (0xD800, 3)); // a lone surrogate
/// assert_eq!(decode(b"\xFF!", 0), (0xFF, 1));
/// ```
#[inline]
#[must_use]
pub fn decode(text: &[u8], at: usize) -> (u32, usize) {
    let bits = |byte: u8| u32::from(byte & 0x3F);
    match *text.get(at..).unwrap_or_default() {
        [] => (0, 0),
        [a @ 0xC2..=0xDF, b @ 0x80..=0xBF, ..] => (u32::from(a & 0x1F) << 6 | bits(b), 2),
        [a @ 0xE0, b @ 0xA0..=0xBF, c @ 0x80..=0xBF, ..]
        | [a @ 0xE1..=0xEF, b @ 0x80..=0xBF, c @ 0x80..=0xBF, ..] => {
            (u32::from(a & 0x0F) << 12 | bits(b) << 6 | bits(c), 3)
        }
        [a @ 0xF0, b @ 0x90..=0xBF, c @ 0x80..=0xBF, d @ 0x80..=0xBF, ..]
        | [a @ 0xF1..=0xF3, b @ 0x80..=0xBF, c @ 0x80..=0xBF, d @ 0x80..=0xBF, ..]
        | [a @ 0xF4, b @ 0x80..=0x8F, c @ 0x80..=0xBF, d @ 0x80..=0xBF, ..] => (
            u32::from(a & 0x07) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d),
            4,
        ),
        [a, ..] => (u32::from(a), 1),
    }
}

/// The same, quicker where most take three bytes, as Indic and Chinese letters do.
///
/// ```
/// use mondegreen_core::graphemes::decode_threes;
///
/// assert_eq!(decode_threes("語!".as_bytes(), 0), (0x8A9E, 3));
/// assert_eq!(decode_threes("aé".as_bytes(), 1), (0xE9, 2));
/// ```
#[inline]
#[must_use]
pub fn decode_threes(text: &[u8], at: usize) -> (u32, usize) {
    if let Some(four) = text.get(at..at + 4) {
        let four = u32::from_le_bytes(four.try_into().expect("four bytes"));
        if four & 0x00C0_C0F0 == 0x0080_80E0 && four & 0x200F != 0 {
            let point = (four & 15) << 12 | (four >> 8 & 63) << 6 | (four >> 16 & 63);
            return (point, 3);
        }
    }
    decode(text, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our own cases, which the Python implementation passes too.
    const CASES: &str = include_str!("../../../tests/conformance/graphemes.tsv");

    /// The Unicode Consortium's cases, where Debian's `unicode-data` is installed.
    const OFFICIAL: &str = "/usr/share/unicode/auxiliary/GraphemeBreakTest.txt";

    #[test]
    fn the_short_cut_leads_to_the_same_place() {
        for code_point in 0..0x11_0000 {
            let mut text = encode(code_point);
            assert_eq!(decode_threes(&text, 0), (code_point, text.len()));
            text.push(b'!');
            assert_eq!(decode_threes(&text, 0), decode(&text, 0));
        }
        // What is not generalised UTF-8 is read byte by byte all the same.
        for first in [0xE0, 0xED, 0xEF, 0xF0, 0xC3, 0x80] {
            for rest in [[0x80, 0x80, 0x80], [0x9F, 0x80, b'a'], [0xA0, b'a', 0x80]] {
                let text = [&[first][..], &rest].concat();
                assert_eq!(decode_threes(&text, 0), decode(&text, 0), "{text:x?}");
            }
        }
    }

    /// A code point as generalised UTF-8.
    fn encode(code_point: u32) -> Vec<u8> {
        match char::from_u32(code_point) {
            Some(character) => character.to_string().into_bytes(),
            None => {
                let bits = |shift: u32, mask: u32| (code_point >> shift & mask) as u8;
                vec![
                    0xE0 | bits(12, 0x0F),
                    0x80 | bits(6, 0x3F),
                    0x80 | bits(0, 0x3F),
                ]
            }
        }
    }

    /// Check a case: clusters separated by `|`, code points in hexadecimal.
    fn check(case: &str, name: &str) {
        let mut text = Vec::new();
        let mut expected = Vec::new();
        for cluster in case.split('|') {
            for code_point in cluster.split_whitespace() {
                text.extend(encode(
                    u32::from_str_radix(code_point, 16).expect("hexadecimal"),
                ));
            }
            expected.push(text.len());
        }
        let mut ends = Vec::new();
        boundaries(&text, &mut ends);
        assert_eq!(ends, expected, "{name}: {case}");
    }

    #[test]
    fn our_cases() {
        let cases = CASES.lines().filter(|line| !line.starts_with('#'));
        for case in cases {
            let (name, clusters) = case.split_once('\t').expect("name, tab, clusters");
            check(clusters, name);
        }
    }

    #[test]
    fn official_cases_where_installed() {
        let Ok(official) = std::fs::read_to_string(OFFICIAL) else {
            return; // apt-get install unicode-data
        };
        let heading = TABLE.lines().next().unwrap_or_default();
        let version = heading
            .rsplit(' ')
            .next()
            .unwrap_or_default()
            .trim_end_matches('.');
        if !official.starts_with(&format!("# GraphemeBreakTest-{version}.txt")) {
            return; // of another Unicode version
        }
        let cases = official
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default());
        let mut count = 0;
        for case in cases.filter(|case| !case.is_empty()) {
            let case = case
                .trim()
                .trim_matches('÷')
                .replace('×', " ")
                .replace('÷', "|");
            check(&case, "official");
            count += 1;
        }
        assert!(count > 500, "only {count} cases in {OFFICIAL}");
    }

    #[test]
    fn every_code_point_decodes_and_nothing_beyond_has_a_class() {
        for code_point in 0..0x11_0000 {
            let bytes = encode(code_point);
            assert_eq!(decode(&bytes, 0), (code_point, bytes.len()));
        }
        assert_eq!(Classes::get().of(0x11_0000), Class::Other);
        assert_eq!(Classes::get().of(u32::MAX), Class::Other);
    }

    #[test]
    fn a_byte_outside_every_sequence_is_itself() {
        let garbage: [&[u8]; 9] = [
            b"\x80",             // a stray continuation
            b"\xC3",             // truncated
            b"\xE0\xA4",         // truncated
            b"\xF0\x9F\x98",     // truncated
            b"\xC0\x80",         // overlong
            b"\xE0\x80\x80",     // overlong
            b"\xF0\x80\x80\x80", // overlong
            b"\xF4\x90\x80\x80", // U+110000
            b"\xFF",             // never in UTF-8
        ];
        for bytes in garbage {
            assert_eq!(decode(bytes, 0), (u32::from(bytes[0]), 1), "{bytes:x?}");
        }
        assert_eq!(decode(b"a", 1), (0, 0));
        assert_eq!(decode(b"a", usize::MAX), (0, 0));
    }

    #[test]
    fn any_bytes_are_cut_into_clusters() {
        let mut seed = 1_u64;
        let mut ends = Vec::new();
        for round in 0..20_000 {
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) as usize
            };
            let palette = b"\r\na\x80\xBF\xC2\xCC\xE0\xE2\xED\xA0\xF0\x9F\x87\xA6\x8D\xFF";
            let length = 1 + next() % 24;
            let text: Vec<u8> = (0..length)
                .map(|_| palette[next() % palette.len()])
                .collect();
            ends.clear();
            boundaries(&text, &mut ends);
            assert!(ends.is_sorted_by(|a, b| a < b), "round {round}: {text:x?}");
            assert_eq!(ends.last(), Some(&text.len()), "round {round}");
            assert_ne!(ends.first(), Some(&0), "round {round}");
        }
    }

    #[test]
    fn ends_are_appended_and_the_empty_text_has_none() {
        let mut ends = vec![7];
        boundaries(b"", &mut ends);
        boundaries(b"a\r\nb", &mut ends);
        assert_eq!(ends, [7, 1, 3, 4]);
    }
}
