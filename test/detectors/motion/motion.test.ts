/** What `motion` counts in a plain room and in the drawn ones. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DetectOutput } from '../../../detectors/detector.ts';
import { detachedEnv, unhurried } from '../../../detectors/env/owned-env.ts';
import { motion } from '../../../detectors/motion/motion.ts';
import { HEIGHT, PIXELS, WIDTH } from '../../../detectors/motion/room.ts';
import { InputCanvas } from '../../../detectors/picture.ts';
import { FrameDecoder } from '../../../engine/frames/decoder.ts';
import { jpegFrame } from '../../support/jpegs.ts';

const content = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

/** A chequered room. `light` changes every value; the noise is uniform, up to `noise` to both sides. */
function room({ noise = 0, seed = 1, light = (value: number) => value } = {}): Uint8Array {
  const picture = new Uint8ClampedArray(3 * PIXELS);
  let random = seed;
  for (let index = 0; index < picture.length; index += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const at = Math.floor(index / 3);
    const tile = (((at % WIDTH) >> 4) + (Math.floor(at / WIDTH) >> 4)) % 2;
    const value = 90 + 30 * tile + ([10, 0, -10][index % 3] ?? 0);
    picture[index] = light(value) + noise * (random / 2 ** 31 - 1);
  }
  return new Uint8Array(picture.buffer);
}

/** The room with people in red, as tall as someone whose feet are in row 130. */
function withPeople(picture: Uint8Array, ...middles: readonly number[]): Uint8Array {
  const painted = picture.slice();
  for (const x of middles) {
    for (let y = 65; y < 130; y += 1) {
      for (let at = y * WIDTH + x - 7; at < y * WIDTH + x + 7; at += 1) {
        painted.set([200, 40, 40], at * 3);
      }
    }
  }
  return painted;
}

const EMPTY = [1, 2, 3].map((seed) => room({ noise: 3, seed }));
const NOISY = [4, 5, 6, 7].map((seed) => room({ noise: 12, seed }));
const ONE = EMPTY.map((picture) => withPeople(picture, 160));
const DARK = room({ noise: 1, light: (value) => value * 0.08 });
const times = (count: number, pictures: readonly Uint8Array[]) =>
  Array.from({ length: count }, (_, at) => pictures[at % pictures.length] ?? new Uint8Array());
const of = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

async function answersTo(
  pictures: readonly Uint8Array[],
  state = new Uint8Array(motion.stateBytes),
  fromMs = 1_000_000,
): Promise<DetectOutput[]> {
  const detector = await motion.create({}, detachedEnv());
  const answers: DetectOutput[] = [];
  for (const [at, pixels] of pictures.entries()) {
    const frame = { pixels, content, atMs: fromMs + at * 5000, state };
    answers.push(await detector.detect(frame, unhurried));
  }
  return answers;
}

/** A count for each picture; null where there is none. */
const countsOf = async (...asked: Parameters<typeof answersTo>) =>
  (await answersTo(...asked)).map(({ isWarmingUp, detections }) =>
    isWarmingUp === true ? null : (detections?.length ?? 0),
  );

it.each([
  ['empty', times(20, EMPTY), of(20, 0)],
  ['noisy', times(10, NOISY), of(10, 0)],
  ['much brighter', [room({ noise: 3, light: (value) => value * 1.3 })], [0]],
  ['much darker', [room({ noise: 3, light: (value) => value * 0.7 })], [0]],
  ['with two people who stand apart', [withPeople(room(), 100, 220)], [2]],
  ['in which someone stands still for ten minutes', times(121, ONE), of(121, 1)],
  ['that someone has left', [...times(15, ONE), ...times(10, EMPTY)], [...of(15, 1), ...of(10, 0)]],
  ['in a frame of something else', [new Uint8Array(3 * PIXELS).fill(255), ...ONE], [null, 1, 1, 1]],
])('a room is counted from its second picture on: %s', async (_, pictures, counts) => {
  expect(await countsOf([...times(3, EMPTY), ...pictures])).toEqual([null, 0, 0, ...counts]);
});

it('a room whose first picture shows someone is not counted as the hole they leave', async () => {
  const counts = await countsOf([...times(3, ONE), ...times(5, EMPTY), ...times(3, ONE)]);
  expect(counts).toEqual([null, ...of(7, 0), ...of(3, 1)]);
});

it('a room learned in the dark has no count when the lamps come on, until it is learned again', async () => {
  const counts = await countsOf([DARK, DARK, ...times(10, EMPTY), ...ONE]);
  expect(counts).toEqual([null, 0, ...of(7, null), 0, 0, 0, 1, 1, 1]);
});

it('gives a person a box around them, a score below certainty and the only label', async () => {
  const [{ box = [], score, label } = {}] =
    (await answersTo([...EMPTY, ...ONE])).at(-1)?.detections ?? [];
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  expect(Math.abs((left + right) / 2 - 160)).toBeLessThan(4);
  expect(Math.abs(bottom - 130)).toBeLessThan(6);
  expect(bottom - top).toBeGreaterThan(2 * (right - left));
  expect([score, label]).toEqual([0.6, 0]);
});

it('keeps its cameras apart, and has to have their memory', async () => {
  const [one, other] = [0, 1].map(() => new Uint8Array(motion.stateBytes));
  for (const [at, picture] of EMPTY.entries()) {
    await countsOf([picture], one, at * 5000);
    await countsOf([picture], other, at * 5000);
  }
  expect(await countsOf(ONE, one, 20_000)).toEqual([1, 1, 1]);
  expect(await countsOf(EMPTY, other, 20_000)).toEqual([0, 0, 0]);
  const detector = await motion.create({}, detachedEnv());
  const frame = { pixels: room(), content, atMs: 0, state: null };
  expect(() => detector.detect(frame, unhurried)).toThrow(TypeError);
});

const folder = join('engine', 'pictures', 'rooms');
const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, number>>>
>;
const decoder = new FrameDecoder();
const SIZE = { width: WIDTH, height: HEIGHT } as const;
const BYTES = { colour: 'rgb', values: 'uint8-hwc' } as const;
const canvas = new InputCanvas({ ...SIZE, ...BYTES, fit: 'letterbox', align: 'centre', pad: 0 });

async function looked(file: string): Promise<Uint8Array> {
  const frame = jpegFrame(readFileSync(join(folder, file)));
  const { values } = canvas.fill(await decoder.decode(frame, canvas.wanted));
  return Uint8Array.from(values);
}

// docs/accuracy.md has these figures. It was tuned on these pictures.
it.each([
  ['studio', 0.32],
  ['spin', 1],
  ['weights', 0.55],
  ['yoga', 0.64],
])('the drawn rooms are counted with a known error: %s, off by %f people', async (name, error) => {
  const files = Object.keys(truth[name] ?? {});
  const pictures = await Promise.all([files[0] ?? '', ...files].map(async (file) => looked(file)));
  const [, ...counts] = await countsOf(pictures);
  const off = counts.map((count, at) =>
    Math.abs((count ?? 99) - (truth[name]?.[files[at] ?? ''] ?? 0)),
  );
  expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeCloseTo(error, 1);
});
