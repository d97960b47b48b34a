//! `repetition`: words that are said again, and words that break off and are begun again.

use super::window::{Band, Candidate, Side, MOST_WORDS};
use super::words::{Vocabulary, LETTER, NUMBER, SINGLE, STUTTER, TWICE};

/// The most words that are said again together.
const UNIT: usize = 4;

fn folded(side: &Side, at: isize, vocabulary: &Vocabulary) -> Option<u32> {
    let info = side.info(at, vocabulary)?;
    (!vocabulary.is_empty(info.folded())).then_some(info.folded())
}

/// Whether the texts from `a` and from `b` on are the same for `length` words.
fn same(side: &Side, a: isize, b: isize, length: usize, vocabulary: &Vocabulary) -> bool {
    (0..length as isize).all(|at| {
        let one = folded(side, a + at, vocabulary);
        one.is_some() && one == folded(side, b + at, vocabulary)
    })
}

/// Whether the word at `at` is the beginning of the next.
fn breaks_off(side: &Side, at: isize, vocabulary: &Vocabulary) -> bool {
    let (Some(word), Some(next)) = (side.info(at, vocabulary), side.info(at + 1, vocabulary))
    else {
        return false;
    };
    let begun = word.letters.trim_end_matches('-');
    let whole = next.flags & STUTTER == 0;
    word.flags & STUTTER != 0
        && next.letters.starts_with(begun)
        && (next.letters.len() > begun.len() || whole)
}

/// Whether the words from `a` up to `b`, missing on the other side, say again what both texts have
/// at the edges of the region. Of "i think i think" the alignment may leave out "think i", so that
/// `turn` words of what stays are before, and the others after.
fn again(side: &Side, a: usize, b: usize, vocabulary: &Vocabulary) -> bool {
    let length = b - a;
    let (first, last) = (a == 0 && !side.cut[0], b == side.len() && !side.cut[1]);
    let (a, b) = (a as isize, b as isize);
    if last && (a..b).all(|at| breaks_off(side, at, vocabulary)) {
        return true;
    }
    (1..=UNIT.min(length)).any(|unit| {
        if !length.is_multiple_of(unit)
            || !same(side, a, a + unit as isize, length - unit, vocabulary)
        {
            return false;
        }
        (0..=unit).any(|turn| {
            let stays = (first || turn == 0) && (last || turn == unit);
            let turned = turn as isize;
            stays
                && same(side, a - turned, b - turned, turn, vocabulary)
                && same(side, a, b, unit - turn, vocabulary)
        })
    })
}

/// The spans of one text that are missing on the other side and say again what is there.
fn at_edges(side: &Side, vocabulary: &Vocabulary, mut give: impl FnMut(usize, usize)) {
    let length = side.len();
    for count in 1..=length.min(MOST_WORDS) {
        if !side.cut[0] && again(side, 0, count, vocabulary) {
            give(0, count);
        }
        if count < length && !side.cut[1] && again(side, length - count, length, vocabulary) {
            give(length - count, length);
        }
    }
}

/// How often the words from `at` on are said one after the other.
fn times(side: &Side, at: usize, unit: usize, vocabulary: &Vocabulary) -> usize {
    let mut count = 1;
    while (count + 1) * unit <= MOST_WORDS.min(side.len() - at)
        && same(
            side,
            at as isize,
            (at + count * unit) as isize,
            unit,
            vocabulary,
        )
    {
        count += 1;
    }
    count
}

/// Spans within the region that say the same words, on one side more often; `give` gets where
/// they begin and end on the side of `more` and on the other, and `places` says where
/// on the other side to look.
pub fn within(
    more: &Side,
    less: &Side,
    places: impl Fn(usize) -> std::ops::Range<usize>,
    vocabulary: &Vocabulary,
    mut give: impl FnMut((usize, usize), (usize, usize)),
) {
    for i in 0..more.len() {
        let places = places(i);
        for unit in 1..=UNIT.min((more.len() - i) / 2) {
            let here = times(more, i, unit, vocabulary);
            if here < 2 {
                continue;
            }
            for j in places.start..places.end.min((less.len() + 1).saturating_sub(unit)) {
                let alike = (0..unit as isize).all(|at| {
                    folded(more, i as isize + at, vocabulary)
                        == folded(less, j as isize + at, vocabulary)
                });
                if !alike {
                    continue;
                }
                let there = times(less, j, unit, vocabulary);
                for count in 1..=there.min(here - 1) {
                    give((i, i + here * unit), (j, j + count * unit));
                    if count + 1 < here {
                        give((i, i + (count + 1) * unit), (j, j + count * unit));
                    }
                }
            }
        }
        let mut end = i;
        while end < more.len() && breaks_off(more, end as isize, vocabulary) {
            end += 1;
        }
        if end > i && end < more.len() && end - i < MOST_WORDS {
            let word = folded(more, end as isize, vocabulary);
            for j in places.start..places.end.min(less.len()) {
                if word.is_some() && word == folded(less, j as isize, vocabulary) {
                    give((i, end + 1), (j, j + 1));
                }
            }
        }
    }
}

/// Whether words are letters that are read out: `b b c` is no `b c`. Those that are words, as `I`,
/// may be said again.
fn is_spelled(side: &Side, from: usize, to: usize, vocabulary: &Vocabulary) -> bool {
    let flags = || (from..to).map(|at| side.flags(at as isize, vocabulary));
    from < to
        && flags().all(|flags| flags & LETTER != 0)
        && flags().any(|flags| flags & (SINGLE | NUMBER) == 0)
}

/// Whether words occur twice where the grammar wants it: `nous nous voyons` is no `nous voyons`.
fn is_meant(side: &Side, from: usize, to: usize, vocabulary: &Vocabulary) -> bool {
    from < to && (from..to).all(|at| side.flags(at as isize, vocabulary) & TWICE != 0)
}

/// The candidates of `repetition`; `allowed` is the guard.
pub fn candidates(
    [reference, hypothesis]: [&Side; 2],
    band: &Band,
    rank: u32,
    vocabulary: &Vocabulary,
    allowed: impl Fn(&Candidate) -> bool,
    out: &mut Vec<Candidate>,
) {
    let mut push = |i: (usize, usize), j: (usize, usize)| {
        let candidate = Candidate {
            i: i.0 as u32,
            j: j.0 as u32,
            to_i: i.1 as u32,
            to_j: j.1 as u32,
            rank,
        };
        let kept = [(reference, i), (hypothesis, j)]
            .iter()
            .any(|(side, (from, to))| {
                is_spelled(side, *from, *to, vocabulary) || is_meant(side, *from, *to, vocabulary)
            });
        if !kept && allowed(&candidate) {
            out.push(candidate);
        }
    };
    let (n, m) = (reference.len(), hypothesis.len());
    at_edges(reference, vocabulary, |from, to| {
        let whole = from == 0 && to == n;
        if !whole || m == 0 {
            let at = if from == 0 { 0 } else { m };
            push((from, to), (at, at));
        }
    });
    at_edges(hypothesis, vocabulary, |from, to| {
        let whole = from == 0 && to == m;
        if !whole || n == 0 {
            let at = if from == 0 { 0 } else { n };
            push((at, at), (from, to));
        }
    });
    let row = |i: usize| band.rows[i].0 as usize..band.rows[i].1 as usize + 1;
    let column = |j: usize| band.column(j).0..band.column(j).1;
    within(reference, hypothesis, row, vocabulary, &mut push);
    within(hypothesis, reference, column, vocabulary, |j, i| push(i, j));
}
