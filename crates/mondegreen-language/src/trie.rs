//! Sequences of items that share their beginnings.

use std::collections::BTreeMap;

use crate::ahead::Ahead;
use crate::pattern::{Gaps, Range};
use crate::words::Word;

pub type NodeId = u32;
pub type SetId = u16;
pub type RowId = u32;

/// An item whose words and sets are numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Step {
    Word(Word),
    Slot {
        set: SetId,
        low: i64,
        high: i64,
        many: bool,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct WordEdge {
    pub word: Word,
    pub gaps: Gaps,
    pub to: NodeId,
}

#[derive(Clone, Copy, Debug)]
pub struct SlotEdge {
    pub set: SetId,
    pub gaps: Gaps,
    pub many: bool,
    /// Where it leads, a row ends there, or one of these comes next.
    ends: bool,
    ahead: Ahead,
    pub low: i64,
    pub high: i64,
    pub to: NodeId,
}

impl SlotEdge {
    /// Whether a row ends after it, or what comes next may lead on.
    #[inline]
    pub(crate) fn goes_on(&self, next: Ahead) -> bool {
        self.ends || self.ahead.meets(next)
    }
}

/// What leads on from a node: ranges of the lists of the trie.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    words: (u32, u32),
    slots: (u32, u32),
    rows: (u32, u32),
    ahead: Ahead,
}

/// All sequences of a pack.
#[derive(Debug, Default)]
pub struct Trie {
    nodes: Vec<Node>,
    words: Vec<WordEdge>,
    slots: Vec<SlotEdge>,
    rows: Vec<RowId>,
}

fn cut<T>(list: &[T], range: (u32, u32)) -> &[T] {
    &list[range.0 as usize..range.1 as usize]
}

impl Trie {
    /// Whether a row ends at a node, or what comes next may lead on from it.
    #[must_use]
    pub(crate) fn goes_on(&self, node: NodeId, next: Ahead) -> bool {
        let node = &self.nodes[node as usize];
        node.rows.0 < node.rows.1 || node.ahead.meets(next)
    }

    /// The rows that end at a node.
    #[must_use]
    pub fn rows(&self, node: NodeId) -> &[RowId] {
        cut(&self.rows, self.nodes[node as usize].rows)
    }

    #[must_use]
    pub fn slots(&self, node: NodeId) -> &[SlotEdge] {
        cut(&self.slots, self.nodes[node as usize].slots)
    }

    /// The edges of a node that a word takes, one for each kind of gap.
    #[must_use]
    pub fn words(&self, node: NodeId, word: Word) -> &[WordEdge] {
        let all = cut(&self.words, self.nodes[node as usize].words);
        let start = if all.len() <= 8 {
            all.iter()
                .position(|edge| edge.word >= word)
                .unwrap_or(all.len())
        } else {
            all.partition_point(|edge| edge.word < word)
        };
        let end = all[start..]
            .iter()
            .take_while(|edge| edge.word == word)
            .count();
        &all[start..start + end]
    }

    #[must_use]
    pub fn has_words(&self, node: NodeId) -> bool {
        let (from, to) = self.nodes[node as usize].words;
        from < to
    }
}

/// A trie that still grows.
#[derive(Debug, Default)]
pub struct Builder {
    nodes: Vec<Growing>,
}

#[derive(Debug, Default)]
struct Growing {
    steps: BTreeMap<(Step, Gaps), NodeId>,
    rows: Vec<RowId>,
}

impl Builder {
    pub fn root(&mut self) -> NodeId {
        self.nodes.push(Growing::default());
        (self.nodes.len() - 1) as NodeId
    }

    /// Add a sequence; the gap before the first item is not looked at.
    pub fn add(&mut self, root: NodeId, steps: &[(Gaps, Step)], row: RowId, from_start: bool) {
        let mut node = root;
        for (at, &(gaps, step)) in steps.iter().enumerate() {
            let gaps = if at == 0 && from_start {
                Gaps::MAX
            } else {
                gaps
            };
            let next = self.nodes.len() as NodeId;
            let known = *self.nodes[node as usize]
                .steps
                .entry((step, gaps))
                .or_insert(next);
            if known == next {
                self.nodes.push(Growing::default());
            }
            node = known;
        }
        self.nodes[node as usize].rows.push(row);
    }

    #[must_use]
    pub fn finish(self) -> Trie {
        let mut trie = Trie::default();
        for growing in self.nodes {
            let start = (
                trie.words.len() as u32,
                trie.slots.len() as u32,
                trie.rows.len() as u32,
            );
            let mut ahead = Ahead::default();
            for ((step, gaps), to) in growing.steps {
                match step {
                    Step::Word(word) => {
                        ahead.add_word(word);
                        trie.words.push(WordEdge { word, gaps, to });
                    }
                    Step::Slot {
                        set,
                        low,
                        high,
                        many,
                    } => {
                        ahead.add_set(set);
                        trie.slots.push(SlotEdge {
                            set,
                            gaps,
                            many,
                            ends: false,
                            ahead: Ahead::default(),
                            low,
                            high,
                            to,
                        });
                    }
                }
            }
            trie.rows.extend(growing.rows);
            trie.nodes.push(Node {
                words: (start.0, trie.words.len() as u32),
                slots: (start.1, trie.slots.len() as u32),
                rows: (start.2, trie.rows.len() as u32),
                ahead,
            });
        }
        for slot in &mut trie.slots {
            let to = &trie.nodes[slot.to as usize];
            (slot.ends, slot.ahead) = (to.rows.0 < to.rows.1, to.ahead);
        }
        trie
    }
}

/// A range of pattern numbers as it is kept.
#[must_use]
pub fn kept(range: Range) -> (i64, i64) {
    let clamp = |number: i128| number.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
    (clamp(range.low), clamp(range.high))
}
