//! Collects the words of notes of all language packs, so that a new pack needs no change here.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let packs = crate_folder.join("../../src/mondegreen/languages");
    println!("cargo:rerun-if-changed={}", packs.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&packs)
        .expect("the language packs are part of the source")
        .filter_map(|entry| Some(entry.ok()?.path().join("notes.tsv")))
        .filter(|file| file.is_file())
        .collect();
    files.sort();
    let mut made = String::from("&[\n");
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        writeln!(made, "    include_str!({:?}),", file.display().to_string()).expect("a string");
    }
    made.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("notes.rs"), made).expect("cargo's folder can be written");
}
