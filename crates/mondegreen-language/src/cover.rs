//! Which readings of an island are written: those of the way with the fewest pieces.
//!
//! A reading costs 10, a number word left alone 30, a word inside some reading 11, any other 1.
//! Where the best ways part and meet again, they are written if all write the same; otherwise the
//! words stay as they are.

use std::ops::Range;

use crate::chart::{Chart, Reading};
use crate::pack::Pack;
use crate::source::Level;

const READING: u32 = 10;
const ALONE: u32 = 30;
const INSIDE: u32 = 11;
const OTHER: u32 = 1;
/// The most ways that are compared where they part; with more the words stay.
const MOST_WAYS: usize = 64;
/// The longest span in which ways are compared, in tokens; in a longer one the words stay.
const LONGEST: u32 = 200;

/// The working memory of a cover.
#[derive(Debug, Default)]
pub(crate) struct Cover {
    /// Where the readings of each token begin in the list.
    first: Vec<u32>,
    plain: Vec<u32>,
    best: Vec<u32>,
    /// The readings that are written, in order.
    pub chosen: Vec<u32>,
    way: Vec<u32>,
    texts: [String; 2],
}

/// A step of a way: a reading, or a word left as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Reading(u32),
    Word,
}

impl Cover {
    /// Choose; `figures` says whether a token is one of figures, `word` what a token is written as.
    pub fn choose<'a>(
        &mut self,
        pack: &Pack,
        chart: &Chart,
        tokens: u32,
        figures: impl Fn(u32) -> bool,
        word: impl Fn(u32) -> &'a str,
    ) {
        let readings = &chart.readings;
        let n = tokens as usize;
        self.chosen.clear();
        if readings.is_empty() {
            return;
        }
        self.first.clear();
        self.plain.clear();
        self.plain.resize(n, OTHER);
        let mut next = 0;
        for at in 0..=tokens {
            while readings.get(next).is_some_and(|reading| reading.from < at) {
                next += 1;
            }
            self.first.push(next as u32);
        }
        for reading in readings {
            let cost = if reading.to == reading.from + 1 {
                ALONE
            } else {
                INSIDE
            };
            for at in reading.from..reading.to {
                self.plain[at as usize] = self.plain[at as usize].max(cost);
            }
        }
        for at in 0..tokens {
            if figures(at) {
                self.plain[at as usize] = ALONE;
            }
        }
        self.best.clear();
        self.best.resize(n + 1, 0);
        for at in (0..n).rev() {
            let mut best = self.plain[at] + self.best[at + 1];
            for reading in self.of(readings, at as u32) {
                best = best.min(READING + self.best[readings[reading].to as usize]);
            }
            self.best[at] = best;
        }
        let mut at = 0;
        while at < tokens {
            let mut ways = self.steps(readings, at);
            let first = ways.next();
            let single = ways.next().is_none();
            drop(ways);
            match first {
                Some((to, Step::Reading(reading))) if single => {
                    self.chosen.push(reading);
                    at = to;
                }
                Some((to, Step::Word)) if single => at = to,
                _ => at = self.part(pack, chart, at, &word),
            }
        }
    }

    fn of(&self, readings: &[Reading], at: u32) -> Range<usize> {
        let end = self
            .first
            .get(at as usize + 1)
            .map_or(readings.len(), |&end| end as usize);
        self.first[at as usize] as usize..end
    }

    /// The steps of the best ways from a token on.
    fn steps<'s>(
        &'s self,
        readings: &'s [Reading],
        at: u32,
    ) -> impl Iterator<Item = (u32, Step)> + 's {
        let best = self.best[at as usize];
        let words = self.plain[at as usize] + self.best[at as usize + 1] == best;
        self.of(readings, at)
            .filter(move |&reading| READING + self.best[readings[reading].to as usize] == best)
            .map(|reading| (readings[reading].to, Step::Reading(reading as u32)))
            .chain(words.then_some((at + 1, Step::Word)))
    }

    /// Several best ways begin at a token: go to where all of them have met again.
    fn part<'a>(
        &mut self,
        pack: &Pack,
        chart: &Chart,
        from: u32,
        word: &impl Fn(u32) -> &'a str,
    ) -> u32 {
        let mut to = from;
        let mut at = from;
        loop {
            to = self
                .steps(&chart.readings, at)
                .map(|step| step.0)
                .max()
                .unwrap_or(at + 1)
                .max(to);
            at += 1;
            if at >= to {
                break;
            }
        }
        if to - from > LONGEST {
            return to;
        }
        let mut way = std::mem::take(&mut self.way);
        let mut texts = std::mem::take(&mut self.texts);
        way.clear();
        let mut left = MOST_WAYS;
        let mut first = None;
        let same = self.ways(
            pack, chart, from, to, word, &mut way, &mut texts, &mut first, &mut left,
        );
        if same {
            self.chosen.extend(first.iter().flatten());
        }
        self.way = way;
        self.texts = texts;
        to
    }

    /// Whether all best ways between two tokens write the same.
    #[allow(clippy::too_many_arguments)]
    fn ways<'a>(
        &self,
        pack: &Pack,
        chart: &Chart,
        at: u32,
        to: u32,
        word: &impl Fn(u32) -> &'a str,
        way: &mut Vec<u32>,
        texts: &mut [String; 2],
        first: &mut Option<Vec<u32>>,
        left: &mut usize,
    ) -> bool {
        if at == to {
            let Some(rest) = left.checked_sub(1) else {
                return false;
            };
            *left = rest;
            if first.is_none() {
                *first = Some(way.clone());
                let (head, tail) = texts.split_at_mut(1);
                std::mem::swap(&mut head[0], &mut tail[0]);
                head[0].clear();
                head[0].push_str(&tail[0]);
                return true;
            }
            return texts[0] == texts[1];
        }
        for (next, step) in self.steps(&chart.readings, at) {
            let length = texts[0].len();
            if length > 0 {
                texts[0].push(' ');
            }
            match step {
                Step::Word => texts[0].push_str(word(at)),
                Step::Reading(reading) => {
                    let found = &chart.readings[reading as usize];
                    let row = pack.row(found.row);
                    if row.level == Level::Block || row.kind == pack.nothing {
                        for at in found.from..found.to {
                            let space = if at > found.from { " " } else { "" };
                            texts[0].extend([space, word(at)]);
                        }
                    } else {
                        row.written
                            .write(chart.bound(found), &pack.names, &mut texts[0]);
                    }
                    way.push(reading);
                }
            }
            let same = self.ways(pack, chart, next, to, word, way, texts, first, left);
            if matches!(step, Step::Reading(_)) {
                way.pop();
            }
            texts[0].truncate(length);
            if !same {
                texts.iter_mut().for_each(String::clear);
                return false;
            }
        }
        true
    }
}
