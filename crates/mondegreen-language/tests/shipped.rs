//! What the shipped packs read and write.

use std::path::Path;

use mondegreen_language::{compile, meet, Pack, Reader, Source};
use proptest::prelude::*;

fn pack(code: &str) -> Pack {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/mondegreen/languages");
    compile(&Source::read(&[root], code).expect("files")).expect("a pack")
}

fn written(pack: &Pack, text: &str) -> String {
    let mut out = String::new();
    Reader::new(pack).normalize(text, &mut out);
    out
}

fn read(pack: &Pack, text: &str) -> Vec<String> {
    let whole = |found: &mondegreen_language::Found| found.from == 0 && found.to == text.len();
    let found = Reader::new(pack).readings(text).into_iter().filter(whole);
    found
        .map(|found| {
            format!(
                "{} {}",
                pack.kinds[usize::from(found.value.kind)],
                found.written
            )
        })
        .collect()
}

#[test]
fn a_span_has_all_its_readings() {
    let en = pack("en");
    assert!(read(&en, "1984")
        .iter()
        .any(|reading| reading.starts_with("year")));
    assert!(read(&en, "1984")
        .iter()
        .any(|reading| reading.starts_with("cardinal")));
    assert!(read(&en, "505")
        .iter()
        .any(|reading| reading.starts_with("digits")));
    assert_eq!(
        written(&en, "It's five oh five a.m."),
        written(&en, "it's 5:05 am")
    );
}

#[test]
fn units_keep_their_case() {
    let en = pack("en");
    assert_eq!(written(&en, "Use 5 mW"), "use 5 milliwatts");
    assert_eq!(written(&en, "Use 5 MW"), "use 5 megawatts");
    // without capitals the symbol has both readings, so it stays
    assert_eq!(written(&en, "use 5 mw"), "use 5 mw");
}

#[test]
fn nothing_is_deleted() {
    let en = pack("en");
    for kept in ["hiv-", "<120", ">120", "c#", "wor-", "2.5q", "1.2.3"] {
        assert!(
            written(&en, &format!("so {kept} now")).contains(kept),
            "{kept}"
        );
    }
    let differ = [
        (".5 mg", "5 mg"),
        ("-$5", "$5"),
        ("25 ℃", "25"),
        ("25 ℃", "25 ℉"),
        ("10 / 2", "10 2"),
    ];
    for (one, other) in differ {
        assert_ne!(written(&en, one), written(&en, other), "{one} {other}");
        assert!(!meet(&mut Reader::new(&en), one, other), "{one} {other}");
    }
    assert_eq!(written(&en, "wait... 5"), "wait 5");
    assert_eq!(written(&en, "this - and that"), "this and that");
    assert_eq!(written(&en, "it is -5 outside"), "it is minus 5 outside");
}

#[test]
fn joined_words_are_cut() {
    let de = pack("de");
    assert_eq!(written(&de, "einundzwanzig Euro"), written(&de, "21 €"));
    assert_eq!(written(&de, "zweitausenddreihundertfünf"), "2305");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read(text in "(\\PC|[0-9a-z ,.:$-]|one |hundred |and |five |a |half ){0,24}") {
        static ENGLISH: std::sync::OnceLock<Pack> = std::sync::OnceLock::new();
        let en = ENGLISH.get_or_init(|| pack("en"));
        for found in Reader::new(en).readings(&text) {
            prop_assert!(found.from < found.to && found.to <= text.len());
            prop_assert!(text.is_char_boundary(found.from) && text.is_char_boundary(found.to));
        }
        let once = written(en, &text);
        prop_assert!(!once.starts_with(' ') && !once.ends_with(' '));
    }
}

