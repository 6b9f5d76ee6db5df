//! Clocks that the server keeps.

use serde_json::json;

use crate::support::{Client, TestServer, against, config, one_device};

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let mut wish = one_device();
    wish["clock"] = json!({"base_ms": 1000, "increment_ms": 0});
    let game = visitor.game(&wish).await;
    let mut live = visitor.live(&game, None).await;
    let first = live.next().await.unwrap();
    assert_eq!(first["game"]["status"]["clock"]["running"], json!(null));
    live.play("e2e4", 0).await;
    let event = live.seen.iter().find(|frame| frame["event"]["type"] == "move").unwrap();
    assert_eq!(event["status"]["clock"]["running"], "black");
    let over = live.event("over").await;
    assert_eq!(
        over["status"]["result"],
        json!({"score": "1-0", "winner": "white", "reason": "flag"})
    );
    let clock = &over["status"]["clock"];
    assert_eq!((clock["black_ms"].clone(), clock["running"].clone()), (json!(0), json!(null)));
    server.stop().await;
}

#[tokio::test]
async fn a_flag_without_a_mating_opponent_is_a_draw() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let mut wish = one_device();
    wish["clock"] = json!({"base_ms": 1000, "increment_ms": 0});
    wish["start"] = json!({"type": "fen", "fen": "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"});
    let game = visitor.game(&wish).await;
    let mut live = visitor.live(&game, None).await;
    live.play("a1a2", 0).await;
    live.play("e8d8", 1).await;
    // White runs out of time, and Black has a bare king.
    let over = live.event("over").await;
    assert_eq!(over["status"]["result"]["reason"], "flag_without_mating_material");
    assert_eq!(over["status"]["result"]["winner"], json!(null));
    server.stop().await;
}

#[tokio::test]
async fn increments_pauses_and_undone_moves() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let mut wish = against("random", json!({}));
    wish["clock"] = json!({"base_ms": 100_000, "increment_ms": 5_000});
    let game = visitor.game(&wish).await;
    let mut live = visitor.live(&game, None).await;
    live.play("e2e4", 0).await;
    let answer = live.until(|frame| frame["event"]["by"] == "black").await;
    let clock = &answer["status"]["clock"];
    assert_eq!(
        (clock["white_ms"].clone(), clock["running"].clone()),
        (json!(100_000), json!("white"))
    );
    assert!(clock["black_ms"].as_u64().unwrap() > 100_000, "{clock}");
    live.ok(json!({"type": "pause"})).await;
    let paused = live.seen.iter().rfind(|frame| frame["event"]["type"] == "paused").unwrap();
    assert_eq!(paused["status"]["clock"]["running"], json!(null));
    assert_eq!(paused["status"]["unrated"], "pause");
    assert_eq!(live.refused(json!({"type": "move", "uci": "d2d4", "ply": 2})).await, "paused");
    live.ok(json!({"type": "continue"})).await;
    live.play("d2d4", 2).await;
    live.until(|frame| frame["event"]["by"] == "black").await;
    live.ok(json!({"type": "undo"})).await;
    let undone = live.seen.iter().rfind(|frame| frame["event"]["type"] == "undo").unwrap();
    assert_eq!(undone["status"]["clock"]["white_ms"], 100_000);
    assert_eq!(undone["status"]["clock"]["running"], "white");
    server.stop().await;
}

#[tokio::test]
async fn clocks_go_on_after_a_restart_without_the_time_in_between() {
    let (server, folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let mut wish = one_device();
    wish["clock"] = json!({"base_ms": 600_000, "increment_ms": 0});
    let game = visitor.game(&wish).await;
    let mut live = visitor.live(&game, None).await;
    live.play("e2e4", 0).await;
    let sent =
        live.seen.iter().rfind(|frame| frame["type"] == "event").unwrap()["at"].as_u64().unwrap();
    server.stop().await;
    let stopped = now();
    // Longer than a busy machine is late by, shorter than anybody's patience.
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    let server = TestServer::start(config(folder.path())).await;
    let visitor = Client { port: server.port, ..visitor };
    let back = visitor.get(&format!("/api/games/{game}")).await.ok();
    let clock = &back["status"]["clock"];
    assert_eq!(clock["running"], "black");
    let left = clock["black_ms"].as_u64().unwrap();
    let played = stopped - sent;
    assert!(left <= 600_000 && left + played + 1_500 >= 600_000, "{left} after {played}: {clock}");
    server.stop().await;
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    since.as_millis() as u64
}
