/** What a detector returned, checked before anything is counted: cheap enough to run on every frame. */

import { TurnoutError } from '../errors.ts';
import type { Detection, DetectOutput, DetectorDefinition, InputSpec } from './detector.ts';
import { shown, unknownFields } from './faults.ts';

type Limits = Pick<DetectorDefinition, 'name' | 'labels' | 'maxDetections' | 'keypoints'>;

/** What the contract knows; see `detector.ts`. */
const OUTPUT_FIELDS = ['detections', 'count', 'density', 'isWarmingUp'];
const DETECTION_FIELDS = ['box', 'score', 'label', 'keypoints', 'posture', 'track'];
const DENSITY_FIELDS = ['width', 'height', 'values'];
const POSTURES: readonly unknown[] = ['lying', 'sitting', 'standing'];
const MAX_PEOPLE = 100_000;
const MAX_CELLS_A_SIDE = 512;
const MAX_TRACK = 2 ** 31 - 1;
/**
 * A box may reach outside the input, but not by more than this many times its longer side: farther out is a detector
 * that reads its model wrongly. Chosen here; the boxes of the shipped models stay within one side.
 */
const FARTHEST_SIDES = 4;

/** An answer that is right; its detections are an empty list where it counted without them. */
export interface CheckedOutput extends DetectOutput {
  readonly detections: readonly Detection[];
}

/** What is wrong with a part of an answer; null where nothing is. */
type Fault = { readonly field: string; readonly expected: string; readonly got: unknown } | null;

/**
 * Throws `detector_output_invalid` naming the first thing wrong; returns the output where all is right.
 * O(detections), allocates nothing where there are any.
 */
export function checkOutput(
  definition: Limits,
  { width, height }: Pick<InputSpec, 'width' | 'height'>,
  output: unknown,
): CheckedOutput {
  const fault = outputFault(definition, width, height, output);
  if (fault !== null) {
    const { field, expected, got } = fault;
    throw new TurnoutError('detector_output_invalid', {
      where: `detector ${definition.name}: ${field}`,
      expected,
      got: shown(got),
      data: { detector: definition.name, field },
    });
  }
  const checked = output as CheckedOutput;
  return Object.hasOwn(checked, 'detections') ? checked : { ...checked, detections: [] };
}

const wrong = (field: string, expected: string, got: unknown) => ({ field, expected, got });

function outputFault(limits: Limits, width: number, height: number, output: unknown): Fault {
  if (!isObject(output)) return noObject('output', 'an object with detections', output);
  const { count, density, isWarmingUp }: Partial<Record<keyof DetectOutput, unknown>> = output;
  let { detections }: { readonly detections?: unknown } = output;
  if (detections === undefined && (count ?? density) !== undefined) detections = [];
  if (!Array.isArray(detections)) {
    return wrong('detections', 'a list, or a count or a density in its place', detections);
  }
  if (detections.length > limits.maxDetections) {
    return wrong('detections', `at most ${limits.maxDetections}`, detections.length);
  }
  if (isWarmingUp !== undefined && typeof isWarmingUp !== 'boolean') {
    return wrong('isWarmingUp', 'true, false or nothing', isWarmingUp);
  }
  if (count !== undefined && !isBetween(count, 0, MAX_PEOPLE)) {
    return wrong('count', `0..${MAX_PEOPLE} people`, count);
  }
  const fault = unknownField(output, '', OUTPUT_FIELDS) ?? densityFault(density);
  return fault ?? detectionsFault(limits, detections, width, height);
}

function detectionsFault(
  limits: Limits,
  detections: readonly unknown[],
  width: number,
  height: number,
): Fault {
  const reachPx = FARTHEST_SIDES * Math.max(width, height);
  for (let at = 0; at < detections.length; at += 1) {
    const found = detectionFault(limits, detections[at], reachPx);
    if (found !== null) {
      return { ...found, field: `detections[${at}]${found.field && `.${found.field}`}` };
    }
  }
  return areRatios(detections as readonly Detection[])
    ? wrong(
        'detections',
        `boxes in pixels of an input of ${width} x ${height}`,
        'all of them within 0..1, as ratios are',
      )
    : null;
}

