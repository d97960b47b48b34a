//! `spacing`: words that are split or joined, letter for letter the same.

use super::settings::Settings;
use super::window::{Side, MOST_WORDS};
use super::words::{negations, Vocabulary, ENTITY, NUMBER};

/// Where the spans that begin at `i` and `j` end, if they are the same letters with other spaces.
pub fn ends(
    sides: &[&Side; 2],
    i: usize,
    j: usize,
    parted: &[Vec<bool>; 2],
    vocabulary: &Vocabulary,
    settings: &Settings,
) -> Option<(usize, usize)> {
    let letters = |side: usize, at: usize| -> &str {
        &vocabulary
            .info(sides[side].words[sides[side].from + at])
            .letters
    };
    let lengths = sides.map(Side::len);
    let mut ends = [i, j];
    let mut rest = ["", ""];
    let mut last = ' ';
    loop {
        for side in 0..2 {
            if !rest[side].is_empty() {
                continue;
            }
            // A space stands for an apostrophe: "j ai", "j'ai".
            let after = rest[1 - side]
                .strip_prefix('\'')
                .filter(|_| ends[side] > [i, j][side]);
            rest[1 - side] = after.unwrap_or(rest[1 - side]);
            if ends[side] == lengths[side] || ends[side] - [i, j][side] == MOST_WORDS {
                return None;
            }
            rest[side] = letters(side, ends[side]);
            ends[side] += 1;
            // A space between two digits parts numbers.
            let inside = ends[side] - [i, j][side] > 1;
            if inside && parted[side][ends[side] - 2] {
                return None;
            }
            if inside && last.is_numeric() && rest[side].starts_with(char::is_numeric) {
                return None;
            }
            if rest[side].is_empty() && !inside {
                return None;
            }
        }
        let shared = rest[0].len().min(rest[1].len());
        if rest[0].as_bytes()[..shared] != rest[1].as_bytes()[..shared] {
            return None;
        }
        if shared > 0 {
            last = rest[0][..shared].chars().next_back()?;
        }
        rest = rest.map(|rest| &rest[shared..]);
        if rest[0].is_empty() && rest[1].is_empty() {
            break;
        }
    }
    if is_cut_alike(&[0, 1].map(|side| {
        let words = sides[side].span([i, j][side], ends[side]).iter();
        words
            .map(|&word| vocabulary.name(vocabulary.info(word).plain))
            .collect()
    })) {
        return Some((ends[0], ends[1]));
    }
    let same = |side: usize| {
        let words = sides[side].span([i, j][side], ends[side]);
        words.iter().flat_map(|&word| {
            let plain = vocabulary.name(vocabulary.info(word).plain);
            negations(plain, settings).filter(|word| !is_parted_freely(word))
        })
    };
    let spans = [0, 1].map(|side| {
        let words = sides[side].span([i, j][side], ends[side]);
        begins(words, vocabulary)
    });
    // Numbers in words and names are joined to nothing else, but to other numbers.
    let held = |side: usize| {
        let words = sides[side].span([i, j][side], ends[side]).iter();
        let infos = words.map(|&word| vocabulary.info(word));
        let held = infos.filter(|info| {
            let digit = || info.letters.contains(char::is_numeric);
            info.flags & ENTITY != 0 || info.flags & NUMBER != 0 && !digit()
        });
        held.map(|info| info.plain).collect::<Vec<u32>>()
    };
    let numbers = |side: usize| {
        let mut words = sides[side].span([i, j][side], ends[side]).iter();
        words.all(|&word| vocabulary.info(word).flags & NUMBER != 0)
    };
    // A hyphen for a space changes nothing: "no-one", "no one".
    let pieces = |side: usize| {
        let words = sides[side].span([i, j][side], ends[side]).iter();
        let plain = words.map(|&word| vocabulary.name(vocabulary.info(word).plain));
        plain.flat_map(|word| word.split(['-', '–', '—']))
    };
    let guarded = settings.guard
        && !pieces(0).eq(pieces(1))
        && held(0) != held(1)
        && !(numbers(0) && numbers(1));
    if guarded || !keeps_beginnings(&spans, settings) {
        return None;
    }
    let kept = same(0).eq(same(1)) && keeps_words(&spans, settings);
    kept.then_some((ends[0], ends[1]))
}

/// Whether words are the same once cut at apostrophes, of which one side has more: *don't*, *don t*.
fn is_cut_alike(spans: &[Vec<&str>; 2]) -> bool {
    let pieces = |side: usize| spans[side].iter().flat_map(|word| word.split('\''));
    spans[0] != spans[1] && pieces(0).eq(pieces(1))
}

/// Whether a denial says the same joined to its neighbours as by itself: 不 是 and 不是, రా లేదు and రాలేదు.
fn is_parted_freely(word: &str) -> bool {
    let point = word.chars().next();
    point.is_some_and(|point| matches!(point, '\u{C00}'..='\u{C7F}' | '\u{3400}'..='\u{9FFF}'))
}

/// Each word, and how many letters are before it.
fn begins<'a>(words: &'a [u32], vocabulary: &'a Vocabulary) -> Vec<(usize, &'a str)> {
    let mut before = 0;
    let each = words.iter().map(|&word| {
        let info = vocabulary.info(word);
        let at = before;
        before += info.letters.len();
        (at, vocabulary.name(info.plain))
    });
    each.collect()
}

/// Whether no word that may begin another one does so on the other side: *in direkt*, *indirekt*.
fn keeps_beginnings(spans: &[Vec<(usize, &str)>; 2], settings: &Settings) -> bool {
    [[0, 1], [1, 0]].iter().all(|&[one, other]| {
        spans[one].iter().all(|&(at, word)| {
            let longer = |(from, long): &(usize, &str)| {
                *from == at && long.len() > word.len() && long.starts_with(word)
            };
            !settings.lists.prefixes.contains(word) || !spans[other].iter().any(longer)
        })
    })
}

/// Whether no article begins another word on the other side (*the rapist*, *therapist*; *a nice*,
/// *an ice*), no word that ends others does (*use less*, *useless*), and no hyphen that tells two words
/// is lost (*re-sign*, *resign*).
///
/// An *a* that is joined is left alone: *a while* and *awhile* are one.
fn keeps_words(spans: &[Vec<(usize, &str)>; 2], settings: &Settings) -> bool {
    let lists = &settings.lists;
    [[0, 1], [1, 0]].iter().all(|&[one, other]| {
        spans[one].iter().enumerate().all(|(place, &(at, word))| {
            let opposite = || spans[other].iter().find(|(from, _)| *from == at);
            if lists.indefinite.contains(word) {
                opposite().is_none_or(|(_, one)| *one == word || !lists.indefinite.contains(one))
            } else if lists.articles.contains(word) {
                opposite().is_none_or(|(_, long)| !lists.joined.contains(long))
            } else if lists.suffixes.contains(word) {
                place == 0 || opposite().is_some()
            } else {
                let joined = || word.replace('-', "");
                !lists.hyphens.contains(word)
                    || opposite().is_none_or(|(_, long)| *long != joined())
            }
        })
    })
}
