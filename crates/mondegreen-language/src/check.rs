//! What is wrong with a pack: rows that are never used, examples and cases that fail, numerals that
//! are not read back.

use rustc_hash::FxHashSet;

use crate::pack::{Pack, BUILT_IN};
use crate::pattern::{self, Item};
use crate::read::Reader;
use crate::said::meet;
use crate::source::{Level, Place, Source, Worth};
use crate::spell::Speller;

/// One fault, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub place: String,
    pub what: String,
}

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub faults: Vec<Fault>,
    /// Cases that hold, of how many.
    pub cases: (usize, usize),
    /// Texts of cases that are written once more as they are, of how many.
    pub fixed: (usize, usize),
    /// Numerals that are read back, of how many: cardinals and ordinals.
    pub numerals: [(usize, usize); 2],
    /// Rows of kinds that may be written, and those with an example.
    pub examples: (usize, usize),
}

/// The numbers that numerals are tried with: 0 to 1100 and others, the same in each run.
fn numbers(range: &std::ops::Range<i128>) -> Vec<i128> {
    let mut all: Vec<i128> = (0..=1100).collect();
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    for at in 0..2000_u32 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        all.push(i128::from(state >> 8) % 10_i128.pow(4 + at % 12));
    }
    all.retain(|number| range.contains(number));
    all
}

/// Check a pack.
#[must_use]
pub fn check(source: &Source, pack: &Pack) -> Report {
    let mut report = Report::default();
    let mut reader = Reader::new(pack);
    unused(source, &mut report);
    two_values(source, &mut report);
    examples(source, &mut reader, &mut report);
    cases(source, &mut reader, &mut report);
    circles(source, &mut reader, &mut report);
    numerals(source, pack, &mut reader, &mut report);
    report
}

/// The cases of a pack that hold, of how many.
#[must_use]
pub fn holding(source: &Source, pack: &Pack) -> (usize, usize) {
    let mut report = Report::default();
    cases(source, &mut Reader::new(pack), &mut report);
    report.cases
}

impl Report {
    fn fault(&mut self, place: &Place, what: String) {
        self.faults.push(Fault {
            place: format!("{}:{}", place.file, place.line),
            what,
        });
    }
}

/// Sets that no row of a kind leads to.
fn unused(source: &Source, report: &mut Report) {
    let own = |place: &Place| place.file.starts_with(&format!("{}/", source.code));
    let mut used: FxHashSet<String> = BUILT_IN
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    for rewrite in &source.rewrites {
        let conditions = rewrite.before.iter().chain(&rewrite.after);
        used.extend(conditions.map(|(_, set)| pattern::gaps(set).1.to_owned()));
    }
    loop {
        let before = used.len();
        for row in &source.rows {
            if row.inner && !used.contains(&row.set) {
                continue;
            }
            for (_, item) in pattern::sequences(&row.pattern)
                .unwrap_or_default()
                .iter()
                .flatten()
            {
                if let Item::Slot { set, .. } = item {
                    used.insert(set.clone());
                }
            }
            used.extend(
                row.before
                    .iter()
                    .chain(&row.after)
                    .map(|(_, set)| pattern::gaps(set).1.to_owned()),
            );
        }
        if used.len() == before {
            break;
        }
    }
    let mut said = FxHashSet::default();
    for row in source
        .rows
        .iter()
        .filter(|row| row.inner && own(&row.place))
    {
        let numeral = matches!(row.worth, Worth::Numeral(_)); // CLDR has more sets than are used
        if !numeral && !used.contains(&row.set) && said.insert(row.set.clone()) {
            report.fault(&row.place, format!("no row leads to the set {:?}", row.set));
        }
    }
}

/// Forms of a class that have two values in it.
fn two_values(source: &Source, report: &mut Report) {
    let mut first: rustc_hash::FxHashMap<(&str, &str), &str> = rustc_hash::FxHashMap::default();
    for row in &source.rows {
        let Worth::Class(value) = &row.worth else {
            continue;
        };
        let known = *first.entry((&row.set, &row.pattern)).or_insert(value);
        if known != value {
            let what = format!(
                "{:?} is {known:?} and {value:?} in {:?}",
                row.pattern, row.set
            );
            report.fault(&row.place, what);
        }
    }
}

