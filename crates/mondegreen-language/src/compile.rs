//! From the files of a pack to its tables.

use rustc_hash::FxHashSet;

use crate::compiler::Compiler;
use crate::pack::Pack;
use crate::source::{Source, Worth};

/// Compile a pack.
///
/// # Errors
/// A message with file and line.
pub fn compile(source: &Source) -> Result<Pack, String> {
    let mut compiler = Compiler::new(source)?;
    let mut seen = FxHashSet::default();
    for (at, row) in source.rows.iter().enumerate() {
        let told = |why: String| format!("{}:{}: {why}", row.place.file, row.place.line);
        if let Worth::Numeral(numeral) = &row.worth {
            let key = (
                &row.set,
                &row.pattern,
                numeral.from,
                numeral.below,
                numeral.by,
            );
            if !seen.insert(key) {
                continue;
            }
        }
        compiler.row(row, at as u32).map_err(told)?;
    }
    let parted = [source.list("clitics"), source.list("elisions")].concat();
    let ends = source.list("clitics");
    let short = source.rewrites.iter();
    let short = short.filter(|one| ends.contains(&one.from) && !one.to.contains(' '));
    let short: Vec<(&str, &str)> = short.map(|one| (&*one.from, &*one.to)).collect();
    for (at, rewrite) in source.rewrites.iter().enumerate() {
        let place = &rewrite.place;
        let told = |why: String| format!("{}:{}: {why}", place.file, place.line);
        compiler
            .rewrite(rewrite, &parted, &short, (source.rows.len() + at) as u32)
            .map_err(told)?;
    }
    compiler.finish(source)
}
