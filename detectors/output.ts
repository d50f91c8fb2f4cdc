/** What a detector returned, checked before anything is counted: cheap enough to run on every frame. */

import { Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { TurnoutError } from '../errors.ts';
import type {
  Density,
  Detection,
  DetectOutput,
  DetectorDefinition,
  InputSpec,
} from './detector.ts';
import { type Fault, oneOf, shown, unknownFields, wholeNumber } from './faults.ts';

type Limits = Pick<DetectorDefinition, 'name' | 'labels' | 'maxDetections' | 'keypoints'>;

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

/**
 * Throws `detector_output_invalid` naming the first thing wrong; returns the output where all is right.
 * O(detections), allocates nothing where there are any.
 */
export function checkOutput(
  definition: Limits,
  { width, height }: Pick<InputSpec, 'width' | 'height'>,
  output: unknown,
): CheckedOutput {
  const checker = checkerOf(definition, FARTHEST_SIDES * Math.max(width, height));
  const fault =
    floodFault(definition, output) ??
    (checker.Check(output)
      ? outputFault(output as DetectOutput, width, height)
      : schemaFault(checker, output));
  if (fault !== null) {
    const { field, expected, got } = fault;
    throw new TurnoutError('detector_output_invalid', {
      where: `detector ${definition.name}: ${field}`,
      expected,
      got,
      data: { detector: definition.name, field },
    });
  }
  const checked = output as CheckedOutput;
  return checked.detections === undefined ? { ...checked, detections: [] } : checked;
}

/** Before the schema, which walks through a list to its end: a flood would take the time of the look. */
function floodFault({ maxDetections }: Limits, output: unknown): Fault | null {
  const detections: unknown = Reflect.get(Object(output), 'detections');
  if (!Array.isArray(detections) || detections.length <= maxDetections) return null;
  return { field: 'detections', expected: `at most ${maxDetections}`, got: `${detections.length}` };
}

type Checker = ReturnType<typeof Compile>;
const checkers = new WeakMap<Limits, Record<number, Checker>>();

/** Compiled once for each detector and size of its input. */
function checkerOf(limits: Limits, reachPx: number): Checker {
  const known = checkers.get(limits) ?? {};
  checkers.set(limits, known);
  known[reachPx] ??= Compile(outputSchema(limits, reachPx));
  return known[reachPx];
}

const LIST = 'a list, or a count or a density in its place';

/** The contract of an answer; its descriptions are the words of faults. */
function outputSchema({ labels, keypoints = [] }: Limits, reachPx: number) {
  const px = Type.Number({ minimum: -reachPx, maximum: reachPx });
  const score = Type.Number({ minimum: 0, maximum: 1, description: '0..1' });
  const points = Type.Tuple(
    keypoints.map(() => Type.Tuple([px, px, score])),
    {
      description: `${keypoints.length}, as many as the definition names: [x, y, score], within ${reachPx} px and 0..1`,
    },
  );
  const detection = Type.Object(
    {
      box: Type.Tuple([px, px, px, px], {
        description: `[x1, y1, x2, y2], each -${reachPx}..${reachPx}`,
      }),
      score,
      label: wholeNumber(0, labels.length - 1),
      keypoints: Type.Optional(
        keypoints.length > 0 ? points : Type.Never({ description: 'nothing: none are named' }),
      ),
      posture: Type.Optional(oneOf('lying', 'sitting', 'standing')),
      track: Type.Optional(wholeNumber(0, MAX_TRACK)),
    },
    { additionalProperties: false, description: 'an object with box, score and label' },
  );
  const density = Type.Object(
    {
      width: wholeNumber(1, MAX_CELLS_A_SIDE),
      height: wholeNumber(1, MAX_CELLS_A_SIDE),
      values: Type.Unknown(),
    },
    { additionalProperties: false, description: 'a grid of people a cell' },
  );
  return Type.Object(
    {
      detections: Type.Optional(Type.Array(detection, { description: LIST })),
      count: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_PEOPLE, description: PEOPLE })),
      density: Type.Optional(density),
      isWarmingUp: Type.Optional(Type.Boolean({ description: 'true, false or nothing' })),
    },
    { additionalProperties: false, description: 'an object with detections' },
  );
}

const PEOPLE = `0..${MAX_PEOPLE} people`;

/** A schema as {@link schemaFault} walks through it. */
interface Part {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly items?: Part;
}

/** The innermost part of an answer, on the way to its first error, that has words for what it wants. */
function schemaFault(checker: Checker, output: unknown): Fault {
  const [error] = checker.Errors(output)[1];
  const way = error?.instancePath.split('/').slice(1) ?? [];
  if (error?.keyword === 'required') way.push(error.params.requiredProperties[0] ?? '');
  let part = checker.Schema() as Part;
  let [value, path] = [output, ''];
  let fault = faultOf('output', part, value);
  for (const name of way) {
    const { properties = {}, items } = part;
    // A tuple is told as a whole.
    if (Array.isArray(items)) break;
    path = items === undefined ? `${path}.${name}` : `${path}[${name}]`;
    const field = path.replace('.', '');
    part = items ?? properties[name] ?? {};
    value = Reflect.get(Object(value), name);
    if (items === undefined && properties[name] === undefined) {
      const [unknown] = unknownFields({ [name]: 0 }, Object.keys(properties), 'field');
      return { ...fault, ...unknown, field };
    }
    if (part.description !== undefined) fault = faultOf(field, part, value);
  }
  return fault;
}

function faultOf(field: string, { type, description = '' }: Part, value: unknown): Fault {
  const isList = type === 'object' && Array.isArray(value);
  return { field, expected: description, got: isList ? 'a list' : shown(value) };
}

/** What no schema says. */
function outputFault({ detections, count, density }: DetectOutput, width: number, height: number) {
  if (detections === undefined && count === undefined && density === undefined) {
    return { field: 'detections', expected: LIST, got: 'nothing' };
  }
  for (const [at, { box }] of (detections ?? []).entries()) {
    const [x1, y1, x2, y2] = box;
    const field = `detections[${at}].box`;
    if (x2 < x1) return { field, expected: 'x2 not below x1', got: shown(box) };
    if (y2 < y1) return { field, expected: 'y2 not below y1', got: shown(box) };
  }
  if (areRatios(detections ?? [])) {
    const expected = `boxes in pixels of an input of ${width} x ${height}`;
    return { field: 'detections', expected, got: 'all of them within 0..1, as ratios are' };
  }
  return density === undefined ? null : densityFault(density);
}

function densityFault({ width, height, values }: Density): Fault | null {
  const cells = width * height;
  const isList = Array.isArray(values) || values instanceof Float32Array;
  if (!isList || values.length !== cells) {
    const expected = `${cells} numbers, a row after the other`;
    return { field: 'density.values', expected, got: shown(values) };
  }
  const at = values.findIndex((people) => !(people >= 0 && people <= MAX_PEOPLE));
  return at < 0
    ? null
    : { field: `density.values[${at}]`, expected: PEOPLE, got: shown(values[at]) };
}

/** Boxes all of which lie in the upper left pixel: no one makes those but who forgets to multiply. */
export function areRatios(detections: readonly Detection[]): boolean {
  return (
    detections.length > 0 &&
    detections.every(({ box }) => box.every((side) => side >= 0 && side <= 1)) &&
    detections.some(({ box }) => box.some((side) => side > 0))
  );
}
