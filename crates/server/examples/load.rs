//! Many games at once: people at a human pace against Random, over WebSocket.
//!
//! `cargo run --release -p kythu-server --example load -- [GAMES] [SECONDS] [THINK_MS] [PROGRAM]`
//!
//! With PROGRAM, the path of a `kythu`, that program is the server; else it runs
//! in this process. Built once, the example needs neither cargo nor a network:
//! `target/release/examples/load 500 30 1500 target/release/kythu`.
//!
//! Each player thinks for 0.5 to 1.5 times `THINK_MS` and plays any legal move.
//! Reported are the round trips of their moves, from sending to the
//! acknowledgement, which comes after the disk; and whether in the end the server
//! has every move that it acknowledged.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use chess::Game;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What one player saw.
#[derive(Default)]
struct Played {
    game: String,
    /// Half-moves of both sides that the player knows of.
    plies: usize,
    trips: Vec<Duration>,
    games: usize,
    lost: usize,
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| {
        arguments.get(place).map_or(Ok(default), |text| text.parse::<u64>())
    };
    let (games, seconds, think_ms) = (number(0, 500)?, number(1, 20)?, number(2, 1500)?);
    let folder = tempfile::tempdir()?;
    let mut program = None;
    let port = match arguments.get(3) {
        Some(path) => program.insert(Program::start(path, folder.path())?).port,
        None => start(folder.path()).await?,
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut players = Vec::new();
    for seed in 0..games {
        let pace = Duration::from_millis(think_ms);
        players.push(tokio::spawn(async move { play(port, seed, pace, end).await }));
    }
    let (mut trips, mut lost, mut failures, mut finished) = (Vec::new(), 0, 0, 0);
    for player in players {
        match player.await? {
            Ok(played) => {
                lost += played.lost;
                finished += played.games;
                trips.extend(played.trips);
            }
            Err(error) => {
                failures += 1;
                eprintln!("a player failed: {error}");
            }
        }
    }
    trips.sort();
    let at =
        |share: f64| trips.get((trips.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{games} games at once for {seconds} s: {} moves of people, {finished} games finished, \
         {lost} moves lost, {failures} players failed; round trip p50 {:.1?}, p90 {:.1?}, \
         p99 {:.1?}, longest {:.1?}",
        trips.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        trips.last().copied().unwrap_or_default()
    );
    if lost > 0 || failures > 0 {
        return Err("moves were lost, or players failed".into());
    }
    Ok(())
}

/// A server of its own, which ends with us.
struct Program {
    child: Child,
    port: u16,
    /// Kept open: it has more to say.
    _output: BufReader<ChildStdout>,
}

impl Program {
    fn start(path: &str, folder: &Path) -> Result<Program, Failure> {
        let mut command = Command::new(path);
        command.args(["serve", "--no-open", "--no-limits", "--no-natural", "--port", "0"]);
        command.arg("--data-dir").arg(folder);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut line = String::new();
        while output.read_line(&mut line)? > 0 {
            if let Some((_, address)) = line.split_once("kythu: http://") {
                let address = address.trim().trim_end_matches('/');
                let port = address.rsplit_once(':').ok_or("no port")?.1.parse()?;
                return Ok(Program { port, child, _output: output });
            }
            line.clear();
        }
        child.kill().ok();
        Err("the server did not say where it is".into())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

async fn start(folder: &Path) -> Result<u16, Failure> {
    let config = Config {
        host: [127, 0, 0, 1].into(),
        port: 0,
        names: Vec::new(),
        data_dir: folder.to_owned(),
        engines: Vec::new(),
        natural: false,
        limits: Limits::default().generous(),
    };
    let server = Server::bind(config).await?;
    let address = server.address();
    let port = address.trim_end_matches('/').rsplit_once(':').ok_or("no port")?.1.parse()?;
    tokio::spawn(async move { server.run(std::future::pending()).await });
    Ok(port)
}

async fn ask(
    port: u16,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<(String, String), Failure> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\
         cookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok((head.to_owned(), body.to_owned()))
}

async fn play(port: u16, seed: u64, pace: Duration, end: Instant) -> Result<Played, Failure> {
    let mut random = fastrand::Rng::with_seed(seed);
    // Not all at the same moment.
    tokio::time::sleep(pace.mul_f64(random.f64())).await;
    let (head, _) = ask(port, "GET", "/api/me", "", "").await?;
    let cookie = head.split_once("kythu_visitor=").ok_or("no cookie")?.1;
    let cookie = format!("kythu_visitor={}", cookie.split(';').next().unwrap_or_default());
    let mut played = Played::default();
    while Instant::now() < end {
        one_game(port, &cookie, &mut random, pace, end, &mut played).await?;
        let path = format!("/api/games/{}", played.game);
        let (_, body) = ask(port, "GET", &path, &cookie, "").await?;
        let game: Value = serde_json::from_str(&body)?;
        let there = game["moves"].as_array().map_or(0, Vec::len);
        played.lost += played.plies.saturating_sub(there);
        played.games += 1;
    }
    Ok(played)
}

async fn one_game(
    port: u16,
    cookie: &str,
    random: &mut fastrand::Rng,
    pace: Duration,
    end: Instant,
    played: &mut Played,
) -> Result<(), Failure> {
    let wish = json!({"white": {"type": "me"}, "black": {"type": "agent", "agent": "random"}});
    let (_, body) = ask(port, "POST", "/api/games", cookie, &wish.to_string()).await?;
    let game: Value = serde_json::from_str(&body)?;
    played.game = game["id"].as_str().ok_or("no game")?.to_owned();
    played.plies = 0;
    let url = format!("ws://127.0.0.1:{port}/api/games/{}/live", played.game);
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    request.headers_mut().insert("origin", format!("http://127.0.0.1:{port}").parse()?);
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
    let mut board = Game::new();
    while Instant::now() < end && board.outcome().is_none() {
        tokio::time::sleep(pace.mul_f64(0.5 + random.f64())).await;
        let mv = random.choice(board.position().legal_moves()).ok_or("no move")?;
        let uci = board.position().to_uci(mv, chess::CastlingStyle::Standard).to_string();
        let ply = board.moves().len();
        let sent = Instant::now();
        let command = json!({"id": ply, "type": "move", "uci": uci, "ply": ply});
        socket.send(Message::text(command.to_string())).await?;
        let mut is_acknowledged = false;
        // Until our move is acknowledged and the answer is there.
        while !is_acknowledged || (board.turn() != chess::Color::White && board.outcome().is_none())
        {
            let Message::Text(text) = socket.next().await.ok_or("closed")?? else { continue };
            let frame: Value = serde_json::from_str(&text)?;
            match frame["type"].as_str() {
                Some("ack") => {
                    played.trips.push(sent.elapsed());
                    is_acknowledged = true;
                }
                Some("refused" | "bye") => return Err(text.to_string().into()),
                Some("event") if frame["event"]["type"] == "move" => {
                    let uci = frame["event"]["record"]["uci"].as_str().ok_or("no move")?;
                    board.play(board.position().parse_uci(uci)?)?;
                    played.plies += 1;
                }
                _ => {}
            }
        }
    }
    Ok(())
}
