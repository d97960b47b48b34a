//! Parts of what is measured: `media hora`, `half an hour`, `полчаса`, `dos kilos y medio`, `an hour and a half`;
//! feet and inches; and degrees, whose sign may be that of an ordinal.
//!
//! A half alone is a fraction, `1/2`, and behind a whole number it makes a decimal.

use super::amounts::Amount;
use super::lexicon::{Named, Part, Role};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text;
use crate::text::marks::FEET;

/// English words that are halved as measures are.
pub(super) const HALVED: &[&str] = &[
    "cup",
    "day",
    "dozen",
    "gallon",
    "month",
    "pint",
    "quart",
    "tablespoon",
    "teaspoon",
    "week",
    "year",
];

/// Before `half`, of which it makes a noun: `the other half, an hour later`.
const NOUN: &[&str] = &[
    "her", "his", "its", "my", "other", "our", "that", "the", "their", "this", "your",
];

/// Behind a half that belongs to what was measured: `dos kilos y medio de`, but not `dos kilos y medio pollo`.
const BEHIND: &[&str] = &[
    // English
    "ago",
    "and",
    "apart",
    "at",
    "away",
    "because",
    "before",
    "but",
    "deep",
    "for",
    "from",
    "high",
    "in",
    "is",
    "later",
    "left",
    "long",
    "of",
    "off",
    "old",
    "on",
    "or",
    "per",
    "so",
    "tall",
    "that",
    "thick",
    "to",
    "until",
    "was",
    "when",
    "wide",
    "with",
    // Spanish, Portuguese, Italian, French
    "al",
    "après",
    "avant",
    "com",
    "con",
    "de",
    "del",
    "depois",
    "después",
    "di",
    "do",
    "dopo",
    "en",
    "fa",
    "mas",
    "mais",
    "ma",
    "menos",
    "más",
    "más",
    "ou",
    "para",
    "per",
    "pero",
    "por",
    "pour",
    "prima",
    "que",
    "qui",
    "sur",
    // Russian, Czech
    "ale",
    "в",
    "до",
    "и",
    "на",
    "назад",
    "но",
    "по",
    "за",
];

/// Behind feet and inches without a word for these: `five foot ten tall`.
const BEHIND_INCHES: &[&str] = &[
    "and", "as", "at", "but", "deep", "for", "high", "if", "is", "long", "now", "on", "or", "so",
    "tall", "to", "was", "when", "which", "while", "who", "wide", "with",
];

/// Before `5°`, which is the fifth then or may be; the articles of masculine nouns are in the tables.
const BEFORE_ORDINAL: &[&str] = &[
    "a", "à", "alla", "da", "dalla", "della", "la", "na", "nella", "sulla", "una", "uma",
];

/// Behind degrees, where a noun would make them an ordinal: `25° a la sombra`, `25° oggi`.
const BEHIND_DEGREES: &[&str] = &[
    "agora",
    "ahora",
    "all'ombra",
    "alla",
    "alle",
    "amanhã",
    "ayer",
    "bajo",
    "che",
    "com",
    "con",
    "cuando",
    "della",
    "dentro",
    "domani",
    "esta",
    "fora",
    "fuera",
    "fuori",
    "hoje",
    "hoy",
    "ieri",
    "mañana",
    "mas",
    "nel",
    "nella",
    "negativos",
    "oggi",
    "ontem",
    "ora",
    "para",
    "per",
    "pero",
    "por",
    "quando",
    "que",
    "sobre",
    "sopra",
    "sotto",
];

