//! Tokens: words, figures and signs, with the gap before each.

/// What stands between a token and the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Gap {
    Glued,
    Space,
    Hyphen,
    Comma,
    /// A bracket, a quote or another mark inside a sentence.
    Mark,
    /// A single full stop right after the token before.
    Stop,
    /// The full stop of a short form.
    Short,
    /// A full stop between two letters: *e.g.*, *example.com*.
    Point,
    /// The end of a sentence.
    Break,
}

impl Gap {
    /// The bits by which items of patterns let it through.
    #[must_use]
    pub const fn bits(self) -> u8 {
        match self {
            Self::Glued => 1,
            Self::Space => 2,
            Self::Hyphen => 4,
            Self::Comma => 8,
            Self::Mark => 16,
            Self::Stop => 32,
            Self::Short => 32 | 2,
            Self::Point => 64,
            Self::Break => 128,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    /// A letter of a script without spaces, with its marks.
    Character,
    Figures,
    Sign,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub gap: Gap,
    /// Bytes of the text.
    pub from: u32,
    pub to: u32,
    /// Bytes of the folded text.
    pub folded: u32,
    pub folded_to: u32,
    /// Whether an apostrophe is right before or right after: [`BEFORE`] and [`AFTER`].
    pub apostrophes: u8,
}

/// An apostrophe that is next to a token and may belong to it; it is in the folded text too.
pub const BEFORE: u8 = 1;
pub const AFTER: u8 = 2;

/// The tokens of one text; reused from text to text.
#[derive(Debug)]
pub struct Tokens {
    pub list: Vec<Token>,
    /// Words in lower case, figures in ASCII, signs in one form each.
    pub folded: String,
    /// Whether a capital and whether a small letter are in the text.
    pub capitals: bool,
    pub small: bool,
    /// Whether an apostrophe stands inside a word, and whether next to one.
    pub apostrophes: bool,
    pub quoted: bool,
    /// Whether a letter is another in the form of one place in a word, or a word was given another text.
    pub folds: bool,
    /// Whether characters of scripts without spaces are tokens of their own.
    pub unspaced: bool,
    /// Whether a comma is the decimal mark.
    pub comma: bool,
    /// Capitals whose small letter is not the usual one.
    pub lower: Vec<(char, char)>,
    /// What is after the last token.
    pub end: Gap,
}

impl Default for Tokens {
    fn default() -> Self {
        Self {
            list: Vec::new(),
            folded: String::new(),
            capitals: false,
            small: false,
            apostrophes: false,
            quoted: false,
            folds: false,
            unspaced: false,
            comma: false,
            lower: Vec::new(),
            end: Gap::Break,
        }
    }
}

impl Tokens {
    /// Whether the case of a letter says something: there are capitals and small letters.
    #[must_use]
    pub fn has_case(&self) -> bool {
        self.capitals && self.small
    }

    /// Give a token another folded text.
    pub fn fold(&mut self, at: usize, text: &str) {
        self.folds = true;
        self.list[at].folded = self.folded.len() as u32;
        self.folded.push_str(text);
        self.list[at].folded_to = self.folded.len() as u32;
    }

    /// A token's folded text.
    #[must_use]
    pub fn text(&self, token: &Token) -> &str {
        &self.folded[token.folded as usize..token.folded_to as usize]
    }
}
