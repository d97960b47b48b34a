//! Parts of a whole, in words and digits: `two thirds`, `drei Viertel`, `un tercio de`, `3/4`, `half a million`.
//!
//! A half or quarters behind a whole number make it a decimal (2.5), and before a power of ten they are so
//! many of its digits; alone they are a fraction (3/4 is no 0.75). What may be something else as well, as the
//! three rooms of `tres cuartos`, is written as it was said, with its digits.

use super::amounts::Amount;
use super::cardinal::Cardinal;
use super::lexicon::{Entry, Part, Role};
use super::literal::{self, Literal};
use super::reader::Reader;
use super::Kind;
use crate::text::token::HYPHEN;

/// Before `three quarters`, which are those of a year then.
const BEFORE_QUARTERS: &[&str] = &[
    "last",
    "past",
    "next",
    "first",
    "previous",
    "these",
    "those",
    "other",
    "all",
    "final",
    "coming",
    "following",
];
/// Behind them.
const BEHIND_QUARTERS: &[&str] = &[
    "straight",
    "running",
    "ago",
    "later",
    "earlier",
    "consecutive",
    "row",
];

/// Behind `one third`, which is one thing of the third kind then.
const THIRD_OF_A_KIND: &[&str] = &[
    "amendment",
    "anniversary",
    "attempt",
    "ave",
    "avenue",
    "base",
    "birthday",
    "centuries",
    "century",
    "class",
    "classes",
    "degree",
    "down",
    "downs",
    "edition",
    "floor",
    "floors",
    "generation",
    "grade",
    "grader",
    "graders",
    "grades",
    "inning",
    "one",
    "parties",
    "party",
    "person",
    "persons",
    "place",
    "places",
    "quarter",
    "round",
    "row",
    "street",
    "time",
    "wheel",
    "world",
];

/// Before `a third` at the end of what is said, which is no ordinal then.
const BEFORE_PART: &[&str] = &[
    "about",
    "above",
    "almost",
    "approximately",
    "around",
    "below",
    "by",
    "exactly",
    "just",
    "least",
    "most",
    "nearly",
    "only",
    "over",
    "roughly",
    "than",
    "under",
];

/// Of these, `a third of its kind` is the third.
const KINDS: &[&str] = &["kind", "sort", "type", "nature"];

/// Before `half million`, which are two words then: `the second half million`.
const BEFORE_HALF: &[&str] = &[
    "and", "each", "every", "last", "next", "other", "per", "the", "this",
];

/// What quarters are of that are no rooms.
const OF_WHAT: &[&str] = &[
    "ano", "año", "hora", "kilo", "quilo", "pulgada", "polegada", "siglo", "século", "taza",
    "vuelta", "volta", "xícara",
];

/// Behind ordinals that name a part.
const PARTS: &[&str] = &["часть", "части", "доля", "доли", "всех", "от"];

/// Parts of a whole.
#[derive(Clone, Copy)]
pub(super) struct Ratio {
    pub top: u32,
    pub bottom: u32,
    pub end: usize,
    /// Whether the words can be nothing else.
    pub sure: bool,
    /// Whether it was written in digits, or is one part alone: what stands behind a power of ten.
    pub plain: bool,
}

impl Ratio {
    pub(super) fn of(top: u32, bottom: u32, end: usize) -> Ratio {
        Ratio {
            top,
            bottom,
            end,
            sure: true,
            plain: top == 1,
        }
    }

    pub(super) fn text(&self) -> String {
        format!("{}/{}", self.top, self.bottom)
    }
}

/// So many of ten to the power `scale`, if that is a whole number.
fn share(top: u32, bottom: u32, scale: u32) -> Option<String> {
    let all = u128::from(top) * 10u128.checked_pow(scale)?;
    let bottom = u128::from(bottom);
    (all % bottom == 0).then(|| (all / bottom).to_string())
}

