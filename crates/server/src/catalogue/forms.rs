//! The forms that the page makes of typed options, and what they may not say.

use std::collections::BTreeMap;

use agents::Kind;

use super::Catalogue;
use crate::error::{Code, Refusal};
use crate::messages::{Choice, OptionForm, OptionGroup, OptionValues};
use crate::params::{HASH, OPTION_VALUE, OPTIONS, SAFE_INTEGER};

impl Catalogue {
    pub(super) fn forms(&self, kind: &Kind) -> Vec<OptionForm> {
        kind.options().iter().filter_map(|option| self.form(option)).collect()
    }

    /// None for what a page may not set.
    fn form(&self, option: &agents::AgentOption) -> Option<OptionForm> {
        use agents::OptionValues as Values;
        let choices = |choices: &[agents::OptionChoice]| -> Vec<Choice> {
            let copy = |choice: &agents::OptionChoice| Choice {
                name: choice.name.to_owned(),
                about: choice.about.clone(),
            };
            choices.iter().map(copy).collect()
        };
        let values = match &option.values {
            Values::Number { min, max, unit, default } => OptionValues::Number {
                min: *min,
                max: self.most(option.name).min(*max),
                unit: (*unit).to_owned(),
                default: *default,
            },
            Values::Decimal { min, max, unit, default } => {
                let most = if option.name == "movetime" { self.search_seconds } else { *max };
                let unit = (*unit).to_owned();
                OptionValues::Decimal { min: *min, max: most.min(*max), unit, default: *default }
            }
            Values::Choice { choices: words, default } => OptionValues::Choice {
                choices: choices(words),
                default: default.map(str::to_owned),
            },
            Values::Switch { default } => OptionValues::Switch { default: *default },
            Values::Set { presets, members, default } => OptionValues::Set {
                presets: choices(presets),
                members: choices(members),
                default: default.clone(),
            },
            Values::Text => OptionValues::Text,
            Values::List | Values::File { .. } => return None,
        };
        Some(OptionForm {
            name: option.name.to_owned(),
            uci: option.uci_name().to_owned(),
            label: option.label.clone(),
            about: option.about.clone(),
            group: match option.group {
                agents::OptionGroup::Main => OptionGroup::Main,
                agents::OptionGroup::Limits => OptionGroup::Limits,
                agents::OptionGroup::Book => OptionGroup::Book,
                agents::OptionGroup::Resources => OptionGroup::Resources,
                agents::OptionGroup::Techniques => OptionGroup::Techniques,
                agents::OptionGroup::Tuning => OptionGroup::Tuning,
                agents::OptionGroup::Numbers => return None,
            },
            values,
        })
    }

    /// The most that the page may set a number to.
    fn most(&self, option: &str) -> u64 {
        match option {
            "hash" => HASH,
            "threads" => self.search_threads as u64,
            _ => SAFE_INTEGER,
        }
    }

    /// Refuses what the page may not set.
    pub(super) fn check(
        &self,
        kind: &Kind,
        options: &BTreeMap<String, String>,
    ) -> Result<(), Refusal> {
        let refuse = |message: String| Err(Refusal::new(Code::OptionNotAllowed, message));
        if options.len() > OPTIONS {
            return refuse(format!("No more than {OPTIONS} options can be set."));
        }
        let descriptions = kind.options();
        for (name, value) in options {
            let shown: String = name.chars().take(40).collect();
            if value.chars().count() > OPTION_VALUE || name.chars().count() > OPTION_VALUE {
                return refuse(format!("{shown}: the value is too long."));
            }
            if value.chars().chain(name.chars()).any(char::is_control) {
                return refuse(format!("{shown}: control characters are not allowed."));
            }
            let Some(option) = descriptions.iter().find(|option| option.name == *name) else {
                // The options of an engine itself may name files, too.
                if kind.open {
                    return refuse(format!("{shown} cannot be set from the page."));
                }
                continue; // The spec knows what to say, and what may have been meant.
            };
            match self.form(option).map(|form| form.values) {
                None if option.group == agents::OptionGroup::Numbers => {
                    return refuse(format!("{shown} cannot be set from the page."));
                }
                None => {
                    return refuse(format!("{shown} names a file; the page cannot set it."));
                }
                Some(OptionValues::Number { max, .. })
                    if value.parse::<u64>().is_ok_and(|number| number > max) =>
                {
                    return refuse(format!("{shown}: here {max} is the most."));
                }
                Some(OptionValues::Decimal { max, .. })
                    if value.parse::<f64>().is_ok_and(|number| number > max) =>
                {
                    return refuse(format!("{shown}: here {max} is the most."));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}
