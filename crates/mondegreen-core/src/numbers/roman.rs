//! Roman numerals where what stands beside them says that they are: `XXe siècle`, `siglo XX`, `Luigi XIV`.
//!
//! Rows of the tables of ordinals:
//!
//! * `century`: words behind a numeral, and with which letters it is then said (`.` before these: a full
//!   stop has to stand behind it; `article`: those that the article before says);
//! * `century-before`: words before a numeral that is said as a cardinal, from that value on;
//! * `ruler`: names, and the letters of a numeral behind them (`.` as above, `cardinal` for none);
//! * `ruler-limits`: up to which value rulers have ordinals, and from which cardinals;
//! * `roman-alone`: a numeral with its letters that is no other word, and what it stands for.

use super::amounts::Amount;
use super::reader::Reader;
use super::{Found, Kind};
use crate::text::token::{BREAK, CAPITAL, COMMA, DOT, GLUED, HYPHEN};

/// What makes a numeral one.
#[derive(Default)]
pub struct Romans {
    centuries: Vec<(String, bool, Vec<String>)>,
    before: Vec<(u32, Vec<String>)>,
    rulers: Vec<(String, bool, Vec<String>)>,
    limits: Option<(u32, u32)>,
    alone: Vec<(String, String)>,
}

impl Romans {
    /// Take in a row; says whether it is one of these.
    pub(super) fn line(&mut self, kind: &str, value: &str, forms: &[String]) -> bool {
        let letters = || {
            let stopped = value.strip_prefix('.');
            let letters = stopped.unwrap_or(value).to_string();
            (letters, stopped.is_some(), forms.to_vec())
        };
        match kind {
            "century" => self.centuries.push(letters()),
            "century-before" => {
                let least = value.parse().unwrap_or(0);
                self.before.push((least, forms.to_vec()));
            }
            "ruler" => self.rulers.push(letters()),
            "ruler-limits" => {
                let most = value.parse().unwrap_or(0);
                self.limits = forms[0].parse().ok().map(|least| (most, least));
            }
            "roman-alone" => self.alone.push((value.to_string(), forms[0].clone())),
            _ => return false,
        }
        true
    }

    /// Whether `word` may be a numeral, perhaps with the letters of an ordinal.
    pub fn may_begin(&self, word: &str) -> bool {
        let letter = |point: char| matches!(point, 'i' | 'v' | 'x' | 'х');
        let known = !self.centuries.is_empty() || !self.before.is_empty();
        let rest = word.trim_start_matches(letter);
        known
            && rest.len() < word.len()
            && matches!(
                rest,
                "" | "e" | "ᵉ" | "er" | "ère" | "re" | "ème" | "eme" | "ième"
            )
    }
}

/// The value of a numeral up to 39 in small letters; `х` of Cyrillic is an `x`.
fn value(word: &str) -> Option<u32> {
    const TENS: [&str; 4] = ["", "x", "xx", "xxx"];
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    if word.is_empty() || word.len() > 14 {
        return None;
    }
    let latin = word.replace('х', "x");
    let tens = latin.bytes().take_while(|&byte| byte == b'x').count();
    let ones = latin.get(tens..)?;
    // "ix" begins with no x.
    let tens_value = TENS.get(tens).map(|_| tens as u32 * 10)?;
    let ones = ONES.iter().position(|&letters| letters == ones)? as u32;
    Some(tens_value + ones).filter(|&value| value > 0)
}

