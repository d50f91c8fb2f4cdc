/**
 * From bodies in the room to people who took part, and the range in which the truth is believed to be: how many people of a
 * full room are not seen at all, and how many too many are, by how many are counted and the size at which pictures are
 * looked at, from the counts of pictures of full rooms, `bench/accuracy/rooms/rooms.tsv`.
 */

import type { Calibration } from '../calibration.ts';
import { type Bodies, bodiesOf, medianFilter, percentile } from '../line.ts';
import type { CameraCounts } from '../sample.ts';

/** Pixels of the picture that was looked at, null for unknown, Infinity for drawn people; or counts without boxes. */
export type Sight = number | null | 'density';

/**
 * How far counts without boxes may be off, as a share of them and at least. Chosen here: no model of that kind was here to
 * be measured, so it is wider than what full rooms show of boxes at the largest input.
 */
const DENSITY = { share: 0.3, least: 2 };

/**
 * People that may be there besides, for each one counted above {@link FEW}, from so many pixels of the detector's input on:
 * 416×416 (and whatever is smaller or not known), 640×384, 832×480 and 960×544, of which none needs less: chosen over simulated classes of full rooms
 * as the smallest with which the range holds the truth in nine of ten full rooms at each size.
 */
const RUNGS = [
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

/** What of people not seen has to be said with the figure. */
export function crowdReasons(counted: number, inputPixels: Sight): ('crowded' | 'small_input')[] {
  if (inputPixels === Number.POSITIVE_INFINITY || inputPixels === 'density') return [];
  const unseen = mostUnseen(counted, inputPixels);
  if (counted < FULL && unseen < MANY_UNSEEN) return [];
  return unseen > ROUGH_SHARE * counted ? ['crowded', 'small_input'] : ['crowded'];
}

function offByDensity(counted: number): number {
  return Math.max(DENSITY.least, DENSITY.share * counted);
}

/** Mean errors within which nine of ten lie: 1.645 ÷ 0.798 of a normal distribution. */
const ERRORS = 2;

/**
 * Staff off, the room's factor on, never below 0.
 *
 * The range begins with the 75th percentile, less what may be none of a crowd, and ends with the highest smoothed count and
 * those no one ever saw: as many as are hidden at any moment, or as are missing in pictures of full rooms, at least one. Where
 * the room was counted by hand, twice its own error moves both ends outwards, and other full rooms weigh as much as doubt is left. The lower end
 * is moved by what is counted in the empty room. How often it holds the truth: `docs/counting.md`.
 *
 * @param scale what people are multiplied by; 1 where their cameras were.
 * @param emptyRoom people counted in the empty room.
 */
export function peopleOf(
  of: Bodies,
  staff: number,
  inputPixels: Sight,
  scale: number,
  calibration: Calibration | null,
  emptyRoom: number | null,
) {
  const isCounted = calibration?.isJudged === true;
  const error = isCounted ? calibration.after.meanAbsolute * ERRORS : 0;
  const doubt = isCounted ? calibration.doubt : 1;
  const people = (count: number) => Math.max(0, count - staff);
  const uncalibrated = people(Math.round(of.bodies));
  const attended = Math.round(uncalibrated * scale);
  const hidden = Math.max(1, Math.round(of.fluctuation * people(of.max)));
  const unseen = Math.max(hidden, doubt * mostUnseen(people(of.max), inputPixels));
  const certain = people(of.p75) - doubt * mostFalse(people(of.p75), inputPixels);
  const low = Math.floor(certain * scale - error - (emptyRoom ?? 0));
  return {
    attended,
    low: Math.max(0, Math.min(attended, low)),
    // Never below `attended`: one more than were ever seen at once.
    high: Math.ceil((people(of.max) + unseen) * scale + error),
    /** Before the factor of the room. */
    uncalibrated,
    /** People above the highest count that the range allows for, before calibration. */
    unseen,
  };
}

/** Percentile where nothing is configured: the default of `attendance.percentile`. Chosen over simulated classes: `docs/counting.md`. */
export const DEFAULT_PERCENTILE = 0.95;

/**
 * Estimates from counts in order of time, without a class around them: what `turnout analyze` says. Why a high percentile
 * of a running median and neither the mean (loses who is hidden for a while) nor the maximum (counts ghosts):
 * `docs/counting.md`. Without counts all but their number is null.
 *
 * @param inputPixels of the picture that the detector looks at; null is unknown and taken for the smallest, `density` is
 *   for counts without boxes.
 */
export function estimateBodyCount(counts: readonly number[], inputPixels: Sight) {
  const { bodies, p75, max } = bodiesOf(medianFilter(counts), DEFAULT_PERCENTILE);
  const known = (people: number) => (counts.length === 0 ? null : people);
  return {
    /** The {@link DEFAULT_PERCENTILE} of the smoothed counts. */
    people: known(Math.round(bodies)),
    /** Their 75th percentile less what may be none of a crowd. */
    low: known(Math.floor(p75 - mostFalse(p75, inputPixels))),
    /** The highest of them, and those whom the detector may never see in a crowd. */
    high: known(Math.ceil(max + mostUnseen(max, inputPixels))),
    median: known(percentile(counts, 0.5)),
    /** The highest single count, ghosts included. */
    max: known(Math.max(...counts)),
    /** Counts that went in. */
    samples: counts.length,
  };
}
