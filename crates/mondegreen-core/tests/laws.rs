//! The fast paths against plain ones, and the laws that every alignment keeps.

use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use mondegreen_core::aligner::{is_space, tokens};
use mondegreen_core::graphemes::decode;
use mondegreen_core::hits::Walk;
use mondegreen_core::long::{Long, Space};
use mondegreen_core::rapidfuzz;
use mondegreen_core::sclite;
use mondegreen_core::short::{Short, ROWS};
use mondegreen_core::tokens::{Interner, Pieces, Points};
use mondegreen_core::weighted::{self, Weights};
use mondegreen_core::words::{self, Separator, Word};
use mondegreen_core::{Aligner, Counts, Op, Rule, Unit};
use proptest::collection::vec;
use proptest::prelude::*;

const WHITE_SPACE: Unit = Unit::Word(Separator::WhiteSpace);
const ASCII_SPACE: Unit = Unit::Word(Separator::AsciiSpace);
const RULES: [Rule; 6] = [
    Rule::MostHits,
    Rule::RapidFuzz,
    Rule::Weighted(Weights {
        substitution: 4,
        deletion: 3,
        insertion: 3,
    }),
    Rule::Weighted(Weights {
        substitution: 5,
        deletion: 1,
        insertion: 2,
    }),
    Rule::Sclite(NIST),
    Rule::Sclite(Weights {
        substitution: 2,
        deletion: 1,
        insertion: 3,
    }),
];
const NIST: Weights = Weights {
    substitution: 4,
    deletion: 3,
    insertion: 3,
};

fn aligner(rule: Rule) -> Aligner {
    Aligner::new(rule, Arc::default())
}

fn counts(rule: Rule, reference: &[u32], hypothesis: &[u32]) -> Counts {
    aligner(rule).pair_counts(&Points::new(reference, hypothesis))
}

fn steps(rule: Rule, reference: &[u32], hypothesis: &[u32]) -> Vec<Op> {
    aligner(rule)
        .pair_ops(&Points::new(reference, hypothesis))
        .to_vec()
}

fn errors(counts: Counts) -> u64 {
    counts.substitutions + counts.deletions + counts.insertions
}

/// Fewest errors and, among those, most hits: the textbook table.
fn plain(reference: &[u32], hypothesis: &[u32]) -> (u64, u64) {
    let add = |cell: (u64, i64), errors, hits| (cell.0 + errors, cell.1 - hits);
    let mut above: Vec<(u64, i64)> = (0..=hypothesis.len() as u64)
        .map(|cost| (cost, 0))
        .collect();
    for token in reference {
        let mut row = vec![add(above[0], 1, 0)];
        for (column, other) in hypothesis.iter().enumerate() {
            let same = token == other;
            let diagonal = add(above[column], !same as u64, same as i64);
            row.push(
                diagonal
                    .min(add(above[column + 1], 1, 0))
                    .min(add(row[column], 1, 0)),
            );
        }
        above = row;
    }
    let (errors, hits) = above[hypothesis.len()];
    (errors, -hits as u64)
}

/// The steps lead from the beginning to the end of both texts, and say what is there.
fn check(reference: &[u32], hypothesis: &[u32], steps: &[Op]) {
    let (mut row, mut column) = (0, 0);
    for &step in steps {
        if matches!(step, Op::Equal | Op::Substitute) {
            assert_eq!(reference[row] == hypothesis[column], step == Op::Equal);
        }
        row += (step != Op::Insert) as usize;
        column += (step != Op::Delete) as usize;
    }
    assert_eq!((row, column), (reference.len(), hypothesis.len()));
}

/// Errors, hits and steps by `Short`.
fn by_short(reference: &[u32], hypothesis: &[u32]) -> (u64, u64, Vec<Op>) {
    let mut short = Short::default();
    let mut found = Vec::new();
    short.begin(reference.len());
    let errors = short.fill(hypothesis.iter().map(|token| {
        reference.iter().enumerate().fold(0, |mask, (row, other)| {
            mask | ((token == other) as u64) << row
        })
    }));
    short.ops(&mut Walk::default(), &mut found);
    (errors, short.hits(), found)
}

/// Errors, hits and steps by `Long`, which must give the same without steps.
fn by_long(reference: &[u32], hypothesis: &[u32]) -> (u64, u64, Vec<Op>) {
    let ids = 1 + *reference.iter().chain(hypothesis).max().expect("not empty") as usize;
    let (mut space, stop) = (Space::default(), AtomicBool::new(false));
    let mut found = Vec::new();
    let mut walk = Walk::default();
    let mut long = Long::new(reference, hypothesis, ids, &mut space, &stop);
    let best = long.best(&mut walk, Some(&mut found));
    assert_eq!(
        best,
        Long::new(reference, hypothesis, ids, &mut space, &stop).best(&mut walk, None)
    );
    (best.0, best.1, found)
}

