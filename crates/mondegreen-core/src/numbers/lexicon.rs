//! The words of numbers in one language, read from a table.

use unicode_normalization::{is_nfc_quick, IsNormalized, UnicodeNormalization};

use super::calendar::Calendar;
use super::endings::Endings;
pub use super::entry::{Behind, Entry, Named, Part, Role, NOTHING};
use super::quick::Words;
use super::roman::Romans;
use super::shapes::Shapes;
use super::sieve::Sieve;
use crate::text::marks;

/// How digits are written, and how words make a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// The decimal point is a comma, and full stops part thousands.
    pub comma: bool,
    /// Number words are written as one word.
    pub joined: bool,
    /// Digits may stand before tens: `vierundzwanzig`.
    pub digit_first: bool,
    /// 60 and 80 take a number up to 19: `soixante-dix`; 4 and 20 make 80.
    pub twenties: bool,
    /// The most hundreds that are said as one number: 19 of `neunzehnhundert`.
    pub hundreds: u8,
    /// `and` may stand between tens and digits: `treinta y uno`.
    pub and_tens: bool,
    /// The rules of English: years in pairs, runs of digits, times, dates.
    pub english: bool,
    /// Chinese numerals among other characters.
    pub han: bool,
    /// A space may part thousands: `1 234 567`.
    pub spaced: bool,
    /// Each part of an ordinal is one: `vigésimo primero`.
    pub chained: bool,
    /// The word for the clock stands behind the minutes: `3:30 बजे`.
    pub clock_last: bool,
    /// So many digits one by one, or more, are one string of digits; never where it is 0.
    pub one_by_one: u8,
}

/// English words that are no entry, and begin numbers all the same: `the first of May`, `an eighth of`.
const RULED: &[&str] = &["the", "a", "an"];
/// As these, in other languages: `za pět minut tři`, `meio-dia e meia`.
const RULED_ELSEWHERE: &[&str] = &["za", "meio", "meia", "all'una", "l'una", "dall'una"];

/// The number words of a language.
pub struct Lexicon {
    /// How numbers are written and made.
    pub manner: Manner,
    words: Words<Entry>,
    /// Words that are only found within others: `cent` of `centotto`.
    inside: Words<Entry>,
    /// Powers of ten that are another word unless a full stop and a unit stand behind them.
    stopped: Words<Entry>,
    /// Currencies; `signs` holds their symbols.
    pub currencies: Vec<Named>,
    /// Small money; `signs` holds the symbols of the currencies it belongs to, first that which is
    /// meant when none is named.
    pub minors: Vec<Named>,
    /// Whether two digits behind money are small money, as in `12 € 50`.
    pub cents_in_digits: bool,
    /// Measures.
    pub measures: Vec<Named>,
    /// Two words that are one entry.
    pairs: Words<Vec<(String, Entry)>>,
    /// How ordinals are written in figures.
    pub endings: Endings,
    /// Words around days.
    pub calendar: Calendar,
    /// What makes a Roman numeral one.
    pub romans: Romans,
    /// Words before two numbers: `zwischen`.
    pub between: Vec<String>,
    /// Articles that are the word for 1 as well: `ein`.
    pub articles: Vec<String>,
    /// Words of one part, and how many make the whole: `треть`.
    pub lone_parts: Vec<(String, u32)>,
    /// The first word of numbers from 16 to 19 in three words: `diez`.
    pub split_teen: String,
    /// Words before these that say nothing of which part it is.
    pub part_before: Vec<String>,
    /// Which groups of digits are one string.
    pub shapes: Shapes,
    /// Signs that stand for the endings of words.
    forms: Vec<(char, Vec<String>)>,
    /// With one at its end a number has a part, in quarters: `zweieinhalb`.
    pub part_endings: Vec<(String, u8)>,
    /// With one before it a power of ten is so many quarters of itself: `полмиллиона`.
    pub part_beginnings: Vec<(String, u8)>,
    /// Names of the months, as they stand behind a day.
    pub months: Vec<String>,
    minus: String,
    percent: String,
    /// The word for the clock.
    pub clock: String,
    /// The names of the hours from the first, as half of them is said: `třetí`.
    pub hours: Vec<String>,
    /// The longest piece of a joined word, in characters.
    longest: usize,
    /// How joined words begin and end.
    sieve: Sieve,
}

