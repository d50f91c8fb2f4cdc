/** What a detector returned, checked before anything is counted: cheap enough to run on every frame. */

import { TurnoutError } from '../errors.ts';
import type { DetectOutput, DetectorDefinition, InputSpec } from './detector.ts';
import { shown } from './faults.ts';

type Limits = Pick<DetectorDefinition, 'name' | 'labels' | 'maxDetections'>;

/**
 * Throws `detector_output_invalid` naming the first thing wrong; returns the output where all is right.
 * O(detections), allocates nothing.
 */
export function checkOutput(
  definition: Limits,
  input: Pick<InputSpec, 'width' | 'height'>,
  output: unknown,
): DetectOutput {
  const detections: unknown = isObject(output) ? Reflect.get(output, 'detections') : undefined;
  if (!isObject(output)) fail(definition, 'output', 'an object with detections', output);
  if (!Array.isArray(detections)) fail(definition, 'detections', 'a list', detections);
  if (detections.length > definition.maxDetections) {
    fail(definition, 'detections', `at most ${definition.maxDetections}`, detections.length);
  }
  const warmingUp: unknown = Reflect.get(output, 'isWarmingUp');
  if (warmingUp !== undefined && typeof warmingUp !== 'boolean') {
    fail(definition, 'isWarmingUp', 'true, false or nothing', warmingUp);
  }
  const reachPx = FARTHEST_SIDES * Math.max(input.width, input.height);
  for (let at = 0; at < detections.length; at += 1) {
    checkDetection(definition, detections[at], at, reachPx);
  }
  return output as DetectOutput;
}

/**
 * A box may reach outside the input, but not by more than this many times its longer side: farther out is a detector
 * that reads its model wrongly. Chosen here; the boxes of the shipped models stay within one side.
 */
const FARTHEST_SIDES = 4;

function checkDetection(definition: Limits, detection: unknown, at: number, reachPx: number): void {
  if (!isObject(detection)) fail(definition, `detections[${at}]`, 'an object', detection);
  const score: unknown = Reflect.get(detection, 'score');
  if (!(typeof score === 'number' && score >= 0 && score <= 1)) {
    fail(definition, `detections[${at}].score`, '0..1', score);
  }
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
  return typeof value === 'number' && value >= -reachPx && value <= reachPx;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function fail(definition: Limits, field: string, expected: string, got: unknown): never {
  throw new TurnoutError('detector_output_invalid', {
    where: `detector ${definition.name}: ${field}`,
    expected,
    got: shown(got),
    data: { detector: definition.name, field },
  });
}
