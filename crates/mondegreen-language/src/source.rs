//! The files of a pack, read and not yet compiled.

/// Inner rows, rows that may be written, and rows that are only known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Write,
    Know,
    Block,
}

/// Where a line stands, for messages.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub file: String,
    pub line: usize,
}

/// A numeral: a value from `from` to `below`, whose pattern holds quotient and rest by `by`.
#[derive(Clone, Copy, Debug)]
pub struct Numeral {
    pub from: i128,
    pub below: i128,
    pub by: i128,
}

impl Numeral {
    /// What a quotient and a rest are worth, if that lies in its range.
    pub(crate) fn value(
        self,
        quotient: Option<i128>,
        rest: Option<i128>,
        same: Option<i128>,
    ) -> Option<i128> {
        let by = self.by;
        let number = match (quotient, rest, same) {
            (_, None | Some(0), Some(same)) => same,
            (_, Some(rest), Some(same)) => (rest == same).then_some(same)?,
            (Some(quotient), rest, None) if quotient >= 1 => {
                quotient.checked_mul(by)?.checked_add(rest.unwrap_or(0))?
            }
            (Some(_), _, None) => return None,
            (None, Some(rest), None) => self.from - self.from % by + rest,
            (None, None, None) => self.from,
        };
        let rest_fits = rest.is_none_or(|rest| rest < by && (rest > 0 || self.from % by == 0));
        (rest_fits && number >= self.from && number < self.below).then_some(number)
    }
}

/// What a row is worth.
#[derive(Clone, Debug)]
pub enum Worth {
    Numeral(Numeral),
    Template(String),
    /// A form of a class: a number or a name.
    Class(String),
}

/// One row of a file.
#[derive(Clone, Debug)]
pub struct SourceRow {
    /// The set or, without `inner`, the kind.
    pub set: String,
    pub inner: bool,
    pub pattern: String,
    pub worth: Worth,
    pub written: String,
    pub level: Level,
    /// Sets that must (`true`) or must not stand before and after.
    pub before: Vec<(bool, String)>,
    pub after: Vec<(bool, String)>,
    /// A text that this row must read whole.
    pub example: String,
    pub place: Place,
}

/// A unit or currency and how it is written.
#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub one: String,
    pub many: String,
}

/// Words that stand for other words, such as a contraction or an abbreviation.
#[derive(Clone, Debug)]
pub struct Rewrite {
    pub kind: String,
    pub from: String,
    pub to: String,
    pub level: Level,
    /// What must (`true`) or must not be before and after.
    pub before: Vec<(bool, String)>,
    pub after: Vec<(bool, String)>,
    pub place: Place,
}

/// The kind of words that say nothing.
pub const FILLERS: &str = "fillers";

/// The files of rewrites, each a kind of its own.
pub const REWRITES: [&str; 4] = ["contractions", "abbreviations", "informal", "spellings"];

/// A pair of texts: `=` written the same, `~` the same to a comparison alone, `!` not the same.
#[derive(Clone, Debug)]
pub struct Case {
    pub mark: String,
    pub one: String,
    pub other: String,
    pub why: String,
    pub place: Place,
}

/// All that a pack and those it stands on say.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub code: String,
    /// The codes of all packs that were read, in order.
    pub parts: Vec<String>,
    /// The beginning of the SHA-256 of all lines that were read but cases and comments.
    pub digest: String,
    pub settings: Vec<(String, String)>,
    pub rows: Vec<SourceRow>,
    pub units: Vec<Unit>,
    /// Sign, words, and whether only before figures.
    pub signs: Vec<(String, String, bool)>,
    /// Words that say nothing wherever they are; others are rewrites to nothing.
    pub fillers: Vec<String>,
    pub rewrites: Vec<Rewrite>,
    /// Two spellings of the same letters.
    pub variants: Vec<(String, String)>,
    /// The word for a full stop inside a name.
    pub dot: Option<String>,
    /// Those of the variants that the normalizer writes in one way.
    pub folds: Vec<(String, String)>,
    /// What decides which differences may be forgiven: a kind, and words.
    pub guards: Vec<(String, Vec<String>)>,
    pub cases: Vec<Case>,
    pub endings: Vec<(String, String)>,
}

/// The pack that each other is based on; by itself it is of no language.
pub const BASE: &str = "any";

/// The most rows of one pack.
pub const MOST_ROWS: usize = 20_000;

impl Source {
    /// Whether there are patterns beyond those of all languages.
    #[must_use]
    pub fn has_patterns(&self) -> bool {
        let own = |row: &SourceRow| !row.inner && !row.place.file.starts_with("any/");
        self.rows.iter().any(own)
    }

    /// The value of a setting.
    #[must_use]
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// The words of a setting that is a list.
    #[must_use]
    pub fn list(&self, key: &str) -> Vec<String> {
        self.setting(key)
            .into_iter()
            .flat_map(|text| text.split(' '))
            .map(str::to_owned)
            .collect()
    }

    /// Where a row stands: one of `rows`, or after them one of `rewrites`.
    #[must_use]
    pub fn place(&self, source: usize) -> &Place {
        match self.rows.get(source) {
            Some(row) => &row.place,
            None => &self.rewrites[source - self.rows.len()].place,
        }
    }
}
