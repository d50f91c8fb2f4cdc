/** `BENCH_QUICK=1`: seconds instead of a minute, to prove that a bench still runs. Its figures are worth nothing. */

const { BENCH_QUICK = '' } = process.env;

export const isQuick = BENCH_QUICK === '1';
