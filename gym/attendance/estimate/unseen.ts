/**
 * How many people of a full room are not seen at all, and how many too many are, by how many are counted and the size at
 * which pictures are looked at: from the counts of pictures of full rooms, `bench/accuracy/rooms/counts.json`.
 */

import type { CameraCounts } from '../sample.ts';

/** Pixels of the picture that was looked at, null for unknown, Infinity for drawn people; or counts without boxes. */
export type Sight = number | null | 'density';

/**
 * How far counts without boxes may be off, as a share of them and at least. Chosen here: no model of that kind was here to
 * be measured, so it is wider than what full rooms show of boxes at the largest input.
 */
const DENSITY = { share: 0.3, least: 2 };

interface Rung {
  /** Pixels of the detector's input from which on the rung holds. */
  readonly pixels: number;
  /** People that may be there besides, for each one counted above {@link FEW}. */
  readonly perPerson: number;
}

/**
 * 416×416 (and whatever is smaller or not known), 640×384, 832×480 and 960×544, of which none needs less: chosen over simulated classes of full rooms
 * as the smallest with which the range holds the truth in nine of ten full rooms at each size.
 */
const RUNGS: readonly Rung[] = [
  { pixels: 0, perPerson: 0.9 },
  { pixels: 640 * 352, perPerson: 0.35 },
  { pixels: 832 * 448, perPerson: 0.15 },
];
/** Of the least rung. */
const SMALL_PIXELS = 416 * 416;
/** Up to so many people counts are right within one in nine of ten pictures, at every size. */
const FEW = 4;
/** What may be missing of a crowd at every size, and how fast it gets there: from two people on one for every two. */
const CROWD = { most: 3, from: 2, perPerson: 0.5 };
/** Share of those counted who may be none, of more than {@link FEW} less one: doubles, mirrors, posters. */
const FALSE_SHARE = 0.1;

/** From so many counted on a room is full: the table of full rooms begins there. */
const FULL = 10;
/** From so many unseen on, too, however few are counted. Chosen here: one more than is possible in any crowd. */
const MANY_UNSEEN = 4;
/** More than this share of those counted unseen is a rough figure. Chosen here. */
const ROUGH_SHARE = 0.5;

/**
 * The smallest input among the cameras, pixels; Infinity where people are drawn and none is too small, null without cameras.
 * A camera that counts without boxes makes it `density`. A weak detector gets no smaller margin for a larger input: what one gains by it was measured with YOLOX-Nano.
 */
export function smallestInput(
  cameras: readonly Pick<CameraCounts, 'isDensity' | 'inputPixels' | 'isWeakDetector'>[],
): Sight {
  if (cameras.some(({ isDensity }) => isDensity === true)) return 'density';
  const pixels = cameras.map(({ inputPixels, isWeakDetector }) =>
    isWeakDetector && Number.isFinite(inputPixels)
      ? Math.min(SMALL_PIXELS, inputPixels ?? 0)
      : (inputPixels ?? 0),
  );
  return pixels.length === 0 ? null : Math.min(...pixels);
}

/** People who may be in a room besides the `counted`, 0...; not rounded. */
export function mostUnseen(counted: number, inputPixels: Sight): number {
  if (inputPixels === 'density') return offByDensity(counted);
  if (inputPixels === Number.POSITIVE_INFINITY) return 0;
  const perPerson = RUNGS.findLast(({ pixels }) => pixels <= (inputPixels ?? 0))?.perPerson ?? 0;
  const crowd = Math.min(CROWD.most, CROWD.perPerson * Math.max(0, counted - CROWD.from));
  return crowd + perPerson * Math.max(0, counted - FEW);
}

/** People among the `counted` who may be none, 0...; not rounded. */
export function mostFalse(counted: number, inputPixels: Sight): number {
  if (inputPixels === 'density') return Math.min(counted, offByDensity(counted));
  return inputPixels === Number.POSITIVE_INFINITY || counted < FEW ? 0 : FALSE_SHARE * counted;
}

/** What of `unseen` people beside the `counted` has to be said with the figure. */
export function crowdReasons(
  counted: number,
  inputPixels: Sight,
): readonly ('crowded' | 'small_input')[] {
  if (inputPixels === Number.POSITIVE_INFINITY || inputPixels === 'density') return [];
  const unseen = mostUnseen(counted, inputPixels);
  if (counted < FULL && unseen < MANY_UNSEEN) return [];
  return unseen > ROUGH_SHARE * counted ? ['crowded', 'small_input'] : ['crowded'];
}

function offByDensity(counted: number): number {
  return Math.max(DENSITY.least, DENSITY.share * counted);
}
