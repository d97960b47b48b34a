//! Where a scan of a text is, and the token that it adds next.

use crate::letters::{class, Class};
use crate::tokens::{Gap, Kind, Token, Tokens};

pub(crate) struct Scanner<'a> {
    pub text: &'a str,
    pub bytes: &'a [u8],
    pub at: usize,
    pub gap: Gap,
    /// An apostrophe before the next token.
    pub leading: u8,
    /// Whether a single and a double quote are open.
    pub open: [bool; 2],
    /// Where the run without white space ends that was looked at last, and whether it is an address.
    pub address: (usize, bool),
    pub into: &'a mut Tokens,
}

impl Scanner<'_> {
    /// The letter at a byte.
    pub fn letter(&self, at: usize) -> Option<char> {
        match self.bytes.get(at) {
            Some(&byte) if byte < 128 => Some(char::from(byte)),
            Some(_) => self.text[at..].chars().next(),
            None => None,
        }
    }

    /// The class of the letter at a byte, or of the next that is heard.
    pub fn class_at(&self, mut at: usize) -> Class {
        while let Some(letter) = self.letter(at) {
            match class(letter) {
                Class::Unheard => at += letter.len_utf8(),
                class => return class,
            }
        }
        Class::Other
    }

    /// Add a token that ends here.
    pub fn push(&mut self, kind: Kind, from: usize, folded: usize) {
        self.into.list.push(Token {
            kind,
            gap: self.gap,
            from: from as u32,
            to: self.at as u32,
            folded: folded as u32,
            folded_to: self.into.folded.len() as u32,
            apostrophes: std::mem::take(&mut self.leading),
        });
        self.gap = Gap::Glued;
    }

    /// Add a sign.
    pub fn sign(&mut self, from: usize, text: &str) {
        let folded = self.into.folded.len();
        self.into.folded.push_str(text);
        self.push(Kind::Sign, from, folded);
    }
}
