//! The map.

pub(super) mod isolated_road;
pub(super) mod off_edge;
pub(super) mod overlapping_areas;
pub(super) mod place_off_roads;
pub(super) mod river_end;
pub(super) mod road_at_edge;
pub(super) mod road_stops_short;
pub(super) mod roadless_entry;
pub(super) mod shared_entry;
pub(super) mod two_names;
pub(super) mod unbridged_crossing;
pub(super) mod unreached_source;
pub(super) mod unused_glyph;
