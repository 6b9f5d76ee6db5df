#!/bin/sh
# Makes every output of docs/lab. Interrupted, it goes on where it was.
#
#   scripts/lab.sh                      all experiments
#   scripts/lab.sh depth sees           only these
#
# Environment:
#   KYTHU      the program             (target/release/kythu)
#   STOCKFISH  anchors and judge       (stockfish)
#   OUT        the folder              (docs/lab)
#   JOBS       games at the same time  (the number of cores)
#   SUITE      an EPD file for `suite` (our own positions by motif)
#   KYTHU_DATA people's games are in its folder games (../shared/data)
set -eu
cd "$(dirname "$0")/.."
KYTHU=${KYTHU:-target/release/kythu}
STOCKFISH=${STOCKFISH:-stockfish}
OUT=${OUT:-docs/lab}
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
SUITE=${SUITE:-crates/lab/data/motifs.epd}
# Where timings count, half of the cores stay free of work.
HALF=$(( JOBS > 1 ? JOBS / 2 : 1 ))

experiment() {
    case $1 in
    depth) set -- --concurrency "$HALF" ;;
    scenarios) set -- --concurrency "$JOBS" ;;
    sees) set -- --concurrency "$JOBS" ;;
    # Some techniques switched off never reach the depth: a few seconds each say enough.
    ablation) set -- --depth 13 --limit 5 --concurrency "$HALF" ;;
    threads)
        set -- --time 0.3 --positions 10 --depth 14 --games 80 --tc 0.5+0.005 --concurrency "$JOBS" ;;
    agents) set -- "r1bq1rk1/pp2ppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R b KQ - 3 9" --concurrency 1 ;;
    suite) set -- "$SUITE" --concurrency "$HALF" ;;
    # By nodes, so that other work on the machine does not matter; matches by the clock count beside it.
    calibrate)
        set -- --anchor "$STOCKFISH" --skills 0,83,167,250,333,417,500,583,667,750,833 --games 40 --batch 10 \
            --tc nodes=80000 --seed 2 --also crates/agents/levels/matches.csv --concurrency "$JOBS" \
            --write crates/agents/levels/ladder.csv ;;
    ratings)
        set -- --anchor "$STOCKFISH" --anchor-elos 1350,1750,2150,2550 --tc 0.5+0.05 --near-games 6 \
            --concurrency "$JOBS" --write crates/agents/levels/ratings.csv ;;
    humanity) set -- --judge "$STOCKFISH" --concurrency "$JOBS" ;;
    *) echo "lab.sh: no experiment is called '$1'" >&2; exit 2 ;;
    esac
    "$KYTHU" lab "$name" --output "$OUT" "$@" > /dev/null
}

# The ladder first: ratings and humanity are about the levels that it makes, so the
# program has to be built anew between them.
[ $# -gt 0 ] || set -- depth scenarios sees ablation threads agents suite calibrate ratings humanity
for name; do
    echo "== $name" >&2
    experiment "$name"
done