impl Reader<'_> {
    /// A part at `at` that no whole number begins: `half a million`, `a third of`, `dreiviertel`, `medio millón`.
    pub(super) fn part(&self, at: usize) -> Option<Amount> {
        let entry = self.entry(at);
        let word = self.doc.word(at);
        if self.lexicon.manner.english {
            let ratio = match entry.role {
                Role::Half => Ratio::of(1, 2, at + 1),
                Role::Quarter => Ratio::of(1, 4, at + 1),
                _ if matches!(word, "a" | "an") => return self.part_behind_article(at),
                _ => return None,
            };
            return self.share_of(at, ratio);
        }
        if let Some((quarters, scale)) = self.lexicon.beginning(word) {
            let scale = self.lexicon.get(scale);
            let scaled = scale.part == Part::Scale;
            let value = share(u32::from(quarters), 4, scale.value).filter(|_| scaled)?;
            return Some(Amount::whole(value, at + 1));
        }
        // "un demi-million", "eine halbe Million"
        let one = entry.part == Part::Digit && entry.value == 1 && !entry.ordinal;
        let from = at
            + usize::from(
                one && matches!(self.grammar().next(at + 1).role, Role::Part | Role::Half),
            );
        let part = self.entry(from);
        let quarter =
            part.role == Role::Quarter || part.role == Role::Denominator && part.weight == 4;
        let quarters = match part.role {
            Role::Part => u32::from(part.weight),
            Role::Half => 2,
            _ if quarter && !part.unsure => 1,
            _ => return None,
        };
        let ratio = match quarters {
            2 => Ratio::of(1, 2, from + 1),
            _ => Ratio::of(quarters, 4, from + 1),
        };
        if let Some(share) = self.share_of(at, ratio) {
            return Some(share);
        }
        if part.role == Role::Part && part.unsure && from > at {
            let text = format!("{word} {}", self.doc.word(from)); // "un demi" may be a beer
            return Some(Amount {
                text,
                ..Amount::of(Kind::Fraction, ratio.text(), ratio.end)
            });
        }
        let hour = self.small(at + 1, 12).is_some();
        // "Ein dreiviertel Jahr" is no 1,75.
        let goes_on = self.goes_on(at) && !self.is_article(at - 1);
        let three = part.role == Role::Part && quarters == 3 && from == at && !goes_on && !hour;
        three.then(|| Amount::of(Kind::Fraction, ratio.text(), ratio.end))
    }

    /// `a third of the people`, `about a third`, `a half million`.
    fn part_behind_article(&self, at: usize) -> Option<Amount> {
        let next = self.grammar().next(at + 1);
        let bottom = match next.role {
            Role::Half => 2,
            Role::Quarter => 4,
            _ => nth(next)?,
        };
        let ratio = Ratio::of(1, bottom, at + 2);
        let behind = at + 3;
        if !self.goes_on(at) && matches!(next.role, Role::Half | Role::Quarter) {
            if let Some(share) = self.share(&ratio) {
                return Some(share);
            }
        }
        let sure = if self.is_of(at + 2) {
            let following = self.entry(behind);
            // "a quarter of five" is an hour, "a fourth of July" a day.
            let number = self.is_number(behind) || following.part != Part::None;
            let kind = KINDS.contains(&self.doc.word(behind + 1));
            !number && following.role != Role::Month && !kind
        } else {
            let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
            let ends = at + 2 == self.doc.len() || self.is_parted(at + 2);
            ends && BEFORE_PART.contains(&before)
        };
        sure.then(|| Amount::of(Kind::Fraction, ratio.text(), ratio.end))
    }

    /// So many of the power of ten behind them, where the words before them allow it.
    fn share_of(&self, at: usize, ratio: Ratio) -> Option<Amount> {
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        let ordinal =
            at > 0 && (self.entry(at - 1).ordinal || self.written_ordinal(at - 1).is_some());
        let bare = self.lexicon.manner.english && !self.is_of(ratio.end);
        let article = self.grammar().next(ratio.end).role == Role::Article;
        if ordinal || bare && !article && BEFORE_HALF.contains(&before) || self.goes_on(at) {
            return None;
        }
        self.share(&ratio)
    }

    /// `half a million`, `three quarters of a million`, `3/4 million`, `un cuarto de millón`.
    fn share(&self, ratio: &Ratio) -> Option<Amount> {
        let english = self.lexicon.manner.english;
        let of = usize::from(self.is_of(ratio.end));
        let mut at = ratio.end + of;
        let article = self.grammar().next(at).role == Role::Article;
        if english {
            if of == 1 && !article || article && ratio.bottom > 2 && of == 0 {
                return None;
            }
            at += usize::from(article);
        }
        let scale = self.grammar().next(at);
        let next = self.grammar().next(at + 1);
        let one = |entry: Entry| entry.part == Part::Scale && !entry.ordinal && entry.value > 2;
        if !one(scale) || next.part == Part::Scale || english && scale.unsure {
            return None;
        }
        let value = share(ratio.top, ratio.bottom, scale.value)?;
        Some(Amount::whole(value, at + 1))
    }

    /// Take in a power of ten behind a fraction, of which it is so many, or keep it beside it.
    pub(super) fn take_power(&self, amount: &mut Amount) {
        let next = self.grammar().next(amount.end);
        let plain = amount
            .value
            .split_once('/')
            .filter(|(top, _)| !top.contains(' '));
        if let Some((Ok(top), Ok(bottom))) =
            plain.map(|(top, bottom)| (top.parse(), bottom.parse()))
        {
            if let Some(share) = self.share(&Ratio::of(top, bottom, amount.end)) {
                *amount = share;
                return;
            }
        }
        if next.part == Part::Scale && !next.ordinal {
            // "2/3 million" is no "2/3. A million".
            amount.text = format!("{} {}", amount.text, self.doc.word(amount.end));
            amount.value.clone_from(&amount.text);
            amount.end += 1;
        }
    }

    /// The fraction that a number in words at `at` is the first part of: `two thirds`, `drei Viertel`; of
    /// `five hundred and three quarters`, which may be more or less, the hundreds.
    pub(super) fn fraction(&self, at: usize, number: &mut Cardinal) -> Option<Amount> {
        let half = self.grammar().next(number.end).role == Role::Part;
        if number.ordinal || !half && !self.is_denominator(number.end) {
            return None;
        }
        let and = (at + 1..number.end)
            .rev()
            .take(4)
            .find(|&and| self.entry(and).role == Role::And);
        if let Some(and) = and {
            let top = self.whole(and + 1)?;
            let parts = half || self.ratio_of(and + 1, top.value, top.end).is_some();
            if parts && top.end == number.end {
                let whole = self
                    .whole_within(at, and)
                    .filter(|whole| whole.end == and)?;
                let mut amount = Amount::whole(whole.value.to_string(), whole.end);
                if top.value == 1 && self.is_article(and + 1) && !half {
                    // "Vingt et un tiers": the article would stay, and be read behind 20.
                    let words = (at..=number.end).map(|at| self.doc.word(at));
                    amount.value = words.collect::<Vec<_>>().join(" ");
                    amount.text.clone_from(&amount.value);
                    (amount.kind, amount.end, amount.sure) = (Kind::Decimal, number.end + 1, false);
                }
                return Some(amount);
            }
        }
        self.alone(at, self.ratio_of(at, number.value, number.end)?)
    }

    /// The same of `3 quarters`, `2 tiers`, and of `3-1/2`.
    pub(super) fn fraction_of_digits(&self, at: usize) -> Option<Amount> {
        if let Some((whole, ratio)) = self.hyphened(at) {
            let mut amount = Amount::whole(whole, at + 1);
            self.put_behind(&mut amount, ratio);
            if amount.kind == Kind::Decimal {
                self.multiply(&mut amount);
            }
            return Some(amount);
        }
        let top = self
            .small_digits(at)
            .filter(|_| self.is_denominator(at + 1))?;
        self.alone(at, self.ratio_of(at, top, at + 1)?)
    }

    /// A whole number and its fraction in one token, with a hyphen between them.
    fn hyphened(&self, at: usize) -> Option<(String, Ratio)> {
        let (whole, part) = self.doc.word(at).split_once('-')?;
        let plain = whole.bytes().all(|byte| byte.is_ascii_digit());
        let few = plain && !whole.starts_with('0') && whole.len() < 4;
        match literal::read(part, self.lexicon.manner) {
            Literal::Fraction(top, bottom) if few && self.is_number(at) => {
                let (top, bottom) = (top.parse().ok()?, bottom.parse().ok()?);
                let usual = matches!(bottom, 2 | 3 | 4 | 8 | 16 | 32 | 64);
                usual.then(|| (whole.to_string(), Ratio::of(top, bottom, at + 1)))
            }
            _ => None,
        }
    }

    fn small_digits(&self, at: usize) -> Option<u128> {
        let digits = self.doc.word(at);
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let few = self.is_number(at) && plain && digits.len() < 3 && !digits.starts_with('0');
        few.then(|| digits.parse().ok())?
    }

    /// A fraction that is no part of the number before it.
    fn alone(&self, at: usize, ratio: Ratio) -> Option<Amount> {
        let goes_on = self.goes_on(at);
        if goes_on && (ratio.top > 1 || self.lexicon.manner.english) {
            return None;
        }
        if let Some(share) = self.share(&ratio).filter(|_| !goes_on) {
            return Some(share);
        }
        let mut amount = Amount::of(Kind::Fraction, ratio.text(), ratio.end);
        if ratio.sure && !goes_on {
            self.take_power(&mut amount);
            return Some(amount);
        }
        let word = self.doc.word(ratio.end - 1);
        amount.text = match ratio.top {
            1 => format!("{} {word}", self.doc.word(at)),
            top => format!("{top} {word}"),
        };
        Some(amount)
    }

    /// Whether a number stands before `at`, with or without `and` between them.
    pub(super) fn goes_on(&self, at: usize) -> bool {
        let number = |at: usize| {
            let entry = self.entry(at);
            let word = entry.part != Part::None && !entry.ordinal;
            let digits = self.doc.word(at);
            let code = digits.len() > 1 && digits.starts_with('0');
            let joined = || self.lexicon.pieces(digits, &mut Vec::new());
            word || joined() || self.is_number(at) && !digits.contains('/') && !code
        };
        if at == 0 || self.is_parted(at) {
            return false;
        }
        let and = self.entry(at - 1).role == Role::And;
        if and && at > 1 && !self.is_parted(at - 1) {
            return number(at - 2);
        }
        number(at - 1)
    }

    /// Whether the word at `at` is one or an article: `ein`, `un`.
    pub(super) fn is_article(&self, at: usize) -> bool {
        let entry = self.entry(at);
        let one = entry.part == Part::Digit && entry.value == 1 && !entry.ordinal;
        one && !self.lexicon.manner.english && !self.doc.is(at, "eins")
    }

    pub(super) fn is_denominator(&self, at: usize) -> bool {
        let next = self.grammar().next(at);
        let half = next.role == Role::Half && self.lexicon.manner.english;
        half || matches!(next.role, Role::Denominator | Role::Quarter) || nth(next).is_some()
    }

    /// So many of the parts that the word at `end` names; the number begins at `at`.
    pub(super) fn ratio_of(&self, at: usize, top: u128, end: usize) -> Option<Ratio> {
        let top = u32::try_from(top)
            .ok()
            .filter(|top| (1..20).contains(top))?;
        let next = self.grammar().next(end);
        if self.lexicon.manner.english {
            return self.english_ratio(at, top, end);
        }
        let bottom = match next.role {
            Role::Denominator => u32::from(next.weight),
            Role::Quarter => 4,
            _ => return None,
        };
        // Parts are feminine: "два третьих места" are two third places.
        let masculine = self.is_number(at) || matches!(self.doc.word(at), "два" | "один" | "двух");
        if masculine
            && ["ых", "их", "ая"]
                .iter()
                .any(|ending| self.doc.word(end).ends_with(ending))
        {
            return None;
        }
        let mut ratio = Ratio::of(top, bottom, end + 1);
        let whole = at == 0 && end + 1 == self.doc.len();
        let joined = self.lexicon.manner.joined;
        ratio.sure = if next.role == Role::Quarter && !joined {
            // Quarters of an hour, or rooms.
            let measure =
                self.entry(end + 2).measure > 0 || OF_WHAT.contains(&self.doc.word(end + 2));
            self.is_of(end + 1) && measure || whole && top > 1
        } else {
            let unit = self.grammar().next(end + 1).measure > 0;
            let ends = end + 1 == self.doc.len() || self.is_parted(end + 1);
            let behind = self.doc.word(end + 1);
            // "Одна пятая попытка" is the fifth, and one more.
            let noun = !next.ordinal || ends || PARTS.contains(&behind);
            top > 1 && !next.ordinal
                || !next.unsure && (top > 1 || noun)
                || self.is_of(end + 1)
                || unit && joined
        };
        let strict =
            next.role == Role::Quarter && !joined && top == 1 || next.ordinal && !ratio.sure;
        // "un cuarto" is a room, "quarti di finale" are played, and there are three "пятых класса".
        let scale = self.share(&ratio).is_some();
        (top < bottom && (scale || (!strict || ratio.sure) && !self.is_counted(end + 1)))
            .then_some(ratio)
    }

    /// Whether what stands at `at` makes ordinals of the word before.
    fn is_counted(&self, at: usize) -> bool {
        const COUNTED: &[&str] = &[
            "класса",
            "классов",
            "курса",
            "места",
            "места",
            "номера",
            "этажа",
            "finale",
            "finali",
        ];
        COUNTED.contains(&self.doc.word(at))
            || self.entry(at).role == Role::Of && COUNTED.contains(&self.doc.word(at + 1))
    }

    fn english_ratio(&self, at: usize, top: u32, end: usize) -> Option<Ratio> {
        let next = self.grammar().next(end);
        let (word, behind) = (self.doc.word(end), self.doc.word(end + 1));
        let before = at.checked_sub(1).map_or("", |before| self.doc.word(before));
        // "two and three quarter inches", "three quarter million"
        let measured = || {
            let unit = self.grammar().next(end + 1);
            unit.measure + unit.currency > 0 || unit.part == Part::Scale
        };
        let bottom = match next.role {
            Role::Denominator if top > 1 => u32::from(next.weight),
            _ if self.is_number(at) => return None,
            Role::Half if top == 1 => 2,
            Role::Quarter if top == 1 || top == 3 && measured() => 4,
            _ if top == 1 => nth(next)?,
            _ => return None,
        };
        let counted = match word {
            "quarters" => {
                let row = behind == "in" && self.doc.is(end + 2, "a");
                top != 3
                    || row
                    || BEHIND_QUARTERS.contains(&behind)
                    || BEFORE_QUARTERS.contains(&before)
            }
            _ if next.ordinal => {
                let month = self.is_of(end + 1) && self.entry(end + 2).role == Role::Month;
                let hyphen = self.doc.has(end, HYPHEN);
                month || !hyphen && THIRD_OF_A_KIND.contains(&behind)
            }
            _ => false,
        };
        (top < bottom && !counted).then(|| Ratio::of(top, bottom, end + 1))
    }

    /// Whether `of` stands at `at`, or is elided there: `d'heure`.
    pub(super) fn is_of(&self, at: usize) -> bool {
        let word = self.doc.word(at);
        let manner = self.lexicon.manner;
        let other = || {
            let elided = word.starts_with("d'") || word.starts_with("dell'");
            elided || word == "das" && !manner.joined
        };
        let of = self.grammar().next(at).role == Role::Of || !manner.english && other();
        of && !self.is_parted(at)
    }
}

/// What an ordinal is the denominator of; halves and what is rarely said are none.
pub(super) fn nth(entry: Entry) -> Option<u32> {
    let usual = matches!(entry.value, 3..=10 | 12 | 16 | 20);
    let word = matches!(entry.part, Part::Digit | Part::Teen | Part::Tens);
    (entry.ordinal && word && usual).then_some(entry.value)
}
