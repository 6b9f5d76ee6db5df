//! `kythu agents`: who can play.

use std::io::Write;

use ::agents::{AgentOption, Kind, OptionGroup, OptionValues, Spec, kinds};
use anyhow::Result;
use clap::Args;

/// List all agents and their options
///
/// With the name of one, or a spec such as minimax?level=hard, shows that one and
/// what each of its options is set to.
#[derive(Args)]
pub(crate) struct AgentsArgs {
    /// Only this one: its name, or a spec
    agent: Option<String>,
}

/// Lists them.
pub(crate) fn run(args: &AgentsArgs, mut out: impl Write) -> Result<()> {
    if let Some(text) = &args.agent {
        // A kind may need options that are not there, and is shown all the same.
        let (kind, spec) = match Kind::find(text) {
            Ok(kind) => (kind, None),
            Err(_) => {
                let spec: Spec = text.parse()?;
                (spec.kind(), Some(spec))
            }
        };
        write_kind(&mut out, kind, spec.as_ref())?;
        write_techniques(&mut out, &[kind], spec.as_ref())?;
        return write_numbers(&mut out, kind, spec.as_ref());
    }
    let kinds: Vec<&Kind> = kinds().iter().collect();
    for kind in &kinds {
        write_kind(&mut out, kind, None)?;
    }
    write_techniques(&mut out, &kinds, None)
}

fn is_technique(option: &AgentOption) -> bool {
    option.group == OptionGroup::Techniques
}

fn is_number(option: &AgentOption) -> bool {
    option.group == OptionGroup::Numbers
}

/// An agent with what can be set, its techniques and the numbers of its search aside.
fn write_kind(out: &mut impl Write, kind: &Kind, spec: Option<&Spec>) -> Result<()> {
    writeln!(out, "{}: {}", kind.name, kind.about)?;
    for option in kind.options().iter().filter(|o| !is_technique(o) && !is_number(o)) {
        let setting = format!("{}={}", option.name, option.values);
        write_option(out, &setting, &format!("{}{}", option.about, value(option, spec)))?;
        if let OptionValues::Choice { choices, .. } = &option.values {
            for choice in choices.iter().filter(|choice| !choice.about.is_empty()) {
                write_option(out, &format!("  {}", choice.name), &choice.about)?;
            }
        }
    }
    if kind.open {
        write_option(out, "OPTION=VALUE", "Any option that the engine declares.")?;
    }
    if kind.options().iter().any(is_technique) {
        write_option(out, "TECHNIQUE=on | off", "Each technique of the search, listed below.")?;
    }
    if kind.options().iter().any(is_number) {
        let about = format!("Each number of its search: `kythu agents {}` lists them.", kind.name);
        write_option(out, "NUMBER=N", &about)?;
    }
    for example in kind.examples {
        writeln!(out, "  {example}")?;
    }
    writeln!(out)?;
    Ok(())
}

/// The techniques, once for all who have them.
fn write_techniques(out: &mut impl Write, kinds: &[&Kind], spec: Option<&Spec>) -> Result<()> {
    let having: Vec<_> =
        kinds.iter().filter(|kind| kind.options().iter().any(is_technique)).collect();
    let Some(first) = having.first() else { return Ok(()) };
    let names: Vec<_> = having.iter().map(|kind| kind.name).collect();
    writeln!(out, "Techniques of {}, each on or off:", names.join(" and "))?;
    for option in first.options().iter().filter(|option| is_technique(option)) {
        let defaults = having.iter().filter_map(|kind| {
            let options = kind.options();
            let same = options.iter().find(|same| same.name == option.name)?;
            (same.default_text() == "on").then_some(kind.name)
        });
        let on: Vec<_> = defaults.collect();
        let state = match (spec, on.as_slice()) {
            (Some(_), _) => value(option, spec),
            (None, []) => String::new(),
            (None, names) => format!(" [on in {}]", names.join(", ")),
        };
        write_option(out, option.name, &format!("{}{state}", option.about))?;
    }
    Ok(())
}

/// The numbers of the search, for those who tune it.
fn write_numbers(out: &mut impl Write, kind: &Kind, spec: Option<&Spec>) -> Result<()> {
    let options = kind.options();
    if options.iter().any(is_number) {
        writeln!(out, "\nNumbers of its search, to be tuned with `kythu lab factorial`:")?;
    }
    for option in options.iter().filter(|option| is_number(option)) {
        let OptionValues::Number { unit, .. } = option.values else { continue };
        let about = format!("{} In {unit}.{}", option.about, value(option, spec));
        write_option(out, &format!("{}={}", option.name, option.values), &about)?;
    }
    Ok(())
}

/// What an option is set to, or what it is when nobody says.
fn value(option: &AgentOption, spec: Option<&Spec>) -> String {
    let given = spec.and_then(|spec| spec.options().iter().find(|(name, _)| name == option.name));
    match given {
        Some((_, value)) => format!(" [set: {}]", value.as_deref().unwrap_or_default()),
        None => match option.default_text().as_str() {
            "" => String::new(),
            default => format!(" [default: {default}]"),
        },
    }
}

/// A setting and what it does, beside it or below where the first is long.
fn write_option(out: &mut impl Write, setting: &str, about: &str) -> Result<()> {
    const WIDTH: usize = 30;
    const ABOUT_WIDTH: usize = 64;
    let mut left = setting;
    if setting.chars().count() > WIDTH {
        writeln!(out, "    {setting}")?;
        left = "";
    }
    let mut line = String::new();
    for word in about.split_whitespace() {
        if !line.is_empty() && line.chars().count() + word.chars().count() >= ABOUT_WIDTH {
            writeln!(out, "    {left:<WIDTH$} {line}")?;
            (left, line) = ("", String::new());
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    writeln!(out, "    {left:<WIDTH$} {line}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(agent: Option<&str>) -> String {
        let mut out = Vec::new();
        run(&AgentsArgs { agent: agent.map(str::to_owned) }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn all_kinds_and_every_technique_once() {
        let text = listing(None);
        for kind in kinds() {
            assert!(text.contains(&format!("{}: {}", kind.name, kind.about)), "{text}");
        }
        let lines = |name: &str| text.lines().filter(|line| line.trim().starts_with(name)).count();
        assert_eq!(lines("nullmove "), 1, "{text}");
        assert!(text.contains("[on in minimax, engine]"), "{text}");
    }

    #[test]
    fn one_with_what_it_is_set_to() {
        let text = listing(Some("minimax?level=hard&tt=off"));
        assert!(text.contains("[set: hard]") && text.contains("[set: off]"), "{text}");
        assert!(!text.contains("random: "), "{text}");
        assert!(listing(Some("origin")).starts_with("origin: "));
        let args = AgentsArgs { agent: Some("stockfish".to_owned()) };
        let error = run(&args, Vec::new()).unwrap_err().to_string();
        assert!(error.contains("no agent is called 'stockfish'"), "{error}");
    }
}
