//! Clients that mean no good.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use server::{Limits, Rate};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{PATIENCE, TestServer, config, one_device};

#[tokio::test]
async fn foreign_hosts_and_origins() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let port = server.port;
    let cookie = visitor.cookie.clone().unwrap();
    let ask = async |head: &str| {
        let request = format!("{head}cookie: {cookie}\r\nconnection: close\r\n\r\n");
        visitor.raw(request.as_bytes()).await
    };
    // DNS rebinding: the browser believes that it talks to evil.example.
    for host in ["evil.example".to_owned(), format!("evil.example:{port}"), "127.0.0.1".to_owned()]
    {
        let answer = ask(&format!("GET /api/me HTTP/1.1\r\nhost: {host}\r\n")).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "foreign_origin"), "{host}");
    }
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"] {
        let answer = ask(&format!(
            "POST /api/games HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\norigin: {origin}\r\ncontent-length: 0\r\n"
        ))
        .await;
        assert_eq!(answer.code(), "foreign_origin", "{origin}");
    }
    let game = visitor.game(&one_device()).await;
    for origin in [None, Some("http://evil.example"), Some("null")] {
        assert!(visitor.try_live(&game, None, origin).await.is_err(), "{origin:?}");
    }
    // What a script of another site would send for a picture of ours.
    let answer = ask(&format!(
        "GET /api/me HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\n"
    ))
    .await;
    assert_eq!(answer.code(), "foreign_origin");
    server.stop().await;
}

#[tokio::test]
async fn every_answer_has_its_armour() {
    let (server, _folder) = TestServer::fresh().await;
    let anybody = server.stranger();
    for path in ["/", "/api/site", "/api/nothing", "/nothing.js", "/healthz"] {
        let head = anybody.get(path).await.head;
        for wanted in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "x-content-type-options: nosniff",
            "x-frame-options: DENY",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(wanted), "{path}: {wanted}\n{head}");
        }
        assert!(!head.contains("access-control-allow-origin"), "{head}");
    }
    server.stop().await;
}

#[tokio::test]
async fn paths_that_lead_nowhere() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    for path in [
        "/../../../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd.txt",
        "/assets/../../Cargo.toml",
        "/assets/..\\..\\Cargo.toml",
        "/.gitignore",
        "//etc/passwd.html",
        "/api/games/..%2f..%2fkythu.sqlite",
        "/api/games/%00",
        "/api/games/' OR '1'='1",
        "/api/games/aaaaaaaaaaaa%27--",
        "/api/join/%2e%2e",
        "/api/games/%ff",
        "/api/games/aaaaaaaaaaaa/live",
    ] {
        let answer = visitor.get(path).await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.body.contains("root:"), "{path}");
        if path.starts_with("/api") && !path.contains(' ') {
            answer.code();
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn bodies_that_are_too_large_or_no_json() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let large = visitor.post("/api/games", &json!({"white": "x".repeat(100_000)})).await;
    assert_eq!((large.status, large.code().as_str()), (413, "too_large"));
    let fen = visitor.post("/api/position/check", &json!({"fen": "8/".repeat(50)})).await;
    assert_eq!(fen.code(), "bad_position");
    let send = async |body: &str, kind: &str| {
        let origin = format!("origin: http://127.0.0.1:{}\r\n", server.port);
        let request = format!(
            "{}{origin}content-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}",
            visitor.head("POST", "/api/games"),
            body.len()
        );
        visitor.raw(request.as_bytes()).await
    };
    let deep = "[".repeat(10_000);
    for body in ["", "{", "nonsense", "\u{0}", deep.as_str(), "{\"white\": {\"type\": \"king\"}}"] {
        assert_eq!(send(body, "application/json").await.code(), "bad_request", "{body:.20}");
    }
    // A form of another site cannot send JSON, so nothing else is read.
    assert_eq!(send("{}", "text/plain").await.code(), "bad_request");
    let wrong = visitor.ask("PUT", "/api/games", Some(&json!({}))).await;
    assert_eq!(wrong.status, 405);
    server.stop().await;
}

