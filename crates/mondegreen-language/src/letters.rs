//! What letters, digits and marks are: the classes by which a text is cut into tokens.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Letter,
    Digit,
    Space,
    /// A mark that nobody hears: a joiner, a soft hyphen, a direction, an accent of a question.
    Unheard,
    Other,
}

pub(crate) fn class(letter: char) -> Class {
    if letter.is_ascii() {
        return match letter {
            'a'..='z' | 'A'..='Z' => Class::Letter,
            '0'..='9' => Class::Digit,
            ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' => Class::Space,
            _ => Class::Other,
        };
    }
    if matches!(letter, 'º' | 'ª') {
        return Class::Other;
    }
    match letter.general_category_group() {
        _ if is_unheard(letter) => Class::Unheard,
        // joiners inside words
        _ if matches!(letter, '\u{200c}' | '\u{200d}') => Class::Letter,
        GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark => Class::Letter,
        GeneralCategoryGroup::Number
            if letter.general_category() == GeneralCategory::DecimalNumber =>
        {
            Class::Digit
        }
        // a zero that is a letter of numerals
        GeneralCategoryGroup::Number
            if letter.general_category() == GeneralCategory::LetterNumber =>
        {
            Class::Letter
        }
        // letters that no standard has; nobody knows what they say
        GeneralCategoryGroup::Other
            if matches!(
                letter.general_category(),
                GeneralCategory::PrivateUse | GeneralCategory::Unassigned
            ) =>
        {
            Class::Letter
        }
        _ if letter.is_whitespace() => Class::Space,
        _ => Class::Other,
    }
}

/// Soft hyphens, breaks that may be made, directions, and Armenian accents of a question or a call.
fn is_unheard(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{61c}'
        | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        | '\u{55b}' | '\u{55c}' | '\u{55e}')
}

pub(crate) fn is_currency(letter: char) -> bool {
    letter.general_category() == GeneralCategory::CurrencySymbol
}

/// Whether a mark stands inside a sentence and not at its end: a bracket, a quote, a dash.
pub(crate) fn is_within_sentence(letter: char) -> bool {
    use GeneralCategory::{
        ClosePunctuation, DashPunctuation, FinalPunctuation, InitialPunctuation, OpenPunctuation,
    };
    matches!(letter, '"' | '\'' | '`' | '´' | ';' | ':' | '\u{61b}')
        || matches!(
            letter.general_category(),
            OpenPunctuation
                | ClosePunctuation
                | InitialPunctuation
                | FinalPunctuation
                | DashPunctuation
        )
}

/// A letter of the script whose short forms have a double mark before their last letter.
pub(crate) fn takes_double_mark(letter: char) -> bool {
    matches!(letter, '\u{5d0}'..='\u{5ea}')
}

/// The value of a decimal digit of any script: its place in its run of ten.
pub(crate) fn digit(letter: char) -> u8 {
    if letter.is_ascii() {
        return letter as u8 - b'0';
    }
    let is_digit = |code: u32| {
        char::from_u32(code).is_some_and(|c| c.general_category() == GeneralCategory::DecimalNumber)
    };
    let code = letter as u32;
    let mut start = code;
    while is_digit(start - 1) {
        start -= 1;
    }
    ((code - start) % 10) as u8
}
