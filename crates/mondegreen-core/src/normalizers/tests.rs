use super::*;

const ENGLISH: Normalizer = Normalizer::English(Edition::Whisper);
const BASIC: Normalizer = Normalizer::WhisperBasic {
    remove_diacritics: false,
    split_letters: false,
};

fn normalize(how: Normalizer, text: &[u8]) -> Result<Vec<u8>, TooManyDigits> {
    let mut out = b"before".to_vec();
    how.apply(text, &mut Scratch::default(), &mut out)?;
    assert!(out.starts_with(b"before"));
    Ok(out.split_off(6))
}

fn check(how: Normalizer, cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        let made = normalize(how, text.as_bytes()).expect("few digits");
        let made = String::from_utf8(made).expect("UTF-8");
        assert_eq!(made, *wanted, "{text}");
    }
}

/// What the original makes of some texts.
#[test]
fn english() {
    check(
        ENGLISH,
        &[
            ("", ""),
            (
                "Mr. Smith's won't [noise] (laughs)",
                "mister smith is will not",
            ),
            (
                "x'd been't 'ven't can'tn't",
                "x had bee not have not can not not",
            ),
            (
                "He's gotta go; she'd done it",
                "he has got to go she had done it",
            ),
            ("$20 million and 5 cents", "$20000000.05"),
            ("$2 and 7 cents, $0.50", "$2.07 ¢50"),
            ("one oh one, nineteen eighty", "1011980"),
            ("two and a half percent", "2.5%"),
            ("double oh seven, the twenty-first", "007 the 21st"),
            ("the 1960s, 3 rd", "the 1960s 3rd"),
            ("1,2,3 ... 5.", "12 3 5"),
            ("a colour\u{3000}metre", "a color meter"),
            ("٣ million", "3000000"),
            ("minus five, plus x", "-5 plus x"),
        ],
    );
}

/// What the original makes of some texts.
#[test]
fn basic() {
    check(
        BASIC,
        &[
            ("Où ça, (hier) ?", "où ça "),
            ("Cafe\u{301}\u{327} ﬁn", "cafȩ fin"),
            ("ΟΔΟΣ ΣΑΣ.", "οδος σας "),
            ("\u{1112}\u{1161}\u{11ab}글", "한글"),
            ("() (a) <b]", " "),
        ],
    );
}

#[test]
fn a_failure_leaves_what_was_there() {
    let digits = vec![b'9'; 4301];
    assert_eq!(normalize(ENGLISH, &digits), Err(TooManyDigits));
    assert_eq!(
        normalize(ENGLISH, &digits[1..]).as_deref(),
        Ok(&digits[1..])
    );
    let mut out = b"before".to_vec();
    let text = [b"fine ", &digits[..], b" fine"].concat();
    let done = ENGLISH.apply(&text, &mut Scratch::default(), &mut out);
    assert_eq!((done, out.as_slice()), (Err(TooManyDigits), &b"before"[..]));
}

#[test]
fn buffers_keep_nothing() {
    let texts: Vec<String> = (0..500)
        .map(|n| format!("{n} Mr. X's (a) uh {}é $0.{n} one half and a half", n * 7))
        .collect();
    let mut scratch = Scratch::default();
    for how in [ENGLISH, BASIC, Normalizer::LeaderboardMultilingual(None)] {
        for text in &texts {
            let mut out = Vec::new();
            how.apply(text.as_bytes(), &mut scratch, &mut out)
                .expect("few digits");
            let alone = {
                let mut out = Vec::new();
                how.apply(text.as_bytes(), &mut Scratch::default(), &mut out)
                    .expect("few digits");
                out
            };
            assert_eq!(out, alone);
        }
    }
}

#[test]
fn any_bytes_are_taken() {
    // Nothing but generalised UTF-8 comes here; what else comes must not panic.
    let mut seed = 1_u64;
    let mut scratch = Scratch::default();
    for _ in 0..50_000 {
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize
        };
        let palette = b"a '1.,$%()<>[]\n\xC2\xA2\xA3\xE2\x82\xAC\xF0\x9F\x8D\xED\xA0\x80\xFFnt";
        let length = next() % 24;
        let text: Vec<u8> = (0..length)
            .map(|_| palette[next() % palette.len()])
            .collect();
        let mut out = Vec::new();
        for split_letters in [false, true] {
            for remove_diacritics in [false, true] {
                let how = Normalizer::WhisperBasic {
                    remove_diacritics,
                    split_letters,
                };
                how.apply(&text, &mut scratch, &mut out).expect("never");
            }
        }
        let _ = ENGLISH.apply(&text, &mut scratch, &mut out);
    }
}
