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
            let default = match option.default.as_str() {
                "" => String::new(),
                default => format!(" [default: {default}]"),
            };
            let setting = format!("{}={}", option.name, option.values);
            writeln!(out, "    {setting:<30} {}{default}", option.about)?;
        }
        if kind.open {
            writeln!(out, "    {:<30} Any option that the engine declares", "OPTION=VALUE")?;
        }
        writeln!(out, "    {:<30} What to call it", "name=TEXT")?;
        for example in kind.examples {
            writeln!(out, "  {example}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
