//! Counters: what is printed on them.

pub(super) mod alike_names;
pub(super) mod copied_counter;
pub(super) mod exchanged_ratings;
pub(super) mod misplaced_rating;
pub(super) mod printed_differs;
pub(super) mod rating_out_of_range;
pub(super) mod steps_and_faces;
pub(super) mod stronger_back;
pub(super) mod unchanged_back;
pub(super) mod unlikely_class;
pub(super) mod unlikely_rating;
pub(super) mod unlikely_type;
pub(super) mod unstorable_id;
pub(super) mod wrong_side;
