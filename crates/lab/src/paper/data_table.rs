//! Results in rows and columns.

use serde_json::{Map, Value};

use super::Cell;

/// A table with a heading for each column.
#[derive(Clone, PartialEq, Debug)]
pub struct DataTable {
    /// What it shows; also the name of its file, in lower case with hyphens.
    pub name: String,
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl DataTable {
    /// An empty table.
    pub fn new(name: &str, columns: &[&str]) -> DataTable {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        DataTable { name: name.to_owned(), columns, rows: Vec::new() }
    }

    /// Adds a row; what it lacks is empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.resize(self.columns.len(), Cell::Empty);
        self.rows.push(cells);
    }

    /// All rows.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// For people.
    pub fn markdown(&self) -> String {
        let is_text = |column: usize| {
            self.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Text(_))))
        };
        let rules: Vec<&str> = (0..self.columns.len())
            .map(|column| if is_text(column) || self.rows.is_empty() { "---" } else { "---:" })
            .collect();
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = line(self.columns.iter().map(|column| guarded(column)).collect());
        text.push_str(&format!("|{}|\n", rules.join("|")));
        for row in &self.rows {
            text.push_str(&line(row.iter().map(|cell| guarded(&cell.text())).collect()));
        }
        text
    }

    /// For spreadsheets.
    pub fn csv(&self) -> String {
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let heads = self.columns.iter().map(|column| Cell::from(column.as_str()).csv()).collect();
        let rows = self.rows.iter().map(|row| line(row.iter().map(Cell::csv).collect()));
        line(heads) + &rows.collect::<String>()
    }

    /// For programs: an object a row.
    pub fn json(&self) -> Value {
        let row = |row: &Vec<Cell>| {
            let cells = self.columns.iter().cloned().zip(row.iter().map(Cell::json));
            Value::Object(cells.collect::<Map<_, _>>())
        };
        self.rows.iter().map(row).collect()
    }
}

/// A bar would begin a new column.
fn guarded(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_table_in_three_languages() {
        let mut table = DataTable::new("x", &["player", "games"]);
        table.row(["a|b".into(), 12_000u64.into()]);
        table.row(["c".into()]);
        let expected = "| player | games |\n|---|---:|\n| a\\|b | 12,000 |\n| c | – |\n";
        assert_eq!(table.markdown(), expected);
        assert_eq!(table.csv(), "player,games\na|b,12000\nc,\n");
        assert_eq!(table.json()[0]["games"], 12_000);
        assert_eq!(table.json()[1]["games"], Value::Null);
    }
}
