//! The parameter file of the evaluation, of which the fitted part is written.

use std::fmt::Write;

use anyhow::{Result, bail};
use eval::weights::{GroupInfo, groups};

const BEGIN: &str = "// <fitted>\n";
const END: &str = "// </fitted>\n";

/// `text` with its fitted part made new from `values`; `origin` says where
/// they come from.
pub(crate) fn rewritten(text: &str, values: &[[i32; 2]], origin: &[String]) -> Result<String> {
    let (Some(begin), Some(end)) = (text.find(BEGIN), text.find(END)) else {
        bail!("the parameter file has no part between '{}' and '{}'", BEGIN.trim(), END.trim());
    };
    let mut part = String::new();
    for line in origin {
        writeln!(part, "// {line}")?;
    }
    part.push_str("#[rustfmt::skip]\npub(crate) const PARAMS: Params = Params {\n");
    for group in groups() {
        write_group(&mut part, &group, &values[group.first..group.first + group.len])?;
    }
    part.push_str("};\n");
    Ok(format!("{}{BEGIN}{part}{}", &text[..begin], &text[end..]))
}

fn write_group(out: &mut String, group: &GroupInfo, values: &[[i32; 2]]) -> Result<()> {
    writeln!(out, "    // {}", group.about)?;
    let width = |phase: usize| {
        values.iter().map(|value| value[phase].to_string().len()).max().unwrap_or_default()
    };
    let short = group.len <= group.row && group.len < 8;
    let (mg, eg) = if short { (0, 0) } else { (width(0), width(1)) };
    let row = |values: &[[i32; 2]]| {
        let items: Vec<String> =
            values.iter().map(|value| format!("S({:>mg$}, {:>eg$})", value[0], value[1])).collect();
        items.join(", ")
    };
    if short {
        writeln!(out, "    {}: [{}],", group.name, row(values))?;
    } else {
        writeln!(out, "    {}: [", group.name)?;
        for values in values.chunks(group.row) {
            writeln!(out, "        {},", row(values))?;
        }
        writeln!(out, "    ],")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../eval/src/params.rs");

    /// Writing what is there changes nothing but the origin.
    #[test]
    fn the_file_comes_back() {
        let values: Vec<[i32; 2]> =
            eval::weights::values().iter().map(|w| [w.middlegame(), w.endgame()]).collect();
        let part = &FILE[FILE.find(BEGIN).unwrap() + BEGIN.len()..];
        let origin: Vec<String> = part
            .lines()
            .take_while(|line| line.starts_with("// "))
            .map(|line| line[3..].to_owned())
            .collect();
        assert_eq!(rewritten(FILE, &values, &origin).unwrap(), FILE);
    }

    #[test]
    fn a_file_without_marks_is_refused() {
        assert!(rewritten("fn main() {}", &[], &[]).is_err());
    }
}
