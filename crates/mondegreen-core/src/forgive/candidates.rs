//! Which spans of a region the forgivers of the kernel accept.
//!
//! A forgiver accepts what is no longer than it must be: a span that can be cut in two, both
//! equal or accepted, is not asked for. So each error is put down to the reason it has.

use super::inner_marks;
use super::kinds::Kind;
use super::line::{self, Line};
use super::meeting::Meeting;
use super::packs::Memory;
use super::settings::Settings;
use super::window::{Band, Candidate, Side};
use super::words::{
    Info, Vocabulary, ANSWER, ARTICLE, BEFORE, ENDING, FILLER, FIRST, INDEFINITE, LABEL, LETTER,
    NEGATION, NUMBER, SECOND,
};
use super::{accents, denials, guard, parted, punctuation, repetition, senses, spacing};

/// A region: both sides, the texts of their words, and the cells a path may visit.
pub struct Region<'a> {
    /// Reference and hypothesis.
    pub sides: [&'a Side; 2],
    /// The words of both; none where there is nothing to read in them.
    pub texts: [&'a [&'a [u8]]; 2],
    /// Where paths may go.
    pub band: &'a Band,
    /// Whether any word of the two texts is equal.
    pub has_hits: bool,
    /// Whether there may be something to read.
    pub reads: bool,
}

/// Collect the candidates, sorted, the earliest forgiver of each pair of spans alone.
pub fn collect(
    region: &Region<'_>,
    vocabulary: &Vocabulary,
    settings: &Settings,
    memory: &mut Memory,
    lines: &mut [Line; 2],
    out: &mut Vec<Candidate>,
) {
    let [reference, hypothesis] = region.sides;
    let parted = region
        .sides
        .map(|side| parted::marks(side, vocabulary, settings, memory));
    let marked = || {
        region
            .texts
            .iter()
            .any(|texts| inner_marks::may_be_in(texts))
    };
    let reads = region.reads && (settings.reads() || settings.has(Kind::Punctuation) && marked());
    if reads {
        for (line, (side, texts)) in lines
            .iter_mut()
            .zip(region.sides.into_iter().zip(region.texts))
        {
            line.read(side, texts, settings, memory);
        }
    }
    let read = reads.then_some([&lines[0], &lines[1]]);
    if let Some(lines) = read {
        let meeting = Meeting {
            sides: region.sides,
            lines,
            band: region.band,
            vocabulary,
            settings,
        };
        meeting.candidates(out);
    }
    for i in 0..reference.len() {
        let (first, last) = region.band.rows[i];
        let end = (last as usize + 1).min(hypothesis.len());
        for j in first as usize..end {
            pair(region, i, j, &parted, read, vocabulary, settings, out);
        }
    }
    single(region, 0, &parted[0], vocabulary, settings, out);
    single(region, 1, &parted[1], vocabulary, settings, out);
    if settings.has(Kind::Repetition) {
        let rank = settings.rank(Kind::Repetition);
        let allowed = |span: &Candidate| {
            !settings.guard || guard::allows(reference, hypothesis, span, vocabulary)
        };
        repetition::candidates(region.sides, region.band, rank, vocabulary, allowed, out);
    }
    tidy(region.band, out);
}

/// Sort, keep the earliest forgiver of each pair of spans, and what the band holds.
pub fn tidy(band: &Band, out: &mut Vec<Candidate>) {
    out.sort_unstable();
    out.dedup_by(|a, b| (a.i, a.j, a.to_i, a.to_j) == (b.i, b.j, b.to_i, b.to_j));
    out.retain(|span| {
        band.holds(span.i as usize, span.j as usize)
            && band.holds(span.to_i as usize, span.to_j as usize)
    });
}

