//! `kythu`: the command line, and the engine's own UCI loop.

#![forbid(unsafe_code)]

mod agents;
mod arena;
mod bench;
mod book;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod cpu;
mod data;
mod datagen;
mod eval;
mod evaluator_args;
mod input;
mod lab;
mod net;
mod opening;
mod perft;
mod play;
mod progress;
mod serve;
mod tb;
mod typed_line;
mod typed_move;
mod uci;

use std::io::{self, BufReader};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

/// A chess house in one program
///
/// Without a command it speaks UCI on standard input and output, as chess GUIs
/// expect of an engine. Commands of UCI can also be given as arguments; they
/// are done and answered: kythu "position startpos moves e2e4" "go depth 9"
#[derive(Parser)]
#[command(version, max_term_width = 90)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Play(play::PlayArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Datagen(datagen::DatagenArgs),
    Data(data::DataArgs),
    Book(book::BookArgs),
    Arena(arena::ArenaArgs),
    Agents(agents::AgentsArgs),
    Lab(lab::LabArgs),
    Eval(eval::EvalArgs),
    Net(net::NetArgs),
    Opening(opening::OpeningArgs),
    Tb(tb::TbArgs),
    Uci(uci::UciArgs),
    #[command(external_subcommand)]
    UciCommands(Vec<String>),
}

/// The commands of UCI that make sense on the command line and are long enough
/// to be mistyped.
const UCI_WORDS: [&str; 4] = ["isready", "setoption", "position", "ucinewgame"];

fn main() -> ExitCode {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    if !cpu::is_able() {
        cpu::refuse();
        return ExitCode::FAILURE;
    }
    run()
}

// Apart from `main`, so that nothing of it is done before the processor is
// known to be able to.
#[inline(never)]
fn run() -> ExitCode {
    let done = match Cli::parse().command {
        None => uci::engine().and_then(|engine| uci::run(&engine, BufReader::new(io::stdin()))),
        Some(Command::Uci(args)) => uci::run(args.agent(), BufReader::new(io::stdin())),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Perft(args)) => perft::run(&args, io::stdout().lock()),
        Some(Command::Bench(args)) => bench::run(&args, io::stdout().lock()),
        Some(Command::Datagen(args)) => datagen::run(&args, io::stdout().lock()),
        Some(Command::Data(args)) => data::run(&args, io::stdout().lock()),
        Some(Command::Book(args)) => book::run(&args, io::stdout().lock()),
        Some(Command::Eval(args)) => eval::run(&args, io::stdout().lock()),
        Some(Command::Net(args)) => net::run(&args, io::stdout().lock()),
        Some(Command::Opening(args)) => opening::run(&args, io::stdout().lock()),
        Some(Command::Tb(args)) => tb::run(&args, io::stdout().lock()),
        Some(Command::UciCommands(arguments)) => match uci_commands(&arguments) {
            Ok(commands) => uci::run_commands(commands),
            Err(error) => error.exit(),
        },
        Some(Command::Arena(args)) => arena::run(args),
        Some(Command::Lab(args)) => lab::run(args),
        Some(Command::Agents(args)) => agents::run(&args, io::stdout().lock()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kythu: {}", whole_story(&error));
            ExitCode::FAILURE
        }
    }
}

/// The commands of UCI that the arguments are. What they can be is decided by
/// the first word: UCI skips unknown ones, but here they are mistyped.
fn uci_commands(arguments: &[String]) -> Result<Vec<::uci::Command>, clap::Error> {
    let first = arguments.first().and_then(|argument| argument.split_whitespace().next());
    let word = first.unwrap_or_default();
    if let Ok(::uci::Command::Unknown(_)) = word.parse() {
        return Err(unknown_subcommand(word));
    }
    uci::commands(arguments)
        .map_err(|error| Cli::command().error(ErrorKind::InvalidSubcommand, error))
}

/// What clap says of a word that is no subcommand, had it not been for UCI.
fn unknown_subcommand(word: &str) -> clap::Error {
    let cli = Cli::command();
    let known = cli.get_subcommands().map(clap::Command::get_name).chain(UCI_WORDS);
    let mut error = clap::Error::new(ErrorKind::InvalidSubcommand).with_cmd(&cli);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(excerpt(word)));
    if let Some(meant) = ::agents::Fuzzy::new(word).nearest(known) {
        let meant = ContextValue::Strings(vec![meant.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, meant);
    }
    let usage = cli.clone().render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error
}

/// The beginning of a word, fit to be shown.
fn excerpt(word: &str) -> String {
    word.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(60).collect()
}

/// Did whoever read our output stop reading? That is no fault of ours, and
/// there is nobody left to tell.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// An error with its causes, each told once: many tell their cause themselves.
fn whole_story(error: &anyhow::Error) -> String {
    let mut story = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !story.contains(&cause) {
            story = format!("{story}: {cause}");
        }
    }
    story
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
        let is_known = |word: &&str| !matches!(word.parse(), Ok(::uci::Command::Unknown(_)));
        assert!(UCI_WORDS.iter().all(is_known));
    }
}
