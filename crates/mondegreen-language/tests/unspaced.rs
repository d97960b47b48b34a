//! Packs of languages without spaces between words, and of Korean, whose endings are joined to words.

use std::path::Path;
use std::time::Instant;

use mondegreen_language::{compile, meet, Pack, Reader, Source};

fn pack(code: &str) -> Pack {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/mondegreen/languages");
    compile(&Source::read(&[root], code).expect("files")).expect("a pack")
}

fn written(pack: &Pack, text: &str) -> String {
    let mut out = String::new();
    Reader::new(pack).normalize(text, &mut out);
    out
}

#[test]
fn numbers_are_read_within_a_run_of_letters() {
    for (code, text, wanted) in [
        ("zh", "我有三百五十块钱吗", "我有350元吗"),
        ("zh", "三点二十分开会", "3:20开会"),
        ("zh", "二零二六年的百分之五", "2026年的5%"),
        ("ja", "昨日四千五百円を払った", "昨日4500円を払った"),
        ("th", "ราคาสามสิบบาทครับ", "ราคา30บาทครับ"),
        ("ko", "삼백오십 원입니다", "350원입니다"),
    ] {
        assert_eq!(written(&pack(code), text), wanted);
    }
}

#[test]
fn what_is_not_read_stays_with_its_spaces() {
    for (code, text) in [
        ("zh", "我们 一起去"),
        ("zh", "万一下雨"),
        ("zh", "十分好"),
        ("ja", "一番 好き"),
        ("ja", "万年筆です"),
        ("th", "ผมสามารถ ทำได้"),
        ("ko", "이 사람은 천사다"),
    ] {
        assert_eq!(written(&pack(code), text), text);
    }
}

#[test]
fn a_space_or_a_comma_parts_two_numerals() {
    let zh = pack("zh");
    assert_eq!(written(&zh, "三百 五十"), "300 50");
    assert_eq!(written(&zh, "给我5，千万别忘"), "给我5 千万别忘");
    let mut reader = Reader::new(&zh);
    assert!(!meet(&mut reader, "给我五，千万别忘", "给我五千万别忘"));
    assert!(!meet(&mut reader, "三-五天", "三五天"));
    // in Korean numerals have spaces
    assert_eq!(written(&pack("ko"), "만 오천 원"), "15000원");
}

#[test]
fn full_width_is_common_width() {
    let zh = pack("zh");
    assert_eq!(written(&zh, "３：３０"), written(&zh, "3:30"));
    assert_eq!(written(&zh, "￥１００"), written(&zh, "¥100"));
    assert_eq!(written(&zh, "５０％"), "50%");
}

#[test]
fn time_is_linear_in_the_length() {
    let zh = pack("zh");
    let mut reader = Reader::new(&zh);
    let mut time = |count: usize| {
        let text = "我有三百五十块钱一起去".repeat(count);
        let mut out = String::new();
        let start = Instant::now();
        reader.normalize(&text, &mut out);
        assert_eq!(out, "我有350元一起去".repeat(count));
        start.elapsed()
    };
    time(10);
    let (short, long) = (time(400), time(4000));
    assert!(long < 60 * short, "{short:?}, {long:?}");
}
