//! One entry of a table.

use serde_json::Value;

/// What stands in one place of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number that is shown with so many digits behind the point.
    Number(f64, usize),
    /// Nothing is known.
    Empty,
}

impl Cell {
    /// A number, or nothing.
    pub fn number(value: impl Into<Option<f64>>, digits: usize) -> Cell {
        value.into().filter(|value| value.is_finite()).map_or(Cell::Empty, |value| {
            // No minus before what is shown as nothing.
            let value = if value.abs() < 0.5 / 10f64.powi(digits as i32) { 0.0 } else { value };
            Cell::Number(value, digits)
        })
    }

    /// For people; thousands are set apart.
    pub fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(value, digits) => grouped(*value, *digits),
            Cell::Empty => "–".to_owned(),
        }
    }

    /// For programs.
    pub(super) fn csv(&self) -> String {
        match self {
            Cell::Text(text) if text.contains([',', '"', '\n']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            Cell::Text(text) => text.clone(),
            Cell::Number(value, digits) => format!("{value:.digits$}"),
            Cell::Empty => String::new(),
        }
    }

    pub(super) fn json(&self) -> Value {
        match self {
            Cell::Text(text) => text.clone().into(),
            Cell::Number(value, digits) => {
                let shown = format!("{value:.digits$}");
                let whole = shown.parse::<i64>().map(Value::from);
                whole.unwrap_or_else(|_| shown.parse::<f64>().unwrap_or(*value).into())
            }
            Cell::Empty => Value::Null,
        }
    }
}

fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let mut shown = String::from(if value < 0.0 { "−" } else { "" });
    for (index, digit) in whole.chars().enumerate() {
        // Four digits are read without help.
        if index > 0 && (whole.len() - index).is_multiple_of(3) && whole.len() > 4 {
            shown.push(',');
        }
        shown.push(digit);
    }
    if !rest.is_empty() {
        shown.push('.');
        shown.push_str(rest);
    }
    shown
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Number(number as f64, 0)
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        Cell::Number(number as f64, 0)
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Cell {
        Cell::Number(number.into(), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_people_and_programs() {
        let number = Cell::number(1_234_567.891, 2);
        assert_eq!((number.text().as_str(), number.csv().as_str()), ("1,234,567.89", "1234567.89"));
        assert_eq!(Cell::number(-0.001, 1).text(), "0.0");
        assert_eq!(Cell::number(-12.0, 0).text(), "−12");
        assert_eq!(Cell::number(9_876.0, 0).text(), "9876");
        assert_eq!(Cell::number(f64::NAN, 1), Cell::Empty);
        assert_eq!(Cell::number(None, 1).json(), Value::Null);
        assert_eq!(Cell::from(7u64).json(), Value::from(7));
        assert_eq!(Cell::from("a,\"b\"").csv(), "\"a,\"\"b\"\"\"");
    }
}
