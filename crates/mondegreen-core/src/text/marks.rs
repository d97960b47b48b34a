//! Marks that say something only where they stand: `n°5`, `km / h`, `500/-`, `5'10"`.
//!
//! Each becomes a sign that the scanner and the reader of numbers know, or stands as they expect it; every code
//! point keeps the place where it stood.

use super::fold::Folded;
use super::Script;

/// What `/-` after an amount becomes: a sign of rupees that may say for the second time what they are.
pub const RUPEES: &str = "₨";
/// Feet after their number.
pub const FEET: &str = "′";
/// Inches after theirs.
pub const INCHES: &str = "″";

/// So far before a mark its number is looked for.
const AROUND: usize = 24;
/// With no mark of inches, feet are those of people.
const HEIGHTS: std::ops::RangeInclusive<u32> = 3..=8;

/// Replace the marks of `text`.
pub(super) fn replace(text: &mut Vec<Folded>, script: Script) {
    let (mut raised, mut slash, mut quote) = (false, false, false);
    for (point, _) in text.iter() {
        match point {
            '°' | 'º' | 'ᵒ' => raised = true,
            '/' => slash = true,
            '\'' => quote = true,
            _ => {}
        }
    }
    if raised {
        numeros(text);
    }
    if slash {
        speeds(text);
        if script.rupees {
            rupees(text);
        }
    }
    if quote && script.feet {
        feet(text);
    }
}

fn at(text: &[Folded], at: Option<usize>) -> char {
    at.and_then(|at| text.get(at))
        .map_or(' ', |(point, _)| *point)
}

/// `n° 5` was typed for `nº 5`, which a space parts from its digits.
fn numeros(text: &mut Vec<Folded>) {
    let is_numero = |place: usize| {
        let stop = usize::from(at(text, place.checked_sub(1)) == '.');
        let letter = place.checked_sub(1 + stop);
        let before = letter.and_then(|letter| letter.checked_sub(1));
        let space = usize::from(at(text, Some(place + 1)) == ' ');
        let alone = !at(text, before).is_alphanumeric();
        let digit = at(text, Some(place + 1 + space)).is_ascii_digit();
        matches!(at(text, letter), 'n' | 'N') && alone && digit
    };
    let found: Vec<usize> = (0..text.len())
        .filter(|&place| matches!(text[place].0, '°' | 'º' | 'ᵒ') && is_numero(place))
        .collect();
    if found.is_empty() {
        return;
    }
    let mut out = Vec::with_capacity(text.len() + found.len());
    let mut from = 0;
    for place in found {
        out.extend_from_slice(&text[from..place]);
        out.push(('º', text[place].1));
        if at(text, Some(place + 1)) != ' ' {
            out.push((' ', text[place].1));
        }
        from = place + 1;
    }
    out.extend_from_slice(&text[from..]);
    *text = out;
}

/// `km / h` is `km h`, as `km/h` is.
fn speeds(text: &mut [Folded]) {
    let lower = |point: char| point.to_lowercase().next().unwrap_or(' ');
    for slash in 1..text.len() {
        let left = usize::from(text[slash - 1].0 == ' ');
        let right = usize::from(at(text, Some(slash + 1)) == ' ');
        if text[slash].0 != '/' || left + right == 0 {
            continue;
        }
        let [letter, first, before] =
            [1, 2, 3].map(|back| at(text, slash.checked_sub(left + back)));
        let following = slash + 1 + right;
        let units = [
            lower(first),
            lower(letter),
            lower(at(text, Some(following))),
        ];
        let whole = !before.is_alphabetic() && !at(text, Some(following + 1)).is_alphanumeric();
        if whole && matches!(units, ['k', 'm', 'h'] | ['к', 'м', 'ч']) {
            text[slash].0 = ' ';
        }
    }
}

/// `500/-` is an amount of rupees, and nothing less.
fn rupees(text: &mut [Folded]) {
    for slash in 1..text.len() {
        let dash = matches!(at(text, Some(slash + 1)), '-' | '–' | '—');
        let ends = !at(text, Some(slash + 2)).is_alphanumeric();
        if text[slash].0 != '/' || !dash || !ends || !text[slash - 1].0.is_ascii_digit() {
            continue;
        }
        let before = text[slash.saturating_sub(AROUND)..slash].iter().rev();
        let first = before
            .map(|(point, _)| *point)
            .find(|point| !matches!(point, '0'..='9' | ',' | '.'));
        if !matches!(first, Some('/' | ':' | '-')) {
            text[slash].0 = '₨';
            text[slash + 1].0 = ' ';
        }
    }
}

/// `5'10"` and `5' 10"` are feet and inches, and so is `5'10`; other marks may be quotes.
fn feet(text: &mut [Folded]) {
    let number = |text: &[Folded], from: usize| {
        let digits = text[from.min(text.len())..].iter().take(3);
        let digits: String = digits
            .map(|(point, _)| *point)
            .take_while(char::is_ascii_digit)
            .collect();
        let plain = digits.len() < 3 && (digits == "0" || !digits.starts_with('0'));
        let value: Option<u32> = digits.parse().ok().filter(|_| plain);
        value.map(|value| (value, from + digits.len()))
    };
    for mark in 1..text.len() {
        if text[mark].0 != '\'' {
            continue;
        }
        let digits = text[..mark].iter().rev().take(3);
        let digits = digits.take_while(|(point, _)| point.is_ascii_digit());
        let first = mark - digits.count();
        let before = at(text, first.checked_sub(1));
        let opens = before.is_whitespace() || matches!(before, '(' | '[' | '"');
        let Some((many, _)) = number(text, first).filter(|&(many, end)| many > 0 && end == mark)
        else {
            continue;
        };
        let space = usize::from(at(text, Some(mark + 1)) == ' ');
        let Some((_, end)) = number(text, mark + 1 + space).filter(|&(few, _)| few < 12) else {
            continue;
        };
        let (one, two) = (at(text, Some(end)), at(text, Some(end + 1)));
        let following = end + if (one, two) == ('\'', '\'') { 2 } else { 1 };
        let closed = one == '"' || following == end + 2;
        if !opens || closed && at(text, Some(following)).is_ascii_digit() {
            continue;
        }
        if closed {
            text[end].0 = '″';
            if following == end + 2 {
                text[end + 1].0 = ' ';
            }
        } else {
            let ends = match one {
                '.' | ',' => !two.is_ascii_digit(),
                '\'' | '/' | '-' | ':' | '°' => false,
                ' ' => !two.is_numeric(), // "5'7 1/2"
                _ => !one.is_alphanumeric(),
            };
            if space == 1 || !ends || !HEIGHTS.contains(&many) {
                continue;
            }
        }
        text[mark].0 = '′';
    }
}
