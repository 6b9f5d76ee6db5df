//! Numbers for those who look after the server, as Prometheus reads them.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A number that goes up and down.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    pub(crate) fn add(&self, change: i64) {
        self.0.fetch_add(change, Relaxed);
    }

    pub(crate) fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

/// Upper bounds in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0];

/// How long something takes.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    sum_us: AtomicU64,
}

impl Histogram {
    pub(crate) fn observe(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            if seconds <= bound {
                bucket.fetch_add(1, Relaxed);
            }
        }
        self.count.fetch_add(1, Relaxed);
        self.sum_us.fetch_add(time.as_micros() as u64, Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, about: &str) {
        let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} histogram");
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {}", bucket.load(Relaxed));
        }
        let count = self.count.load(Relaxed);
        let sum = self.sum_us.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(
            text,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}"
        );
    }
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Games in memory.
    pub(crate) tables: Gauge,
    pub(crate) watchers: Gauge,
    pub(crate) running_clocks: Gauge,
    pub(crate) connections: Gauge,
    pub(crate) games: Gauge,
    pub(crate) finished: Gauge,
    pub(crate) moves: Gauge,
    pub(crate) searches: Gauge,
    pub(crate) failures: Gauge,
    pub(crate) refused: Gauge,
    pub(crate) requests: [Gauge; 5],
    /// From the wish to write until it is on the disk.
    pub(crate) commits: Histogram,
    pub(crate) commands: Histogram,
}

impl Metrics {
    /// A request was answered with this status.
    pub(crate) fn answered(&self, status: u16) {
        if let Some(class) = self.requests.get(usize::from(status / 100).wrapping_sub(1)) {
            class.add(1);
        }
    }

    /// As Prometheus reads it.
    pub(crate) fn text(&self, (running, waiting): (usize, usize)) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, about: &str, value: i64| {
            let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {value}");
        };
        one("kythu_tables", "gauge", "Games in memory.", self.tables.get());
        one("kythu_watchers", "gauge", "Pages that look at a game.", self.watchers.get());
        one("kythu_running_clocks", "gauge", "Games whose clock runs.", self.running_clocks.get());
        one("kythu_connections", "gauge", "Open connections.", self.connections.get());
        one("kythu_searches_running", "gauge", "Searches that run.", running as i64);
        one("kythu_searches_waiting", "gauge", "Searches that wait.", waiting as i64);
        one("kythu_games_total", "counter", "Games made.", self.games.get());
        one("kythu_games_finished_total", "counter", "Games that ended.", self.finished.get());
        one("kythu_moves_total", "counter", "Moves played.", self.moves.get());
        one("kythu_searches_total", "counter", "Searches asked for.", self.searches.get());
        one("kythu_agent_failures_total", "counter", "Agents that failed.", self.failures.get());
        one("kythu_refused_total", "counter", "Requests over a limit.", self.refused.get());
        let name = "kythu_requests_total";
        let _ = writeln!(text, "# HELP {name} Requests answered.\n# TYPE {name} counter");
        for (class, count) in (1..).zip(&self.requests) {
            let _ = writeln!(text, "{name}{{status=\"{class}xx\"}} {}", count.get());
        }
        self.commits.write(
            &mut text,
            "kythu_commit_seconds",
            "Time until a change is on the disk.",
        );
        self.commands.write(&mut text, "kythu_command_seconds", "Time until a command is done.");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prometheus_reads_it() {
        let metrics = Metrics::default();
        metrics.moves.add(3);
        metrics.answered(204);
        metrics.answered(99);
        metrics.commits.observe(Duration::from_millis(3));
        let text = metrics.text((1, 2));
        for line in [
            "kythu_moves_total 3",
            "kythu_searches_waiting 2",
            "kythu_requests_total{status=\"2xx\"} 1",
            "kythu_commit_seconds_bucket{le=\"0.002\"} 0",
            "kythu_commit_seconds_bucket{le=\"0.005\"} 1",
            "kythu_commit_seconds_count 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
