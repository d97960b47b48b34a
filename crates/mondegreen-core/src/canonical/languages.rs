//! What is known of each language.

use super::{abbreviations, informal};
use crate::numbers::languages::{has_words, lexicon};
use crate::numbers::Lexicon;
use crate::text::Script;

/// A language.
pub struct Language {
    /// Its code.
    pub code: &'static str,
    /// How it is written.
    pub script: Script,
    /// Contractions, spelled letters and spelling are those of English.
    pub english: bool,
    /// Its hesitations.
    pub fillers: &'static [&'static str],
    /// What signs are read as. The one before the number of a thing is `№`.
    pub signs: &'static [(&'static str, &'static str)],
}

const PLAIN: Script = Script {
    dotless: false,
    unvowelled: false,
    ligatures: false,
    unspaced: false,
    address: None,
    feet: false,
    rupees: false,
};

const ENGLISH: Language = Language {
    code: "en",
    script: Script {
        ligatures: true,
        address: Some(("at", "dot")),
        feet: true,
        ..PLAIN
    },
    english: true,
    fillers: &["uh", "um", "uhm", "erm", "er", "hm", "mm"],
    signs: &[
        ("%", "percent"),
        ("&", "and"),
        ("@", "at"),
        ("+", "plus"),
        ("=", "equals"),
        ("×", "times"),
        ("÷", "divided by"),
        ("±", "plus or minus"),
        ("¢", "cents"),
        ("№", "number"),
        ("§", "section"),
        ("§§", "sections"),
    ],
};

const fn other(
    code: &'static str,
    fillers: &'static [&'static str],
    signs: &'static [(&'static str, &'static str)],
) -> Language {
    Language {
        code,
        script: PLAIN,
        english: false,
        fillers,
        signs,
    }
}

/// All of them; `any` holds for every language.
static LANGUAGES: &[Language] = &[
    other("any", &[], &[]),
    Language {
        code: "ar",
        script: Script {
            unvowelled: true,
            ..PLAIN
        },
        ..other("ar", &[], &[])
    },
    other("bn", &[], &[]),
    other(
        "cs",
        &["ehm", "éé", "hm"],
        &[
            ("&", "a"),
            ("+", "plus"),
            ("%", "procent"),
            ("×", "krát"),
            ("№", "číslo"),
            ("§", "paragraf"),
            ("§§", "paragrafy"),
        ],
    ),
    other(
        "de",
        &["äh", "ähm", "öh", "öhm", "ehm", "hm"],
        &[
            ("&", "und"),
            ("+", "plus"),
            ("%", "prozent"),
            ("×", "mal"),
            ("№", "nummer"),
            ("§", "paragraf"),
            ("§§", "paragrafen"),
        ],
    ),
    ENGLISH,
    Language {
        code: "en-IN",
        script: Script {
            rupees: true,
            ..ENGLISH.script
        },
        ..ENGLISH
    },
    other(
        "es",
        &["eh", "ehm", "emm", "mm", "hm"],
        &[
            ("&", "y"),
            ("+", "más"),
            ("%", "por ciento"),
            ("×", "por"),
            ("№", "número"),
        ],
    ),
    other("fa", &[], &[]),
    Language {
        code: "fr",
        script: Script {
            ligatures: true,
            ..PLAIN
        },
        ..other(
            "fr",
            &["euh", "euhm", "heu", "hum", "hm", "mm"],
            &[
                ("&", "et"),
                ("+", "plus"),
                ("%", "pour cent"),
                ("№", "numéro"),
                ("§", "paragraphe"),
                ("§§", "paragraphes"),
            ],
        )
    },
    other("he", &[], &[]),
    Language {
        code: "hi",
        script: Script {
            rupees: true,
            ..PLAIN
        },
        ..other(
            "hi",
            &["हम्म", "हम्म्म", "उम्म", "उम्म्म", "उम", "अम्म", "अं", "अंह", "उह"],
            &[("%", "प्रतिशत"), ("°", "डिग्री")],
        )
    },
    other("hy", &[], &[]),
    other(
        "it",
        &["ehm", "uhm", "mm", "hm"],
        &[
            ("&", "e"),
            ("+", "più"),
            ("%", "per cento"),
            ("×", "per"),
            ("№", "numero"),
            ("§", "paragrafo"),
            ("§§", "paragrafi"),
        ],
    ),
    Language {
        code: "ja",
        script: Script {
            unspaced: true,
            ..PLAIN
        },
        ..other("ja", &[], &[])
    },
    other("ko", &[], &[]),
    other(
        "nl",
        &["uh", "uhm", "eh", "ehm", "euh", "hm"],
        &[("&", "en"), ("+", "plus"), ("%", "procent")],
    ),
    other(
        "pl",
        &["yyy", "eee", "hm"],
        &[("+", "plus"), ("%", "procent")],
    ),
    other(
        "pt",
        &["hm", "mm", "ahn", "ahm", "ãh", "ehm"],
        &[
            ("&", "e"),
            ("+", "mais"),
            ("%", "por cento"),
            ("№", "número"),
            ("§", "parágrafo"),
            ("§§", "parágrafos"),
        ],
    ),
    other(
        "ru",
        &["ээ", "эм", "гм", "хм", "мм"],
        &[
            ("+", "плюс"),
            ("%", "процентов"),
            ("№", "номер"),
            ("§", "параграф"),
            ("§§", "параграфы"),
        ],
    ),
    other("ta", &[], &[]),
    Language {
        code: "te",
        script: Script {
            rupees: true,
            ..PLAIN
        },
        ..other(
            "te",
            &["హ్మ్", "హ్మ్మ్", "హుమ్", "ఉమ్", "ఉమ్మ్", "మ్మ్"],
            &[("%", "శాతం"), ("°", "డిగ్రీలు")],
        )
    },
    Language {
        code: "th",
        script: Script {
            unspaced: true,
            ..PLAIN
        },
        ..other("th", &[], &[])
    },
    Language {
        code: "tr",
        script: Script {
            dotless: true,
            ..PLAIN
        },
        ..other("tr", &["ıı", "hm"], &[("+", "artı")])
    },
    other(
        "uk",
        &["ее", "гм", "хм"],
        &[("+", "плюс"), ("%", "відсотків")],
    ),
    other("vi", &[], &[]),
    Language {
        code: "zh",
        script: Script {
            unspaced: true,
            ..PLAIN
        },
        ..other("zh", &["呃", "嗯"], &[])
    },
];

/// So many there are.
pub(super) const COUNT: usize = LANGUAGES.len();

impl Language {
    /// The language called `code`.
    pub fn get(code: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.code == code)
    }

    /// Its place among all.
    pub(super) fn place(&self) -> usize {
        let place = LANGUAGES.iter().position(|other| other.code == self.code);
        place.expect("one of them")
    }

    /// The codes of all languages, sorted.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|language| language.code)
    }

    /// The number words.
    pub fn lexicon(&self) -> &'static Lexicon {
        lexicon(self.code)
    }

    /// What the language has: numbers in words, English rules, fillers, names of signs.
    pub fn features(&self) -> Vec<&'static str> {
        let plain = self.code.split('-').next().unwrap_or("");
        let all = [
            ("numbers", has_words(plain)),
            ("contractions", self.english || informal::has(plain)),
            ("abbreviations", abbreviations::table(plain).is_some()),
            ("spelling", self.english),
            ("fillers", !self.fillers.is_empty()),
            ("signs", !self.signs.is_empty()),
        ];
        all.into_iter()
            .filter(|(_, has)| *has)
            .map(|(name, _)| name)
            .collect()
    }
}
