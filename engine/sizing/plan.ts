/** Which rung each camera gets, so that the workers can carry all of them. Pure. */

/** A camera that is looked at at one of several sizes. */
export interface PlannedCamera {
  /** Time for a look at each rung, ms, smallest first; one entry for a camera whose size is fixed. */
  readonly lookMs: readonly number[];
  /** The rung that its room wants. */
  readonly wanted: number;
  /** The rung it has; null before the first plan. */
  readonly current: number | null;
  /** Time between two looks while a class is held, ms. */
  readonly periodMs: number;
}

/**
 * Share of the workers' time that looks may take, 0..1: above it, cameras that fall due together wait for one another.
 * A plan that is in force may reach the second before it is given up, so that sizes do not go to and fro. Chosen here.
 */
const MAX_SHARE = 0.7;
const MAX_SHARE_KEPT = 0.85;
/** For the last bits of sums of shares. */
const ROUNDING = 1e-9;

/**
 * The rung of each camera: the wanted one, or less where all of them would be too much. The dearest look is lowered first.
 * Where even the smallest are too much they stay: sampling then sheds load, and says so. O(cameras² · rungs) at worst.
 */
export function planRungs(cameras: readonly PlannedCamera[], workers: number): readonly number[] {
  const rungs = cameras.map(({ lookMs, wanted }) => Math.min(wanted, lookMs.length - 1));
  for (;;) {
    const isKept = rungs.every((rung, at) => rung <= (cameras[at]?.current ?? -1));
    const share = shareOf(cameras, rungs) / workers;
    const dearest = dearestAbove(cameras, rungs);
    const limit = (isKept ? MAX_SHARE_KEPT : MAX_SHARE) + ROUNDING;
    if (share <= limit || dearest === null) return rungs;
    rungs[dearest] = (rungs[dearest] ?? 0) - 1;
  }
}

/** How many cameras of one kind `workers` carry at a look every `periodMs`. */
export function camerasThatFit(lookMs: number, periodMs: number, workers: number): number {
  return Math.floor((workers * MAX_SHARE * periodMs) / lookMs + ROUNDING);
}

/** Workers' time that the looks take, in workers. */
function shareOf(cameras: readonly PlannedCamera[], rungs: readonly number[]): number {
  return cameras.reduce(
    (sum, { lookMs, periodMs }, at) => sum + (lookMs[rungs[at] ?? 0] ?? 0) / periodMs,
    0,
  );
}

/** The camera whose look takes longest among those that can be lowered; of equals the last. */
function dearestAbove(cameras: readonly PlannedCamera[], rungs: readonly number[]): number | null {
  let dearest: number | null = null;
  let dearestMs = 0;
  for (const [at, { lookMs, periodMs }] of cameras.entries()) {
    const ms = (lookMs[rungs[at] ?? 0] ?? 0) / periodMs;
    if ((rungs[at] ?? 0) === 0 || ms < dearestMs) continue;
    dearest = at;
    dearestMs = ms;
  }
  return dearest;
}