#[tokio::test]
async fn frames_that_are_too_large_or_no_commands() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&one_device()).await;
    let mut live = visitor.live(&game, None).await;
    for rubbish in [
        "",
        "{",
        "[]",
        "null",
        "{\"id\":1}",
        "{\"id\":-1,\"type\":\"undo\"}",
        "{\"id\":1,\"type\":\"format_disk\"}",
        "{\"id\":1,\"type\":\"move\",\"uci\":5,\"ply\":0}",
    ] {
        live.socket.send(Message::text(rubbish)).await.unwrap();
        let answer = live.until_type("refused").await;
        assert_eq!(answer["code"], "bad_request", "{rubbish}");
    }
    // It goes on for all that.
    live.play("e2e4", 0).await;
    live.socket.send(Message::text("x".repeat(100_000))).await.ok();
    while live.next().await.is_some() {}
    let mut live = visitor.live(&game, None).await;
    live.next().await;
    live.socket.send(Message::binary(vec![0; 10])).await.unwrap();
    while live.next().await.is_some() {}
    let mut live = visitor.live(&game, None).await;
    live.play("e7e5", 1).await;
    assert!(
        visitor
            .try_live("aaaaaaaaaaaa", None, Some(&format!("http://127.0.0.1:{}", server.port)))
            .await
            .is_err()
    );
    server.stop().await;
}

#[tokio::test]
async fn slow_headers_and_silent_connections_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.limits.header_time = Duration::from_millis(300);
    config.limits.request_time = Duration::from_millis(600);
    let server = TestServer::start(config).await;
    let visitor = server.visitor().await;
    let is_dropped = async |bytes: String| {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
        stream.write_all(bytes.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut rest)).await.is_ok()
    };
    assert!(is_dropped(String::new()).await);
    assert!(is_dropped("GET / HTTP/1.1\r\nhost: 127".to_owned()).await);
    // Kept alive, but nothing follows.
    let idle = format!("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{}\r\n\r\n", server.port);
    assert!(is_dropped(idle).await);
    // A body that never comes.
    let body = format!(
        "{}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{{",
        visitor.head("POST", "/api/games")
    );
    assert!(is_dropped(body).await);
    let huge = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(200_000));
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
    stream.write_all(huge.as_bytes()).await.ok();
    let mut rest = Vec::new();
    assert!(timeout(PATIENCE, stream.read_to_end(&mut rest)).await.is_ok());
    assert_eq!(visitor.get("/healthz").await.body, "ok");
    server.stop().await;
}

#[tokio::test]
async fn floods_are_stopped_and_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    let few = |burst| Rate { burst, each_second: 0.01 };
    config.limits = Limits {
        requests: few(60.0),
        visitors: few(3.0),
        games: few(2.0),
        commands: few(5.0),
        connections_per_client: 6,
        ..config.limits
    };
    let server = TestServer::start(config).await;
    let visitor = server.visitor().await;
    // Games.
    let game = visitor.game(&one_device()).await;
    visitor.game(&one_device()).await;
    let third = visitor.post("/api/games", &one_device()).await;
    assert_eq!((third.status, third.code().as_str()), (429, "too_many"));
    assert!(third.head.contains("retry-after"), "{}", third.head);
    // Visitors.
    server.visitor().await;
    server.visitor().await;
    assert_eq!(server.stranger().get("/api/me").await.code(), "too_many");
    // Commands.
    let mut live = visitor.live(&game, None).await;
    for id in 0..10 {
        live.socket.send(Message::text(json!({"id": id, "type": "ping"}).to_string())).await.ok();
    }
    while live.next().await.is_some() {}
    assert!(live.seen.iter().any(|frame| frame["code"] == "too_many"), "{:?}", live.seen);
    // Connections.
    let mut open = Vec::new();
    for _ in 0..20 {
        open.push(TcpStream::connect(("127.0.0.1", server.port)).await.unwrap());
    }
    let mut closed = 0;
    for stream in &mut open {
        let mut byte = [0];
        if let Ok(Ok(0) | Err(_)) =
            timeout(Duration::from_millis(300), stream.read(&mut byte)).await
        {
            closed += 1;
        }
    }
    assert!(closed >= 14, "{closed}");
    drop(open);
    // Requests.
    let mut refused = 0;
    for _ in 0..80 {
        let answer = visitor.get("/healthz").await;
        refused += usize::from(answer.status == 429);
    }
    assert!(refused >= 20, "{refused}");
    server.stop().await;
}

#[tokio::test]
async fn a_page_that_does_not_read_is_let_go() {
    let (server, _folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&one_device()).await;
    let mut deaf = visitor.live(&game, None).await;
    let mut live = visitor.live(&game, None).await;
    // It asks and never listens: its outbox fills, the game does not wait.
    for id in 0..20_000 {
        let ping = json!({"id": id, "type": "ping"}).to_string();
        if deaf.socket.feed(Message::text(ping)).await.is_err() {
            break;
        }
    }
    live.play("e2e4", 0).await;
    // It can still come back.
    drop(deaf);
    let mut back = visitor.live(&game, Some(0)).await;
    assert_eq!(back.event("move").await["seq"], 1);
    while let Ok(Some(_)) = timeout(Duration::from_millis(10), back.socket.next()).await {}
    server.stop().await;
}
