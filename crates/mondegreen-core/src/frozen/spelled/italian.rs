//! Italian: *ventunomilatrecento*, *due milioni e uno*.

use super::table::Table;

pub fn write(table: &Table, groups: &[usize], out: &mut String) {
    let power = groups.len() - 1;
    if power < 2 {
        let thousands = groups.get(1).copied().unwrap_or_default();
        out.push_str(&below_million(table, thousands, groups[0]));
        return;
    }
    let mut name = table.scale(power, groups[power] > 1);
    let rest = without_zeros(&groups[..power]);
    if let Some(rest) = rest {
        let mut after = String::new();
        write(table, rest, &mut after);
        let several = after.contains(table.word("and"));
        name.push_str(table.at("and", usize::from(several)));
        name.push_str(&after);
    }
    let count = match groups[power] {
        1 => table.word("one-of-scale").to_string(),
        count => below_million(table, 0, count),
    };
    out.push_str(&accented(table, &format!("{count} {name}")));
}

/// The groups up to the last that is not 0; `None` where all are.
fn without_zeros(groups: &[usize]) -> Option<&[usize]> {
    let last = groups.iter().rposition(|&group| group > 0)?;
    Some(&groups[..=last])
}

fn below_million(table: &Table, thousands: usize, number: usize) -> String {
    if thousands == 0 {
        return below_thousand(table, number);
    }
    let start = match thousands {
        1 => table.word("thousand").to_string(),
        _ => below_thousand(table, thousands) + table.at("thousand", 1),
    };
    accented(table, &(start + &after(table, number)))
}

fn below_thousand(table: &Table, number: usize) -> String {
    let made = match number {
        0..20 => table.at("units", number).to_string(),
        20..100 => {
            let ten = table.at("tens", number / 10 - 2).to_string();
            let unit = number % 10;
            let unit = if unit > 0 {
                table.at("units", unit)
            } else {
                ""
            };
            contracted(table, ten + unit)
        }
        _ => {
            let mut start = String::new();
            if number / 100 > 1 {
                start.push_str(table.at("units", number / 100));
            }
            start.push_str(table.word("hundred"));
            contracted(table, start + &after(table, number % 100))
        }
    };
    accented(table, &made)
}

/// What comes after hundreds or thousands: nothing for 0.
fn after(table: &Table, number: usize) -> String {
    match number {
        0 => String::new(),
        _ => below_thousand(table, number),
    }
}

/// Put one vowel for two that meet.
fn contracted(table: &Table, mut text: String) -> String {
    for pair in table.all("contracted").chunks(2) {
        text = text.replace(pair[0], pair[1]);
    }
    text
}

/// Write the accent at the end of a longer word, and nowhere else; one that is there goes away.
///
/// This is done to a part and again to the whole, so that in some numbers it is there and in others
/// not.
fn accented(table: &Table, text: &str) -> String {
    let (plain, accent) = (table.word("accent"), table.at("accent", 1));
    let word = |word: &str| {
        let bare = word.replace(accent, plain);
        match word.strip_suffix(plain) {
            Some(start) if !start.is_empty() => start.replace(accent, plain) + accent,
            _ => bare,
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
