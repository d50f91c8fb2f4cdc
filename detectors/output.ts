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

/** An answer that is right; its detections are an empty list where it counted without them. */
export interface CheckedOutput extends DetectOutput {
  readonly detections: readonly Detection[];
}

/**
 * Throws `detector_output_invalid` naming the first thing wrong; returns the output where all is right.
 * O(detections), allocates nothing where there are any.
 */
export function checkOutput(
  definition: Limits,
  input: Pick<InputSpec, 'width' | 'height'>,
  output: unknown,
): CheckedOutput {
  if (!isObject(output)) failObject(definition, 'output', 'an object with detections', output);
  const detections = detectionsOf(definition, output);
  if (detections.length > definition.maxDetections) {
    fail(definition, 'detections', `at most ${definition.maxDetections}`, detections.length);
  }
  const warmingUp: unknown = Reflect.get(output, 'isWarmingUp');
  if (warmingUp !== undefined && typeof warmingUp !== 'boolean') {
    fail(definition, 'isWarmingUp', 'true, false or nothing', warmingUp);
  }
  const reachPx = FARTHEST_SIDES * Math.max(input.width, input.height);
  checkFields(definition, output);
  for (let at = 0; at < detections.length; at += 1) {
    checkDetection(definition, detections[at], at, reachPx);
    checkDetectionFields(definition, detections[at] as object, at, reachPx);
  }
  if (areRatios(detections as readonly Detection[])) {
    const expected = `boxes in pixels of an input of ${input.width} x ${input.height}`;
    fail(definition, 'detections', expected, 'all of them within 0..1, as ratios are');
  }
  return Object.hasOwn(output, 'detections')
    ? (output as CheckedOutput)
    : { ...output, detections: [] };
}

/** The list; an empty one where a count or a density stands in its place. */
function detectionsOf(definition: Limits, output: object): readonly unknown[] {
  const { detections, count, density }: Partial<Record<keyof DetectOutput, unknown>> = output;
  if (Array.isArray(detections)) return detections;
  if (detections === undefined && (count ?? density) !== undefined) return [];
  const expected = 'a list, or a count or a density in its place';
  return fail(definition, 'detections', expected, detections);
}

/**
 * A box may reach outside the input, but not by more than this many times its longer side: farther out is a detector
 * that reads its model wrongly. Chosen here; the boxes of the shipped models stay within one side.
 */
const FARTHEST_SIDES = 4;

function checkFields(definition: Limits, output: object): void {
  requireKnown(definition, output, '', OUTPUT_FIELDS);
  const count: unknown = Reflect.get(output, 'count');
  if (count !== undefined && !isBetween(count, 0, MAX_PEOPLE)) {
    fail(definition, 'count', `0..${MAX_PEOPLE} people`, count);
  }
  const density: unknown = Reflect.get(output, 'density');
  if (density !== undefined) checkDensity(definition, density);
}

function checkDensity(definition: Limits, density: unknown): void {
  if (!isObject(density)) failObject(definition, 'density', 'a grid of people a cell', density);
  requireKnown(definition, density, 'density.', DENSITY_FIELDS);
  const [width, height, values]: unknown[] = DENSITY_FIELDS.map((field) =>
    Reflect.get(density, field),
  );
  for (const [field, side] of [
    ['width', width],
    ['height', height],
  ] as const) {
    if (!(Number.isInteger(side) && isBetween(side, 1, MAX_CELLS_A_SIDE))) {
      fail(definition, `density.${field}`, `a whole number 1..${MAX_CELLS_A_SIDE}`, side);
    }
  }
  const cells = Number(width) * Number(height);
  if (!((Array.isArray(values) || values instanceof Float32Array) && values.length === cells)) {
    fail(definition, 'density.values', `${cells} numbers, a row after the other`, values);
  }
  for (let at = 0; at < cells; at += 1) {
    if (!isBetween(values[at], 0, MAX_PEOPLE)) {
      fail(definition, `density.values[${at}]`, `0..${MAX_PEOPLE} people`, values[at]);
    }
  }
}

