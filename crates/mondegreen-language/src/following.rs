//! From rows to what may come next to what: see [`Neighbours`].

use rustc_hash::FxHashSet;

use crate::ahead::Ahead;
use crate::compiler::Flat;
use crate::neighbours::Neighbours;
use crate::pack::{Condition, Figures, Row, Wanted, What, BUILT_IN};
use crate::source::Level;
use crate::trie::{SetId, Step};
use crate::words::{Word, Words, FIGURES};

/// From all sequences; `starts` are the bits of the sets that a word may begin.
pub(crate) fn neighbours(
    flats: &[Flat],
    rows: &[Row],
    words: &Words,
    sets: usize,
    starts: impl Fn(Word) -> Vec<u64>,
) -> Neighbours {
    let all = 0..words.len() as Word;
    let begins = all.clone().map(|word| {
        let mut begins = Ahead::default();
        begins.add_word(word);
        begins.add_sets(&starts(word));
        begins
    });
    let last = last(flats, sets);
    let after = |wanted| Pairs::new(flats, rows, words.len(), sets, wanted).by_word(&last);
    let mut neighbours = Neighbours {
        begins: begins.collect(),
        after: [after(Wanted::Writable), after(Wanted::All)],
    };
    // figures may be such a word too
    let is_figures = |word: &Word| words.text(*word).bytes().all(|byte| byte.is_ascii_digit());
    for word in all.skip(2).filter(is_figures) {
        let lists = [&mut neighbours.begins]
            .into_iter()
            .chain(&mut neighbours.after);
        lists.for_each(|list| {
            let more = list[usize::from(word)];
            list[usize::from(FIGURES)].add(more);
        });
    }
    neighbours
}

/// The words that each set may end with.
fn last(flats: &[Flat], sets: usize) -> Vec<FxHashSet<Word>> {
    let mut last: Vec<FxHashSet<Word>> = vec![FxHashSet::default(); sets];
    for built_in in last.iter_mut().take(BUILT_IN.len()) {
        built_in.insert(FIGURES);
    }
    loop {
        let before: usize = last.iter().map(FxHashSet::len).sum();
        for flat in flats {
            match flat.steps[flat.steps.len() - 1].1 {
                Step::Word(word) => {
                    last[usize::from(flat.set)].insert(word);
                }
                Step::Slot { set, .. } if set != flat.set => {
                    let add = last[usize::from(set)].clone();
                    last[usize::from(flat.set)].extend(add);
                }
                Step::Slot { .. } => {}
            }
        }
        if last.iter().map(FxHashSet::len).sum::<usize>() == before {
            return last;
        }
    }
}

/// What may come right after each word and each set.
struct Pairs {
    words: Vec<Ahead>,
    sets: Vec<Ahead>,
    /// What may come after anything.
    always: Ahead,
}

impl Pairs {
    fn new(flats: &[Flat], rows: &[Row], words: usize, sets: usize, wanted: Wanted) -> Self {
        let mut pairs = Self {
            words: vec![Ahead::default(); words],
            sets: vec![Ahead::default(); sets],
            always: Ahead::default(),
        };
        let read = read(flats, rows, sets, wanted);
        for flat in flats.iter().filter(|flat| read(flat)) {
            let row = &rows[flat.row as usize];
            for (at, &(_, step)) in flat.steps.iter().enumerate() {
                if let Some(&(_, next)) = flat.steps.get(at + 1) {
                    add_step(pairs.after(step), next);
                }
                if matches!(step, Step::Slot { many: true, .. }) {
                    add_step(pairs.after(step), step);
                }
            }
            let (first, last) = (flat.steps[0].1, flat.steps[flat.steps.len() - 1].1);
            for condition in &row.before {
                match set_of(condition) {
                    Some(set) => add_step(&mut pairs.sets[usize::from(set)], first),
                    None => add_step(&mut pairs.always, first),
                }
            }
            for condition in &row.after {
                match set_of(condition) {
                    Some(set) => pairs.after(last).add_set(set),
                    None => *pairs.after(last) = Ahead::ANYTHING,
                }
            }
        }
        pairs
    }

