//! What a code point is to the scanner.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::traits::traits;

/// A class of code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Part of a word: letters, marks, numbers that are no decimal digits, and what is unknown.
    Letter,
    /// 0 to 9; other decimal digits were folded into these.
    Digit,
    /// White space and control characters.
    Space,
    /// `'`, into which others were folded.
    Apostrophe,
    /// `-`, into which other hyphens were folded.
    Hyphen,
    /// Ends a sentence.
    Stop,
    /// `,` and its like.
    Comma,
    /// Any other punctuation that parts clauses.
    Clause,
    /// Punctuation that parts words alone: quotes, brackets, `_`.
    Mark,
    /// A sign that rules know.
    Sign,
    /// A sign that nobody speaks.
    Silent,
}

/// Signs that are tokens of their own, next to those of currencies.
const SIGNS: &str = "%‰&@+#=°×÷±№§′″";

/// The class of a folded code point.
#[inline]
pub fn class(point: char) -> Class {
    const ASCII: [Class; 0x80] = {
        let mut all = [Class::Space; 0x80];
        let mut code = 0;
        while code < 0x80 {
            all[code] = plain(code as u8 as char);
            code += 1;
        }
        all
    };
    match ASCII.get(point as usize) {
        Some(class) => *class,
        None => traits(point).class,
    }
}

/// The class of a code point of ASCII.
const fn plain(point: char) -> Class {
    match point {
        '0'..='9' => Class::Digit,
        'a'..='z' | 'A'..='Z' => Class::Letter,
        ' ' => Class::Space,
        '\'' => Class::Apostrophe,
        '-' => Class::Hyphen,
        '.' | '!' | '?' => Class::Stop,
        ',' => Class::Comma,
        ';' | ':' => Class::Clause,
        '"' | '(' | ')' | '[' | ']' | '{' | '}' | '_' | '/' | '\\' | '*' | '<' | '>' | '|' => {
            Class::Mark
        }
        '%' | '$' | '&' | '@' | '+' | '#' | '=' => Class::Sign,
        '^' | '`' | '~' => Class::Silent,
        _ => Class::Space,
    }
}

/// The class of a code point beyond ASCII.
pub(super) fn beyond(point: char, category: GeneralCategory) -> Class {
    use GeneralCategory as Category;
    match point {
        '…' | '。' | '।' | '॥' | '؟' | '۔' | '։' | '¡' | '¿' | '｡' => {
            return Class::Stop
        }
        '、' | '،' | '՝' => return Class::Comma,
        '–' | '—' | '―' | '؛' => return Class::Clause,
        '´' | '¨' | '¯' | '¸' => return Class::Silent,
        _ if SIGNS.contains(point) => return Class::Sign,
        _ => {}
    }
    match category {
        Category::SpaceSeparator
        | Category::LineSeparator
        | Category::ParagraphSeparator
        | Category::Control => Class::Space,
        Category::DashPunctuation
        | Category::OpenPunctuation
        | Category::ClosePunctuation
        | Category::InitialPunctuation
        | Category::FinalPunctuation
        | Category::ConnectorPunctuation
        | Category::OtherPunctuation => Class::Mark,
        // Where no rule knows a currency, it stays: 50 shekels are no 50.
        Category::CurrencySymbol => Class::Sign,
        Category::MathSymbol | Category::ModifierSymbol | Category::OtherSymbol => Class::Silent,
        _ => Class::Letter,
    }
}

/// The hyphen for a dash between digits: `3—5`.
pub fn hyphen(point: char) -> char {
    match point {
        '–' | '—' => '-',
        _ => point,
    }
}

/// Fractions that are one code point.
pub fn fraction(point: char) -> Option<&'static str> {
    Some(match point {
        '½' => "1/2",
        '⅓' => "1/3",
        '⅔' => "2/3",
        '¼' => "1/4",
        '¾' => "3/4",
        '⅕' => "1/5",
        '⅖' => "2/5",
        '⅗' => "3/5",
        '⅘' => "4/5",
        '⅛' => "1/8",
        '⅜' => "3/8",
        '⅝' => "5/8",
        '⅞' => "7/8",
        _ => return None,
    })
}

/// Whether words of this letter are written without spaces between them: Han, kana, Thai.
pub fn is_unspaced(point: char) -> bool {
    matches!(point, '\u{3005}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{E00}'..='\u{E7F}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether the code point is a syllable of Korean.
pub fn is_hangul(point: char) -> bool {
    matches!(point, '\u{AC00}'..='\u{D7A3}')
}

/// Whether the code point is a letter of Hebrew.
pub fn is_hebrew(point: char) -> bool {
    matches!(point, '\u{5D0}'..='\u{5EA}')
}

/// Whether the code point is a combining mark.
pub fn is_mark(point: char) -> bool {
    point as u32 >= 0x300 && traits(point).is_mark()
}

/// The value of a decimal digit of any script.
pub fn digit_value(point: char) -> Option<u32> {
    if point.is_ascii() {
        return point.to_digit(10);
    }
    if point.general_category() != GeneralCategory::DecimalNumber {
        return None;
    }
    // Decimal digits come in runs of ten; how many of them are before this one is its value.
    let mut first = point as u32;
    while char::from_u32(first - 1)
        .is_some_and(|before| before.general_category() == GeneralCategory::DecimalNumber)
    {
        first -= 1;
    }
    Some((point as u32 - first) % 10)
}