function checkDetectionFields(
  definition: Limits,
  detection: object,
  at: number,
  reachPx: number,
): void {
  requireKnown(definition, detection, `detections[${at}].`, DETECTION_FIELDS);
  const posture: unknown = Reflect.get(detection, 'posture');
  if (posture !== undefined && !POSTURES.includes(posture)) {
    fail(definition, `detections[${at}].posture`, POSTURES.join(', '), posture);
  }
  const track: unknown = Reflect.get(detection, 'track');
  if (track !== undefined && !(Number.isInteger(track) && isBetween(track, 0, MAX_TRACK))) {
    fail(definition, `detections[${at}].track`, `a whole number 0..${MAX_TRACK}`, track);
  }
  const keypoints: unknown = Reflect.get(detection, 'keypoints');
  if (keypoints !== undefined) checkKeypoints(definition, keypoints, at, reachPx);
}

function checkKeypoints(definition: Limits, keypoints: unknown, at: number, reachPx: number): void {
  const names = definition.keypoints ?? [];
  const field = `detections[${at}].keypoints`;
  if (!(Array.isArray(keypoints) && keypoints.length === names.length && names.length > 0)) {
    const expected =
      names.length === 0
        ? 'nothing, since the definition names no keypoints'
        : `${names.length}, as many as the definition names`;
    fail(definition, field, expected, keypoints);
  }
  for (const point of keypoints) {
    const [x, y, score] = Array.isArray(point) && point.length === 3 ? point : [];
    if (!(isWithin(x, reachPx) && isWithin(y, reachPx) && isBetween(score, 0, 1))) {
      fail(definition, field, `[x, y, score], within ${reachPx} px and 0..1`, point);
    }
  }
}

/** Fails for the first field that is not in `known`. Allocates nothing where all are. */
function requireKnown(
  definition: Limits,
  value: object,
  prefix: string,
  known: readonly string[],
): void {
  for (const field in value) {
    if (known.includes(field)) continue;
    const [fault] = unknownFields({ [field]: 0 }, known, 'field');
    fail(definition, `${prefix}${field}`, fault?.expected ?? '', 'an unknown one');
  }
}

/** Boxes all of which lie in the upper left pixel: no one makes those but who forgets to multiply. */
export function areRatios(detections: readonly Detection[]): boolean {
  return (
    detections.length > 0 &&
    detections.every(({ box }) => box.every((side) => side >= 0 && side <= 1)) &&
    detections.some(({ box }) => box.some((side) => side > 0))
  );
}

function checkDetection(definition: Limits, detection: unknown, at: number, reachPx: number): void {
  if (!isObject(detection)) {
    failObject(definition, `detections[${at}]`, 'an object with box, score and label', detection);
  }
  const score: unknown = Reflect.get(detection, 'score');
  if (!isBetween(score, 0, 1)) fail(definition, `detections[${at}].score`, '0..1', score);
  const label: unknown = Reflect.get(detection, 'label');
  if (
    !(Number.isInteger(label) && Number(label) >= 0 && Number(label) < definition.labels.length)
  ) {
    fail(definition, `detections[${at}].label`, `0..${definition.labels.length - 1}`, label);
  }
  checkBox(definition, Reflect.get(detection, 'box'), at, reachPx);
}

function checkBox(definition: Limits, box: unknown, at: number, reachPx: number): void {
  const [x1, y1, x2, y2] = Array.isArray(box) && box.length === 4 ? box : [];
  if (
    !(
      isWithin(x1, reachPx) &&
      isWithin(y1, reachPx) &&
      isWithin(x2, reachPx) &&
      isWithin(y2, reachPx)
    )
  ) {
    fail(
      definition,
      `detections[${at}].box`,
      `[x1, y1, x2, y2], each -${reachPx}..${reachPx}`,
      box,
    );
  }
  if (x2 < x1) fail(definition, `detections[${at}].box`, 'x2 not below x1', box);
  if (y2 < y1) fail(definition, `detections[${at}].box`, 'y2 not below y1', box);
}

/** False for NaN and infinities too. */
function isWithin(value: unknown, reachPx: number): value is number {
  return isBetween(value, -reachPx, reachPx);
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function failObject(definition: Limits, field: string, expected: string, got: unknown): never {
  fail(definition, field, expected, Array.isArray(got) ? 'a list' : got);
}

function fail(definition: Limits, field: string, expected: string, got: unknown): never {
  throw new TurnoutError('detector_output_invalid', {
    where: `detector ${definition.name}: ${field}`,
    expected,
    got: shown(got),
    data: { detector: definition.name, field },
  });
}
