//! Digits one by one: `five five one`, `nine one nine, double five oh four two`.

use super::cardinal::Gap;
use super::lexicon::{Part, Role};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text;
use crate::text::token::{Doc, BREAK};

/// Fewer digits in a row may be a count and something else.
const FEWEST: usize = 3;

/// How telephone and card numbers are parted by spaces.
const GROUPS: &[&[usize]] = &[
    &[3, 3, 4],
    &[1, 3, 3, 4],
    &[4, 4, 4, 4],
    &[3, 7],
    &[1, 3, 7],
];

/// As many digits are no number of anything.
const MOST: usize = 32;

/// How telephone numbers of China begin, and how spaces part them.
const CHINESE: &[(char, &[usize])] = &[
    ('1', &[3, 4, 4]),
    ('0', &[3, 4, 4]),
    ('0', &[3, 8]),
    ('0', &[4, 4, 4]),
    ('0', &[4, 7]),
    ('0', &[4, 8]),
    ('4', &[3, 3, 4]),
    ('8', &[3, 3, 4]),
];

impl Reader<'_> {
    /// The digit that the token at `at` stands for in a run that has begun or not.
    pub(super) fn single(&self, at: usize, begun: bool) -> Option<char> {
        let token = self.doc.tokens.get(at)?;
        let word = self.doc.text(token);
        if token.kind == text::Kind::Number {
            let bytes = word.as_bytes();
            return (bytes.len() == 1 && !self.has_ending(at)).then(|| bytes[0] as char);
        }
        let entry = self.entry(at);
        match entry.part {
            Part::Zero if !entry.ordinal => Some('0'),
            Part::Digit if !entry.ordinal => char::from_digit(entry.value, 10),
            _ if entry.role == Role::Oh && (begun || word == "oh") => Some('0'),
            _ => None,
        }
    }

    /// The digits of a run at `at`, and its end.
    pub(super) fn run(&self, at: usize) -> Option<(String, usize)> {
        let mut digits = String::new();
        let (from, mut at) = (at, at);
        let mut ends = Vec::new();
        loop {
            let entry = self.entry(at);
            if entry.role == Role::Repeat {
                let Some(digit) = self.single(at + 1, true) else {
                    break;
                };
                digits.extend(std::iter::repeat_n(digit, entry.weight as usize));
                at += 2;
            } else if let Some(digit) = self.single(at, !digits.is_empty()) {
                // Cries in a row are no zeros.
                if entry.role == Role::Oh
                    && at >= from + 2
                    && ends.len() == at - from
                    && digits.bytes().all(|byte| byte == b'0')
                {
                    return None;
                }
                digits.push(digit);
                at += 1;
            } else {
                break;
            }
            ends.push((digits.len(), at));
        }
        // The last digit may belong to what follows: "one two three hundred", "5 5 2 1/2".
        while let Some(&(length, end)) = ends.last() {
            let next = self.entry(end);
            let takes = matches!(next.part, Part::Hundred | Part::Scale)
                || matches!(next.role, Role::Denominator | Role::Half)
                || next.role == Role::Point && self.single(end + 1, true).is_some()
                || self.doc.word(end).contains('/')
                || self.entry(end - 1).role == Role::Oh && !self.is_last_zero(from, end);
            if !takes {
                digits.truncate(length);
                return (length >= FEWEST).then_some((digits, end));
            }
            ends.pop();
        }
        None
    }

    /// Whether the `oh` before `end` is a zero and no cry: "nine oh two one oh", and nothing more is said.
    fn is_last_zero(&self, from: usize, end: usize) -> bool {
        let again = (from..end - 1).any(|at| self.entry(at).role == Role::Oh);
        let closes = end >= self.doc.len() || self.is_parted(end);
        again && closes && !self.is_parted(end - 1)
    }

    /// Digits one by one.
    pub(super) fn digits(&self, at: usize) -> Option<Found> {
        let (digits, end) = self.run(at)?;
        let mut found = Found::new(Kind::Digits, at, end, digits.clone(), digits.clone());
        if let [hour, b'0', minute] = digits.as_bytes() {
            if *hour != b'0' && end == at + 3 {
                let time = format!("{}:0{}", *hour as char, *minute as char);
                found.alternatives.push((Kind::Time, time));
            }
        }
        if !digits.starts_with('0') {
            found.alternatives.push((Kind::Cardinal, digits));
        }
        Some(found)
    }
}

impl Reader<'_> {
    /// `null eins sieben sechs`, in languages but English: what begins with a zero is no count.
    pub(super) fn code(&self, at: usize) -> Option<Found> {
        if self.entry(at).part != Part::Zero {
            return None;
        }
        // Of digits one by one that begin before it, each is a number of its own.
        if at > 0 && matches!(self.entry(at - 1).part, Part::Zero | Part::Digit) {
            return None;
        }
        let mut digits = String::new();
        let mut end = at;
        loop {
            let entry = match end == at {
                true => self.entry(at),
                false => self.grammar().next(end),
            };
            match entry.part {
                Part::Zero | Part::Digit if !entry.ordinal => {
                    digits.extend(char::from_digit(entry.value, 10));
                    end += 1;
                }
                _ => break,
            }
        }
        let next = self.grammar().next(end);
        let pair = (self.lexicon).pair(self.doc.word(end), self.doc.word(end + 1));
        let unit = next.currency + next.minor + next.measure > 0
            || pair.is_some_and(|pair| pair.role == Role::Percent)
            || matches!(next.role, Role::Percent | Role::Per | Role::Clock);
        // "zéro quatre vingt" is 0 80, or 04 20.
        let twenties = self.lexicon.manner.twenties;
        let taken = matches!(next.part, Part::Hundred | Part::Scale)
            || next.role == Role::Point
            || twenties && digits.ends_with('4') && next.part == Part::Tens;
        // French telephone numbers are said in pairs.
        let fewest = if twenties { 2 } else { FEWEST };
        let sure = digits.len() >= fewest && !unit && !taken;
        sure.then(|| Found::new(Kind::Digits, at, end, digits.clone(), digits))
    }
}

