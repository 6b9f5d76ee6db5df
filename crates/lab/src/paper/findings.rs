//! What an experiment found, in one folder.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{BarPlot, DataTable, LinePlot};
use crate::LabError;

/// The result of an experiment, ready to be written.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The name of its files.
    pub name: String,
    /// What was asked.
    pub title: String,
    /// What was found, in order.
    pub sections: Vec<Section>,
    /// For programs, beyond the tables.
    pub data: Value,
}

/// A part of it.
#[derive(Clone, Debug)]
pub enum Section {
    /// A paragraph of Markdown.
    Text(String),
    /// A table.
    Table(DataTable),
    /// Curves.
    Lines(LinePlot),
    /// Bars.
    Bars(BarPlot),
}

impl Findings {
    /// Nothing found yet.
    pub fn new(name: &str, title: &str) -> Findings {
        let (name, title) = (name.to_owned(), title.to_owned());
        Findings { name, title, sections: Vec::new(), data: Value::Null }
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.sections.push(Section::Text(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: DataTable) {
        self.sections.push(Section::Table(table));
    }

    /// Adds curves, unless there is nothing to see.
    pub fn lines(&mut self, plot: LinePlot) {
        if plot.series.iter().any(|series| !series.points.is_empty()) {
            self.sections.push(Section::Lines(plot));
        }
    }

    /// Adds bars, unless there is nothing to see.
    pub fn bars(&mut self, plot: BarPlot) {
        if !plot.bars.is_empty() {
            self.sections.push(Section::Bars(plot));
        }
    }

    /// The whole as Markdown; plots are links to files beside it.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.title);
        for section in &self.sections {
            text.push('\n');
            match section {
                Section::Text(paragraph) => text.push_str(&format!("{paragraph}\n")),
                Section::Table(table) => text.push_str(&table.markdown()),
                Section::Lines(plot) => text.push_str(&self.link(&plot.title)),
                Section::Bars(plot) => text.push_str(&self.link(&plot.title)),
            }
        }
        text
    }

    fn link(&self, title: &str) -> String {
        format!("![{title}]({}-{}.svg)\n", self.name, slug(title))
    }

    /// Writes Markdown, JSON, a CSV for each table and an SVG for each plot.
    /// Returns the files.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, LabError> {
        fs::create_dir_all(folder).map_err(LabError::file(folder))?;
        let mut tables = serde_json::Map::new();
        let mut files = vec![(format!("{}.md", self.name), self.markdown())];
        for section in &self.sections {
            match section {
                Section::Text(_) => {}
                Section::Table(table) => {
                    let suffix = if tables.is_empty() {
                        String::new()
                    } else {
                        format!("-{}", slug(&table.name))
                    };
                    tables.insert(table.name.clone(), table.json());
                    files.push((format!("{}{suffix}.csv", self.name), table.csv()));
                }
                Section::Lines(plot) => {
                    files.push((format!("{}-{}.svg", self.name, slug(&plot.title)), plot.svg()));
                }
                Section::Bars(plot) => {
                    files.push((format!("{}-{}.svg", self.name, slug(&plot.title)), plot.svg()));
                }
            }
        }
        let all = json!({ "title": self.title, "tables": tables, "data": self.data });
        files.push((format!("{}.json", self.name), format!("{all:#}\n")));
        files.into_iter().map(|(name, text)| replace(&folder.join(name), &text)).collect()
    }
}

/// Writes a file so that nobody ever sees half of it.
pub(crate) fn replace(path: &Path, text: &str) -> Result<PathBuf, LabError> {
    let draft = path.with_extension("draft");
    fs::write(&draft, text).map_err(LabError::file(&draft))?;
    fs::rename(&draft, path).map_err(LabError::file(path))?;
    Ok(path.to_owned())
}

/// A title as a part of a file's name.
fn slug(title: &str) -> String {
    let letters = title.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' });
    let words: String = letters.collect::<String>().to_lowercase();
    words.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::paper::{PlotPoint, Series};

    #[test]
    fn everything_is_in_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        let mut findings = Findings::new("depth", "How deep");
        findings.text("Words.");
        let mut table = DataTable::new("main", &["a"]);
        table.row([1u64.into()]);
        findings.table(table.clone());
        table.name = "More of it".to_owned();
        findings.table(table);
        findings.lines(LinePlot::new("Time (s)", "depth", "s"));
        let points = vec![PlotPoint { x: 1.0, y: 2.0, error: None }];
        let mut plot = LinePlot::new("Nodes a move", "depth", "nodes");
        plot.series.push(Series { name: "x".to_owned(), points });
        findings.lines(plot);
        let mut names: Vec<String> = findings
            .write(folder.path())
            .unwrap()
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let expected = [
            "depth-more-of-it.csv",
            "depth-nodes-a-move.svg",
            "depth.csv",
            "depth.json",
            "depth.md",
        ];
        assert_eq!(names, expected);
        assert!(findings.markdown().contains("![Nodes a move](depth-nodes-a-move.svg)"));
        let json: Value =
            serde_json::from_str(&fs::read_to_string(folder.path().join("depth.json")).unwrap())
                .unwrap();
        assert_eq!(json["tables"]["main"][0]["a"], 1);
    }
}
