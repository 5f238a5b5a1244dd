//! How counters look.

pub(super) mod blank_slot;
pub(super) mod crooked_image;
pub(super) mod unknown_slot_word;
