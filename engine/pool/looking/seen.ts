/** What a detector says of a frame, as people in the picture: boxes in ratios, by zone, and who is counted. */

import type { Detection, DetectorDefinition } from '../../../detectors/detector.ts';
import type { CheckedOutput } from '../../../detectors/output.ts';
import { type Fit, toPictureRatio } from '../../../detectors/picture/fit.ts';
import { TurnoutError } from '../../../errors.ts';
import { tallyDensity } from '../../zones/density.ts';
import { type ScoredBox, type Tally, tally } from '../../zones/tally.ts';
import type { HeatMap, SampleTask } from '../messages.ts';

/** The label that is counted; see the detector contract. */
const PERSON = 'person';
/** Score from which a point of the body was seen. Chosen here: below, models put it where it would be behind something. */
const SEEN_SCORE = 0.3;

type About = Pick<DetectorDefinition, 'name' | 'labels' | 'keypoints' | 'contract'>;

export interface Seen extends Tally {
  /** Where people are, where boxes are not what was counted. */
  readonly heat: HeatMap | null;
  /** Whether people were counted without boxes. */
  readonly isDensity: boolean;
}

/** Throws `detector_output_invalid` for a count alone where zones are drawn: no one knows where those people are. */
export function whatWasSeen(
  definition: About,
  output: CheckedOutput,
  fit: Fit,
  { zones, falsePlaces }: Pick<SampleTask, 'zones' | 'falsePlaces'>,
): Seen {
  const people = output.detections.filter(({ label }) => definition.labels[label] === PERSON);
  const boxes = people.map((person) => inPicture(person, definition, fit));
  const byBoxes = tally(boxes, zones, falsePlaces);
  const { count, density } = output;
  const isByBoxes = definition.contract === 1 || (count === undefined && density === undefined);
  if (isByBoxes) return { ...byBoxes, heat: null, isDensity: false };
  if (density === undefined) {
    if (zones.length > 0) throw unplaced(definition, zones.length);
    const counted = Math.round(count ?? 0);
    return { ...byBoxes, counted, staff: 0, ignored: 0, heat: null, isDensity: true };
  }
  const heat = { ...density, values: Float32Array.from(density.values) };
  const byPlace = tallyDensity(heat, zones, count);
  return {
    ...byBoxes,
    counted: Math.round(byPlace.counted),
    staff: Math.round(byPlace.staff),
    ignored: Math.round(byPlace.ignored),
    zones: byPlace.zones.map(Math.round),
    heat,
    isDensity: true,
  };
}

function inPicture({ box, score, ...more }: Detection, definition: About, fit: Fit): ScoredBox {
  const placed = { box: toPictureRatio(box, fit), score };
  if (definition.contract === 1) return placed;
  const { posture, track } = more;
  const keypoints = more.keypoints?.map(([x, y, seen]) => {
    const [left, top] = toPictureRatio([x, y, x, y], fit);
    return [left, top, seen] as const;
  });
  const feet = keypoints && feetOf(keypoints, definition.keypoints ?? []);
  return {
    ...placed,
    ...(posture !== undefined && { posture }),
    ...(track !== undefined && { track }),
    ...(keypoints !== undefined && { keypoints }),
    ...(feet !== undefined && { feet }),
  };
}

/** The point between the ankles, where both are seen. */
function feetOf(
  keypoints: NonNullable<ScoredBox['keypoints']>,
  names: readonly string[],
): readonly [number, number] | undefined {
  const ankles = ['left_ankle', 'right_ankle'].map((name) => keypoints[names.indexOf(name)]);
  const [left, right] = ankles;
  if (left === undefined || right === undefined) return undefined;
  if (left[2] < SEEN_SCORE || right[2] < SEEN_SCORE) return undefined;
  return [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
}

function unplaced({ name }: About, zones: number): TurnoutError {
  return new TurnoutError('detector_output_invalid', {
    where: `detector ${name}: density`,
    expected: `people by place, since the camera has ${zones} ${zones === 1 ? 'zone' : 'zones'}`,
    got: 'a count alone',
    hint: 'remove the zones of the camera, or choose a detector that gives a density or boxes',
    data: { detector: name, field: 'density' },
  });
}