impl Reader<'_> {
    /// `नौ आठ सात छह`, `5 5 double 5 1`, where so many digits in a row are a code or a telephone number;
    /// commas part its groups.
    pub(super) fn one_by_one(&self, at: usize) -> Option<Found> {
        let fewest = usize::from(self.lexicon.manner.one_by_one);
        let begins = fewest > 0
            && (self.single(at, true).is_some() || self.entry(at).role == Role::Repeat)
            && (at == 0 || self.ends_clause(at) || self.single(at - 1, true).is_none());
        begins.then_some(())?;
        let mut digits = String::new();
        let mut end = at;
        while digits.len() < MOST && (end == at || !self.ends_clause(end)) {
            let entry = self.entry(end);
            let repeat = entry.role == Role::Repeat && !self.ends_clause(end + 1);
            let times = if repeat { usize::from(entry.weight) } else { 1 };
            let from = end + usize::from(repeat);
            let Some(digit) = self.single(from, true) else {
                break;
            };
            digits.extend(std::iter::repeat_n(digit, times));
            end = from + 1;
        }
        let next = self.grammar().next(end);
        let pair = (self.lexicon).pair(self.doc.word(end), self.doc.word(end + 1));
        let unit = next.currency + next.minor + next.measure > 0
            || pair.is_some_and(|pair| pair.role == Role::Percent)
            || next.part != Part::None
            || !matches!(next.role, Role::None | Role::Oh | Role::Counted);
        let sign = (self.doc.tokens.get(end)).is_some_and(|token| token.kind == text::Kind::Sign);
        let sure = digits.len() >= fewest && digits.len() < MOST && !unit && !sign;
        sure.then(|| Found::new(Kind::Digits, at, end, digits.clone(), digits))
    }

    /// Whether more than a comma stands before the token at `at`.
    fn ends_clause(&self, at: usize) -> bool {
        self.atoms
            .get(at)
            .is_some_and(|atom| atom.gap == Gap::Break)
    }
}

/// Join numbers that stand side by side as the groups of one telephone number of China.
pub(super) fn join_chinese(found: &mut Vec<Found>, doc: &Doc) {
    let digits = |found: &Found| {
        let plain = found.text.bytes().all(|byte| byte.is_ascii_digit());
        plain && found.sure && matches!(found.kind, Kind::Cardinal | Kind::Digits)
    };
    let mut at = 0;
    while at + 1 < found.len() {
        let follows = |place: usize| {
            let one = found.get(place).filter(|one| digits(one));
            one.filter(|one| one.first == found[place - 1].last && !doc.has(one.first, BREAK))
        };
        let mut lengths = vec![found[at].text.len()];
        if digits(&found[at]) {
            lengths.extend(
                (at + 1..at + 3)
                    .map_while(follows)
                    .map(|one| one.text.len()),
            );
        }
        let fits = CHINESE.iter().find(|(first, group)| {
            found[at].text.starts_with(*first) && lengths.starts_with(group)
        });
        if let Some((_, group)) = fits {
            let (first, last) = (found[at].first, found[at + group.len() - 1].last);
            let all = &found[at..at + group.len()];
            let text: String = all.iter().map(|one| one.text.as_str()).collect();
            let joined = Found::new(Kind::Digits, first, last, text.clone(), text);
            found.splice(at..at + group.len(), [joined]);
        }
        at += 1;
    }
}

/// Join numbers that stand side by side as the groups of one telephone number.
pub(super) fn join_groups(found: &mut Vec<Found>) {
    let plain = |found: &Found| {
        matches!(found.kind, Kind::Cardinal | Kind::Digits | Kind::Year)
            && found.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut at = 0;
    while at < found.len() {
        let mut end = at;
        while end < found.len()
            && end < at + 5
            && plain(&found[end])
            && (end == at || found[end].first == found[end - 1].last)
        {
            end += 1;
        }
        let lengths: Vec<usize> = found[at..end].iter().map(|one| one.text.len()).collect();
        let fits = GROUPS
            .iter()
            .filter(|group| lengths.starts_with(group))
            .map(|group| group.len())
            .max();
        if let Some(count) = fits {
            let digits: String = found[at..at + count]
                .iter()
                .map(|one| one.text.as_str())
                .collect();
            let (first, last) = (found[at].first, found[at + count - 1].last);
            found.splice(
                at..at + count,
                [Found::new(
                    Kind::Digits,
                    first,
                    last,
                    digits.clone(),
                    digits,
                )],
            );
        }
        at += 1;
    }
}
