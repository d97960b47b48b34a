use super::*;

#[test]
fn tables_are_in_the_order_of_the_languages() {
    for (place, &(code, language, _)) in LANGUAGES.iter().enumerate() {
        assert_eq!(language as usize, place);
        assert_eq!(Language::of_code(code), Some(language));
        assert!(!table_of(language).all("scales").is_empty());
    }
}

/// What num2words 0.5.14 writes.
#[test]
fn numbers() {
    let cases = [
        ("de", "21", "einundzwanzig"),
        ("de", "1001", "eintausendeins"),
        (
            "de",
            "2003004005006",
            "zwei Billionen drei Milliarden vier Millionen fünftausendsechs",
        ),
        ("es", "21000", "veintiuno mil"),
        ("es", "1001000000", "mil uno millones"),
        ("fr", "80000", "quatre-vingt mille"),
        (
            "fr",
            "580080080",
            "cinq cent quatre-vingts millions quatre-vingt mille quatre-vingts",
        ),
        ("it", "118", "centodicotto"),
        ("it", "23", "ventitré"),
        ("it", "23000023", "ventitre milioni e ventitre"),
        ("pt", "1101000", "um milhão cento e um mil"),
        ("pt", "0", "zero"),
    ];
    for (code, digits, wanted) in cases {
        let mut out = Vec::new();
        assert!(Language::of_code(code)
            .is_some_and(|language| language.spell(digits.as_bytes(), &mut out)));
        assert_eq!(
            String::from_utf8(out).as_deref(),
            Ok(wanted),
            "{code} {digits}"
        );
    }
}

#[test]
fn numbers_without_a_name_are_left() {
    for (code, _, _) in LANGUAGES {
        let mut out = Vec::new();
        let language = Language::of_code(code).expect("a language");
        assert!(!language.spell(&[b'9'; 607], &mut out));
        assert!(out.is_empty());
    }
}