#[test]
fn every_pack_reads_its_own_words_with_any_marks_between() {
    const MARKS: [&str; 16] = [
        " ", "'", "’", "-", ".", ",", "\"", "", " '", "' ", "/", "5", "€", "\u{301}", " (", "½",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/mondegreen/languages");
    let mut chance: u64 = 11;
    let mut next = |below: usize| {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (chance >> 33) as usize % below
    };
    for folder in std::fs::read_dir(root).expect("languages") {
        let folder = folder.expect("a folder").path();
        let Ok(cases) = std::fs::read_to_string(folder.join("cases.tsv")) else {
            continue;
        };
        let code = folder.file_name().expect("a name").to_string_lossy();
        let (pack, words) = (pack(&code), cases.split_whitespace().collect::<Vec<_>>());
        let mut reader = Reader::new(&pack);
        for _ in 0..400 {
            let mut text = String::new();
            for _ in 0..next(8) {
                text += words[next(words.len())];
                text += MARKS[next(MARKS.len())];
            }
            let mut out = String::new();
            reader.normalize(&text, &mut out);
            for found in reader.readings(&text) {
                let place = found.from..found.to;
                assert!(
                    text.get(place).is_some_and(|span| !span.is_empty()),
                    "{code}: {text:?}"
                );
            }
            let said = reader.said(&text);
            let whole = said.tokens(0..text.len());
            assert!(said.meets(whole.clone(), &said, whole), "{code}: {text:?}");
        }
    }
}

#[test]
fn long_texts_of_number_words_are_read() {
    // a place on the stack per word would end the process
    let repeated = [
        ("en", "one hundred and "),
        ("en", "one million two thousand "),
        ("fr", "cent "),
        ("es", "treinta y "),
        ("de", "einhundert "),
    ];
    for (code, words) in repeated {
        let pack = pack(code);
        let text = words.repeat(8000);
        assert!(!written(&pack, &text).is_empty());
        assert!(!Reader::new(&pack).readings(&text).is_empty());
    }
}

/// A small language of its own, compiled.
fn small(name: &str, files: &[(&str, &str)]) -> Pack {
    let root =
        std::env::temp_dir().join(format!("mondegreen-language-{name}-{}", std::process::id()));
    for folder in ["any", "xx"] {
        std::fs::create_dir_all(root.join(folder)).expect("a folder");
    }
    for (file, text) in files {
        std::fs::write(root.join("xx").join(file), text).expect("a file");
    }
    let pack =
        compile(&Source::read(std::slice::from_ref(&root), "xx").expect("files")).expect("a pack");
    std::fs::remove_dir_all(root).expect("to be removed");
    pack
}

#[test]
fn conditions_look_at_whole_words_gaps_and_edges() {
    let pack = small(
        "conditions",
        &[
            ("classes.tsv", "here\t-\tright_here\nsmall\t-\tunits\n"),
            (
                "patterns.tsv",
                "a\t{n=fig}\t{n}\t{n} after\twrite\t-\t+here\n\
                 b\t{n=fig}\t{n}\t{n} comma\twrite\t+,,small\n\
                 c\t{n=fig}\t{n}\t{n} end\twrite\t+word\t+edge\n\
                 d\t{n=fig}\t{n}\t{n} name\twrite\t-\t+name\n\
                 e\t{n=fig} ..pm\t{n}\t{n} stop\twrite\n\
                 f\t{n=fig} -days\t{n}\t{n} hyphen\twrite\n",
            ),
        ],
    );
    let pairs = [
        ("5 right here", "5 after right here"),
        ("5 right there", "5 right there"),
        ("units, 5 x", "units 5 comma x"),
        ("units 5 x", "units 5 x"),
        ("unknown 5", "unknown 5 end"),
        ("unknown 5, x", "unknown 5 end x"),
        ("5", "5"),
        ("5 Peter", "5 name peter"),
        ("5 peter", "5 peter"),
        ("x 5. pm", "x 5 stop"),
        ("5-days x", "5 hyphen x"),
        ("5 days x", "5 days x"),
    ];
    for (text, expected) in pairs {
        assert_eq!(written(&pack, text), expected, "{text}");
    }
}

#[test]
fn fillers_and_short_forms_have_levels_and_conditions() {
    let pack = small(
        "fillers",
        &[
            ("classes.tsv", "street\t-\tmain\n"),
            (
                "fillers.tsv",
                "uh\nlike\tknow\nyou_know\twrite\t+edge\t+edge\n",
            ),
            (
                "abbreviations.tsv",
                "st.\tsaint\twrite\t-\t+name\nst.\tstreet\twrite\t+street\ndr.\tdoctor\n",
            ),
        ],
    );
    let pairs = [
        ("uh so, you know, it is", "so it is"),
        ("you know it is like that", "you know it is like that"),
        (
            "St. Peter lives in Main St.",
            "saint peter lives in main street",
        ),
        ("the st. of dr. x", "the st of doctor x"),
    ];
    for (text, expected) in pairs {
        assert_eq!(written(&pack, text), expected, "{text}");
    }
    let mut keeping = Reader::new(&pack);
    keeping.keep_fillers = true;
    let mut out = String::new();
    keeping.normalize("uh so, you know, it is", &mut out);
    assert_eq!(out, "uh so you know it is");
    let mut reader = Reader::new(&pack);
    for (one, other, same) in [
        ("it is like that", "it is that", true),
        ("you know it is", "it is", false),
        ("well, you know, it is", "well it is", true),
        ("St. Peter", "saint Peter", true),
        ("St. Peter", "street Peter", false),
    ] {
        assert_eq!(meet(&mut reader, one, other), same, "{one} {other}");
    }
}

#[test]
fn spans_of_two_texts_say_the_same_where_their_readings_meet() {
    let en = pack("en");
    let mut reader = Reader::new(&en);
    let (one, other) = (
        reader.said("I paid five dollars at nine"),
        reader.said("we paid $5 at 9"),
    );
    let (mine, theirs) = (one.tokens(7..19), other.tokens(8..10));
    assert!(one.meets(mine.clone(), &other, theirs.clone()));
    assert!(!one.meets(one.whole(), &other, other.whole()));
    let key = |said: &mondegreen_language::Said, kind: &str| {
        let all = said
            .readings
            .iter()
            .filter(|found| en.kinds[usize::from(found.value.kind)] == kind);
        all.map(|found| found.value.key()).next()
    };
    assert_eq!(key(&one, "money"), key(&other, "money"));
    for (one, other, same) in [
        ("3000 two hundred", "3200", false),
        ("twenty five", "20 5", false),
        ("5'10", "5' 10", false),
        ("A man has 5 V", "a man has 5 V", true),
        ("five mW", "five MW", false),
        ("(919) 555-0142", "919 555 0142", true),
    ] {
        assert_eq!(meet(&mut reader, one, other), same, "{one} {other}");
    }
}

#[test]
fn templates_multiply_name_and_number() {
    let pack = small(
        "templates",
        &[
            ("numerals.tsv", "card\t1\t10\t1\t{s=one}\none\t2\t3\t1\ttwo\none\t3\t4\t1\tthree\n"),
            ("classes.tsv", "dozen\t12\tdozen\nhalf\t1/2\thalf\nmonth\t3=march\tmarch\ncur\tdollar\t$\nper\thour\thour\n"),
            (
                "patterns.tsv",
                "cardinal\t{n=card}\t{n}\t{n}\twrite\n\
                 cardinal\t{n=fig}\t{n}\t{n}\twrite\n\
                 cardinal\t{n=card} {d=dozen}\t{n×d}\t{n×d}\twrite\n\
                 cardinal\t{f=half} {d=dozen}\t{f×12}\t{f×12}\twrite\n\
                 money\t{a=card} {b=fig}\t{a}.{b} {=dollar}\n\
                 money\t{c=cur} {n=dec}\t{n} {c}\n\
                 date\t{d=fig} {m=month}\t{d} {m:n}\t{m:n} on {d}\twrite\n\
                 date\t{d=fig} ~/ ~{m=fig}\t{d} {m}\n\
                 wage\t{c=cur} {n=fig} an {h=per}\t{n} {c} {h}\n\
                 wage\t{n=fig} {c=cur} per {h=per}\t{n} {c} {h}\n\
                 height\t{f=fig} ft {i=dec}\t{f}'{i}\n\
                 height\t{f=fig} ft {i=fig}\t{f}'{i}\n\
                 height\t{f=fig} feet {i=dec}\t{f}'{i}\n",
            ),
        ],
    );
    for (text, expected) in [
        ("two dozen", "24"),
        ("half dozen", "6"),
        ("5 march", "3 on 5"),
    ] {
        assert_eq!(written(&pack, text), expected, "{text}");
    }
    let mut reader = Reader::new(&pack);
    for (one, other, same) in [
        ("three 50", "$3.50", true),
        ("three 50", "$3.60", false),
        ("5 march", "5/3", true),
        ("5 march", "5/4", false),
        ("$5 an hour", "5 $ per hour", true),
        ("$5 an hour", "$5", false),
        ("5 ft 10.5", "5 feet 10.5", true),
        ("5 ft 105", "5 feet 10.5", false),
        ("three dozen", "36", true),
    ] {
        assert_eq!(meet(&mut reader, one, other), same, "{one} {other}");
    }
}

#[test]
fn words_are_looked_up_by_other_spellings_prefixes_and_small_letters() {
    let pack = small(
        "spellings",
        &[
            ("pack.tsv", "prefixes\tand\nlower\tIx\n"),
            ("numerals.tsv", "card\t3\t4\t1\tthré\ncard\t4\t5\t1\txi\n"),
            ("variants.tsv", "é\te\n\u{301}\t\n"),
            ("patterns.tsv", "cardinal\t{n=card}\t{n}\t{n}\twrite\n"),
        ],
    );
    for (text, expected) in [
        ("thré", "3"),
        ("thre\u{301}", "3"),
        ("andthré", "and3"),
        ("and3", "and3"),
        ("andés", "andés"),
        ("Ii", "4"),
    ] {
        assert_eq!(written(&pack, text), expected, "{text}");
    }
}

#[test]
fn a_text_that_never_settles_is_left_as_it_was_given() {
    let numerals = ("numerals.tsv", "card\t1\t2\t1\tone\n");
    let classes = ("classes.tsv", "month\t3=march\tmarch\n");
    let growing = "date\t{d=fig} {m=month}\t{d} {m:n}\t{d} {m} {m:n}\twrite\n";
    let circle = "date\t{d=fig} {m=month}\t{d} {m:n}\t{m} {d}\twrite\n\
                  date\t{m=month} {d=fig}\t{d} {m:n}\t{d} {m}\twrite\n";
    let pack = small("growing", &[numerals, classes, ("patterns.tsv", growing)]);
    assert_eq!(written(&pack, "on 5 March,"), "on 5 March,");
    let pack = small("circle", &[numerals, classes, ("patterns.tsv", circle)]);
    for text in ["on 5 march", "on march 5", "On March 5"] {
        assert_eq!(written(&pack, text), "on 5 march");
    }
}

#[test]
fn a_normalized_text_is_its_own_normalized_form() {
    let en = pack("en");
    for (text, expected) in [
        ("the ER is full", "the ER is full"),
        ("Use 5 kw now", "use 5 kilowatts now"),
        ("USE 5 KW NOW", "use 5 kilowatts now"),
        ("Use 5 KW now", "use 5 KW now"),
        ("it is 4G", "it is 4G"),
        ("3.000.000", "3.000.000"),
        ("10. 12. 1999 – 11. 12. 1999", "10 12 1999 11 12 1999"),
    ] {
        assert_eq!(written(&en, text), expected);
        assert_eq!(written(&en, expected), expected);
    }
    let mut reader = Reader::new(&en);
    assert!(!meet(&mut reader, "24. 12.", "24 12."));
    assert!(meet(&mut reader, "24, 12", "24 12"));
}

#[test]
fn short_forms_at_the_end_of_words_are_written_out() {
    let pack = small("tails", &[("abbreviations.tsv", "-str.\tstreet\n")]);
    for (text, expected) in [
        ("Mainstr. and x", "mainstreet and x"),
        ("in Mainstr.", "in mainstreet"),
        ("the mainstr and str. x", "the mainstr and str x"),
    ] {
        assert_eq!(written(&pack, text), expected, "{text}");
    }
    assert!(meet(&mut Reader::new(&pack), "Mainstr. 5", "mainstreet 5"));
}
