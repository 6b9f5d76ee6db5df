//! Agents at the board.

use std::time::Duration;

use serde_json::{Value, json};
use server::EngineCommand;

use crate::support::{TestServer, against, config};

fn agents(white: &str, black: &str, natural: bool, pace_ms: u64) -> Value {
    json!({
        "white": {"type": "agent", "agent": white},
        "black": {"type": "agent", "agent": black},
        "natural": natural,
        "pace_ms": pace_ms,
    })
}

#[tokio::test]
async fn a_person_against_an_agent_with_undo_and_hint() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&against("minimax", json!({"level": "easy"}))).await;
    let mut live = visitor.live(&game, None).await;
    let first = live.next().await.unwrap();
    assert_eq!(first["game"]["status"]["rated"], true);
    assert!(first["game"]["black"]["rating"].is_number());
    live.ok(json!({"type": "thoughts", "on": true})).await;
    live.play("e2e4", 0).await;
    let is_answer =
        |frame: &Value| frame["event"]["type"] == "move" && frame["event"]["by"] == "black";
    let answer = live.until(is_answer).await;
    assert!(answer["event"]["record"]["thought"]["depth"].is_u64(), "{answer}");
    assert_eq!(live.refused(json!({"type": "move", "uci": "e7e5", "ply": 0})).await, "stale");
    live.ok(json!({"type": "offer_draw"})).await;
    let declined = live.seen.iter().find(|frame| frame["event"]["type"] == "declined").unwrap();
    assert_eq!(declined["event"]["by"], "black");
    assert_eq!(live.refused(json!({"type": "offer_draw"})).await, "asked_already");
    server.stop().await;
}

/// Reasons are told in one form, whatever the way of thinking, and only to those
/// who want to hear them.
#[tokio::test]
async fn every_way_of_thinking_tells_what_it_considered() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    for (agent, options, known) in [
        ("mcts", json!({"level": "easy"}), "visits"),
        ("mlp", json!({}), "expected"),
        ("random", json!({}), "probability"),
        ("minimax", json!({"level": "easy"}), "score"),
    ] {
        for listens in [true, false] {
            let game = visitor.game(&against(agent, options.clone())).await;
            let mut live = visitor.live(&game, None).await;
            live.ok(json!({"type": "thoughts", "on": listens})).await;
            live.play("e2e4", 0).await;
            let answer = live.until(|frame| frame["event"]["by"] == "black").await;
            let record = &answer["event"]["record"];
            let considered = record["thought"]["candidates"].as_array();
            assert_eq!(considered.is_some(), listens, "{agent}: {answer}");
            for candidate in considered.into_iter().flatten() {
                assert!(!candidate[known].is_null(), "{agent}: {candidate}");
                assert!(candidate["san"].is_string() && candidate["uci"].is_string());
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_hint_is_given_and_the_game_no_longer_counts() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&against("random", json!({}))).await;
    let mut live = visitor.live(&game, None).await;
    live.ok(json!({"type": "hint"})).await;
    let advice = live.until_type("advice").await;
    assert_eq!(advice["ply"], 0);
    assert!(advice["thought"]["score"]["cp"].is_i64(), "{advice}");
    let unrated = live.seen.iter().find(|frame| frame["event"]["type"] == "unrated").unwrap();
    assert_eq!(unrated["status"]["unrated"], "hint");
    live.play(advice["uci"].as_str().unwrap(), 0).await;
    live.until(|frame| frame["event"]["by"] == "black").await;
    live.ok(json!({"type": "undo"})).await;
    let undo = live.seen.iter().rfind(|frame| frame["event"]["type"] == "undo").unwrap();
    assert_eq!(
        (undo["event"]["plies"].clone(), undo["status"]["plies"].clone()),
        (json!(2), json!(0))
    );
    live.ok(json!({"type": "redo"})).await;
    let redo = live.seen.iter().rfind(|frame| frame["event"]["type"] == "redo").unwrap();
    assert_eq!(redo["event"]["records"].as_array().unwrap().len(), 2);
    assert_eq!(redo["status"]["turn"], "white");
    live.ok(json!({"type": "evaluate", "ply": 1})).await;
    assert_eq!(live.until_type("advice").await["ply"], 1);
    assert_eq!(live.refused(json!({"type": "evaluate", "ply": 9})).await, "not_allowed");
    server.stop().await;
}

#[tokio::test]
async fn games_that_count_change_the_level() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let resign = async |help: bool| {
        let game = visitor.game(&against("random", json!({}))).await;
        let mut live = visitor.live(&game, None).await;
        live.play("e2e4", 0).await;
        live.until(|frame| frame["event"]["by"] == "black").await;
        if help {
            live.ok(json!({"type": "undo"})).await;
            live.play("d2d4", 0).await;
            live.until(|frame| frame["event"]["by"] == "black").await;
        }
        live.ok(json!({"type": "resign"})).await;
    };
    resign(true).await;
    let level = visitor.get("/api/me").await.ok()["level"].clone();
    assert_eq!((level["games"].clone(), level["rating"].clone()), (json!(0), json!(1200.0)));
    resign(false).await;
    let level = visitor.get("/api/me").await.ok()["level"].clone();
    assert_eq!(level["games"], 1);
    assert!(level["rating"].as_f64().unwrap() < 1150.0, "{level}");
    assert!(level["deviation"].as_f64().unwrap() < 350.0, "{level}");
    let start = visitor.ask("PATCH", "/api/me", Some(&json!({"start_rating": 2000}))).await;
    assert_eq!(start.code(), "not_allowed");
    server.stop().await;
}