/// What begins with word `i` of the reference and word `j` of the hypothesis.
#[allow(clippy::too_many_arguments)]
fn pair(
    region: &Region<'_>,
    i: usize,
    j: usize,
    parted: &[Vec<bool>; 2],
    lines: Option<[&Line; 2]>,
    vocabulary: &Vocabulary,
    settings: &Settings,
    out: &mut Vec<Candidate>,
) {
    let [reference, hypothesis] = region.sides;
    let words = [
        reference.words[reference.from + i],
        hypothesis.words[hypothesis.from + j],
    ];
    if words[0] == words[1] {
        return;
    }
    let [one, other] = words.map(|word| vocabulary.info(word));
    let mut push = |kind: Kind, to_i: usize, to_j: usize| {
        out.push(Candidate {
            i: i as u32,
            j: j as u32,
            to_i: to_i as u32,
            to_j: to_j as u32,
            rank: settings.rank(kind),
        });
    };
    if one.folded() == other.folded() {
        let given = words.map(|word| vocabulary.name(vocabulary.info(word).folds[0]));
        let apart = senses::differ(region.sides, [i, j], vocabulary)
            || settings.guard && denials::differ(region.sides, [i, j], vocabulary, settings);
        let inner = [0, 1].map(|side| region.sides[side].from + [i, j][side]);
        match fold_of(one, other) {
            Some(kind)
                if !is_kept(kind, [one, other], inner, given, lines, settings)
                    && !apart
                    && punctuation::same_measure(given)
                    && !accents::contradict(given)
                    && parted[0][i] == parted[1][j] =>
            {
                push(kind, i + 1, j + 1);
            }
            _ => {}
        }
        return;
    }
    if settings.has(Kind::Abbreviations) && one.long == other.long && one.plain != other.plain {
        push(Kind::Abbreviations, i + 1, j + 1);
    }
    if settings.has(Kind::Spelling) && one.spelling == other.spelling {
        push(Kind::Spelling, i + 1, j + 1);
    }
    if settings.has(Kind::Spacing)
        && one.letters.as_bytes().first() == other.letters.as_bytes().first()
        && !one.letters.is_empty()
    {
        if let Some((to_i, to_j)) = spacing::ends(&region.sides, i, j, parted, vocabulary, settings)
        {
            push(Kind::Spacing, to_i, to_j);
        }
    }
    if settings.has(Kind::Fillers) && one.flags & other.flags & FILLER != 0 {
        let free = |side: usize, at: usize| is_free_filler(region.sides[side], at, vocabulary);
        if free(0, i) && free(1, j) {
            push(Kind::Fillers, i + 1, j + 1);
        }
    }
    if settings.has(Kind::Articles) && one.plain != other.plain {
        let indefinite = |info: &Info| {
            let list = &settings.lists.indefinite;
            list.contains(vocabulary.name(info.plain))
        };
        if indefinite(one) && indefinite(other) {
            push(Kind::Articles, i + 1, j + 1);
        }
    }
}

/// Whether what two words differ in says something: the case of a unit, a sign, the mark of a denial.
fn is_kept(
    kind: Kind,
    infos: [&Info; 2],
    places: [usize; 2],
    given: [&str; 2],
    lines: Option<[&Line; 2]>,
    settings: &Settings,
) -> bool {
    let decides = |info: &Info| info.flags & (NEGATION | ANSWER);
    let units = || lines.is_some_and(|lines| line::are_other_units(lines, places));
    match kind {
        Kind::Case => units(),
        Kind::Accents => settings.guard && decides(infos[0]) != decides(infos[1]),
        _ => {
            punctuation::signs(given[0]) != punctuation::signs(given[1])
                || settings.has_comma()
                    && punctuation::has_point(given[0]) != punctuation::has_point(given[1])
                || units()
        }
    }
}

/// The last fold that two words needed to become equal.
fn fold_of(one: &Info, other: &Info) -> Option<Kind> {
    let levels = [
        (1, Kind::Case),
        (2, Kind::Punctuation),
        (3, Kind::Accents),
        (4, Kind::Variants),
    ];
    levels
        .into_iter()
        .find(|&(level, _)| one.folds[level] == other.folds[level])
        .map(|(_, kind)| kind)
}

/// Whether the hesitation at `at` is no part of an answer as `uh huh`, no measure and no name in
/// capitals, as `ER`.
fn is_free_filler(side: &Side, at: usize, vocabulary: &Vocabulary) -> bool {
    let at = at as isize;
    let flags = |at: isize| side.flags(at, vocabulary);
    let name = |at: isize| {
        side.info(at, vocabulary)
            .map_or("", |info| vocabulary.name(info.plain))
    };
    let answer = |first: isize| {
        flags(first) & FIRST != 0
            && flags(first + 1) & SECOND != 0
            && name(first + 1) != name(first)
    };
    let measure = name(at) == "mm" && flags(at - 1) & NUMBER != 0;
    !answer(at) && !answer(at - 1) && !measure && !guard::stands_out(side, at, vocabulary)
}

