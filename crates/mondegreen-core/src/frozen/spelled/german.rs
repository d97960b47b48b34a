//! German: *einundzwanzigtausenddreihundert*, *zwei Millionen eins*.

use super::table::Table;

pub fn write(table: &Table, groups: &[usize], out: &mut String) {
    for (power, &group) in groups.iter().enumerate().skip(2).rev() {
        if group == 0 {
            continue;
        }
        if group == 1 {
            out.push_str(table.word("one-of-scale"));
        } else {
            below_thousand(table, group, out);
        }
        out.push(' ');
        out.push_str(&table.scale(power, group > 1));
        out.push(' ');
    }
    let thousands = groups.get(1).copied().unwrap_or_default();
    if thousands > 0 {
        if thousands == 1 {
            out.push_str(table.word("one"));
        } else {
            below_thousand(table, thousands, out);
        }
        out.push_str(table.word("thousand"));
    }
    below_thousand(table, groups[0], out);
    out.truncate(out.trim_end().len());
}

fn below_thousand(table: &Table, number: usize, out: &mut String) {
    let unit = |number| match number {
        1 => table.word("one"),
        _ => table.at("units", number),
    };
    let (hundreds, rest) = (number / 100, number % 100);
    if hundreds > 0 {
        out.push_str(unit(hundreds));
        out.push_str(table.word("hundred"));
    }
    match rest {
        0 => {}
        1..20 => out.push_str(table.at("units", rest)),
        _ => {
            if rest % 10 > 0 {
                out.push_str(unit(rest % 10));
                out.push_str(table.word("and"));
            }
            out.push_str(table.at("tens", rest / 10 - 2));
        }
    }
}
