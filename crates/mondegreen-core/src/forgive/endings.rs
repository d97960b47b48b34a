//! What a forgiver outside of the kernel need not be asked: words that are no forms of one another.

use std::collections::HashSet;

use super::words::Vocabulary;

type Pair = (Box<[u8]>, Box<[u8]>);

/// Pairs of endings, the lesser first, by which words may differ after a common beginning.
#[derive(Clone, Debug, Default)]
pub struct Endings {
    pairs: HashSet<Pair>,
    longest: usize,
}

impl Endings {
    /// Endings in lower case, in any order.
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Endings {
        let pairs: HashSet<Pair> = pairs
            .into_iter()
            .map(|(first, second)| {
                let (least, most) = if first <= second {
                    (first, second)
                } else {
                    (second, first)
                };
                (least.into_bytes().into(), most.into_bytes().into())
            })
            .collect();
        let lengths = pairs.iter().map(|(one, other)| one.len().max(other.len()));
        Endings {
            longest: lengths.max().unwrap_or(0),
            pairs,
        }
    }

    /// Whether, word for word, two spans differ by these endings alone. Words with anything but the
    /// letters a to z may differ in any way.
    pub fn allow(&self, spans: [&[u32]; 2], vocabulary: &Vocabulary) -> bool {
        let mut sides = spans.map(|words| {
            let folded = words.iter().map(|&word| vocabulary.info(word).folded());
            folded.filter(|&word| !vocabulary.is_empty(word))
        });
        let [reference, hypothesis] = &mut sides;
        loop {
            match (reference.next(), hypothesis.next()) {
                (None, None) => return true,
                (Some(said), Some(written)) => {
                    let names = [said, written].map(|word| vocabulary.name(word).as_bytes());
                    if said != written && !self.allow_words(names) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }

    fn allow_words(&self, words: [&[u8]; 2]) -> bool {
        let same = |(first, second): &(&u8, &u8)| first.eq_ignore_ascii_case(second);
        let common = words[0].iter().zip(words[1]).take_while(same).count();
        let plain = |word: &&[u8]| word.iter().all(u8::is_ascii_alphabetic);
        !words.iter().all(plain) || self.has(words.map(|word| &word[common..]))
    }

    fn has(&self, rest: [&[u8]; 2]) -> bool {
        // Most pairs end here: no form of a word begins so differently.
        if rest.iter().any(|rest| rest.len() > self.longest) {
            return false;
        }
        let mut rest = rest.map(|rest| rest.to_ascii_lowercase().into());
        rest.sort_unstable();
        let [least, most] = rest;
        self.pairs.contains(&(least, most))
    }
}
