//! How counters look.

pub(super) mod blank_slot;
#[cfg(feature = "draw")]
pub(super) mod box_off_image;
pub(super) mod crooked_image;
#[cfg(feature = "draw")]
pub(super) mod crowded_slot;
#[cfg(feature = "draw")]
pub(super) mod low_contrast;
#[cfg(feature = "draw")]
pub(super) mod missing_letters;
#[cfg(feature = "draw")]
pub(super) mod missing_picture;
#[cfg(feature = "draw")]
pub(super) mod picture_size;
pub(super) mod unknown_slot_word;
#[cfg(feature = "draw")]
pub(super) mod unknown_symbol;
#[cfg(feature = "draw")]
pub(super) mod unprintable_map;
#[cfg(feature = "draw")]
pub(super) mod unreadable_picture;
#[cfg(feature = "draw")]
pub(super) mod unusable_die_sheet;
#[cfg(feature = "draw")]
pub(super) mod unused_picture;
