//! The word lists of a language: negations, answers, articles, words at which a text breaks off.
//!
//! They come from `guards.tsv` of the language's pack.

use std::collections::HashSet;

use mondegreen_language::library;

/// The lists of one language; what a language has no list of stays empty.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Words that deny.
    pub negations: HashSet<&'static str>,
    /// Yes and no.
    pub answers: HashSet<&'static str>,
    /// Words before which a comma after a no says nothing: `No, thanks`.
    pub clauses: HashSet<&'static str>,
    /// Words that say how many, next to what is read as a number.
    pub numbers: HashSet<&'static str>,
    /// Words that begin with what denies, and could be two without it: `insecure`.
    pub denied: HashSet<&'static str>,
    /// Words after which an `a` is a letter: `vitamin a`.
    pub labels: HashSet<&'static str>,
    /// Words of one letter.
    pub singles: HashSet<&'static str>,
    /// Words that occur twice where the grammar wants it: `nous nous`.
    pub twice: HashSet<&'static str>,
    /// The only words of another script than Latin that may be said again, where the others are
    /// doubled to say more; where there are none, all may.
    pub again: HashSet<&'static str>,
    /// Letters that deny wherever a word has them.
    pub within: HashSet<&'static str>,
    /// As above, at the beginning.
    pub opens: HashSet<&'static str>,
    /// As above, at the end.
    pub closes: HashSet<&'static str>,
    /// Articles.
    pub articles: HashSet<&'static str>,
    /// Words that could be an article and another word: `therapist`.
    pub joined: HashSet<&'static str>,
    /// Words before which an article matters.
    pub before: HashSet<&'static str>,
    /// Beginnings of words that are words too: `in direkt` is not `indirekt`.
    pub prefixes: HashSet<&'static str>,
    /// Words after which what is spelled as an article is a pronoun: `eu a vejo`.
    pub subjects: HashSet<&'static str>,
    /// Words that are told from others by what is a spelling elsewhere.
    pub apart: HashSet<&'static str>,
    /// Letters that are another word without full stops after each: `т.е.`
    pub stops: HashSet<&'static str>,
    /// Words for a minus.
    pub minus: HashSet<&'static str>,
    /// Articles that count as one, of which either may stand for the other: `a`, `an`.
    pub indefinite: HashSet<&'static str>,
    /// Words that end others, and are words too: `use less` is not `useless`.
    pub suffixes: HashSet<&'static str>,
    /// Words that are other ones without their hyphen: `re-sign`.
    pub hyphens: HashSet<&'static str>,
    /// The first words of answers that are made of hesitations: `uh huh`.
    pub first: HashSet<&'static str>,
    /// The second words of these.
    pub second: HashSet<&'static str>,
    /// Words at which a text that was cut off may end.
    pub endings: HashSet<&'static str>,
}

impl Lists {
    /// Add the lists of another language.
    pub fn extend(&mut self, other: Lists) {
        self.negations.extend(other.negations);
        self.answers.extend(other.answers);
        self.clauses.extend(other.clauses);
        self.numbers.extend(other.numbers);
        self.denied.extend(other.denied);
        self.labels.extend(other.labels);
        self.singles.extend(other.singles);
        self.twice.extend(other.twice);
        self.again.extend(other.again);
        self.within.extend(other.within);
        self.opens.extend(other.opens);
        self.closes.extend(other.closes);
        self.articles.extend(other.articles);
        self.joined.extend(other.joined);
        self.before.extend(other.before);
        self.endings.extend(other.endings);
        self.prefixes.extend(other.prefixes);
        self.subjects.extend(other.subjects);
        self.apart.extend(other.apart);
        self.stops.extend(other.stops);
        self.minus.extend(other.minus);
        self.suffixes.extend(other.suffixes);
        self.hyphens.extend(other.hyphens);
        self.indefinite.extend(other.indefinite);
        self.first.extend(other.first);
        self.second.extend(other.second);
    }

    /// Whether letters of `plain` deny, as in 不是 and రాలేదు.
    pub fn deny(&self, plain: &str) -> bool {
        !plain.is_ascii()
            && (self.within.iter().any(|part| plain.contains(part))
                || self.opens.iter().any(|part| plain.starts_with(part))
                || self.closes.iter().any(|part| plain.ends_with(part)))
    }

    /// Whether `plain` occurs twice where that says more than once.
    pub fn doubles(&self, plain: &str) -> bool {
        let other = || {
            plain
                .chars()
                .any(|point| point.is_alphabetic() && point > '\u{24F}')
        };
        self.twice.contains(plain)
            || !self.again.is_empty() && other() && !self.again.contains(plain)
    }

    /// The lists of `language`, a code as `en` or `en-IN`.
    pub fn of(language: &str) -> Lists {
        let mut lists = Lists::default();
        for (kind, words) in guards(language) {
            let list = match kind.as_str() {
                "negation" => &mut lists.negations,
                "answer" => &mut lists.answers,
                "clause" => &mut lists.clauses,
                "number" => &mut lists.numbers,
                "denied" => &mut lists.denied,
                "label" => &mut lists.labels,
                "single" => &mut lists.singles,
                "twice" => &mut lists.twice,
                "again" => &mut lists.again,
                "within" => &mut lists.within,
                "opens" => &mut lists.opens,
                "closes" => &mut lists.closes,
                "article" => &mut lists.articles,
                "joined" => &mut lists.joined,
                "before" => &mut lists.before,
                "prefix" => &mut lists.prefixes,
                "subject" => &mut lists.subjects,
                "apart" => &mut lists.apart,
                "stops" => &mut lists.stops,
                "opposite" => &mut lists.minus,
                "ending" => &mut lists.endings,
                "suffix" => &mut lists.suffixes,
                "hyphen" => &mut lists.hyphens,
                "indefinite" => &mut lists.indefinite,
                "answer-first" => &mut lists.first,
                "answer-second" => &mut lists.second,
                _ => continue,
            };
            list.extend(words.iter().map(String::as_str));
        }
        lists
    }
}

/// The rows of guards of a language: a kind, and words.
pub fn guards(language: &str) -> &'static [(String, Vec<String>)] {
    let plain = language.split('-').next().unwrap_or("");
    let pack = library::pack(language).or_else(|_| library::pack(plain));
    pack.map_or(&[], |pack| &pack.guards)
}
