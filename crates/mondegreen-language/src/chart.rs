//! All readings of an island: a memo by set and node over the trie of a pack.

use crate::building::joined;
use crate::context::hold;
use crate::figures;
use crate::pack::{Condition, Wanted, Worth};
use crate::place::{Match, Place};
use crate::trie::{NodeId, RowId, SetId};
use crate::value::Value;

/// A span that a row reads.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The first token, and the one after the last.
    pub from: u32,
    pub to: u32,
    pub row: RowId,
    bound: (u32, u32),
}

const UNKNOWN: (u32, u32) = (0, u32::MAX);
/// A node without a line in the memo.
const NONE: u32 = u32::MAX;
/// The most values of one set at one node; what is more is dropped.
const MOST: usize = 64;
/// Up to how many nodes an island is read from its beginning.
const SHORT: usize = 96;
/// Of how many places inside of a word one is matched with the tokens.
const INSIDE: u32 = 64;
/// How many conditions may be asked for by the rows of a condition.
const DEEP: u32 = 8;

/// The working memory; it is reused from island to island.
#[derive(Debug, Default)]
pub(crate) struct Chart {
    matches: Vec<Match>,
    /// What each set finds at a node; a node has a line in it once it is asked for.
    memo: Vec<(u32, u32)>,
    lines: Vec<u32>,
    lines_used: u32,
    /// Which places of the memo are in use.
    asked: Vec<usize>,
    pool: Vec<Vec<Match>>,
    circles: Vec<Vec<Vec<Match>>>,
    stack: Vec<Value>,
    bound: Vec<Value>,
    pub readings: Vec<Reading>,
    /// How many conditions are being asked.
    deep: u32,
}

impl Chart {
    /// The values that a reading's row binds.
    pub fn bound(&self, reading: &Reading) -> &[Value] {
        &self.bound[reading.bound.0 as usize..reading.bound.1 as usize]
    }

    pub fn read(&mut self, place: &Place, wanted: Wanted) {
        let nodes = place.lattice.nodes();
        self.matches.clear();
        self.bound.clear();
        self.readings.clear();
        for key in self.asked.drain(..) {
            self.memo[key] = UNKNOWN;
        }
        self.lines.clear();
        self.lines.resize(nodes, NONE);
        self.lines_used = 0;
        if nodes > SHORT {
            self.fill(place);
        }
        let top = place.pack.top(wanted);
        let mut none = self.pool.pop().unwrap_or_default();
        for at in 0..place.lattice.tokens {
            if self.begins(place, top, at) && !figures::goes_on(place, at) {
                let root = place.pack.sets[usize::from(top)].seeds;
                self.walk(place, root, at, at, true, &mut none);
            }
        }
        self.pool.push(none);
    }

    /// Match all sets at all tokens, from the end on: so that no match waits for a long row of others,
    /// each with a place on the stack. Few places inside of words are ever asked for; of a long word some
    /// are matched too.
    fn fill(&mut self, place: &Place) {
        for at in place.lattice.last_first() {
            if !place.lattice.place(at).1.is_multiple_of(INSIDE) {
                continue;
            }
            for set in 0..place.pack.sets.len() as SetId {
                if !place.pack.tops.contains(&set) && self.begins(place, set, at) {
                    self.parse(place, set, at);
                }
            }
        }
    }

    fn begins(&self, place: &Place, set: SetId, at: u32) -> bool {
        let bits = place.lattice.begins(at, place.pack.stride);
        bits[usize::from(set) / 64] >> (set % 64) & 1 == 1
    }

