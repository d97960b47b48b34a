//! The pattern language of packs: words, symbols, slots, options and alternatives.

use crate::tokens::Gap;

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

/// Every value is in it.
pub const ANY: Range = Range {
    low: i128::MIN,
    high: i128::MAX,
};

/// What an item of a pattern matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A word in any case.
    Word(String),
    /// A symbol in exactly this case.
    Symbol(String),
    /// A value of a set; repeated as often as the range says when `many` is set.
    Slot {
        name: char,
        set: String,
        range: Range,
        many: bool,
    },
}

/// The gaps before an item that are let through, as bits of [`crate::tokens::Gap`].
pub type Gaps = u8;
pub const GLUED: Gaps = Gap::Glued.bits() | Gap::Point.bits();
/// A space, a hyphen or nothing.
pub const PLAIN: Gaps = GLUED | Gap::Space.bits() | Gap::Hyphen.bits();

/// The marks before an item or a condition, and the rest: which gaps are let through.
///
/// `~`, `_` and `-`: nothing, a space or a hyphen alone. `,`, `.` and `;`: a comma, a full stop or
/// another mark may be there too; doubled, it must be.
pub(crate) fn gaps(text: &str) -> (Gaps, &str) {
    let mut gaps = 0;
    let mut rest = text;
    loop {
        let mut letters = rest.chars();
        let Some(mark) = letters.next().filter(|_| rest.len() > 1) else {
            break;
        };
        let extra = match mark {
            '~' => GLUED,
            '_' => Gap::Space.bits(),
            '-' => Gap::Hyphen.bits(),
            ',' => Gap::Comma.bits(),
            '.' => Gap::Stop.bits() | Gap::Point.bits(),
            ';' => Gap::Mark.bits(),
            _ => break,
        };
        rest = letters.as_str();
        let may = matches!(mark, ',' | '.' | ';');
        let must = may && rest.len() > 1 && rest.starts_with(mark);
        if must {
            rest = &rest[1..];
        }
        gaps |= if may && !must { PLAIN | extra } else { extra };
    }
    (if gaps == 0 { PLAIN } else { gaps }, rest)
}

/// One flat sequence of items.
pub type Sequence = Vec<(Gaps, Item)>;

/// The most sequences that one pattern may stand for.
pub const MOST_SEQUENCES: usize = 512;
/// The most items of one sequence.
pub const MOST_ITEMS: usize = 24;

/// All flat sequences that a pattern stands for.
///
/// # Errors
/// A message that names what is wrong with the pattern.
pub fn sequences(pattern: &str) -> Result<Vec<Sequence>, String> {
    let spaced: String = pattern
        .chars()
        .flat_map(|letter| match letter {
            '[' | ']' | '(' | ')' | '|' => vec![' ', letter, ' '],
            _ => vec![letter],
        })
        .collect();
    let marks: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let found = alternatives(&marks, &mut at, 0)?;
    if at < marks.len() {
        return Err(format!("{:?} closes nothing in {pattern:?}", marks[at]));
    }
    match found
        .iter()
        .find(|sequence| sequence.is_empty() || sequence.len() > MOST_ITEMS)
    {
        Some(_) => Err(format!(
            "{pattern:?} may be empty, or has more than {MOST_ITEMS} items"
        )),
        None => Ok(found),
    }
}

