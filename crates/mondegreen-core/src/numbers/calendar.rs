//! Words around days in figures, as `am 1.5.` and `с 2 по 5 мая` have them: rows of the tables of ordinals.
//!
//! * `day-before`: words before digits with two full stops that make these a day: `am` of `am 1.5.`;
//! * `day-until`: the same, unless a number without a full stop stands before: `von 1.2 bis 1.5.`;
//! * `weekday`: names of days, behind which a comma may stand as well;
//! * `range-from`, `range`: `с` and `по` of `со второго по пятое мая`; `range-free` needs nothing before;
//! * `range-list`: a word between two days of one form: `второго и третьего мая`.

/// The words around days of one language.
#[derive(Default)]
pub struct Calendar {
    before: Vec<String>,
    until: Vec<String>,
    weekdays: Vec<String>,
    from: Vec<String>,
    ranges: Vec<String>,
    free: Vec<String>,
    lists: Vec<String>,
}

/// What stands between two days before one month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// From one to the other, and a word has to say from.
    Range,
    /// From one to the other.
    Free,
    /// Both.
    List,
}

impl Calendar {
    /// Take in a row; says whether it is one of these.
    pub(super) fn line(&mut self, kind: &str, forms: &[String]) -> bool {
        let list = match kind {
            "day-before" => &mut self.before,
            "day-until" => &mut self.until,
            "weekday" => &mut self.weekdays,
            "range-from" => &mut self.from,
            "range" => &mut self.ranges,
            "range-free" => &mut self.free,
            "range-list" => &mut self.lists,
            _ => return false,
        };
        list.extend(forms.iter().cloned());
        true
    }

    /// Whether days are written with full stops, and mostly with one behind the month.
    pub fn has_stops(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether a day stands behind `word`.
    pub fn is_before(&self, word: &str) -> bool {
        has(&self.before, word)
    }

    /// Whether the end of a time may stand behind `word`.
    pub fn is_until(&self, word: &str) -> bool {
        has(&self.until, word)
    }

    /// Whether it is a day of the week.
    pub fn is_weekday(&self, word: &str) -> bool {
        has(&self.weekdays, word)
    }

    /// Whether a time begins behind `word`.
    pub fn is_from(&self, word: &str) -> bool {
        has(&self.from, word)
    }

    /// What `word` says between two days.
    pub fn between(&self, word: &str) -> Option<Between> {
        let lists = [
            (&self.free, Between::Free),
            (&self.ranges, Between::Range),
            (&self.lists, Between::List),
        ];
        let found = lists.into_iter().find(|(list, _)| has(list, word));
        found.map(|(_, between)| between)
    }
}

fn has(list: &[String], word: &str) -> bool {
    list.iter().any(|known| known == word)
}
