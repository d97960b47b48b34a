//! Scripts without spaces: each character is a token, and words go over several of them.

use rustc_hash::{FxHashMap, FxHashSet};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::known::Known;
use crate::tokens::{Gap, Kind, Tokens};
use crate::words::{Word, Words};

/// The longest word over several characters, in bytes.
const LONGEST: usize = 90;

/// Whether a letter is a token where a pack asks for characters: Han, kana, Hangul, Thai, Lao, Burmese, Khmer.
#[must_use]
pub(crate) fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{e01}'..='\u{eff}' | '\u{1000}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3131}'..='\u{318e}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether a letter is a mark on the one before it.
#[must_use]
pub(crate) fn is_mark(letter: char) -> bool {
    letter.general_category_group() == GeneralCategoryGroup::Mark
}

/// Whether a letter is another in the form of one place in a word or of half its width: ﻻ, ﬁ, ｶ.
#[must_use]
pub(crate) fn is_presentation(letter: char) -> bool {
    matches!(letter, '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{ff66}'..='\u{ffdc}')
}

/// Whether a letter is the voicing mark of a kana of half width, which is a letter to Unicode.
#[must_use]
pub(crate) fn is_voicing(letter: char) -> bool {
    matches!(letter, '\u{ff9e}' | '\u{ff9f}')
}

/// A letter of full width as the common one; signs that are small or Arabic, as the common ones.
#[must_use]
pub fn common_width(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        '￥' => '¥',
        '￡' => '£',
        '￠' => '¢',
        '￦' => '₩',
        '〜' | '∼' => '~',
        '﹟' => '#',
        '﹠' => '&',
        '﹡' => '*',
        '﹢' => '+',
        '﹣' => '-',
        '﹤' => '<',
        '﹥' => '>',
        '﹦' => '=',
        '﹩' => '$',
        '﹪' | '\u{66a}' => '%',
        '﹫' => '@',
        '\u{609}' => '‰',
        _ => letter,
    }
}

/// A word of the pack over several tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub from: u32,
    pub to: u32,
    pub word: Word,
}

/// The words of a pack that go over several characters, and those that say nothing.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// What follows a node of the trie by a byte.
    next: FxHashMap<(u32, u8), u32>,
    /// The word that ends at a node.
    ends: Vec<Word>,
    /// By word: whether it says nothing.
    fillers: Vec<bool>,
    /// By word: whether numerals are made of it.
    numerals: Vec<bool>,
    /// Whether words have spaces between them.
    pub spaced: bool,
}

impl Runs {
    #[must_use]
    pub fn new(words: &Words, numerals: &FxHashSet<Word>, spaced: bool) -> Self {
        let mut runs = Self {
            ends: vec![0],
            spaced,
            fillers: vec![false; words.len()],
            numerals: (0..words.len() as Word)
                .map(|word| numerals.contains(&word))
                .collect(),
            ..Self::default()
        };
        for word in 2..words.len() as Word {
            let text = words.text(word);
            if !over_characters(text) || text.len() > LONGEST {
                continue;
            }
            let mut node = 0;
            for &byte in text.as_bytes() {
                let fresh = runs.ends.len() as u32;
                node = *runs.next.entry((node, byte)).or_insert(fresh);
                if node == fresh {
                    runs.ends.push(0);
                }
            }
            runs.ends[node as usize] = word;
            runs.fillers[usize::from(word)] = words.get(text).is_some_and(|entry| entry.filler);
        }
        runs
    }

    /// Whether numerals are made of a word.
    pub fn is_numeral(&self, word: Word) -> bool {
        self.numerals[usize::from(word)]
    }

    /// Find the words over several tokens, and say which tokens are words of rows and which say nothing.
    pub fn find(
        &self,
        wakes: impl Fn(Word) -> bool,
        tokens: &Tokens,
        known: &mut [Known],
        spans: &mut Vec<Span>,
    ) {
        let list = &tokens.list;
        for at in 0..list.len() {
            if list[at].kind != Kind::Character {
                continue;
            }
            let mut node = 0;
            let mut to = at;
            while let Some(token) = list.get(to).filter(|token| {
                to == at || matches!(token.gap, Gap::Glued) && token.kind == Kind::Character
            }) {
                let text = tokens.text(token).as_bytes();
                let next = text
                    .iter()
                    .try_fold(node, |node, &byte| self.next.get(&(node, byte)).copied());
                let Some(next) = next else { break };
                node = next;
                to += 1;
                let word = self.ends[node as usize];
                if word != 0 && to > at + 1 {
                    let (from, to) = (at as u32, to as u32);
                    spans.push(Span { from, to, word });
                }
            }
        }
        for span in spans.iter() {
            let covered = &mut known[span.from as usize..span.to as usize];
            let filler = self.fillers[usize::from(span.word)];
            for known in covered {
                known.live = true;
                known.core |= wakes(span.word);
                known.filler = filler;
            }
        }
        // a hesitation within a longer word is none
        for span in spans
            .iter()
            .filter(|span| !self.fillers[usize::from(span.word)])
        {
            for known in &mut known[span.from as usize..span.to as usize] {
                known.filler = false;
            }
        }
        if self.spaced {
            // nor is one within a word between spaces
            let mut at = 0;
            while at < list.len() {
                let glued = |token: &&crate::tokens::Token| token.gap == Gap::Glued;
                let to = at + 1 + list[at + 1..].iter().take_while(glued).count();
                if known[at..to].iter().any(|known| !known.filler) {
                    known[at..to]
                        .iter_mut()
                        .for_each(|known| known.filler = false);
                }
                at = to;
            }
        }
    }
}

/// Whether a word is of several characters of a script without spaces.
#[must_use]
pub(crate) fn over_characters(text: &str) -> bool {
    text.starts_with(is_unspaced) && text.chars().skip(1).any(|letter| !is_mark(letter))
}
