//! What is left out of a text, and what stays.

use mondegreen_language::notes::{blanked, find, stripped, Keep, Kind};

fn without(text: &str, keep: Keep) -> String {
    let mut out = Vec::new();
    stripped(text.as_bytes(), keep, &mut Vec::new(), &mut out);
    String::from_utf8(out).expect("parts of a text, cut between characters")
}

#[test]
fn tokens_and_noises_are_left_out() {
    for text in [
        "turn on the lights </s>",
        "<s> turn on the lights </s>",
        "<|en|><|HAPPY|><|Speech|>turn on the lights",
        "<|0.00|> turn on the lights<|2.40|>",
        "<0.00> turn on the lights<2.40>",
        "turn on<pad><pad> the lights",
        "▁turn ▁on ▁the ▁lights",
        "▁turn▁on▁the▁lights",
        "▁turn ▁on ▁the ▁li ght s </s>",
        "turn on the li@@ ghts",
        "turn on the li@@ gh@@ ts@@",
        "turn on the li ##gh ##ts",
        "turn</w> on</w> the</w> li ght s</w>",
        "turn on the lights [laughter]",
        "turn on [background noise] the lights",
        "turn on the lights [loud music playing]",
        "(coughs) turn on the lights",
        "turn on (laughs and coughs), the lights",
        "turn on the lights ♪",
        "{laugh} turn on the lights",
        "*sighs* turn on the lights",
        "turn on [laughter-the] lights",
        "turn on the lights %HESITATION",
        "【音乐】 turn on the lights （笑）",
        "turn on the lights <|endoftext|>",
        "turn on the lights [_TT_150]",
        "!SIL turn on the lights !SIL",
        "<laugh> turn on </laugh> the lights",
        "[ Laughter ] turn on the lights [[noise]]",
        "turn on the lights (%hesitation)",
        "turn on the lights [inaudible 00:12:34]",
    ] {
        let out = without(text, Keep::Nothing);
        let words = out.replace([','], "");
        assert_eq!(
            words.split_whitespace().collect::<Vec<_>>().join(" "),
            "turn on the lights",
            "{text:?}"
        );
    }
}

#[test]
fn a_piece_may_come_right_after_a_note() {
    for text in [
        "%HESITATION ##ing",
        "!SIL ##ing",
        "!SIL  ##ing %HESITATION ##s",
    ] {
        for keep in [Keep::Nothing, Keep::Speech, Keep::Notes] {
            assert!(without(text, keep).contains("ing"), "{text:?}");
        }
    }
    // every word is a piece here, as none but the first says where it ends
    assert_eq!(
        without("a </w> [! <eot>  times: 8", Keep::Nothing),
        "a [! times:8"
    );
}

#[test]
fn other_texts_stay() {
    for text in [
        "if a < 5 and b > 3",
        "<120 and >5",
        "mail jo@example.com now",
        "a@@b",
        "x<y>z",
        "the fee (see page 5) applies",
        "call (919) 555-0142",
        "it is so [sic]",
        "vector<name> and x[0]",
        "press the # key and the * key",
        "## a heading",
        "5 * 3 * 2 is 30",
        "2**3",
        "**bold** words",
        "he paid <unk> for it",
        "(music is my life)",
        "[music is my life]",
        "press the button (click) twice",
        "a [first] and a {second}",
        "f(x) = x[1]",
        "((I guess so)) he said",
        "50 % of it!",
        "-5 and +3 and ~7",
        "I <3 you",
        "f*** it",
        "C ## minor",
        "@@ -1,3 +1,4 @@",
    ] {
        assert_eq!(without(text, Keep::Nothing), text);
    }
}

#[test]
fn words_that_nobody_wrote_down_are_marks() {
    for (mark, kind) in [
        ("(unintelligible)", Kind::Unclear),
        ("[inaudible]", Kind::Unclear),
        ("[inaudible 00:12:34]", Kind::Unclear),
        ("((xxx))", Kind::Unclear),
        ("(())", Kind::Unclear),
        ("(( ))", Kind::Unclear),
        ("[crosstalk 01:02]", Kind::Unclear),
        ("(???)", Kind::Unclear),
        ("[...]", Kind::Unclear),
        ("<unintelligible>", Kind::Unclear),
        ("[unverständlich]", Kind::Unclear),
        ("（聞き取り不能）", Kind::Unclear),
        ("[غير واضح]", Kind::Unclear),
        ("[REDACTED]", Kind::Redaction),
        ("(redacted)", Kind::Redaction),
        ("***", Kind::Redaction),
        ("****1234", Kind::Redaction),
        ("***-**-1234", Kind::Redaction),
        ("[ __ ]", Kind::Redaction),
        ("[PERSON_NAME]", Kind::Redaction),
        ("[PII]", Kind::Redaction),
        ("<NAME>", Kind::Redaction),
        ("[NAME_1]", Kind::Redaction),
        ("<PHONE-NUMBER>", Kind::Redaction),
        ("[first name]", Kind::Redaction),
        ("[Telefonnummer]", Kind::Redaction),
    ] {
        let text = format!("call {mark} now");
        let mut marks = Vec::new();
        find(&text, &mut marks);
        let found: Vec<_> = marks
            .iter()
            .map(|m| (&text[m.from..m.to], m.kind))
            .collect();
        assert_eq!(found, [(mark, kind)]);
        assert_eq!(without(&text, Keep::Speech), text);
        assert_eq!(without(&text, Keep::Nothing), "call now");
    }
}

#[test]
fn blanks_keep_all_places() {
    for text in [
        "a [noise] b </s>",
        "li@@ ghts ♪",
        "▁a ▁b c",
        "（笑）x",
        "plain",
    ] {
        let out = blanked(text.as_bytes(), Keep::Nothing, &mut Vec::new());
        let out = out.map_or_else(
            || text.to_owned(),
            |out| String::from_utf8(out).expect("UTF-8"),
        );
        assert_eq!(out.chars().count(), text.chars().count());
    }
}

#[test]
fn lone_surrogates_pass() {
    let text = b"a \xED\xA0\x80 [noise] \xC3\xA9";
    let mut out = Vec::new();
    stripped(text, Keep::Nothing, &mut Vec::new(), &mut out);
    assert_eq!(out, b"a \xED\xA0\x80 \xC3\xA9");
}

proptest::proptest! {
    #[test]
    fn nothing_fails(text in "[<>\\[\\](){}*|@#%▁♪a-c /_.0-9xé笑（）-]{0,40}") {
        let mut marks = Vec::new();
        find(&text, &mut marks);
        let mut end = 0;
        for mark in &marks {
            proptest::prop_assert!(mark.from >= end && mark.to > mark.from && mark.to <= text.len());
            proptest::prop_assert!(text.is_char_boundary(mark.from) && text.is_char_boundary(mark.to));
            end = mark.to;
        }
        without(&text, Keep::Nothing);
    }
}
