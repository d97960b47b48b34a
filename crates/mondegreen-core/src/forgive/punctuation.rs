//! The marks of a word: which are parts of it, and what `punctuation` takes away.

use std::borrow::Cow;

use mondegreen_language::common_width;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Apostrophes and hyphens in their plain form.
pub fn plain_marks(word: &str) -> String {
    if word.is_ascii() && !word.contains('`') {
        return word.to_string();
    }
    let points: Vec<char> = word.chars().collect();
    let letter = |at: usize| points.get(at).is_some_and(|point| point.is_alphabetic());
    let plain = |(at, &point): (usize, &char)| match point {
        '’' | '‘' | 'ʼ' | '′' | '‛' | '＇' => '\'',
        // An accent is an apostrophe between letters, and a quote elsewhere.
        '`' | '´' if at > 0 && letter(at - 1) && letter(at + 1) => '\'',
        '‐' | '‑' | '−' | '﹣' | '－' => '-',
        // Directly before a number a dash is a minus.
        '–' if at == 0 && points.get(1).copied().is_some_and(is_digit) => '-',
        point => point,
    };
    points.iter().enumerate().map(plain).collect()
}

/// Apostrophes that look like others in one form, where no number is before them.
pub fn one_apostrophe(word: Cow<'_, str>) -> Cow<'_, str> {
    if word.is_ascii() {
        return word;
    }
    let mut last = ' ';
    let one = |point: char| {
        let other = match point {
            '‘' | 'ʼ' | '′' | '‛' | '＇' if !last.is_numeric() => '’',
            point => point,
        };
        last = point;
        other
    };
    word.chars().map(one).collect()
}

/// A digit of any script.
fn is_digit(point: char) -> bool {
    let other = || point.general_category() == GeneralCategory::DecimalNumber;
    point.is_ascii_digit() || !point.is_ascii() && other()
}

/// A unit in one sign, as ℃ and ㎞.
fn is_unit(point: char) -> bool {
    matches!(point, '℃' | '℉' | '\u{3371}'..='\u{337A}' | '\u{3380}'..='\u{33DF}' | '\u{3300}'..='\u{3357}')
}

/// Signs that are heard, next to those of currencies.
const SIGNS: &str = "%$‰&@+#=°×÷±№§′″";

/// Whether a mark that ends or begins a word is not a part of it.
fn is_mark(point: char) -> bool {
    use GeneralCategory as Category;
    let point = common_width(point);
    if point.is_ascii() {
        return point.is_ascii_punctuation() && !SIGNS.contains(point);
    }
    !is_unit(point)
        && !SIGNS.contains(point)
        && matches!(
            point.general_category(),
            Category::DashPunctuation
                | Category::OpenPunctuation
                | Category::ClosePunctuation
                | Category::InitialPunctuation
                | Category::FinalPunctuation
                | Category::ConnectorPunctuation
                | Category::OtherPunctuation
                | Category::MathSymbol
                | Category::ModifierSymbol
                | Category::OtherSymbol
        )
}

/// A sign that says something of the number after it.
fn is_relation(point: char) -> bool {
    matches!(
        common_width(point),
        '<' | '>'
            | '='
            | '±'
            | '∓'
            | '¬'
            | '√'
            | '∛'
            | '∞'
            | '≠'
            | '≤'
            | '≥'
            | '≪'
            | '≫'
            | '∆'
            | '≦'
            | '≧'
            | '⩽'
            | '⩾'
            | '≮'
            | '≯'
            | '≲'
            | '≳'
            | '≃'
            | '≅'
    )
}

/// What a mark after a number measures: feet or minutes, inches or seconds.
fn measure(word: &str) -> Option<(bool, bool)> {
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '…']);
    let quotes = ['"', '“', '”', '″', '\'', '’', '‘', '′'];
    let number = word.trim_end_matches(quotes);
    let marks = &word[number.len()..];
    if number.starts_with(quotes) || !number.ends_with(char::is_numeric) {
        return None;
    }
    let double = match marks {
        "\"" | "”" | "“" | "″" | "''" | "’’" | "′′" => true,
        "'" | "’" | "‘" | "′" => false,
        _ => return None,
    };
    Some((double, marks.contains(['″', '′'])))
}

/// Whether two numbers are not measured in two ways, as 5′ and 5″. Quotes may also be no measure,
/// and be missing on one side.
pub fn same_measure(words: [&str; 2]) -> bool {
    match words.map(measure) {
        [Some((one, _)), Some((other, _))] => one == other,
        [Some((_, prime)), None] | [None, Some((_, prime))] => !prime,
        [None, None] => true,
    }
}