fn alternatives(marks: &[&str], at: &mut usize, depth: usize) -> Result<Vec<Sequence>, String> {
    let mut found = Vec::new();
    let mut open: Vec<Sequence> = vec![Vec::new()];
    while let Some(&mark) = marks.get(*at) {
        match mark {
            "]" | ")" => break,
            "|" => {
                *at += 1;
                found.append(&mut open);
                open = vec![Vec::new()];
            }
            "[" | "(" => {
                *at += 1;
                if depth > 8 {
                    return Err("more than eight brackets in each other".into());
                }
                let mut inner = alternatives(marks, at, depth + 1)?;
                let close = if mark == "[" { "]" } else { ")" };
                if marks.get(*at) != Some(&close) {
                    return Err(format!("{mark:?} without {close:?}"));
                }
                *at += 1;
                if mark == "[" {
                    inner.push(Vec::new());
                }
                if open.len() * inner.len() > MOST_SEQUENCES {
                    return Err(format!("a pattern of more than {MOST_SEQUENCES} sequences"));
                }
                open = open
                    .iter()
                    .flat_map(|head| inner.iter().map(move |tail| [&head[..], tail].concat()))
                    .collect();
            }
            _ => {
                *at += 1;
                let item = item(mark)?;
                open.iter_mut()
                    .for_each(|sequence| sequence.extend(item.iter().cloned()));
            }
        }
    }
    found.append(&mut open);
    Ok(found)
}

/// One mark; `a_half` is two words.
fn item(mark: &str) -> Result<Sequence, String> {
    let (gaps, rest) = gaps(mark);
    if let Some(body) = rest.strip_prefix('{') {
        return Ok(vec![(
            gaps,
            slot(body).ok_or_else(|| format!("no slot: {mark:?}"))?,
        )]);
    }
    if let Some(symbol) = rest.strip_prefix('=').filter(|symbol| !symbol.is_empty()) {
        return Ok(vec![(gaps, Item::Symbol(symbol.into()))]);
    }
    if rest.contains(['{', '}']) {
        return Err(format!("no item: {mark:?}"));
    }
    let words = rest.split('_').filter(|word| !word.is_empty());
    Ok(words
        .enumerate()
        .map(|(at, word)| {
            (
                if at == 0 { gaps } else { PLAIN },
                Item::Word(word.to_lowercase()),
            )
        })
        .collect())
}

/// `x=set}`, `x=set:lo..hi}`, `x=set:n..m}+`.
fn slot(body: &str) -> Option<Item> {
    let (body, many) = match body.strip_suffix("}+") {
        Some(body) => (body, true),
        None => (body.strip_suffix('}')?, false),
    };
    let (name, set) = body.split_once('=')?;
    let mut letters = name.chars();
    let (name, None) = (letters.next()?, letters.next()) else {
        return None;
    };
    let (set, range) = match set.split_once(':') {
        None => (set, ANY),
        Some((set, range)) => {
            let (low, high) = range.split_once("..").unwrap_or((range, range));
            (
                set,
                Range {
                    low: low.parse().ok()?,
                    high: high.parse().ok()?,
                },
            )
        }
    };
    Some(Item::Slot {
        name,
        set: set.into(),
        range,
        many,
    })
}

#[cfg(test)]
mod tests {
    use super::{gaps, sequences, Item, GLUED, PLAIN};

    #[test]
    fn options_and_alternatives_are_laid_flat() {
        assert_eq!(
            sequences("[the] {d=day:1..31} of (a|b c)").unwrap().len(),
            4
        );
        assert_eq!(sequences("[[and] x] y").unwrap().len(), 3);
        let found = sequences("at ~: ,{y=year}").unwrap().remove(0);
        assert_eq!((found[1].0, found[2].0), (GLUED, PLAIN | 8));
        assert_eq!(sequences("a_half").unwrap()[0].len(), 2);
        assert_eq!(sequences("=mW").unwrap()[0][0].1, Item::Symbol("mW".into()));
    }

    #[test]
    fn marks_say_what_may_be_before_an_item() {
        assert_eq!(gaps("x"), (PLAIN, "x"));
        assert_eq!(gaps(".x"), (PLAIN | 32 | 64, "x"));
        assert_eq!(gaps("..x"), (32 | 64, "x"));
        assert_eq!(gaps("-_x"), (4 | 2, "x"));
        assert_eq!(gaps("~-"), (GLUED, "-"));
        assert_eq!((gaps("-").0, gaps("~.")), (PLAIN, (GLUED, ".")));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for wrong in ["(a", "a)", "{n=}x", "{nn=a}", "[a]", "{n=card:x..y}"] {
            assert!(sequences(wrong).is_err(), "{wrong}");
        }
    }
}
