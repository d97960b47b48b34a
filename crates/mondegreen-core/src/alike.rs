//! Counts where a hit is not only an equal token: any relation between reference tokens and
//! hypothesis tokens, such as *sounds like*.
//!
//! The relation need not be transitive, so tokens cannot be put into classes. It need not be: the
//! bit-parallel distance only asks at which rows of the reference a hypothesis token is a hit, and
//! does so once for each distinct token.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use crate::hits::{Counts, Walk};
use crate::long::{Long, Space};
use crate::tokens::{Interner, Pair, Pieces};
use crate::Op;

const NOT_LISTED: u32 = u32::MAX;

/// Pairs of a reference token and a hypothesis token that are a hit; equal tokens always are.
#[derive(Default)]
pub struct Relation {
    numbers: HashMap<Box<[u8]>, u32>,
    /// For each listed token, as one of the hypothesis: the reference tokens it hits, ascending.
    partners: Vec<Vec<u32>>,
}

impl Relation {
    /// Add a pair, in generalised UTF-8. Adding one twice changes nothing.
    pub fn add(&mut self, reference: &[u8], hypothesis: &[u8]) {
        if reference == hypothesis {
            return;
        }
        let [reference, hypothesis] = [reference, hypothesis].map(|token| self.number(token));
        let partners = &mut self.partners[hypothesis as usize];
        if let Err(at) = partners.binary_search(&reference) {
            partners.insert(at, reference);
        }
    }

    fn number(&mut self, token: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(token) {
            return number;
        }
        let number = self.partners.len() as u32;
        self.numbers.insert(token.into(), number);
        self.partners.push(Vec::new());
        number
    }

    fn find(&self, token: &[u8]) -> u32 {
        self.numbers.get(token).copied().unwrap_or(NOT_LISTED)
    }
}

/// Counts pairs under a relation, one after the other; its memory is used again.
pub struct AlikeCounter {
    relation: Arc<Relation>,
    stop: Arc<AtomicBool>,
    interner: Interner,
    ids: [Vec<u32>; 2],
    space: Space,
    walk: Walk,
    ops: Vec<Op>,
}

impl AlikeCounter {
    /// A counter. Once `stop` is set, a long pair is given up: what comes out is meaningless.
    pub fn new(relation: Arc<Relation>, stop: Arc<AtomicBool>) -> AlikeCounter {
        AlikeCounter {
            relation,
            stop,
            interner: Interner::default(),
            ids: Default::default(),
            space: Space::default(),
            walk: Walk::default(),
            ops: Vec::new(),
        }
    }

