//! Words touched by edits of letters, against a plain table that is walked back.

use std::collections::BTreeSet;
use std::sync::Arc;

use mondegreen_core::spaces::{Insertions, SpaceAligner};
use proptest::prelude::*;

/// The words that are touched, where inserted letters touch their neighbour.
fn plain(reference: &str, hypothesis: &str) -> Vec<u32> {
    let words: Vec<&str> = reference.split_whitespace().collect();
    let owners: Vec<u32> = (0..words.len())
        .flat_map(|at| words[at].chars().map(move |_| at as u32))
        .collect();
    let letters = |text: &str| -> Vec<char> {
        let letters = text.chars().filter(|letter| !letter.is_whitespace());
        letters.collect()
    };
    let (said, written) = (letters(reference), letters(hypothesis));
    let mut table = vec![(0..=written.len()).collect::<Vec<usize>>()];
    for (row, letter) in said.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in written.iter().enumerate() {
            let diagonal = table[row][column] + usize::from(letter != other);
            next.push(
                diagonal
                    .min(table[row][column + 1] + 1)
                    .min(next[column] + 1),
            );
        }
        table.push(next);
    }
    let mut touched = BTreeSet::new();
    let (mut row, mut column) = (said.len(), written.len());
    while row > 0 || column > 0 {
        let both = row > 0 && column > 0;
        if both && said[row - 1] == written[column - 1] {
            (row, column) = (row - 1, column - 1);
        } else if both && table[row][column] == table[row - 1][column - 1] + 1 {
            (row, column) = (row - 1, column - 1);
            touched.insert(owners[row]);
        } else if row > 0 && table[row][column] == table[row - 1][column] + 1 {
            row -= 1;
            touched.insert(owners[row]);
        } else {
            column -= 1;
            touched.extend(owners.get(row.saturating_sub(1)));
        }
    }
    touched.into_iter().collect()
}

fn check(reference: &str, hypothesis: &str) {
    let mut aligner = SpaceAligner::new(Insertions::Neighbour, Arc::default());
    let [touched, inserted] = aligner.words(reference.as_bytes(), hypothesis.as_bytes());
    assert_eq!(touched, plain(reference, hypothesis));
    let counts = aligner.count(reference.as_bytes(), hypothesis.as_bytes());
    assert_eq!(counts.touched as usize, touched.len());
    assert_eq!(counts.inserted as usize, inserted.len());
}

proptest! {
    #[test]
    fn short_texts(reference in "[ab ]{0,12}", hypothesis in "[ab ]{0,12}") {
        check(&reference, &hypothesis);
    }

    #[test]
    fn texts_of_several_blocks(reference in "[abé  ]{100,400}", hypothesis in "[abé  ]{100,400}") {
        check(&reference, &hypothesis);
    }

    #[test]
    fn one_word_too_many_is_one(words in prop::collection::vec("[ab]{1,4}", 1..6), more in "[ab]{1,4}", at in 0..6usize) {
        let at = at.min(words.len());
        let mut written = words.clone();
        written.insert(at, more);
        let mut aligner = SpaceAligner::new(Insertions::Count, Arc::default());
        let counts = aligner.count(words.join(" ").as_bytes(), written.join(" ").as_bytes());
        prop_assert_eq!((counts.touched, counts.inserted), (0, 1));
        prop_assert_eq!(counts.reference_words as usize, words.len());
    }
}

/// So long that checkpoints are kept in place of the whole table.
#[test]
fn long_texts() {
    let mut state = 7u32;
    let mut letter = |kinds: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"abcdefg "[(state >> 16) as usize % kinds as usize] as char
    };
    let reference: String = (0..4_500).map(|_| letter(8)).collect();
    let unlike: String = (0..4_500).map(|_| letter(8)).collect();
    check(&reference, &unlike);
    let alike: String = (reference.chars())
        .map(|said| if letter(8) < 'c' { letter(3) } else { said })
        .collect();
    check(&reference, &alike);
}
