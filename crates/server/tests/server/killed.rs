//! `kill -9` in the middle of it: no acknowledged move is lost, and the
//! database is sound. `KYTHU_KILL_ROUNDS=1000` makes it long.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::SinkExt;
use serde_json::{Value, json};
use server::Server;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Client, Live, config, one_device};

const FOLDER: &str = "KYTHU_TEST_FOLDER";

/// Not a test: the server that is killed, in a process of its own.
#[tokio::test]
#[ignore = "started by the tests that kill it"]
async fn victim() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let server = Server::bind(config(Path::new(&folder))).await.unwrap();
    println!("address {}", server.address());
    server.run(std::future::pending()).await.unwrap();
}

/// A server in a process of its own, killed without warning when dropped.
struct Victim {
    child: Child,
    port: u16,
}

impl Victim {
    fn start(folder: &Path) -> Victim {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::victim", "--ignored", "--nocapture"])
            .env(FOLDER, folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .find_map(|line| Some(line.unwrap().split_once("address ")?.1.trim().to_owned()))
            .expect("the server starts");
        let port = address.trim_end_matches('/').rsplit_once(':').unwrap().1.parse().unwrap();
        Victim { child, port }
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        // On Unix this is SIGKILL.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

async fn integrity(folder: &Path) -> String {
    use sqlx::{Connection, SqliteConnection};
    let url = format!("sqlite://{}", folder.join("kythu.sqlite").display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let answer = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await;
    connection.close().await.unwrap();
    answer.unwrap()
}

/// Plays any moves without a pause until the connection breaks or the game is
/// over; returns the number of moves that were acknowledged.
async fn play_until_killed(mut live: Live, seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = chess::Game::new();
    while board.outcome().is_none() {
        let mv = random.choice(board.position().legal_moves()).unwrap();
        let uci = board.position().to_uci(mv, chess::CastlingStyle::Standard).to_string();
        let ply = board.moves().len();
        let command = json!({"type": "move", "uci": uci, "ply": ply, "id": ply});
        if live.socket.send(Message::text(command.to_string())).await.is_err() {
            break;
        }
        loop {
            match live.next().await {
                None => return board.moves().len(),
                Some(frame) if frame["type"] == "ack" => break,
                Some(frame) => assert_ne!(frame["type"], "refused", "{frame}, seed {seed}"),
            }
        }
        board.play(mv).unwrap();
    }
    board.moves().len()
}

#[tokio::test]
async fn no_acknowledged_move_is_lost() {
    let rounds: usize =
        std::env::var("KYTHU_KILL_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let seed = 11;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut visitor: Option<Client> = None;
    let mut games: Vec<(String, usize)> = Vec::new();
    let mut total = 0;
    for round in 0..rounds {
        let victim = Victim::start(folder.path());
        let client = match &visitor {
            Some(known) => Client { port: victim.port, ..known.clone() },
            None => Client::new(victim.port).await,
        };
        visitor = Some(client.clone());
        // All that was acknowledged is there. One more move may be: it was on the
        // disk, but its acknowledgement on the way.
        for (game, acknowledged) in &games {
            let there = client.get(&format!("/api/games/{game}")).await.ok();
            let plies = there["status"]["plies"].as_u64().unwrap() as usize;
            assert!(
                (*acknowledged..=acknowledged + 1).contains(&plies),
                "round {round}, seed {seed}: {plies} of {acknowledged}"
            );
            assert_eq!(there["moves"].as_array().unwrap().len(), plies);
        }
        games.clear();
        for _ in 0..4 {
            games.push((client.game(&one_device()).await, 0));
        }
        let mut players = Vec::new();
        for (game, _) in &games {
            let live = client.live(game, None).await;
            players.push(tokio::spawn(play_until_killed(live, random.u64(..))));
        }
        tokio::time::sleep(Duration::from_millis(random.u64(5..60))).await;
        drop(victim);
        for (player, (_, acknowledged)) in players.into_iter().zip(&mut games) {
            *acknowledged = player.await.unwrap();
            total += *acknowledged;
        }
        assert_eq!(integrity(folder.path()).await, "ok", "round {round}, seed {seed}");
    }
    assert!(total > 0, "nothing was played before the kills");
    println!("{rounds} kills, {total} moves acknowledged, none lost");
}

#[tokio::test]
async fn an_agent_goes_on_thinking_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let victim = Victim::start(folder.path());
    let visitor = Client::new(victim.port).await;
    let wish = json!({
        "white": {"type": "me"},
        "black": {"type": "agent", "agent": "engine", "options": {"movetime": "2"}},
        "clock": {"base_ms": 300_000, "increment_ms": 0},
    });
    let game = visitor.game(&wish).await;
    let mut live = visitor.live(&game, None).await;
    live.play("e2e4", 0).await;
    live.until(|frame| {
        frame["event"]["type"] == "thinking" && frame["status"]["thinking"] == "black"
    })
    .await;
    drop(victim);
    while live.next().await.is_some() {}

    let victim = Victim::start(folder.path());
    let visitor = Client { port: victim.port, ..visitor };
    let mut live = visitor.live(&game, Some(1)).await;
    assert_eq!(live.next().await.unwrap()["type"], "resumed");
    let answer = live.event("move").await;
    assert_eq!((answer["seq"].clone(), answer["event"]["by"].clone()), (json!(2), json!("black")));
    let clock: &Value = &answer["status"]["clock"];
    assert_eq!(clock["white_ms"], 300_000);
    assert!(clock["black_ms"].as_u64().unwrap() < 300_000, "{clock}");
}
