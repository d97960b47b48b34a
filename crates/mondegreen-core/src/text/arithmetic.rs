//! Signs between two numbers in digits: `5 * 3`, `10 / 2`. Elsewhere they are punctuation.

use super::classes::{class, Class};
use super::fold::Folded;

/// So far around a sign is looked.
const AROUND: usize = 24;
/// So many spaces on a side, at most.
const SPACES: usize = 8;

/// What stands for the sign at `at`, when it is between two numbers: `×` for all that multiply.
///
/// A hyphen, a slash, `<` and `>` need spaces around them, since `5-3` is a range and `5/3` a part; and
/// none of them parts the groups of a telephone number or a date.
pub fn sign(text: &[Folded], at: usize) -> Option<&'static str> {
    let (sign, glued) = match text[at].0 {
        '*' | '∗' | '·' | '⋅' | '∙' => ("×", true),
        '-' => ("-", false),
        '/' => ("/", false),
        '<' => ("<", false),
        '>' => (">", false),
        '^' => ("^", true),
        '≤' => ("≤", true),
        '≥' => ("≥", true),
        '≠' => ("≠", true),
        '≈' => ("≈", true),
        _ => return None,
    };
    // How many spaces are on a side, and whether a digit follows them. A line that begins with a
    // sign is an item of a list.
    let space = |point: char| class(point) == Class::Space && point != '\n';
    let side = |points: &mut dyn Iterator<Item = &Folded>| {
        let (mut spaces, mut last) = (0, ' ');
        for (point, _) in points.take(SPACES + 1) {
            last = *point;
            if !space(last) {
                break;
            }
            spaces += 1;
        }
        last.is_ascii_digit().then_some(spaces)
    };
    let before = side(&mut text[..at].iter().rev())?;
    let following = side(&mut text[at + 1..].iter())?;
    if (before == 0) != (following == 0) || before == 0 && !glued {
        return None;
    }
    let dash = matches!(sign, "-" | "/");
    (!dash || !is_group(text, at, before, following)).then_some(sign)
}

/// Whether a token is a sign of a calculation, except for `×`, which is a sign anywhere.
pub fn is_sign(text: &str) -> bool {
    matches!(text, "-" | "/" | "<" | ">" | "^" | "≤" | "≥" | "≠" | "≈")
}

/// Whether the sign at `at`, with spaces around it, parts groups of digits: `555 - 0142`, `5 / 6 / 2020`.
fn is_group(text: &[Folded], at: usize, before: usize, following: usize) -> bool {
    let digits = |point: &&Folded| point.0.is_ascii_digit();
    let before = &text[at.saturating_sub(AROUND)..at - before];
    let first = at + 1 + following;
    let following = &text[first..text.len().min(first + AROUND)];
    let left = before.iter().rev().take_while(digits).count();
    let right = following.iter().take_while(digits).count();
    let again = |rest: &mut dyn Iterator<Item = &Folded>| {
        let next: Vec<char> = rest.take(3).map(|point| point.0).collect();
        matches!(next[..], [' ', sign, ' '] if sign == text[at].0)
    };
    let chain =
        again(&mut before.iter().rev().skip(left)) || again(&mut following.iter().skip(right));
    let zero = right > 1 && following[0].0 == '0';
    is_of_groups([left, right], zero, chain, text[at].0 == '/')
}

/// Whether a sign parts groups that have so many digits at the sides of it; `zero` if those after it begin with
/// one, `chain` if another such sign is before or after them.
fn is_of_groups([left, right]: [usize; 2], zero: bool, chain: bool, slash: bool) -> bool {
    zero || chain && (left > 2 || right > 2 || slash)
}

/// The same of a sign between two numbers that are tokens; `chain` says whether the same sign is before the
/// first, and after the second.
pub fn parts_groups([before, following]: [&str; 2], chain: [bool; 2], sign: &str) -> bool {
    let digit = |point: &char| point.is_ascii_digit();
    let left = before.chars().rev().take(AROUND).take_while(digit).count();
    let right = following.chars().take(AROUND).take_while(digit).count();
    // It continues where nothing but digits are between them.
    let chain = chain[0] && left == before.chars().count()
        || chain[1] && right == following.chars().count();
    let zero = right > 1 && following.starts_with('0');
    is_of_groups([left, right], zero, chain, sign == "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_numbers_alone() {
        let read = |text: &str, at: usize| {
            let folded: Vec<Folded> = text.chars().zip(0..).collect();
            sign(&folded, at)
        };
        assert_eq!(read("5 * 3", 2), Some("×"));
        assert_eq!(read("5*3", 1), Some("×"));
        assert_eq!(read("5* 3", 1), None);
        assert_eq!(read("a * b", 2), None);
        assert_eq!(read("5 - 3", 2), Some("-"));
        assert_eq!(read("5-3", 1), None);
        assert_eq!(read("10 / 2", 3), Some("/"));
        assert_eq!(read("555 - 0142", 4), None);
        assert_eq!(read("919 - 555 - 1142", 4), None);
        assert_eq!(read("919 - 555 - 1142", 10), None);
        assert_eq!(read("5 - 3 - 1", 2), Some("-"));
        assert_eq!(read("5 / 6 / 2020", 2), None);
        assert_eq!(read("5 - ", 2), None);
        assert_eq!(read("* 5", 0), None);
    }
}
