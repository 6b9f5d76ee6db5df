//! HTTP, as a page uses it.

use serde_json::json;

use crate::support::{TestServer, against, one_device};

#[tokio::test]
async fn visitors_and_their_settings() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let me = visitor.get("/api/me").await.ok();
    assert_eq!((me["is_new"].clone(), me["level"]["games"].clone()), (json!(true), json!(0)));
    assert!(me["nickname"].as_str().unwrap().starts_with("Guest "));
    assert!(me["level"]["even"]["rating"].is_number());

    let change =
        json!({"nickname": " Vua  Cờ ", "settings": {"theme": "dark"}, "start_rating": 800});
    let me = visitor.ask("PATCH", "/api/me", Some(&change)).await.ok();
    assert_eq!((me["nickname"].as_str(), me["is_new"].as_bool()), (Some("Vua Cờ"), Some(false)));
    assert_eq!(me["level"]["rating"], 800.0);
    let again = visitor.get("/api/me").await.ok();
    assert_eq!(again, me);
    for bad in [
        json!({"nickname": ""}),
        json!({"nickname": "x".repeat(25)}),
        json!({"settings": [1]}),
        json!({"settings": {"a": "x".repeat(5000)}}),
        json!({"start_rating": 9000}),
        json!({"nickname": 5}),
    ] {
        let answer = visitor.ask("PATCH", "/api/me", Some(&bad)).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_request"), "{bad}");
    }
    assert_eq!(visitor.get("/api/me").await.ok(), me);
    assert_eq!(server.stranger().get("/api/games").await.code(), "no_visitor");
    server.stop().await;
}

#[tokio::test]
async fn games_are_made_listed_hidden_and_shown() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let first = visitor.game(&one_device()).await;
    let mut wish = against("minimax", json!({"level": "easy"}));
    wish["moves"] = json!(["e2e4"]);
    let second = visitor.game(&wish).await;
    let list = visitor.get("/api/games").await.ok();
    assert_eq!(list["total"], 2);
    assert_eq!(list["games"][0]["id"], *second);
    assert_eq!(list["games"][0]["last_move"], "e2e4");
    assert_eq!(list["games"][0]["you"], json!(["white"]));
    assert_eq!(list["games"][1]["you"], json!(["white", "black"]));

    // A page at a time.
    let page = visitor.get("/api/games?limit=1").await.ok();
    let next = page["next"].as_str().unwrap();
    let page = visitor.get(&format!("/api/games?limit=1&before={next}")).await.ok();
    assert_eq!(page["games"][0]["id"], *first);
    let count = async |query: &str| {
        visitor.get(&format!("/api/games?{query}")).await.ok()["total"].as_u64().unwrap()
    };
    assert_eq!(count("q=minimax").await, 1);
    assert_eq!(count("q=MINIMAX%20king").await, 1);
    assert_eq!(count("q=%25").await, 0);
    assert_eq!((count("state=finished").await, count("state=unfinished").await), (0, 2));

    assert_eq!(visitor.ask("DELETE", &format!("/api/games/{first}"), None).await.status, 204);
    assert_eq!((count("").await, count("state=deleted").await), (1, 1));
    let other = server.visitor().await;
    assert_eq!(other.get(&format!("/api/games/{first}")).await.code(), "not_found");
    assert_eq!(
        other.ask("DELETE", &format!("/api/games/{second}"), None).await.code(),
        "not_yours"
    );
    let restored = visitor.post(&format!("/api/games/{first}/restore"), &json!({})).await.ok();
    assert_eq!(restored["deleted"], false);
    assert_eq!(count("").await, 2);
    // Others see the game, but it is not in their list, nor theirs to play.
    let seen = other.get(&format!("/api/games/{first}")).await.ok();
    assert_eq!((seen["you"].clone(), seen["owner"].clone()), (json!([]), json!(false)));
    assert_eq!(other.get("/api/games").await.ok()["total"], 0);
    server.stop().await;
}

