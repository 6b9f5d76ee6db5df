//! The WebSocket of a game.

use serde_json::json;

use crate::support::{TestServer, against, one_device};

#[tokio::test]
async fn a_game_on_one_device_with_all_it_has() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&one_device()).await;
    let mut live = visitor.live(&game, None).await;
    let snapshot = live.next().await.unwrap();
    assert_eq!(snapshot["type"], "snapshot");
    assert_eq!(snapshot["game"]["you"], json!(["white", "black"]));

    let ack = live.play("e2e4", 0).await;
    assert_eq!(ack["seq"], 1);
    // Events come before the acknowledgement, after the disk.
    let event = live.seen.iter().find(|frame| frame["type"] == "event").unwrap();
    assert_eq!(
        (event["seq"].clone(), event["event"]["record"]["san"].clone()),
        (json!(1), json!("e4"))
    );
    assert_eq!(event["status"]["opening"]["name"], "King's Pawn Opening");

    assert_eq!(live.refused(json!({"type": "move", "uci": "e7e5", "ply": 0})).await, "stale");
    assert_eq!(
        live.refused(json!({"type": "move", "uci": "e2e4", "ply": 1})).await,
        "illegal_move"
    );
    assert_eq!(
        live.refused(json!({"type": "move", "uci": "rubbish", "ply": 1})).await,
        "illegal_move"
    );
    assert_eq!(live.refused(json!({"type": "redo"})).await, "nothing_to_redo");
    assert_eq!(live.refused(json!({"type": "claim_draw"})).await, "nothing_to_claim");

    live.ok(json!({"type": "undo"})).await;
    let undo = live.seen.iter().find(|frame| frame["event"]["type"] == "undo").unwrap();
    assert_eq!(
        (undo["status"]["plies"].clone(), undo["status"]["redo"].clone()),
        (json!(0), json!(1))
    );
    assert_eq!(live.refused(json!({"type": "undo"})).await, "nothing_to_undo");
    live.ok(json!({"type": "redo"})).await;
    live.play("e7e5", 1).await;
    live.ok(json!({"type": "resign", "color": "white"})).await;
    let over = live.seen.iter().find(|frame| frame["event"]["type"] == "over").unwrap();
    assert_eq!(
        over["status"]["result"],
        json!({"score": "0-1", "winner": "black", "reason": "resignation"})
    );
    assert_eq!(live.refused(json!({"type": "move", "uci": "g1f3", "ply": 2})).await, "game_over");
    live.ok(json!({"type": "rematch"})).await;
    let rematch = live.seen.iter().find(|frame| frame["event"]["type"] == "rematch").unwrap();
    let next = rematch["event"]["game"].as_str().unwrap();
    assert_eq!(visitor.get(&format!("/api/games/{next}")).await.ok()["status"]["state"], "playing");
    assert_eq!(live.refused(json!({"type": "rematch"})).await, "not_allowed");
    server.stop().await;
}

#[tokio::test]
async fn repetition_can_be_claimed_and_five_times_ends_it() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&one_device()).await;
    let mut live = visitor.live(&game, None).await;
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for ply in 0..8 {
        live.play(dance[ply % 4], ply).await;
    }
    let last = live.seen.iter().rfind(|frame| frame["event"]["type"] == "move").unwrap();
    assert_eq!(last["status"]["claim"], "threefold");
    for ply in 8..16 {
        live.play(dance[ply % 4], ply).await;
    }
    let last = live.seen.iter().rfind(|frame| frame["event"]["type"] == "over").unwrap();
    assert_eq!(last["status"]["result"]["reason"], "fivefold");

    let game = visitor.game(&one_device()).await;
    let mut live = visitor.live(&game, None).await;
    for ply in 0..8 {
        live.play(dance[ply % 4], ply).await;
    }
    live.ok(json!({"type": "claim_draw"})).await;
    let last = live.seen.iter().rfind(|frame| frame["event"]["type"] == "over").unwrap();
    assert_eq!(last["status"]["result"]["reason"], "threefold");
    server.stop().await;
}

#[tokio::test]
async fn no_event_is_lost_or_doubled_by_a_reconnect() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&one_device()).await;
    let mut playing = visitor.live(&game, None).await;
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    let mut seqs = Vec::new();
    let mut since = None;
    for (ply, uci) in moves.into_iter().enumerate() {
        // A watcher that comes and goes between all moves.
        let mut watching = visitor.live(&game, since).await;
        let first = watching.next().await.unwrap();
        let upto = match since {
            None => first["game"]["seq"].as_u64().unwrap(),
            Some(_) => first["seq"].as_u64().unwrap(),
        };
        assert_eq!(first["type"], if since.is_none() { "snapshot" } else { "resumed" });
        while since.unwrap_or(0) < upto {
            let event = watching.until(|frame| frame["seq"].is_u64()).await;
            seqs.push(event["seq"].as_u64().unwrap());
            since = event["seq"].as_u64();
        }
        since = Some(since.unwrap_or(0));
        playing.play(uci, ply).await;
        if ply % 3 == 0 {
            let event = watching.event("move").await;
            seqs.push(event["seq"].as_u64().unwrap());
            since = event["seq"].as_u64();
        }
    }
    let mut last = visitor.live(&game, since).await;
    let upto = last.next().await.unwrap()["seq"].as_u64().unwrap();
    while seqs.len() < upto as usize {
        let event = last.until(|frame| frame["seq"].is_u64()).await;
        seqs.push(event["seq"].as_u64().unwrap());
    }
    assert_eq!(seqs, (1..=8).collect::<Vec<_>>());
    // A number from the future is not believed.
    let mut lost = visitor.live(&game, Some(999)).await;
    assert_eq!(lost.next().await.unwrap()["type"], "snapshot");
    server.stop().await;
}

#[tokio::test]
async fn a_graceful_end_says_goodbye_and_keeps_everything() {
    let (server, folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&against("random", json!({}))).await;
    let mut live = visitor.live(&game, None).await;
    live.play("e2e4", 0).await;
    live.until(|frame| frame["event"]["type"] == "move" && frame["event"]["by"] == "black").await;
    server.stop().await;
    let bye = live.until_type("bye").await;
    assert_eq!(bye["code"], "closing");
    assert!(live.next().await.is_none());

    let server = TestServer::start(crate::support::config(folder.path())).await;
    let visitor = crate::support::Client { port: server.port, ..visitor };
    let mut live = visitor.live(&game, Some(1)).await;
    assert_eq!(live.next().await.unwrap()["type"], "resumed");
    assert_eq!(live.event("move").await["seq"], 2);
    server.stop().await;
}