impl Reader<'_> {
    /// A Roman numeral at `at`.
    pub(super) fn roman(&self, at: usize) -> Option<Found> {
        let romans = &self.lexicon.romans;
        let word = self.doc.word(at);
        if !romans.may_begin(word) || self.doc.has(at, GLUED) {
            return None;
        }
        if let Some((_, text)) = romans.alone.iter().find(|(numeral, _)| numeral == word) {
            let value = "1".to_string();
            return Some(Found::new(Kind::Ordinal, at, at + 1, value, text.clone()));
        }
        let amount = self
            .century(at)
            .or_else(|| self.century_before(at))
            .or_else(|| self.ruler(at))?;
        Some(self.with_unit(at, amount))
    }

    /// The numeral at `at`: its value, whether it has one letter, and what stands behind the letters.
    fn numeral(&self, at: usize) -> Option<(u32, bool, &str)> {
        let word = self.doc.word(at);
        let is_letter = |point: &char| matches!(point, 'i' | 'v' | 'x' | 'х');
        let end: usize = word.chars().take_while(is_letter).map(char::len_utf8).sum();
        let (numeral, letters) = word.split_at(end);
        let value = value(numeral)?;
        // These are words in small letters.
        let other = matches!(numeral, "vi" | "i" | "v" | "x" | "х");
        let capital = self.doc.has(at, CAPITAL);
        (!other || capital).then_some((value, numeral.chars().count() == 1, letters))
    }

    /// Behind the full stop of the numeral at `at`, or with none.
    fn is_next_to(&self, at: usize, stopped: bool) -> bool {
        let Some(next) = self.doc.tokens.get(at + 1) else {
            return false;
        };
        let token = self.doc.tokens[at];
        match stopped {
            true => token.has(DOT) && !next.has(COMMA) && next.start == token.end + 2,
            false => !next.has(BREAK | COMMA),
        }
    }

    /// `XX secolo`, `XXe siècle`, `XIX. století`.
    fn century(&self, at: usize) -> Option<Amount> {
        let romans = &self.lexicon.romans;
        let (value, _, letters) = self.numeral(at)?;
        let noun_behind = |at: usize| {
            romans.centuries.iter().find(|(_, stopped, nouns)| {
                let word = self.doc.word(at + 1);
                self.is_next_to(at, *stopped) && nouns.iter().any(|noun| noun == word)
            })
        };
        let joins = |at: usize| matches!(self.doc.word(at), "et" | "e" | "и" | "a" | "y" | "und");
        let listed = at > 1 && joins(at - 1) && self.numeral(at - 2).is_some();
        let (ending, stopped, nouns) = match noun_behind(at) {
            Some(found) => found,
            None => {
                // "Du XIXe et XXe siècle"
                let second = joins(at + 1) && self.numeral(at + 2).is_some();
                let together =
                    second && self.is_next_to(at, false) && self.is_next_to(at + 1, false);
                together.then(|| noun_behind(at + 2)).flatten()?
            }
        };
        // "XIX и XX века" may be of one century, or two.
        let two = listed || noun_behind(at).is_none();
        if two && (*stopped || nouns.iter().any(|noun| noun == "века")) {
            return None;
        }
        let endings = &self.lexicon.endings;
        let letters = letters.replace('ᵉ', "e");
        let ending = match letters.as_str() {
            "" if ending == "article" => self.article_before(at)?,
            "" if ending != "+" => endings.ending(ending)?,
            "" => return None,
            letters => {
                endings.behind_digits("1", letters, super::endings::Place::Glued, ["", ""])?
            }
        };
        Some(self.ordinal_of(at, &value.to_string(), ending, at + 1))
    }

    /// The ending that the article before `at` has: `im XX. Jahrhundert`.
    fn article_before(&self, at: usize) -> Option<super::endings::Ending> {
        use super::endings::Article;
        let word = |back: usize| at.checked_sub(back).map_or("", |at| self.doc.word(at));
        match self.lexicon.endings.article(word(1), word(2))? {
            Article::Sure(ending) | Article::Word(ending) | Article::Numbered(ending) => {
                Some(ending)
            }
        }
    }

    /// `siglo XX`.
    fn century_before(&self, at: usize) -> Option<Amount> {
        let (value, _, letters) = self.numeral(at)?;
        let noun = |place: Option<usize>| {
            let noun = place.map_or("", |place| self.doc.word(place));
            let mut rows = self.lexicon.romans.before.iter();
            rows.any(|(least, nouns)| value >= *least && nouns.iter().any(|known| known == noun))
        };
        let joined = at > 2
            && matches!(self.doc.word(at - 1), "y" | "e" | "al" | "ao" | "a")
            && !self.is_parted(at - 1)
            && !self.is_parted(at - 2)
            && self.numeral(at - 2).is_some()
            && noun(Some(at - 3));
        let sure = letters.is_empty() && !self.is_parted(at) && !self.doc.has(at, HYPHEN);
        let sure = sure && (noun(at.checked_sub(1)) || joined);
        sure.then(|| Amount::of(Kind::Cardinal, value.to_string(), at + 1))
    }

    /// `Louis XIV`, `Karel IV.`; one letter may be that of another name.
    fn ruler(&self, at: usize) -> Option<Amount> {
        let romans = &self.lexicon.romans;
        let (value, single, letters) = self.numeral(at)?;
        let name = at.checked_sub(1).filter(|_| !self.is_parted(at))?;
        if single || !letters.is_empty() || self.doc.has(at, HYPHEN) {
            return None;
        }
        let name = self.doc.word(name);
        let mut rulers = romans.rulers.iter();
        let (letters, stopped, _) =
            rulers.find(|(.., names)| names.iter().any(|known| known == name))?;
        if *stopped && !self.doc.has(at, DOT) {
            return None;
        }
        let (most, least) = romans.limits.unwrap_or((99, 99));
        let digits = value.to_string();
        if letters == "cardinal" || value >= least {
            return Some(Amount::of(Kind::Cardinal, digits, at + 1));
        }
        let ending = self.lexicon.endings.ending(letters)?;
        (value <= most).then(|| self.ordinal_of(at, &digits, ending, at + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn numerals() {
        let known = [
            ("i", 1),
            ("iv", 4),
            ("ix", 9),
            ("xiv", 14),
            ("xxi", 21),
            ("xxxix", 39),
        ];
        for (text, wanted) in known {
            assert_eq!(value(text), Some(wanted), "{text}");
        }
        assert_eq!(value("хх"), Some(20));
        for text in ["", "iiii", "vx", "iix", "xxxx", "xl", "mix", "ixi", "й"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
