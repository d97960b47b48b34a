//! What digits with separators between them say: `1,200.50`, `7:30`, `919-555-0142`, `1/2`.

use super::lexicon::Manner;

/// A number in digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A whole number, thousands no longer parted; zeros at the front are kept.
    Whole(String),
    /// A decimal, its point a full stop; zeros at the end are kept.
    Decimal(String),
    /// Hour, minute, perhaps second.
    Time(Vec<String>),
    /// Numerator and denominator.
    Fraction(String, String),
    /// Year, month, day.
    Date(String, u8, u8),
    /// A telephone number or the like.
    Digits(String),
    /// Three or more numbers with full stops: a version, a date.
    Dotted(String),
    /// Numbers that belong to each other in no way that is sure.
    Several(Vec<String>),
}

/// Read a literal.
pub fn read(text: &str, manner: Manner) -> Literal {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Literal::Whole(text.to_string());
    }
    let split = |mark: char| text.split(mark).map(str::to_string).collect::<Vec<_>>();
    let marks: Vec<char> = text
        .chars()
        .filter(|point| !point.is_ascii_digit())
        .collect();
    let only = |mark: char| marks.iter().all(|&found| found == mark);
    if only('-') || marks.contains(&'-') && marks.iter().all(|&mark| mark == '-' || mark == '.') {
        let groups: Vec<String> = text.split(['-', '.']).map(str::to_string).collect();
        return hyphens(text, groups, only('-'));
    }
    if manner.comma && (only('.') || only('/')) {
        if let Some(date) = day_first(&split(marks.first().copied().unwrap_or('.'))) {
            return date;
        }
    }
    if only(':') {
        let parts = split(':');
        return match parts.len() {
            2 | 3 if parts[1..].iter().all(|part| part.len() == 2) && parts[0].len() < 3 => {
                Literal::Time(parts)
            }
            _ => Literal::Several(parts),
        };
    }
    if only('/') {
        let parts = split('/');
        if let [top, bottom] = &parts[..] {
            let small = |part: &str| part.len() < 3 && !part.starts_with('0');
            let (up, down): (u32, u32) = (top.parse().unwrap_or(0), bottom.parse().unwrap_or(0));
            let usual = matches!(down, 2..=10 | 12 | 16 | 20 | 32 | 64);
            if small(top) && small(bottom) && usual && up < down {
                return Literal::Fraction(top.clone(), bottom.clone());
            }
        }
        return Literal::Several(parts);
    }
    if let Some(parts) = split_second(text, &marks, manner) {
        return Literal::Several(parts);
    }
    amount(text, &marks, manner).unwrap_or_else(|| {
        Literal::Several(
            text.split(|point: char| !point.is_ascii_digit())
                .map(str::to_string)
                .collect(),
        )
    })
}

/// `12:34,56`: minutes, and seconds with their decimals.
fn split_second(text: &str, marks: &[char], manner: Manner) -> Option<Vec<String>> {
    let (last, colons) = marks.split_last()?;
    let right = matches!(last, '.' | ',') && !colons.is_empty();
    if !right || colons.iter().any(|&mark| mark != ':') {
        return None;
    }
    let point = if manner.comma { "," } else { "." };
    Some(
        text.replace(*last, point)
            .split(':')
            .map(str::to_string)
            .collect(),
    )
}

/// `24.12.2023`, where nobody writes the month first.
fn day_first(groups: &[String]) -> Option<Literal> {
    let [day, month, year] = groups else {
        return None;
    };
    let short = day.len() < 3 && month.len() < 3 && year.len() == 4;
    let (day, month) = (day.parse().ok()?, month.parse().ok()?);
    let sure = short && (1..=31).contains(&day) && (1..=12).contains(&month);
    (sure && ("1000".."2200").contains(&year.as_str()))
        .then(|| Literal::Date(year.clone(), month, day))
}

/// `10.12.1999-11.12.1999`, whichever of its numbers are the months.
fn two_dates(text: &str) -> Option<Vec<String>> {
    let (first, second) = text.split_once('-')?;
    let date = |text: &str| {
        let lengths: Vec<usize> = text.split('.').map(str::len).collect();
        matches!(lengths[..], [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2])
    };
    (date(first) && date(second)).then(|| vec![first.to_string(), second.to_string()])
}

