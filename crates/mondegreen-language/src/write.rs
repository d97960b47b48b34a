//! Writes a text anew where its readings agree.

use crate::pack::Wanted;
use crate::place::is_in_capitals;
use crate::read::Reader;
use crate::source::Level;
use crate::tokens::{Gap, Kind};
use crate::written::{Rewrite, Seam, Written};

impl<'p> Reader<'p> {
    /// What [`Reader::normalize`] writes anew in a text, in order.
    pub fn rewrites(&mut self, text: &str) -> Vec<Rewrite<'p>> {
        self.log = Some(Vec::new());
        self.normalize(text, &mut String::new());
        self.log.take().unwrap_or_default()
    }

    /// Append the normalized text, and to `pieces` what each piece of it was made from, in order.
    ///
    /// `is_it` says of a text whether it is the normalized one, for who knows it already.
    pub fn normalize_with_pieces(
        &mut self,
        text: &str,
        out: &mut String,
        pieces: &mut Vec<Written>,
        is_it: impl FnOnce(&str) -> bool,
    ) {
        let (start, before) = (out.len(), pieces.len());
        self.pieces_written = Some(std::mem::take(pieces));
        self.write(text, out);
        if !is_it(&out[start..]) {
            out.truncate(start);
            self.pieces_written
                .iter_mut()
                .for_each(|all| all.truncate(before));
            self.normalize(text, out);
        }
        *pieces = self.pieces_written.take().unwrap_or_default();
    }

    /// Note that the tokens `from` up to `to` are written from a byte of the output on.
    fn place(&mut self, at: usize, from: usize, to: usize) {
        if let Some(pieces) = &mut self.pieces_written {
            let list = &self.tokens.list;
            pieces.push(Written {
                at: at as u32,
                from: list[from].from,
                to: list[to - 1].to,
            });
        }
    }

    /// Note that the tokens `from` up to `to` became the end of `out`.
    fn note(&mut self, rule: &'p str, from: usize, to: usize, written: &str) {
        let Some(log) = &mut self.log else { return };
        let list = &self.tokens.list;
        log.push(Rewrite {
            rule,
            from: list[from].from as usize,
            to: list[to - 1].to as usize,
            output: written.to_owned(),
        });
    }

    /// Whether tokens are written as they stand, apart from case and the marks between them.
    fn is_written_so(&self, from: usize, to: usize, written: &str) -> bool {
        let plain = |text: &str| -> String { text.split(' ').collect() };
        let tokens = self.tokens.list[from..to].iter();
        let said: String = tokens.map(|token| self.tokens.text(token)).collect();
        // figures that were parted by spaces, and are one number now
        let parted = self.tokens.list[from + 1..to].iter().any(|token| {
            token.kind == Kind::Figures && token.gap == Gap::Space && !written.contains(' ')
        });
        !parted && plain(&said) == plain(written)
    }

    /// Append the text as it is read once; the marks that were dropped are in `seams`.
    pub(crate) fn write(&mut self, text: &str, out: &mut String) {
        self.start(text, Wanted::Writable);
        self.seams.clear();
        self.spans.clear();
        self.after_word = false;
        self.sign_dropped = false;
        let pack = self.pack;
        let start = out.len();
        let whole = self.tokens.folds || pack.runs.is_some();
        self.doubts.start(start, whole);
        out.reserve(text.len());
        let mut at = 0;
        let mut tight = false;
        while let Some(island) = self.next_island(Wanted::Writable, at) {
            for token in at..island.from {
                tight = self.word(token, text, tight, start, out);
            }
            at = island.to;
            self.doubts.doubt();
            let mut token = island.from;
            for span in self.chosen(text, island) {
                let span = self.remembered.chosen[span as usize];
                for at in token..island.from + span.from as usize {
                    tight = self.word(at, text, tight, start, out);
                }
                token = island.from + span.from as usize;
                let row = pack.row(span.row);
                let to = island.from + span.to as usize;
                let dropped = row.kind == pack.nothing && !self.keep_fillers;
                if dropped {
                    self.note("fillers", token, to, "");
                    token = to;
                    tight = false;
                    continue;
                }
                if row.level == Level::Block || row.kind == pack.nothing {
                    let keep = std::mem::replace(&mut self.keep_fillers, true);
                    for at in token..to {
                        tight = self.word(at, text, tight, start, out);
                    }
                    self.keep_fillers = keep;
                    token = to;
                    continue;
                }
                let seam = self.seam(token, start, out);
                self.sign_dropped = false;
                if out.len() > start && !(tight && self.tokens.list[token].gap == Gap::Glued) {
                    out.push(' ');
                }
                let mut written = out.len();
                out.push_str(self.remembered.text(&span));
                // words that stand for an ending that was cut off: *it's*
                let cut_off = written > start
                    && pack.runs.is_none()
                    && out[written..].starts_with(char::is_alphabetic)
                    && !out[..written].ends_with(' ');
                if cut_off {
                    out.insert(written, ' ');
                    written += 1;
                }
                let last = self.tokens.list[to - 1].kind;
                self.place(written, token, to);
                if self.log.is_some() && !self.is_written_so(token, to, &out[written..]) {
                    let kind = &pack.kinds[usize::from(row.kind)];
                    self.note(kind, token, to, &out[written..]);
                }
                if pack.runs.is_some() {
                    part_figures(out, written);
                }
                let figures = out[written..].starts_with(|letter: char| letter.is_ascii_digit());
                self.seams
                    .extend(seam.filter(|seam| figures || seam.is_mark()));
                let list = &self.tokens.list;
                self.spans.push((list[token].from, list[to - 1].to));
                self.after_word = false;
                token = to;
                let open = out.ends_with(|letter: char| letter.is_ascii_digit());
                tight = last == Kind::Figures && open || pack.runs.is_some();
            }
            for at in token..island.to {
                tight = self.word(at, text, tight, start, out);
            }
        }
        for token in at..self.tokens.list.len() {
            tight = self.word(token, text, tight, start, out);
        }
        self.doubts.end(out.len());
        self.doubts.whole |= !self.doubts.is_none() && has_quote(&out[start..]);
    }

    /// Whether a word in small letters would be another: *ER* a hesitation, the *G* of *4G* a unit,
    /// a name a short form.
    fn keeps_case(&self, at: usize, text: &str) -> bool {
        let token = &self.tokens.list[at];
        let Some(entry) = self.known[at].entry.filter(|_| token.kind == Kind::Word) else {
            return false;
        };
        let exact = &text[token.from as usize..token.to as usize];
        let unit = at > 0 && self.tokens.list[at - 1].kind == Kind::Figures;
        let symbol = unit && self.tokens.has_case() && !entry.symbols.is_empty();
        let name = entry.small
            && entry.rewrite.is_some()
            && self.tokens.has_case()
            && is_in_capitals(exact);
        let filler = entry.filler && !exact.contains(char::is_lowercase);
        name || (filler || symbol) && exact.contains(char::is_uppercase)
    }

    /// Whether a full stop before a word is one of a name, as in *example.com*: no letter is alone.
    fn is_in_address(&self, at: usize) -> bool {
        let list = &self.tokens.list[at - 1..=at];
        list.iter().all(|token| {
            token.kind == Kind::Word && self.tokens.text(token).chars().nth(1).is_some()
        })
    }

    /// Note that a full stop before a token became a word.
    fn note_address(&mut self, at: usize, address: &str) {
        let list = &self.tokens.list;
        let (before, to) = (&list[at - 1], list[at].to as usize);
        let said = format!("{}{address}", self.tokens.text(before));
        let (from, end) = (before.from as usize, before.to as usize);
        let Some(log) = &mut self.log else { return };
        match log.last_mut().filter(|last| last.to == end) {
            Some(last) => {
                last.output.push_str(address);
                last.to = to;
            }
            None => log.push(Rewrite {
                rule: "symbols",
                from,
                to,
                output: said,
            }),
        }
    }

    /// Whether only marks are between two characters of a script without spaces, neither of a numeral.
    fn joins(&self, at: usize, text: &str) -> bool {
        let (before, this) = (&self.tokens.list[at - 1], &self.tokens.list[at]);
        self.pack.runs.as_ref().is_some_and(|runs| !runs.spaced)
            && [before, this]
                .iter()
                .all(|token| token.kind == Kind::Character)
            && !(self.known[at - 1].core || self.known[at].core)
            && !text[before.to as usize..this.from as usize].contains(char::is_whitespace)
    }

    /// Whether a token is a word after a space, with nothing to look at: neither what it is written as nor
    /// whether a mark was dropped before it.
    fn is_plain(&self, at: usize, start: usize, out: &str) -> bool {
        let token = &self.tokens.list[at];
        let first = out.len() == start;
        let figures = out.as_bytes().last().is_some_and(u8::is_ascii_digit);
        let after = first || token.gap == Gap::Space && !self.sign_dropped && !figures;
        let is_empty = token.folded == token.folded_to;
        after && !is_empty && self.is_only_itself(at)
    }

    /// Whether a word is neither a part of anything nor ever written as another.
    fn is_only_itself(&self, at: usize) -> bool {
        let known = &self.known[at];
        let as_it_stands = known.entry.is_none_or(|entry| {
            entry.rewrite.is_none() && entry.symbols.is_empty() && !entry.filler
        });
        self.tokens.list[at].kind == Kind::Word && !known.filler && as_it_stands
    }

    /// Append a token that is not read; whether the next may stand next to it without a space.
    fn word(&mut self, at: usize, text: &str, tight: bool, start: usize, out: &mut String) -> bool {
        if self.is_plain(at, start, out) {
            if out.len() > start {
                out.push(' ');
            }
            let from = out.len();
            self.place(from, at, at + 1);
            let word = self.tokens.text(&self.tokens.list[at]);
            out.push_str(word);
            if word.contains('\'') {
                self.doubts.doubt();
            } else if !self.known[at].live {
                self.doubts.word(from, out.len());
            }
            (self.after_word, self.sign_dropped) = (true, false);
            return true;
        }
        let entry = self.known[at].entry;
        if !self.keep_fillers && self.says_nothing(at, text) {
            self.note("fillers", at, at + 1, "");
            return tight && self.pack.runs.is_some();
        }
        let pack = self.pack;
        let token = &self.tokens.list[at];
        let folded = self.tokens.text(token);
        let said = if token.kind == Kind::Sign {
            pack.signs.get(folded)
        } else {
            None
        };
        let kind = |at: usize| self.tokens.list.get(at).map(|token| token.kind);
        let figures = |at: usize| kind(at) == Some(Kind::Figures);
        let said = said.filter(|sign| {
            // the figures of an amount may have their currency before them
            let amount = kind(at + 1) == Some(Kind::Sign) && figures(at + 2);
            let apart = token.gap != Gap::Glued;
            let next_to_figures = figures(at + 1) || (at > 0 && figures(at - 1));
            let next = self.tokens.list.get(at + 1);
            let parted = next.is_some_and(|next| next.gap != Gap::Glued);
            // a dash with spaces around it, between figures, is no sign of what follows; nor is one at
            // the end of a word
            let between = apart && at > 0 && figures(at - 1) && parted;
            let trailing = !apart && at > 0 && parted;
            let number = (figures(at + 1) || amount) && !between && !trailing;
            (!sign.before_number || number) && !(sign.words.is_empty() && apart && next_to_figures)
        });
        let capitals = || is_in_capitals(&text[token.from as usize..token.to as usize]);
        let entry = entry.filter(|entry| !(entry.small && self.tokens.has_case() && capitals()));
        let rewrite = entry.and_then(|entry| entry.rewrite.as_ref());
        let kept = said.is_none() && rewrite.is_none();
        let joined = self.after_word && self.joins(at, text);
        let glued = tight && kept && (joined || matches!(token.gap, Gap::Glued | Gap::Point));
        let written = match (said, rewrite) {
            (Some(sign), _) => &sign.words,
            (None, Some((_, words))) => words,
            (None, None) if self.keeps_case(at, text) => {
                &text[token.from as usize..token.to as usize]
            }
            (None, None) => folded,
        };
        if written.is_empty() {
            self.sign_dropped = said.is_some();
            return false;
        }
        let point = glued && token.gap == Gap::Point;
        let seam = self.seam(at, start, out);
        self.sign_dropped = false;
        let dot = pack
            .dot
            .as_ref()
            .filter(|_| point && self.is_in_address(at));
        if let Some(dot) = dot {
            out.extend([" ", dot, " "]);
        } else if point {
            out.push('.');
        } else if out.len() > start && !glued {
            out.push(' ');
        }
        if !kept || glued || !self.is_only_itself(at) {
            self.doubts.doubt();
        }
        self.doubts.whole |= written.contains(char::is_uppercase);
        let length = out.len();
        out.push_str(written);
        let logged = dot.filter(|_| self.log.is_some());
        let address = logged.map(|dot| format!(" {dot} {written}"));
        let plain = said.is_none();
        self.seams.extend(seam.filter(Seam::is_mark));
        self.after_word = plain && rewrite.is_none();
        if self.log.is_some() && !(plain && rewrite.is_none()) {
            let rule = match rewrite {
                Some((kind, _)) if plain => &pack.kinds[usize::from(*kind)],
                _ => "symbols",
            };
            let written = written.to_string();
            self.note(rule, at, at + 1, &written);
        }
        self.place(length, at, at + 1);
        if let Some(address) = address {
            self.note_address(at, &address);
        }
        if glued && pack.runs.is_some() {
            part_figures(out, length);
        }
        plain
    }
}

/// Whether a quote is in a text, or an apostrophe that is not between two letters.
fn has_quote(text: &str) -> bool {
    let letter = |at: Option<char>| at.is_some_and(char::is_alphabetic);
    text.bytes().enumerate().any(|(at, byte)| match byte {
        b'"' => true,
        b'\'' => {
            let (before, after) = (&text[..at], &text[at + 1..]);
            !letter(before.chars().next_back()) || !letter(after.chars().next())
        }
        _ => false,
    })
}

/// A space at a byte of the text between two figures, so that they stay two numbers.
fn part_figures(out: &mut String, at: usize) {
    let figure = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    if at > 0 && figure(out.as_bytes().get(at - 1)) && figure(out.as_bytes().get(at)) {
        out.insert(at, ' ');
    }
}
