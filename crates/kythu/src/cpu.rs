//! Whether this processor can run this build at all.
//!
//! The shipped build is for x86-64-v3. On an older processor it would die of
//! an illegal instruction, at any place and without a word.
//! `is_x86_feature_detected!` is no help: in such a build the compiler takes
//! the answer for granted. So the processor is asked directly.
//!
//! This code itself is compiled for x86-64-v3, too. It is kept so plain that
//! nothing tempts the compiler to use what may be missing, and `black_box`
//! stands where something would. A test runs it on an emulated old processor.

use std::arch::x86_64::{__cpuid, __cpuid_count};
use std::hint::black_box;
use std::io::{self, Stderr, Write};

const REFUSAL: &[u8] = b"\
kythu: this build needs a processor with AVX2, BMI2, FMA and the rest of x86-64-v3
(Intel since 2013, AMD since 2015), and this one lacks some of it.
Build the program for every x86-64 processor with: make PORTABLE=1
";

/// Leaf 1, ecx: SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT,
/// OSXSAVE, AVX, F16C.
const LEAF_1: u32 = bits([0, 9, 12, 13, 19, 20, 22, 23, 27, 28, 29]);
/// Leaf 7, ebx: BMI1, AVX2, BMI2.
const LEAF_7: u32 = bits([3, 5, 8]);
/// Extended leaf 1, ecx: LAHF, LZCNT.
const EXTENDED: u32 = bits([0, 5]);

/// The size of the registers that the system saves on a task switch, with the
/// upper halves of the AVX registers among them. A processor with AVX is of no
/// use under a system that does not save those.
const SAVED_WITH_AVX: u32 = 512 + 64 + 256;

const fn bits<const N: usize>(numbers: [u32; N]) -> u32 {
    let mut bits = 0;
    let mut i = 0;
    while i < N {
        bits |= 1 << numbers[i];
        i += 1;
    }
    bits
}

/// Can this processor, under this system, run an x86-64-v3 program?
#[inline(never)]
pub(crate) fn is_able() -> bool {
    // A processor asked for a leaf it does not know repeats another's answer.
    __cpuid(0).eax >= 13
        && __cpuid(0x8000_0000).eax >= 0x8000_0001
        && has_all(__cpuid(1).ecx, LEAF_1)
        && has_all(__cpuid_count(7, 0).ebx, LEAF_7)
        && has_all(__cpuid(0x8000_0001).ecx, EXTENDED)
        && __cpuid_count(13, 0).ebx >= SAVED_WITH_AVX
}

fn has_all(answer: u32, wanted: u32) -> bool {
    // In one expression, this is one instruction of BMI1.
    black_box(answer & wanted) == wanted
}

/// Says that this build cannot run here.
#[inline(never)]
pub(crate) fn refuse() {
    // The standard library is compiled for every processor, as long as it is
    // not inlined here.
    let write: fn(&mut Stderr, &[u8]) -> io::Result<()> = black_box(Stderr::write_all);
    // There is nobody else to tell.
    let _ = write(&mut io::stderr(), REFUSAL);
}
