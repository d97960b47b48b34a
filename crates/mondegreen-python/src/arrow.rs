//! Arrow string columns, through the PyCapsule interface.

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{from_ffi, FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::*;
use arrow_array::{make_array, Array, ArrayRef, NullArray, StringViewArray};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A column in pieces; the rows of piece `i` end before `ends[i]`.
pub struct Column {
    pieces: Vec<ArrayRef>,
    ends: Vec<usize>,
}

fn failed(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("cannot read the Arrow column: {error}"))
}

/// Take what `__arrow_c_array__` returned, leaving emptied structs behind, as the protocol asks.
fn array_of(capsules: &Bound<'_, PyTuple>) -> PyResult<ArrayRef> {
    let schema = capsules.get_item(0)?.cast_into::<PyCapsule>()?;
    let array = capsules.get_item(1)?.cast_into::<PyCapsule>()?;
    let schema = schema
        .pointer_checked(Some(SCHEMA))?
        .cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: the capsules' names say what they point to, and both are moved out at once.
    let data = unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.as_ptr());
        let array = FFI_ArrowArray::from_raw(array.as_ptr());
        from_ffi(array, &schema)
    };
    Ok(make_array(data.map_err(failed)?))
}

impl Column {
    /// The column behind `object`, or `None` if it does not speak Arrow.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Column>> {
        let mut pieces = Vec::new();
        if object.hasattr("__arrow_c_array__")? {
            let capsules = object.call_method0("__arrow_c_array__")?;
            pieces.push(array_of(&capsules.cast_into::<PyTuple>()?)?);
        } else if object.hasattr("__arrow_c_stream__")? {
            let capsule = object
                .call_method0("__arrow_c_stream__")?
                .cast_into::<PyCapsule>()?;
            let stream = capsule
                .pointer_checked(Some(STREAM))?
                .cast::<FFI_ArrowArrayStream>();
            // SAFETY: the capsule's name says what it points to, and it is moved out at once.
            let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
            read_stream(stream, &mut pieces)?;
        } else {
            return Ok(None);
        }
        let pieces = pieces
            .into_iter()
            .map(as_text)
            .collect::<PyResult<Vec<_>>>()?;
        let mut total = 0;
        let ends = pieces
            .iter()
            .map(|piece| {
                total += piece.len();
                total
            })
            .collect();
        Ok(Some(Column { pieces, ends }))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The bytes of row `at`, or `None` if it is null.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        let piece = self.ends.partition_point(|&end| end <= at);
        let array = &self.pieces[piece];
        let row = at + array.len() - self.ends[piece];
        text(array, row)
    }
}

fn text(array: &ArrayRef, row: usize) -> Option<&[u8]> {
    if array.is_null(row) {
        return None;
    }
    let text = match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row),
        DataType::Utf8View => array.as_string_view().value(row),
        _ => {
            let dictionary = array.as_any_dictionary();
            let key = dictionary_key(array, row)?;
            return text(dictionary.values(), key);
        }
    };
    Some(text.as_bytes())
}

fn dictionary_key(array: &ArrayRef, row: usize) -> Option<usize> {
    macro_rules! key {
        ($($kind:ident => $index:ty),*) => {
            match array.data_type() {
                $(DataType::Dictionary(index, _) if **index == DataType::$kind => {
                    Some(array.as_dictionary::<$index>().keys().value(row) as usize)
                })*
                _ => None,
            }
        };
    }
    key!(Int8 => Int8Type, Int16 => Int16Type, Int32 => Int32Type, Int64 => Int64Type,
         UInt8 => UInt8Type, UInt16 => UInt16Type, UInt32 => UInt32Type, UInt64 => UInt64Type)
}

/// Refuse what holds no text; a column of nulls alone is one of missing texts.
fn as_text(array: ArrayRef) -> PyResult<ArrayRef> {
    let is_text = |kind: &DataType| {
        matches!(
            kind,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
        )
    };
    match array.data_type() {
        kind if is_text(kind) => Ok(array),
        DataType::Dictionary(_, values) if is_text(values) => Ok(array),
        DataType::Null => Ok(Arc::new(StringViewArray::new_null(array.len()))),
        other => Err(PyTypeError::new_err(format!(
            "an Arrow column of {other} holds no texts; expected utf8, large_utf8, string_view or \
             a dictionary of one of them"
        ))),
    }
}

/// The number of rows of a stream of nulls, or `None` if it holds anything else.
///
/// Some producers give null arrays a buffer, at which the arrow crate takes offence.
fn null_rows(stream: &mut FFI_ArrowArrayStream) -> PyResult<Option<usize>> {
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(failed("the stream was used before"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the callbacks are the producer's own, called as the C stream interface says.
    if unsafe { get_schema(stream, &mut schema) } != 0 {
        return Err(failed("the stream has no schema"));
    }
    if !matches!(DataType::try_from(&schema), Ok(DataType::Null)) {
        return Ok(None);
    }
    let mut rows = 0;
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above; a released array marks the end of the stream.
        if unsafe { get_next(stream, &mut array) } != 0 {
            return Err(failed("the stream broke off"));
        }
        if array.is_released() {
            return Ok(Some(rows));
        }
        rows += array.len();
    }
}

/// A stream of arrays, or of record batches with one column.
fn read_stream(mut stream: FFI_ArrowArrayStream, pieces: &mut Vec<ArrayRef>) -> PyResult<()> {
    if let Some(rows) = null_rows(&mut stream)? {
        pieces.push(Arc::new(NullArray::new(rows)));
        return Ok(());
    }
    for array in ArrayStreamReader::try_new(stream).map_err(failed)? {
        let array = array.map_err(failed)?;
        let Some(table) = array.as_struct_opt() else {
            pieces.push(array);
            continue;
        };
        if table.num_columns() != 1 {
            return Err(PyTypeError::new_err(format!(
                "expected one column of texts, got a table of {}; pass table[\"NAME\"]",
                table.num_columns()
            )));
        }
        if table.null_count() > 0 {
            // The texts below null rows would be scored as if they were there.
            return Err(PyTypeError::new_err(
                "a table with null rows; pass its column of texts, with nulls of its own",
            ));
        }
        pieces.push(table.column(0).clone());
    }
    Ok(())
}
