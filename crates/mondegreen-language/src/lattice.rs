//! The words that may stand at each place of an island, and where each leads.

use crate::ahead::Ahead;
use crate::characters::Span;
use crate::known::Known;
use crate::lookup::Island;
use crate::pack::Pack;
use crate::pieces::Piece;
use crate::tokens::{Gap, Kind, Tokens};
use crate::words::{Word, FIGURES, NONE};

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
    /// What may begin at each node.
    next: Vec<Ahead>,
    /// What may begin after each node, by its token.
    later: Vec<Ahead>,
    inside: Vec<(u32, Edge)>,
    /// The token and the byte in it at which each node is.
    places: Vec<(u32, u32)>,
    inside_places: Vec<(u32, u32)>,
}

/// A text, and what is known of its tokens.
#[derive(Clone, Copy)]
pub(crate) struct LookedUp<'a> {
    pub tokens: &'a Tokens,
    pub text: &'a str,
    pub known: &'a [Known<'a>],
    pub spans: &'a [Span],
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

    /// What may begin at a node.
    pub fn next(&self, node: u32) -> Ahead {
        self.next[node as usize]
    }

    /// What may begin at any node after one.
    pub fn later(&self, node: u32) -> Ahead {
        self.later[self.places[node as usize].0 as usize]
    }

    pub fn build(
        &mut self,
        pack: &Pack,
        looked_up: LookedUp,
        island: Island,
        pieces: &mut Vec<Piece>,
    ) {
        let LookedUp {
            tokens,
            text,
            known,
            spans,
        } = looked_up;
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
                // a symbol that is none as it stands may be any that it is when folded; one letter only
                // in a text without capitals
                let is_exact = entry.symbols.iter().any(|(symbol, _)| **symbol == *exact);
                for (symbol, word) in &entry.symbols {
                    let longer = symbol.chars().nth(1).is_some();
                    let small = longer && !exact.contains(char::is_uppercase);
                    if **symbol == *exact || (!is_exact && (small || !tokens.has_case())) {
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
        self.look_ahead(pack);
    }

    /// What may begin at each node, and after it.
    fn look_ahead(&mut self, pack: &Pack) {
        self.begins.clear();
        self.next.clear();
        for node in 0..self.nodes() {
            let from = self.begins.len();
            self.begins.resize(from + pack.stride, 0);
            let mut next = Ahead::default();
            for edge in self.first[node] as usize..self.first[node + 1] as usize {
                let word = self.edges[edge].word;
                next.add(pack.neighbours.begins(word));
                let starts = pack.starts(word);
                for (bits, more) in self.begins[from..].iter_mut().zip(starts) {
                    *bits |= more;
                }
            }
            self.next.push(next);
        }
        let tokens = self.tokens as usize;
        self.later.clear();
        self.later.resize(tokens + 1, Ahead::default());
        for node in tokens + 1..self.nodes() {
            self.later[self.places[node].0 as usize].add(self.next[node]);
        }
        for token in (0..tokens).rev() {
            let (mut after, next) = (self.later[token + 1], self.next[token + 1]);
            after.add(next);
            self.later[token].add(after);
        }
    }
}
