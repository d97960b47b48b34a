//! The number reader: what numbers a text holds, in words and in digits, as typed values.
//!
//! [`read`] goes over the tokens of a text once and yields [`Found`]: a kind, a value, a unit, the
//! tokens, and the form in which `mondegreen-*` normalizers write it. What is not sure says so.
//!
//! * [`lexicon`] holds the words of a language, from the tables in `data/`;
//! * [`cardinal`] is the grammar of whole numbers in words, [`literal`] that of digits;
//! * [`reader`] goes over a text; [`amounts`] reads decimals and fractions, [`money`] units behind them;
//! * [`parting`] says which punctuation a number needs;
//! * [`ordinals`] reads ordinals of languages but English, of which [`endings`] knows the figures;
//! * [`groups`] joins thousands that spaces part, [`halves`] reads numbers with a half or a quarter;
//! * [`fractions`] reads parts of a whole, and before powers of ten; [`mixed`] puts them, and digits, behind
//!   whole numbers;
//! * [`powers`] reads digits with powers of ten in words;
//! * [`pairs`] reads hours and years, [`hours`] those with a word between, [`dates`] days, [`runs`] digits one by one, [`han`] and its
//!   neighbours Chinese ([`han_amount`], [`han_clock`], [`han_hours`], [`han_dates`], [`han_money`], [`han_halves`],
//!   [`han_ranges`]; [`han_total`]; [`han_sayings`] knows its set phrases, and [`han_cut`] cuts its words);
//! * [`figure_dates`] reads days in digits, [`day_ranges`] two of one month; [`calendar`] knows the words around them;
//! * [`roman`] reads Roman numerals beside what has them, [`between`] words that are numbers beside others;
//! * [`clocks`] reads hours that are said with their parts, [`part_hours`] those of the hour that comes,
//!   [`near_hours`] minutes before and behind them, [`at_time`] exact times behind a word that says when;
//! * [`quantities`] reads parts of what is measured: `media hora`, `two pounds and a half`, and feet with inches;
//! * [`small_money`] what a price ends with: `12 € 50`;
//! * [`joined_units`] parts numbers from units that are written as one word with them, [`parts_of`] reads parts whose
//!   whole is named first;
//! * [`shapes`] knows which groups of digits are one telephone number, [`strings`] joins them, [`marked`] those that
//!   were written with hyphens, dots, slashes or brackets;
//! * [`quick`] are tables of words, [`sieve`] tells most words from joined numbers at a glance;
//! * [`shortened`] knows whose full stop that of `5 Mio. €` is.

mod amounts;
mod at_time;
mod between;
pub mod calendar;
pub mod cardinal;
mod clocks;
mod dates;
mod day_ranges;
pub mod decimal;
pub mod endings;
mod entry;
mod figure_dates;
mod fractions;
pub mod groups;
mod halves;
pub mod han;
mod han_amount;
mod han_clock;
mod han_cut;
mod han_dates;
mod han_halves;
mod han_hours;
mod han_money;
mod han_ranges;
mod han_sayings;
mod han_total;
mod hours;
mod joined_units;
pub mod languages;
pub mod lexicon;
pub mod literal;
pub mod marked;
mod mixed;
mod money;
mod near_hours;
mod ordinals;
mod pairs;
mod part_hours;
mod parting;
mod parts_of;
mod powers;
mod quantities;
pub mod quick;
mod reader;
pub mod roman;
mod runs;
pub mod shapes;
mod shortened;
mod sieve;
mod small_money;
mod strings;

pub use joined_units::split as split_units;
pub use lexicon::Lexicon;
pub use parting::keep as keep_apart;
pub use reader::{Reader, ENDINGS};

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// How many.
    Cardinal,
    /// Which in a row.
    Ordinal,
    /// A year.
    Year,
    /// A time of the day.
    Time,
    /// A day, with or without its year.
    Date,
    /// An amount of money.
    Money,
    /// A percentage.
    Percentage,
    /// A part, or a whole number and a part, with numerator and denominator.
    Fraction,
    /// With digits behind the point.
    Decimal,
    /// Digits one by one: a telephone number, a code; zeros at the front count.
    Digits,
    /// An amount of a measure.
    Measure,
    /// Ten years: the nineties.
    Decade,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Cardinal => "cardinal",
            Kind::Ordinal => "ordinal",
            Kind::Year => "year",
            Kind::Time => "time",
            Kind::Date => "date",
            Kind::Money => "money",
            Kind::Percentage => "percentage",
            Kind::Fraction => "fraction",
            Kind::Decimal => "decimal",
            Kind::Digits => "digits",
            Kind::Measure => "measure",
            Kind::Decade => "decade",
        }
    }
}

/// A number in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub kind: Kind,
    /// Its first token.
    pub first: usize,
    /// Behind its last token.
    pub last: usize,
    /// `1234`, `-4.85`, `7:30`, `2024-05-01`, `--05-01`, `1/2`, `0142`.
    pub value: String,
    /// Of money and measures, the name.
    pub unit: Option<String>,
    /// How the normalizer writes it.
    pub text: String,
    /// Whether the words can be nothing else.
    pub sure: bool,
    /// What else it may be.
    pub alternatives: Vec<(Kind, String)>,
}

impl Found {
    fn new(kind: Kind, first: usize, last: usize, value: String, text: String) -> Found {
        Found {
            kind,
            first,
            last,
            value,
            unit: None,
            text,
            sure: true,
            alternatives: Vec::new(),
        }
    }
}
