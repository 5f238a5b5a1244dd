//! Counters: what is printed on them.

pub(super) mod alike_names;
pub(super) mod misplaced_rating;
pub(super) mod rating_out_of_range;
pub(super) mod steps_and_faces;
pub(super) mod stronger_back;
pub(super) mod unstorable_id;
pub(super) mod wrong_side;