    /// Go on from a node of the trie; `start` is where its sequence began.
    fn walk(
        &mut self,
        place: &Place,
        node: NodeId,
        at: u32,
        start: u32,
        top: bool,
        out: &mut Vec<Match>,
    ) {
        let trie = &place.pack.trie;
        for &row in trie.rows(node) {
            self.accept(place, row, at, start, top, out);
        }
        let gap = if at == start {
            u8::MAX
        } else {
            place.lattice.gaps[at as usize]
        };
        if trie.has_words(node) {
            for edge in place.lattice.edge_range(at) {
                let edge = place.lattice.edge(edge);
                for next in trie.words(node, edge.word) {
                    let goes_on = trie.goes_on(next.to, place.lattice.next(edge.to));
                    if next.gaps & gap != 0 && goes_on {
                        self.walk(place, next.to, edge.to, start, top, out);
                    }
                }
            }
        }
        let slots = trie.slots(node);
        if slots.is_empty() {
            return;
        }
        let later = place.lattice.later(at);
        let bits = place.lattice.begins(at, place.pack.stride);
        for slot in slots {
            let begins = bits[usize::from(slot.set) / 64] >> (slot.set % 64) & 1 == 1;
            if !begins || slot.gaps & gap == 0 || !slot.goes_on(later) {
                continue;
            }
            if slot.many {
                let Some((end, value)) = self.repeated(place, slot.set, at, slot.low, slot.high)
                else {
                    continue;
                };
                self.stack.push(value);
                self.walk(place, slot.to, end, start, top, out);
                self.stack.pop();
                continue;
            }
            let (from, to) = self.parse(place, slot.set, at);
            for found in from..to {
                let (end, value) = self.matches[found as usize];
                if slot.low > i64::MIN && !within(&value, slot.low, slot.high)
                    || !slot.goes_on(place.lattice.next(end))
                {
                    continue;
                }
                self.stack.push(value);
                self.walk(place, slot.to, end, start, top, out);
                self.stack.pop();
            }
        }
    }

    /// As many values of a set in a row as there are, as one string of digits.
    fn repeated(
        &mut self,
        place: &Place,
        set: SetId,
        at: u32,
        low: i64,
        high: i64,
    ) -> Option<Match> {
        let (mut end, mut count) = (at, 0);
        let mut all: Option<Value> = None;
        while count < high {
            let plain = place.lattice.gaps[end as usize] & crate::pattern::PLAIN != 0;
            if count > 0 && !(plain && self.begins(place, set, end)) {
                break;
            }
            let (from, to) = self.parse(place, set, end);
            let found = &self.matches[from as usize..to as usize];
            let Some(&(next, value)) = found
                .iter()
                .max_by_key(|found| place.lattice.place(found.0))
            else {
                break;
            };
            let (number, digits) = match &all {
                None => joined(&Value::default(), &value)
                    .map(|(number, digits)| (number, digits - 1))?,
                Some(before) => joined(before, &value)?,
            };
            all = Some(Value {
                number,
                digits,
                ..Value::default()
            });
            end = next;
            count += 1;
        }
        all.filter(|_| count >= low.max(1))
            .map(|value| (end, value))
    }

    /// The place in the memo of a set at a node. Most nodes inside of words are never asked for.
    fn key(&mut self, place: &Place, set: SetId, at: u32) -> usize {
        let sets = place.pack.sets.len();
        let line = &mut self.lines[at as usize];
        if *line == NONE {
            *line = self.lines_used;
            self.lines_used += 1;
            let keys = self.lines_used as usize * sets;
            if self.memo.len() < keys {
                self.memo.resize(keys, UNKNOWN);
            }
        }
        *line as usize * sets + usize::from(set)
    }

    /// All matches of a set at a node, as a range of `matches`.
    fn parse(&mut self, place: &Place, set: SetId, at: u32) -> (u32, u32) {
        let key = self.key(place, set, at);
        if self.memo[key] != UNKNOWN {
            return self.memo[key];
        }
        // a condition that comes back to this set and node finds nothing
        self.memo[key] = (0, 0);
        let what = &place.pack.sets[usize::from(set)];
        if !what.circle.is_empty() {
            self.circle(place, &what.circle, at);
            return self.memo[key];
        }
        let mut out = self.pool.pop().unwrap_or_default();
        out.clear();
        match what.figures {
            Some(figures) => figures::matches(place, figures, at, &mut out),
            None => self.walk(place, what.seeds, at, at, false, &mut out),
        }
        self.keep(key, out)
    }