#[tokio::test]
async fn agents_play_each_other_paused_step_by_step_and_at_a_pace() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&agents("random", "random", false, 60_000)).await;
    let mut live = visitor.live(&game, None).await;
    live.event("thinking").await;
    live.ok(json!({"type": "pause"})).await;
    assert_eq!(
        live.refused(json!({"type": "move", "uci": "e2e4", "ply": 0})).await,
        "not_your_seat"
    );
    live.ok(json!({"type": "step"})).await;
    let first = live.event("move").await;
    assert_eq!(
        (first["status"]["plies"].clone(), first["status"]["state"].clone()),
        (json!(1), json!("paused"))
    );
    live.ok(json!({"type": "step"})).await;
    assert_eq!(live.event("move").await["status"]["plies"], 2);
    live.ok(json!({"type": "undo"})).await;
    live.ok(json!({"type": "pace", "pace_ms": 0})).await;
    live.ok(json!({"type": "continue"})).await;
    let over = live.event("over").await;
    assert!(over["status"]["result"]["score"].is_string(), "{over}");
    server.stop().await;
}

#[tokio::test]
async fn nobody_thinks_for_an_empty_room() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.limits.leave_time = Duration::ZERO;
    config.limits.idle_time = Duration::from_millis(50);
    let server = TestServer::start(config).await;
    let visitor = server.visitor().await;
    let mut wish = agents("random", "random", false, 20);
    wish["clock"] = json!({"base_ms": 60_000, "increment_ms": 0});
    let game = visitor.game(&wish).await;
    let mut live = visitor.live(&game, None).await;
    live.event("move").await;
    drop(live);
    // The table goes to sleep, with its clocks stopped.
    let metric = async |name: &str| {
        let text = server.stranger().get("/metrics").await.body;
        let line = text.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.split(' ').nth(1).unwrap().parse::<i64>().unwrap()
    };
    while metric("kythu_tables").await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(metric("kythu_running_clocks").await, 0);
    let plies = visitor.get("/api/games").await.ok()["games"][0]["plies"].as_u64().unwrap();
    let mut live = visitor.live(&game, None).await;
    let game = live.next().await.unwrap()["game"].clone();
    assert_eq!(game["status"]["plies"], plies);
    // Somebody is back: it goes on.
    live.event("move").await;
    server.stop().await;
}

#[tokio::test]
async fn an_engine_of_the_command_line_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.engines = vec![EngineCommand {
        name: "broken".to_owned(),
        program: "/nonexistent/engine".to_owned(),
        arguments: Vec::new(),
    }];
    let server = TestServer::start(config).await;
    let visitor = server.visitor().await;
    let game = visitor.game(&against("external:broken", json!({}))).await;
    let mut live = visitor.live(&game, None).await;
    live.play("e2e4", 0).await;
    let paused = live.event("paused").await;
    assert_eq!(paused["event"]["why"], "agent_failed");
    assert_eq!(paused["status"]["state"], "paused");
    // Nothing is lost: it can be tried again, or given up.
    live.ok(json!({"type": "continue"})).await;
    assert_eq!(live.event("paused").await["event"]["why"], "agent_failed");
    live.ok(json!({"type": "resign"})).await;
    server.stop().await;
}

#[tokio::test]
async fn natural_time_passes() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.natural = true;
    let server = TestServer::start(config).await;
    let visitor = server.visitor().await;
    let game = visitor.game(&against("random", json!({}))).await;
    let mut live = visitor.live(&game, None).await;
    live.play("e2e4", 0).await;
    let answer = live.until(|frame| frame["event"]["by"] == "black").await;
    assert!(answer["event"]["record"]["ms"].as_u64().unwrap() >= 200, "{answer}");
    server.stop().await;
}
