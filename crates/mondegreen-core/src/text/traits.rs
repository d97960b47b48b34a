//! What is known of a code point, looked up once: its class, its case, how it composes.
//!
//! Asking the tables of Unicode costs more than all else that is done to a letter. The answers for the
//! code points of a page, a few of them, are kept when the first of them is met.

use std::sync::OnceLock;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{is_nfc_quick, IsNormalized};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::classes::{beyond, Class};
use super::fold;

/// So many are asked about at once: few, since a Chinese text has letters of many pages.
const SIZE: usize = 16;
const PAGES: usize = 0x1_0000 / SIZE;

/// What is known of a code point.
#[derive(Clone, Copy)]
pub struct Traits {
    /// Its class.
    pub class: Class,
    bits: u8,
}

/// It is a combining mark.
const MARK: u8 = 1;
/// It is folded, in some script or at some place, to something else.
const FOLDS: u8 = 1 << 1;
/// It may join the one before it.
const CONTINUES: u8 = 1 << 2;
/// Its combining class is not 0.
const COMBINES: u8 = 1 << 3;
/// It may not stand in a composed text, or not after everything.
const RECOMPOSES: u8 = 1 << 4;
/// In lower case it is something else.
const LOWERS: u8 = 1 << 5;

impl Traits {
    /// Whether it is a combining mark.
    pub fn is_mark(self) -> bool {
        self.bits & MARK != 0
    }

    /// Whether it may be folded to something else.
    pub fn folds(self) -> bool {
        self.bits & FOLDS != 0
    }

    /// Whether it may join the one before it.
    pub fn continues(self) -> bool {
        self.bits & CONTINUES != 0
    }

    /// Whether its combining class is not 0.
    pub fn combines(self) -> bool {
        self.bits & COMBINES != 0
    }

    /// Whether it alone may show that a text is not composed.
    pub fn recomposes(self) -> bool {
        self.bits & RECOMPOSES != 0
    }

    /// Whether it is something else in lower case.
    pub fn lowers(self) -> bool {
        self.bits & LOWERS != 0
    }
}

/// The traits of a code point beyond ASCII.
#[inline]
pub fn traits(point: char) -> Traits {
    static ALL: [OnceLock<[Traits; SIZE]>; PAGES] = [const { OnceLock::new() }; PAGES];
    let code = point as usize;
    match ALL.get(code / SIZE) {
        Some(page) => page.get_or_init(|| read(code / SIZE))[code % SIZE],
        None => ask(point),
    }
}

#[cold]
fn read(page: usize) -> [Traits; SIZE] {
    let code = |at: usize| char::from_u32((page * SIZE + at) as u32);
    std::array::from_fn(|at| ask(code(at).unwrap_or('\u{FFFD}')))
}

fn ask(point: char) -> Traits {
    use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
    let category = point.general_category();
    let high = point as u32 >= 0x300;
    let mark = matches!(category, NonspacingMark | SpacingMark | EnclosingMark);
    let composed = is_nfc_quick(std::iter::once(point));
    let combines = canonical_combining_class(point) != 0;
    let continues = high
        && (combines
            || matches!(point, '\u{FF9E}' | '\u{FF9F}')
            || composed == IsNormalized::Maybe);
    let bits = [
        (MARK, high && mark),
        (FOLDS, fold::folds(point)),
        (CONTINUES, continues),
        (COMBINES, combines),
        (RECOMPOSES, composed != IsNormalized::Yes),
        (LOWERS, !point.to_lowercase().eq([point])),
    ];
    Traits {
        class: beyond(point, category),
        bits: bits
            .iter()
            .filter(|(_, has)| *has)
            .fold(0, |all, (bit, _)| all | bit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_unicode_says() {
        for point in '\u{80}'..=char::MAX {
            let (kept, asked) = (traits(point), ask(point));
            assert_eq!(kept.class, asked.class, "{point:?}");
            assert_eq!(kept.bits, asked.bits, "{point:?}");
            let stays = point.to_lowercase().to_string() == point.to_string();
            assert_eq!(kept.lowers(), !stays, "{point:?}");
        }
    }
}
