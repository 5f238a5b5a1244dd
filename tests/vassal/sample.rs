//! A small module written by hand, to try the reader on. In its texts `⇥` is a tab and `␛` an escape.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use super::reader::Module;

/// The files of a module before they are zipped.
#[derive(Clone)]
pub(super) struct Sample {
    pub(super) build: String,
    pub(super) data: String,
    pub(super) save: String,
    pub(super) files: BTreeMap<String, Vec<u8>>,
}

pub(super) fn zip(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The head of a picture of this size; nobody looks further.
pub(super) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

/// A saved game as VASSAL veils it.
pub(super) fn veiled(text: &str, key: u8) -> Vec<u8> {
    let digits: String = text.bytes().map(|b| format!("{:02x}", b ^ key)).collect();
    format!("!VCSK{key:02x}{digits}").into_bytes()
}

pub(super) fn real(text: &str) -> String {
    text.replace('⇥', "\t").replace('␛', "\u{1b}")
}

impl Sample {
    pub(super) fn new() -> Sample {
        let mut files: BTreeMap<String, Vec<u8>> =
            ["b1.png", "b1r.png", "b2.png", "b2r.png", "moved.png", "s.png", "m.png", "card.png", "back.png", "chart.png"]
                .iter()
                .map(|name| (format!("images/{name}"), png(44, 44)))
                .collect();
        files.insert("images/map.png".to_owned(), png(800, 780));
        Sample { build: BUILD.replace("LAYER", LAYER), data: DATA.to_owned(), save: game(), files }
    }

    /// The sample with one text in place of another, in whichever of its texts that is.
    pub(super) fn with(mut self, old: &str, new: &str) -> Sample {
        let mut changed = false;
        for text in [&mut self.build, &mut self.data, &mut self.save] {
            changed |= text.contains(old);
            *text = text.replace(old, new);
        }
        assert!(changed, "no {old:?} in the sample");
        self
    }

    pub(super) fn module(&self) -> Module {
        let mut files = self.files.clone();
        files.insert("buildFile.xml".to_owned(), real(&self.build).into_bytes());
        files.insert("moduledata".to_owned(), self.data.clone().into_bytes());
        let game = BTreeMap::from([("savedGame".to_owned(), veiled(&real(&self.save), 0x5a))]);
        files.entry("one.vsav".to_owned()).or_insert_with(|| zip(&game));
        files.retain(|_, bytes| !bytes.is_empty());
        Module::read(&zip(&files))
    }
}

fn game() -> String {
    let unit = |id: &str, image: &str, name: &str, level: u8, gpid: u8| {
        let layer = LAYER.replace("b1", image);
        format!(
            r"+/{id}/{layer}⇥mark;Strength\⇥mark;Side\\⇥restrict;Blue;false;false;\\\⇥delete;Delete;68,130;\\\\⇥markmoved;moved.png;14;-20;Mark Moved;77,130;;false;;;;\\\\\⇥footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;\\\\\\⇥piece;;;{image}.png;{name}/{level}⇥4-3\⇥Blue\\⇥\\\⇥\\\\⇥false\\\\\⇥false;;0;false\\\\\\⇥Main Map;319;320;{gpid};0"
        )
    };
    [
        "begin_save",
        "",
        &unit("1001", "b1", "1st Inf", 1, 0),
        &unit("1002", "b2", "2nd Inf", 2, 1),
        "+/1003/stack/Main Map;319;320;1001;1002;@@0",
        &format!(r"+/1004/{SUPPLY}mark;Rating\\\\⇥piece;;;s.png;Supply/⇥-1\⇥3\\⇥\\\⇥7\\\\⇥Main Map;60;50;2;1;UniqueID;1004"),
        "+/1005/obs;;back.png;Flip;B;?;side:;;;false;;⇥piece;;;card.png;Card/null;⇥Main Map;700;700;3;0",
        "+/1006/deck;true;255,0,0;50;50;Always;Via right-click Menu;true;false;false;;;;Draw;;;;false;false;;;10;;false;;false;;$BasicName$;;false;;Shuffle;Reverse;;Draw multiple cards;Draw specific cards;Face up;Face down;;;;;Save Deck;;Deck Saved;Load Deck;;Deck Loaded;false;/Main Map;700;700;true;1005",
        "SETUP_STACK⇥",
        "Main MapBoardPicker⇥Field⇥0⇥0",
        r"TURNTurnTracker0⇥0|3;0;true;10;1\;0\;0\;true,true\;2\\;0\\;0\\;true,true,true",
        "GlobalProperty⇥;Weather;Mud;Module",
        "NOTES⇥First line|second",
        "end_save",
    ]
    .join("␛")
}

const LAYER: &str =
    "emb2;;128;;Flip;128;;;128;;;;1;false;0;0;b1.png,b1r.png;,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true";

/// A piece that does not stack, reports, counts and makes another piece.
const SUPPLY: &str = r"immob;;N;R;⇥report;68\,130,67\,130;$pieceName$ works;;;;\⇥PROP;Points;true,0,9,false;More:38\,0:I\,1,Less:40\,0:I\,-1;\\⇥placemark;Mark;77,130;+\/null\/piece\;\;\;m.png\;Mark\/null\;0\;0\;9\;0;null;0;0;false;;;9;0;false;;;1\\\⇥";

const DATA: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<data version="1"><version>1.0</version><VassalVersion>3.6.0</VassalVersion><name>Small</name></data>"#;

const BUILD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Small" version="1.0" VassalVersion="3.6.0" description="" nextPieceSlotId="12">
<VASSAL.build.module.BasicCommandEncoder/>
<VASSAL.build.module.PlayerRoster buttonText="Retire"><entry>Blue</entry><entry> Red </entry></VASSAL.build.module.PlayerRoster>
<VASSAL.build.module.properties.GlobalProperties>
  <VASSAL.build.module.properties.GlobalProperty name="Weather" initialValue="Dry" isNumeric="false" min="null" max="null"/>
</VASSAL.build.module.properties.GlobalProperties>
<VASSAL.build.module.PrototypesContainer>
  <VASSAL.build.module.PrototypeDefinition name="Unit">+/null/delete;Delete;68,130;⇥markmoved;moved.png;14;-20;Mark Moved;77,130;;false;;;;\⇥footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;\\⇥piece;;;;/⇥false\⇥false;;0;false\\⇥null;0;0;;0</VASSAL.build.module.PrototypeDefinition>
  <VASSAL.build.module.PrototypeDefinition name="Blue">+/null/mark;Side⇥restrict;Blue;false;false;\⇥piece;;;;/Blue⇥\⇥null;0;0;;0</VASSAL.build.module.PrototypeDefinition>
  <VASSAL.build.module.PrototypeDefinition name="Rated">+/null/mark;Rating⇥piece;;;;/$r$⇥null;0;0;;0</VASSAL.build.module.PrototypeDefinition>
</VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.PieceWindow name="Counters"><VASSAL.build.widget.TabWidget entryName="Forces">
<VASSAL.build.widget.ListWidget entryName="Blue">
  <VASSAL.build.widget.PieceSlot entryName="1st Inf" gpid="0" width="44" height="44">+/null/LAYER⇥mark;Strength\⇥prototype;Blue\\⇥prototype;Unit\\\⇥piece;;;b1.png;1st Inf/1⇥4-3\⇥\\⇥\\\⇥null;0;0;0;0</VASSAL.build.widget.PieceSlot>
  <VASSAL.build.widget.PieceSlot entryName="2nd Inf" gpid="1" width="44" height="44">+/null/emb2;;128;;Flip;128;;;128;;;;1;false;0;0;b2.png,b2r.png;,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true⇥mark;Strength\⇥prototype;Blue\\⇥prototype;Unit\\\⇥piece;;;b2.png;2nd Inf/1⇥4-3\⇥\\⇥\\\⇥null;0;0;1;0</VASSAL.build.widget.PieceSlot>
</VASSAL.build.widget.ListWidget>
<VASSAL.build.widget.PieceSlot entryName="Supply" gpid="2" width="44" height="44">+/null/immob;;N;R;⇥report;68\,130,67\,130;$pieceName$ works;;;;\⇥PROP;Points;true,0,9,false;More:38\,0:I\,1,Less:40\,0:I\,-1;\\⇥placemark;Mark;77,130;+\/null\/piece\;\;\;m.png\;Mark\/null\;0\;0\;9\;0;null;0;0;false;;;9;0;false;;;1\\\⇥prototype;Rated;r=7\\\\⇥piece;;;s.png;Supply/⇥-1\⇥3\\⇥\\\⇥\\\\⇥null;0;0;2;0</VASSAL.build.widget.PieceSlot>
</VASSAL.build.widget.TabWidget></VASSAL.build.module.PieceWindow>
<VASSAL.build.module.Map mapName="Main Map" edgeWidth="0" edgeHeight="0" markMoved="Always" backgroundcolor="255,255,255">
  <VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="Field" image="map.png">
    <VASSAL.build.module.map.boardPicker.board.ZonedGrid>
      <VASSAL.build.module.map.boardPicker.board.HexGrid x0="60" y0="50" dx="51.96152422706631" dy="60.0" sideways="false">
        <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hOff="1" vOff="1" stagger="false"/>
      </VASSAL.build.module.map.boardPicker.board.HexGrid>
      <VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="Box" path="600,600;800,600;800,780;600,780"/>
    </VASSAL.build.module.map.boardPicker.board.ZonedGrid>
  </VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker>
  <VASSAL.build.module.map.SetupStack name="Reserve" owningBoard="Field" useGridLocation="true" location="0304" x="0" y="0">
    <VASSAL.build.widget.PieceSlot entryName="1st Inf" gpid="10">+/null/LAYER⇥mark;Strength\⇥prototype;Blue\\⇥prototype;Unit\\\⇥piece;;;b1.png;1st Inf/1⇥4-3\⇥\\⇥\\\⇥null;0;0;10;0</VASSAL.build.widget.PieceSlot>
  </VASSAL.build.module.map.SetupStack>
  <VASSAL.build.module.map.DrawPile name="Draw" owningBoard="Field" x="700" y="700" width="50" height="50" shuffle="Always" faceDown="Always">
    <VASSAL.build.widget.CardSlot entryName="Card" gpid="3">+/null/obs;;back.png;Flip;B;?;side:;;;false;;⇥piece;;;card.png;Card/null;⇥null;0;0;3;0</VASSAL.build.widget.CardSlot>
  </VASSAL.build.module.map.DrawPile>
  <VASSAL.build.module.map.StackMetrics/><VASSAL.build.module.map.PieceMover/><VASSAL.build.module.map.KeyBufferer/>
  <VASSAL.build.module.map.MenuDisplayer/><VASSAL.build.module.map.MapCenterer/><VASSAL.build.module.map.StackExpander/>
  <VASSAL.build.module.map.ForwardToKeyBuffer/><VASSAL.build.module.map.ForwardToChatter/>
  <VASSAL.build.module.map.Scroller useArrows="never"/>
</VASSAL.build.module.Map>
<VASSAL.build.module.turn.TurnTracker name="Turn" turnFormat="$level1$ $level2$ $level3$">
  <VASSAL.build.module.turn.CounterTurnLevel name="Turn" property="GameTurn" turnFormat="Turn $value$" start="1" incr="1" loop="true" loopLimit="10">
    <VASSAL.build.module.turn.ListTurnLevel name="Side" property="GameSide" list="Blue,Red">
      <VASSAL.build.module.turn.ListTurnLevel name="Phase" property="GamePhase" list="Movement,Combat,Supply"/>
    </VASSAL.build.module.turn.ListTurnLevel>
  </VASSAL.build.module.turn.CounterTurnLevel>
</VASSAL.build.module.turn.TurnTracker>
<VASSAL.build.module.DiceButton name="2d6" nDice="2" nSides="6"/>
<VASSAL.build.module.ChartWindow name="Charts"><VASSAL.build.widget.Chart chartName="Results" fileName="chart.png"/></VASSAL.build.module.ChartWindow>
<VASSAL.build.module.PredefinedSetup name="Scenarios" isMenu="true" useFile="false">
  <VASSAL.build.module.PredefinedSetup name="One" isMenu="false" useFile="true" file="one.vsav"/>
  <VASSAL.build.module.PredefinedSetup name="Plain" isMenu="false" useFile="false"/>
</VASSAL.build.module.PredefinedSetup>
</VASSAL.build.GameModule>"#;