/// The word in three parts: marks that are before it, the word, marks that are after it.
///
/// A hyphen, a full stop or a sign of mathematics before a digit belongs to the number, and a sign
/// that stands alone is one.
pub fn parts(word: &str) -> (&str, &str, &str) {
    if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return ("", word, "");
    }
    let relation = matches!(word.strip_prefix(is_relation), Some("" | "="));
    if relation || matches!(word, "!=" | "!==" | "<>") {
        return ("", word, "");
    }
    let mut start = word.len();
    for (at, point) in word.char_indices() {
        let rest = &word[at + point.len_utf8()..];
        let digit = rest.starts_with(is_digit);
        let inner = rest.strip_prefix('(').unwrap_or(rest);
        let number = inner.starts_with(is_digit)
            || rest.starts_with(|next: char| ".=-−$€£¥₹".contains(common_width(next)));
        let belongs = match common_width(point) {
            '.' => digit,
            '-' | '−' => {
                let plain = inner.strip_prefix(['.', '$', '€', '£', '¥', '₹']);
                let plain = plain.unwrap_or(inner);
                plain.starts_with(is_digit)
            }
            '!' => rest.starts_with('='),
            '~' | '≈' => number,
            _ => is_relation(point) && number,
        };
        if !is_mark(point) || belongs {
            start = at;
            break;
        }
    }
    let rest = &word[start..];
    let mut end = start + rest.trim_end_matches(is_mark).len();
    // "5*" has five stars or a digit that is hidden; "*5*" is set in bold.
    let stars = word[end..].len() - word[end..].trim_start_matches('*').len();
    if word[start..end].ends_with(|last: char| last.is_numeric()) && !word[..start].ends_with('*') {
        end += stars;
    }
    (&word[..start], &word[start..end], &word[end..])
}

/// Signs at the ends of a word that say something: the hyphen of `HIV-` and `5-`, the keys of `*69` and `#5`.
pub fn signs(word: &str) -> (bool, Option<char>) {
    let minus = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    let minus = minus.strip_suffix(['-', '−']).is_some_and(|word| {
        let mut letters = word.chars().filter(|point| point.is_alphabetic());
        let capitals = word.contains(char::is_uppercase) && letters.all(char::is_uppercase);
        capitals || word.ends_with(char::is_numeric)
    });
    let key = word
        .chars()
        .next()
        .filter(|first| matches!(first, '*' | '#'));
    let number = |rest: &str| rest.starts_with(char::is_numeric) && !rest.ends_with('*');
    (minus, key.filter(|_| number(&word[1..])))
}

/// Whether a number begins with a comma, which is the decimal mark in some languages.
pub fn has_point(word: &str) -> bool {
    let rest = word.strip_prefix(',');
    rest.is_some_and(|rest| rest.starts_with(is_digit))
}

/// The word without punctuation: none at its ends, and no full stops between single letters.
pub fn unmarked(word: &str) -> String {
    let plain = plain_marks(word);
    let (_, core, _) = parts(&plain);
    let dotted = core.contains('.')
        && core.split('.').all(|letter| {
            let mut points = letter.chars();
            points.next().is_some_and(char::is_alphabetic) && points.next().is_none()
        });
    if dotted {
        return core.replace('.', "");
    }
    core.to_string()
}

/// Whether a word is an address, in which a hyphen is a letter: of mail, or of a page.
pub fn is_address(word: &str) -> bool {
    let dotted = |part: &str| !part.is_empty() && part.chars().all(char::is_alphabetic);
    let (_, core, _) = parts(word);
    let end = core.split(['/', '?', '#']).next().unwrap_or(core);
    word.contains('@')
        || word.contains("://")
        || end.rsplit_once('.').is_some_and(|(_, last)| dotted(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_words() {
        assert_eq!(parts("“Hello,”"), ("“", "Hello", ",”"));
        assert_eq!(parts("A5"), ("", "A5", ""));
        assert_eq!(parts("-5"), ("", "-5", ""));
        assert_eq!(parts("--"), ("--", "", ""));
        assert_eq!(parts("50%"), ("", "50%", ""));
        assert_eq!(parts("<5,"), ("", "<5", ","));
        assert_eq!(parts("(5*),"), ("(", "5*", "),"));
        assert_eq!(parts("**5**"), ("**", "5", "**"));
        assert_eq!(parts("word*"), ("", "word", "*"));
        assert_eq!(parts("<unk>"), ("<", "unk", ">"));
        assert_eq!(parts(">>"), (">>", "", ""));
        assert_eq!(parts("<"), ("", "<", ""));
        assert_eq!(parts("!="), ("", "!=", ""));
        assert_eq!(parts("(!=5)"), ("(", "!=5", ")"));
        assert_eq!(parts("-$5."), ("", "-$5", "."));
        assert_eq!(parts("-.5"), ("", "-.5", ""));
        assert_eq!(parts("-(5)."), ("", "-(5", ")."));
        assert_eq!(parts("5℃,"), ("", "5℃", ","));
        assert_eq!(parts("㎞"), ("", "㎞", ""));
        assert_eq!(parts("-$"), ("-", "$", ""));
        assert_eq!(unmarked("U.S."), "US");
        assert_eq!(unmarked("3.5."), "3.5");
        assert_eq!(unmarked("can’t"), "can't");
        assert_eq!(unmarked("can`t"), "can't");
        assert_eq!(unmarked("`can´t´"), "can't");
    }

    #[test]
    fn measures() {
        for (one, other, same) in [
            ("5'", "5\"", false),
            ("5′,", "5″", false),
            ("5''", "5\"", true),
            ("5\"", "5", true),
            ("5″", "5", false),
            ("\"5\"", "'5'", true),
        ] {
            assert_eq!(same_measure([one, other]), same, "{one} {other}");
        }
    }
}
