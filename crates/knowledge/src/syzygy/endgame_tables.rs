//! Probing the endgame tables.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chess::Position;
use shakmaty::Chess;
use shakmaty_syzygy::{SyzygyError, Tablebase};

use super::conversion::convert;
use super::fault::{Metric, NoEndgameTables, ProbeError, Problem, TableFault};
use super::material::Material;
use super::store::{self, Store};
use super::survey::{Survey, TableFile};
use super::{Dtz, Wdl};

/// Endgame tables, opened and ready to be asked from many threads.
///
/// ```
/// use chess::Position;
/// use knowledge::syzygy::{EndgameTables, ProbeError};
///
/// let opened = EndgameTables::open("nowhere");
/// assert_eq!(opened.problems.len(), 1);
/// let ending = Position::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")?;
/// let answer = opened.tables.wdl(&ending);
/// assert_eq!(answer, Err(ProbeError::TooManyMen { men: 3, most: 0 }));
/// # Ok::<(), chess::FenError>(())
/// ```
pub struct EndgameTables {
    base: Tablebase<Chess>,
    store: Arc<Store>,
    numbers: HashMap<Material, Numbers>,
    max_men: usize,
}

/// The files of a material, by their numbers in the store.
#[derive(Copy, Clone, Default)]
struct Numbers {
    wdl: Option<usize>,
    dtz: Option<usize>,
}

impl Numbers {
    fn of(self, metric: Metric) -> Option<usize> {
        match metric {
            Metric::Wdl => self.wdl,
            Metric::Dtz => self.dtz,
        }
    }
}

/// Endgame tables, and what was found beside them that is of no use.
#[derive(Debug, Default)]
pub struct Opened {
    /// What can be asked.
    pub tables: EndgameTables,
    /// Folders that cannot be read and files that are no tables, with reasons.
    pub problems: Vec<Problem>,
}

impl Default for EndgameTables {
    fn default() -> EndgameTables {
        EndgameTables::new(Vec::new())
    }
}

impl EndgameTables {
    /// Opens the tables in all folders of a list that is separated as the
    /// system does it: with `:`, on Windows with `;`. An empty list, or
    /// `<empty>`, is no tables and no problem.
    ///
    /// The head of every file is checked against its name and its length; the
    /// contents are read when they are asked for.
    pub fn open(path: &str) -> Opened {
        let Survey { files, problems } = Survey::of(path);
        Opened { tables: EndgameTables::new(files), problems }
    }

    /// As [`open`](EndgameTables::open), for those who count on tables: to find none
    /// at all is an error.
    pub fn open_some(path: &str) -> Result<Opened, NoEndgameTables> {
        let mut opened = EndgameTables::open(path);
        if !opened.tables.is_empty() {
            return Ok(opened);
        }
        let problem = (!opened.problems.is_empty()).then(|| opened.problems.swap_remove(0));
        Err(NoEndgameTables { path: path.to_owned(), problem })
    }

    fn new(files: Vec<TableFile>) -> EndgameTables {
        let mut store = Store::default();
        let mut numbers: HashMap<Material, Numbers> = HashMap::new();
        let mut max_men = 0;
        for file in &files {
            let number = store.add(file.clone());
            let of_material = numbers.entry(file.material).or_default();
            match file.metric {
                Metric::Wdl => {
                    of_material.wdl = Some(number);
                    max_men = max_men.max(file.material.men());
                }
                Metric::Dtz => of_material.dtz = Some(number),
            }
        }
        let store = Arc::new(store);
        let mut base = Tablebase::with_filesystem(Arc::clone(&store) as Arc<_>);
        for (number, file) in files.iter().enumerate() {
            // It checks name and length once more, and those are good.
            if base.add_file(&file.path).is_err() {
                store.put_out_of_use(number, TableFault::Name);
            }
        }
        EndgameTables { base, store, numbers, max_men }
    }

    /// The largest number of men, kings included, of any table; 0 without tables.
    pub fn max_men(&self) -> usize {
        self.max_men
    }

    /// How many files are open.
    pub fn len(&self) -> usize {
        self.store.files().len()
    }

    /// Are there no tables at all?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every file, the small endings first.
    pub fn files(&self) -> impl ExactSizeIterator<Item = &TableFile> {
        self.store.files()
    }

    /// What turned out to be damaged since this was asked last. Each file is
    /// told of once; it is no longer used.
    pub fn take_problems(&self) -> Vec<Problem> {
        self.store.take_news()
    }

