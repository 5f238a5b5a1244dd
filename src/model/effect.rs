//! What happens: the one kind of effect for results, cards, events, actions and triggers; and what is preferred.

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rule_syntax::{entries, words};
use super::*;

words! {
    /// To whom an effect happens.
    pub enum Who {
        /// The attacker.
        Attacker,
        /// The defender.
        Defender,
        /// Both.
        Both,
        /// The unit that did or suffered it.
        Unit,
    }

    /// Who chooses.
    pub enum Chooser {
        /// The side whose units they are.
        Owner,
        /// The other side.
        Enemy,
        /// The attacker.
        Attacker,
        /// The defender.
        Defender,
    }

    /// From where a unit comes back.
    pub enum Whence {
        /// It was lost.
        Lost,
        /// It has left the map.
        Exited,
        /// It waits in a box.
        Box,
        /// It has not been in the game yet, and no arrival brings it.
        Unused,
    }

    /// Until when something lasts.
    pub enum Until {
        /// The end of this phase.
        Phase,
        /// The end of this player turn.
        PlayerTurn,
        /// The end of this game turn.
        Turn,
        /// The end of the game.
        Game,
    }
}

/// What a result, an event or a card does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "kind")]
pub enum Effect {
    /// Steps are lost.
    Lose {
        /// Whose.
        who: Who,
        /// How many.
        steps: Amount,
        /// Only by these units.
        of: Option<Box<Units>>,
        /// Who chooses the units; their owner if left out.
        by: Option<Chooser>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// Units are eliminated.
    Eliminate {
        /// Whose.
        who: Who,
        /// Only these.
        of: Option<Box<Units>>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// The defender is eliminated, and the attacker loses at least as much of a rating.
    Exchange {
        /// The rating that is compared on both sides.
        rating: RatingId,
        /// Who is eliminated, so that the other side loses as much; the defender if left out, with `both` the weaker.
        who: Option<Who>,
    },
    /// Units retreat.
    Retreat {
        /// Whose.
        who: Who,
        /// How many hexes.
        hexes: Amount,
        /// Who chooses the way; their owner if left out.
        by: Option<Chooser>,
        /// Steps that may be lost instead, each for one hex less.
        absorb: Option<u32>,
        /// Only these.
        of: Option<Box<Units>>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// Units may advance.
    Advance {
        /// Whose; the attacker's if left out.
        who: Option<Who>,
        /// How many hexes; as the rules of advance say if left out.
        hexes: Option<Amount>,
        /// Only these.
        of: Option<Box<Units>>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// Units take on a state.
    State {
        /// Whose.
        who: Who,
        /// The state.
        state: StateId,
        /// Only these.
        of: Option<Box<Units>>,
        /// Until when; until something clears it if left out.
        until: Option<Until>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// Units lose a state.
    Clear {
        /// Whose.
        who: Who,
        /// The state.
        state: StateId,
        /// Only these.
        of: Option<Box<Units>>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// Units get lost steps back.
    Gain {
        /// Whose.
        who: Who,
        /// How many each, as far as it lacks them; one if left out.
        steps: Option<Amount>,
        /// Only these.
        of: Option<Box<Units>>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// Units leave the map.
    Exit {
        /// Whose.
        who: Who,
        /// Only these.
        of: Option<Box<Units>>,
        /// Only when this holds.
        #[serde(rename = "if")]
        when: Option<Box<Condition>>,
    },
    /// A marker is placed.
    Place {
        /// The marker.
        marker: MarkerId,
        /// In such a hex; in the hex of the battle or the action if left out.
        at: Option<Box<Hexes>>,
        /// On units: whose.
        who: Option<Who>,
        /// Only on these.
        of: Option<Box<Units>>,
    },
    /// A marker is taken away.
    Remove {
        /// The marker.
        marker: MarkerId,
        /// From such hexes.
        at: Option<Box<Hexes>>,
        /// From units: whose.
        who: Option<Who>,
        /// Only from these.
        of: Option<Box<Units>>,
    },
    /// Markers are turned to their other side.
    Flip {
        /// The marker that lies there now.
        marker: MarkerId,
        /// In such hexes; everywhere if left out.
        at: Option<Box<Hexes>>,
    },
    /// Dice are rolled: on a success this happens, otherwise that; or a table is asked.
    Roll {
        /// The roll, where it succeeds or fails.
        roll: Option<Roll>,
        /// The table that is rolled on instead.
        table: Option<TableId>,
        /// What happens on a success.
        then: Option<Vec<Effect>>,
        /// What happens on a failure.
        #[serde(rename = "else")]
        otherwise: Option<Vec<Effect>>,
        /// A roll of its own for each unit of these: it is then `unit`. One roll if left out.
        each: Option<Who>,
        /// Only for these.
        of: Option<Box<Units>>,
    },
    /// If something holds this happens, otherwise that.
    When {
        /// What must hold.
        #[serde(rename = "if")]
        when: Box<Condition>,
        /// What happens if it does.
        then: Option<Vec<Effect>>,
        /// What happens if it does not.
        #[serde(rename = "else")]
        otherwise: Option<Vec<Effect>>,
    },
    /// One of several things happens, as somebody chooses.
    Choose {
        /// Who chooses.
        by: Chooser,
        /// The choices; each is a list of effects.
        choices: Vec<Vec<Effect>>,
        /// What players call each of them, in their order; if left out, what it does.
        #[schemars(inner(length(min = 1, max = 200)))]
        names: Option<Vec<String>>,
    },
    /// A bridge changes.
    Bridge {
        /// On such hexsides.
        at: Option<Box<Hexsides>>,
        /// How it is then.
        is: BridgeCondition,
    },
    /// A counter of the game changes.
    Counter {
        /// The counter.
        id: CounterName,
        /// This is added.
        add: Option<Amount>,
        /// It becomes this.
        set: Option<Amount>,
    },
    /// A flag is set or taken away.
    Flag {
        /// The flag.
        id: FlagName,
        /// Whether it is set; so if left out.
        is: Option<bool>,
        /// Until when; for good if left out.
        until: Option<Until>,
    },
    /// A side comes to hold places.
    Control {
        /// The places.
        of: Vec<PlaceId>,
        /// The side.
        by: SideWord,
    },
    /// Cards or chits are drawn.
    Draw {
        /// The deck or cup.
        deck: DeckName,
        /// How many; one if left out.
        count: Option<Amount>,
    },
    /// Columns to the right, or to the left if negative: in the combat that is under way, or in the side's next one.
    Shift {
        /// How many.
        add: Amount,
    },
    /// Something added to the roll of the combat that is under way, or of the side's next one.
    Modify {
        /// How much.
        add: Amount,
    },
    /// The combat is resolved as if it had this result.
    Result {
        /// The code.
        code: Label,
    },
    /// The attacker may attack once more.
    AttackAgain {
        /// Only these.
        of: Option<Box<Units>>,
    },
    /// Units come back or are placed: the side that does it names each, and its hex.
    Return {
        /// Which.
        of: Box<Units>,
        /// Where; in the hex of the action if left out.
        at: Option<Box<Hexes>>,
        /// How many steps; all if left out.
        steps: Option<Amount>,
        /// From where; those that were lost if left out.
        from: Option<Vec<Whence>>,
        /// How many units at most; one if left out.
        count: Option<Amount>,
    },
    /// Units may move now, each once, whatever they did before.
    Move {
        /// Which.
        of: Box<Units>,
        /// In this mode; as usual if left out.
        mode: Option<ModeName>,
        /// So many hexes at most.
        hexes: Option<Amount>,
        /// How many units at most; all of them if left out.
        count: Option<Amount>,
    },
    /// Phases are played now: a card or a chit that lets a formation act. They are not played by themselves then.
    Run {
        /// Which phases, in this order.
        phases: Vec<PhaseName>,
        /// Only these units move, attack, arrive and do actions in them; all of the side if left out.
        of: Option<Box<Units>>,
        /// The side that acts; the one to which the effect happens if left out.
        side: Option<SideWord>,
    },
    /// Somebody may attack the unit or the hex now: fire at whoever moves past, a counterattack.
    Attack {
        /// The kind of combat.
        combat: CombatName,
        /// Who attacks; the enemy of the unit if left out.
        by: Option<Chooser>,
        /// Only these may.
        of: Option<Box<Units>>,
    },
    /// The weather changes.
    Weather {
        /// What it is then.
        is: WeatherName,
        /// Until when; until the end of the turn if left out.
        until: Option<Until>,
    },
    /// The state of the ground changes.
    Ground {
        /// What it is then.
        is: GroundName,
        /// Until when; until the end of the turn if left out.
        until: Option<Until>,
    },
    /// The move ends here.
    Stop {},
    /// What is going on has no effect; where the declaration of a combat set it off, the combat is called off.
    Cancel {},
    /// A side wins.
    Win {
        /// The side.
        side: SideWord,
        /// The level of victory.
        level: Option<String>,
    },
}

impl Effect {
    /// Whom it strikes, where it says so.
    pub fn who(&self) -> Option<Who> {
        match self {
            Effect::Lose { who, .. }
            | Effect::Eliminate { who, .. }
            | Effect::Retreat { who, .. }
            | Effect::State { who, .. }
            | Effect::Clear { who, .. }
            | Effect::Gain { who, .. }
            | Effect::Exit { who, .. } => Some(*who),
            Effect::Place { who, .. } | Effect::Remove { who, .. } => *who,
            _ => None,
        }
    }

    /// The amounts that are found when it happens.
    fn amounts(&self) -> Vec<&Amount> {
        match self {
            Effect::Lose { steps: amount, .. } | Effect::Retreat { hexes: amount, .. } => vec![amount],
            Effect::Shift { add: amount } | Effect::Modify { add: amount } => vec![amount],
            Effect::Advance { hexes: amount, .. } | Effect::Gain { steps: amount, .. } | Effect::Draw { count: amount, .. } => {
                amount.iter().collect()
            }
            Effect::Counter { add, set, .. } => set.iter().chain(add).collect(),
            Effect::Return { steps, count, .. } => steps.iter().chain(count).collect(),
            Effect::Move { hexes, count, .. } => hexes.iter().chain(count).collect(),
            _ => Vec::new(),
        }
    }

    /// The dice that are thrown for its amounts, each once.
    pub fn dice(&self) -> Vec<Dice> {
        self.amounts().into_iter().flat_map(Amount::dice).collect()
    }

    /// Only when this holds, where it says so itself.
    pub fn only_if(&self) -> Option<&Condition> {
        match self {
            Effect::Lose { when, .. }
            | Effect::Eliminate { when, .. }
            | Effect::Retreat { when, .. }
            | Effect::Advance { when, .. }
            | Effect::State { when, .. }
            | Effect::Clear { when, .. }
            | Effect::Gain { when, .. }
            | Effect::Exit { when, .. } => when.as_deref(),
            _ => None,
        }
    }

    /// The lists of effects inside it.
    fn inside(&self) -> Vec<&Vec<Effect>> {
        match self {
            Effect::Roll { then, otherwise, .. } | Effect::When { then, otherwise, .. } => then.iter().chain(otherwise).collect(),
            Effect::Choose { choices, .. } => choices.iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// A list of effects that stands in no other: where it stands, each by its place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectRoot {
    /// Those of a card.
    Card(CardId),
    /// Those of a face of a chit.
    Chit(CardId, u16),
    /// Those of a result of a table.
    Result(u16, u16),
    /// What an action does, or what it does if its roll fails.
    Action(u16, bool),
    /// What a trigger does.
    Trigger(u16),
    /// What happens to those who gave support.
    Support(u16),
    /// What happens to those who cannot retreat as they must.
    Retreat(u16),
    /// What a hit does in a kind of combat, to the attacker or not.
    Hit(u16, bool),
    /// What happens after a kind of combat.
    Combat(u16),
}

/// The entries of a list by their places, and what stands instead of some of them, by its place among those.
fn placed<T>(entries: &Entries<T>) -> impl Iterator<Item = (u16, Option<usize>, &T)> {
    let plain = (0..=u16::MAX).zip(&entries.list).map(|(n, entry)| (n, None, entry));
    let instead = entries.variants.iter().enumerate();
    plain.chain(instead.filter_map(|(place, it)| Some((u16::try_from(it.entry).ok()?, Some(place), it.instead.as_ref()?))))
}

impl Game {
    /// Every list of effects that stands in no other: of results, cards, actions, triggers, combats and retreats. Those of
    /// entries that stand instead of others in a scenario or with an option too, by their places among the variants.
    pub fn effect_lists(&self) -> Vec<(EffectRoot, Option<usize>, &[Effect])> {
        let rules = &self.rules;
        let mut lists: Vec<(EffectRoot, Option<usize>, &[Effect])> = Vec::new();
        for (id, card) in self.cards.iter() {
            lists.push((EffectRoot::Card(id), None, &card.effects));
            for (face, it) in (0..=u16::MAX).zip(&card.faces) {
                lists.extend(it.effects.as_deref().map(|list| (EffectRoot::Chit(id, face), None, list)));
            }
        }
        for (n, table) in (0..=u16::MAX).zip(self.tables.values()) {
            let results = (0..=u16::MAX).zip(table.results.iter().flatten());
            lists.extend(results.map(|(result, it)| (EffectRoot::Result(n, result), None, it.effects.as_slice())));
        }
        for (n, instead, action) in placed(&rules.actions) {
            lists.extend(action.effects.as_deref().map(|list| (EffectRoot::Action(n, true), instead, list)));
            lists.extend(action.otherwise.as_deref().map(|list| (EffectRoot::Action(n, false), instead, list)));
        }
        lists.extend(placed(&rules.triggers).map(|(n, instead, it)| (EffectRoot::Trigger(n), instead, it.effects.as_slice())));
        for (n, instead, support) in placed(&rules.support) {
            lists.extend(support.after.as_deref().map(|list| (EffectRoot::Support(n), instead, list)));
        }
        for (n, instead, retreat) in placed(&rules.retreat) {
            lists.extend(retreat.otherwise.as_deref().map(|list| (EffectRoot::Retreat(n), instead, list)));
        }
        for (n, instead, combat) in rules.combat.iter().flat_map(placed) {
            let hits = combat.hits.as_ref();
            let on_attacker = hits.and_then(|hits| hits.on_attacker.as_deref());
            let on_defender = hits.and_then(|hits| hits.on_defender.as_deref());
            lists.extend(on_attacker.map(|list| (EffectRoot::Hit(n, true), instead, list)));
            lists.extend(on_defender.map(|list| (EffectRoot::Hit(n, false), instead, list)));
            lists.extend(combat.after.as_deref().map(|list| (EffectRoot::Combat(n), instead, list)));
        }
        lists
    }

    /// Every effect of the game, those inside others too.
    pub fn effects(&self) -> Vec<&Effect> {
        let mut lists: Vec<&[Effect]> = self.effect_lists().into_iter().map(|(.., list)| list).collect();
        let mut all = Vec::new();
        while let Some(list) = lists.pop() {
            all.extend(list);
            lists.extend(list.iter().flat_map(Effect::inside).map(Vec::as_slice));
        }
        all
    }

    /// The phases that an effect lets play: they are not played by themselves.
    pub fn run_phases(&self) -> std::collections::BTreeSet<PhaseName> {
        let runs = self.effects().into_iter().filter_map(|effect| match effect {
            Effect::Run { phases, .. } => Some(phases),
            _ => None,
        });
        runs.flatten().copied().collect()
    }
}

entries! {
    /// What is preferred where somebody has a choice: a retreat, a loss, a placement. The list is read from the top.
    pub struct Prefer {
        /// Whether it must be so: where it cannot, `else` happens; otherwise it is so if possible.
        pub must: Option<bool>,
        /// Only for these units.
        pub who: Option<Units>,
        /// Every hex of the way.
        pub path: Option<Hexes>,
        /// Every hex of the way but the first.
        pub later: Option<Hexes>,
        /// Only for a way of so many hexes.
        pub hexes: Option<Range>,
        /// The last hex.
        pub end: Option<Hexes>,
        /// Every hexside of the way.
        pub across: Option<Hexsides>,
        /// The last hex is as far from the battle as the way is long.
        pub away: Option<bool>,
        /// The last hex has room.
        pub stacking: Option<bool>,
        /// The last hex is as near to such a hex as it can be.
        pub toward: Option<Hexes>,
        /// What happens where it must be so and cannot; elimination if left out.
        #[serde(rename = "else")]
        pub otherwise: Option<Vec<Effect>>,
    }

    /// Something that units may not do, or, with `lifts`, an exception to such a rule.
    pub struct Ban {
        /// What is forbidden.
        pub of: Vec<Act>,
        /// To whom; everybody if left out.
        pub who: Option<Units>,
        /// Only into these hexes.
        pub to: Option<Hexes>,
        /// Only from these hexes.
        pub from: Option<Hexes>,
        /// Only across these hexsides.
        pub across: Option<Hexsides>,
        /// Only in these modes.
        pub mode: Option<Vec<ModeName>>,
        /// Everything but what `to`, `from` and `across` name is forbidden.
        pub only: Option<bool>,
        /// These bans do not count while this one holds: the exception to them.
        pub lifts: Option<Vec<BanName>>,
    }

    /// A change of a rating: halved, doubled, one more. In order: all `set`, all `times`, all `add`, all bounds.
    pub struct Value {
        /// The ratings.
        pub rating: Vec<RatingId>,
        /// Whose; everybody's if left out.
        pub who: Option<Units>,
        /// Only in this part.
        #[serde(rename = "as")]
        pub role: Option<Vec<Role>>,
        /// It becomes this.
        pub set: Option<Amount>,
        /// It is multiplied by this.
        pub times: Option<Points>,
        /// This is added.
        pub add: Option<Amount>,
        /// How a fraction is rounded; exact if left out.
        pub round: Option<Rounding>,
        /// But never less.
        pub min: Option<Points>,
        /// But never more.
        pub max: Option<Amount>,
        /// Of all values with this word only the first that holds counts, for each unit.
        pub once: Option<Label>,
        /// What is changed: each unit's rating, or the sum of a hex or a side.
        pub level: Option<ValueOf>,
    }

    /// Something added: columns, to a die, chits, hits. Positive is to the right, or more.
    pub struct Mod {
        /// How much.
        pub add: Amount,
        /// Once for each of these; once if left out.
        pub each: Option<Group>,
        /// But never more than this, either way.
        pub at_most: Option<i32>,
        /// It does not count if one of these does; two that cancel each other both vanish.
        pub cancelled_by: Option<Vec<ModName>>,
        /// Of all modifiers with this word only the best for the side it helps counts.
        pub once: Option<Label>,
        /// First those of stage 1 are added and capped, then those of stage 2; 1 if left out.
        #[schemars(range(min = 1, max = 2))]
        pub stage: Option<u32>,
        /// In words of your own, for reports.
        pub text: Option<String>,
    }
}

words! {
    /// What may be forbidden.
    pub enum Act {
        /// To be set up there when the game begins: see `to`.
        SetUp,
        /// To move at all.
        Move,
        /// To enter a hex.
        Enter,
        /// To leave a hex.
        Leave,
        /// To cross a hexside.
        Cross,
        /// To end a move.
        EndMove,
        /// To attack; a barrage is `fire`.
        Attack,
        /// To attack into a hex or across a hexside; a barrage is `fire`.
        AttackInto,
        /// To advance after combat.
        Advance,
        /// To retreat.
        Retreat,
        /// To fire: to attack by a barrage, or to support.
        Fire,
        /// To use a mode of movement.
        Mode,
        /// To arrive.
        Arrive,
        /// To leave the map.
        Exit,
        /// To be replaced or to regain steps.
        Replace,
        /// To recover from a state.
        Rally,
        /// To build, blow or repair something.
        Build,
    }

    /// What a value changes.
    pub enum ValueOf {
        /// Each unit by itself.
        Unit,
        /// The sum of each hex.
        Hex,
        /// The sum of the side in this battle.
        Side,
    }
}
