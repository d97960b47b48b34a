//! What the forgivers know of words, kept from one call to the next.

use std::sync::Mutex;

use mondegreen_core::aligner::Unit;
use mondegreen_core::forgive::{Joins, Kind, Learnt, Settings};
use pyo3::exceptions::PyValueError;
use pyo3::PyResult;

/// What knows more words is not kept.
const MOST_WORDS: usize = 1 << 17;

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// All that what is known of a word depends on.
#[derive(PartialEq)]
pub struct Choice {
    pub language: String,
    pub chosen: Vec<String>,
    pub guard: bool,
    pub entities: Vec<String>,
    pub spellings: Vec<(String, String)>,
    pub unit: Unit,
    /// Whether the texts are read as they were before normalizing.
    pub before: bool,
}

/// The forgivers of a choice, and what the threads of the last call have learnt.
pub struct Kept {
    choice: Choice,
    pub settings: Settings,
    learnt: Vec<Learnt>,
}

impl Kept {
    /// What was kept of the same choice, or a new one.
    pub fn take(choice: Choice) -> PyResult<Kept> {
        let kept = KEPT.lock().expect("not poisoned").take();
        match kept.filter(|kept| kept.choice == choice) {
            Some(kept) => Ok(kept),
            None => Ok(Kept {
                settings: settings_of(&choice)?,
                choice,
                learnt: Vec::new(),
            }),
        }
    }

    /// What one thread has learnt.
    pub fn learnt(&mut self) -> Learnt {
        self.learnt.pop().unwrap_or_default()
    }

    /// Keep it for the next call.
    pub fn keep(mut self, learnt: impl Iterator<Item = Learnt>) {
        self.learnt = learnt.filter(|one| one.words() <= MOST_WORDS).collect();
        *KEPT.lock().expect("not poisoned") = Some(self);
    }
}

/// Keep nothing: the languages are others now.
pub fn forget() {
    KEPT.lock().expect("not poisoned").take();
}

fn settings_of(choice: &Choice) -> PyResult<Settings> {
    let kinds = choice.chosen.iter().filter_map(|name| Kind::named(name));
    let kinds: Vec<Kind> = kinds.collect();
    let language = &choice.language;
    let mut settings = Settings::new(language, &kinds, choice.guard)
        .ok_or_else(|| PyValueError::new_err(format!("no language is named {language:?}")))?;
    for name in &choice.entities {
        settings.add_entity(name);
    }
    settings.spellings.extend(choice.spellings.iter().cloned());
    settings.joins = match choice.unit {
        Unit::Character { .. } => Joins::Letters,
        Unit::Mixed => Joins::Mixed,
        _ => Joins::Spaces,
    };
    if choice.before {
        settings.read_before();
    }
    Ok(settings)
}
