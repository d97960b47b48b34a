//! The words that may stand at each place of an island, and where each leads.

use crate::characters::Span;
use crate::pack::{Pack, Wanted};
use crate::pieces::Piece;
use crate::tokens::{Gap, Kind, Token, Tokens, AFTER, BEFORE};
use crate::words::{Entry, Word, FIGURES, NONE};

/// What is known of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'p> {
    pub entry: Option<&'p Entry>,
    /// Whether it is a word of some row, a symbol, figures or a joined word.
    pub live: bool,
    /// Whether it wakes the parser.
    pub core: bool,
    pub joined: bool,
    /// Whether it may say nothing, such as *um*.
    pub filler: bool,
}

/// Look all tokens up.
pub(crate) fn look_up<'p>(
    pack: &'p Pack,
    wanted: Wanted,
    tokens: &mut Tokens,
    source: &str,
    pieces: &mut Vec<Piece>,
    spans: &mut Vec<Span>,
    out: &mut Vec<Known<'p>>,
) {
    out.clear();
    spans.clear();
    if tokens.apostrophes && !(pack.clitics.is_empty() && pack.elisions.is_empty()) {
        part(pack, tokens, source);
    }
    if tokens.quoted {
        widen(pack, tokens, source);
    }
    let mut list = std::mem::take(&mut tokens.list);
    for token in &mut list {
        if token.gap == Gap::Stop {
            let before = out.last().and_then(|known: &Known| known.entry);
            let dotted = before.is_some_and(|entry| entry.dotted);
            if dotted {
                token.gap = Gap::Short;
            }
        }
        let token = &*token;
        let text = tokens.text(token);
        if token.kind == Kind::Figures {
            out.push(Known {
                entry: None,
                live: true,
                core: true,
                joined: false,
                filler: false,
            });
            continue;
        }
        let entry = pack.words.get(text);
        let mut known = Known {
            entry,
            live: false,
            core: false,
            joined: false,
            filler: false,
        };
        if let Some(entry) = entry {
            known.live = entry.word != NONE || !entry.symbols.is_empty();
            let symbols = entry.symbols.iter().map(|(_, word)| *word);
            known.core = (symbols.chain([entry.word])).any(|word| pack.wakes(word, wanted));
            known.filler = entry.filler;
        }
        if token.kind == Kind::Sign {
            let mut letters = text.chars();
            let mark = letters.next().filter(|_| letters.next().is_none());
            known.live |=
                mark.is_some_and(|mark| pack.points.contains(&mark) || pack.groups.contains(&mark));
        }
        if token.kind == Kind::Word {
            pack.pieces.cut(text, pieces);
            known.joined = !pieces.is_empty();
            known.live |= known.joined;
            known.core |= known.joined;
        }
        out.push(known);
    }
    tokens.list = list;
    if let Some(runs) = &pack.runs {
        runs.find(pack, wanted, tokens, out, spans);
    }
}

/// Add the apostrophes next to words that the pack knows with them; others are quotes.
fn widen(pack: &Pack, tokens: &mut Tokens, source: &str) {
    let is_known = |text: &str| pack.words.get(text).is_some_and(Entry::is_known);
    for at in 0..tokens.list.len() {
        let mut token = tokens.list[at];
        if token.apostrophes & BEFORE != 0 {
            let folded = token.folded - 1;
            if is_known(&tokens.folded[folded as usize..token.folded_to as usize]) {
                token.folded = folded;
                let mark = source[..token.from as usize].chars().next_back();
                token.from -= mark.map_or(0, char::len_utf8) as u32;
            } else if !matches!(token.gap, Gap::Break | Gap::Stop) {
                token.gap = Gap::Mark;
            }
        }
        if token.apostrophes & AFTER != 0
            && is_known(&tokens.folded[token.folded as usize..=token.folded_to as usize])
        {
            token.folded_to += 1;
            let mark = source[token.to as usize..].chars().next();
            token.to += mark.map_or(0, char::len_utf8) as u32;
            if let Some(next) = tokens.list.get_mut(at + 1) {
                let between = &source[token.to as usize..next.from as usize];
                if next.gap == Gap::Mark && between.trim().is_empty() {
                    next.gap = if between.is_empty() {
                        Gap::Glued
                    } else {
                        Gap::Space
                    };
                }
            }
        }
        token.apostrophes = 0;
        tokens.list[at] = token;
    }
}

