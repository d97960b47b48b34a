//! How a language writes ordinals in figures, and what stands beside them: the rest of its table of ordinals.
//!
//! Columns of the rows, beside those of number words:
//!
//! * `forms`: a sign, and the endings that it stands for in the words of the rows behind it;
//! * `ending`: letters behind digits as normalizers write them, and all that mean the same; `-` before some
//!   says that a hyphen must stand there, `_` that a space may;
//! * `said`: the same letters, and how words end that are written with them (`*` for any; else those of `ending`);
//! * `except`: letters, and last digits before which they are no ordinal;
//! * `unless`: the same letters, and words before that make them one all the same, as those of `year` behind do;
//! * `shortened`: what the first letters are before these words: `1º piso` is *primer piso*;
//! * `stay`: words that are not written in figures; figures become these;
//! * `alone`: words that never stand behind a cardinal as the end of one number; `behind-cardinals` says it of all;
//! * `derived`: letters that make ordinals of the cardinals from that value on;
//! * `fraction`: letters that behind a cardinal (1, or `*` for any) are those of a fraction;
//! * `days`: up to which day of a month it is said as an ordinal, and with which letters;
//! * `year`: words that make a number before them a year; `half-before`: words that make an ordinal half of it less;
//! * `degree`: letters that the sign of degrees stands for behind these words;
//! * `plain`: letters that are not raised, and the nouns before which they are those: `2a volta`;
//! * `numbered-noun`: nouns that only an ordinal of these letters stands before, `numbered-behind` the same
//!   behind the words of `numbered-preposition`: `на 5 этаже`;
//! * `irregular`: digits, the word that they are, and the nouns before which they are it: `3ª feira`;
//! * `mixed-article`: `ein`, behind which the noun says which letters are read, as the rows of `noun` have them;
//! * `dotted`: whether a full stop and a small letter behind digits make an ordinal;
//! * `day-article`, `noun-article`, `label-article`: words that make one of digits and a full stop, the last two
//!   with a word behind, and the last before nouns that are `numbered`; `preposition` makes the first of
//!   `noun-article` one of another ending; `joins`: words between two of them; `opens`: words that begin a
//!   sentence.

use std::collections::HashMap;

/// What may stand between digits and the letters of an ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joint {
    /// Nothing, a hyphen or a full stop.
    Close,
    /// A hyphen.
    Hyphen,
    /// A space.
    Apart,
}

/// How close the letters stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing stands between.
    Glued,
    /// A hyphen or a full stop.
    Marked,
    /// A space.
    Spaced,
}

/// The letters of an ordinal, as normalizers write them: their place in the table.
pub type Ending = usize;

/// What a word before digits and a full stop says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Article {
    /// They are an ordinal.
    Sure(Ending),
    /// They are one if a word stands behind that begins no sentence.
    Word(Ending),
    /// They are one if a word stands behind that is numbered.
    Numbered(Ending),
}

/// The ordinals of one language.
#[derive(Default)]
pub struct Endings {
    letters: Vec<String>,
    written: Vec<(String, Joint, Ending)>,
    said: Vec<(String, Ending)>,
    except: Vec<(String, Vec<String>)>,
    unless: Vec<(String, Vec<String>)>,
    shortened: Option<(Ending, Vec<String>)>,
    /// Words that stay, before their values are known.
    pub(super) words: Vec<String>,
    pub(super) stay: HashMap<(u128, Ending), String>,
    fractions: Vec<(Ending, bool)>,
    days: u32,
    day_endings: Vec<Ending>,
    /// Whether a word stands between day and month.
    pub(super) of: bool,
    years: Vec<String>,
    half_before: Vec<String>,
    degree: Option<(Ending, Vec<String>)>,
    /// Whether a full stop and a small letter behind digits make an ordinal.
    pub(super) dotted: bool,
    articles: Vec<(String, Article)>,
    /// What a preposition before it makes another article of: `der`.
    declined: String,
    prepositions: Vec<(String, Ending)>,
    numbered: Vec<String>,
    joins: Vec<String>,
    opens: Vec<String>,
    plain: Vec<(String, Ending, Vec<String>)>,
    numbered_nouns: Vec<(Ending, bool, Vec<String>)>,
    numbered_prepositions: Vec<String>,
    irregular: Vec<(String, Vec<String>)>,
    mixed: Vec<String>,
    nouns: Vec<(Ending, Vec<String>)>,
}

