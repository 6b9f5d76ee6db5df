//! Which instructions a net is evaluated with: chosen at run time.

/// A set of instructions. What a net does with it is in the net's own `kernel`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Level {
    /// What every machine has.
    Scalar,
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(Detected),
    /// AVX-512: F and BW.
    #[cfg(target_arch = "x86_64")]
    Avx512(Detected),
}

/// A proof that the machine was asked: nobody else can make one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Detected(());

impl Level {
    /// Those that this machine has, the fastest last.
    pub fn available() -> impl Iterator<Item = Level> {
        #[cfg(target_arch = "x86_64")]
        let wide = {
            let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            let avx512 =
                avx2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            [
                avx2.then_some(Level::Avx2(Detected(()))),
                avx512.then_some(Level::Avx512(Detected(()))),
            ]
        };
        #[cfg(not(target_arch = "x86_64"))]
        let wide = [];
        std::iter::once(Level::Scalar).chain(wide.into_iter().flatten())
    }

    /// The fastest that this machine has.
    pub fn best() -> Level {
        Level::available().last().unwrap_or(Level::Scalar)
    }
}
