//! `kythu agents`: who can play.

use std::io::Write;

use anyhow::Result;
use clap::Args;

/// List all agents and their options
#[derive(Args)]
pub(crate) struct AgentsArgs {
    /// Only this one
    kind: Option<String>,
}

/// Lists them.
pub(crate) fn run(args: &AgentsArgs, mut out: impl Write) -> Result<()> {
    let wanted = |kind: &&agents::Kind| args.kind.as_deref().is_none_or(|name| name == kind.name);
    let kinds: Vec<_> = agents::kinds().iter().filter(wanted).collect();
    if let (Some(name), true) = (&args.kind, kinds.is_empty()) {
        // The parser of specs knows best what to say.
        name.parse::<agents::Spec>()?;
    }
    for kind in kinds {
        writeln!(out, "{}: {}", kind.name, kind.about)?;
        for option in kind.options() {
            let default = match option.default_text().as_str() {
                "" => String::new(),
                default => format!(" [default: {default}]"),
            };
            let setting = format!("{}={}", option.name, option.values);
            write_option(&mut out, &setting, &format!("{}{default}", option.about))?;
        }
        if kind.open {
            write_option(&mut out, "OPTION=VALUE", "Any option that the engine declares")?;
        }
        write_option(&mut out, "name=TEXT", "What to call it")?;
        for example in kind.examples {
            writeln!(out, "  {example}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A setting and what it does, on a line of its own where the first is long.
fn write_option(out: &mut impl Write, setting: &str, about: &str) -> Result<()> {
    const WIDTH: usize = 30;
    if setting.chars().count() > WIDTH {
        writeln!(out, "    {setting}\n    {:WIDTH$} {about}", "")?;
    } else {
        writeln!(out, "    {setting:<WIDTH$} {about}")?;
    }
    Ok(())
}
