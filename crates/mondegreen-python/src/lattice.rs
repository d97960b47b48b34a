//! The best way through references that are lattices.

use mondegreen_core::lattice::{Arc, Lattice, MOST_ARCS, MOST_CELLS};
use mondegreen_core::weighted::Weights;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::gather::with_bytes;

/// An arc as Python has it: source, target, token or none, whether it is optional.
type Given<'py> = (u32, u32, Option<Bound<'py, PyString>>, bool);

/// Their tokens in UTF-8.
fn tokens(arcs: &[Given<'_>]) -> PyResult<Vec<Option<Vec<u8>>>> {
    let token = |arc: &Given<'_>| {
        let text = arc.2.as_ref();
        text.map(|text| with_bytes(text, <[u8]>::to_vec))
            .transpose()
    };
    arcs.iter().map(token).collect()
}

fn lattice<'a>(
    states: usize,
    arcs: &[Given<'_>],
    tokens: &'a [Option<Vec<u8>>],
) -> PyResult<Lattice<'a>> {
    let mut made = Lattice {
        arcs: Vec::with_capacity(arcs.len()),
        free: vec![false; states],
        fragments: false,
    };
    for ((source, target, _, optional), token) in arcs.iter().zip(tokens) {
        let last = made.arcs.last();
        let sorted = last.is_none_or(|last: &Arc<'_>| last.source <= *source);
        if !sorted || source >= target || *target as usize >= states {
            return Err(PyValueError::new_err("arcs are not in order"));
        }
        made.arcs.push(Arc {
            source: *source,
            target: *target,
            token: token.as_deref(),
            optional: *optional,
        });
    }
    Ok(made)
}

/// Return the steps of the best way through two lattices, each with its arcs, -1 for none.
///
/// States count from 0; arcs are sorted by source and lead to larger states; `free` are the states
/// of the reference at which hypothesis tokens cost nothing; `heard` and `heard_arcs` are the
/// hypothesis. Raises ValueError where the table would be too large.
#[pyfunction]
#[pyo3(signature = (states, arcs, free, heard, heard_arcs, weights, fragments))]
#[allow(clippy::too_many_arguments)]
pub fn best_way(
    py: Python<'_>,
    states: usize,
    arcs: Vec<Given<'_>>,
    free: Vec<usize>,
    heard: usize,
    heard_arcs: Vec<Given<'_>>,
    weights: Option<(u32, u32, u32)>,
    fragments: bool,
) -> PyResult<Vec<(u8, i64, i64)>> {
    let texts = [tokens(&arcs)?, tokens(&heard_arcs)?];
    let (substitution, deletion, insertion) = weights.unwrap_or((1, 1, 1));
    let mut said = lattice(states, &arcs, &texts[0])?;
    let written = lattice(heard, &heard_arcs, &texts[1])?;
    said.fragments = fragments;
    for state in free {
        *said
            .free
            .get_mut(state)
            .ok_or_else(|| PyValueError::new_err("there is no such state"))? = true;
    }
    if said.most_arcs().saturating_mul(written.most_arcs()) > MOST_ARCS {
        return Err(PyValueError::new_err(format!(
            "more than {MOST_ARCS} alternatives at one place"
        )));
    }
    let cells = said.cells(&written);
    if states == 0 || heard == 0 || cells.is_none_or(|cells| cells > MOST_CELLS) {
        return Err(PyValueError::new_err(format!(
            "{states} places by {} words are more than a lattice may have",
            heard.saturating_sub(1)
        )));
    }
    let weights = Weights {
        substitution,
        deletion,
        insertion,
    };
    let way = py.detach(|| said.best(&written, weights));
    let number = |arc: Option<u32>| arc.map_or(-1, i64::from);
    Ok(way
        .into_iter()
        .map(|(step, [said, heard])| (step as u8, number(said), number(heard)))
        .collect())
}
