import { expect, test } from 'vitest';
import { LEASE_MS, Looks } from '../../../engine/looks.ts';
import type { SampleOutcome } from '../../../engine/pool/messages.ts';
import { anError } from '../../support/an-error.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

const BY = { detector: 'person', zones: [], falsePlaces: [] };
const never = new AbortController().signal;
const over = AbortSignal.abort();

function outcome(count: number, hasPicture = true): SampleOutcome {
  const person = { box: [0.1, 0.1, 0.2, 0.4], score: 0.9, verdict: 'counted' };
  const sample = { atUtcMs: 1000, count, decodeUs: 4000, detectUs: 6400 };
  const seen = { boxes: Array(count).fill(person), frameSize: { width: 1920, height: 1080 } };
  const picture = hasPicture ? { jpeg: new Uint8Array([count]), width: 960, height: 540 } : null;
  return { sample, ...seen, picture } as unknown as SampleOutcome;
}

function looking() {
  const clock = new FakeClock();
  return { clock, looks: new Looks({ clock, timers: clock }) };
}

const frame = { codec: 'jpeg', data: new Uint8Array([1]), atUtcMs: 5, mediaMs: null } as const;

test('a whole keyframe goes to who waits for it, for as long as was asked, and to no one else', async () => {
  const { clock, looks } = looking();
  expect(looks.takes('hall', frame)).toBe(false);
  const wanted = looks.keyframe('hall', 1000);
  // It is wanted as a picture is: the camera keeps sending.
  expect(looks.isLeased('hall')).toBe(true);
  expect(await looks.keyframe('hall', 1000)).toBeNull();
  expect(looks.takes('door', frame)).toBe(false);
  expect(looks.takes('hall', frame)).toBe(true);
  expect(await wanted).toBe(frame);
  const late = looks.keyframe('hall', 1000);
  await clock.advance(1000);
  expect(await late).toBeNull();
  expect(looks.takes('hall', frame)).toBe(false);
});

test('a whole keyframe is held as a picture for 15 seconds', async () => {
  const { clock, looks } = looking();
  const jpeg = { jpeg: new Uint8Array([7]), width: 960, height: 540 };
  const number = looks.hold('hall', jpeg);
  expect(looks.picture('hall', number)).toMatchObject(jpeg);
  expect(looks.picture('door', number)).toBeNull();
  await clock.advance(15_000);
  expect(looks.picture('hall', number)).toBeNull();
});

test('the pictures of a camera that someone looks at are wanted once a second for as long as someone asks', async () => {
  const { clock, looks } = looking();
  expect(looks.isDue('hall')).toBe(false);
  expect(looks.periodMs('hall')).toBe(Number.POSITIVE_INFINITY);
  looks.lease('hall');
  expect(looks.isDue('hall')).toBe(true);
  looks.begin('hall');
  expect(looks.isDue('hall')).toBe(false);
  await clock.advance(1000);
  expect(looks.isDue('hall')).toBe(true);
  expect(looks.periodMs('hall')).toBe(1000);
  await clock.advance(LEASE_MS);
  expect(looks.isDue('hall')).toBe(false);
});

test('the pictures of a camera that someone looks at are those of at most four cameras at once', async () => {
  const { clock, looks } = looking();
  for (const id of ['a', 'b', 'c', 'd', 'a']) looks.lease(id);
  expect(() => looks.lease('e')).toThrow(anError('looks_busy'));
  await clock.advance(LEASE_MS);
  looks.lease('e');
  expect(looks.isLeased('e')).toBe(true);
});

test('the pictures of a camera that someone looks at are held two at a time, and gone after 15 seconds', async () => {
  const { clock, looks } = looking();
  looks.lease('hall');
  const frames: number[] = [];
  for (const count of [1, 2, 3]) {
    looks.take('hall', outcome(count), BY);
    frames.push((await looks.next('hall', 0, 0, over))?.frame ?? 0);
  }
  const [first = 0, second = 0, third = 0] = frames;
  expect(first < second && second < third).toBe(true);
  expect(looks.picture('hall', first)).toBeNull();
  expect(looks.picture('hall', second)).toMatchObject({ count: 2, lookMs: 10, width: 960 });
  looks.lease('hall');
  await clock.advance(LEASE_MS);
  expect([second, third].map((frame) => looks.picture('hall', frame))).toEqual([null, null]);
});

test('the pictures of a camera that someone looks at wake who waits for the next one, which a time-out and an abort end too', async () => {
  const { clock, looks } = looking();
  looks.lease('hall');
  looks.take('hall', outcome(1), BY);
  const newest = await looks.next('hall', 0, 10_000, never);
  const next = looks.next('hall', newest?.frame ?? 0, 10_000, never);
  looks.take('hall', outcome(2), BY);
  expect(await next).toMatchObject({ count: 2 });

  const late = looks.next('hall', Number.MAX_SAFE_INTEGER, 10_000, never);
  await clock.advance(10_000);
  expect(await late).toBeNull();

  const gone = new AbortController();
  const aborted = looks.next('hall', Number.MAX_SAFE_INTEGER, 10_000, gone.signal);
  gone.abort();
  await settle();
  expect(await aborted).toBeNull();
});

test('the places of the last 200 people are known without a lease, and forgotten with the camera', () => {
  const { looks } = looking();
  for (let sample = 0; sample < 30; sample += 1) looks.take('hall', outcome(9, false), BY);
  expect(looks.places('hall')).toHaveLength(200);
  expect(looks.places('hall')[0]).toEqual([0.1, 0.1, 0.2, 0.4]);
  looks.forget('hall');
  expect(looks.places('hall')).toEqual([]);
});
