//! The tables of a pack, from its rows: words, sets and the trie of their sequences.

use rustc_hash::FxHashSet;

use crate::anchors;
use crate::characters::Runs;
use crate::circles::{self, Circles};
use crate::compiler::{Compiler, Flat};
use crate::following;
use crate::names::Ending;
use crate::pack::{Grow, Pack, Set, Sign, BUILT_IN};
use crate::pieces::Pieces;
use crate::source::{Level, Source, BASE, FILLERS};
use crate::trie::{Builder, SetId, Step};
use crate::variants::Variants;
use crate::words::{Word, Words};

impl Compiler {
    pub(crate) fn finish(mut self, source: &Source) -> Result<Pack, String> {
        let setting = |key: &str| source.setting(key);
        let marks = |text: &str| -> Vec<char> {
            let marks = text.split(' ').filter(|mark| !mark.is_empty());
            marks
                .filter_map(|mark| mark.replace("space", " ").chars().next())
                .collect()
        };
        let points = marks(setting("point").unwrap_or("."));
        self.names.point = points.first().copied().unwrap_or('.');
        for (which, ending) in &source.endings {
            for which in which.split(' ') {
                self.names
                    .endings
                    .push((ending_of(which)?, ending.as_str().into()));
            }
        }
        for filler in &source.fillers {
            self.words.entry(filler).filler = true;
            if self.characters {
                self.words.word(filler)?;
            }
        }
        let nothing = self.kind(FILLERS)?;
        let tops = [self.set("(writable)")?, self.set("(all)")?];
        self.drop_unknown(source)?;
        let mut builder = Builder::default();
        let mut sets: Vec<Set> = (self.sets.iter().enumerate())
            .map(|(at, name)| Set {
                name: name.clone(),
                figures: BUILT_IN.get(at).map(|(_, figures)| *figures),
                seeds: builder.root(),
                grows: Vec::new(),
                circle: Vec::new(),
            })
            .collect();
        let circles = Circles::new(&self.flats, sets.len());
        for (set, circle) in sets.iter_mut().zip(circles.of()) {
            if circle.len() > circles::MOST {
                return Err(format!(
                    "set {:?}: more than {} sets that begin each other",
                    set.name,
                    circles::MOST
                ));
            }
            set.circle = circle;
        }
        for flat in &self.flats {
            let set = usize::from(flat.set);
            match circles.first_of(flat) {
                Some((first, of)) => {
                    let Step::Slot { low, high, .. } = flat.steps[0].1 else {
                        continue;
                    };
                    let grows = &mut sets[usize::from(first)].grows;
                    let same = |grow: &&Grow| (grow.of, grow.low, grow.high) == (of, low, high);
                    let root = match grows.iter().find(same) {
                        Some(grow) => grow.root,
                        None => {
                            let root = builder.root();
                            grows.push(Grow {
                                of,
                                low,
                                high,
                                root,
                            });
                            root
                        }
                    };
                    builder.add(root, &flat.steps[1..], flat.row, false);
                }
                None => builder.add(sets[set].seeds, &flat.steps, flat.row, true),
            }
            if let Some(level) = flat.top {
                let roots = &tops[usize::from(level != Level::Write)..];
                for top in roots {
                    builder.add(sets[usize::from(*top)].seeds, &flat.steps, flat.row, true);
                }
            }
        }
        let core = anchors::core(&self.flats, self.words.len(), sets.len(), &|word| {
            self.words.text(word).chars().count()
        });
        let numeral_words: FxHashSet<Word> = (self.flats.iter().filter(|flat| flat.numeral))
            .flat_map(|flat| &flat.steps)
            .filter_map(|(_, step)| {
                if let Step::Word(word) = step {
                    Some(*word)
                } else {
                    None
                }
            })
            .collect();
        let pieces = Pieces::new(
            numeral_words
                .iter()
                .map(|&word| (self.words.text(word), word)),
        );
        let (starts, stride) = anchors::starts(&self.flats, self.words.len(), sets.len(), tops);
        let neighbours = {
            let starts = |word: Word| {
                let mut bits = starts[usize::from(word) * stride..][..stride].to_vec();
                for top in tops {
                    bits[usize::from(top) / 64] &= !(1 << (top % 64));
                }
                bits
            };
            following::neighbours(&self.flats, &self.rows, &self.words, sets.len(), starts)
        };
        let runs =
            (self.characters).then(|| Runs::new(&self.words, &numeral_words, !self.unspaced));
        let signs = source.signs.iter();
        let lower = source.list("lower").into_iter().filter_map(|pair| {
            let mut letters = pair.chars();
            Some((letters.next()?, letters.next()?))
        });
        let variants =
            (!source.variants.is_empty()).then(|| Variants::new(&source.variants, &self.words));
        let folds =
            (!source.folds.is_empty()).then(|| Variants::new(&source.folds, &Words::default()));
        let numerals = 0..self.words.len() as Word;
        Ok(Pack {
            variants,
            folds,
            endings: self.endings,
            dot: source.dot.as_deref().map(Into::into),
            tails: self.tails,
            numerals: numerals.map(|word| numeral_words.contains(&word)).collect(),
            prefixes: source.list("prefixes"),
            lower: lower.collect(),
            digest: source.digest.as_str().into(),
            signs: signs
                .map(|(sign, words, when)| {
                    (
                        sign.as_str().into(),
                        Sign {
                            words: words.as_str().into(),
                            before_number: *when,
                        },
                    )
                })
                .collect(),
            words: self.words,
            names: self.names,
            trie: builder.finish(),
            sets,
            rows: self.rows,
            kinds: self.kinds,
            nothing,
            pieces,
            runs,
            starts,
            stride,
            neighbours,
            tops,
            core,
            clitics: source.list("clitics"),
            elisions: source.list("elisions"),
            points,
            groups: marks(setting("groups").unwrap_or(",")),
            indian: setting("indian") == Some("yes"),
            guards: source.guards.clone(),
            keeps_accents: setting("accents") == Some("keep"),
            has_patterns: source.has_patterns(),
            fillers: source.fillers.clone(),
        })
    }

    /// Drop the rows of bases that name a set which the language does not have.
    fn drop_unknown(&mut self, source: &Source) -> Result<(), String> {
        let defined: FxHashSet<SetId> = self.flats.iter().map(|flat| flat.set).collect();
        let missing = |flat: &Flat| {
            flat.steps.iter().find_map(|(_, step)| match step {
                Step::Slot { set, .. } if usize::from(*set) >= BUILT_IN.len() => {
                    (!defined.contains(set)).then_some(*set)
                }
                _ => None,
            })
        };
        for flat in &self.flats {
            let Some(set) = missing(flat) else { continue };
            let place = &source.rows[self.rows[flat.row as usize].source as usize].place;
            let own = place.file.starts_with(&format!("{}/", source.code));
            if own && source.code != BASE {
                let name = &self.sets[usize::from(set)];
                return Err(format!("{}:{}: no set {name:?}", place.file, place.line));
            }
        }
        self.flats.retain(|flat| missing(flat).is_none());
        Ok(())
    }
}

fn ending_of(which: &str) -> Result<Ending, String> {
    let number = |text: &str| {
        text.parse::<i128>()
            .map_err(|_| format!("no number {text:?}"))
    };
    Ok(match which.strip_prefix("..") {
        _ if which == "*" => Ending::Always,
        Some(last) => Ending::Last {
            digits: number(last)?,
            modulus: 10_i128.pow(last.len().min(9) as u32),
        },
        None => Ending::Whole(number(which)?),
    })
}
