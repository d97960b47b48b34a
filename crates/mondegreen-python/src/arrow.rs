//! Arrow string columns, through the PyCapsule interface.

use std::ffi::{c_char, CStr};
use std::iter::{once, repeat};

use arrow_array::cast::AsArray;
use arrow_array::ffi::{from_ffi, to_ffi, FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::*;
use arrow_array::{make_array, Array, ArrayRef, BinaryViewArray, GenericStringArray};
use arrow_array::{NullArray, OffsetSizeTrait};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A column in pieces; the rows of piece `i` end before `ends[i]`.
pub struct Column {
    pieces: Vec<Piece>,
    ends: Vec<usize>,
}

/// Texts in one of Arrow's layouts. What a producer says of places in its buffers is looked at
/// before it is followed.
enum Piece {
    Texts(GenericStringArray<i32>),
    LargeTexts(GenericStringArray<i64>),
    Views(BinaryViewArray),
    Dictionary {
        /// For each row its place among `values`, or `NULL`.
        keys: Vec<usize>,
        values: Box<Piece>,
    },
    Nulls(usize),
}

const NULL: usize = usize::MAX;

/// A row whose text lies outside the column's buffers.
#[derive(Debug)]
pub struct Outside;

pub fn failed(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("cannot read the Arrow column: {error}"))
}

/// Take what `__arrow_c_array__` returned, leaving emptied structs after, as the protocol asks.
fn array_of(capsules: &Bound<'_, PyTuple>) -> PyResult<ArrayRef> {
    let schema = capsules.get_item(0)?.cast_into::<PyCapsule>()?;
    let array = capsules.get_item(1)?.cast_into::<PyCapsule>()?;
    let schema = schema
        .pointer_checked(Some(SCHEMA))?
        .cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // A capsule that was used before is left with a released array and a schema without format.
    let format = schema.cast::<*const c_char>();
    // SAFETY: the capsules' names say what they point to; a schema begins with its format.
    let used = unsafe { (*format.as_ptr()).is_null() || array.as_ref().is_released() };
    if used {
        return Err(failed("it was handed over before; pass the column itself"));
    }
    // SAFETY: as above, and both are moved out at once.
    let data = unsafe {
        let schema = FFI_ArrowSchema::from_raw(schema.as_ptr());
        let array = FFI_ArrowArray::from_raw(array.as_ptr());
        from_ffi(array, &schema)
    };
    let data = data.map_err(failed)?;
    data.validate().map_err(failed)?;
    Ok(make_array(data))
}

/// What `__arrow_c_array__` returns of an array.
pub fn capsules<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(failed)?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    PyTuple::new(py, [schema, array])
}

impl Column {
    /// The column after `object`, or `None` if it does not speak Arrow.
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
            .map(|array| piece_of(&array))
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

    /// Whether `holds` is false of the bytes of all texts, and of what is between them.
    pub fn all_short_of(&self, holds: fn(&[u8]) -> bool) -> bool {
        self.pieces.iter().all(|piece| match piece {
            Piece::Texts(array) => !holds(array.value_data()),
            Piece::LargeTexts(array) => !holds(array.value_data()),
            Piece::Nulls(_) => true,
            Piece::Views(_) | Piece::Dictionary { .. } => false,
        })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The bytes of the rows from `from` on, or `None` for what is null.
    pub fn texts(&self, from: usize) -> impl Iterator<Item = Result<Option<&[u8]>, Outside>> {
        let piece = self.ends.partition_point(|&end| end <= from);
        let before = if piece == 0 { 0 } else { self.ends[piece - 1] };
        let starts = once(from - before).chain(repeat(0));
        let pieces = self.pieces[piece..].iter().zip(starts);
        pieces.flat_map(|(piece, start)| (start..piece.len()).map(|row| piece.get(row)))
    }

    /// The bytes of row `at`, or `None` if it is null.
    #[inline]
    pub fn get(&self, at: usize) -> Result<Option<&[u8]>, Outside> {
        let piece = self.ends.partition_point(|&end| end <= at);
        let start = if piece == 0 { 0 } else { self.ends[piece - 1] };
        self.pieces[piece].get(at - start)
    }
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Piece::Texts(array) => array.len(),
            Piece::LargeTexts(array) => array.len(),
            Piece::Views(array) => array.len(),
            Piece::Dictionary { keys, .. } => keys.len(),
            Piece::Nulls(rows) => *rows,
        }
    }

    #[inline]
    fn get(&self, row: usize) -> Result<Option<&[u8]>, Outside> {
        match self {
            Piece::Texts(array) => text(array, row),
            Piece::LargeTexts(array) => text(array, row),
            Piece::Views(array) => view(array, row),
            Piece::Dictionary { keys, values } => match keys[row] {
                NULL => Ok(None),
                key => values.get(key),
            },
            Piece::Nulls(_) => Ok(None),
        }
    }
}

