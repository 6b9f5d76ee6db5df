//! Whether this processor can run this build at all.
//!
//! The shipped build is for x86-64-v3. On an older processor it would die of
//! an illegal instruction, at a random place and without a word.
//! `is_x86_feature_detected!` is no help: in such a build the compiler takes
//! the answer for granted. So the processor is asked directly.

use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};

/// A register of a `cpuid` answer.
#[derive(Copy, Clone)]
enum Register {
    Ebx,
    Ecx,
}

/// What x86-64-v3 adds to the first x86-64: name, leaf, register and bit.
const FEATURES: [(&str, u32, Register, u32); 16] = [
    ("SSE3", 1, Register::Ecx, 0),
    ("SSSE3", 1, Register::Ecx, 9),
    ("FMA", 1, Register::Ecx, 12),
    ("CMPXCHG16B", 1, Register::Ecx, 13),
    ("SSE4.1", 1, Register::Ecx, 19),
    ("SSE4.2", 1, Register::Ecx, 20),
    ("MOVBE", 1, Register::Ecx, 22),
    ("POPCNT", 1, Register::Ecx, 23),
    ("OSXSAVE", 1, Register::Ecx, 27),
    ("AVX", 1, Register::Ecx, 28),
    ("F16C", 1, Register::Ecx, 29),
    ("BMI1", 7, Register::Ebx, 3),
    ("AVX2", 7, Register::Ebx, 5),
    ("BMI2", 7, Register::Ebx, 8),
    ("LAHF", 0x8000_0001, Register::Ecx, 0),
    ("LZCNT", 0x8000_0001, Register::Ecx, 5),
];

/// The size of the registers that the system saves on a task switch when the
/// upper halves of the AVX registers are among them.
const SAVED_WITH_AVX: u32 = 512 + 64 + 256;

/// The features that this build needs and the machine does not have.
pub(crate) fn missing_features() -> impl Iterator<Item = &'static str> {
    let absent = FEATURES
        .iter()
        .filter(|&&(_, leaf, register, bit)| {
            let answer = ask(leaf);
            let bits = match register {
                Register::Ebx => answer.ebx,
                Register::Ecx => answer.ecx,
            };
            bits & (1 << bit) == 0
        })
        .map(|feature| feature.0);
    // A processor with AVX is of no use under a system that does not save
    // its registers.
    let unsaved = ask(13).ebx < SAVED_WITH_AVX;
    absent.chain(unsaved.then_some("AVX (not enabled by the operating system)"))
}

/// The processor's answer, all zero for leaves it does not know. (Asked for
/// one of those, it repeats the answer of another.)
fn ask(leaf: u32) -> CpuidResult {
    let highest = __cpuid(leaf & 0x8000_0000).eax;
    if leaf > highest {
        return CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };
    }
    __cpuid_count(leaf, 0)
}
