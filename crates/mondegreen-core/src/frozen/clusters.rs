//! Extended grapheme clusters, as the package `regex` cuts them with `\X`.
//!
//! Like [`crate::graphemes`], but with the classes of a newer Unicode and a rule in place of GB9c,
//! which came with version 15.1. Only what is left in a text without symbols has a class here: no emoji, no flags,
//! and of marks only those that Unicode 14.0 did not know.

use super::unicode::{Unicode, HANGUL, LEADINGS, TRAILINGS, VOWELS};
use crate::graphemes::decode;

/// The classes as `unicode14.txt` numbers them.
mod class {
    pub const CR: u32 = 1;
    pub const LF: u32 = 2;
    pub const CONTROL: u32 = 3;
    pub const EXTEND: u32 = 4;
    pub const ZWJ: u32 = 5;
    pub const REGIONAL: u32 = 6;
    pub const PREPEND: u32 = 7;
    pub const SPACING: u32 = 8;
    pub const L: u32 = 9;
    pub const V: u32 = 10;
    pub const T: u32 = 11;
    pub const LV: u32 = 12;
    pub const LVT: u32 = 13;
    /// Bits of `Extended_Pictographic` and of `Indic_Conjunct_Break`.
    pub const PICTOGRAPH: u32 = 16;
    pub const CONJUNCT: u32 = 96;
    pub const CONSONANT: u32 = 32;
    pub const EXTENDER: u32 = 64;
    pub const LINKER: u32 = 96;
}
use class::*;

fn class_of(unicode: &Unicode, point: u32) -> u32 {
    match point.wrapping_sub(HANGUL) {
        index if index < LEADINGS * VOWELS * TRAILINGS => {
            if index.is_multiple_of(TRAILINGS) {
                LV
            } else {
                LVT
            }
        }
        _ => unicode.cluster(point),
    }
}

/// What is before a place, as far as rules look back.
#[derive(Default)]
struct Before {
    class: u32,
    /// An odd number of regional indicators (GB12, GB13).
    odd: bool,
    /// A pictograph and extenders (GB11).
    pictograph: bool,
    /// The same and a joiner.
    joined: bool,
    /// A linker, and extenders. GB9c wants a consonant before it; `regex` does without.
    linked: bool,
}

impl Before {
    fn joins(&self, class: u32) -> bool {
        match (self.class & 15, class & 15) {
            (CR, LF) => true,
            (CR | LF | CONTROL, _) | (_, CR | LF | CONTROL) => false,
            (L, L | V | LV | LVT) | (LV | V, V | T) | (LVT | T, T) => true,
            (_, EXTEND | ZWJ | SPACING) | (PREPEND, _) => true,
            _ if class & CONJUNCT == CONSONANT && self.linked => true,
            _ if class & PICTOGRAPH != 0 && self.joined => true,
            (REGIONAL, REGIONAL) => self.odd,
            _ => false,
        }
    }

    fn add(&mut self, class: u32) {
        let kind = class & 15;
        self.odd = kind == REGIONAL && !self.odd;
        self.joined = kind == ZWJ && self.pictograph;
        self.pictograph = class & PICTOGRAPH != 0 || (kind == EXTEND && self.pictograph);
        self.linked = match class & CONJUNCT {
            LINKER => true,
            EXTENDER => self.linked,
            _ => false,
        };
        self.class = class;
    }
}

/// Append `text` with a space between any two clusters.
pub fn split(unicode: &Unicode, text: &[u8], out: &mut Vec<u8>) {
    let mut before = Before::default();
    let mut at = 0;
    while at < text.len() {
        let (point, length) = decode(text, at);
        let class = class_of(unicode, point);
        if at > 0 && !before.joins(class) {
            out.push(b' ');
        }
        before.add(class);
        out.extend_from_slice(&text[at..at + length]);
        at += length;
    }
}
