//! How counters look.

pub(super) mod unknown_slot_word;
