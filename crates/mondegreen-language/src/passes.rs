//! The texts between two readings of a text.

use crate::written::{Seam, Written};

/// A text on its way, and what its pieces were made from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    pub text: String,
    pub pieces: Vec<Written>,
}

impl Form {
    pub fn set(&mut self, other: &Self) {
        self.text.clear();
        self.text.push_str(&other.text);
        self.pieces.clone_from(&other.pieces);
    }

    /// Put back the dropped marks that lie within what was read as one; whether there were any.
    ///
    /// *five, and a half* is written *5, and a half*, as *5 and a half* is 5.5.
    pub fn keep(&mut self, seams: &[Seam], spans: &[(u32, u32)]) -> bool {
        let mut spans = spans.iter().peekable();
        let within = |seam: &&Seam| {
            while spans.next_if(|span| span.1 <= seam.at).is_some() {}
            spans.peek().is_some_and(|span| span.0 < seam.at)
        };
        let marks: Vec<&Seam> = seams.iter().filter(within).collect();
        if marks.is_empty() {
            return false;
        }
        let before = std::mem::take(&mut self.text);
        let mut at = 0;
        for seam in &marks {
            self.text.push_str(&before[at..seam.at as usize]);
            self.text.push(seam.mark);
            at = seam.at as usize;
        }
        self.text.push_str(&before[at..]);
        let mut shift = 0;
        for piece in &mut self.pieces {
            while marks.get(shift).is_some_and(|seam| seam.at < piece.at) {
                shift += 1;
            }
            piece.at += shift as u32;
        }
        true
    }
}

/// The three texts of a pass.
#[derive(Debug, Default)]
pub(crate) struct Passes {
    /// What is read, what is written of it, and what is written of that.
    pub given: Form,
    pub made: Form,
    pub again: Form,
}