    fn after(&mut self, step: Step) -> &mut Ahead {
        match step {
            Step::Word(word) => &mut self.words[usize::from(word)],
            Step::Slot { set, .. } => &mut self.sets[usize::from(set)],
        }
    }

    /// What may come after each word, which may be the last of sets.
    fn by_word(mut self, last: &[FxHashSet<Word>]) -> Vec<Ahead> {
        for (words, after) in last.iter().zip(&self.sets) {
            for word in words {
                self.words[usize::from(*word)].add(*after);
            }
        }
        for after in &mut self.words {
            after.add(self.always);
        }
        self.words
    }
}

fn add_step(ahead: &mut Ahead, step: Step) {
    match step {
        Step::Word(word) => ahead.add_word(word),
        Step::Slot { set, .. } => ahead.add_set(set),
    }
}

/// The set that a condition asks for, if not for any word.
fn set_of(condition: &Condition) -> Option<SetId> {
    let any = |set: SetId| {
        let figures = BUILT_IN.get(usize::from(set)).map(|(_, figures)| *figures);
        matches!(figures, Some(Figures::Word | Figures::Name))
    };
    match condition.what {
        What::Set(set) => (!any(set)).then_some(set),
        What::Gap(_) | What::Edge | What::Ending(_) => None,
    }
}

/// Which sequences are read where these rows are wanted.
fn read(flats: &[Flat], rows: &[Row], sets: usize, wanted: Wanted) -> impl Fn(&Flat) -> bool {
    let is_top = move |flat: &Flat| match wanted {
        Wanted::All => flat.top.is_some(),
        Wanted::Writable => flat.top == Some(Level::Write),
    };
    let mut reached = vec![false; sets];
    loop {
        let mut more = false;
        for flat in flats {
            if !(is_top(flat) || reached[usize::from(flat.set)]) {
                continue;
            }
            let row = &rows[flat.row as usize];
            let inner = flat.steps.iter().filter_map(|(_, step)| match step {
                Step::Slot { set, .. } => Some(*set),
                Step::Word(_) => None,
            });
            let asked = row.before.iter().chain(&row.after).filter_map(set_of);
            for set in inner.chain(asked) {
                more |= !std::mem::replace(&mut reached[usize::from(set)], true);
            }
        }
        if !more {
            break;
        }
    }
    move |flat| is_top(flat) || reached[usize::from(flat.set)]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::ahead::Ahead;
    use crate::neighbours::Neighbours;
    use crate::{compile, Pack, Reader, Source};

    /// A pack in which anything may come after anything: no island is cut, no sequence given up early.
    fn without(mut pack: Pack) -> Pack {
        let all = vec![Ahead::ANYTHING; pack.words.len()];
        pack.neighbours = Neighbours {
            begins: all.clone(),
            after: [all.clone(), all],
        };
        pack
    }

    #[test]
    fn looking_ahead_changes_nothing() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/mondegreen/languages");
        for code in ["en", "de", "fr", "hi", "ru", "ar", "tr"] {
            let source = Source::read(std::slice::from_ref(&root), code).unwrap();
            let (pack, plain) = (
                compile(&source).unwrap(),
                without(compile(&source).unwrap()),
            );
            let (mut reader, mut slow) = (Reader::new(&pack), Reader::new(&plain));
            let cases = std::fs::read_to_string(root.join(code).join("cases.tsv")).unwrap();
            let lines: Vec<&str> = cases.lines().collect();
            for lines in lines.chunks(5).step_by(3) {
                let texts = lines.iter().filter_map(|line| line.split('\t').nth(1));
                let text = texts.collect::<Vec<_>>().join(" ");
                let (mut out, mut expected) = (String::new(), String::new());
                reader.normalize(&text, &mut out);
                slow.normalize(&text, &mut expected);
                assert_eq!(out, expected, "{code}: {text}");
                assert_eq!(
                    reader.readings(&text),
                    slow.readings(&text),
                    "{code}: {text}"
                );
            }
        }
    }
}
