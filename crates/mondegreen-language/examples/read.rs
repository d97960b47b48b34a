//! `read FOLDER CODE norm|read|speed|trip|check|meet [FILE]`: try a pack.
use std::io::Read;
use std::time::Instant;

use mondegreen_language::{compile, Reader, Source};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, code, what, rest @ ..] = &arguments[..] else {
        eprintln!("read FOLDER CODE norm|read|speed|trip|check|meet [FILE]");
        std::process::exit(2);
    };
    let made = Instant::now();
    let source = Source::read(&[folder.into()], code).unwrap_or_else(|why| panic!("{why}"));
    let pack = compile(&source).unwrap_or_else(|why| panic!("{why}"));
    let made = made.elapsed();
    let mut text = String::new();
    if what == "check" {
        let report = mondegreen_language::check::check(&source, &pack);
        for fault in &report.faults {
            println!("{}: {}", fault.place, fault.what);
        }
        let of = |(some, all): (usize, usize)| format!("{some} of {all}");
        println!(
            "{code}: cases {}, fixed points {}, cardinals {}, ordinals {}, rows with an example {}; {} rows",
            of(report.cases), of(report.fixed), of(report.numerals[0]), of(report.numerals[1]),
            of(report.examples), source.rows.len()
        );
        return;
    }
    match rest {
        [file, ..] => text = std::fs::read_to_string(file).expect("a file"),
        [] => {
            std::io::stdin().read_to_string(&mut text).expect("text");
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut reader = Reader::new(&pack);
    let mut out = String::new();
    match what.as_str() {
        "norm" => {
            for line in lines {
                out.clear();
                reader.normalize(line, &mut out);
                println!("{line}\t{out}");
            }
        }
        "read" => {
            for line in lines {
                println!("{line}");
                for found in reader.readings(line) {
                    let place = source.place(found.source as usize);
                    let kind = &pack.kinds[usize::from(found.value.kind)];
                    println!(
                        "  {:?} {kind} {:?} -> {:?} [{}:{}]",
                        &line[found.from..found.to],
                        found.value,
                        found.written,
                        place.file,
                        place.line
                    );
                }
            }
        }
        // two texts with a tab between: do they meet?
        "meet" => {
            for line in lines {
                if let Some((one, other)) = line.split_once('\t') {
                    println!(
                        "{}\t{line}",
                        mondegreen_language::meet(&mut reader, one, other)
                    );
                }
            }
        }
        // number kind, value, text: is the whole text read as that value?
        "trip" => {
            let (mut right, mut all) = (0, 0);
            let mut wrong = Vec::new();
            for line in lines {
                let cells: Vec<&str> = line.split('\t').collect();
                let [kind, number, words] = cells[..] else {
                    continue;
                };
                all += 1;
                let found = reader.readings(words).into_iter().any(|found| {
                    found.from == 0
                        && found.to == words.len()
                        && pack.kinds[usize::from(found.value.kind)] == kind
                        && found.value.number.to_string() == number
                });
                right += usize::from(found);
                if !found && wrong.len() < 5 {
                    wrong.push(format!("{words}={number}"));
                }
            }
            println!("{code}\t{right}\t{all}\t{}", wrong.join("; "));
        }
        _ => {
            let mut best = f64::INFINITY;
            let mut letters = 0;
            for _ in 0..40 {
                let start = Instant::now();
                for line in &lines {
                    out.clear();
                    reader.normalize(line, &mut out);
                    letters += out.len();
                }
                best = best.min(start.elapsed().as_secs_f64());
            }
            println!(
                "{} lines, {:.3} us per line ({letters}); pack made in {made:?}",
                lines.len(),
                best * 1e6 / lines.len() as f64
            );
        }
    }
}