impl Endings {
    /// Take in a row; says whether it is one of these.
    pub(super) fn line(&mut self, kind: &str, value: &str, forms: &[String]) -> bool {
        let all = || forms.iter().cloned();
        let ending = |of: &Endings| of.letters.iter().position(|letters| letters == value);
        match kind {
            "ending" => {
                self.letters.push(value.to_string());
                let ending = self.letters.len() - 1;
                for form in forms {
                    let (joint, letters) = match form.chars().next() {
                        Some('-') => (Joint::Hyphen, &form[1..]),
                        Some(' ') => (Joint::Apart, &form[1..]),
                        _ => (Joint::Close, &form[..]),
                    };
                    self.written.push((letters.to_string(), joint, ending));
                }
            }
            "said" => {
                let ending = ending(self).unwrap_or(0);
                self.said.extend(all().map(|form| (form, ending)));
            }
            "except" => self.except.push((value.replace('-', ""), all().collect())),
            "unless" => self.unless.push((value.replace('-', ""), all().collect())),
            "shortened" => self.shortened = ending(self).map(|ending| (ending, all().collect())),
            "stay" => self.words.extend(all()),
            "fraction" => {
                let any = forms[0] == "*";
                self.fractions
                    .extend(ending(self).map(|ending| (ending, any)));
            }
            "days" => {
                self.days = value.parse().unwrap_or(0);
                let place = |form: &String| self.letters.iter().position(|one| one == form);
                self.day_endings = forms.iter().filter_map(place).collect();
            }
            "year" => self.years.extend(all()),
            "half-before" => self.half_before.extend(all()),
            "degree" => self.degree = ending(self).map(|ending| (ending, all().collect())),
            "day-of" => self.of = true,
            "dotted" => self.dotted = true,
            "day-article" | "noun-article" | "label-article" => {
                let Some(ending) = ending(self) else {
                    return true;
                };
                let article = match kind {
                    "day-article" => Article::Sure(ending),
                    "noun-article" => Article::Word(ending),
                    _ => Article::Numbered(ending),
                };
                if kind == "noun-article" && self.declined.is_empty() {
                    self.declined.clone_from(&forms[0]);
                }
                self.articles.extend(all().map(|form| (form, article)));
            }
            "preposition" => {
                let ending = ending(self).unwrap_or(0);
                self.prepositions.extend(all().map(|form| (form, ending)));
            }
            "numbered" => self.numbered.extend(all()),
            "plain" => {
                let nouns = || forms[1..].to_vec();
                let row = ending(self).map(|ending| (forms[0].clone(), ending, nouns()));
                self.plain.extend(row);
            }
            "numbered-noun" | "numbered-behind" => {
                let behind = kind == "numbered-behind";
                let row = ending(self).map(|ending| (ending, behind, forms.to_vec()));
                self.numbered_nouns.extend(row);
            }
            "numbered-preposition" => self.numbered_prepositions.extend(all()),
            "irregular" => self.irregular.push((value.to_string(), all().collect())),
            "mixed-article" => self.mixed.extend(all()),
            "noun" => {
                let row = ending(self).map(|ending| (ending, forms.to_vec()));
                self.nouns.extend(row);
            }
            "joins" => self.joins.extend(all()),
            "opens" => self.opens.extend(all()),
            _ => return false,
        }
        true
    }

    /// The ending that is written with these letters.
    pub fn ending(&self, letters: &str) -> Option<Ending> {
        self.letters.iter().position(|known| known == letters)
    }

    /// What `letters` that are not raised are before `noun`, or on the first day of a month.
    pub fn plain_letters(&self, letters: &str, noun: &str, first: bool) -> Option<Ending> {
        let mut rows = self.plain.iter().filter(|(plain, ..)| plain == letters);
        let found = rows.find(|(_, ending, nouns)| {
            let day = first && self.day_endings.contains(ending);
            day || nouns.iter().any(|known| known == noun)
        });
        found.map(|(_, ending, _)| *ending)
    }

    /// With which letters digits are read between `before` and `noun`, which no cardinal stands before.
    pub fn before_numbered(&self, before: &str, noun: &str) -> Option<Ending> {
        let mut rows = self.numbered_nouns.iter();
        let (ending, behind, _) = rows.find(|(.., nouns)| nouns.iter().any(|one| one == noun))?;
        let mut prepositions = self.numbered_prepositions.iter();
        let sure = !behind || prepositions.any(|one| one == before);
        sure.then_some(*ending)
    }

    /// Whether it is a noun of those that need a preposition.
    pub fn is_behind_numbered(&self, noun: &str) -> bool {
        let mut rows = self.numbered_nouns.iter().filter(|(_, behind, _)| *behind);
        rows.any(|(.., nouns)| nouns.iter().any(|one| one == noun))
    }

    /// The word that `digits` are before `noun`, if that is no ordinal of the rule.
    pub fn irregular(&self, digits: &str, noun: &str) -> Option<&str> {
        let mut rows = self.irregular.iter().filter(|(value, _)| value == digits);
        let row = rows.find(|(_, forms)| forms[1..].iter().any(|known| known == noun));
        row.map(|(_, forms)| forms[0].as_str())
    }

    /// With which letters digits and a full stop are read between `before` and `noun`: `ein 2. Mal`.
    pub fn behind_mixed(&self, before: &str, noun: &str) -> Option<Ending> {
        if !self.mixed.iter().any(|article| article == before) {
            return None;
        }
        let mut rows = self.nouns.iter();
        let row = rows.find(|(_, nouns)| nouns.iter().any(|known| known == noun));
        row.map(|(ending, _)| *ending)
    }

