//! The door between Python and the kernel: texts in, columns of integers out.
//!
//! Nothing here decides anything: it copies texts into buffers a chunk at a time, lets the core
//! crate work on them without the interpreter lock, and maps errors.

mod alike;
mod arrow;
mod before;
mod columns;
mod compounds;
mod copying;
mod forgive;
mod kept;
mod language;
mod lattice;
mod lines;
mod looks;
mod normalize;
mod notes;
mod rewrites;
mod run;
mod side;
mod spaces;
mod speakers;
mod worker;

use pyo3::prelude::*;

/// Native kernel of mondegreen; private, use `mondegreen._kernel`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::alike::{align_alike, count_alike};
    #[pymodule_export]
    use crate::compounds::count_compounds;
    #[pymodule_export]
    use crate::forgive::{forgive, forgiven_path, word_lists};
    #[pymodule_export]
    use crate::language::{language_digest, set_language_folders, LanguagePack};
    #[pymodule_export]
    use crate::lattice::{best_way, sclite_way};
    #[pymodule_export]
    use crate::lines::{split_block, split_lines, Texts};
    #[pymodule_export]
    use crate::looks::{
        any_equal, are_ascii, count_words, first_repeated, has_words, id_keys, kinds, numbers,
        rows_to_suspect,
    };
    #[pymodule_export]
    use crate::normalize::{normalize, normalize_text, TextColumn};
    #[pymodule_export]
    use crate::notes::{find_notes, speech_spans};
    #[pymodule_export]
    use crate::rewrites::rewrites;
    #[pymodule_export]
    use crate::run::{align, count, pair_counts, tokens};
    #[pymodule_export]
    use crate::spaces::{count_space_norm, count_spaces, space_words};
    #[pymodule_export]
    use crate::speakers::{diarise, nearest_hits, self_overlap, Session};
}
