//! Marks that stay in a normalized text: those without which it would be read in another way.
//!
//! *five, and a half* is written *5, and a half*, as *5 and a half* is 5.5.

use crate::read::Reader;
use crate::tokens::Gap;
use crate::written::Seam;

impl Reader<'_> {
    /// The mark before a token that is about to be written, between words that rows know; a comma
    /// parts two numbers that had a space between them.
    pub(crate) fn seam(&self, token: usize, start: usize, out: &str) -> Option<Seam> {
        let mark = match self.tokens.list[token].gap {
            Gap::Comma => ',',
            Gap::Mark | Gap::Stop | Gap::Break => ';',
            _ if self.sign_dropped => ';',
            Gap::Space | Gap::Hyphen if out.ends_with(|letter: char| letter.is_ascii_digit()) => {
                ','
            }
            _ => return None,
        };
        let spaced = self.tokens.list[token].gap == Gap::Space && !self.sign_dropped;
        if out.len() == start {
            return None;
        }
        let before = token - 1 - usize::from(self.sign_dropped && token > 1);
        let (this, before) = (&self.known[token], &self.known[before]);
        let inside = this.live && before.live || !spaced && (this.core || before.core);
        inside.then_some(Seam {
            at: out.len() as u32,
            mark,
            spaced,
        })
    }
}