function densityFault(density: unknown): Fault {
  if (density === undefined) return null;
  if (!isObject(density)) return noObject('density', 'a grid of people a cell', density);
  const fault = unknownField(density, 'density.', DENSITY_FIELDS);
  if (fault !== null) return fault;
  const { width, height, values }: { width?: unknown; height?: unknown; values?: unknown } =
    density;
  for (const [field, side] of Object.entries({ width, height })) {
    if (!isWhole(side, 1, MAX_CELLS_A_SIDE)) {
      return wrong(`density.${field}`, `a whole number 1..${MAX_CELLS_A_SIDE}`, side);
    }
  }
  const cells = Number(width) * Number(height);
  if (!((Array.isArray(values) || values instanceof Float32Array) && values.length === cells)) {
    return wrong('density.values', `${cells} numbers, a row after the other`, values);
  }
  for (let at = 0; at < cells; at += 1) {
    if (!isBetween(values[at], 0, MAX_PEOPLE)) {
      return wrong(`density.values[${at}]`, `0..${MAX_PEOPLE} people`, values[at]);
    }
  }
  return null;
}

/** Fields are named within the detection. */
function detectionFault(limits: Limits, detection: unknown, reachPx: number): Fault {
  if (!isObject(detection)) {
    return noObject('', 'an object with box, score and label', detection);
  }
  const { score, label, box, posture, track, keypoints } = detection as Record<string, unknown>;
  if (!isBetween(score, 0, 1)) return wrong('score', '0..1', score);
  const lastLabel = limits.labels.length - 1;
  if (!isWhole(label, 0, lastLabel)) return wrong('label', `0..${lastLabel}`, label);
  const [x1, y1, x2, y2] = Array.isArray(box) && box.length === 4 ? box : [];
  const isWithin = (side: unknown) => isBetween(side, -reachPx, reachPx);
  if (!(isWithin(x1) && isWithin(y1) && isWithin(x2) && isWithin(y2))) {
    return wrong('box', `[x1, y1, x2, y2], each -${reachPx}..${reachPx}`, box);
  }
  if (x2 < x1) return wrong('box', 'x2 not below x1', box);
  if (y2 < y1) return wrong('box', 'y2 not below y1', box);
  const fault = unknownField(detection, '', DETECTION_FIELDS);
  if (fault !== null) return fault;
  if (posture !== undefined && !POSTURES.includes(posture)) {
    return wrong('posture', POSTURES.join(', '), posture);
  }
  if (track !== undefined && !isWhole(track, 0, MAX_TRACK)) {
    return wrong('track', `a whole number 0..${MAX_TRACK}`, track);
  }
  return keypoints === undefined ? null : keypointsFault(limits, keypoints, reachPx);
}

function keypointsFault(
  { keypoints: names = [] }: Limits,
  keypoints: unknown,
  reachPx: number,
): Fault {
  if (names.length === 0) {
    return wrong('keypoints', 'nothing, since the definition names no keypoints', keypoints);
  }
  if (!(Array.isArray(keypoints) && keypoints.length === names.length)) {
    return wrong('keypoints', `${names.length}, as many as the definition names`, keypoints);
  }
  const isPoint = (point: unknown) =>
    Array.isArray(point) &&
    point.length === 3 &&
    isBetween(point[0], -reachPx, reachPx) &&
    isBetween(point[1], -reachPx, reachPx) &&
    isBetween(point[2], 0, 1);
  const at = keypoints.findIndex((point) => !isPoint(point));
  return at < 0
    ? null
    : wrong('keypoints', `[x, y, score], within ${reachPx} px and 0..1`, keypoints[at]);
}

/** The first field that is not in `known`. Allocates nothing where all are. */
function unknownField(value: object, prefix: string, known: readonly string[]): Fault {
  for (const field in value) {
    if (known.includes(field)) continue;
    const [fault] = unknownFields({ [field]: 0 }, known, 'field');
    return wrong(`${prefix}${field}`, fault?.expected ?? '', 'an unknown one');
  }
  return null;
}

/** Boxes all of which lie in the upper left pixel: no one makes those but who forgets to multiply. */
export function areRatios(detections: readonly Detection[]): boolean {
  return (
    detections.length > 0 &&
    detections.every(({ box }) => box.every((side) => side >= 0 && side <= 1)) &&
    detections.some(({ box }) => box.some((side) => side > 0))
  );
}

/** False for NaN and infinities too. */
function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && isBetween(value, least, most);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function noObject(field: string, expected: string, got: unknown): Fault {
  return wrong(field, expected, Array.isArray(got) ? 'a list' : got);
}
