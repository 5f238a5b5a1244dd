//! Modules that mean harm, or are broken: refused or told, within bounds, and never a panic.

use super::made::{Become, board, map, module, named, palette, piece, png, save, slot, tried, usual, zip};

#[test]
fn paths_out_of_the_folder_are_never_written() {
    let slots = [slot("A", "../../evil.png", 1, &[]), slot("B", "/etc/evil.png", 2, &[]), slot("C", "sub/c d.png", 3, &[])];
    let files = [
        ("images/../../evil.png", png(20, 20)),
        ("../evil.png", png(20, 20)),
        ("images//etc/evil.png", png(20, 20)),
        ("images/sub/c d.png", png(20, 20)),
    ];
    let back = Become::of(&[&module(&palette("Units", &slots), &files)]);
    for path in back.files.files.keys() {
        assert!(!path.contains("..") && !path.starts_with('/') && !path.contains('\\'), "{path}");
    }
    assert!(back.text("units.csv").contains("images/sub-c-d.png"));
}

#[test]
fn a_bomb_is_refused_by_what_comes_out_of_it() {
    let zeros = vec![b' '; 200 << 20];
    let bomb = zip(&[("buildFile.xml", &zeros)]);
    assert!(bomb.len() < 2 << 20);
    let refused = tried(&[&bomb]).unwrap_err();
    assert!(refused.to_string().contains("unpacks to more than"), "{refused}");
    // A picture or a save that is one is told, and the rest is there.
    let parts = format!(
        "{}<VASSAL.build.module.PredefinedSetup name=\"S\" file=\"s.vsav\"/>",
        palette("Units", &[slot("A", "a.png", 1, &[])])
    );
    let text = format!("<VASSAL.build.GameModule name=\"Made\">{parts}</VASSAL.build.GameModule>");
    let save = zip(&[("savedGame", &zeros)]);
    let whole = zip(&[("buildFile.xml", text.as_bytes()), ("images/a.png", &zeros), ("s.vsav", &save)]);
    let back = Become::of(&[&whole]);
    assert_eq!(back.compiled.game.units.len(), 1);
    assert_eq!(
        back.report().matches("unpacks to more than").count(),
        6,
        "each once above, and once in the count; the save could not be kept either: {}",
        back.report()
    );
}

#[test]
fn entities_are_not_expanded_and_depth_is_bounded() {
    let laughs = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><VASSAL.build.GameModule name=\"&b;\"/>";
    let refused = tried(&[&zip(&[("buildFile.xml", laughs.as_bytes())])]).unwrap_err();
    assert!(refused.to_string().contains("DOCTYPE"), "{refused}");
    let refused = tried(&[&zip(&[("buildFile.xml", b"<html><body/></html>")])]).unwrap_err();
    assert!(refused.to_string().contains("its outermost element is `html`, expected that of a module"), "{refused}");
    let deep = "<a>".repeat(100_000);
    assert!(tried(&[&zip(&[("buildFile.xml", deep.as_bytes())])]).unwrap_err().to_string().contains("deeper than"));
    let broken = "<VASSAL.build.GameModule>\n<VASSAL.build.module.Map>\n</VASSAL.build.GameModule>";
    assert!(tried(&[&zip(&[("buildFile.xml", broken.as_bytes())])]).unwrap_err().to_string().contains("line 3"));
    assert!(tried(&[&zip(&[("readme.txt", b"hello")])]).unwrap_err().to_string().contains("no buildFile"));
}

#[test]
fn a_picture_that_claims_too_much_is_told() {
    let mut claims = png(20, 20);
    claims[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let parts = format!(
        "{}{}",
        palette("Units", &[slot("A", "a.png", 1, &[])]),
        map("Main", &board("Field", (600, 500), &usual()).replace("name=\"Field\"", "name=\"Field\" image=\"a.png\""), ""),
    );
    let back = Become::of(&[&module(&parts, &[("images/a.png", claims)])]);
    assert!(back.report().contains("it claims 60000 × 60000 pixels"), "{}", back.report());
    assert!(!back.files.files.contains_key("images/a.png"));
}

#[test]
fn a_save_that_is_cut_off_gives_what_it_has() {
    let commands = [
        "begin_save".to_owned(),
        piece("1", &[], "", "A", "1", "Main;40;40"),
        piece("2", &[], "", "B", "2", "Main;90;70"),
        "end_save".to_owned(),
    ];
    let whole = save(&commands, Some(0x21));
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(whole)).unwrap();
    let mut hidden = String::new();
    std::io::Read::read_to_string(&mut archive.by_name("savedGame").unwrap(), &mut hidden).unwrap();
    for (cut, units) in [(hidden.len() - 40, 1), (9, 0)] {
        let part = zip(&[("savedGame", &hidden.as_bytes()[..cut])]);
        let parts = format!(
            "{}{}<VASSAL.build.module.PredefinedSetup name=\"S\" file=\"s.vsav\"/>",
            palette("Units", &[slot("A", "", 1, &[]), slot("B", "", 2, &[])]),
            map("Main", &board("Field", (600, 500), &usual()), ""),
        );
        let back = Become::of(&[&module(&parts, &[("s.vsav", part)])]);
        let placed = back.compiled.game.scenarios.values().map(|scenario| scenario.setup.len()).sum::<usize>();
        assert!(placed >= units, "{cut}: {placed}");
        assert!(back.report().contains("setup"), "{}", back.report());
    }
}

#[test]
fn grids_without_end_and_boards_without_size_are_borne() {
    for grid in [
        "dx=\"0\" dy=\"0\"",
        "dx=\"0.0001\" dy=\"0.0001\"",
        "dx=\"NaN\" dy=\"inf\"",
        "dx=\"-5\" dy=\"60\"",
        "dx=\"2\" dy=\"2\"",
        "x0=\"99999999999\" y0=\"-99999999999\"",
    ] {
        let parts = map("Main", &board("Field", (99_999, 99_999), &super::made::hexes(grid, "hOff=\"1\"")), "");
        let back = tried(&[&module(&parts, &[])]);
        assert!(back.is_ok(), "{grid}");
    }
    let wide = named(
        "buildFile.xml",
        "VASSAL.build.GameModule",
        &format!(
            "<VASSAL.build.module.turn.TurnTracker><VASSAL.build.module.turn.CounterTurnLevel start=\"{}\" incr=\"0\" loop=\"true\" loopLimit=\"{}\"/></VASSAL.build.module.turn.TurnTracker>",
            i64::MIN,
            i64::MAX
        ),
        &[],
    );
    assert!(tried(&[&wide]).is_ok());
}
