//! The best way through references that are lattices.

use mondegreen_core::lattice::{Arc, Lattice, MOST_ARCS, MOST_CELLS};
use mondegreen_core::weighted::Weights;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::gather::with_bytes;

/// An arc as Python has it: source, target, token or none, whether it is optional.
type Given<'py> = (u32, u32, Option<Bound<'py, PyString>>, bool);

fn bytes(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    with_bytes(text, <[u8]>::to_vec)
}

/// Return the steps of the best way through a lattice, each with its arc, -1 for none.
///
/// States count from 0; arcs are sorted by source and lead to larger states; `free` are the states
/// at which hypothesis tokens cost nothing. Raises ValueError where the table would be too large.
#[pyfunction]
#[pyo3(signature = (states, arcs, free, hypothesis, weights, fragments))]
pub fn best_way(
    py: Python<'_>,
    states: usize,
    arcs: Vec<Given<'_>>,
    free: Vec<usize>,
    hypothesis: Vec<Bound<'_, PyString>>,
    weights: Option<(u32, u32, u32)>,
    fragments: bool,
) -> PyResult<Vec<(u8, i64)>> {
    let tokens: Vec<Option<Vec<u8>>> = arcs
        .iter()
        .map(|arc| arc.2.as_ref().map(bytes).transpose())
        .collect::<PyResult<_>>()?;
    let heard: Vec<Vec<u8>> = hypothesis.iter().map(bytes).collect::<PyResult<_>>()?;
    let (substitution, deletion, insertion) = weights.unwrap_or((1, 1, 1));
    let mut lattice = Lattice {
        arcs: Vec::with_capacity(arcs.len()),
        free: vec![false; states],
        fragments,
    };
    let mut at_source = (0, 0);
    for ((source, target, _, optional), token) in arcs.iter().zip(&tokens) {
        at_source = (
            *source,
            if at_source.0 == *source {
                at_source.1 + 1
            } else {
                1
            },
        );
        let sorted = lattice
            .arcs
            .last()
            .is_none_or(|last: &Arc<'_>| last.source <= *source);
        if !sorted || source >= target || *target as usize >= states {
            return Err(PyValueError::new_err("arcs are not in order"));
        }
        if at_source.1 > MOST_ARCS {
            return Err(PyValueError::new_err(format!(
                "more than {MOST_ARCS} alternatives at one place"
            )));
        }
        lattice.arcs.push(Arc {
            source: *source,
            target: *target,
            token: token.as_deref(),
            optional: *optional,
        });
    }
    for state in free {
        *lattice
            .free
            .get_mut(state)
            .ok_or_else(|| PyValueError::new_err("there is no such state"))? = true;
    }
    if states == 0
        || lattice
            .cells(heard.len())
            .is_none_or(|cells| cells > MOST_CELLS)
    {
        return Err(PyValueError::new_err(format!(
            "{states} places by {} words are more than a lattice may have",
            heard.len()
        )));
    }
    let heard: Vec<&[u8]> = heard.iter().map(Vec::as_slice).collect();
    let weights = Weights {
        substitution,
        deletion,
        insertion,
    };
    let way = py.detach(|| lattice.best(&heard, weights));
    Ok(way
        .into_iter()
        .map(|(step, arc)| (step as u8, arc.map_or(-1, i64::from)))
        .collect())
}
