//! What normalizers of English have of their own: Whisper's, and those of the Open ASR Leaderboard,
//! which began as Whisper's and has other words on other days.

use std::sync::OnceLock;

use super::number_words::Words;
use super::spelling::PAIRS;

/// The table of the leaderboard; its head says what the columns are.
const LEADERBOARD: &str = include_str!("leaderboard.en.tsv");

/// The versions of the leaderboard's normalizer: days, ascending.
const DAYS: [&str; 4] = ["20260323", "20260422", "20260611", "20260821"];

/// Since this day letters in a row are joined.
const JOINS: &str = "20260422";

/// Which normalizer of English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// Whisper's.
    Whisper,
    /// The leaderboard's, by its place among the days.
    Leaderboard(u8),
}

impl Edition {
    /// The leaderboard's of a day, if it is known.
    pub fn of_day(day: &str) -> Option<Edition> {
        let place = DAYS.iter().position(|&known| known == day)?;
        Some(Edition::Leaderboard(place as u8))
    }
}

/// Letters in a row, as those of *b b c*.
pub struct Letters {
    /// Those that are words of their own.
    pub alone: Vec<&'static [u8]>,
}

/// What one of them has of its own.
pub struct English {
    /// The words of numbers, and how words are spelled.
    pub words: Words,
    /// Fillers in addition to Whisper's.
    fillers: Vec<&'static [u8]>,
    /// The words after which `'s` is "is"; empty for any.
    is: Vec<&'static [u8]>,
    /// Two words, and the one that they are.
    pub compounds: Vec<[&'static [u8]; 3]>,
    /// What becomes of letters in a row; `None` where they stay apart.
    pub letters: Option<Letters>,
}

impl English {
    /// The tables of an edition, which are built on first use.
    pub fn of(edition: Edition) -> &'static English {
        static TABLES: [OnceLock<English>; DAYS.len() + 1] =
            [const { OnceLock::new() }; DAYS.len() + 1];
        match edition {
            Edition::Whisper => TABLES[DAYS.len()].get_or_init(English::whisper),
            Edition::Leaderboard(place) => {
                TABLES[place as usize].get_or_init(|| English::leaderboard(DAYS[place as usize]))
            }
        }
    }

    fn whisper() -> English {
        English {
            words: Words::new(pairs()),
            fillers: Vec::new(),
            is: Vec::new(),
            compounds: Vec::new(),
            letters: None,
        }
    }

    fn leaderboard(day: &str) -> English {
        let rows: Vec<[&'static str; 3]> = LEADERBOARD
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| row(line, day))
            .collect();
        let of = |kind: &'static str| rows.iter().filter(move |row| row[0] == kind);
        let words = |kind: &'static str| of(kind).map(|row| row[1].as_bytes()).collect();
        let mut tables = English::whisper();
        for [_, word, spelling] in of("spelling") {
            tables.words.spell(word, spelling);
        }
        for [_, word, spelling] in of("name") {
            tables.words.respell(word, spelling);
        }
        tables.fillers = words("filler");
        tables.is = words("is");
        tables.compounds = of("compound")
            .filter_map(|&[_, two, one]| {
                let (first, second) = two.split_once(' ')?;
                Some([first, second, one].map(str::as_bytes))
            })
            .collect();
        tables.letters = (day >= JOINS).then(|| Letters {
            alone: words("alone"),
        });
        tables
    }

    /// Whether a run is a filler in addition to Whisper's.
    #[inline]
    pub fn is_filler(&self, run: &[u8]) -> bool {
        self.fillers.contains(&run)
    }

    /// Whether `'s` is "is" after a run.
    pub fn is_after(&self, run: &[u8]) -> bool {
        self.is.is_empty() || self.is.contains(&run)
    }
}

fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAIRS.lines().filter_map(|line| line.split_once('\t'))
}

/// What a row of the table is, its word, and what that becomes, if the day has it.
fn row(line: &'static str, day: &str) -> Option<[&'static str; 3]> {
    let mut fields = line.split('\t');
    let mut next = || fields.next().expect("leaderboard.en.tsv: five columns");
    let (kind, first, last, word, becomes) = (next(), next(), next(), next(), next());
    (first <= day && (last == "-" || day <= last)).then_some([kind, word, becomes])
}
