import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { SampleQueue, SampleWindow, staleAfterMs } from '../../../engine/sampling/queue.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

/** A queue of the cameras `ids`, one a letter, whose work the test ends by hand; frames are numbered. */
function bench(capacity: number, ids: string, groupOf: (cameraId: string) => string = () => '') {
  const clock = new FakeClock();
  const flights: { name: string; land: (error?: Error) => void }[] = [];
  const failures: string[] = [];
  const queue = new SampleQueue<number>({
    groupOf,
    capacity,
    clock,
    onFailed: (cameraId, error) => failures.push(`${cameraId} ${String(error)}`),
    run: (frame, cameraId) =>
      new Promise((resolve, reject) => {
        const land = (error?: Error) => (error === undefined ? resolve() : reject(error));
        flights.push({ name: `${cameraId}${frame}`, land });
      }),
  });
  const add = (id: string, periodMs: () => number = () => 1000) =>
    queue.add({ id, periodMs, maxAgeMs: () => 10_000 });
  for (const id of ids) add(id);
  let frames = 0;
  return {
    add,
    clock,
    queue,
    failures,
    begun: () => flights.map(({ name }) => name),
    async put(id: string, passedOver = 0) {
      frames += 1;
      queue.offer(id, frames, passedOver);
      await settle();
    },
    async land(index: number, error?: Error) {
      flights[index]?.land(error);
      await settle();
    },
  };
}

/** Who was begun while a camera waited that could have been: nobody twice. */
class Fairness {
  readonly #passedBy = new Map<string, string[]>();
  #seen = 0;

