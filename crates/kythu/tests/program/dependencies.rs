//! What the program is made of: licences, banned crates and sources as
//! `deny.toml` wants them, and the order of the crates as `ARCHITECTURE.md`
//! has it. Needs no tool but cargo, so that it runs everywhere.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

/// The crates from the ground up: each may use those before it only.
const ORDER: [&str; 16] = [
    "kythu-chess",
    "kythu-knowledge",
    "kythu-pgn",
    "kythu-nets",
    "kythu-thinking",
    "kythu-eval",
    "kythu-search",
    "kythu-mcts",
    "kythu-uci",
    "kythu-agents",
    "kythu-arena",
    "kythu-lab",
    "kythu-data",
    "kythu-train",
    "kythu-server",
    "kythu",
];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every package of the workspace and below it, on any platform.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(root().join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    metadata["packages"].as_array().expect("cargo lists packages").clone()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("a package has a name")
}

fn policy() -> toml::Table {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml is there");
    text.parse().expect("deny.toml is TOML")
}

/// The strings under `key`, or under `field` of the tables there.
fn strings<'a>(section: &'a toml::Value, key: &str, field: Option<&str>) -> Vec<&'a str> {
    let list = section[key].as_array().expect("a list");
    let text = |value: &'a toml::Value| field.map_or(value, |field| &value[field]).as_str();
    list.iter().map(|value| text(value).expect("a string")).collect()
}

fn is_allowed(licence: &str, allowed: &[Licensee]) -> bool {
    Expression::parse_mode(licence, ParseMode::LAX).is_ok_and(|expression| {
        expression.evaluate(|wanted| allowed.iter().any(|licence| licence.satisfies(wanted)))
    })
}

fn allowed_licences(policy: &toml::Table) -> Vec<Licensee> {
    let texts = strings(&policy["licenses"], "allow", None);
    texts.into_iter().map(|text| Licensee::parse(text).expect("an SPDX licence")).collect()
}

#[test]
fn dependencies_keep_to_the_policy() {
    let policy = policy();
    let allowed = allowed_licences(&policy);
    let banned = strings(&policy["bans"], "deny", Some("crate"));
    let mut faults = Vec::new();
    let packages = packages();
    for package in &packages {
        let name = name(package);
        let licence = package["license"].as_str().unwrap_or("none");
        if !is_allowed(licence, &allowed) {
            faults.push(format!("{name}: licence {licence} is not in deny.toml's list"));
        }
        if banned.contains(&name) {
            faults.push(format!("{name}: banned in deny.toml"));
        }
        if !package["source"].is_null() && package["source"] != REGISTRY {
            faults.push(format!("{name}: comes from {}", package["source"]));
        }
    }
    assert!(packages.len() > 20, "only {} packages", packages.len());
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_policy_tells_licences_apart() {
    let allowed = allowed_licences(&policy());
    for good in ["MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "MIT OR LGPL-2.1-only"] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in ["none", "GPL-2.0-only", "MIT AND SSPL-1.0", "AGPL-3.0-only", ""] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

#[test]
fn every_arrow_points_down() {
    let place = |name: &str| ORDER.iter().position(|&known| known == name);
    let mut own = 0;
    for package in packages().iter().filter(|package| package["source"].is_null()) {
        let user = name(package);
        let above = place(user).unwrap_or_else(|| panic!("{user} has no place in the order"));
        own += 1;
        for dependency in package["dependencies"].as_array().expect("a list") {
            let used = name(dependency);
            let below = place(used).filter(|_| dependency["kind"] != "dev");
            // Training is a program of its own: it takes minutes to build.
            let lawful = below.is_none_or(|below| below < above) && used != "kythu-train";
            assert!(lawful, "{user} may not use {used}");
        }
    }
    assert!(own >= 2, "only {own} crates of our own");
}
