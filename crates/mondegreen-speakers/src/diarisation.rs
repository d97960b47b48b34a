//! Who spoke when: diarisation and Jaccard error, from turns alone.

use crate::assign::assign;

/// A turn of a speaker, in microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The speaker, counted from 0.
    pub speaker: usize,
    /// When it begins.
    pub start: i64,
    /// When it ends, not before its start.
    pub end: i64,
}

/// What is scored, and how.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The parts of the recording that are scored; `None` for the extent that `extent` says.
    pub region: Option<Vec<(i64, i64)>>,
    /// Without a region: whether it goes over both sides, or from the first start to the last end of
    /// the reference.
    pub both: bool,
    /// How much on either side of each border of a reference turn is not scored.
    pub collar: i64,
    /// Whether times are scored at which several reference speakers speak.
    pub overlap: bool,
    /// Whether speakers are mapped by what is scored, or by the whole region.
    pub map_scored: bool,
}

/// Times of one reference speaker in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// What is scored.
    pub scored: i64,
    /// Nobody is heard.
    pub missed: i64,
    /// Another one is heard.
    pub confused: i64,
    /// Times at which either the speaker or who is mapped to it speaks, and those where both do.
    pub either: i64,
    /// See `either`.
    pub both: i64,
}

/// What came out for a session.
#[derive(Clone, Debug, Default)]
pub struct Diarisation {
    /// One per reference speaker.
    pub speakers: Vec<Times>,
    /// Time of speakers who are heard and do not speak.
    pub false_alarm: i64,
    /// Who each reference speaker is taken for, if anybody.
    pub map: Vec<Option<usize>>,
}

struct Piece {
    length: i64,
    speakers: Vec<usize>,
    heard: Vec<usize>,
    scored: bool,
}

/// The turns of each speaker, those that overlap or touch joined to one.
pub fn merged(turns: &[Turn], speakers: usize) -> Vec<Turn> {
    let mut by_speaker: Vec<Vec<Turn>> = vec![Vec::new(); speakers];
    for turn in turns.iter().filter(|turn| turn.end > turn.start) {
        by_speaker[turn.speaker].push(*turn);
    }
    let mut found = Vec::with_capacity(turns.len());
    for mut own in by_speaker {
        own.sort_by_key(|turn| turn.start);
        let mut own = own.into_iter();
        let Some(mut last) = own.next() else { continue };
        for turn in own {
            if turn.start <= last.end {
                last.end = last.end.max(turn.end);
            } else {
                found.push(std::mem::replace(&mut last, turn));
            }
        }
        found.push(last);
    }
    found
}

/// Compare the turns of a session. Turns of one speaker that overlap count once.
pub fn diarisation(
    reference: (&[Turn], usize),
    heard: (&[Turn], usize),
    conditions: &Conditions,
) -> Diarisation {
    let (speakers, others) = (reference.1, heard.1);
    let reference = merged(reference.0, speakers);
    let heard = merged(heard.0, others);
    let pieces = pieces(&reference, &heard, (speakers, others), conditions);
    let size = speakers.max(others);
    let mut common = vec![0i64; size * size];
    let counted = |piece: &&Piece| piece.scored || !conditions.map_scored;
    for piece in pieces.iter().filter(counted) {
        for &speaker in &piece.speakers {
            for &other in &piece.heard {
                common[speaker * size + other] -= piece.length;
            }
        }
    }
    let map: Vec<Option<usize>> = assign(size, &common, |_, _| 0)[..speakers]
        .iter()
        .enumerate()
        .map(|(speaker, &other)| (common[speaker * size + other] < 0).then_some(other))
        .collect();
    let mut found = Diarisation {
        speakers: vec![Times::default(); speakers],
        ..Diarisation::default()
    };
    let mut owner = vec![None; others];
    for (speaker, other) in map.iter().enumerate() {
        if let Some(other) = other {
            owner[*other] = Some(speaker);
        }
    }
    for piece in pieces.iter().filter(|piece| piece.scored) {
        count(piece, &map, &owner, &mut found);
    }
    found.map = map;
    found
}

