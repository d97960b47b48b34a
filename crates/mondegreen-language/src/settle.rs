//! A normalized text stays: what is written is read again until it is written as it stands.
//!
//! A reading depends on its text alone, so texts that are read one after the other either end in one that
//! stays, or go round in a circle. Of a circle the smallest text is taken, as it is whichever of its texts was
//! given. What does neither within a few passes, as an abbreviation that stands for itself twice, is left
//! as it was given. So normalizing twice is the same as normalizing once.

use std::mem::{swap, take};

use crate::passes::{Form, Passes};
use crate::read::Reader;
use crate::written::Written;

/// How often a text is read before a circle is looked for, and how long a circle may be.
const PASSES: usize = 6;

impl Reader<'_> {
    /// Append the normalized text, which stays the same when it is normalized once more.
    pub fn normalize(&mut self, text: &str, out: &mut String) {
        let start = out.len();
        self.write(text, out);
        if self.doubts.is_none() || out[start..] == *text {
            return;
        }
        let mut passes = take(&mut self.passes);
        let (log, pieces) = (self.log.take(), self.pieces_written.take());
        if self.stretches_stay(out, &mut passes.again.text) {
            (self.log, self.pieces_written, self.passes) = (log, pieces, passes);
            return;
        }
        passes.given.text.clear();
        passes.given.text.push_str(text);
        passes.made.text.clear();
        passes.made.text.push_str(&out[start..]);
        let mut pieces = pieces;
        let places = pieces.iter_mut().flatten().map(|piece| &mut piece.at);
        for at in places.chain(self.seams.iter_mut().map(|seam| &mut seam.at)) {
            *at -= start as u32;
        }
        let with_pieces = pieces.is_some();
        passes.made.pieces = pieces.unwrap_or_default();
        self.settle(text, &mut passes, with_pieces);
        out.truncate(start);
        out.push_str(&passes.made.text);
        let mut pieces = take(&mut passes.made.pieces);
        pieces.iter_mut().for_each(|piece| piece.at += start as u32);
        self.pieces_written = with_pieces.then_some(pieces);
        (self.log, self.passes) = (log, passes);
    }

    /// Whether each stretch of a written text stays that may be read in another way; no where that is
    /// not seen from the stretches alone.
    fn stretches_stay(&mut self, written: &str, again: &mut String) -> bool {
        if self.doubts.whole {
            return false;
        }
        let stretches = take(&mut self.doubts.stretches);
        let seams = take(&mut self.seams);
        let stays = stretches.iter().all(|&(from, to)| {
            let stretch = &written[from as usize..to as usize];
            again.clear();
            self.write(stretch, again);
            again == stretch
        });
        self.doubts.stretches = stretches;
        self.seams = seams;
        stays
    }

    fn settle(&mut self, text: &str, passes: &mut Passes, with_pieces: bool) {
        if (0..PASSES).any(|_| self.stays(passes, with_pieces)) {
            return;
        }
        let (first, mut smallest) = (passes.given.text.clone(), passes.given.clone());
        for _ in 0..PASSES {
            if self.stays(passes, with_pieces) {
                return;
            }
            if passes.given.text == first {
                passes.made = smallest;
                return;
            }
            if passes.given.text < smallest.text {
                smallest.set(&passes.given);
            }
        }
        passes.made.text = text.to_owned();
        passes.made.pieces = vec![Written {
            at: 0,
            from: 0,
            to: text.len() as u32,
        }];
    }

    /// Whether what was made stays; if not, it is read once more, with the marks that it needs.
    fn stays(&mut self, passes: &mut Passes, with_pieces: bool) -> bool {
        let Passes { given, made, again } = passes;
        if self.doubts.is_none() || made.text == given.text {
            return true;
        }
        let seams = take(&mut self.seams);
        self.pass(made, again, with_pieces);
        let stays = again.text == made.text;
        if !stays {
            if made.keep(&seams, &self.spans) {
                self.pass(made, again, with_pieces);
            }
            swap(given, made);
            swap(made, again);
        }
        stays
    }

    /// Write a text once more, and take its pieces back to what they were made from at first.
    fn pass(&mut self, from: &Form, into: &mut Form, with_pieces: bool) {
        into.text.clear();
        into.pieces.clear();
        self.pieces_written = with_pieces.then(|| take(&mut into.pieces));
        self.write(&from.text, &mut into.text);
        let Some(pieces) = self.pieces_written.take() else {
            return;
        };
        into.pieces = pieces;
        let mut first = 0;
        for piece in &mut into.pieces {
            let made = &from.pieces;
            let begins = |at: usize, place: u32| made.get(at).is_some_and(|one| one.at <= place);
            while begins(first + 1, piece.from) {
                first += 1;
            }
            let mut last = first;
            while begins(last + 1, piece.to - 1) {
                last += 1;
            }
            if let (Some(first), Some(last)) = (made.get(first), made.get(last)) {
                (piece.from, piece.to) = (first.from, last.to);
            }
        }
    }
}