  waits(id: string): void {
    if (!this.#passedBy.has(id)) this.#passedBy.set(id, []);
  }

  /** @param under way, those of `begun` that have not landed. */
  check(begun: readonly string[], under: readonly string[]): void {
    for (const [id = ''] of begun.slice(this.#seen)) {
      this.#passedBy.delete(id);
      for (const [waiting, others] of this.#passedBy) {
        if (under.some((name) => name.startsWith(waiting))) continue;
        others.push(id);
        expect(new Set(others).size).toBe(others.length);
      }
    }
    this.#seen = begun.length;
  }
}

test('the queue: begins a frame at once, and of those that wait for a worker the newest of each camera, in their order', async () => {
  const { put, land, begun, queue } = bench(1, 'abc');
  for (const id of ['a', 'b', 'c', 'a', 'b']) await put(id);
  expect(begun()).toEqual(['a1']);
  for (const index of [0, 1, 2, 3]) await land(index);
  expect(begun()).toEqual(['a1', 'b5', 'c3', 'a4']);
  expect(queue.stats()).toMatchObject({ samples: 4, shed: 1, replaced: 1, inFlight: 0 });
});

test('the queue: a group whose workers hang holds up no other group', async () => {
  const { put, land, begun, queue } = bench(1, 'abcd', (id) => (id < 'c' ? 'bad' : 'good'));
  for (const id of ['a', 'b', 'c', 'd']) await put(id);
  expect(begun()).toEqual(['a1', 'c3']);
  await land(1);
  expect(begun()).toEqual(['a1', 'c3', 'd4']);
  expect(queue.isFree('b')).toBe(false);
  await land(2);
  expect(queue.isFree('d')).toBe(true);
});

test('the queue: counts slots without a keyframe, with whatever period is wanted then', async () => {
  let periodMs = 1000;
  const { add, put, land, clock, queue } = bench(1, '');
  add('a', () => periodMs);
  await put('a', 3);
  await land(0);
  await clock.advance(10_500);
  expect(queue.stats()).toMatchObject({ samples: 1, starved: 9, replaced: 3 });
  await put('a');
  await land(1);
  periodMs = Number.POSITIVE_INFINITY;
  queue.stats();
  await clock.advance(60_000);
  expect(queue.stats()).toMatchObject({ samples: 2, starved: 9 });
  periodMs = 5_000;
  queue.stats();
  await clock.advance(10_000);
  expect(queue.stats().starved).toBe(11);
});

test('the queue: a keyframe a little before its slot is that of the slot', async () => {
  const { add, put, land, clock, queue } = bench(1, '');
  add('a', () => 5_000);
  for (const [index, waitMs] of [4_000, 8_000, 4_000, 4_000].entries()) {
    await put('a');
    await land(index);
    await clock.advance(waitMs);
  }
  expect(queue.stats()).toMatchObject({ samples: 4, starved: 0, shed: 0 });
});

test('the queue: a paused camera waits, counts nothing, and goes on with its newest frame', async () => {
  const { put, land, clock, begun, queue } = bench(1, 'a');
  queue.pause('a');
  await put('a');
  await clock.advance(5_000);
  await put('a');
  expect(queue.stats()).toMatchObject({ starved: 0, shed: 0, cameras: [{ isPaused: true }] });
  queue.resume('a');
  await settle();
  expect(begun()).toEqual(['a2']);
  await land(0);
  expect(queue.stats()).toMatchObject({ samples: 1, starved: 0 });
});

test('the queue: a frame that has waited too long is thrown away: its slot is starved', async () => {
  const { add, put, land, clock, begun, queue } = bench(1, 'a');
  add('b', () => 60_000);
  await put('a');
  await put('b');
  await clock.advance(10_001);
  await land(0);
  expect(begun()).toEqual(['a1']);
  expect(queue.stats().cameras.at(-1)).toMatchObject({ id: 'b', stale: 1, starved: 1 });
  expect([null, 1_000, 30_000].map(staleAfterMs)).toEqual([10_000, 10_000, 90_000]);
});

test('the queue: a failed sample is told and counted, and everything goes on', async () => {
  const { put, land, failures, begun, queue } = bench(1, 'a');
  await put('a');
  await put('a');
  await land(0, new Error('broken'));
  expect(failures).toEqual(['a Error: broken']);
  expect(begun()).toEqual(['a1', 'a2']);
  expect(queue.stats()).toMatchObject({ failed: 1, inFlight: 1 });
});

test('the queue: a removed camera is gone once its frame has landed; an id may come back', async () => {
  const { add, put, land, begun, queue } = bench(1, 'a');
  await put('a');
  await put('a');
  let isGone = false;
  void queue.remove('a').then(() => {
    isGone = true;
  });
  await put('a');
  expect(isGone).toBe(false);
  await land(0);
  expect([isGone, begun()]).toEqual([true, ['a1']]);
  expect(queue.stats()).toMatchObject({ samples: 1, cameras: [] });
  add('a');
  await put('a');
  expect(begun()).toHaveLength(2);
});

test('the queue: once stopped it begins nothing, and waits for what is under way, which may fail', async () => {
  const { put, land, begun, queue, failures } = bench(1, 'a');
  await put('a');
  await put('a');
  const stopping = queue.stop();
  await land(0, new Error('the pool is closed'));
  await stopping;
  await put('a');
  expect([begun(), failures]).toEqual([['a1'], []]);
});

test('the queue: whatever the order of events: never two of a camera, never too many, no one passed by the same twice', async () => {
  const event = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), isLanding: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 40, maxLength: 80 }), async (events) => {
      const { put, land, begun, queue } = bench(2, 'abcd');
      const landed = new Set<number>();
      const fairness = new Fairness();
      for (const { id, isLanding } of events) {
        if (!isLanding) {
          fairness.waits(id);
          await put(id);
        }
        const open = begun().findIndex((_, at) => !landed.has(at));
        if (isLanding && open >= 0) {
          landed.add(open);
          await land(open);
        }
        const under = begun().filter((_, at) => !landed.has(at));
        expect(under.length).toBeLessThanOrEqual(2);
        expect(new Set(under.map((name) => name[0])).size).toBe(under.length);
        expect(queue.stats().inFlight).toBe(under.length);
        fairness.check(begun(), under);
      }
    }),
    { numRuns: 50 },
  );
});

it('divides by the time since the start while that is less than a minute', async () => {
  const clock = new FakeClock();
  const window = new SampleWindow(clock);
  window.add(1);
  expect(window.perSecond()).toBe(1);
  await clock.advance(10_000);
  expect(window.perSecond()).toBe(0.1);
});

it.each([3, 30])('follows a steady rate of %i, and forgets all but a minute', async (rate) => {
  const clock = new FakeClock();
  const window = new SampleWindow(clock);
  for (let at = 0; at < rate * 90; at += 1) {
    window.add(1);
    await clock.advance(1000 / rate);
  }
  expect(window.perSecond()).toBeCloseTo(rate, 1);
  await clock.advance(30_000);
  expect(window.perSecond()).toBeCloseTo(rate / 2, 1);
  await clock.advance(31_000);
  expect(window.perSecond()).toBe(0);
});

it('gives nearest-rank percentiles of the newest, in whatever order they came', () => {
  const window = new SampleWindow(new FakeClock());
  expect(window.percentiles()).toBeNull();
  for (let at = 0; at < 100; at += 1) window.add(((at * 37) % 100) + 1);
  expect(window.percentiles()).toEqual({ p50: 50, p99: 99 });
  for (let at = 0; at < 512; at += 1) window.add(at % 2);
  expect(window.percentiles()).toEqual({ p50: 0, p99: 1 });
});
