//! The forgivers of the kernel, in the order in which a difference is put down to one of them.

/// A forgiver of the kernel; the numbers are places in the order of attribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Capital letters.
    Case,
    /// Punctuation at the ends of words, kinds of quotes.
    Punctuation,
    /// Accents.
    Accents,
    /// Spellings of a script.
    Variants,
    /// Words that are split or joined.
    Spacing,
    /// Spellings of the same word.
    Spelling,
    /// The same number, written otherwise.
    Numbers,
    /// Contractions.
    Contractions,
    /// Abbreviations.
    Abbreviations,
    /// Signs, and the words they are read as.
    Symbols,
    /// Hesitations.
    Fillers,
    /// Words said again.
    Repetition,
    /// Articles, and words at the end of what was cut off.
    Articles,
}

/// All of them, in order.
pub const KINDS: [Kind; 13] = [
    Kind::Case,
    Kind::Punctuation,
    Kind::Accents,
    Kind::Variants,
    Kind::Spacing,
    Kind::Spelling,
    Kind::Numbers,
    Kind::Contractions,
    Kind::Abbreviations,
    Kind::Symbols,
    Kind::Fillers,
    Kind::Repetition,
    Kind::Articles,
];

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Case => "case",
            Kind::Punctuation => "punctuation",
            Kind::Accents => "accents",
            Kind::Variants => "variants",
            Kind::Spacing => "spacing",
            Kind::Spelling => "spelling",
            Kind::Numbers => "numbers",
            Kind::Contractions => "contractions",
            Kind::Abbreviations => "abbreviations",
            Kind::Symbols => "symbols",
            Kind::Fillers => "fillers",
            Kind::Repetition => "repetition",
            Kind::Articles => "articles",
        }
    }

    /// The one called `name`.
    pub fn named(name: &str) -> Option<Kind> {
        KINDS.into_iter().find(|kind| kind.name() == name)
    }
}
