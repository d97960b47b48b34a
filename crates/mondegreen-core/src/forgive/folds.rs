//! What `case`, `accents` and `spacing` take away from a word.

use unicode_normalization::UnicodeNormalization;

use super::punctuation::is_address;

/// The word in lower case; `own` are the small letters that the language has for some capitals.
pub fn lower(word: &str, own: &[(char, char)]) -> String {
    if own.is_empty() {
        return word.to_lowercase();
    }
    let small = |point: char| {
        let pair = own.iter().find(|(large, _)| *large == point);
        pair.map_or(point, |(_, small)| *small)
    };
    word.chars().map(small).collect::<String>().to_lowercase()
}

/// The word without accents: of Latin, Greek and Cyrillic letters, and Arabic and Hebrew vowel
/// signs. Marks of other scripts are parts of words, and so are those of `letters`.
pub fn unaccented(word: &str, letters: &[char]) -> String {
    if word.is_ascii() {
        return word.to_string();
    }
    if !letters.is_empty() {
        let word: String = word.nfc().collect();
        return word
            .split_inclusive(letters)
            .map(|part| match part.chars().next_back() {
                Some(last) if letters.contains(&last) => {
                    let before = &part[..part.len() - last.len_utf8()];
                    unaccented(before, &[]) + last.encode_utf8(&mut [0; 4])
                }
                _ => unaccented(part, &[]),
            })
            .collect();
    }
    let mut out = String::with_capacity(word.len());
    let mut last = ' ';
    for point in word.nfd() {
        match point {
            '\u{300}'..='\u{36F}' => {
                let latin = matches!(last, 'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{24F}' | '\u{370}'..='\u{3FF}' | '\u{1E00}'..='\u{1FFF}');
                // й and ї are letters of their own; ё is е, and an acute shows the stress.
                let cyrillic = matches!(last, '\u{400}'..='\u{4FF}')
                    && (point == '\u{301}' || point == '\u{308}' && matches!(last, 'е' | 'Е'));
                if latin || cyrillic {
                    continue;
                }
            }
            '\u{64B}'..='\u{652}' | '\u{670}' | '\u{640}' => continue,
            '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C7}' => continue,
            _ => {}
        }
        let start = out.len();
        match point {
            'ß' => out.push_str("ss"),
            'ø' => out.push('o'),
            'Ø' => out.push('O'),
            'ł' => out.push('l'),
            'Ł' => out.push('L'),
            'đ' => out.push('d'),
            'Đ' => out.push('D'),
            'æ' => out.push_str("ae"),
            'Æ' => out.push_str("AE"),
            'œ' => out.push_str("oe"),
            'Œ' => out.push_str("OE"),
            point => out.push(point),
        }
        if start < out.len() && !matches!(point, '\u{300}'..='\u{36F}') {
            last = point;
        }
    }
    out.nfc().collect()
}

/// The letters of a word that `spacing` compares: hyphens are left out, but not between digits.
pub fn letters(word: &str) -> String {
    let dash = |point: char| {
        matches!(
            point,
            '-' | '‐' | '‑' | '–' | '—' | '\u{AD}' | '\u{200C}' | '\u{200D}'
        )
    };
    if !word.contains(dash) || is_address(word) {
        return word.to_string();
    }
    let points: Vec<char> = word.chars().collect();
    let digit = |at: Option<usize>| {
        at.and_then(|at| points.get(at))
            .is_some_and(|point| point.is_numeric())
    };
    let keep = |at: usize| {
        !dash(points[at]) || digit(at.checked_sub(1)) && digit(Some(at + 1)) || {
            at == 0 && (digit(Some(1)) || digit(Some(2)) && "$€£¥₹.(".contains(points[1]))
        }
    };
    (0..points.len())
        .filter(|&at| keep(at))
        .map(|at| points[at])
        .collect()
}

/// How capitals are set in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capitals {
    None,
    First,
    All,
}

/// `text` with the capitals of `word`: `Colour` and `color` make `Color`.
pub fn with_capitals_of(word: &str, text: &str) -> String {
    let mut capitals = Capitals::None;
    let mut count = 0;
    for point in word.chars().filter(|point| point.is_alphabetic()) {
        count += 1;
        match (count, point.is_uppercase()) {
            (1, true) => capitals = Capitals::First,
            (2, true) if capitals == Capitals::First => capitals = Capitals::All,
            (3.., false) if capitals == Capitals::All => capitals = Capitals::First,
            _ => {}
        }
    }
    match capitals {
        Capitals::None => text.to_string(),
        Capitals::All => text.to_uppercase(),
        Capitals::First => {
            let mut points = text.chars();
            let first = points.next().into_iter().flat_map(char::to_uppercase);
            first.chain(points).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_letters() {
        assert_eq!(unaccented("Crème", &[]), "Creme");
        assert_eq!(unaccented("йод ёж", &[]), "йод еж");
        assert_eq!(unaccented("नहीं", &[]), "नहीं");
        assert_eq!(unaccented("Cafés für Ñandú", &['ü']), "Cafes für Nandu");
        assert_eq!(unaccented("fu\u{308}r", &['ü']), "für");
        assert_eq!(letters("well-known"), "wellknown");
        assert_eq!(letters("10-20"), "10-20");
        assert_eq!(letters("-5"), "-5");
        assert_eq!(letters("-$5"), "-$5");
        assert_eq!(letters("-(5)"), "-(5)");
        assert_eq!(letters("jo-ann@example.com"), "jo-ann@example.com");
        assert_eq!(letters("my-shop.co.uk/a"), "my-shop.co.uk/a");
    }

    #[test]
    fn capitals() {
        assert_eq!(with_capitals_of("Colour", "color"), "Color");
        assert_eq!(with_capitals_of("COLOUR", "color"), "COLOR");
        assert_eq!(with_capitals_of("can't", "can not"), "can not");
    }
}
