//! Two people, by link; and those who only watch.

use serde_json::json;

use crate::support::{TestServer, one_device};

#[tokio::test]
async fn two_people_by_a_link() {
    let (server, _folder) = TestServer::fresh().await;
    let (host, guest) = (server.visitor().await, server.visitor().await);
    let wish = json!({"white": {"type": "me"}, "black": {"type": "open"}});
    let game = host.game(&wish).await;
    let mut white = host.live(&game, None).await;
    assert_eq!(white.next().await.unwrap()["game"]["status"]["state"], "waiting");
    assert_eq!(white.refused(json!({"type": "move", "uci": "e2e4", "ply": 0})).await, "waiting");
    assert_eq!(
        guest.post(&format!("/api/games/{game}/invite"), &json!({})).await.code(),
        "not_yours"
    );

    let void = host.post(&format!("/api/games/{game}/invite"), &json!({})).await.ok();
    let invitation = host.post(&format!("/api/games/{game}/invite"), &json!({})).await.ok();
    let token = invitation["token"].as_str().unwrap();
    assert_eq!(invitation["color"], "black");
    let void = format!("/api/join/{}", void["token"].as_str().unwrap());
    assert_eq!(guest.post(&void, &json!({})).await.code(), "not_found");
    let path = format!("/api/join/{token}");
    let look = server.stranger().get(&path).await.ok();
    assert_eq!((look["color"].clone(), look["taken"].clone()), (json!("black"), json!(false)));
    assert_eq!(host.post(&path, &json!({})).await.code(), "own_invitation");
    let joined = guest.post(&path, &json!({})).await.ok();
    assert_eq!(joined["you"], json!(["black"]));
    assert_eq!(white.event("joined").await["status"]["state"], "playing");
    // The same guest may use the link again, another one may not.
    guest.post(&path, &json!({})).await.ok();
    let late = server.visitor().await;
    assert_eq!(late.post(&path, &json!({})).await.code(), "seat_taken");

    let mut black = guest.live(&game, None).await;
    assert_eq!(
        black.refused(json!({"type": "move", "uci": "e2e4", "ply": 0})).await,
        "not_your_seat"
    );
    white.play("e2e4", 0).await;
    assert_eq!(
        white.refused(json!({"type": "move", "uci": "e7e5", "ply": 1})).await,
        "not_your_seat"
    );
    black.event("move").await;
    black.play("e7e5", 1).await;
    for command in ["hint", "evaluate", "pause", "step", "redo"] {
        assert_eq!(black.refused(json!({"type": command})).await, "between_people", "{command}");
    }

    // Offers: to take back, to draw, to play again.
    black.ok(json!({"type": "undo"})).await;
    assert_eq!(white.event("offer").await["event"]["what"], "undo");
    white.ok(json!({"type": "answer", "what": "undo", "accept": true})).await;
    assert_eq!(black.event("undo").await["status"]["plies"], 1);
    black.play("c7c5", 1).await;
    white.ok(json!({"type": "offer_draw"})).await;
    assert_eq!(white.refused(json!({"type": "offer_draw"})).await, "asked_already");
    black.event("offer").await;
    black.ok(json!({"type": "answer", "what": "draw", "accept": false})).await;
    white.event("declined").await;
    assert_eq!(
        black.refused(json!({"type": "answer", "what": "draw", "accept": true})).await,
        "nothing_to_answer"
    );
    assert_eq!(black.refused(json!({"type": "resign", "color": "white"})).await, "not_your_seat");
    white.play("g1f3", 2).await;
    white.ok(json!({"type": "offer_draw"})).await;
    black.ok(json!({"type": "answer", "what": "draw", "accept": true})).await;
    assert_eq!(white.event("over").await["status"]["result"]["reason"], "agreement");
    white.ok(json!({"type": "rematch"})).await;
    black.ok(json!({"type": "rematch"})).await;
    let next = white.event("rematch").await["event"]["game"].as_str().unwrap().to_owned();
    let next = host.get(&format!("/api/games/{next}")).await.ok();
    assert_eq!(next["you"], json!(["black"]));
    server.stop().await;
}

#[tokio::test]
async fn who_has_no_seat_only_watches() {
    let (server, _folder) = TestServer::fresh().await;
    let (player, other) = (server.visitor().await, server.visitor().await);
    let game = player.game(&one_device()).await;
    let mut live = player.live(&game, None).await;
    live.play("e2e4", 0).await;
    let mut watching = other.live(&game, None).await;
    assert_eq!(watching.next().await.unwrap()["game"]["you"], json!([]));
    for command in [
        json!({"type": "move", "uci": "e7e5", "ply": 1}),
        json!({"type": "undo"}),
        json!({"type": "resign"}),
        json!({"type": "resign", "color": "white"}),
        json!({"type": "offer_draw"}),
        json!({"type": "pause"}),
        json!({"type": "rematch"}),
        json!({"type": "hint"}),
        json!({"type": "pace", "pace_ms": 5}),
    ] {
        assert_eq!(watching.refused(command.clone()).await, "not_your_seat", "{command}");
    }
    let mut nobody = server.stranger().live(&game, None).await;
    assert_eq!(nobody.refused(json!({"type": "undo"})).await, "no_visitor");
    nobody.send(json!({"type": "ping"})).await;
    nobody.until_type("pong").await;
    live.play("e7e5", 1).await;
    watching.event("move").await;
    nobody.event("move").await;
    // Nicknames reach the board.
    player.ask("PATCH", "/api/me", Some(&json!({"nickname": "Tigran"}))).await.ok();
    assert_eq!(watching.event("joined").await["event"]["name"], "Tigran");
    player.ask("DELETE", &format!("/api/games/{game}"), None).await;
    assert_eq!(watching.until_type("bye").await["code"], "deleted");
    server.stop().await;
}
