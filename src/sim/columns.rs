//! Rows of CSV as Parquet, for those who go on in DuckDB, Polars or R. Dots and hyphens in the names of columns become `_`.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::effect::cells;
use crate::model::Points;

/// So many rows stand together.
const GROUP: usize = 65_536;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Words,
    Whole,
    /// Points, which may be fractions.
    Points,
}

/// What a column of that name holds.
fn holds(name: &str) -> Holds {
    match name.split('.').next().unwrap_or(name) {
        "game" | "turns" | "decisions" | "steps-lost" | "count" => Holds::Whole,
        "points" => Holds::Points,
        _ => Holds::Words,
    }
}

fn field(name: &str, holds: Holds) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match holds {
        Holds::Words => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Holds::Whole => (Physical::INT64, None),
        Holds::Points => (Physical::DOUBLE, None),
    };
    let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED).with_logical_type(logical);
    field.build().map(Arc::new)
}

/// Rows of CSV, the first of them the names of the columns, as Parquet.
///
/// # Errors
/// Why it cannot be written.
pub fn parquet<'r>(name: &str, rows: impl Iterator<Item = &'r str>) -> Result<Vec<u8>, String> {
    written(name, rows).map_err(|error| error.to_string())
}

fn written<'r>(name: &str, mut rows: impl Iterator<Item = &'r str>) -> Result<Vec<u8>, ParquetError> {
    let heads = cells(rows.next().unwrap_or_default());
    let columns: Vec<Holds> = heads.iter().map(|head| holds(head)).collect();
    let fields = heads.iter().zip(&columns).map(|(head, holds)| field(&head.replace(['.', '-'], "_"), *holds));
    let schema = Type::group_type_builder(name).with_fields(fields.collect::<Result<_, _>>()?).build()?;
    // The same rows give the same bytes, whichever version of the library writes them.
    let properties = WriterProperties::builder().set_created_by("muster".to_owned()).build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    loop {
        let group: Vec<Vec<String>> = rows.by_ref().take(GROUP).map(cells).collect();
        if group.is_empty() {
            break;
        }
        let mut open = writer.next_row_group()?;
        for (n, holds) in columns.iter().enumerate() {
            let cell = |row: &'_ Vec<String>| row.get(n).cloned().unwrap_or_default();
            let Some(mut column) = open.next_column()? else { break };
            match holds {
                Holds::Words => {
                    let words: Vec<ByteArray> = group.iter().map(|row| ByteArray::from(cell(row).into_bytes())).collect();
                    column.typed::<ByteArrayType>().write_batch(&words, None, None)?;
                }
                Holds::Whole => {
                    let numbers: Vec<i64> = group.iter().map(|row| cell(row).parse().unwrap_or(0)).collect();
                    column.typed::<Int64Type>().write_batch(&numbers, None, None)?;
                }
                Holds::Points => {
                    let points = |row| Points::parse(&cell(row)).unwrap_or(Points(0)).0 as f64 / Points::ONE.0 as f64;
                    let points: Vec<f64> = group.iter().map(points).collect();
                    column.typed::<DoubleType>().write_batch(&points, None, None)?;
                }
            }
            column.close()?;
        }
        open.close()?;
    }
    writer.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    #[test]
    fn what_is_written_is_read_again() {
        let rows = ["players,game,level,points.red,steps-lost.red", "\"a,b\",0,,1/2,3", "c,1,Won,-2,0"];
        let bytes = parquet("games", rows.into_iter()).unwrap();
        assert_eq!(bytes, parquet("games", rows.into_iter()).unwrap());
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, &bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let read: Vec<Vec<(String, Field)>> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns()).collect();
        let names: Vec<&str> = read[0].iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["players", "game", "level", "points_red", "steps_lost_red"]);
        let values: Vec<&Field> = read[0].iter().map(|(_, value)| value).collect();
        let words = |text: &str| Field::Str(text.to_owned());
        assert_eq!(values, [&words("a,b"), &Field::Long(0), &words(""), &Field::Double(0.5), &Field::Long(3)]);
        assert_eq!((read.len(), &read[1][3].1), (2, &Field::Double(-2.0)));
    }
}