fn examples(source: &Source, reader: &mut Reader, report: &mut Report) {
    for (at, row) in source.rows.iter().enumerate().filter(|(_, row)| !row.inner) {
        report.examples.1 += usize::from(row.level == Level::Write);
        if row.example.is_empty() {
            continue;
        }
        report.examples.0 += usize::from(row.level == Level::Write);
        let read = if row.level == Level::Block {
            reader.holds(&row.example, at)
        } else {
            let mut all = reader.readings(&row.example).into_iter();
            all.any(|found| found.source as usize == at)
        };
        if !read {
            report.fault(
                &row.place,
                format!("does not read its example {:?}", row.example),
            );
        }
    }
}

fn cases(source: &Source, reader: &mut Reader, report: &mut Report) {
    for case in &source.cases {
        let mut texts = [String::new(), String::new()];
        for (text, out) in [&case.one, &case.other].into_iter().zip(&mut texts) {
            reader.normalize(text, out);
            let mut again = String::new();
            reader.normalize(out, &mut again);
            report.fixed.1 += 1;
            if again == *out {
                report.fixed.0 += 1;
            } else {
                report.fault(&case.place, format!("{text:?} is {out:?}, then {again:?}"));
            }
        }
        let same = texts[0] == texts[1];
        let met = same || meet(reader, &case.one, &case.other);
        let holds = match case.mark.as_str() {
            "=" => same,
            "~" => met && !same,
            _ => !met,
        };
        report.cases.1 += 1;
        report.cases.0 += usize::from(holds);
        if !holds {
            let how = if same {
                "written the same"
            } else if met {
                "met"
            } else {
                "not met"
            };
            let [one, other] = &texts;
            let what = format!(
                "{} {:?} and {:?} are {how}: {one:?}, {other:?}",
                case.mark, case.one, case.other
            );
            report.fault(&case.place, what);
        }
    }
}

/// Units, examples and cases whose written form is written otherwise when it is read again; marks that only
/// part two numbers are left aside.
fn circles(source: &Source, reader: &mut Reader, report: &mut Report) {
    let said = |text: &str| text.replace([' ', ',', ';'], "");
    let mut round = |place: &Place, text: &str| {
        let (mut out, mut again) = (String::new(), String::new());
        reader.normalize(text, &mut out);
        reader.write(&out, &mut again);
        if said(&out) != said(&again) {
            report.fault(place, format!("{text:?} is {out:?}, which is {again:?}"));
        }
    };
    for row in &source.rows {
        if let Worth::Class(_) = row.worth {
            round(
                &row.place,
                &format!("2 {}", row.pattern.trim_start_matches('=')),
            );
        } else if !row.inner {
            round(&row.place, &row.example);
            round(&row.place, &format!("1 {}", row.example));
        }
    }
    for case in &source.cases {
        round(&case.place, &case.one);
        round(&case.place, &case.other);
    }
}

fn numerals(source: &Source, pack: &Pack, reader: &mut Reader, report: &mut Report) {
    let speller = Speller::new(source);
    let sets = [
        ("card", "cardinal", 0..i128::MAX),
        ("ord", "ordinal", 1..1000),
    ];
    for (at, (set, kind, range)) in sets.into_iter().enumerate() {
        if !speller.has(set) {
            continue;
        }
        let mut wrong = 0;
        for number in numbers(&range) {
            for mut text in speller.spell(set, number, 4) {
                if pack.runs.as_ref().is_some_and(|runs| !runs.spaced) {
                    text.retain(|letter| letter != ' ');
                }
                report.numerals[at].1 += 1;
                let found: Vec<i128> = (reader.readings(&text).iter())
                    .filter(|found| found.from == 0 && found.to == text.len())
                    .filter(|found| pack.kinds[usize::from(found.value.kind)] == kind)
                    .map(|found| found.value.number)
                    .collect();
                if !found.is_empty() && found.iter().all(|found| *found == number) {
                    report.numerals[at].0 += 1;
                } else if wrong < 5 {
                    wrong += 1;
                    let place = Place {
                        file: format!("{}/numerals.tsv", source.code),
                        line: 0,
                    };
                    report.fault(&place, format!("{text:?} is {found:?} and not {number}"));
                }
            }
        }
    }
}