fn hyphens(text: &str, groups: Vec<String>, plain: bool) -> Literal {
    let lengths: Vec<usize> = groups.iter().map(String::len).collect();
    let digits: usize = lengths.iter().sum();
    if plain && lengths == [4, 2, 2] {
        let (month, day) = (
            groups[1].parse().unwrap_or(0),
            groups[2].parse().unwrap_or(0),
        );
        if (1..=12).contains(&month) && (1..=31).contains(&day) {
            return Literal::Date(groups[0].clone(), month, day);
        }
    }
    if let Some(days) = (!plain).then(|| two_dates(text)).flatten() {
        return Literal::Several(days);
    }
    let single = lengths.iter().all(|&length| length == 1) && lengths.len() > 2;
    let phone = digits >= 7 && (lengths.len() > 2 || lengths == [3, 4]);
    if single || phone {
        return Literal::Digits(groups.concat());
    }
    if plain {
        return Literal::Several(groups);
    }
    Literal::Several(text.split('-').map(str::to_string).collect())
}

/// A number with thousands parted, decimals, or both.
fn amount(text: &str, marks: &[char], manner: Manner) -> Option<Literal> {
    let (point, group) = if manner.comma { (',', '.') } else { ('.', ',') };
    let is_group = |mark: char| mark == group || matches!(mark, '\u{A0}' | '\u{202F}' | '\u{2009}');
    let groups = marks.iter().filter(|&&mark| is_group(mark)).count();
    let points = marks.iter().filter(|&&mark| mark == point).count();
    if groups + points != marks.len() || points > 1 && groups > 0 {
        return None;
    }
    if points > 1 {
        let phone: Vec<usize> = text.split(point).map(str::len).collect();
        if point == '.' && phone == [3, 3, 4] {
            return Some(Literal::Digits(text.replace('.', "")));
        }
        return (point == '.').then(|| Literal::Dotted(text.to_string()));
    }
    let (whole, decimals) = match text.split_once(point) {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (text, None),
    };
    if decimals.is_some_and(|decimals| decimals.contains(is_group)) {
        return None;
    }
    let parts: Vec<&str> = whole.split(is_group).collect();
    if parts.len() > 1 {
        let first = matches!(parts[0].len(), 1..=3) && !parts[0].starts_with('0');
        let thousands = first && parts[1..].iter().all(|part| part.len() == 3);
        let lakhs = !manner.comma
            && matches!(parts[0].len(), 1 | 2)
            && parts[1..parts.len() - 1].iter().all(|part| part.len() == 2)
            && parts[parts.len() - 1].len() == 3;
        // Where full stops part thousands, one alone may still be a decimal point: 3.5.
        let stray = parts.len() == 2 && decimals.is_none() && group == '.' && marks == ['.'];
        if !thousands && !lakhs {
            return if stray {
                Some(Literal::Decimal(format!("{}.{}", parts[0], parts[1])))
            } else if group == '.' && decimals.is_none() && marks.iter().all(|&mark| mark == '.') {
                Some(Literal::Dotted(text.to_string()))
            } else {
                None
            };
        }
    }
    let whole = parts.concat();
    Some(match decimals {
        Some(decimals) => Literal::Decimal(format!("{whole}.{decimals}")),
        None => Literal::Whole(whole),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: Manner = Manner {
        comma: false,
        joined: false,
        digit_first: false,
        twenties: false,
        and_tens: false,
        english: true,
        han: false,
        spaced: false,
        chained: false,
        hundreds: 99,
        clock_last: false,
        one_by_one: 0,
    };

    #[test]
    fn english() {
        let is = |text: &str, wanted: Literal| assert_eq!(read(text, ENGLISH), wanted, "{text}");
        let whole = |text: &str| Literal::Whole(text.into());
        let several =
            |parts: &[&str]| Literal::Several(parts.iter().map(|&part| part.into()).collect());
        is("1,200", whole("1200"));
        is("1,00,000", whole("100000"));
        is("007", whole("007"));
        is("1.250", Literal::Decimal("1.250".into()));
        is("1,200.50", Literal::Decimal("1200.50".into()));
        is("1,2,3", several(&["1", "2", "3"]));
        is("10-20", several(&["10", "20"]));
        is("919-555-0142", Literal::Digits("9195550142".into()));
        is("919.555.0142", Literal::Digits("9195550142".into()));
        is("2024-05-01", Literal::Date("2024".into(), 5, 1));
        is("3.1.2", Literal::Dotted("3.1.2".into()));
        is("1/2", Literal::Fraction("1".into(), "2".into()));
        is("9/11", several(&["9", "11"]));
        is("7:30", Literal::Time(vec!["7".into(), "30".into()]));
    }

    #[test]
    fn decimal_comma() {
        let manner = Manner {
            comma: true,
            ..ENGLISH
        };
        assert_eq!(read("1.250", manner), Literal::Whole("1250".into()));
        assert_eq!(read("3,14", manner), Literal::Decimal("3.14".into()));
        assert_eq!(read("3.5", manner), Literal::Decimal("3.5".into()));
        assert_eq!(read("1.250,50", manner), Literal::Decimal("1250.50".into()));
    }
}
