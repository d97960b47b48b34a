//! Whole numbers in words: `one hundred and twenty three`, `quatre-vingt-dix`, `сто двадцать три`.

use super::lexicon::{Behind, Entry, Manner, Part, Role, NOTHING};

/// What stands before a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// White space, a hyphen, or nothing.
    None,
    /// Nothing: both are pieces of one written word.
    Inside,
    /// A comma.
    Comma,
    /// Other punctuation.
    Break,
}

/// A word as the grammar sees it.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    /// What the word can be.
    pub entry: Entry,
    /// What stands before it.
    pub gap: Gap,
}

/// A number that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cardinal {
    /// Its value.
    pub value: u128,
    /// Whether it is an ordinal.
    pub ordinal: bool,
    /// Behind its last word.
    pub end: usize,
    /// The power of ten that it ended with, or 0.
    pub scale: u32,
}

/// The words of a number.
#[derive(Clone, Copy)]
pub struct Grammar<'a> {
    /// The words.
    pub atoms: &'a [Atom],
    /// How the language makes numbers.
    pub manner: Manner,
}

impl Grammar<'_> {
    /// The entry at `at`, when nothing parts it from the word before.
    pub fn next(&self, at: usize) -> Entry {
        match self.atoms.get(at) {
            Some(atom) if matches!(atom.gap, Gap::None | Gap::Inside) => {
                let entry = atom.entry;
                let free = entry.behind == Behind::Free || entry.part == Part::Scale;
                if entry.ordinal && !free && self.is_apart(at) {
                    // It begins a number of its own: "article vingt, premier".
                    let part = Part::None;
                    return Entry {
                        part,
                        ordinal: false,
                        ..entry
                    };
                }
                entry
            }
            _ => NOTHING,
        }
    }

    /// Whether the ordinal at `at` stands behind a cardinal, and is not part of its number.
    fn is_apart(&self, at: usize) -> bool {
        let before = at
            .checked_sub(1)
            .map_or(NOTHING, |before| self.entry(before));
        let cardinal = !before.ordinal && (before.part != Part::None || before.role == Role::And);
        let within = self.atoms[at].entry.behind == Behind::Within;
        cardinal && !(within && self.atoms[at].gap == Gap::Inside)
    }

    fn entry(&self, at: usize) -> Entry {
        self.atoms.get(at).map_or(NOTHING, |atom| atom.entry)
    }

    fn is_and(&self, at: usize) -> bool {
        self.next(at).role == Role::And
    }

    /// A number below a hundred whose first word is at `at`.
    pub fn below_hundred(&self, at: usize) -> Option<Cardinal> {
        let entry = self.entry(at);
        let found = |value: u32, ordinal: bool, end: usize| {
            Some(Cardinal {
                value: u128::from(value),
                ordinal,
                end,
                scale: 0,
            })
        };
        if entry.ordinal {
            return match entry.part {
                Part::Teen if entry.value == 10 && self.manner.chained => {
                    // "décimo noveno"
                    let next = self.next(at + 1);
                    if next.part == Part::Digit && next.ordinal {
                        return found(10 + next.value, true, at + 2);
                    }
                    found(10, true, at + 1)
                }
                Part::Digit | Part::Teen | Part::Pair => found(entry.value, true, at + 1),
                Part::Tens => {
                    let next = self.next(at + 1);
                    if next.part == Part::Digit && next.ordinal && self.manner.chained {
                        return found(entry.value + next.value, true, at + 2);
                    }
                    found(entry.value, true, at + 1)
                }
                _ => None,
            };
        }
        match entry.part {
            Part::Digit => {
                let inside = self
                    .atoms
                    .get(at + 1)
                    .is_some_and(|atom| atom.gap == Gap::Inside);
                if self.manner.digit_first && inside && self.is_and(at + 1) {
                    let tens = self.next(at + 2);
                    if tens.part == Part::Tens {
                        return found(entry.value + tens.value, tens.ordinal, at + 3);
                    }
                }
                let next = self.next(at + 1);
                if self.manner.twenties
                    && entry.value == 4
                    && next.part == Part::Tens
                    && next.value == 20
                {
                    if next.ordinal {
                        return found(80, true, at + 2);
                    }
                    return self.tens(80, at + 2);
                }
                found(entry.value, false, at + 1)
            }
            Part::Teen => {
                let next = self.next(at + 1);
                if self.manner.twenties
                    && entry.value == 10
                    && next.part == Part::Digit
                    && next.value > 6
                {
                    return found(10 + next.value, next.ordinal, at + 2);
                }
                found(entry.value, false, at + 1)
            }
            Part::Pair => found(entry.value, false, at + 1),
            Part::Tens => self.tens(entry.value, at + 1),
            _ => None,
        }
    }

    /// What may follow tens.
    fn tens(&self, tens: u32, at: usize) -> Option<Cardinal> {
        let and = self.manner.and_tens && self.is_and(at);
        let from = at + usize::from(and);
        let next = self.next(from);
        // "Padesát čtyři sta" is 50 400, and no 54.
        let hundreds = self.manner.digit_first
            && next.part == Part::Digit
            && self.next(from + 1).part == Part::Hundred;
        let mut result = Cardinal {
            value: u128::from(tens),
            ordinal: false,
            end: at,
            scale: 0,
        };
        let teens = self.manner.twenties && matches!(tens, 60 | 80) && next.part == Part::Teen;
        // "Zwanzig fünf" are two numbers of German, where digits stand before tens alone.
        let two = self.manner.digit_first && !self.manner.chained && !next.ordinal;
        if next.part == Part::Digit && !hundreds && !two || teens {
            let rest = if teens {
                self.below_hundred(from)?
            } else {
                Cardinal {
                    value: u128::from(next.value),
                    ordinal: next.ordinal,
                    end: from + 1,
                    scale: 0,
                }
            };
            result.value += rest.value;
            (result.ordinal, result.end) = (rest.ordinal, rest.end);
        }
        Some(result)
    }

    /// Whether the number at `at` is an article before a hundred or a thousand: `un mille-feuille`, `un cent mètres`.
    fn is_french_article(&self, at: usize, number: Cardinal) -> bool {
        self.manner.twenties && number.value == 1 && number.end == at + 1
    }

    /// A number below a thousand; also `twelve hundred` and `neunzehnhundert`.
    fn below_thousand(&self, at: usize) -> Option<Cardinal> {
        let entry = self.entry(at);
        let (hundreds, ordinal, end) = match entry.part {
            Part::Hundred | Part::Hundreds => (u128::from(entry.value), entry.ordinal, at + 1),
            _ => {
                let few = self.below_hundred(at)?;
                let next = self.next(few.end);
                // "twelve hundred", "neunzehnhundert", "उन्नीस सौ"; nobody says twenty hundred.
                let most = u128::from(self.manner.hundreds);
                let multiplies = next.part == Part::Hundred
                    && !few.ordinal
                    && (1..=most).contains(&few.value)
                    && !self.is_french_article(at, few)
                    && (few.value < 10 || few.value % 10 != 0);
                if !multiplies {
                    return Some(few);
                }
                (few.value * 100, next.ordinal, few.end + 1)
            }
        };
        let alone = Cardinal {
            value: hundreds,
            ordinal,
            end,
            scale: 0,
        };
        if ordinal {
            // "centésimo primeiro"
            return match self.below_hundred(end) {
                Some(rest) if self.manner.chained && rest.ordinal && self.next(end) != NOTHING => {
                    Some(Cardinal {
                        value: hundreds + rest.value,
                        ..rest
                    })
                }
                _ => Some(alone),
            };
        }
        let from = end + usize::from(self.is_and(end));
        if self.next(from).part == Part::None {
            return Some(alone);
        }
        match self.below_hundred(from) {
            // Nothing multiplies an ordinal, whatever stands behind it.
            Some(rest) if rest.ordinal || self.next(rest.end).part != Part::Hundred => {
                Some(Cardinal {
                    value: hundreds + rest.value,
                    ..rest
                })
            }
            _ => Some(alone),
        }
    }

    /// The longest number whose first word is at `at`.
    pub fn number(&self, at: usize) -> Option<Cardinal> {
        let first = self.entry(at);
        if first.part == Part::Zero {
            return Some(Cardinal {
                value: 0,
                ordinal: first.ordinal,
                end: at + 1,
                scale: 0,
            });
        }
        let noun = first.unsure && (self.manner.english || first.value > 3);
        if first.plural || first.part == Part::Scale && noun {
            return None; // "made millions 20 years ago"
        }
        let mut total = 0;
        let mut last = u32::MAX;
        let mut result: Option<Cardinal> = None;
        let mut from = at;
        loop {
            let comma = self
                .atoms
                .get(from)
                .is_some_and(|atom| atom.gap == Gap::Comma);
            let start = match result {
                None => from,
                Some(_) if comma => from,
                Some(_) => from + usize::from(self.is_and(from)),
            };
            if result.is_some() && !comma && self.next(start).part == Part::None {
                return result;
            }
            let group = if self.entry(start).part == Part::Scale
                && (result.is_none() || !self.manner.english)
            {
                Cardinal {
                    value: 1,
                    ordinal: false,
                    end: start,
                    scale: 0,
                }
            } else {
                match self.below_thousand(start) {
                    Some(group) => group,
                    None => return result,
                }
            };
            let (mut scale, mut end, mut ordinal) = (0, group.end, group.ordinal);
            let mut highest = 0;
            loop {
                let next = if end == start {
                    self.entry(end)
                } else {
                    self.next(end)
                };
                // "a thousand million", "one lakh crore"; never more than a u128 holds.
                let smaller = scale > 0 && next.value <= highest;
                let article = next.value == 3 && self.is_french_article(start, group);
                if article
                    || ordinal
                    || next.part != Part::Scale
                    || smaller
                    || scale + next.value > 24
                {
                    break;
                }
                scale += next.value;
                highest = next.value;
                ordinal = next.ordinal;
                end += 1;
            }
            let fits = last == u32::MAX
                || scale < last && group.value < 10u128.pow((last - scale).min(30));
            if let (false, false, Some(many)) = (
                fits,
                comma,
                multiplied(total, last, group.value, scale, highest),
            ) {
                total = many;
                result = Some(Cardinal {
                    value: total,
                    ordinal,
                    end,
                    scale,
                });
                if ordinal {
                    return result;
                }
                (last, from) = (highest, end);
                continue;
            }
            // Behind a comma only what can be nothing else: a group of its own.
            let sure = !comma || result.is_none() || scale > 0 || group.value >= 100;
            if !fits || !sure {
                return result;
            }
            total += group.value * 10u128.pow(scale);
            result = Some(Cardinal {
                value: total,
                ordinal,
                end,
                scale,
            });
            if ordinal || scale == 0 {
                return result;
            }
            (last, from) = (scale, end);
        }
    }
}

/// The largest power of ten that multiplies more than the group before it.
const LARGEST: u32 = 12;

/// The sum when the last of the powers of ten behind a group multiplies the smaller groups before it as well:
/// `tres mil doscientos millones`, `one lakh twenty thousand crore`. Here `last` is the power of the group before,
/// `scale` the sum of this one's powers, and `highest` the last of them.
fn multiplied(total: u128, last: u32, group: u128, scale: u32, highest: u32) -> Option<u128> {
    let inner = scale - highest;
    // "In two thousand five million people" are a year and so many.
    let sure = inner > 0 || group >= 100;
    if !sure || last >= highest || inner >= last || highest > LARGEST {
        return None;
    }
    let fits = group < 10u128.pow(last - inner);
    let smaller = total % 10u128.pow(highest);
    let larger = total - smaller;
    let many = (smaller + group * 10u128.pow(inner)) * 10u128.pow(highest);
    let room = larger == 0 || many < larger && larger.is_multiple_of(10u128.pow(many.ilog10() + 1));
    (fits && room).then_some(larger + many)
}
