//! A server for a test, and clients for it.

use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits, Server};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Long enough for a busy machine; a test that waits so long has failed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct TestServer {
    pub(crate) port: u16,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

pub(crate) fn config(folder: &Path) -> Config {
    Config {
        host: [127, 0, 0, 1].into(),
        port: 0,
        names: Vec::new(),
        data_dir: folder.to_owned(),
        engines: Vec::new(),
        natural: false,
        limits: Limits { search_threads: 2, ..Limits::default().generous() },
    }
}

impl TestServer {
    /// A server with a folder of its own.
    pub(crate) async fn fresh() -> (TestServer, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        (TestServer::start(config(folder.path())).await, folder)
    }

    pub(crate) async fn start(config: Config) -> TestServer {
        let server = Server::bind(config).await.unwrap();
        let address = server.address();
        let port = address.trim_end_matches('/').rsplit_once(':').unwrap().1.parse().unwrap();
        let (stop, stopped) = oneshot::channel();
        let run = async move {
            server
                .run(async {
                    stopped.await.ok();
                })
                .await
                .unwrap();
        };
        TestServer { port, stop: Some(stop), task: tokio::spawn(run) }
    }

    /// Ends it gracefully.
    pub(crate) async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(PATIENCE, self.task).await.unwrap().unwrap();
    }

    /// A new visitor.
    pub(crate) async fn visitor(&self) -> Client {
        Client::new(self.port).await
    }

    /// Somebody without a cookie.
    pub(crate) fn stranger(&self) -> Client {
        Client { port: self.port, cookie: None }
    }
}

/// A browser, more or less.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) port: u16,
    pub(crate) cookie: Option<String>,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|_| panic!("{}: {}", self.status, self.body))
    }

    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.body);
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap().to_owned()
    }
}

impl Client {
    pub(crate) async fn new(port: u16) -> Client {
        let mut client = Client { port, cookie: None };
        let answer = client.get("/api/me").await;
        let line = answer.head.lines().find(|line| line.starts_with("set-cookie:"));
        let cookie = line.expect("a new visitor gets a cookie")["set-cookie:".len()..].trim();
        for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        client.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        client
    }

    /// Sends bytes as they are, and reads until the server closes.
    pub(crate) async fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        stream.write_all(request).await.unwrap();
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap().ok();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_ascii_lowercase_names(), body: body.to_owned() }
    }

    pub(crate) fn head(&self, method: &str, path: &str) -> String {
        let cookie = self.cookie.as_ref().map(|cookie| format!("cookie: {cookie}\r\n"));
        format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\n{}",
            self.port,
            cookie.unwrap_or_default()
        )
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let mut request = self.head(method, path);
        match body {
            Some(body) => {
                let body = body.to_string();
                request += &format!(
                    "origin: http://127.0.0.1:{}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                    self.port,
                    body.len()
                );
            }
            None => request += "\r\n",
        }
        self.raw(request.as_bytes()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(body)).await
    }

    /// Makes a game and returns its name.
    pub(crate) async fn game(&self, wish: &Value) -> String {
        let game = self.post("/api/games", wish).await.ok();
        game["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn live(&self, game: &str, since: Option<u64>) -> Live {
        let origin = format!("http://127.0.0.1:{}", self.port);
        self.try_live(game, since, Some(&origin)).await.unwrap()
    }

    pub(crate) async fn try_live(
        &self,
        game: &str,
        since: Option<u64>,
        origin: Option<&str>,
    ) -> Result<Live, SocketError> {
        let query = since.map(|since| format!("?since={since}")).unwrap_or_default();
        let url = format!("ws://127.0.0.1:{}/api/games/{game}/live{query}", self.port);
        let mut request = url.into_client_request()?;
        let headers = request.headers_mut();
        if let Some(cookie) = &self.cookie {
            headers.insert("cookie", cookie.parse().unwrap());
        }
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        let (socket, _) = connect_async(request).await?;
        Ok(Live { socket, last_id: 0, seen: Vec::new() })
    }
}

trait LowerNames {
    fn to_ascii_lowercase_names(&self) -> String;
}

impl LowerNames for str {
    /// Header names in small letters, values as they are.
    fn to_ascii_lowercase_names(&self) -> String {
        let lower = |line: &str| match line.split_once(':') {
            Some((name, value)) => format!("{}:{value}", name.to_ascii_lowercase()),
            None => line.to_owned(),
        };
        self.lines().map(lower).collect::<Vec<_>>().join("\n")
    }
}

/// A page that watches a game.
pub(crate) struct Live {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    last_id: u64,
    /// Frames that were read while looking for another.
    pub(crate) seen: Vec<Value>,
}

impl Live {
    /// The next frame; `None` when the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("a frame in time") {
                Some(Ok(Message::Text(text))) => {
                    let frame: Value = serde_json::from_str(&text).unwrap();
                    self.seen.push(frame.clone());
                    return Some(frame);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next frame for which something holds.
    pub(crate) async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.next().await.expect("the connection is open");
            if is_it(&frame) {
                return frame;
            }
        }
    }

    pub(crate) async fn until_type(&mut self, kind: &str) -> Value {
        self.until(|frame| frame["type"] == kind).await
    }

    /// The next event of this kind.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        self.until(|frame| frame["type"] == "event" && frame["event"]["type"] == kind).await
    }

    pub(crate) async fn send(&mut self, mut command: Value) -> u64 {
        self.last_id += 1;
        command["id"] = json!(self.last_id);
        self.socket.send(Message::text(command.to_string())).await.unwrap();
        self.last_id
    }

    /// Sends a command and waits for its answer.
    pub(crate) async fn ask(&mut self, command: Value) -> Value {
        let id = self.send(command).await;
        let is_answer = |frame: &Value| frame["type"] == "ack" || frame["type"] == "refused";
        self.until(|frame| is_answer(frame) && frame["id"] == id).await
    }

    pub(crate) async fn ok(&mut self, command: Value) -> Value {
        let answer = self.ask(command.clone()).await;
        assert_eq!(answer["type"], "ack", "{command}: {answer}");
        answer
    }

    pub(crate) async fn refused(&mut self, command: Value) -> String {
        let answer = self.ask(command.clone()).await;
        assert_eq!(answer["type"], "refused", "{command}: {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn play(&mut self, uci: &str, ply: usize) -> Value {
        self.ok(json!({"type": "move", "uci": uci, "ply": ply})).await
    }
}

pub(crate) fn one_device() -> Value {
    json!({"white": {"type": "me"}, "black": {"type": "me"}})
}

pub(crate) fn against(agent: &str, options: Value) -> Value {
    json!({
        "white": {"type": "me"},
        "black": {"type": "agent", "agent": agent, "options": options},
    })
}