    /// Whether the language has ordinals in figures.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Whether digits and a full stop may be an ordinal.
    pub fn has_stops(&self) -> bool {
        self.dotted || !self.articles.is_empty()
    }

    /// The letters that are written.
    pub fn letters(&self, ending: Ending) -> &str {
        &self.letters[ending]
    }

    /// What `letters` behind `digits` are, between the words `around`.
    pub fn behind_digits(
        &self,
        digits: &str,
        letters: &str,
        place: Place,
        around: [&str; 2],
    ) -> Option<Ending> {
        let found = self.written.iter().find(|(written, joint, _)| {
            written == letters
                && match place {
                    Place::Glued => *joint == Joint::Close,
                    Place::Marked => *joint != Joint::Apart,
                    Place::Spaced => *joint == Joint::Apart,
                }
        });
        let (_, _, ending) = found?;
        let teen = digits.len() > 1 && digits.as_bytes()[digits.len() - 2] == b'1';
        let last = if teen {
            "0"
        } else {
            digits.get(digits.len() - 1..)?
        };
        let barred = |(barred, before): &(String, Vec<String>)| {
            barred == letters && before.iter().any(|digit| digit == last)
        };
        let known = |(known, words): &(String, Vec<String>)| {
            known == letters && words.iter().any(|word| word == around[0])
        };
        let sure = self.is_year(around[1]) || self.unless.iter().any(known);
        (sure || !self.except.iter().any(barred)).then_some(*ending)
    }

    /// What the ending of `digits` is before `word`, if that is shorter.
    pub fn shortened(&self, digits: &str, ending: Ending, word: &str) -> Option<Ending> {
        let (shorter, words) = self.shortened.as_ref()?;
        let said = digits.ends_with(['1', '3']) && !digits.ends_with("11");
        (ending == 0 && said && words.iter().any(|known| known == word)).then_some(*shorter)
    }

    /// With which letters `word`, the last of an ordinal, is written.
    pub fn of_word(&self, word: &str) -> Option<Ending> {
        let fits = |suffix: &str| suffix == "*" || word.ends_with(suffix);
        let said = self.said.iter().filter(|(suffix, _)| fits(suffix));
        let said = said.max_by_key(|(suffix, _)| suffix.len());
        let written = self.written.iter().filter(|(suffix, ..)| fits(suffix));
        let written = written.max_by_key(|(suffix, ..)| suffix.len());
        said.map(|(_, ending)| *ending)
            .or_else(|| written.map(|(_, _, ending)| *ending))
    }

    /// Whether behind a cardinal this is what a whole is parted in; `one` says that the cardinal is 1.
    pub fn is_fraction(&self, ending: Ending, one: bool) -> bool {
        let mut all = self.fractions.iter();
        all.any(|&(fraction, any)| fraction == ending && (any || one))
    }

    /// Whether a day of a month is said with these letters.
    pub fn is_day(&self, day: u32, ending: Ending) -> bool {
        (1..=self.days).contains(&day) && self.day_endings.contains(&ending)
    }

    /// Whether the number before `word` is a year.
    pub fn is_year(&self, word: &str) -> bool {
        self.years.iter().any(|year| year == word)
    }

    /// Whether half of one is taken from the ordinal behind `word`.
    pub fn is_half(&self, word: &str) -> bool {
        self.half_before.iter().any(|half| half == word)
    }

    /// What the sign of degrees stands for between `before` and another word.
    pub fn degree(&self, before: &str) -> Option<Ending> {
        let (ending, words) = self.degree.as_ref()?;
        words.iter().any(|word| word == before).then_some(*ending)
    }

    /// The letters that the sign of degrees stands for where it is sure to be none.
    pub fn sign(&self) -> Option<Ending> {
        self.degree.as_ref().map(|(ending, _)| *ending)
    }

    /// What `word` says of digits and a full stop behind it; `before` stands before it.
    pub fn article(&self, word: &str, before: &str) -> Option<Article> {
        let (first, article) = self.articles.iter().find(|(article, _)| article == word)?;
        let declined = self.prepositions.iter().find(|(one, _)| one == before);
        match declined {
            Some((_, ending)) if *first == self.declined => Some(Article::Numbered(*ending)),
            _ => Some(*article),
        }
    }

    /// Whether things of this name have numbers.
    pub fn is_numbered(&self, word: &str) -> bool {
        self.numbered.iter().any(|numbered| numbered == word)
    }

    /// Whether `word` joins two that have one article.
    pub fn joins(&self, word: &str) -> bool {
        self.joins.iter().any(|joining| joining == word)
    }

    /// Whether a sentence may well begin with `word`.
    pub fn opens(&self, word: &str) -> bool {
        self.opens.iter().any(|opening| opening == word)
    }
}
