//! The languages of a process: where their folders are, and each pack compiled once.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::{compile, Pack, Source};

/// Folders with packs, and the packs that were asked for.
#[derive(Default)]
struct Library {
    folders: Vec<PathBuf>,
    packs: Option<HashMap<String, Result<&'static Pack, String>>>,
}

static LIBRARY: Mutex<Library> = Mutex::new(Library {
    folders: Vec::new(),
    packs: None,
});

/// Say where the folders of languages are, the shipped one first; a language is taken from the last
/// folder that has it.
///
/// Packs that were asked for before stay as they were for those who hold them.
pub fn set_folders(folders: Vec<PathBuf>) {
    let mut library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    library.folders = folders;
    library.packs = None;
}

/// The pack of a language, compiled when it is asked for first, and then kept for good.
///
/// # Errors
/// No folder has it, or a file of it has a fault; with file and line.
pub fn pack(code: &str) -> Result<&'static Pack, String> {
    let mut library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = library.packs.as_ref().and_then(|packs| packs.get(code)) {
        return known.clone();
    }
    let made = Source::read(&library.folders, code).and_then(|source| compile(&source));
    let made = made.map(|pack| &*Box::leak(Box::new(pack)));
    let packs = library.packs.get_or_insert_with(HashMap::new);
    packs.insert(code.to_owned(), made.clone());
    made
}