/// Two texts of 1 to `rows` and 1 to `columns` tokens of few or many kinds; half of the time the
/// second is the first with some stretches changed.
fn sides(rows: usize, columns: usize) -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let kinds = prop_oneof![Just(1u32), Just(2), Just(3), Just(8), Just(100)];
    kinds.prop_flat_map(move |kinds| {
        let text = |longest| vec(0..kinds, 1..=longest);
        let change = (
            any::<prop::sample::Index>(),
            0..20usize,
            vec(0..kinds, 0..20),
        );
        let alike = (text(rows), vec(change, 0..4)).prop_map(move |(text, changes)| {
            let mut other = text.clone();
            for (at, length, instead) in changes {
                let start = at.index(other.len() + 1);
                let end = other.len().min(start + length);
                other.splice(start..end, instead);
            }
            other.truncate(columns);
            if other.is_empty() {
                other.push(0);
            }
            (text, other)
        });
        // Insertions alone: the first and the last token are in no way those of the other text.
        let longer = (text(rows), vec(any::<prop::sample::Index>(), 0..30)).prop_map(
            move |(text, places)| {
                let mut other = text.clone();
                for place in places {
                    other.insert(place.index(other.len() + 1), kinds);
                }
                other.truncate(columns.max(3) - 2);
                other.insert(0, kinds);
                other.push(kinds);
                (text, other)
            },
        );
        let shorter = (text(columns), any::<u64>()).prop_map(move |(text, seed)| {
            let kept = |at: &usize| (seed >> (at % 61)) & 1 == 1;
            let mut other: Vec<u32> = (0..text.len()).filter(kept).map(|at| text[at]).collect();
            other.truncate(columns);
            other.push(kinds);
            let mut text = text;
            text.truncate(rows.max(2) - 1);
            (text, other)
        });
        prop_oneof![(text(rows), text(columns)), alike, longer, shorter]
    })
}

/// The words of a text, by the rule alone: no bytes, no classes.
fn plain_words(text: &str, separator: Separator) -> Vec<&str> {
    let space = |c: char| match separator {
        Separator::AsciiSpace => c == ' ',
        Separator::WhiteSpace => c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c),
    };
    text.split(space).filter(|word| !word.is_empty()).collect()
}

/// Texts of words that are much alike, between white space of every kind.
fn odd_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "b", "ab", "é", "è", "€", "日", "本", "👩", "\u{301}", "abcdefg", "abcdefgh",
        "abcdefgi", "\u{200b}", "\u{b5}", "\u{feff}", "\u{2010}", "\u{3001}", "\u{1681}", "\0",
        " ", " ", " ", " ", "  ", "\t", "\n", "\r\n", "\u{1c}", "\u{1f}", "\u{85}", "\u{a0}",
        "\u{1680}", "\u{2000}", "\u{200a}", "\u{2028}", "\u{2029}", "\u{202f}", "\u{205f}",
        "\u{3000}",
    ]);
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// A text and what became of it when a piece was cut out and another put in.
fn odd_pair() -> impl Strategy<Value = (String, String)> {
    let edited = (
        odd_text(),
        any::<[prop::sample::Index; 2]>(),
        "[ab \t\u{a0}\u{3000}é]{0,3}",
    )
        .prop_map(|(text, places, instead)| {
            let mut places = places.map(|place| place.index(text.chars().count() + 1));
            places.sort_unstable();
            let head = text.chars().take(places[0]);
            let other = head
                .chain(instead.chars())
                .chain(text.chars().skip(places[1]))
                .collect();
            (text, other)
        });
    prop_oneof![edited, (odd_text(), odd_text())]
}