/// Cut clitics and elisions off words that the pack does not know whole: *he's*, *l'eau*.
fn part(pack: &Pack, tokens: &mut Tokens, source: &str) {
    let mut at = 0;
    while at < tokens.list.len() {
        let token = tokens.list[at];
        let text = tokens.text(&token);
        let apostrophe = token.kind == Kind::Word && text.contains('\'');
        if !apostrophe || pack.words.get(text).is_some_and(|entry| entry.is_known()) {
            at += 1;
            continue;
        }
        let head = pack
            .elisions
            .iter()
            .find(|head| text.len() > head.len() && text.starts_with(&***head));
        let tail = pack
            .clitics
            .iter()
            .find(|tail| text.len() > tail.len() && text.ends_with(&***tail));
        let exact = &source[token.from as usize..token.to as usize];
        let cut = match (head, tail) {
            (Some(head), _) => {
                let bytes = exact
                    .chars()
                    .take(head.chars().count())
                    .map(char::len_utf8)
                    .sum();
                Some((head.len(), bytes))
            }
            (None, Some(tail)) => {
                let last = exact.chars().rev().take(tail.chars().count());
                Some((
                    text.len() - tail.len(),
                    exact.len() - last.map(char::len_utf8).sum::<usize>(),
                ))
            }
            (None, None) => None,
        };
        let Some((folded, bytes)) = cut else {
            at += 1;
            continue;
        };
        let (folded, from) = (token.folded + folded as u32, token.from + bytes as u32);
        tokens.list[at] = Token {
            to: from,
            folded_to: folded,
            ..token
        };
        tokens.list.insert(
            at + 1,
            Token {
                from,
                folded,
                gap: Gap::Glued,
                ..token
            },
        );
        // what is left of an elision may have a clitic; what is left of a clitic, another
        at += usize::from(head.is_some());
        if head.is_none() && !tokens.text(&tokens.list[at]).contains('\'') {
            at += 2;
        }
    }
}

/// Tokens `from` to `to` in which every reading of the text lies that begins there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Island {
    pub from: usize,
    pub to: usize,
}

/// The next island with a core word, at or after a token.
pub(crate) fn next_island(tokens: &[Token], known: &[Known], mut at: usize) -> Option<Island> {
    while at < tokens.len() {
        if !known[at].live {
            at += 1;
            continue;
        }
        let from = at;
        let mut core = known[at].core;
        at += 1;
        while at < tokens.len() && known[at].live && tokens[at].gap != Gap::Break {
            core |= known[at].core;
            at += 1;
        }
        if core {
            return Some(Island { from, to: at });
        }
    }
    None
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub word: Word,
    pub to: u32,
}

/// The lattice of an island; nodes 0 to `tokens` are between its tokens, the others inside joined words.
#[derive(Debug, Default)]
pub(crate) struct Lattice {
    pub tokens: u32,
    first: Vec<u32>,
    edges: Vec<Edge>,
    /// Bits of the gap before each node.
    pub gaps: Vec<u8>,
    /// Bits of the sets that may begin at each node.
    begins: Vec<u64>,
    inside: Vec<(u32, Edge)>,
    /// The token and the byte in it at which each node is.
    places: Vec<(u32, u32)>,
    inside_places: Vec<(u32, u32)>,
}

impl Lattice {
    pub fn nodes(&self) -> usize {
        self.first.len() - 1
    }

    /// All nodes, the last first: no edge leads to one that comes later.
    pub fn last_first(&self) -> Vec<u32> {
        let mut nodes: Vec<u32> = (0..self.nodes() as u32).collect();
        nodes.sort_unstable_by_key(|&node| std::cmp::Reverse(self.places[node as usize]));
        nodes
    }

    /// The token and the byte in it at which a node is.
    pub fn place(&self, node: u32) -> (u32, u32) {
        self.places[node as usize]
    }

