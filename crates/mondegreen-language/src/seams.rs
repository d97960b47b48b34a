//! Marks that stay in a normalized text: those without which it would be read in another way.
//!
//! *five, and a half* is written *5, and a half*, as *5 and a half* is 5.5.

use crate::read::Reader;
use crate::tokens::Gap;
use crate::written::{Seam, Written};

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

    /// Append the normalized text.
    pub fn normalize(&mut self, text: &str, out: &mut String) {
        let start = out.len();
        self.write(text, out);
        let marked = self.woke && !self.seams.is_empty();
        self.settled = out[start..] == *text;
        if self.settled || !marked {
            self.restless &= !(self.settled && marked);
            return;
        }
        let seams = std::mem::take(&mut self.seams);
        let (log, mut pieces) = (self.log.take(), self.pieces_written.take());
        let mut again = std::mem::take(&mut self.again);
        again.clear();
        self.write(&out[start..], &mut again);
        self.settled = again == out[start..];
        self.restless = !self.settled;
        if self.restless {
            self.keep(
                &seams,
                start,
                out,
                pieces.as_deref_mut().unwrap_or_default(),
            );
        }
        (self.again, self.log, self.seams) = (again, log, seams);
        self.pieces_written = pieces;
    }

    /// Put back the marks of the first writing that lie within what the second one read.
    fn keep(&self, seams: &[Seam], start: usize, out: &mut String, pieces: &mut [Written]) {
        for seam in seams.iter().rev() {
            let at = seam.at - start as u32;
            if self.spans.iter().any(|&(from, to)| from < at && at < to) {
                out.insert(seam.at as usize, seam.mark);
                let later = pieces
                    .iter_mut()
                    .rev()
                    .take_while(|piece| piece.at > seam.at);
                later.for_each(|piece| piece.at += 1);
            }
        }
    }
}