#[tokio::test]
async fn games_that_cannot_be_made() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let with = |field: &str, value: serde_json::Value| {
        let mut wish = one_device();
        wish[field] = value;
        wish
    };
    let agent = |agent: &str, options: serde_json::Value| against(agent, options);
    for (wish, code) in [
        (json!({}), "bad_request"),
        (json!([]), "bad_request"),
        (with("start", json!({"type": "fen", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"})), "bad_position"),
        (with("start", json!({"type": "fen", "fen": "x".repeat(9000)})), "bad_position"),
        (
            with("start", json!({"type": "fen", "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"})),
            "bad_position",
        ),
        (with("start", json!({"type": "chess960", "number": 960})), "bad_position"),
        (with("clock", json!({"base_ms": 0, "increment_ms": 0})), "bad_request"),
        (with("clock", json!({"base_ms": 1000, "increment_ms": 99_999_999})), "bad_request"),
        (with("pace_ms", json!(100_000)), "bad_request"),
        (with("moves", json!(["e2e5"])), "illegal_move"),
        (with("white", json!({"type": "open"})), ""),
        (json!({"white": {"type": "open"}, "black": {"type": "open"}}), "bad_request"),
        (agent("stockfish", json!({})), "bad_agent"),
        (agent("minimax", json!({"depth": "many"})), "bad_agent"),
        (agent("uci", json!({"cmd": "/bin/sh"})), "option_not_allowed"),
        (agent("engine", json!({"syzygy": "/etc"})), "option_not_allowed"),
        (agent("engine", json!({"bookfile": "/etc/passwd"})), "option_not_allowed"),
        (agent("engine", json!({"hash": "1000000"})), "option_not_allowed"),
        (agent("external:x", json!({})), "bad_agent"),
    ] {
        let answer = visitor.post("/api/games", &wish).await;
        if code.is_empty() {
            answer.ok();
        } else {
            assert_eq!(answer.code(), code, "{wish}: {}", answer.body);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn pgn_in_and_out() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let pgn = "[Event \"Test\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Result \"1-0\"]\n\n\
               1. e4 e5 2. f4 exf4 1-0\n\n[White \"A\"]\n\n1. e5 *\n\n\
               [White \"B\"]\n[Black \"C\"]\n\n1. d4 *\n";
    let imported = visitor.post("/api/games/import", &json!({"pgn": pgn})).await.ok();
    assert_eq!(imported["games"].as_array().unwrap().len(), 2);
    assert_eq!(imported["errors"][0]["game"], 2, "{imported}");
    let first = imported["games"][0]["id"].as_str().unwrap().to_owned();
    let game = visitor.get(&format!("/api/games/{first}")).await.ok();
    assert_eq!(game["status"]["state"], "over");
    assert_eq!(game["status"]["result"]["score"], "1-0");
    assert_eq!(game["status"]["result"]["reason"], "unknown");
    assert_eq!(game["status"]["opening"]["eco"], "C33");
    assert_eq!(game["moves"][3]["san"], "exf4");
    assert_eq!(game["tags"]["Event"], "Test");
    assert_eq!(visitor.get("/api/games?q=anderssen").await.ok()["total"], 1);

    let played = visitor.game(&one_device()).await;
    let mut live = visitor.live(&played, None).await;
    for (ply, uci) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        live.play(uci, ply).await;
    }
    let answer = visitor.get(&format!("/api/games/export?ids={played},{first}")).await;
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("attachment"), "{}", answer.head);
    assert!(answer.body.contains("1. f3 e5 2. g4 Qh4# 0-1"), "{}", answer.body);
    assert!(answer.body.contains("[White \"Anderssen\"]"), "{}", answer.body);
    let all = visitor.get("/api/games/export").await.body;
    assert_eq!(all.matches("[Event ").count(), 3);
    for (text, code) in [("", "bad_pgn"), ("1. e5 *", "bad_pgn")] {
        let answer = visitor.post("/api/games/import", &json!({"pgn": text})).await;
        assert_eq!(answer.code(), code);
    }
    assert_eq!(visitor.get("/api/games/export?ids=../../etc/passwd").await.code(), "not_found");
    server.stop().await;
}

#[tokio::test]
async fn positions_are_checked() {
    let (server, _folder) = TestServer::fresh().await;
    let anybody = server.stranger();
    let check = async |fen: &str| anybody.post("/api/position/check", &json!({"fen": fen})).await;
    let start = check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").await.ok();
    assert_eq!((start["chess960"].clone(), start["check"].clone()), (json!(518), json!(false)));
    assert_eq!(start["legal_moves"].as_array().unwrap().len(), 20);
    let mate = check("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").await.ok();
    assert_eq!(mate["outcome"]["reason"], "checkmate");
    let bad = check("kk6/8/8/8/8/8/8/K7 w - - 0 1").await;
    assert_eq!((bad.status, bad.code().as_str()), (422, "bad_position"));
    let fischer = anybody.post("/api/position/chess960", &json!({"number": 0})).await.ok();
    assert!(fischer["fen"].as_str().unwrap().starts_with("bbqnnrkr/"));
    server.stop().await;
}

#[tokio::test]
async fn site_agents_health_metrics_and_the_page() {
    let (server, _folder) = TestServer::fresh().await;
    let anybody = server.stranger();
    let site = anybody.get("/api/site").await.ok();
    assert_eq!((site["shared"].clone(), site["addresses"].clone()), (json!(false), json!([])));
    let agents = anybody.get("/api/agents").await.ok();
    let ids: Vec<_> = agents["kinds"].as_array().unwrap().iter().map(|kind| &kind["id"]).collect();
    assert!(ids.contains(&&json!("random")) && !ids.contains(&&json!("uci")), "{ids:?}");
    assert_eq!(anybody.get("/healthz").await.body, "ok");
    assert!(anybody.get("/metrics").await.body.contains("kythu_moves_total 0"));
    let api = anybody.get("/api/openapi.json").await.ok();
    assert!(api["paths"]["/api/games/{id}"]["get"].is_object());
    for path in ["/", "/game/abcd", "/join/abcd", "/games"] {
        let page = anybody.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.head.contains("content-type: text/html"), "{}", page.head);
        assert!(page.head.contains("cache-control: no-cache"), "{}", page.head);
    }
    assert_eq!(anybody.get("/api/nothing").await.code(), "not_found");
    assert_eq!(anybody.get("/nothing.js").await.status, 404);
    server.stop().await;
}