    /// Probes WDL. The value is that for a half-move clock of 0; the position's
    /// own clock is ignored.
    pub fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let position = self.admit(position, Metric::Wdl)?;
        self.probe(&position, |base, position| base.probe_wdl_after_zeroing(position))
            .map(Wdl::from)
    }

    /// Probes DTZ, the distance to zeroing the half-move clock. Where the side to
    /// move is mated, -1.
    pub fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        let position = self.admit(position, Metric::Dtz)?;
        self.probe(&position, |base, position| base.probe_dtz(position)).map(Dtz::from)
    }

    /// Rejects, as cheaply as possible, positions for which there is no table.
    #[inline]
    fn admit(&self, position: &Position, metric: Metric) -> Result<Admitted, ProbeError> {
        let men = position.occupied().len() as usize;
        if men > self.max_men {
            return Err(ProbeError::TooManyMen { men, most: self.max_men });
        }
        if !position.castling().is_empty() {
            return Err(ProbeError::Castling);
        }
        let material = Material::of(position);
        // Two kings need no table.
        if men > 2 {
            let numbers = self.numbers.get(&material).copied().unwrap_or_default();
            self.expect(material, Metric::Wdl, numbers)?;
            if metric == Metric::Dtz {
                self.expect(material, Metric::Dtz, numbers)?;
            }
        }
        let position = convert(position).ok_or(ProbeError::Unreachable)?;
        Ok(Admitted { position, material })
    }

    fn expect(
        &self,
        material: Material,
        metric: Metric,
        numbers: Numbers,
    ) -> Result<(), ProbeError> {
        match numbers.of(metric) {
            None => Err(ProbeError::Missing { material, metric }),
            Some(number) if self.store.is_in_use(number) => Ok(()),
            Some(_) => Err(ProbeError::Damaged { material, metric }),
        }
    }

    /// Probes through the library, and puts a table that it cannot read out of use.
    ///
    /// No damage is known that would make it panic once the head of a table is
    /// checked. Should there be one, it ends here.
    fn probe<T>(
        &self,
        admitted: &Admitted,
        ask: impl FnOnce(&Tablebase<Chess>, &Chess) -> Result<T, SyzygyError>,
    ) -> Result<T, ProbeError> {
        store::begin_probe();
        match catch_unwind(AssertUnwindSafe(|| ask(&self.base, &admitted.position))) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.judge(error, admitted.material)),
            Err(_) => {
                let own = self.numbers.get(&admitted.material).and_then(|numbers| numbers.wdl);
                Err(match store::last_read().or(own) {
                    Some(number) => {
                        self.condemn(number, TableFault::Contents(self.store.file(number).metric))
                    }
                    None => ProbeError::Unreachable,
                })
            }
        }
    }

    fn judge(&self, error: SyzygyError, asked: Material) -> ProbeError {
        let (metric, material, cause) = match error {
            SyzygyError::Castling => return ProbeError::Castling,
            SyzygyError::TooManyPieces => {
                return ProbeError::TooManyMen { men: asked.men(), most: self.max_men };
            }
            SyzygyError::MissingTable { metric, material } => (metric, material, None),
            SyzygyError::ProbeFailed { metric, material, error } => (metric, material, Some(error)),
        };
        let metric = match metric {
            shakmaty_syzygy::Metric::Wdl => Metric::Wdl,
            shakmaty_syzygy::Metric::Dtz => Metric::Dtz,
        };
        let material = material.to_string().parse().unwrap_or(asked);
        let number = self.numbers.get(&material).and_then(|numbers| numbers.of(metric));
        match (cause.map(|cause| *cause), number) {
            (None, _) | (_, None) => ProbeError::Missing { material, metric },
            (Some(shakmaty_syzygy::ProbeError::Read { error }), Some(number)) => {
                self.condemn(number, error.into())
            }
            (Some(_), Some(number)) => self.condemn(number, TableFault::Contents(metric)),
        }
    }

    fn condemn(&self, number: usize, fault: TableFault) -> ProbeError {
        self.store.put_out_of_use(number, fault);
        let TableFile { material, metric, .. } = *self.store.file(number);
        ProbeError::Damaged { material, metric }
    }
}

/// A position that a probe may succeed for.
struct Admitted {
    position: Chess,
    material: Material,
}

impl fmt::Debug for EndgameTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EndgameTables")
            .field("files", &self.len())
            .field("max_men", &self.max_men)
            .finish_non_exhaustive()
    }
}