    /// All matches of sets that may begin each other: each match may begin more of them.
    fn circle(&mut self, place: &Place, circle: &[SetId], at: u32) {
        let mut found: Vec<Vec<Match>> = self.circles.pop().unwrap_or_default();
        for &set in circle {
            let mut out = self.pool.pop().unwrap_or_default();
            out.clear();
            self.walk(
                place,
                place.pack.sets[usize::from(set)].seeds,
                at,
                at,
                false,
                &mut out,
            );
            found.push(out);
        }
        let mut done = [0_u16; crate::circles::MOST];
        loop {
            let next = (0..circle.len()).find(|&set| usize::from(done[set]) < found[set].len());
            let Some(next) = next else { break };
            let (end, value) = found[next][usize::from(done[next])];
            done[next] += 1;
            for grow in &place.pack.sets[usize::from(circle[next])].grows {
                if grow.low > i64::MIN && !within(&value, grow.low, grow.high)
                    || !place.pack.trie.goes_on(grow.root, place.lattice.next(end))
                {
                    continue;
                }
                self.stack.push(value);
                self.walk(
                    place,
                    grow.root,
                    end,
                    at,
                    false,
                    &mut found[usize::from(grow.of)],
                );
                self.stack.pop();
            }
        }
        for (&set, out) in circle.iter().zip(found.drain(..)) {
            let key = self.key(place, set, at);
            self.keep(key, out);
        }
        self.circles.push(found);
    }

    fn keep(&mut self, key: usize, out: Vec<Match>) -> (u32, u32) {
        self.asked.push(key);
        if out.is_empty() {
            self.pool.push(out);
            self.memo[key] = (0, 0);
            return (0, 0);
        }
        let from = self.matches.len() as u32;
        self.matches.extend_from_slice(&out);
        self.pool.push(out);
        let found = (from, self.matches.len() as u32);
        self.memo[key] = found;
        found
    }

    /// Whether the conditions of a row hold at a node.
    fn hold(&mut self, place: &Place, all: &[Condition], node: u32, before: bool) -> bool {
        all.is_empty()
            || hold(place, all, node, before, |set, from, to| {
                self.reaches(place, set, from, to)
            })
    }

    /// Whether a set matches whole tokens from one node on, to another or to any.
    fn reaches(&mut self, place: &Place, set: SetId, from: u32, to: Option<u32>) -> bool {
        let tokens = place.lattice.tokens;
        if from >= tokens || !self.begins(place, set, from) || self.deep >= DEEP {
            return false;
        }
        self.deep += 1;
        let (first, last) = self.parse(place, set, from);
        self.deep -= 1;
        let found = &self.matches[first as usize..last as usize];
        found
            .iter()
            .any(|&(end, _)| to.map_or(end <= tokens, |to| end == to))
    }

    fn accept(
        &mut self,
        place: &Place,
        id: RowId,
        end: u32,
        start: u32,
        top: bool,
        out: &mut Vec<Match>,
    ) {
        let row = place.pack.row(id);
        if top && (end > place.lattice.tokens || figures::goes_further(place, end)) {
            return;
        }
        if row.small && place.in_capitals(start, end) {
            return;
        }
        if row.stopped && !place.ends_with_stop(end) {
            return;
        }
        if !self.hold(place, &row.before, start, true) || !self.hold(place, &row.after, end, false)
        {
            return;
        }
        let binds = usize::from(row.slots);
        let bound = &self.stack[self.stack.len() - binds..];
        if top {
            let from = self.bound.len() as u32;
            self.bound.extend_from_slice(bound);
            let bound = (from, self.bound.len() as u32);
            self.readings.push(Reading {
                from: start,
                to: end,
                row: id,
                bound,
            });
            return;
        }
        let value = match &row.worth {
            Worth::Template(template) => template.value(bound),
            Worth::Numeral {
                numeral,
                quotient,
                rest,
                same,
            } => {
                let take = |at: &Option<u8>| at.map(|at| bound[usize::from(at)]);
                let bare = |value: &Value| value.is_whole();
                let all = [take(quotient), take(rest), take(same)];
                if !all.iter().flatten().all(bare) {
                    return;
                }
                let [quotient, rest, same] = all.map(|value| value.map(|value| value.number));
                numeral.value(quotient, rest, same).map(Value::whole)
            }
        };
        if let Some(value) = value {
            if out.len() < MOST && !out.contains(&(end, value)) {
                out.push((end, value));
            }
        }
    }
}

fn within(value: &Value, low: i64, high: i64) -> bool {
    value.is_whole() && value.number >= i128::from(low) && value.number <= i128::from(high)
}