#[inline]
fn text<O: OffsetSizeTrait>(
    array: &GenericStringArray<O>,
    row: usize,
) -> Result<Option<&[u8]>, Outside> {
    if array.nulls().is_some_and(|nulls| nulls.is_null(row)) {
        return Ok(None);
    }
    let offsets = array.value_offsets();
    let (start, end) = (offsets[row].as_usize(), offsets[row + 1].as_usize());
    array.value_data().get(start..end).map(Some).ok_or(Outside)
}

fn view(array: &BinaryViewArray, row: usize) -> Result<Option<&[u8]>, Outside> {
    if array.is_null(row) {
        return Ok(None);
    }
    // A view: length, then up to twelve bytes, or four, the buffer and the place in it.
    let view = array.views()[row];
    let length = view as u32 as usize;
    if length > 12 {
        let (buffer, start) = ((view >> 64) as u32 as usize, (view >> 96) as u32 as usize);
        let buffer = array.data_buffers().get(buffer).ok_or(Outside)?;
        return buffer.get(start..start + length).map(Some).ok_or(Outside);
    }
    Ok(Some(array.value(row)))
}

/// Refuse what holds no text; a column of nulls alone is one of missing texts.
fn piece_of(array: &ArrayRef) -> PyResult<Piece> {
    match array.data_type() {
        DataType::Utf8 => Ok(Piece::Texts(array.as_string::<i32>().clone())),
        DataType::LargeUtf8 => Ok(Piece::LargeTexts(array.as_string::<i64>().clone())),
        DataType::Utf8View => Ok(Piece::Views(
            array.as_string_view().clone().to_binary_view(),
        )),
        DataType::Null => Ok(Piece::Nulls(array.len())),
        DataType::Dictionary(_, values) if is_text(values) => {
            let values = piece_of(array.as_any_dictionary().values())?;
            let keys = dictionary_keys(array, values.len())?;
            let values = Box::new(values);
            Ok(Piece::Dictionary { keys, values })
        }
        other => {
            // The kind alone, which the reference implementation can name as well: not `List(Field { ...`.
            let kind = format!("{other:?}");
            let kind = kind.split(['(', ' ']).next().unwrap_or_default();
            Err(PyTypeError::new_err(format!(
                "an Arrow column of {kind} holds no texts; expected utf8, large_utf8, string_view \
                 or a dictionary of one of them"
            )))
        }
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(
        kind,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
    )
}

fn dictionary_keys(array: &ArrayRef, values: usize) -> PyResult<Vec<usize>> {
    macro_rules! keys {
        ($($kind:ident => $index:ty),*) => {
            match array.data_type() {
                $(DataType::Dictionary(index, _) if **index == DataType::$kind => {
                    let keys = array.as_dictionary::<$index>().keys();
                    let place = |key| usize::try_from(key).ok().filter(|&key| key < values);
                    keys.iter()
                        .map(|key| key.map_or(Ok(NULL), |key| place(key).ok_or(key.to_string())))
                        .collect()
                })*
                _ => Ok(Vec::new()),
            }
        };
    }
    let keys: Result<Vec<usize>, String> = keys!(
        Int8 => Int8Type, Int16 => Int16Type, Int32 => Int32Type, Int64 => Int64Type,
        UInt8 => UInt8Type, UInt16 => UInt16Type, UInt32 => UInt32Type, UInt64 => UInt64Type
    );
    keys.map_err(|key| {
        failed(format!(
            "a row points at entry {key} of a dictionary of {values}"
        ))
    })
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
        pieces.push(std::sync::Arc::new(NullArray::new(rows)));
        return Ok(());
    }
    for array in ArrayStreamReader::try_new(stream).map_err(failed)? {
        let array = array.map_err(failed)?;
        array.to_data().validate().map_err(failed)?;
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
