//! Tables: rolls, columns, results.

pub(super) mod cells_out_of_order;
pub(super) mod columns_out_of_order;
pub(super) mod example_differs;
pub(super) mod impossible_roll;
pub(super) mod nearly_ordered;
pub(super) mod reprint_differs;
pub(super) mod result_differs;
pub(super) mod roll_with_two_rows;
pub(super) mod roll_without_row;
pub(super) mod undefined_result;
pub(super) mod unused_result;
