//! What must or must not be before and after a row.

use crate::pack::{Condition, Figures, What};
use crate::pattern::PLAIN;
use crate::place::Place;
use crate::tokens::{Gap, Kind};
use crate::trie::SetId;

/// How many tokens before a row its conditions look at.
const BACK: u32 = 8;

/// Whether the conditions hold before a row that begins at a node, or after one that ends there.
/// `reaches` says whether a set matches whole tokens from one node on, to another or to any.
pub(crate) fn hold(
    place: &Place,
    all: &[Condition],
    node: u32,
    before: bool,
    mut reaches: impl FnMut(SetId, u32, Option<u32>) -> bool,
) -> bool {
    let gaps = gaps(place, node);
    let token = (place.island.from + node as usize).checked_sub(usize::from(before));
    all.iter().all(|condition| {
        let found = match condition.what {
            What::Gap(wanted) => gaps & wanted != 0,
            What::Edge => gaps & PLAIN == 0,
            What::Set(_) | What::Ending(_) if gaps & condition.gaps == 0 => false,
            What::Ending(ending) => token.is_some_and(|token| has_ending(place, ending, token)),
            What::Set(_) if node > place.lattice.tokens => false,
            What::Set(set) => match any(place, set, token) {
                Some(found) => found,
                None if before => {
                    (1..=BACK.min(node)).any(|back| reaches(set, node - back, Some(node)))
                }
                None => reaches(set, node, None),
            },
        };
        found == condition.wanted
    })
}

/// The gaps before a node.
fn gaps(place: &Place, node: u32) -> u8 {
    if node > place.lattice.tokens {
        return Gap::Glued.bits();
    }
    let next = place.tokens.list.get(place.island.from + node as usize);
    next.map_or(place.tokens.end, |token| token.gap).bits()
}

/// Whether any word or any name is a token, where the set is that of all words or all names.
fn any(place: &Place, set: SetId, at: Option<usize>) -> Option<bool> {
    let figures = place.pack.sets[usize::from(set)].figures?;
    if !matches!(figures, Figures::Word | Figures::Name) {
        return None;
    }
    let token = at
        .and_then(|at| place.tokens.list.get(at))
        .filter(|token| token.kind == Kind::Word);
    let begins_large = |from: u32| {
        let first = place.text[from as usize..].chars().next();
        first.is_some_and(char::is_uppercase)
    };
    Some(token.is_some_and(|token| figures == Figures::Word || begins_large(token.from)))
}

fn has_ending(place: &Place, ending: u16, token: usize) -> bool {
    let token = place.tokens.list.get(token);
    let word = token.filter(|token| token.kind == Kind::Word);
    let ending = &*place.pack.endings[usize::from(ending)];
    word.is_some_and(|word| {
        let text = place.tokens.text(word);
        text.len() > ending.len() && text.ends_with(ending)
    })
}
