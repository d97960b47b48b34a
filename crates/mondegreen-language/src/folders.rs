//! The folders of languages: what a language stands on, and its files.
//!
//! The first folder is the one that is shipped. The others may come from anybody: their files are
//! read within limits, and never one outside of the folder.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::source::BASE;

/// The most bytes of a file.
pub const MOST_BYTES: u64 = 2 << 20;
/// The most packs that one stands on.
const MOST_PARTS: usize = 32;

/// A pack to be read, and the index of the folder that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub code: String,
    root: usize,
    folder: PathBuf,
}

/// The packs that are read for a code: first those it stands on, last the overlays that are always
/// read.
///
/// A language is taken from the last folder that has it. A pack that extends its own code stands on
/// that of an earlier folder.
pub(crate) fn parts(folders: &[PathBuf], code: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut open = Vec::new();
    if let Some(root) = last_with(folders, folders.len(), BASE) {
        parts.push(part(folders, root, BASE));
    }
    add(folders, code, folders.len(), &mut open, &mut parts)?;
    for (root, folder) in folders.iter().enumerate().skip(1) {
        for code in codes(folder) {
            let overlay = part(folders, root, &code);
            let settings = settings(folders, &overlay)?;
            let always = settings
                .iter()
                .any(|(key, value, _)| key == "always" && value == "yes");
            let extended = bases(&code, &settings);
            let known = |base: &(String, String)| parts.iter().any(|part| part.code == base.0);
            if always && extended.iter().any(known) && !parts.contains(&overlay) {
                add(folders, &code, root + 1, &mut open, &mut parts)?;
            }
        }
    }
    Ok(parts)
}

/// The codes of the packs in a folder, in order.
#[must_use]
pub fn codes(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_pack = |name: &String| is_code(name) && name != BASE && has_tables(&folder.join(name));
    let mut codes: Vec<String> = names.filter(is_pack).collect();
    codes.sort_unstable();
    codes
}

fn has_tables(folder: &Path) -> bool {
    let mut entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| {
        Path::new(&entry.file_name())
            .extension()
            .is_some_and(|end| end == "tsv")
    })
}

/// Whether a text may be the name of a folder of a language.
fn is_code(text: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    !text.is_empty() && text.len() <= 64 && text.chars().all(allowed)
}

fn part(folders: &[PathBuf], root: usize, code: &str) -> Part {
    Part {
        code: code.to_owned(),
        root,
        folder: folders[root].join(code),
    }
}

fn last_with(folders: &[PathBuf], below: usize, code: &str) -> Option<usize> {
    (0..below)
        .rev()
        .find(|&root| folders[root].join(code).is_dir())
}

fn add(
    folders: &[PathBuf],
    code: &str,
    below: usize,
    open: &mut Vec<Part>,
    parts: &mut Vec<Part>,
) -> Result<(), String> {
    if !is_code(code) {
        return Err(format!("no code of a language: {code:?}"));
    }
    let root = last_with(folders, below, code)
        .ok_or_else(|| format!("no folder of languages has {code:?}"))?;
    let own = part(folders, root, code);
    if parts.contains(&own) {
        return Ok(());
    }
    if open.len() + parts.len() >= MOST_PARTS {
        return Err(format!(
            "{code}: stands on more than {MOST_PARTS} languages"
        ));
    }
    open.push(own.clone());
    let settings = settings(folders, &own)?;
    for (base, place) in bases(code, &settings) {
        let told = |why: String| {
            if place.is_empty() {
                why
            } else {
                format!("{place}: {why}")
            }
        };
        let below = if base == code { root } else { folders.len() };
        let circle = last_with(folders, below, &base)
            .is_some_and(|root| open.contains(&part(folders, root, &base)));
        if circle {
            return Err(told(format!(
                "extends {base:?}, which is based on {code:?}"
            )));
        }
        let inner = |why: String| {
            if why.contains(".tsv:") {
                why
            } else {
                told(why)
            }
        };
        add(folders, &base, below, open, parts).map_err(inner)?;
    }
    open.pop();
    parts.push(own);
    Ok(())
}

/// The codes that a pack stands on, each with the line that says so: `en-IN` on `en`.
fn bases(code: &str, settings: &[(String, String, String)]) -> Vec<(String, String)> {
    if let Some((_, value, place)) = settings.iter().find(|(key, ..)| key == "extends") {
        let each = value.split_whitespace();
        return each.map(|base| (base.to_owned(), place.clone())).collect();
    }
    let base = code
        .split_once('-')
        .map(|(base, _)| (base.to_owned(), String::new()));
    base.into_iter().collect()
}

/// Keys, values and places of `pack.tsv`.
fn settings(folders: &[PathBuf], part: &Part) -> Result<Vec<(String, String, String)>, String> {
    let text = part.text(folders, "pack.tsv")?.unwrap_or_default();
    let lines = text.lines().enumerate();
    let cells = lines.filter_map(|(at, line)| {
        let (key, value) = line.split_once('\t')?;
        let place = format!("{}/pack.tsv:{}", part.code, at + 1);
        Some((key.to_owned(), value.to_owned(), place))
    });
    Ok(cells.collect())
}

impl Part {
    /// The text of one of its files, or nothing if there is none.
    pub fn text(&self, folders: &[PathBuf], file: &str) -> Result<Option<String>, String> {
        let path = self.folder.join(file);
        let told = |line: usize, why: &str| format!("{}/{file}:{line}: {why}", self.code);
        let failed = |error: std::io::Error| told(1, &error.to_string());
        match std::fs::symlink_metadata(&path) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        }
        if self.root > 0 {
            let root = folders[self.root].canonicalize().map_err(failed)?;
            if !path.canonicalize().map_err(failed)?.starts_with(&root) {
                return Err(told(1, "a link that leads out of the folder of languages"));
            }
        }
        let size = std::fs::metadata(&path).map_err(failed)?;
        if !size.is_file() {
            return Err(told(1, "not a file"));
        }
        let mut bytes = Vec::new();
        let opened = File::open(&path).map_err(failed)?;
        opened
            .take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(told(
                1,
                &format!("a file of more than {} MiB", MOST_BYTES >> 20),
            ));
        }
        let line_of = |byte: usize| bytes[..byte].iter().filter(|byte| **byte == b'\n').count() + 1;
        let text = std::str::from_utf8(&bytes)
            .map_err(|error| told(line_of(error.valid_up_to()), "not UTF-8"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (at, line) in text.lines().enumerate() {
            if let Some(mark) = line.chars().find(|mark| mark.is_control() && *mark != '\t') {
                let code = u32::from(mark);
                return Err(told(at + 1, &format!("a control character, U+{code:04X}")));
            }
        }
        Ok(Some(text.to_owned()))
    }
}
