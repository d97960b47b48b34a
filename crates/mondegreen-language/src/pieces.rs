//! Joined words, such as *einundzwanzig*, cut at all pieces that numerals are made of.

use crate::words::Word;

/// A trie of pieces by bytes.
#[derive(Debug, Default)]
pub struct Pieces {
    /// Children of each node, by byte in order.
    nodes: Vec<Vec<(u8, u32)>>,
    /// The word that ends at a node.
    ends: Vec<Word>,
    roots: Vec<u32>,
    /// Whether some piece ends with a byte.
    last: Vec<bool>,
}

/// A piece of a joined word: from and to which byte, and which word it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub from: u8,
    pub to: u8,
    pub word: Word,
}

/// The longest word that is cut, in bytes.
const LONGEST: usize = 250;

impl Pieces {
    #[must_use]
    pub fn new<'a>(pieces: impl IntoIterator<Item = (&'a str, Word)>) -> Self {
        let mut trie = Self {
            nodes: vec![Vec::new()],
            ends: vec![0],
            roots: Vec::new(),
            last: vec![false; 256],
        };
        for (text, word) in pieces {
            let mut node = 0;
            for &byte in text.as_bytes() {
                let at = trie.nodes[node]
                    .iter()
                    .find(|edge| edge.0 == byte)
                    .map(|edge| edge.1);
                let next = at.unwrap_or(trie.nodes.len() as u32);
                if at.is_none() {
                    trie.nodes[node].push((byte, next));
                    trie.nodes.push(Vec::new());
                    trie.ends.push(0);
                }
                node = next as usize;
            }
            trie.ends[node] = word;
            if let Some(&last) = text.as_bytes().last() {
                trie.last[usize::from(last)] = true;
            }
        }
        trie.roots = vec![0; 256];
        for &(byte, next) in &trie.nodes[0] {
            trie.roots[usize::from(byte)] = next;
        }
        trie
    }

    fn next(&self, node: u32, byte: u8) -> u32 {
        if node == 0 {
            return self.roots[usize::from(byte)];
        }
        let edges = &self.nodes[node as usize];
        edges
            .iter()
            .find(|edge| edge.0 == byte)
            .map_or(0, |edge| edge.1)
    }

    /// All pieces on a way from the beginning of a word to its end, in order of their beginnings.
    ///
    /// The whole word as one piece is left out. `out` is emptied first; it stays empty for a word
    /// that cannot be cut.
    pub fn cut(&self, word: &str, out: &mut Vec<Piece>) {
        out.clear();
        let bytes = word.as_bytes();
        let [first, .., last] = *bytes else { return };
        let may_be = || self.roots[usize::from(first)] != 0 && self.last[usize::from(last)];
        if bytes.len() > LONGEST || self.roots.is_empty() || !may_be() {
            return;
        }
        let mut reached = [0_u64; 4];
        let is = |set: &[u64; 4], at: usize| set[at / 64] >> (at % 64) & 1 == 1;
        reached[0] = 1;
        for from in 0..bytes.len() {
            if !is(&reached, from) {
                continue;
            }
            let mut node = 0;
            for (at, &byte) in bytes[from..].iter().enumerate() {
                node = self.next(node, byte);
                if node == 0 {
                    break;
                }
                let to = from + at + 1;
                let word = self.ends[node as usize];
                if word != 0 && to - from < bytes.len() {
                    reached[to / 64] |= 1 << (to % 64);
                    out.push(Piece {
                        from: from as u8,
                        to: to as u8,
                        word,
                    });
                }
            }
            if out.is_empty() {
                return;
            }
        }
        if !is(&reached, bytes.len()) {
            out.clear();
            return;
        }
        let mut leads = [0_u64; 4];
        leads[bytes.len() / 64] |= 1 << (bytes.len() % 64);
        for at in (0..out.len()).rev() {
            let piece = out[at];
            if is(&leads, usize::from(piece.to)) {
                leads[usize::from(piece.from) / 64] |= 1 << (piece.from % 64);
            } else {
                out.remove(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, Pieces};

    #[test]
    fn all_cuts_are_kept_and_dead_ends_are_not() {
        let pieces = Pieces::new([
            ("ein", 1),
            ("und", 2),
            ("zwanzig", 3),
            ("zwan", 4),
            ("zig", 5),
        ]);
        let mut out = Vec::new();
        pieces.cut("einundzwanzig", &mut out);
        let found: Vec<_> = out
            .iter()
            .map(|piece| (piece.from, piece.to, piece.word))
            .collect();
        assert_eq!(
            found,
            [(0, 3, 1), (3, 6, 2), (6, 10, 4), (6, 13, 3), (10, 13, 5)]
        );
        pieces.cut("einundzwan", &mut out);
        assert_eq!(
            out.last(),
            Some(&Piece {
                from: 6,
                to: 10,
                word: 4
            })
        );
        for alone in ["ein", "einx", "xein", "einund2"] {
            pieces.cut(alone, &mut out);
            assert!(out.is_empty(), "{alone}");
        }
    }
}
