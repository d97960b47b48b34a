//! Spanish and Portuguese, which name every sixth zero: *mil doscientos millones*, *um milhão e cem mil*.

use super::table::Table;

pub fn write(table: &Table, groups: &[usize], out: &mut String) {
    for (power, pair) in groups.chunks(2).enumerate().rev() {
        let (number, thousands) = (pair[0], pair.get(1).copied().unwrap_or_default());
        if number + thousands == 0 {
            continue;
        }
        if !out.is_empty() {
            out.push_str(table.at("and", 2));
        }
        let one = number == 1 && thousands == 0;
        if power > 0 && one {
            out.push_str(table.word("one-of-scale"));
        } else {
            below_million(table, thousands, number, out);
        }
        if power > 0 {
            // Portuguese has an *h* in the first of them alone.
            let later = power > 1 && !table.all("later-million").is_empty();
            let kind = if later { "later-million" } else { "million" };
            out.push(' ');
            out.push_str(table.at("scales", power - 1));
            out.push_str(table.at(kind, usize::from(!one)));
        }
    }
    for name in table.all("without-and") {
        drop_and(table, name, out);
    }
}

fn below_million(table: &Table, thousands: usize, number: usize, out: &mut String) {
    if thousands > 0 {
        if thousands > 1 {
            below_thousand(table, thousands, out);
            out.push(' ');
        }
        out.push_str(table.word("thousand"));
        if number > 0 {
            out.push_str(table.at("and", 1));
        }
    }
    below_thousand(table, number, out);
}

fn below_thousand(table: &Table, number: usize, out: &mut String) {
    let (hundreds, rest) = (number / 100, number % 100);
    if number == 100 {
        out.push_str(table.word("hundred"));
    } else if hundreds > 0 {
        out.push_str(table.at("hundreds", hundreds - 1));
        if rest > 0 {
            // In Spanish there is nothing between hundreds and the rest but a space.
            out.push_str(table.at("and", 1));
        }
    }
    let units = table.all("units");
    match rest {
        0 => {}
        _ if rest < units.len() => out.push_str(units[rest]),
        _ => {
            out.push_str(table.at("tens", (rest - units.len()) / 10));
            if rest % 10 > 0 {
                out.push_str(table.at("and", 0));
                out.push_str(units[rest % 10]);
            }
        }
    }
}

/// Leave out the *and* after all of one name if hundreds come after one of them, and somewhere later
/// another *and*, for which any letter *e* is taken.
fn drop_and(table: &Table, name: &str, out: &mut String) {
    let and = table.word("and");
    let with = format!("{name}{and}");
    let followed = out.match_indices(&with).any(|(at, _)| {
        let (word, rest) = out[at + with.len()..].split_once(' ').unwrap_or_default();
        let hundreds = table.all("before-without");
        hundreds.iter().any(|ending| word.ends_with(ending)) && rest.contains(and.trim())
    });
    if followed {
        *out = out.replace(with.trim_end(), name);
    }
}
