//! `kythu serve`: the page.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use server::{Config, EngineCommand, Limits, Server, StartError};
use tracing_subscriber::EnvFilter;

/// Serves the page: play, watch and understand in the browser
///
/// Only this machine can reach it. With --host 0.0.0.0 others on your network
/// can, too: they get a seat by a link and watch otherwise.
#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0 shares the page with your network
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    host: String,
    /// Port to listen on; 0 takes a free one
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// Folder that games are kept in [default: the user's data folder]
    #[arg(long, value_name = "D")]
    data_dir: Option<PathBuf>,
    /// Does not open the browser
    #[arg(long)]
    no_open: bool,
    /// An external UCI engine that the page may use; may stand there several times
    #[arg(long = "engine", value_name = "NAME=CMD", value_parser = engine)]
    engines: Vec<EngineCommand>,
    /// Another name of this server, behind a proxy say; may stand there several times
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
    /// Threads that agents think on [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    search_threads: Option<u16>,
    /// The longest that an agent may think about a move, in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    search_time: Duration,
    /// How long an agent goes on thinking after everybody has left, in seconds
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    leave_time: Duration,
    /// Slows no client down: for tests
    #[arg(long)]
    no_limits: bool,
    /// Agents move at once in every game: for tests
    #[arg(long)]
    no_natural: bool,
    /// How logs are written to standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log: LogFormat,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// The port where nobody says; another free one is taken if this one is not.
const PORT: u16 = 8064;

/// What is logged where `KYTHU_LOG` does not say.
const LOG: &str = "info,sqlx=warn,tower_http=info";

pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    start_log(args.log);
    let config = config(args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    runtime.block_on(serve(args, config))
}

/// Says where the page is.
fn greet(server: &Server) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "kythu: {}", server.address())?;
    for shared in server.shared_addresses() {
        writeln!(out, "For others on your network: {shared}")?;
    }
    writeln!(out, "Ctrl-C ends it; games are kept.")?;
    out.flush()
}

async fn serve(args: &ServeArgs, config: Config) -> Result<()> {
    let taken = |error: &StartError| matches!(error, StartError::Listen { error, .. } if error.kind() == io::ErrorKind::AddrInUse);
    let server = match Server::bind(config.clone()).await {
        Err(error) if args.port.is_none() && taken(&error) => {
            Server::bind(Config { port: 0, ..config }).await?
        }
        bound => bound?,
    };
    let address = server.address();
    // A server serves on when nobody reads what it says.
    let _ = greet(&server);
    if !args.no_open {
        open_browser(&address);
    }
    server.run(asked_to_stop()).await?;
    Ok(())
}

fn config(args: &ServeArgs) -> Result<Config> {
    let mut names = args.names.clone();
    let host = match args.host.parse() {
        Ok(address) => address,
        Err(_) => {
            names.push(args.host.clone());
            let found = (args.host.as_str(), 0).to_socket_addrs();
            let found = found.with_context(|| format!("there is no host '{}'", args.host))?;
            let addresses: Vec<IpAddr> = found.map(|address| address.ip()).collect();
            let first = addresses.iter().find(|address| address.is_ipv4()).or(addresses.first());
            *first.ok_or_else(|| anyhow!("host '{}' has no address", args.host))?
        }
    };
    let data_dir = match &args.data_dir {
        Some(folder) => folder.clone(),
        None => data_folder().context("there is no home folder: say --data-dir")?,
    };
    let mut limits = Limits { leave_time: args.leave_time, ..Limits::default() };
    limits.search_time = args.search_time;
    if let Some(threads) = args.search_threads {
        limits.search_threads = threads.into();
    }
    if args.no_limits {
        limits = limits.generous();
    }
    Ok(Config {
        host,
        port: args.port.unwrap_or(PORT),
        names,
        data_dir,
        engines: args.engines.clone(),
        natural: !args.no_natural,
        limits,
    })
}

/// Where programs keep their users' data.
fn data_folder() -> Option<PathBuf> {
    data_folder_of(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
}

fn data_folder_of(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from);
    if let Some(folder) = folder("XDG_DATA_HOME").filter(|folder| folder.is_absolute()) {
        return Some(folder.join("kythu"));
    }
    if cfg!(windows) {
        return Some(folder("LOCALAPPDATA")?.join("Kythu"));
    }
    let home = folder("HOME")?;
    Some(if cfg!(target_os = "macos") {
        home.join("Library/Application Support/Kythu")
    } else {
        home.join(".local/share/kythu")
    })
}

fn start_log(format: LogFormat) {
    let filter = EnvFilter::try_from_env("KYTHU_LOG").unwrap_or_else(|_| EnvFilter::new(LOG));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        // Colours are for a terminal; in a file they are rubbish.
        .with_ansi(io::stderr().is_terminal())
        .log_internal_errors(false);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}

/// Ctrl-C, or whatever tells services to end.
async fn asked_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    tokio::signal::ctrl_c().await.ok();
}

/// Opens the page where there is a screen; elsewhere its address was printed.
fn open_browser(address: &str) {
    let has_screen = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_screen {
        return;
    }
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // It ends when it has told the browser; nobody waits for it.
        std::thread::spawn(move || child.wait());
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected seconds, such as 10".to_owned())?;
    if (0.0..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("expected 0 to 86400 seconds".to_owned())
    }
}

/// `NAME=CMD`, where words of the command can stand between double quotes.
fn engine(text: &str) -> Result<EngineCommand> {
    let (name, command) =
        text.split_once('=').context("expected NAME=CMD, such as Fish=stockfish")?;
    let name = name.trim();
    if name.is_empty() || name.chars().count() > 40 || name.chars().any(char::is_control) {
        bail!("the name of an engine has 1 to 40 letters");
    }
    let mut words = words(command)?.into_iter();
    let program = words.next().context("expected a command after NAME=")?;
    Ok(EngineCommand { name: name.to_owned(), program, arguments: words.collect() })
}

fn words(text: &str) -> Result<Vec<String>> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    for letter in text.chars() {
        match letter {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && !is_quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    if is_quoted {
        bail!("a double quote is missing in '{text}'");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_by_name_and_command() {
        let engine = engine(r#"Fish 16="/opt/my fish/sf" --uci """#).unwrap();
        assert_eq!((engine.name.as_str(), engine.program.as_str()), ("Fish 16", "/opt/my fish/sf"));
        assert_eq!(engine.arguments, ["--uci", ""]);
        for bad in ["stockfish", "=stockfish", "Fish=", r#"Fish="sf"#] {
            assert!(super::engine(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_data_folder_follows_the_system() {
        let with = |pairs: &'static [(&str, &str)]| {
            data_folder_of(move |name| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        assert_eq!(with(&[("XDG_DATA_HOME", "/x"), ("HOME", "/h")]), Some("/x/kythu".into()));
        assert_eq!(with(&[]), None);
        #[cfg(target_os = "linux")]
        assert_eq!(with(&[("HOME", "/h")]), Some("/h/.local/share/kythu".into()));
    }
}