impl Reader<'_> {
    /// A half of the measure behind it: `half an hour`, `a half hour`, `media hora`, `eine halbe Stunde`.
    pub(super) fn half_of_measure(&self, at: usize) -> Option<Amount> {
        let manner = self.lexicon.manner;
        if manner.han || manner.clock_last {
            return None;
        }
        let end = match manner.english {
            true => self.english_half(at)?,
            false => self.half_word(at)?,
        };
        Some(Amount::of(Kind::Fraction, "1/2".into(), end))
    }

    /// Where the words for a half end, behind which its measure stands; an article is one of them where one is always
    /// said.
    fn half_word(&self, at: usize) -> Option<usize> {
        let manner = self.lexicon.manner;
        let articles = manner.twenties || manner.digit_first && !manner.chained;
        let article = articles && self.is_article(at) && !self.is_parted(at + 1);
        let half = at + usize::from(article);
        let entry = self.entry(half);
        let part = entry.role == Role::Half || entry.role == Role::Part && entry.weight == 2;
        let figures = article && self.is_number(half) && self.doc.word(half) == "1/2";
        let end = half + 1;
        let measure = self.measure(end).filter(|_| !self.is_parted(end))?;
        let many = self.doc.word(end) == measure.many && measure.one != measure.many;
        let before = at.checked_sub(1).map(|before| self.entry(before));
        let ordinal = before.is_some_and(|before| before.ordinal);
        // "Una media hora" is about half an hour.
        let about = at > 0 && !articles && self.is_article(at - 1) && !self.goes_on(at - 1);
        let alone = about || !self.goes_on(at);
        let fits = (figures || part && !many) && !ordinal && alone;
        fits.then_some(end)
    }

    /// The same in English.
    fn english_half(&self, at: usize) -> Option<usize> {
        let is_article = |at: usize| matches!(self.doc.word(at), "a" | "an");
        let half = at + usize::from(is_article(at));
        let figures = self.is_number(at) && self.doc.word(at) == "1/2";
        if !figures && self.entry(half).role != Role::Half || self.goes_on(at) {
            return None;
        }
        let joined = |from: usize, to: usize| (from + 1..=to).all(|at| !self.is_parted(at));
        let ordinal = |at: usize| {
            self.entry(at).ordinal || self.written_ordinal(at).is_some() || self.ordinal_ending(at)
        };
        let before = at.checked_sub(1);
        let counted = before.is_some_and(ordinal);
        let noun = before.is_some_and(|before| NOUN.contains(&self.doc.word(before)));
        if is_article(half + 1) {
            let end = half + 2;
            let fits = joined(at, end) && self.is_halved(end) && !counted && (!noun || half > at);
            return fits.then_some(end);
        }
        let end = half + 1;
        let second = self.doc.is(end, "second"); // of two halves
        let fits = joined(at, end) && self.is_halved(end) && !second && (half > at || !counted);
        (fits && !figures).then_some(end)
    }

    /// Whether one of what English halves stands at `at`.
    fn is_halved(&self, at: usize) -> bool {
        let word = self.doc.word(at);
        let measure = self.measure(at).is_some_and(|measure| measure.one == word);
        measure || HALVED.contains(&word)
    }

    /// The measure that the token at `at` names.
    fn measure(&self, at: usize) -> Option<&Named> {
        let place = self.entry(at).measure.checked_sub(1)?;
        self.lexicon.measures.get(usize::from(place))
    }

    /// `полчаса`, `eine Viertelstunde`: a part and its measure in one word. Three of them are no 3/4.
    pub(super) fn measure_in_parts(&self, at: usize) -> Option<Found> {
        if self.lexicon.manner.english {
            return self.one_and_half(at);
        }
        if self.lexicon.part_beginnings.is_empty() {
            return None;
        }
        let article = self.is_article(at) && !self.is_parted(at + 1);
        let last = at + usize::from(article);
        let (quarters, rest) = self.lexicon.beginning(self.doc.word(last))?;
        let place = self.lexicon.get(rest).measure.checked_sub(1)?;
        let measure = &self.lexicon.measures[usize::from(place)];
        let value = match quarters {
            1 => "1/4",
            2 => "1/2",
            _ => "3/4",
        };
        let many = rest == measure.many && measure.one != measure.many;
        if many || self.goes_on(at) {
            return None;
        }
        let text = format!("{value} {}", measure.behind(value));
        let mut found = Found::new(Kind::Measure, at, last + 1, value.into(), text);
        found.unit = Some(measure.one.clone());
        Some(found)
    }

    /// `an hour and a half`, which are one and a half hours.
    fn one_and_half(&self, at: usize) -> Option<Found> {
        let article = matches!(self.doc.word(at), "a" | "an");
        let last = self.and_half(at + 2).filter(|_| article)?;
        if self.is_parted(at + 1) || !self.ends_quantity(last) {
            return None;
        }
        if let Some(place) = self.entry(at + 1).currency.checked_sub(1) {
            let place = usize::from(place);
            let one = self.lexicon.currencies[place].one == self.doc.word(at + 1);
            return one
                .then(|| self.money(at, Amount::of(Kind::Decimal, "1.5".into(), last), place));
        }
        if !self.is_halved(at + 1) {
            return None;
        }
        let measure = self.measure(at + 1);
        let many = measure.map_or_else(
            || format!("{}s", self.doc.word(at + 1)),
            |named| named.many.clone(),
        );
        let text = format!("1.5 {many}");
        let kind = if measure.is_some() {
            Kind::Measure
        } else {
            Kind::Decimal
        };
        let mut found = Found::new(kind, at, last, "1.5".into(), text);
        found.unit = measure.map(|named| named.one.clone());
        Some(found)
    }

    /// A whole number of what the word at `end` names, and half of one behind it: `dos kilos y medio`,
    /// `two pounds and a half`.
    pub(super) fn half_behind(
        &self,
        at: usize,
        end: usize,
        kind: Kind,
        value: &str,
    ) -> Option<Amount> {
        let whole = kind == Kind::Cardinal && value.len() < 4 && !value.starts_with('0');
        let manner = self.lexicon.manner;
        if !whole || manner.han || manner.clock_last || self.is_parted(end) {
            return None;
        }
        // "Às duas horas e meia" is a time.
        let hour = at > 0 && matches!(self.entry(at - 1).role, Role::Hour | Role::At);
        if hour || self.entry(end).role == Role::Clock {
            return None;
        }
        let last = self.and_half(end + 1)?;
        self.ends_quantity(last)
            .then(|| Amount::of(Kind::Decimal, format!("{value}.5"), last))
    }

    /// The end of `and a half`, `y medio`, `с половиной` at `at`.
    fn and_half(&self, at: usize) -> Option<usize> {
        if self.is_parted(at) || self.is_parted(at + 1) {
            return None;
        }
        let and = self.entry(at).role == Role::And;
        if self.lexicon.manner.english {
            let half = self.doc.is(at + 1, "a") && self.entry(at + 2).role == Role::Half;
            return (and && half && !self.is_parted(at + 2)).then_some(at + 3);
        }
        let pair = self.lexicon.pair(self.doc.word(at), self.doc.word(at + 1));
        let pair = pair.is_some_and(|pair| pair.role == Role::Half);
        (pair || and && self.entry(at + 1).role == Role::Half).then_some(at + 2)
    }

    /// Whether nothing stands at `at` that a half before it may be half of.
    fn ends_quantity(&self, at: usize) -> bool {
        at >= self.doc.len()
            || self.is_parted(at)
            || self.entry(at).role == Role::Of
            || BEHIND.contains(&self.doc.word(at))
    }

    /// The end of the inches that a number without a word for them is, behind feet: `five foot ten`, `5'10`.
    pub(super) fn inches_behind_feet(
        &self,
        at: usize,
        end: usize,
        kind: Kind,
        value: &str,
    ) -> Option<usize> {
        if !self.lexicon.manner.english || kind != Kind::Cardinal || at < 2 {
            return None;
        }
        let inches: u32 = value.parse().ok().filter(|inches| *inches < 12)?;
        let foot = self.doc.word(at - 1);
        let plain = value == "0" || !value.starts_with('0');
        if !plain || self.is_parted(at) || self.is_parted(at - 1) {
            return None;
        }
        if foot == FEET {
            return Some(end);
        }
        let before = self.entry(at - 2);
        let feet = match self.is_number(at - 2) {
            true => self.doc.word(at - 2).parse().ok()?,
            false if before.part != Part::None && !before.ordinal => before.value,
            false => return None,
        };
        let fits = match foot {
            "foot" => (2..100).contains(&feet),
            "feet" | "ft" => (3..9).contains(&feet),
            _ => false,
        };
        if !fits || inches == 0 || self.fraction_behind(end).is_some() {
            return None;
        }
        let ends = |at: usize| at >= self.doc.len() || self.is_parted(at);
        if self.doc.is(end, "in") && !self.is_parted(end) && ends(end + 1) {
            return Some(end + 1);
        }
        (ends(end) || BEHIND_INCHES.contains(&self.doc.word(end))).then_some(end)
    }

    /// Whether the sign at `end`, behind the number that begins at `at`, means degrees: where it is typed for `º` too,
    /// it may mean the fifth.
    pub(super) fn is_degree(&self, at: usize, end: usize) -> bool {
        let endings = &self.lexicon.endings;
        if endings.sign().is_none() {
            return true;
        }
        let before = at.checked_sub(1).filter(|_| !self.is_parted(at));
        let before = before.map_or("", |before| self.doc.word(before));
        if endings.degree(before).is_some() || BEFORE_ORDINAL.contains(&before) {
            return false;
        }
        let next = self.doc.tokens.get(end + 1);
        let next = next.filter(|next| next.kind == text::Kind::Word && !self.is_parted(end + 1));
        next.is_none_or(|next| {
            let word = self.doc.text(next);
            word.chars().count() < 3 || BEHIND_DEGREES.contains(&word)
        })
    }
}