    /// The counts of the alignment with fewest errors and, among those, most hits.
    pub fn counts(&mut self, pair: &Pieces<'_>) -> Counts {
        let (prefix, suffix) = pair.affix();
        let inner = pair.inner(prefix, suffix);
        let (rows, columns) = inner.lengths();
        let outside = (prefix + suffix) as u64;
        let mut counts = if rows == 0 || columns == 0 {
            Counts::solve(rows, columns, (rows + columns) as u64, 0)
        } else {
            let ids = inner.ids(&mut self.interner, &mut self.ids);
            let (starts, places) = self.places(&inner, ids);
            let [reference, hypothesis] = &self.ids;
            let mut long = Long::related(
                reference,
                hypothesis,
                starts,
                places,
                &mut self.space,
                &self.stop,
            );
            let (errors, hits) = long.best(&mut self.walk, None);
            if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Counts::default();
            }
            Counts::solve(rows, columns, errors, hits)
        };
        counts.hits += outside;
        counts
    }

    /// The steps of that alignment; related tokens are equal ones.
    pub fn ops(&mut self, pair: &Pieces<'_>) -> &[Op] {
        self.ops.clear();
        let (prefix, suffix) = pair.affix();
        let inner = pair.inner(prefix, suffix);
        let (rows, columns) = inner.lengths();
        self.ops.resize(prefix, Op::Equal);
        if rows == 0 || columns == 0 {
            self.ops.resize(prefix + rows, Op::Delete);
            self.ops.resize(prefix + rows + columns, Op::Insert);
        } else {
            let ids = inner.ids(&mut self.interner, &mut self.ids);
            let (starts, places) = self.places(&inner, ids);
            let [reference, hypothesis] = &self.ids;
            Long::related(
                reference,
                hypothesis,
                starts,
                places,
                &mut self.space,
                &self.stop,
            )
            .best(&mut self.walk, Some(&mut self.ops));
        }
        self.ops.resize(self.ops.len() + suffix, Op::Equal);
        &self.ops
    }

    /// For each distinct token, as one of the hypothesis, the rows where it is a hit, ascending:
    /// those of token `id` are `places[starts[id]..starts[id + 1]]`.
    fn places(&self, pair: &Pieces<'_>, ids: usize) -> (Vec<u32>, Vec<u32>) {
        let [reference, hypothesis] = &self.ids;
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); ids];
        let mut known = HashMap::new();
        for (row, &id) in reference.iter().enumerate() {
            if rows[id as usize].is_empty() {
                let word = pair.reference_words[row].bytes(pair.reference);
                known.insert(self.relation.find(word), id);
            }
            rows[id as usize].push(row as u32);
        }
        known.remove(&NOT_LISTED);
        let mut first: Vec<Option<usize>> = vec![None; ids];
        for (column, &id) in hypothesis.iter().enumerate() {
            first[id as usize].get_or_insert(column);
        }
        let (mut starts, mut places) = (vec![0], Vec::new());
        for (id, column) in first.into_iter().enumerate() {
            if let Some(column) = column {
                let from = places.len();
                places.extend_from_slice(&rows[id]);
                let word = pair.hypothesis_words[column].bytes(pair.hypothesis);
                let partners = match self.relation.find(word) {
                    NOT_LISTED => &[][..],
                    number => &self.relation.partners[number as usize],
                };
                for id in partners.iter().filter_map(|partner| known.get(partner)) {
                    places.extend_from_slice(&rows[*id as usize]);
                }
                places[from..].sort_unstable();
            }
            starts.push(places.len() as u32);
        }
        (starts, places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aligner::tokens;
    use crate::words::Separator;
    use crate::Unit;

    fn counts(pairs: &[(&str, &str)], reference: &str, hypothesis: &str) -> [u64; 4] {
        let mut relation = Relation::default();
        for (a, b) in pairs {
            relation.add(a.as_bytes(), b.as_bytes());
        }
        let mut counter = AlikeCounter::new(Arc::new(relation), Default::default());
        let mut words = [Vec::new(), Vec::new()];
        for (text, words) in [reference, hypothesis].into_iter().zip(&mut words) {
            tokens(text.as_bytes(), Unit::Word(Separator::WhiteSpace), words);
        }
        let found = counter.counts(&Pieces {
            reference: reference.as_bytes(),
            reference_words: &words[0],
            hypothesis: hypothesis.as_bytes(),
            hypothesis_words: &words[1],
        });
        [
            found.hits,
            found.substitutions,
            found.deletions,
            found.insertions,
        ]
    }

    #[test]
    fn a_related_token_is_a_hit() {
        let related = [("knight", "night"), ("reed", "read"), ("red", "read")];
        assert_eq!(
            counts(&related, "the knight rode", "the night rode"),
            [3, 0, 0, 0]
        );
        assert_eq!(
            counts(&related, "a reed b red", "a read b read"),
            [4, 0, 0, 0]
        );
    }

    #[test]
    fn the_relation_has_a_direction_and_is_not_transitive() {
        let related = [("reed", "read"), ("read", "red")];
        assert_eq!(counts(&related, "read", "reed"), [0, 1, 0, 0]);
        assert_eq!(counts(&related, "reed", "red"), [0, 1, 0, 0]);
    }
}
