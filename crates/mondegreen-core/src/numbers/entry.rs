//! What a word of a number table is.

/// A number word by its part in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// None.
    None,
    /// 0.
    Zero,
    /// 1 to 9.
    Digit,
    /// 10 to 19.
    Teen,
    /// 20, 30, ... 90, which a digit may follow.
    Tens,
    /// 21 to 99 in one word.
    Pair,
    /// 100, which a number may stand before.
    Hundred,
    /// 200, 300, ... in one word, or 100 that nothing stands before.
    Hundreds,
    /// A power of ten from 1000 on.
    Scale,
}

/// A word that says how the numbers beside it are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// None.
    None,
    /// Joins the parts of a number: `and`.
    And,
    /// `a` before `hundred`.
    Article,
    /// A letter that is read for 0.
    Oh,
    /// Stands before decimals.
    Point,
    /// Stands before a negative number.
    Minus,
    /// `percent`.
    Percent,
    /// The first word of `per cent`.
    Per,
    /// `double`, `triple`.
    Repeat,
    /// `half`.
    Half,
    /// `quarter`.
    Quarter,
    /// `thirds`, `fifths`.
    Denominator,
    /// `nineties`.
    Decade,
    /// A month.
    Month,
    /// `am`.
    Am,
    /// `pm`.
    Pm,
    /// `of` between a day and its month.
    Of,
    /// Stands before a time.
    At,
    /// A sign in letters, before or behind an amount; its weight is the currency.
    Sign,
    /// A number with a part, in quarters: `полтора` is 6.
    Mixed,
    /// Adds as many quarters to the number behind it, 3 take one away: `साढ़े`.
    Quarters,
    /// Stands behind a whole number, before tenths, hundredths or thousandths: `целых`.
    Whole,
    /// Tenths, hundredths, thousandths behind it: 1, 2, 3 digits.
    Decimals,
    /// `with a half`, of which it is the first word.
    With,
    /// Between hour and minutes.
    Clock,
    /// Between minutes, or a part of an hour, and the hour that they come after: `past`.
    Past,
    /// The same, and they come before it: `to`.
    To,
    /// Half an hour before the hour behind it: `halb`.
    HalfTo,
    /// Before an hour, 1 if that is the first: `las`, `la`.
    Hour,
    /// A part in one word, in quarters: `dreiviertel` is 3, `medio` 2.
    Part,
    /// The hour, behind its first half or quarter: `třetí`, `третьего`.
    HourOf,
    /// Between an hour and the minutes past it: `बजकर`.
    HourAnd,
    /// The minutes of an hour, where the word says when: `నిమిషాలకు`.
    Minutes,
    /// An hour by its name: `midi` is 12, `minuit` 0.
    Noon,
    /// So many parts make a whole: `మూడింట` is 3.
    PartsOf,
    /// Its parts: `వంతులు`.
    Parts,
    /// Makes sure that a word before it that may be another is a number: `लोग` of `दो लोग`.
    Counted,
}

/// What a word can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its part in a number.
    pub part: Part,
    /// Whether that number is an ordinal.
    pub ordinal: bool,
    /// The value of `part` (for scales: the power of ten).
    pub value: u32,
    /// What it says of numbers beside it.
    pub role: Role,
    /// The value of `role`.
    pub weight: u8,
    /// The currency it names, as its place in the table plus one.
    pub currency: u8,
    /// The small money it names, as its place plus one.
    pub minor: u8,
    /// The measure it names, as its place plus one.
    pub measure: u8,
    /// Alone it may be another word: French `neuf`, Italian `sei`.
    pub unsure: bool,
    /// A power of ten that is some of them, how many nobody knows, unless a number stands before it: వేల.
    pub plural: bool,
    /// It is an abbreviation, of which a full stop behind it is a part: `Mio.`
    pub short: bool,
    /// It may stand between money and small money: `con`.
    pub joins: bool,
    /// Whether it may end a number that begins with a cardinal.
    pub behind: Behind,
    /// How sure it makes a time behind it; `at_time` says what each number means.
    pub when: u8,
}

impl Entry {
    /// Whether a joined number word may have it as a part.
    pub fn is_piece(&self) -> bool {
        self.part != Part::None || self.role == Role::And
    }
}

/// Where an ordinal may stand behind the cardinals of its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behind {
    /// Anywhere: `двадцать первый`.
    #[default]
    Free,
    /// Within one word: `einundzwanzigste`.
    Within,
    /// Nowhere: `premier`, `primero`.
    Never,
}

/// A word of no number.
pub const NOTHING: Entry = Entry {
    part: Part::None,
    ordinal: false,
    value: 0,
    role: Role::None,
    weight: 0,
    currency: 0,
    minor: 0,
    measure: 0,
    unsure: false,
    plural: false,
    behind: Behind::Free,
    short: false,
    joins: false,
    when: 0,
};

/// A name in the singular and the plural.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The signs that stand for it.
    pub signs: String,
    /// The name for 1.
    pub one: String,
    /// The name for any other number.
    pub many: String,
}

impl Named {
    /// Whether it is the small money of the currency with this sign.
    pub fn belongs_to(&self, sign: &str) -> bool {
        self.signs.split(' ').any(|one| one == sign)
    }

    /// Whether an amount of the currency with this sign is written in it: fifty cents are no cents of
    /// a currency that was not named.
    pub fn is_small_money_of(&self, sign: &str) -> bool {
        self.signs.split(' ').next() == Some(sign)
    }

    /// The name that stands behind `value`, of which parts of one are no more than one.
    pub fn behind(&self, value: &str) -> &str {
        if value == "1" || value.contains('/') && !value.contains(' ') {
            &self.one
        } else {
            &self.many
        }
    }
}
