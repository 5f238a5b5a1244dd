//! How counters look.

pub(super) mod blank_slot;
#[cfg(feature = "svg")]
pub(super) mod box_off_image;
pub(super) mod crooked_image;
#[cfg(feature = "svg")]
pub(super) mod crowded_slot;
#[cfg(feature = "svg")]
pub(super) mod low_contrast;
#[cfg(feature = "svg")]
pub(super) mod missing_letters;
#[cfg(feature = "svg")]
pub(super) mod missing_picture;
#[cfg(feature = "svg")]
pub(super) mod picture_size;
pub(super) mod unknown_slot_word;
#[cfg(feature = "svg")]
pub(super) mod unknown_symbol;
#[cfg(feature = "svg")]
pub(super) mod unprintable_map;
#[cfg(feature = "svg")]
pub(super) mod unreadable_picture;
#[cfg(feature = "svg")]
pub(super) mod unusable_die_sheet;
#[cfg(feature = "svg")]
pub(super) mod unused_picture;
