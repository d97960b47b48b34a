//! The words that are part of numbers, and the spelling of words: one table for both.

/// What a word is in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// "o", "oh", "zero".
    Zero,
    /// "one" to "nineteen".
    One(u8),
    /// "ones", "first".
    OneSuffixed(u8, &'static str),
    /// "twenty" to "ninety".
    Ten(u8),
    /// "twenties", "twentieth".
    TenSuffixed(u8, &'static str),
    /// "hundred" to "decillion", by their zeros.
    Multiplier(u8),
    /// "hundreds", "hundredth".
    MultiplierSuffixed(u8, &'static str),
    /// "minus", "plus": a sign.
    Preceding(&'static str),
    /// "dollars": a currency.
    Following(&'static str),
    /// "per", which with "cent" is "percent".
    Per,
    /// "percent".
    Percent,
    /// "and".
    And,
    /// "double" and "triple": how often the next digit stands.
    Repeat(u8),
    /// "point".
    Point,
}

const ONES: [&str; 19] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

const MULTIPLIERS: [(&str, u8); 12] = [
    ("hundred", 2),
    ("thousand", 3),
    ("million", 6),
    ("billion", 9),
    ("trillion", 12),
    ("quadrillion", 15),
    ("quintillion", 18),
    ("sextillion", 21),
    ("septillion", 24),
    ("octillion", 27),
    ("nonillion", 30),
    ("decillion", 33),
];

const OTHERS: [(&str, Kind); 27] = [
    ("o", Kind::Zero),
    ("oh", Kind::Zero),
    ("zero", Kind::Zero),
    ("zeroth", Kind::OneSuffixed(0, "th")),
    ("minus", Kind::Preceding("-")),
    ("negative", Kind::Preceding("-")),
    ("plus", Kind::Preceding("+")),
    ("positive", Kind::Preceding("+")),
    ("pound", Kind::Following("£")),
    ("pounds", Kind::Following("£")),
    ("euro", Kind::Following("€")),
    ("euros", Kind::Following("€")),
    ("dollar", Kind::Following("$")),
    ("dollars", Kind::Following("$")),
    ("cent", Kind::Following("¢")),
    ("cents", Kind::Following("¢")),
    ("per", Kind::Per),
    ("percent", Kind::Percent),
    ("and", Kind::And),
    ("double", Kind::Repeat(2)),
    ("triple", Kind::Repeat(3)),
    ("point", Kind::Point),
    ("first", Kind::OneSuffixed(1, "st")),
    ("second", Kind::OneSuffixed(2, "nd")),
    ("third", Kind::OneSuffixed(3, "rd")),
    ("fifth", Kind::OneSuffixed(5, "th")),
    ("twelfth", Kind::OneSuffixed(12, "th")),
];

fn number_words() -> Vec<(String, Kind)> {
    let mut words: Vec<(String, Kind)> = Vec::new();
    for (value, name) in (1..).zip(ONES) {
        words.push((name.to_string(), Kind::One(value)));
        let plural = if name == "six" { "es" } else { "s" };
        words.push((format!("{name}{plural}"), Kind::OneSuffixed(value, "s")));
        if value > 3 && value != 5 && value != 12 {
            let ending = if name.ends_with('t') { "h" } else { "th" };
            words.push((format!("{name}{ending}"), Kind::OneSuffixed(value, "th")));
        }
    }
    for (value, name) in (2..).zip(TENS) {
        let stem = name.trim_end_matches('y');
        words.push((name.to_string(), Kind::Ten(value * 10)));
        words.push((format!("{stem}ies"), Kind::TenSuffixed(value * 10, "s")));
        words.push((format!("{stem}ieth"), Kind::TenSuffixed(value * 10, "th")));
    }
    for (name, zeros) in MULTIPLIERS {
        words.push((name.to_string(), Kind::Multiplier(zeros)));
        words.push((format!("{name}s"), Kind::MultiplierSuffixed(zeros, "s")));
        words.push((format!("{name}th"), Kind::MultiplierSuffixed(zeros, "th")));
    }
    words.extend(OTHERS.map(|(name, kind)| (name.to_string(), kind)));
    words
}

/// What the table says of a word.
#[derive(Debug)]
pub struct Entry {
    word: Box<[u8]>,
    /// What it is in a number.
    pub kind: Option<Kind>,
    /// How it is spelled.
    pub spelling: Option<&'static [u8]>,
}

/// The table of words: a hash table with open addressing.
pub struct Words {
    entries: Vec<Entry>,
    /// The upper half of a hash, and the number of an entry from 1; 0 where nothing is.
    slots: Vec<u32>,
}

const SLOTS: usize = 8192;

#[inline]
fn hash(word: &[u8]) -> u64 {
    let eight = |at: usize| {
        let bytes = word[at..at + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(bytes)
    };
    let four = |at: usize| {
        let bytes = word[at..at + 4].try_into().expect("four bytes");
        u64::from(u32::from_le_bytes(bytes))
    };
    let length = word.len();
    let bits = match length {
        8.. => eight(0).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ eight(length - 8),
        4..=7 => four(0) << 32 | four(length - 4),
        _ => word
            .iter()
            .fold(0, |bits, &byte| bits << 8 | u64::from(byte)),
    };
    let mixed = (bits ^ length as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}

impl Words {
    /// The words of numbers, and words with their spelling.
    pub fn new(spellings: impl Iterator<Item = (&'static str, &'static str)>) -> Words {
        let mut words = Words {
            entries: Vec::new(),
            slots: vec![0; SLOTS],
        };
        for (word, kind) in number_words() {
            words.entry(word.as_bytes()).kind = Some(kind);
        }
        for (from, to) in spellings {
            words.spell(from, to);
        }
        words
    }

    /// Spell a word in another way than so far.
    pub fn spell(&mut self, word: &str, spelling: &'static str) {
        self.entry(word.as_bytes()).spelling = Some(spelling.as_bytes());
    }

    /// Spell whatever is spelled as `word` in another way.
    pub fn respell(&mut self, word: &str, spelling: &'static str) {
        for entry in &mut self.entries {
            if entry.spelling == Some(word.as_bytes()) {
                entry.spelling = Some(spelling.as_bytes());
            }
        }
        if self
            .at(self.number(word.as_bytes()))
            .is_none_or(|entry| entry.spelling.is_none())
        {
            self.spell(word, spelling);
        }
    }

    /// The entry of a word, which is made if it is not there.
    fn entry(&mut self, word: &[u8]) -> &mut Entry {
        let mut number = self.number(word);
        if number == 0 {
            self.entries.push(Entry {
                word: word.into(),
                kind: None,
                spelling: None,
            });
            number = self.entries.len() as u16;
            let hash = hash(word);
            let mut slot = hash as usize % SLOTS;
            while self.slots[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            self.slots[slot] = (hash >> 48 << 16) as u32 | u32::from(number);
        }
        &mut self.entries[usize::from(number) - 1]
    }

    /// The number of a word for [`Words::at`], or 0.
    #[inline]
    pub fn number(&self, word: &[u8]) -> u16 {
        let hash = hash(word);
        let mut slot = hash as usize % SLOTS;
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return 0;
            }
            let number = found as u16;
            if u64::from(found >> 16) == hash >> 48
                && *self.entries[usize::from(number) - 1].word == *word
            {
                return number;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The entry with a number.
    #[inline]
    pub fn at(&self, number: u16) -> Option<&Entry> {
        self.entries.get(usize::from(number).wrapping_sub(1))
    }

    /// What a word is in a number.
    pub fn kind(&self, word: &[u8]) -> Option<Kind> {
        self.at(self.number(word))?.kind
    }
}