/// Words of one side that may be missing on the other.
fn single(
    region: &Region<'_>,
    which: usize,
    parted: &[bool],
    vocabulary: &Vocabulary,
    settings: &Settings,
    out: &mut Vec<Candidate>,
) {
    let side = region.sides[which];
    let other = region.sides[1 - which];
    for (at, &is_parted) in parted.iter().enumerate().take(side.len()) {
        let info = vocabulary.info(side.words[side.from + at]);
        let empty = vocabulary.is_empty(info.folded());
        if !empty && info.flags & (FILLER | ARTICLE | ENDING) == 0 {
            continue;
        }
        let mut push = |kind: Kind, place: usize, to: usize| {
            let (mut i, mut to_i, mut j, mut to_j) = (at, to, place, place);
            if which == 1 {
                (i, to_i, j, to_j) = (j, to_j, i, to_i);
            }
            out.push(Candidate {
                i: i as u32,
                j: j as u32,
                to_i: to_i as u32,
                to_j: to_j as u32,
                rank: settings.rank(kind),
            });
        };
        let places = places(region.band, which, at, other.len());
        if empty && senses::sign(side, at, vocabulary).is_none() && !is_parted {
            let level = (1..5).find(|&level| vocabulary.is_empty(info.folds[level]));
            let kind = match level {
                Some(3) => Kind::Accents,
                Some(4) => Kind::Variants,
                _ => Kind::Punctuation,
            };
            places.clone().for_each(|place| push(kind, place, at + 1));
        }
        if settings.has(Kind::Fillers)
            && info.flags & FILLER != 0
            && is_free_filler(side, at, vocabulary)
            && (!settings.guard || info.flags & super::words::GUARDED == 0)
        {
            places
                .clone()
                .for_each(|place| push(Kind::Fillers, place, at + 1));
        }
        if !settings.has(Kind::Articles) {
            continue;
        }
        if info.flags & ARTICLE != 0 && may_be_missing(side, at, info, settings, vocabulary) {
            for place in places.clone() {
                // In the place of an article stands none of another kind.
                let taken = [place as isize - 1, place as isize]
                    .iter()
                    .any(|&at| other.flags(at, vocabulary) & ARTICLE != 0);
                if !taken {
                    push(Kind::Articles, place, at + 1);
                }
            }
        }
        let cut = side.ends && other.ends && side.to == side.words.len();
        let cut = cut && other.to == other.words.len() && region.has_hits;
        let rest = at..side.len();
        let broken = |at: usize| side.flags(at as isize, vocabulary) & ENDING != 0;
        if cut && rest.len() <= 2 && rest.clone().all(broken) {
            let guarded = rest
                .clone()
                .any(|at| side.flags(at as isize, vocabulary) & ANSWER != 0);
            if !guarded || !settings.guard {
                push(Kind::Articles, other.len(), side.len());
            }
        }
    }
}

/// Whether an article is before a word that is the same without it.
fn may_be_missing(
    side: &Side,
    at: usize,
    info: &Info,
    settings: &Settings,
    vocabulary: &Vocabulary,
) -> bool {
    let next = side.flags(at as isize + 1, vocabulary);
    let last = side.flags(at as isize - 1, vocabulary);
    let following = side.at(at as isize + 1).is_some();
    // "One a day" is none of "one day", and after "vitamin" stands a letter.
    let each = info.flags & INDEFINITE != 0 && last & (NUMBER | LABEL) != 0;
    let before = side.info(at as isize - 1, vocabulary);
    let before = before.map_or("", |info| vocabulary.name(info.plain));
    following
        && !each
        && !settings.lists.subjects.contains(before)
        && !guard::is_letter(side, at, vocabulary)
        && next & (LETTER | BEFORE) == 0
        && (!settings.guard || guard::allows_article(info.flags))
}

/// Where on the other side a word may be missing.
fn places(band: &Band, which: usize, at: usize, length: usize) -> std::ops::Range<usize> {
    if which == 0 {
        let (first, last) = band.rows[at];
        first as usize..(last as usize).min(length) + 1
    } else {
        let (first, following) = band.column(at);
        first..following
    }
}