    pub fn edge_range(&self, node: u32) -> std::ops::Range<usize> {
        self.first[node as usize] as usize..self.first[node as usize + 1] as usize
    }

    pub fn edge(&self, at: usize) -> Edge {
        self.edges[at]
    }

    pub fn begins(&self, node: u32, stride: usize) -> &[u64] {
        let from = node as usize * stride;
        &self.begins[from..from + stride]
    }

    pub fn build(
        &mut self,
        pack: &Pack,
        tokens: &Tokens,
        text: &str,
        known: &[Known],
        spans: &[Span],
        island: Island,
        pieces: &mut Vec<Piece>,
    ) {
        self.first.clear();
        self.edges.clear();
        self.gaps.clear();
        self.inside.clear();
        self.places.clear();
        self.inside_places.clear();
        self.tokens = (island.to - island.from) as u32;
        let mut extra = self.tokens + 1;
        let first = spans.partition_point(|span| (span.from as usize) < island.from);
        let mut spans = spans[first..].iter().peekable();
        for (node, at) in (island.from..island.to).enumerate() {
            let node = node as u32;
            let token = &tokens.list[at];
            self.first.push(self.edges.len() as u32);
            self.places.push((node, 0));
            self.gaps.push(token.gap.bits());
            let to = node + 1;
            if token.kind == Kind::Figures {
                self.edges.push(Edge { word: FIGURES, to });
                if let Some(entry) = pack.words.get(tokens.text(token)) {
                    self.edges.push(Edge {
                        word: entry.word,
                        to,
                    });
                }
                continue;
            }
            if let Some(entry) = known[at].entry {
                if entry.word != NONE {
                    self.edges.push(Edge {
                        word: entry.word,
                        to,
                    });
                }
                let exact = &text[token.from as usize..token.to as usize];
                // without capitals a symbol that is none as it stands may be any that it is when folded
                let is_exact = entry.symbols.iter().any(|(symbol, _)| **symbol == *exact);
                for (symbol, word) in &entry.symbols {
                    if **symbol == *exact || (!is_exact && !tokens.capitals) {
                        self.edges.push(Edge { word: *word, to });
                    }
                }
            }
            while let Some(span) = spans.next_if(|span| span.from as usize == at) {
                self.edges.push(Edge {
                    word: span.word,
                    to: span.to - island.from as u32,
                });
            }
            if known[at].joined {
                pack.pieces.cut(tokens.text(token), pieces);
                let length = tokens.text(token).len();
                let base = extra;
                let place = |byte: u8| match usize::from(byte) {
                    0 => node,
                    end if end == length => to,
                    byte => base + byte as u32 - 1,
                };
                for piece in pieces.iter() {
                    let edge = Edge {
                        word: piece.word,
                        to: place(piece.to),
                    };
                    if piece.from == 0 {
                        self.edges.push(edge);
                    } else {
                        self.inside.push((place(piece.from), edge));
                    }
                }
                extra += length as u32 - 1;
                self.inside_places
                    .extend((1..length as u32).map(|byte| (node, byte)));
            }
        }
        self.first.push(self.edges.len() as u32);
        self.places.push((self.tokens, 0));
        self.places.append(&mut self.inside_places);
        let end = tokens
            .list
            .get(island.to)
            .map_or(tokens.end, |token| token.gap);
        self.gaps.push(end.bits());
        // pieces come by token and in each token in order, so the nodes inside are in order too
        let mut inside = self.inside.iter().peekable();
        for node in self.tokens + 1..extra {
            self.first.push(self.edges.len() as u32);
            self.gaps.push(Gap::Glued.bits());
            while let Some((_, edge)) = inside.next_if(|(from, _)| *from == node) {
                self.edges.push(*edge);
            }
        }
        self.first.push(self.edges.len() as u32);
        self.begins.clear();
        for node in 0..self.nodes() {
            let from = self.begins.len();
            self.begins.resize(from + pack.stride, 0);
            for edge in self.first[node] as usize..self.first[node + 1] as usize {
                let starts = pack.starts(self.edges[edge].word);
                for (bits, more) in self.begins[from..].iter_mut().zip(starts) {
                    *bits |= more;
                }
            }
        }
    }
}
