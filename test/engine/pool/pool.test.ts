import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { endAfter } from '../../../engine/pool/pool.ts';
import type { Zone } from '../../../engine/zones.ts';
import { SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';
import { anError } from '../../support/an-error.ts';
import { jpegFrame } from '../../support/jpegs.ts';
import { pluginChoice } from '../../support/plugins/index.ts';
import { rect } from '../../support/rect.ts';
import { FACTS, startPool, taskFor } from './pool.fixture.ts';

const PERSON = { ...pluginChoice('remembering'), plugin: 'person' };
const DOT = { width: 8, height: 8, channels: 3, background: 'white' } as const;

const pool = startPool();
afterAll(() => pool.close());

test('a frame that goes through the pool comes back as a sample with the count of its detector, flagged where it is black', async () => {
  const { sample, frameSize, boxes } = await pool.sample(await taskFor(pluginChoice('brightness')));
  expect(sample).toMatchObject({ count: 5, staff: 0, ignored: 0, zones: [], flags: 0 });
  expect(sample.confidence).toBeCloseTo(0.9);
  expect(sample.luma).toBeCloseTo(100, 0);
  expect(frameSize).toEqual({ width: 320, height: 180 });
  expect(boxes).toHaveLength(5);
  const black = await taskFor(pluginChoice('brightness'), { brightness: 2 });
  expect((await pool.sample(black)).sample.flags).toBe(SAMPLE_FLAGS.black);
});

test('a frame that goes through the pool loses the box of what is always in its place and is nobody, and no other', async () => {
  const plain = await pool.sample(await taskFor(pluginChoice('brightness')));
  const falsePlaces = plain.boxes.slice(1, 2).map(({ box }) => box);
  const task = await taskFor(pluginChoice('brightness'), { falsePlaces });
  const { sample, boxes } = await pool.sample(task);
  expect(sample).toMatchObject({ count: 4, ignored: 1 });
  expect(boxes.map(({ verdict }) => verdict)[1]).toBe('ignored');
});

test('a frame that goes through the pool brings it as a file where it is for a page, its ignore zones hidden before', async () => {
  const polygon = rect(0, 0, 0.5, 1);
  const mirror: Zone = { name: 'mirror', kind: 'ignore', anchor: 'centre', polygon };
  // A white dot on the left, and one on the right.
  const dot = { input: await sharp({ create: DOT }).png().toBuffer(), top: 80 };
  const dots = [60, 240].map((left) => ({ ...dot, left }));
  const black = sharp({ create: { ...DOT, width: 320, height: 180, background: 'black' } });
  const frame = jpegFrame(await black.composite(dots).jpeg().toBuffer());
  const asked = { frame, zones: [mirror], pictureWidth: 320 };
  const { picture } = await pool.sample(await taskFor(pluginChoice('brightness'), asked));
  expect(picture).toMatchObject({ width: 320, height: 180 });
  const brightest = async (left: number) => {
    const half = sharp(picture?.jpeg).extract({ left, top: 0, width: 150, height: 180 });
    return Math.max(...(await half.greyscale().raw().toBuffer()));
  };
  expect(await brightest(170)).toBeGreaterThan(240);
  expect(await brightest(0)).toBeLessThan(80);
});

test('a frame that goes through the pool has people without boxes counted, by place where zones are drawn', async () => {
  const modern = (mode: string) => pluginChoice('modern', { mode });
  const polygon = rect(0, 0, 0.5, 1);
  const zones: Zone[] = [{ name: 'left', kind: 'count', anchor: 'centre', polygon }];
  const look = async (mode: string, more = {}) => pool.sample(await taskFor(modern(mode), more));
  const { sample, heat, isDensity } = await look('density');
  expect([sample.count, isDensity]).toEqual([5, true]);
  expect(heat?.values).toEqual(Float32Array.from([1.5, 3]));
  const inZone = await look('density', { zones });
  expect(inZone.sample).toMatchObject({ count: 2, ignored: 3, zones: [2] });
  expect((await look('count')).sample.count).toBe(23);
  const unplaced = /density: expected people by place.* got a count alone/;
  await expect(look('count', { zones })).rejects.toThrow(unplaced);
});

test('preparing a detector tells what the engine has to know about it, and which sizes may be chosen: person counts worse above 832x480', async () => {
  const told = { name: 'remembering', isWeak: true, stateBytes: 64 };
  expect(await pool.prepare(pluginChoice('remembering'))).toEqual({ ...FACTS, ...told });
  const facts = { takesInput: true, mostAutoPixels: 832 * 480 };
  expect(await pool.prepare(PERSON)).toMatchObject(facts);
});

test('preparing a detector tells a plugin the provider and the threads, and opens its models with them', async () => {
  const onnx = { provider: 'cpu', threads: 2 } as const;
  const detector = { ...pluginChoice('modern', { mode: 'onnx' }), onnx };
  expect(await pool.prepare(detector)).toMatchObject({ provider: 'cpu' });
  expect((await pool.sample(await taskFor(detector))).sample.count).toBe(2);
});

test('preparing a detector does not start on another provider where a model cannot be opened on the one that is wanted', async () => {
  const onnx = { provider: 'openvino', threads: 1 } as const;
  const wanted = /^detectors.onnx.provider: expected one that loads .* offers cpu.* got openvino/;
  await expect(pool.prepare({ ...PERSON, onnx })).rejects.toEqual(
    anError('config_invalid', wanted),
  );
});

test('a task is not ended for a time in which the whole process was stopped', async () => {
  vi.useFakeTimers();
  const flight = { over: new AbortController(), landed: new AbortController() };
  const ended = endAfter(30_000, flight);
  // After a pause whatever is due by then runs once.
  await vi.runOnlyPendingTimersAsync();
  expect(flight.over.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(30_000);
  await ended;
  expect(flight.over.signal.aborted).toBe(true);
  vi.useRealTimers();
});
