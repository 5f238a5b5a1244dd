//! Rules and what they speak of.

pub(super) mod absent_cast;
pub(super) mod deck_count;
pub(super) mod hidden_entry;
pub(super) mod idle_change;
pub(super) mod idle_effect;
pub(super) mod idle_outcome;
pub(super) mod idle_phase;
pub(super) mod idle_place;
pub(super) mod idle_selector;
pub(super) mod idle_surcharge;
pub(super) mod named_twice;
pub(super) mod near_word;
pub(super) mod never_comes;
pub(super) mod never_holds;
pub(super) mod never_set;
pub(super) mod odd_calendar;
pub(super) mod policy_field;
pub(super) mod rule_circle;
pub(super) mod said_twice;
pub(super) mod unknown_rule;
pub(super) mod unsaid_result;
pub(super) mod unshown_back;
pub(super) mod unused;
pub(super) mod victory_always;
pub(super) mod victory_gap;
pub(super) mod victory_never;
