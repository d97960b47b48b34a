use super::*;
use crate::aligner::tokens;
use crate::words::Separator;
use crate::Unit;

fn counts(joins: bool, merges: bool, reference: &str, hypothesis: &str) -> [u64; 4] {
    let mut words = [Vec::new(), Vec::new()];
    for (text, words) in [reference, hypothesis].into_iter().zip(&mut words) {
        tokens(text.as_bytes(), Unit::Word(Separator::WhiteSpace), words);
    }
    let pair = Pieces {
        reference: reference.as_bytes(),
        reference_words: &words[0],
        hypothesis: hypothesis.as_bytes(),
        hypothesis_words: &words[1],
    };
    let mut counter = CompoundCounter::new(joins, merges, Rule::RapidFuzz, Default::default());
    let counts = counter.counts(&pair);
    [
        counts.hits,
        counts.substitutions,
        counts.deletions,
        counts.insertions,
    ]
}

#[test]
fn joined_words_are_one_of_the_reference() {
    assert_eq!(
        counts(true, false, "a white paper b c", "a whitepaper b d"),
        [3, 1, 0, 0]
    );
    assert_eq!(
        counts(true, false, "whitepaper", "white paper"),
        [1, 0, 0, 0]
    );
    // Whatever else differs next to it keeps them apart.
    assert_eq!(
        counts(true, false, "x white paper", "y whitepaper"),
        [0, 2, 1, 0]
    );
}

#[test]
fn merged_words_stay_as_many_as_they_were() {
    assert_eq!(
        counts(false, true, "a white paper b", "a whitepaper c"),
        [3, 1, 0, 0]
    );
    assert_eq!(
        counts(false, true, "whitepaper", "white paper"),
        [1, 0, 0, 0]
    );
    assert_eq!(
        counts(false, true, "x white paper", "y whitepaper"),
        [2, 1, 0, 0]
    );
    assert_eq!(counts(false, true, "", "a b"), [0, 0, 0, 2]);
    assert_eq!(counts(false, true, "a b", ""), [0, 0, 2, 0]);
}

#[test]
fn both_rules() {
    assert_eq!(
        counts(true, true, "a b c x white paper", "ab c y whitepaper"),
        [4, 1, 0, 0]
    );
}