/// Numbers for the words of two texts, equal for equal words.
fn number(reference: &[&str], hypothesis: &[&str]) -> [Vec<u32>; 2] {
    let mut known: Vec<String> = Vec::new();
    [reference, hypothesis].map(|side| {
        side.iter()
            .map(|word| {
                let at = known
                    .iter()
                    .position(|other| other == word)
                    .unwrap_or_else(|| {
                        known.push(word.to_string());
                        known.len() - 1
                    });
                at as u32
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn short_and_long_agree((reference, hypothesis) in sides(ROWS, 150)) {
        let short = by_short(&reference, &hypothesis);
        prop_assert_eq!((short.0, short.1), plain(&reference, &hypothesis));
        check(&reference, &hypothesis, &short.2);
        let found = Counts::of(&short.2);
        prop_assert_eq!((errors(found), found.hits), (short.0, short.1));
        prop_assert_eq!(by_long(&reference, &hypothesis), short);
    }

    #[test]
    fn both_ways_around_agree((reference, hypothesis) in sides(ROWS, ROWS)) {
        let there = counts(Rule::MostHits, &reference, &hypothesis);
        let back = counts(Rule::MostHits, &hypothesis, &reference);
        prop_assert_eq!(there.hits, back.hits);
        prop_assert_eq!(there.substitutions, back.substitutions);
        prop_assert_eq!(there.deletions, back.insertions);
    }

    #[test]
    fn equal_weights_are_most_hits((reference, hypothesis) in sides(40, 40), weight in 1..9u32) {
        let weights = Weights { substitution: weight, deletion: weight, insertion: weight };
        let expected = counts(Rule::MostHits, &reference, &hypothesis);
        prop_assert_eq!(counts(Rule::Weighted(weights), &reference, &hypothesis), expected);
        prop_assert_eq!(
            steps(Rule::Weighted(weights), &reference, &hypothesis),
            steps(Rule::MostHits, &reference, &hypothesis)
        );
    }

    #[test]
    fn sclite_takes_the_steps_of_its_table(
        (reference, hypothesis) in sides(60, 60),
        [substitution, deletion, insertion] in [1..6u32, 1..6u32, 1..6u32],
    ) {
        let weights = Weights { substitution, deletion, insertion };
        let rule = Rule::Sclite(weights);
        let expected = as_sclite(&reference, &hypothesis, weights);
        prop_assert_eq!(&steps(rule, &reference, &hypothesis), &expected);
        prop_assert_eq!(counts(rule, &reference, &hypothesis), Counts::of(&expected));
        prop_assert!(sclite::fits(weights, reference.len(), hypothesis.len()));
    }

    #[test]
    fn steps_have_the_counts((reference, hypothesis) in sides(100, 100)) {
        for rule in RULES {
            let found = steps(rule, &reference, &hypothesis);
            check(&reference, &hypothesis, &found);
            prop_assert_eq!(Counts::of(&found), counts(rule, &reference, &hypothesis));
        }
    }

    #[test]
    fn every_rule_has_fewest_errors((reference, hypothesis) in sides(90, 90)) {
        let (fewest, hits) = plain(&reference, &hypothesis);
        for rule in RULES {
            let found = counts(rule, &reference, &hypothesis);
            match rule {
                Rule::MostHits => prop_assert_eq!((errors(found), found.hits), (fewest, hits)),
                Rule::RapidFuzz => {
                    prop_assert_eq!(errors(found), fewest);
                    prop_assert!(found.hits <= hits);
                }
                Rule::Weighted(_) | Rule::Sclite(_) => prop_assert!(errors(found) >= fewest),
            }
        }
    }

    #[test]
    fn an_aligner_forgets_the_pair_before(pairs in vec(sides(80, 80), 1..6)) {
        for rule in RULES {
            let mut used = aligner(rule);
            for (reference, hypothesis) in &pairs {
                let pair = Points::new(reference, hypothesis);
                prop_assert_eq!(used.pair_counts(&pair), counts(rule, reference, hypothesis));
                prop_assert_eq!(used.pair_ops(&pair), &steps(rule, reference, hypothesis)[..]);
            }
        }
    }

    #[test]
    fn words_are_those_of_the_rule(text in odd_text()) {
        for separator in [Separator::WhiteSpace, Separator::AsciiSpace] {
            let expected = plain_words(&text, separator);
            let mut found = Vec::new();
            words::split(text.as_bytes(), 0, text.len(), separator, &mut found);
            prop_assert_eq!(words::count(text.as_bytes(), separator), expected.len());
            let found: Vec<&[u8]> = found.iter().map(|word| word.bytes(text.as_bytes())).collect();
            prop_assert_eq!(found, expected.iter().map(|word| word.as_bytes()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn texts_count_as_their_words((reference, hypothesis) in odd_pair()) {
        for (unit, separator) in [
            (WHITE_SPACE, Separator::WhiteSpace),
            (ASCII_SPACE, Separator::AsciiSpace),
        ] {
            let sides = number(
                &plain_words(&reference, separator),
                &plain_words(&hypothesis, separator),
            );
            for rule in RULES {
                let expected = counts(rule, &sides[0], &sides[1]);
                let mut aligner = aligner(rule);
                let found = aligner.counts(reference.as_bytes(), hypothesis.as_bytes(), unit);
                prop_assert_eq!(found, expected, "{:?}", rule);
                let found = aligner.ops(reference.as_bytes(), hypothesis.as_bytes(), unit);
                prop_assert_eq!(found, &steps(rule, &sides[0], &sides[1])[..], "{:?}", rule);
            }
        }
    }

    #[test]
    fn characters_are_code_points((reference, hypothesis) in odd_pair(), spaces: bool) {
        let points = [&reference, &hypothesis].map(|text| {
            let points = text.chars().map(u32::from);
            points.filter(|&point| spaces || !is_space(point)).collect::<Vec<u32>>()
        });
        let texts = [reference.as_bytes(), hypothesis.as_bytes()];
        let unit = Unit::Character { spaces };
        for rule in RULES {
            prop_assert_eq!(
                aligner(rule).counts(texts[0], texts[1], unit),
                counts(rule, &points[0], &points[1])
            );
        }
        let mut found = Vec::new();
        tokens(texts[0], unit, &mut found);
        let found: Vec<u32> = found.iter().map(|word| decode(texts[0], word.start as usize).0).collect();
        prop_assert_eq!(&found, &points[0]);
    }

    #[test]
    fn equal_keys_of_different_words_are_told_apart((reference, hypothesis) in sides(90, 90)) {
        // Words of nine bytes, all of which get the same key, as if their hashes had met.
        let write = |side: &[u32]| {
            let mut text = Vec::new();
            let words: Vec<Word> = side
                .iter()
                .map(|token| {
                    let start = text.len() as u32;
                    text.extend_from_slice(format!("{token:09}").as_bytes());
                    Word { start, end: text.len() as u32, key: 1 << 63 }
                })
                .collect();
            (text, words)
        };
        let (reference_text, reference_words) = write(&reference);
        let (hypothesis_text, hypothesis_words) = write(&hypothesis);
        let pair = Pieces {
            reference: &reference_text,
            reference_words: &reference_words,
            hypothesis: &hypothesis_text,
            hypothesis_words: &hypothesis_words,
        };
        for rule in RULES {
            let mut aligner = aligner(rule);
            prop_assert_eq!(aligner.pair_counts(&pair), counts(rule, &reference, &hypothesis));
            prop_assert_eq!(aligner.pair_ops(&pair), &steps(rule, &reference, &hypothesis)[..]);
        }
    }

    #[test]
    fn ids_are_equal_for_equal_tokens(tokens in vec(0..50u64, 0..300)) {
        let mut interner = Interner::default();
        interner.begin(tokens.len());
        // Keys that share their low bits: the table must walk on.
        let ids: Vec<u32> = tokens.iter().map(|&t| interner.intern(t << 40, |_, _| true)).collect();
        let mut distinct: Vec<u64> = Vec::new();
        for (token, id) in tokens.iter().zip(ids) {
            if !distinct.contains(token) {
                distinct.push(*token);
            }
            prop_assert_eq!(distinct.iter().position(|other| other == token), Some(id as usize));
        }
        prop_assert_eq!(interner.len(), distinct.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn long_texts_have_most_hits((reference, hypothesis) in sides(700, 700)) {
        let (errors, hits, found) = by_long(&reference, &hypothesis);
        check(&reference, &hypothesis, &found);
        prop_assert_eq!((errors, hits), plain(&reference, &hypothesis));
        prop_assert_eq!(Counts::of(&found).hits, hits);
    }

    #[test]
    fn the_upper_bound_is_one((reference, hypothesis) in sides(700, 700)) {
        let (mut space, stop) = (Space::default(), AtomicBool::new(false));
        let bound = Long::new(&reference, &hypothesis, 101, &mut space, &stop).upper_bound();
        prop_assert!(bound >= plain(&reference, &hypothesis).0 as i64);
        prop_assert!(bound <= reference.len().max(hypothesis.len()) as i64);
    }

    #[test]
    fn costs_after_some_columns_are_exact(
        (reference, hypothesis) in sides(200, 200),
        at in any::<prop::sample::Index>(),
        tight: bool,
    ) {
        let columns = at.index(hypothesis.len() + 1);
        let (mut space, stop) = (Space::default(), AtomicBool::new(false));
        let mut long = Long::new(&reference, &hypothesis, 101, &mut space, &stop);
        let bound = if tight {
            plain(&reference, &hypothesis).0 as i64
        } else {
            reference.len().max(hypothesis.len()) as i64
        };
        let (first, costs) = long.costs_after(columns, bound);
        let mut least = i64::MAX;
        for (at, &cost) in costs.iter().enumerate() {
            let row = first + at;
            let exact = plain(&reference[..row], &hypothesis[..columns]).0 as i64;
            let rest = plain(&reference[row..], &hypothesis[columns..]).0 as i64;
            // Cells that no alignment within the bound can pass may cost more than they should.
            prop_assert!(cost >= exact);
            if exact + rest <= bound {
                prop_assert_eq!(cost, exact);
            }
            least = least.min(cost + rest);
        }
        prop_assert_eq!(least, plain(&reference, &hypothesis).0 as i64);
    }
}

#[test]
fn a_stopped_aligner_ends() {
    let texts = [vec![0u32; 5000], (0..5000).collect::<Vec<u32>>()];
    for rule in RULES {
        let stop = Arc::new(AtomicBool::new(true));
        let mut aligner = Aligner::new(rule, stop);
        let pair = Points::new(&texts[0], &texts[1]);
        aligner.pair_counts(&pair);
        aligner.pair_ops(&pair);
    }
    let mut ops = Vec::new();
    rapidfuzz::ops(
        &texts[0],
        &texts[1],
        5000,
        &mut Space::default(),
        &AtomicBool::new(true),
        &mut ops,
    );
}

/// The table that sclite fills, walked back from its end.
fn as_sclite(reference: &[u32], hypothesis: &[u32], weights: Weights) -> Vec<Op> {
    let (rows, columns) = (reference.len(), hypothesis.len());
    let Weights {
        substitution,
        deletion,
        insertion,
    } = weights;
    let mut table = vec![vec![(0u32, Op::Equal); columns + 1]; rows + 1];
    for row in 0..=rows {
        for column in 0..=columns {
            let mut ways = Vec::new();
            if row > 0 && column > 0 {
                let cost = table[row - 1][column - 1].0;
                let same = reference[row - 1] == hypothesis[column - 1];
                let step = if same { Op::Equal } else { Op::Substitute };
                ways.push((cost + if same { 0 } else { substitution }, step));
            }
            if column > 0 {
                ways.push((table[row][column - 1].0 + insertion, Op::Insert));
            }
            if row > 0 {
                ways.push((table[row - 1][column].0 + deletion, Op::Delete));
            }
            if let Some(&way) = ways.iter().min_by_key(|way| way.0) {
                table[row][column] = way; // the first of equally cheap ones
            }
        }
    }
    let (mut row, mut column) = (rows, columns);
    let mut steps = Vec::new();
    while row > 0 || column > 0 {
        let step = table[row][column].1;
        steps.push(step);
        row -= (step != Op::Insert) as usize;
        column -= (step != Op::Delete) as usize;
    }
    steps.reverse();
    steps
}

#[test]
fn a_long_text_is_walked_back_in_stretches() {
    // 1,500 by 1,500 cells are more steps than are kept at once.
    let mut state = 1u32;
    let mut text = |length: usize, letters: u32| -> Vec<u32> {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % letters
        };
        (0..length).map(|_| next()).collect()
    };
    for (rows, columns, letters) in [(1500, 1500, 2), (3000, 900, 4), (300, 4000, 3)] {
        let (reference, hypothesis) = (text(rows, letters), text(columns, letters));
        let expected = as_sclite(&reference, &hypothesis, NIST);
        assert_eq!(steps(Rule::Sclite(NIST), &reference, &hypothesis), expected);
        let found = counts(Rule::Sclite(NIST), &reference, &hypothesis);
        assert_eq!(found, Counts::of(&expected));
    }
}

#[test]
fn weights_that_do_not_fit_are_known_beforehand() {
    let weights = |weight| Weights {
        substitution: weight,
        deletion: weight,
        insertion: weight,
    };
    assert!(weighted::fits(weights(4), 500_000, 500_000));
    assert!(weighted::fits(weights(u32::MAX), 500, 500));
    assert!(!weighted::fits(weights(u32::MAX), 100_000, 100_000));
    // The nearest sizes that fit are aligned without overflow.
    let longest = (1..3000)
        .rev()
        .find(|&n| weighted::fits(weights(u32::MAX), n, n))
        .expect("one fits");
    let texts = [vec![0u32; longest], vec![1u32; longest]];
    let found = weighted::counts(
        &texts[0],
        &texts[1],
        weights(u32::MAX),
        &AtomicBool::new(false),
    );
    assert_eq!(found.substitutions, longest as u64);
}