/// Add a piece. Where some reference speakers are taken for others and some are missed, those who are
/// first in order are the ones that are taken for others.
fn count(piece: &Piece, map: &[Option<usize>], owner: &[Option<usize>], found: &mut Diarisation) {
    let (said, heard) = (piece.speakers.len(), piece.heard.len());
    let is_right = |speaker: usize| map[speaker].is_some_and(|other| piece.heard.contains(&other));
    let right = piece
        .speakers
        .iter()
        .filter(|&&speaker| is_right(speaker))
        .count();
    let mut confused = said.min(heard) - right;
    found.false_alarm += heard.saturating_sub(said) as i64 * piece.length;
    for &speaker in &piece.speakers {
        let times = &mut found.speakers[speaker];
        times.scored += piece.length;
        times.either += piece.length;
        if is_right(speaker) {
            times.both += piece.length;
        } else if confused > 0 {
            confused -= 1;
            times.confused += piece.length;
        } else {
            times.missed += piece.length;
        }
    }
    for &other in &piece.heard {
        if let Some(speaker) = owner[other] {
            if !piece.speakers.contains(&speaker) {
                found.speakers[speaker].either += piece.length;
            }
        }
    }
}

/// Cut the region wherever anything begins or ends.
fn pieces(
    reference: &[Turn],
    heard: &[Turn],
    (speakers, others): (usize, usize),
    conditions: &Conditions,
) -> Vec<Piece> {
    let extent = |turns: &mut dyn Iterator<Item = &Turn>| {
        turns.fold(None, |found: Option<(i64, i64)>, turn| {
            let (start, end) = found.unwrap_or((turn.start, turn.end));
            Some((start.min(turn.start), end.max(turn.end)))
        })
    };
    let region = conditions.region.clone().unwrap_or_else(|| {
        let mut all = reference
            .iter()
            .chain(if conditions.both { heard } else { &[] });
        extent(&mut all).into_iter().collect()
    });
    // (time, what changes, by how much)
    let mut events: Vec<(i64, usize, i32)> = Vec::new();
    let (inside, near) = (speakers + others, speakers + others + 1);
    let mut add = |what: usize, start: i64, end: i64| {
        if start < end {
            events.push((start, what, 1));
            events.push((end, what, -1));
        }
    };
    for (start, end) in region {
        add(inside, start, end);
    }
    for turn in reference {
        add(turn.speaker, turn.start, turn.end);
        for border in [turn.start, turn.end] {
            add(near, border - conditions.collar, border + conditions.collar);
        }
    }
    for turn in heard {
        add(speakers + turn.speaker, turn.start, turn.end);
    }
    events.sort_unstable();
    let mut active = vec![0; near + 1];
    let mut found = Vec::new();
    let mut last = 0;
    let is_active = |active: &[i32], range: std::ops::Range<usize>| -> Vec<usize> {
        let first = range.start;
        range
            .filter(|&each| active[each] > 0)
            .map(|each| each - first)
            .collect()
    };
    for (time, what, change) in events {
        if time > last && active[inside] > 0 {
            let speakers_now = is_active(&active, 0..speakers);
            let heard_now = is_active(&active, speakers..inside);
            if !(speakers_now.is_empty() && heard_now.is_empty()) {
                let several = speakers_now.len() > 1 && !conditions.overlap;
                found.push(Piece {
                    length: time - last,
                    speakers: speakers_now,
                    heard: heard_now,
                    scored: active[near] == 0 && !several,
                });
            }
        }
        last = time;
        active[what] += change;
    }
    found
}

/// Time in which one speaker speaks twice at once, and all time in which the speaker speaks.
pub fn self_overlap(turns: &[Turn], speakers: usize) -> Vec<(i64, i64)> {
    let mut sorted = turns.to_vec();
    sorted.sort_by_key(|turn| turn.start);
    let mut found = vec![(0, 0); speakers];
    let mut ends: Vec<Option<i64>> = vec![None; speakers];
    for turn in sorted {
        let (over, total) = &mut found[turn.speaker];
        let end = ends[turn.speaker].unwrap_or(turn.start);
        *over += (turn.end.min(end) - turn.start).max(0);
        *total += (turn.end - turn.start.max(end)).max(0);
        ends[turn.speaker] = Some(end.max(turn.end));
    }
    found
}
