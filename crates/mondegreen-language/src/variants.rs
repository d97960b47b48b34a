//! Spellings of the same letters, such as two ways to type a vowel: words are looked up by either.

use rustc_hash::FxHashMap;

use crate::words::{Entry, Words};

type Pair = (Box<str>, Box<str>);

/// What is spelled in two ways, and the words of the tables in the one that is looked for.
#[derive(Debug, Default)]
pub struct Variants {
    /// By its first letter: what is replaced, the longest first, and by what.
    pairs: FxHashMap<char, Vec<Pair>>,
    /// Words of the tables by their other spelling.
    known: FxHashMap<Box<str>, Box<str>>,
}

impl Variants {
    #[must_use]
    pub(crate) fn new(pairs: &[(String, String)], words: &Words) -> Self {
        let mut variants = Self::default();
        for (from, to) in pairs {
            let Some(first) = from.chars().next() else {
                continue;
            };
            let list = variants.pairs.entry(first).or_default();
            list.push((from.as_str().into(), to.as_str().into()));
        }
        for list in variants.pairs.values_mut() {
            list.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        }
        let known = words.known().filter_map(|word| {
            let other = variants.spell(word)?;
            Some((other.into(), word.into()))
        });
        variants.known = known.collect();
        variants
    }

    /// A text in the spelling that is looked for; nothing where it is that one.
    #[must_use]
    pub fn spell(&self, text: &str) -> Option<String> {
        if text.is_ascii() || !text.contains(|letter| self.pairs.contains_key(&letter)) {
            return None;
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let mut pairs = self.pairs.get(&first).into_iter().flatten();
            match pairs.find(|(from, _)| rest.starts_with(&**from)) {
                Some((from, to)) => {
                    out.push_str(to);
                    rest = &rest[from.len()..];
                }
                None => {
                    out.push(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        (out != text).then_some(out)
    }

    /// What is known of a word by its other spelling.
    pub(crate) fn find<'p>(&self, text: &str, words: &'p Words) -> Option<&'p Entry> {
        if text.is_ascii() {
            return None;
        }
        let spelled = self.spell(text);
        let text = spelled.as_deref().unwrap_or(text);
        let word = self.known.get(text).map_or(text, |word| word);
        words.get(word)
    }
}
