//! `kythu book`: making opening books and looking into them.

mod coverage;
mod make;
mod merge;
mod output;
mod show;

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use clap::{Args, Subcommand};
use knowledge::book::Book;

/// Make, show and merge opening books
///
/// Books are files in the Polyglot format, which most chess programs read.
#[derive(Args)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Subcommand)]
enum BookCommand {
    Make(make::MakeArgs),
    Show(show::ShowArgs),
    Merge(merge::MergeArgs),
}

/// Opens a book; what is odd about it goes to standard error.
fn open(path: &Path) -> Result<Book> {
    let book = Book::open(path)?;
    for warning in book.warnings() {
        eprintln!("kythu: {warning}");
    }
    Ok(book)
}

/// What is odd about a book, for reports.
fn warnings(book: &Book) -> Vec<String> {
    book.warnings().iter().map(ToString::to_string).collect()
}

/// Does what is asked.
pub(crate) fn run(args: &BookArgs, out: impl Write) -> Result<()> {
    match &args.command {
        BookCommand::Make(args) => make::run(args, out),
        BookCommand::Show(args) => show::run(args, out),
        BookCommand::Merge(args) => merge::run(args, out),
    }
}
