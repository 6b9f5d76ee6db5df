//! No path of a user's choosing is ever opened from the page, and no command run.
//!
//! Whatever would name one is refused when a game is asked for, before anything is
//! looked at on the disk; a live connection has no word for it at all.

use agents::OptionValues;
use futures_util::SinkExt;
use serde_json::{Value, json};
use server::EngineCommand;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Client, TestServer, against, config};

/// What a stranger would like to read, or run.
const PATHS: [&str; 5] =
    ["/etc/passwd", "../../../etc/passwd", "/proc/self/environ", "\\\\host\\share", "/bin/sh"];

/// Asks for games with this agent in either seat; the code and sentence of the error.
async fn refused(visitor: &Client, agent: &str, options: &Value) -> String {
    let mut codes = Vec::new();
    let game = against(agent, options.clone());
    let swapped = json!({"white": game["black"], "black": game["white"]});
    for game in [game, swapped] {
        let answer = visitor.post("/api/games", &game).await;
        assert_eq!(answer.status, 422, "{agent} {options}: {}", answer.body);
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(!message.is_empty() && !answer.body.contains("root:"), "{}", answer.body);
        codes.push(answer.code());
    }
    assert_eq!(codes[0], codes[1], "{agent} {options}");
    codes.swap_remove(0)
}

async fn server_with_engine() -> (TestServer, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = config(folder.path());
    config.engines.push(EngineCommand {
        name: "mine".to_owned(),
        program: "/usr/bin/true".to_owned(),
        arguments: Vec::new(),
    });
    (TestServer::start(config).await, folder)
}

/// Every option that names a file or a command, of every kind there is: one that is
/// added tomorrow is tested tomorrow.
#[tokio::test]
async fn options_that_name_files_or_commands_are_refused() {
    let (server, _folder) = server_with_engine().await;
    let visitor = server.visitor().await;
    let mut seen = Vec::new();
    for kind in agents::kinds() {
        let names_files = |values: &OptionValues| {
            matches!(values, OptionValues::File { .. } | OptionValues::List)
        };
        for option in kind.options().iter().filter(|option| names_files(&option.values)) {
            seen.push(format!("{}?{}", kind.name, option.name));
            let agent = if kind.name == "uci" { "external:mine" } else { kind.name };
            for path in PATHS {
                let code = refused(&visitor, agent, &json!({option.name: path})).await;
                assert_eq!(code, "option_not_allowed", "{agent} {}={path}", option.name);
            }
        }
    }
    for known in ["mlp?net", "mlp?bookfile", "engine?bookfile", "engine?syzygy", "uci?cmd"] {
        assert!(seen.iter().any(|option| option == known), "{known} is among {seen:?}");
    }
    // The page is told of none of them.
    let kinds = visitor.get("/api/agents").await.ok();
    for kind in kinds["kinds"].as_array().unwrap() {
        for form in kind["options"].as_array().unwrap() {
            let name = form["name"].as_str().unwrap();
            assert!(!seen.iter().any(|option| option.ends_with(&format!("?{name}"))), "{name}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn other_ways_to_say_the_same_are_refused() {
    let (server, _folder) = server_with_engine().await;
    let visitor = server.visitor().await;
    for path in PATHS {
        // A command is nothing for the page, whatever it is.
        for options in [json!({}), json!({"cmd": path}), json!({"name": "Harmless", "cmd": path})] {
            assert_eq!(refused(&visitor, "uci", &options).await, "option_not_allowed");
        }
        // An agent is a name, never a text with options.
        for agent in [
            format!("mlp?net={path}"),
            format!("engine?syzygy={path}&depth=1"),
            format!("engine?bookfile={path}"),
            format!("uci?cmd={path}"),
            format!("external:mine?cmd={path}"),
            format!("external:{path}"),
            path.to_owned(),
        ] {
            assert_eq!(refused(&visitor, &agent, &json!({})).await, "bad_agent", "{agent}");
        }
        // Nor is an option called otherwise, or smuggled in with another's value.
        for (agent, options) in [
            ("mlp", json!({"Net": path})),
            ("mlp", json!({"EvalFile": path})),
            ("mlp", json!({"ne%74": path})),
            ("mlp", json!({"net=/etc/passwd&depth": "1"})),
            ("mlp", json!({"depth": format!("1&net={path}")})),
            ("engine", json!({"BookFile": path})),
            ("engine", json!({"SyzygyPath": path})),
            ("minimax", json!({"eval": format!("mlp:{path}")})),
            ("minimax", json!({"eval": path})),
            ("mcts", json!({"eval": format!("mlp?net={path}")})),
        ] {
            assert_eq!(refused(&visitor, agent, &options).await, "bad_agent", "{agent} {options}");
        }
        // An engine's own options may be files, too.
        for option in ["EvalFile", "SyzygyPath", "Debug Log File", "Hash"] {
            let code = refused(&visitor, "external:mine", &json!({option: path})).await;
            assert_eq!(code, "option_not_allowed", "{option}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn live_connections_cannot_name_agents_at_all() {
    let (server, folder) = TestServer::fresh().await;
    let visitor = server.visitor().await;
    let game = visitor.game(&against("mlp", json!({}))).await;
    let mut live = visitor.live(&game, None).await;
    let seats = live.next().await.unwrap()["game"]["black"].clone();
    // Opening it would fail, and be noticed.
    let path = folder.path().join("no-such-net").display().to_string();
    let smuggled = json!({
        "agent": format!("mlp?net={path}"),
        "black": {"type": "agent", "agent": "mlp", "options": {"net": path}},
        "options": {"net": path, "bookfile": path, "syzygy": path, "cmd": path},
        "net": path,
        "cmd": path,
    });
    for kind in ["sit", "seat", "agent", "set_option", "setoption", "uci", "engine", "load"] {
        let mut command = smuggled.clone();
        command["type"] = json!(kind);
        command["id"] = json!(77);
        live.socket.send(Message::text(command.to_string())).await.unwrap();
        let answer = live.until_type("refused").await;
        assert_eq!(answer["code"], "bad_request", "{kind}: {answer}");
    }
    // What a command has no place for changes nothing.
    let with = |kind: &str, rest: Value| {
        let mut command = smuggled.clone();
        command["type"] = json!(kind);
        command.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        command
    };
    live.ok(with("move", json!({"uci": "e2e4", "ply": 0}))).await;
    let answer = live.until(|frame| frame["event"]["by"] == "black").await;
    assert_eq!(answer["event"]["type"], "move", "{answer}");
    live.ok(with("hint", json!({}))).await;
    live.until_type("advice").await;
    live.ok(with("resign", json!({}))).await;
    live.ok(with("rematch", json!({}))).await;
    let is_rematch = |frame: &&Value| frame["event"]["type"] == "rematch";
    let next = live.seen.iter().find(is_rematch).unwrap()["event"]["game"].clone();
    let next = next.as_str().unwrap().to_owned();
    let mut live = visitor.live(&next, None).await;
    let again = live.next().await.unwrap();
    for color in ["white", "black"] {
        let seat = &again["game"][color];
        if seat["type"] == "agent" {
            assert_eq!((&seat["agent"], &seat["options"]), (&seats["agent"], &seats["options"]));
        }
    }
    server.stop().await;
}
