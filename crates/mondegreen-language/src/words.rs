//! The words of a pack: one lookup finds a word, its symbols, and what it is written as.

use rustc_hash::FxHashMap;

use crate::value::Kind;

pub type Word = u16;
/// A token that no row names.
pub const NONE: Word = 0;
/// Any token of figures.
pub const FIGURES: Word = 1;

/// What is known of a folded token.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The word of the rows, or [`NONE`].
    pub word: Word,
    /// Symbols that are this text when their case is folded, each with its exact text.
    pub symbols: Vec<(Box<str>, Word)>,
    /// A word that says nothing, such as *um*.
    pub filler: bool,
    /// A short form, after which a full stop ends no sentence.
    pub dotted: bool,
    /// A short form that is a name in capitals.
    pub small: bool,
    /// What is written in its place, and the kind of the row.
    pub rewrite: Option<(Kind, Box<str>)>,
}

impl Entry {
    /// Whether a row or a rewrite names it.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.word != NONE || self.rewrite.is_some() || !self.symbols.is_empty()
    }
}

/// What a token may be to rows.
#[derive(Clone, Copy)]
pub(crate) enum Named<'p> {
    Figures,
    Word(&'p Entry),
    Nothing,
}

impl<'p> Named<'p> {
    pub fn of(entry: Option<&'p Entry>) -> Self {
        entry.map_or(Self::Nothing, Self::Word)
    }

    /// The numbers of its words.
    pub fn words(self) -> impl Iterator<Item = Word> + 'p {
        let (word, symbols) = match self {
            Self::Figures => (FIGURES, &[][..]),
            Self::Word(entry) => (entry.word, &entry.symbols[..]),
            Self::Nothing => (NONE, &[][..]),
        };
        let word = (word != NONE).then_some(word);
        word.into_iter()
            .chain(symbols.iter().map(|(_, word)| *word))
    }
}

#[derive(Debug, Default)]
pub struct Words {
    entries: FxHashMap<Box<str>, Entry>,
    texts: Vec<Box<str>>,
}

impl Words {
    #[must_use]
    pub fn new() -> Self {
        Self {
            texts: vec!["".into(), "figures".into()],
            ..Self::default()
        }
    }

    /// How many words there are, the two fixed ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.len() <= 2
    }

    #[must_use]
    pub fn get(&self, folded: &str) -> Option<&Entry> {
        self.entries.get(folded)
    }

    /// All folded texts that are known.
    pub fn known(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(|text| &**text)
    }

    pub fn entry(&mut self, folded: &str) -> &mut Entry {
        self.entries.entry(folded.into()).or_default()
    }

    #[must_use]
    pub fn text(&self, word: Word) -> &str {
        &self.texts[usize::from(word)]
    }

    /// The number of a word in any case.
    ///
    /// # Errors
    /// When a pack has more words than can be numbered.
    pub fn word(&mut self, text: &str) -> Result<Word, String> {
        let next = self.next(text)?;
        let entry = self.entries.entry(text.into()).or_default();
        if entry.word == NONE {
            entry.word = next;
            self.texts.push(text.into());
        }
        Ok(entry.word)
    }

    /// The number of a symbol in exactly this case.
    ///
    /// # Errors
    /// When a pack has more words than can be numbered.
    pub fn symbol(&mut self, text: &str) -> Result<Word, String> {
        let next = self.next(text)?;
        let symbols = &mut self
            .entries
            .entry(text.to_lowercase().into())
            .or_default()
            .symbols;
        if let Some((_, word)) = symbols.iter().find(|(exact, _)| **exact == *text) {
            return Ok(*word);
        }
        symbols.push((text.into(), next));
        self.texts.push(text.into());
        Ok(next)
    }

    fn next(&self, text: &str) -> Result<Word, String> {
        Word::try_from(self.texts.len()).map_err(|_| format!("too many words, at {text:?}"))
    }
}
