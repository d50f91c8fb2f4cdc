/** Which rung each camera gets, so that the workers can carry all of them. Pure. */

import { availableParallelism } from 'node:os';
import type { Size } from '../detectors/picture.ts';
import type { DetectorChoice } from './pool/messages.ts';

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
export const MAX_SHARE = 0.7;
const MAX_SHARE_IN_FORCE = 0.85;
/** For the last bits of sums of shares. */
const ROUNDING = 1e-9;

/**
 * The rung of each camera: the wanted one, or less where all of them would be too much. The dearest look is lowered first.
 * Where even the smallest are too much they stay: sampling then sheds load, and says so. O(cameras² · rungs) at worst.
 */
export function planRungs(cameras: readonly PlannedCamera[], workers: number): readonly number[] {
  const rungs = cameras.map(({ lookMs, wanted }) => Math.min(wanted, lookMs.length - 1));
  for (;;) {
    const isUnchanged = rungs.every((rung, at) => rung <= (cameras[at]?.current ?? -1));
    const shares = cameras.map(
      ({ lookMs, periodMs }, at) => (lookMs[rungs[at] ?? 0] ?? 0) / periodMs,
    );
    const lowerable = shares.map((share, at) => ((rungs[at] ?? 0) > 0 ? share : -1));
    const dearest = lowerable.lastIndexOf(Math.max(...lowerable));
    const limit = workers * ((isUnchanged ? MAX_SHARE_IN_FORCE : MAX_SHARE) + ROUNDING);
    const isCarried = shares.reduce((sum, share) => sum + share, 0) <= limit;
    if (isCarried || (lowerable[dearest] ?? -1) < 0) return rungs;
    rungs[dearest] = (rungs[dearest] ?? 0) - 1;
  }
}

/** How many cameras of one kind `workers` carry at a look every `periodMs`. */
export function camerasThatFit(lookMs: number, periodMs: number, workers: number): number {
  return Math.floor((workers * MAX_SHARE * periodMs) / lookMs + ROUNDING);
}

/** The sizes that a picture can be looked at, and which of them a room wants. */

/**
 * Pixels of the picture at each rung: 640x360, 832x468 and 960x540 on 16:9. In rooms of 10 to 25 people YOLOX-Nano is off
 * by 4.21 people at 416x416, 2.84 at 640x384, 2.03 at 832x480 and 1.94 at 960x544, in rooms of 16 to 30 by 6.64, 3.68,
 * 2.44 and 2.08 (`npx tsx bench/accuracy/run.ts --rooms-only --only yolox --set input=832x480`).
 */
const RUNG_PIXELS = [640 * 360, 832 * 468, 960 * 540] as const;
/** The widest stride of the heads that can be resized, px: sides are multiples of it. */
const STRIDE_PX = 32;
/** Forms beyond it are letterboxed: a panorama of 10:1 would be a strip in which nobody is tall enough. Chosen here. */
const MAX_ASPECT = 3;

/** People from which on a room wants a rung. Up to ten, 416 is right within one; the last is chosen here. */
const RUNG_CAPACITY = [0, 11, 26] as const;

/**
 * The rungs for pictures of one form, smallest first. Enlarging a small picture helps as well, so that its size does not matter.
 *
 * @param mostPixels of a detector that counts worse on more; the lowest rung is always there. Null for any.
 */
export function rungsFor(picture: Size, mostPixels: number | null): readonly Size[] {
  const aspect = Math.min(MAX_ASPECT, Math.max(1 / MAX_ASPECT, picture.width / picture.height));
  const [lowest, ...higher] = RUNG_PIXELS;
  const rungs = [lowest, ...higher.filter((pixels) => pixels <= (mostPixels ?? pixels))];
  return rungs.map((pixels) => {
    const width = Math.round(Math.sqrt(pixels * aspect) / STRIDE_PX) * STRIDE_PX;
    return { width, height: Math.ceil(width / aspect / STRIDE_PX - SIDE_ROUNDING) * STRIDE_PX };
  });
}

/** So that 832 / (16 / 9) is 468 and no more, whatever the last bit. */
const SIDE_ROUNDING = 1e-6;

/** The rung that a room of `capacity` people wants; one that may hold any number wants the middle one. */
export function wantedRung(capacity: number | null): number {
  if (capacity === null) return 1;
  return RUNG_CAPACITY.findLastIndex((least) => capacity >= least);
}

/** The size at the rung that a room of `capacity` people wants, or at the highest below it. */
export function sizeFor(picture: Size, capacity: number | null, mostPixels: number | null): Size {
  const rungs = rungsFor(picture, mostPixels);
  return rungs[Math.min(wantedRung(capacity), rungs.length - 1)] ?? picture;
}

/** `832x480`, as the option `input` has it. */
export function inputText({ width, height }: Size): string {
  return `${width}x${height}`;
}

/** A detector's choice with the size that was chosen for it. */

/** Whether the configuration says nothing of the size, or `auto`. */
export function leavesInputOpen({ options: { input } }: DetectorChoice): boolean {
  return input === undefined || input === 'auto';
}

/** The choice at another size; where its model does not run at that, as it was. */
export function sizedChoice(
  { orElse: _, ...choice }: DetectorChoice,
  input: string,
): DetectorChoice {
  const { input: _before, ...options } = choice.options;
  return {
    ...choice,
    options: { ...options, input },
    orElse: { ...choice, options },
  };
}

/** What it costs to look at a picture, from the last looks. */

/** One look: times to decode and fit the picture and in the detector, ms, and pixels of the detector's input. */
type LookCost = Readonly<Record<'decodeMs' | 'detectMs' | 'pixels', number>>;

/** Looks kept: a few minutes of some cameras. */
const WINDOW = 31;

/** The last looks of one detector, at whatever sizes. */
export class CostWindow {
  readonly #looks: LookCost[] = [];

  add(look: LookCost): void {
    this.#looks.push(look);
    if (this.#looks.length > WINDOW) this.#looks.shift();
  }

  /**
   * Expected time for a look at `pixels`, ms: medians, that of the detector in proportion to its pixels, as
   * convolutions cost. Null before the first look.
   */
  lookMs(pixels: number): number | null {
    if (this.#looks.length === 0) return null;
    const perPixel = median(this.#looks.map((look) => look.detectMs / look.pixels));
    return median(this.#looks.map(({ decodeMs }) => decodeMs)) + perPixel * pixels;
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How many workers will look at pictures. */

/**
 * Workers of a server, 1..cores: more than one a core gains nothing. `auto` leaves one core to the readers and the API
 * where there is more than one.
 */
export function workersOf(
  workers: number | 'auto',
  cores: number = availableParallelism(),
): number {
  return Math.max(1, workers === 'auto' ? cores - 1 : Math.min(workers, cores));
}
