//! French: *quatre-vingt-dix-neuf mille deux cents*, *deux millions un*.

use super::table::Table;

pub fn write(table: &Table, groups: &[usize], out: &mut String) {
    for (power, &group) in groups.iter().enumerate().rev() {
        if group == 0 {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        if power != 1 || group > 1 {
            below_thousand(table, group, power != 1, out);
        }
        match power {
            0 => {}
            1 => {
                if group > 1 {
                    out.push(' ');
                }
                out.push_str(table.word("thousand"));
            }
            _ => {
                out.push(' ');
                out.push_str(&table.scale(power, group > 1));
            }
        }
    }
}

/// Write 1 to 999. Before *mille* there is no plural.
fn below_thousand(table: &Table, number: usize, plural: bool, out: &mut String) {
    let (hundreds, rest) = (number / 100, number % 100);
    if hundreds > 0 {
        if hundreds > 1 {
            out.push_str(table.at("units", hundreds));
            out.push(' ');
        }
        let many = hundreds > 1 && rest == 0 && plural;
        out.push_str(table.at("hundred", usize::from(many)));
        if rest > 0 {
            out.push(' ');
        }
    }
    if rest == 0 {
        return;
    }
    if rest < 20 {
        out.push_str(table.at("units", rest));
        return;
    }
    // Seventy and ninety are counted on from sixty and eighty.
    let ten = match rest {
        80.. => 80,
        60.. => 60,
        _ => rest / 10 * 10,
    };
    let unit = rest - ten;
    out.push_str(match ten {
        80 => table.at("eighty", usize::from(unit == 0 && plural)),
        _ => table.at("tens", ten / 10 - 2),
    });
    if unit > 0 {
        let and = unit % 10 == 1 && ten != 80;
        out.push_str(if and { table.word("and") } else { "-" });
        out.push_str(table.at("units", unit));
    }
}
