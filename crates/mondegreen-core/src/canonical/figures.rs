//! Numbers, as the reader found them, in the one form that this project writes.

use super::Log;
use crate::numbers::cardinal::Atom;
use crate::numbers::{han, keep_apart, split_units, Found, Lexicon, Reader, ENDINGS};
use crate::text::token::{Doc, Kind, GLUED, NUMBER};

/// The buffers of the step.
#[derive(Default)]
pub struct Figures {
    atoms: Vec<Atom>,
    /// Whether there was punctuation near numbers.
    pub(super) parted: bool,
}

impl Figures {
    /// Forget punctuation, but for what keeps numbers apart.
    pub(super) fn keep_apart(&mut self, doc: &mut Doc, lexicon: &Lexicon) {
        self.parted |= keep_apart(doc, lexicon, &mut self.atoms);
    }

    pub(super) fn step(&mut self, doc: &mut Doc, lexicon: &Lexicon, log: &mut Log) {
        if lexicon.manner.han {
            if !han::may_hold(doc) {
                return;
            }
            han::split(doc);
        }
        split_units(doc, lexicon);
        let may_be = |at: usize| {
            let token = &doc.tokens[at];
            match token.kind {
                Kind::Number => true,
                Kind::Sign | Kind::Fixed => false,
                Kind::Word => {
                    lexicon.manner.joined
                        || lexicon.manner.han
                        || token.may_be_in(NUMBER) && lexicon.may_begin(doc.text(token))
                }
            }
        };
        if !(0..doc.len()).any(may_be) {
            return;
        }
        let found = Reader::new(doc, lexicon, &mut self.atoms).read();
        let mut out = doc.begin();
        let mut at = 0;
        let mut text = String::new();
        for Found {
            first,
            last,
            kind,
            text: written,
            sure,
            ..
        } in found
        {
            if !sure {
                continue;
            }
            out.extend_from_slice(&doc.tokens[at..first]);
            at = last;
            text.clear();
            text.push_str(&written);
            // "5k": what it means is not sure, and it stays one word.
            if lexicon.manner.english
                && doc.tokens[last - 1].kind == Kind::Number
                && doc.has(last, GLUED)
                && ENDINGS.contains(&doc.word(last))
            {
                text.push_str(doc.word(last));
                at += 1;
            }
            if same(doc, first, at, &text) {
                out.extend_from_slice(&doc.tokens[first..at]);
            } else {
                // "21" and "st" are one word from here on, which is no change.
                let glued = (first + 1..at).all(|at| doc.has(at, GLUED));
                if !glued
                    || !(first..at)
                        .map(|at| doc.word(at))
                        .eq(pieces(&text, doc, first, at))
                {
                    log.change(kind.name(), &doc.tokens[first..at], &text);
                }
                doc.rewrite(&mut out, &text, first, at);
            }
        }
        out.extend_from_slice(&doc.tokens[at..]);
        doc.replace(out);
    }
}

/// `text` cut to the lengths of the tokens, when it has as many letters.
fn pieces<'a>(
    text: &'a str,
    doc: &'a Doc,
    first: usize,
    last: usize,
) -> impl Iterator<Item = &'a str> {
    let total: usize = (first..last).map(|at| doc.word(at).len()).sum();
    let mut from = 0;
    let fits = total == text.len();
    (first..last).filter(move |_| fits).map_while(move |at| {
        let end = from + doc.word(at).len();
        let piece = text.get(from..end);
        from = end;
        piece
    })
}

/// Whether the tokens read `text` already.
fn same(doc: &Doc, first: usize, last: usize, text: &str) -> bool {
    let mut words = text.split(' ');
    (first..last).all(|at| doc.tokens[at].kind != Kind::Sign && words.next() == Some(doc.word(at)))
        && words.next().is_none()
}