impl Lexicon {
    /// Read a table.
    pub fn parse(table: &str, manner: Manner) -> Lexicon {
        let mut lexicon = Lexicon {
            manner,
            words: Words::default(),
            inside: Words::default(),
            stopped: Words::default(),
            currencies: Vec::new(),
            minors: Vec::new(),
            cents_in_digits: false,
            measures: Vec::new(),
            pairs: Words::default(),
            endings: Endings::default(),
            calendar: Calendar::default(),
            romans: Romans::default(),
            between: Vec::new(),
            articles: Vec::new(),
            lone_parts: Vec::new(),
            split_teen: String::new(),
            part_before: Vec::new(),
            shapes: Shapes::default(),
            forms: Vec::new(),
            part_endings: Vec::new(),
            part_beginnings: Vec::new(),
            months: Vec::new(),
            minus: String::new(),
            percent: "%".to_string(),
            clock: String::new(),
            hours: Vec::new(),
            longest: 0,
            sieve: Sieve::default(),
        };
        for line in table.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            if let [kind, value, forms] = fields[..] {
                if !kind.starts_with('#') {
                    lexicon.line(kind, value, forms);
                }
            }
        }
        lexicon.know_values();
        lexicon.know_pieces();
        lexicon
    }

    /// Look up the values of ordinals in words that are not written in figures.
    fn know_values(&mut self) {
        for word in std::mem::take(&mut self.endings.words) {
            let entry = self.get(&word);
            let value = match entry.part {
                Part::Scale => 10u128.pow(entry.value),
                _ => u128::from(entry.value),
            };
            if let Some(ending) = self.endings.of_word(&word) {
                let stays = &mut self.endings.stay;
                stays.entry((value, ending)).or_insert(word);
            }
        }
    }

    /// Remember how joined words begin and end.
    fn know_pieces(&mut self) {
        if !self.manner.joined {
            return;
        }
        let words = self.words.iter().chain(&self.inside);
        for (piece, _) in words.filter(|(_, entry)| entry.is_piece()) {
            self.sieve.begin(piece);
            self.sieve.end(piece);
        }
        for (beginning, _) in &self.part_beginnings {
            self.sieve.begin(beginning);
        }
    }

    /// The words that a form of the table stands for.
    fn expand(&self, form: &str) -> Vec<String> {
        let mut form = form.replace('_', " ");
        if is_nfc_quick(form.chars()) != IsNormalized::Yes {
            form = form.nfc().collect();
        }
        for (sign, endings) in &self.forms {
            if let Some(stem) = form.strip_suffix(*sign) {
                return endings.iter().map(|end| format!("{stem}{end}")).collect();
            }
        }
        vec![form]
    }

    /// Make ordinals of the cardinals from `least` on, with `letters` behind them.
    fn derive(&mut self, least: u32, letters: &[String]) {
        let cardinal = |entry: &Entry| {
            let large = entry.part == Part::Scale || entry.value >= least;
            large && entry.part != Part::None && !entry.ordinal
        };
        let words = self
            .words
            .iter()
            .filter(|(word, entry)| cardinal(entry) && !word.is_ascii());
        let words: Vec<(String, Entry)> =
            words.map(|(word, entry)| (word.clone(), *entry)).collect();
        for (word, cardinal) in words {
            for letters in letters {
                let entry = self.words.entry(format!("{word}{letters}"));
                entry.or_insert(Entry {
                    part: cardinal.part,
                    value: cardinal.value,
                    ordinal: true,
                    ..NOTHING
                });
            }
        }
    }

    /// Say where ordinals may stand behind cardinals.
    fn restrict(&mut self, which: &str, forms: &[String]) {
        if which == "alone" {
            for form in forms {
                if let Some(entry) = self.words.get_mut(form) {
                    entry.behind = Behind::Never;
                }
            }
            return;
        }
        let behind = match forms[0].as_str() {
            "never" => Behind::Never,
            _ => Behind::Within,
        };
        let words = self.words.values_mut();
        for entry in words.chain(self.inside.values_mut()) {
            if entry.ordinal {
                entry.behind = behind;
            }
        }
    }

    fn line(&mut self, kind: &str, value: &str, forms: &str) {
        let number = value.parse().unwrap_or(0);
        let forms: Vec<String> = forms
            .split(' ')
            .flat_map(|form| self.expand(form))
            .collect();
        if self.endings.line(kind, value, &forms)
            || self.shapes.line(kind, value, &forms)
            || self.calendar.line(kind, &forms)
            || self.romans.line(kind, value, &forms)
        {
            return;
        }
        match kind {
            "forms" => {
                self.forms
                    .extend(value.chars().next().map(|sign| (sign, forms)));
                return;
            }
            "between" => return self.between.extend(forms),
            "one-article" => return self.articles.extend(forms),
            "split-teen" => {
                self.split_teen.clone_from(&forms[0]);
                return;
            }
            "part-before" => return self.part_before.extend(forms),
            "lone-part" => {
                let parts = forms.into_iter().map(|form| (form, number));
                return self.lone_parts.extend(parts);
            }
            "derived" => return self.derive(number, &forms),
            "alone" | "behind-cardinals" => return self.restrict(kind, &forms),
            "month" => self.months.push(forms[0].clone()),
            "minus" => self.minus.clone_from(&forms[0]),
            "percent" => self.percent.clone_from(&forms[0]),
            "clock" => self.clock.clone_from(&forms[0]),
            "cents-in-digits" => {
                self.cents_in_digits = true;
                return;
            }
            "hour-of" => self.hours.push(forms[0].clone()),
            "part-ending" | "part-beginning" => {
                let list = match kind {
                    "part-ending" => &mut self.part_endings,
                    _ => &mut self.part_beginnings,
                };
                list.extend(forms.into_iter().map(|form| (form, number as u8)));
                return;
            }
            _ => {}
        }
        let named = Named {
            signs: value.to_string(),
            one: forms[0].clone(),
            many: forms.get(1).unwrap_or(&forms[0]).clone(),
        };
        let place = |list: &mut Vec<Named>, named| {
            list.push(named);
            list.len() as u8
        };
        let (kind, inside) = match kind.strip_prefix("inside-") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let (ordinal, plain) = match kind.strip_prefix("ordinal-") {
            Some(plain) => (true, plain),
            None => (false, kind),
        };
        let part = match plain {
            "zero" => Part::Zero,
            "digit" => Part::Digit,
            "teen" => Part::Teen,
            "tens" => Part::Tens,
            "pair" => Part::Pair,
            "hundred" => Part::Hundred,
            "hundreds" => Part::Hundreds,
            "scale" => Part::Scale,
            _ => Part::None,
        };
        let role = match plain {
            "and" => Role::And,
            "article" => Role::Article,
            "oh" => Role::Oh,
            "point" => Role::Point,
            "minus" => Role::Minus,
            "percent" => Role::Percent,
            "per" => Role::Per,
            "repeat" => Role::Repeat,
            "half" => Role::Half,
            "quarter" => Role::Quarter,
            "denominator" => Role::Denominator,
            "decade" => Role::Decade,
            "month" => Role::Month,
            "am" => Role::Am,
            "pm" => Role::Pm,
            "of" => Role::Of,
            "at" => Role::At,
            "sign" => Role::Sign,
            "mixed" => Role::Mixed,
            "quarters" => Role::Quarters,
            "whole" => Role::Whole,
            "decimals" => Role::Decimals,
            "with" => Role::With,
            "clock" => Role::Clock,
            "past" => Role::Past,
            "to" => Role::To,
            "half-to" => Role::HalfTo,
            "hour" => Role::Hour,
            "part" => Role::Part,
            "hour-of" => Role::HourOf,
            "hour-and" => Role::HourAnd,
            "minutes" => Role::Minutes,
            "parts-of" => Role::PartsOf,
            "parts" => Role::Parts,
            "counted" => Role::Counted,
            "noon" => Role::Noon,
            _ => Role::None,
        };
        let currency = (plain == "currency").then(|| place(&mut self.currencies, named.clone()));
        let minor = (plain == "minor").then(|| place(&mut self.minors, named.clone()));
        let sign = (plain == "sign").then(|| self.currency_of(value)).flatten();
        let measure = (plain == "measure").then(|| place(&mut self.measures, named));
        if plain == "stopped" {
            let entry = Entry {
                part: Part::Scale,
                value: number,
                short: true,
                ..NOTHING
            };
            self.stopped
                .extend(forms.into_iter().map(|form| (form, entry)));
            return;
        }
        for form in forms {
            let mut entry = self.get(&form);
            if part != Part::None {
                (entry.part, entry.value, entry.ordinal) = (part, number, ordinal);
            }
            if role != Role::None {
                (entry.role, entry.weight) = (role, number as u8);
            }
            entry.unsure |= plain == "unsure";
            entry.plural |= plain == "plural";
            entry.short |= plain == "short";
            entry.joins |= plain == "cents";
            if plain == "when" {
                entry.when = number as u8;
            }
            if let Some(place) = sign {
                (entry.weight, entry.currency) = (place as u8, place as u8 + 1);
            }
            entry.currency = currency.unwrap_or(entry.currency);
            entry.minor = minor.unwrap_or(entry.minor);
            entry.measure = measure.unwrap_or(entry.measure);
            match form.split_once(' ') {
                Some((first, second)) => self
                    .pairs
                    .entry(first.to_string())
                    .or_default()
                    .push((second.to_string(), entry)),
                None => {
                    self.longest = self.longest.max(form.chars().count());
                    let words = if inside {
                        &mut self.inside
                    } else {
                        &mut self.words
                    };
                    words.insert(form, entry);
                }
            }
        }
    }

    /// What `word` is.
    pub fn get(&self, word: &str) -> Entry {
        self.words.get(word).copied().unwrap_or(NOTHING)
    }

    /// What `word` is where a full stop and a unit stand behind it.
    pub fn stopped(&self, word: &str) -> Option<Entry> {
        self.stopped.get(word).copied()
    }

    /// What a piece of a joined word is.
    pub fn piece(&self, word: &str) -> Entry {
        let entry = self.get(word);
        match self.inside.get(word) {
            Some(inside) if entry.part == Part::None => *inside,
            _ => entry,
        }
    }

    /// Whether a number may begin with `word`, or a time or a date.
    pub fn may_begin(&self, word: &str) -> bool {
        let entry = self.get(word);
        entry.part != Part::None
            || !matches!(
                entry.role,
                Role::None
                    | Role::And
                    | Role::Of
                    | Role::At
                    | Role::Article
                    | Role::Per
                    | Role::Whole
                    | Role::Decimals
                    | Role::With
                    | Role::Clock
                    | Role::Past
                    | Role::To
                    | Role::Hour
                    | Role::HourAnd
                    | Role::Minutes
                    | Role::Parts
                    | Role::Counted
            )
            || word.as_bytes().first().is_some_and(u8::is_ascii_digit)
            || self.beginning(word).is_some()
            || self.is_lone(word)
    }

    /// Whether `word`, which need be in no table, may be a number by itself.
    fn is_lone(&self, word: &str) -> bool {
        self.romans.may_begin(word) || self.lone_parts.iter().any(|(part, _)| part == word)
    }

    /// Whether a rule may read a number from `word` on, which need be in no table.
    pub fn is_ruled(&self, word: &str) -> bool {
        match self.manner.english {
            true => RULED.contains(&word),
            false => {
                self.is_lone(word)
                    || RULED_ELSEWHERE.contains(&word)
                    || self.shapes.doubled(word).is_some()
                    || self.beginning(word).is_some()
            }
        }
    }

    /// All words that are an entry, or the first of two.
    pub fn begins(&self) -> impl Iterator<Item = &str> {
        let words = self.words.keys();
        words.chain(self.pairs.keys()).map(String::as_str)
    }

    /// Whether no number begins with `word`, which is `entry`, whatever stands behind it; `known` if the
    /// word may be in a table, or has digits.
    ///
    /// Says so of words in ASCII alone, which cost less to look at than all rules of numbers.
    pub fn is_plain(&self, word: &str, entry: Entry, known: bool) -> bool {
        let digits = || word.bytes().any(|byte| byte.is_ascii_digit());
        entry == NOTHING
            && (!known || !digits() && !self.pairs.contains_key(word))
            && word.is_ascii()
            && !(known && self.is_ruled(word))
            && !(self.manner.joined && self.sieve.may_begin(word))
    }

    /// The quarters, and the rest of a word that begins with them.
    pub fn beginning<'a>(&self, word: &'a str) -> Option<(u8, &'a str)> {
        let mut all = self.part_beginnings.iter();
        all.find_map(|(start, quarters)| {
            let rest = word.strip_prefix(start.as_str())?;
            let entry = self.get(rest);
            let measure = entry.measure > 0 && rest.chars().count() > 2; // no "viertelm"
            let known = entry.part == Part::Scale || entry.role == Role::HourOf || measure;
            known.then_some((*quarters, rest))
        })
    }

    /// What the two words are together.
    pub fn pair(&self, first: &str, second: &str) -> Option<Entry> {
        let found = self.pairs.get(first)?;
        found
            .iter()
            .find(|(word, _)| word == second)
            .map(|(_, entry)| *entry)
    }

    /// Whether these letters may follow digits at once.
    pub fn is_suffix(&self, letters: &str) -> bool {
        let ending = match letters {
            "st" | "nd" | "rd" | "th" | "k" | "m" | "bn" => self.manner.english,
            "s" => self.manner.english,
            "am" | "pm" => true,
            _ => false,
        };
        ending || (letters.len() > 1 || letters == "h") && self.get(letters).measure != 0
    }

    /// The word that stands before a negative number.
    pub fn minus_word(&self) -> &str {
        &self.minus
    }

    /// The word, or the words, behind a percentage.
    pub fn percent_word(&self) -> &str {
        &self.percent
    }

    /// The currency that `sign` stands for, as its place.
    pub fn currency_of(&self, sign: &str) -> Option<usize> {
        let sign = if sign == marks::RUPEES { "₹" } else { sign };
        self.currencies.iter().position(|named| named.signs == sign)
    }

    /// The pieces of a joined number word, or nothing when it is none.
    pub fn pieces<'a>(&self, word: &'a str, into: &mut Vec<&'a str>) -> bool {
        into.clear();
        let may_be = self.manner.joined && self.sieve.may_begin(word) && self.sieve.may_end(word);
        if word.len() > 200 || !may_be {
            return false;
        }
        let ends: Vec<usize> = word
            .char_indices()
            .map(|(at, _)| at)
            .chain([word.len()])
            .collect();
        // best[i] is where the piece that ends at i begins; longest pieces first.
        let mut from: Vec<Option<usize>> = vec![None; ends.len()];
        from[0] = Some(0);
        for end in 1..ends.len() {
            for start in end.saturating_sub(self.longest)..end {
                if from[start].is_none() {
                    continue;
                }
                let entry = self.piece(&word[ends[start]..ends[end]]);
                if entry.is_piece() {
                    from[end] = Some(start);
                    break;
                }
            }
        }
        let mut end = ends.len() - 1;
        if from[end].is_none() {
            return false;
        }
        while end > 0 {
            let start = from[end].expect("a chain of pieces");
            into.push(&word[ends[start]..ends[end]]);
            end = start;
        }
        into.reverse();
        into.len() > 1
    }
}
