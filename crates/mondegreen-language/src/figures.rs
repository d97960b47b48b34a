//! What tokens of figures may be read as.

use crate::pack::Figures;
use crate::place::{Match, Place};
use crate::tokens::{Gap, Kind, Token};
use crate::value::Value;

/// The longest string of digits that has a value.
const LONGEST: usize = 36;

/// Whether figures go on a word or other figures, as in *mp3* or after the marks of 3.000.000: no
/// reading begins there.
pub(crate) fn goes_on(place: &Place, at: u32) -> bool {
    let token = place.island.from + at as usize;
    let list = &place.tokens.list;
    if token == 0 || list[token].kind != Kind::Figures || list[token].gap != Gap::Glued {
        return false;
    }
    let before = list[token - 1];
    let text = place.tokens.text(&before);
    match before.kind {
        Kind::Word => !text.ends_with('\'') && !place.pack.prefixes.iter().any(|p| p == text),
        Kind::Sign => {
            let mark =
                |mark: char| place.pack.points.contains(&mark) || place.pack.groups.contains(&mark);
            let glued = before.gap == Gap::Glued && token > 1;
            text.chars().all(mark) && glued && list[token - 2].kind == Kind::Figures
        }
        Kind::Figures | Kind::Character => false,
    }
}

/// Whether the figures before a node go on after a mark, as in 3,018.06: no reading ends there.
pub(crate) fn goes_further(place: &Place, to: u32) -> bool {
    let list = &place.tokens.list;
    let after = place.island.from + to as usize;
    // a zero that is not written is nothing without its decimal mark
    if after > 0 && list[after - 1].from == list[after - 1].to {
        return true;
    }
    let Some([mark, more]) = list.get(after..after + 2) else {
        return false;
    };
    let is_mark =
        |mark: char| place.pack.points.contains(&mark) || place.pack.groups.contains(&mark);
    after > 0
        && list[after - 1].kind == Kind::Figures
        && (mark.kind, mark.gap) == (Kind::Sign, Gap::Glued)
        && (more.kind, more.gap) == (Kind::Figures, Gap::Glued)
        && place.tokens.text(mark).chars().all(is_mark)
}

/// Whether up to three figures, or such that begin with zero, and a space are before a token: it may be a
/// group of theirs.
fn after_group(place: &Place, at: u32) -> bool {
    let token = place.island.from + at as usize;
    let list = &place.tokens.list;
    let before = token.checked_sub(1).map(|before| &list[before]);
    before.is_some_and(|before| {
        list[token].gap == Gap::Space
            && before.kind == Kind::Figures
            && (place.tokens.text(before).len() <= 3 || place.tokens.text(before).starts_with('0'))
    })
}

fn whole(text: &str) -> Option<Value> {
    (text.len() <= LONGEST).then(|| Value::whole(text.parse().unwrap_or(0)))
}

/// All matches of a built-in set at a node.
pub(crate) fn matches(place: &Place, figures: Figures, at: u32, out: &mut Vec<Match>) {
    let end = place.lattice.tokens;
    let token = |node: u32| -> Option<&Token> {
        (node < end).then(|| &place.tokens.list[place.island.from + node as usize])
    };
    let text = |node: u32| token(node).map_or("", |token| place.tokens.text(token));
    let is = |node: u32, kind: Kind| token(node).is_some_and(|token| token.kind == kind);
    let glued = |node: u32| token(node).is_some_and(|token| token.gap == Gap::Glued);
    if !is(at, Kind::Figures) {
        return;
    }
    let first = text(at);
    let exactly = match figures {
        Figures::Raw => Some(first.len()),
        Figures::Length(length) => Some(usize::from(length)),
        Figures::Grouped | Figures::Decimal | Figures::Word | Figures::Name => None,
    };
    if let Some(length) = exactly {
        if let Some(value) = whole(first).filter(|_| first.len() == length) {
            out.push((
                at + 1,
                Value {
                    digits: first.len() as u8,
                    ..value
                },
            ));
        }
        return;
    }
    // the number alone, and with each of the groups after it
    let mut ways: [(u32, Option<i128>); 12] = [(0, None); 12];
    let mut count = 1;
    let mut mark: Option<char> = None;
    ways[0] = (at + 1, whole(first).map(|value| value.number));
    if first.len() <= 3 && !first.starts_with('0') {
        let mut node = at + 1;
        let mut number = ways[0].1.unwrap_or(0);
        while count < ways.len() {
            let sign = text(node)
                .chars()
                .next()
                .filter(|sign| place.pack.groups.contains(sign));
            let (this, group) = if glued(node) && is(node, Kind::Sign) && glued(node + 1) {
                (sign, node + 1)
            } else if place.pack.groups.contains(&' ')
                && token(node).is_some_and(|token| token.gap == Gap::Space)
            {
                (Some(' '), node)
            } else {
                break;
            };
            let digits = text(group);
            let length = digits.len();
            let fits = length == 3 || (place.pack.indian && length == 2);
            if this.is_none()
                || mark.is_some_and(|mark| Some(mark) != this)
                || !fits
                || !is(group, Kind::Figures)
            {
                break;
            }
            if this == Some(' ') && mark.is_none() && after_group(place, at) {
                break;
            }
            mark = this;
            number = number * 10_i128.pow(length as u32) + digits.parse::<i128>().unwrap_or(0);
            node = group + 1;
            if length == 3 {
                ways[count] = (node, Some(number));
                count += 1;
            }
        }
    }
    // spaces part the thousands of a number only where no other figures go on after it
    let parted = mark == Some(' ');
    let spaced = |node: u32| token(node).is_some_and(|token| token.gap == Gap::Space);
    let last = ways[count - 1].0;
    if parted && spaced(last) && is(last, Kind::Figures) {
        count = 1;
    }
    for &(node, number) in &ways[..count] {
        if parted && node > at + 1 && node < last {
            continue;
        }
        let Some(number) = number else { continue };
        if figures == Figures::Grouped {
            if node > at + 1 || first == "0" || !first.starts_with('0') {
                out.push((node, Value::whole(number)));
            }
            continue;
        }
        let point = glued(node) && {
            let mut mark = text(node).chars();
            // no thousands are parted after a zero: there a full stop is a decimal mark everywhere
            mark.next().is_some_and(|mark| {
                place.pack.points.contains(&mark) || mark == '.' && first == "0"
            }) && mark.next().is_none()
        };
        if !point || !glued(node + 1) || !is(node + 1, Kind::Figures) {
            continue;
        }
        let more = glued(node + 2)
            && matches!(text(node + 2), "." | ",")
            && glued(node + 3)
            && is(node + 3, Kind::Figures);
        let places = text(node + 1);
        if more || places.len() > 18 {
            continue;
        }
        let scale = 10_i128.pow(places.len() as u32);
        let Some(number) = number.checked_mul(scale) else {
            continue;
        };
        let number = number + places.parse::<i128>().unwrap_or(0);
        out.push((
            node + 2,
            Value {
                number,
                places: places.len() as u8,
                ..Value::default()
            },
        ));
    }
}
