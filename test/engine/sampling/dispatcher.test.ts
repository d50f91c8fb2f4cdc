import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EncodedFrame } from '../../../engine/frames/encoded-frame.ts';
import { Mailbox } from '../../../engine/frames/mailbox.ts';
import { Dispatcher, type SamplingStats } from '../../../engine/sampling/dispatcher.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

interface Flight {
  readonly cameraId: string;
  readonly frameNumber: number;
  readonly beganMs: number;
  land(error?: Error | 'nothing'): void;
}

/** A dispatcher whose work the test ends by hand. Frames are told apart by their time. */
function bench(capacity: number, groupOf?: (cameraId: string) => string) {
  const clock = new FakeClock();
  const flights: Flight[] = [];
  const failures: unknown[] = [];
  const boxes = new Map<string, Mailbox<EncodedFrame>>();
  let frames = 0;
  const dispatcher = new Dispatcher<EncodedFrame>({
    capacity,
    ...(groupOf !== undefined && { groupOf }),
    clock,
    timers: clock,
    onFailed: (cameraId, error) => failures.push([cameraId, error]),
    run: (frame: EncodedFrame, cameraId) =>
      new Promise((resolve, reject) => {
        flights.push({
          cameraId,
          frameNumber: frame.atUtcMs,
          beganMs: clock.monotonicMs(),
          land: (error) => (error instanceof Error ? reject(error) : resolve(error ?? 'sampled')),
        });
      }),
  });
  return {
    clock,
    dispatcher,
    flights,
    failures,
    begun: () => flights.map((flight) => `${flight.cameraId}${flight.frameNumber}`),
    add(id: string, periodMs: number | (() => number) = 1000, maxAgeMs = 10_000) {
      const mailbox = new Mailbox<EncodedFrame>(clock);
      boxes.set(id, mailbox);
      dispatcher.add({
        id,
        mailbox,
        periodMs: typeof periodMs === 'number' ? () => periodMs : periodMs,
        maxAgeMs: () => maxAgeMs,
      });
    },
    async put(id: string) {
      frames += 1;
      boxes.get(id)?.put({
        codec: 'jpeg',
        data: new Uint8Array(1),
        atUtcMs: frames,
        mediaMs: null,
      });
      await settle();
    },
    async land(index: number, error?: Error | 'nothing') {
      flights[index]?.land(error);
      await settle();
    },
  };
}

describe('dispatcher', () => {
  test('samples the first frame of a camera at once', async () => {
    const { add, put, begun } = bench(1);
    add('a');
    await put('a');
    expect(begun()).toEqual(['a1']);
  });

  test('takes a frame that lay in the mailbox before the camera was added', async () => {
    const { dispatcher, clock, begun } = bench(1);
    const mailbox = new Mailbox<EncodedFrame>(clock);
    mailbox.put({ codec: 'jpeg', data: new Uint8Array(1), atUtcMs: 7, mediaMs: null });
    dispatcher.add({ id: 'a', mailbox, periodMs: () => 1000, maxAgeMs: () => 1000 });
    await settle();
    expect(begun()).toEqual(['a7']);
  });

  test('samples the newest frame when the camera falls due, and no frame twice', async () => {
    const { add, put, land, begun, clock, dispatcher } = bench(1);
    add('a');
    await put('a');
    await land(0);
    await put('a');
    await put('a');
    await clock.advance(999);
    expect(begun()).toEqual(['a1']);
    await clock.advance(1);
    expect(begun()).toEqual(['a1', 'a3']);
    await land(1);
    await clock.advance(10_000);
    expect(begun()).toHaveLength(2);
    expect(dispatcher.stats()).toMatchObject({ samples: 2, replaced: 1, starved: 9, shed: 0 });
  });

  test('a group whose workers hang holds up no other group, whatever it has waiting', async () => {
    const { add, put, land, begun, clock, dispatcher } = bench(1, (id) =>
      id < 'c' ? 'bad' : 'good',
    );
    for (const id of ['a', 'b', 'c', 'd']) add(id);
    for (const id of ['a', 'b', 'c', 'd']) await put(id);
    expect(begun()).toEqual(['a1', 'c3']);
    await land(1);
    await land(2);
    await clock.advance(1_000);
    for (const id of ['c', 'd']) await put(id);
    await land(3);
    expect(begun()).toEqual(['a1', 'c3', 'd4', 'c5', 'd6']);
    await land(0);
    expect(begun().at(-1)).toBe('b2');
    expect(dispatcher.stats().inFlight).toBe(2);
  });

  test('a camera that is due is sampled in the moment its keyframe comes', async () => {
    const { add, put, land, begun, clock } = bench(1);
    add('a');
    await put('a');
    await land(0);
    await clock.advance(5400);
    await put('a');
    expect(begun()).toEqual(['a1', 'a2']);
  });

  test('a frame that was gone when it was to be looked at leaves its slot starved', async () => {
    const { add, put, land, begun, clock, dispatcher } = bench(1);
    add('a');
    await put('a');
    await land(0, 'nothing');
    await clock.advance(1000);
    await put('a');
    expect(begun()).toEqual(['a1', 'a2']);
    await land(1);
    const stats = dispatcher.stats();
    expect(stats).toMatchObject({ samples: 1, starved: 1, failed: 0, latencyMs: { p50: 0 } });
  });

  test('has one frame of a camera in flight, and no more than there are workers', async () => {
    const { add, put, begun, land, dispatcher, clock } = bench(2);
    for (const id of ['a', 'b', 'c']) {
      add(id);
      await put(id);
    }
    await put('a');
    await clock.advance(2000);
    expect(begun()).toEqual(['a1', 'b2']);
    expect(dispatcher.stats().inFlight).toBe(2);
    await land(1);
    expect(begun()).toEqual(['a1', 'b2', 'c3']);
    await land(0);
    expect(begun()).toEqual(['a1', 'b2', 'c3', 'a4']);
  });

  test('begins the longest overdue camera first', async () => {
    const { add, put, begun, land, clock } = bench(1);
    add('a');
    await put('a');
    add('b');
    await clock.advance(10);
    add('c');
    await put('c');
    await put('b');
    await land(0);
    expect(begun()).toEqual(['a1', 'b3']);
    await land(1);
    expect(begun()).toEqual(['a1', 'b3', 'c2']);
  });

  test('counts what it sheds, for each camera', async () => {
    const { add, put, land, clock, dispatcher } = bench(1);
    add('a');
    add('b');
    await put('a');
    await put('b');
    await clock.advance(3000);
    const stats = dispatcher.stats();
    expect(stats.shed).toBe(5);
    expect(stats.cameras).toMatchObject([
      { id: 'a', shed: 2, starved: 0 },
      { id: 'b', shed: 3, starved: 0 },
    ]);
    await land(0);
    expect(dispatcher.stats().cameras).toMatchObject([
      { id: 'a', samples: 1 },
      { id: 'b', samples: 0 },
    ]);
  });

  test('a failed sample costs that sample alone', async () => {
    const { add, put, land, clock, dispatcher, failures, begun } = bench(1);
    add('a');
    await put('a');
    const error = new Error('decoder choked');
    await land(0, error);
    expect(failures).toEqual([['a', error]]);
    await put('a');
    await clock.advance(1000);
    await land(1);
    expect(begun()).toHaveLength(2);
    expect(dispatcher.stats()).toMatchObject({ samples: 1, failed: 1, inFlight: 0 });
  });

  test('a run that throws instead of rejecting is a failed sample too', async () => {
    const clock = new FakeClock();
    const failures: unknown[] = [];
    const dispatcher = new Dispatcher<EncodedFrame>({
      capacity: 1,
      clock,
      timers: clock,
      onFailed: (_, error) => failures.push(error),
      run: () => {
        throw new Error('at once');
      },
    });
    const mailbox = new Mailbox<EncodedFrame>(clock);
    dispatcher.add({ id: 'a', mailbox, periodMs: () => 1000, maxAgeMs: () => 1000 });
    mailbox.put({ codec: 'jpeg', data: new Uint8Array(1), atUtcMs: 1, mediaMs: null });
    await settle();
    expect(failures).toHaveLength(1);
    expect(dispatcher.stats()).toMatchObject({ failed: 1, inFlight: 0 });
  });

  test('throws a stale keyframe away', async () => {
    const { add, put, land, begun, clock, dispatcher } = bench(1);
    add('a', 1000, 1500);
    add('b');
    await put('b');
    await put('a');
    await clock.advance(1501);
    await land(0);
    expect(begun()).toEqual(['b1']);
    expect(dispatcher.stats()).toMatchObject({ stale: 1 });
    await put('a');
    expect(begun()).toEqual(['b1', 'a3']);
  });

  test('leaves a paused camera out and takes it in again', async () => {
    const { add, put, land, begun, clock, dispatcher } = bench(1);
    add('a');
    await put('a');
    dispatcher.pause('a');
    await land(0);
    await put('a');
    await clock.advance(5000);
    expect(begun()).toEqual(['a1']);
    expect(dispatcher.stats()).toMatchObject({
      samples: 1,
      shed: 0,
      cameras: [{ id: 'a', isPaused: true }],
    });
    dispatcher.resume('a');
    await settle();
    expect(begun()).toEqual(['a1', 'a2']);
  });

  test('a camera can be removed while its sample is in flight, and come back', async () => {
    const { add, put, land, begun, clock, dispatcher } = bench(2);
    add('a');
    await put('a');
    let isGone = false;
    const gone = dispatcher.remove('a').then(() => {
      isGone = true;
    });
    add('a');
    await put('a');
    await clock.advance(3000);
    expect(begun(), 'two frames of one camera are never in flight').toEqual(['a1']);
    expect(isGone).toBe(false);
    await land(0);
    await gone;
    expect(begun()).toEqual(['a1', 'a2']);
    await land(1);
    expect(dispatcher.stats()).toMatchObject({ samples: 2, cameras: [{ id: 'a', samples: 1 }] });
  });

  test('keeps the totals of cameras that are gone', async () => {
    const { add, put, land, dispatcher } = bench(1);
    add('a');
    for (let i = 0; i < 4; i++) {
      await put('a');
    }
    await land(0);
    await dispatcher.remove('a');
    await put('a');
    expect(dispatcher.stats()).toMatchObject({ samples: 1, replaced: 2, cameras: [] });
    await dispatcher.remove('a');
    await dispatcher.remove('never there');
  });

  test('refuses to sample one camera twice', () => {
    const { add } = bench(1);
    add('a');
    expect(() => add('a')).toThrow('already');
  });

  test('has one timer for all cameras, and none while no camera can fall due', async () => {
    const { add, put, land, clock, begun } = bench(8);
    for (const id of ['a', 'b', 'c', 'd']) {
      add(id);
      await put(id);
    }
    expect(clock.pendingTimers).toBe(0);
    for (const i of [0, 1, 2, 3]) {
      await land(i);
    }
    expect(clock.pendingTimers).toBe(0);
    for (const id of ['d', 'c', 'b', 'a']) {
      await put(id);
    }
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1000);
    expect(begun()).toHaveLength(8);
  });

  test('notices a shorter period, and one of Infinity, with the next keyframe', async () => {
    let periodMs = 60_000;
    const { add, put, land, clock, begun } = bench(1);
    add('a', () => periodMs);
    await put('a');
    await land(0);
    await put('a');
    await clock.advance(1000);
    periodMs = 2000;
    await put('a');
    await clock.advance(2000);
    expect(begun()).toEqual(['a1', 'a3']);
    await land(1);
    periodMs = Number.POSITIVE_INFINITY;
    await put('a');
    await clock.advance(100_000);
    expect(begun()).toHaveLength(2);
    expect(clock.pendingTimers).toBe(0);
  });

  test('spreads cameras that began together', async () => {
    const { add, put, land, clock, flights } = bench(8);
    const ids = ['a', 'b', 'c', 'd'];
    for (const id of ids) {
      add(id);
      await put(id);
    }
    for (const i of [0, 1, 2, 3]) {
      await land(i);
    }
    for (const id of ids) {
      await put(id);
    }
    await clock.advance(1000);
    const instants = flights.slice(4).map((flight) => flight.beganMs);
    expect(instants).toHaveLength(4);
    const gaps = instants.slice(1).map((ms, i) => ms - (instants[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(1000 / 12);
  });

  test('after stop nothing is begun, and stop waits for what is in flight', async () => {
    const { add, put, land, clock, begun, dispatcher } = bench(2);
    add('a');
    add('b');
    await put('a');
    let isStopped = false;
    const stopped = dispatcher.stop().then(() => {
      isStopped = true;
    });
    await put('b');
    await put('a');
    await clock.advance(5000);
    expect(isStopped).toBe(false);
    await land(0);
    await stopped;
    expect(begun()).toEqual(['a1']);
    expect(clock.pendingTimers).toBe(0);
  });

  test('tells how long samples took', async () => {
    const { add, put, land, clock, dispatcher } = bench(1);
    add('a');
    expect(dispatcher.stats().latencyMs).toBeNull();
    await put('a');
    await clock.advance(40);
    await land(0);
    expect(dispatcher.stats()).toMatchObject({ latencyMs: { p50: 40, p99: 40 } });
    expect(dispatcher.stats().samplesPerSecond).toBe(1);
  });
});

interface Load {
  readonly cameras: number;
  readonly workers: number;
  readonly periodMs: number;
  /** How long the n-th task of a camera takes, ms. */
  readonly serviceMs: (camera: number, n: number) => number;
  readonly lastsMs: number;
}

interface Outcome {
  readonly begun: readonly number[];
  readonly longestWaitMs: number;
  readonly mostOvertakings: number;
  readonly mostInFlight: number;
  readonly stats: SamplingStats;
}

/** Cameras that always have a new frame, and workers that take as long as the load says. */
async function simulate(load: Load): Promise<Outcome> {
  const clock = new FakeClock();
  const ids = Array.from({ length: load.cameras }, (_, i) => `${i}`);
  const begun = ids.map(() => 0);
  const waiting = new Map<string, { sinceMs: number; overtakenBy: Map<string, number> }>();
  let [longestWaitMs, mostOvertakings, inFlight, mostInFlight] = [0, 0, 0, 0];
  const boxes = new Map(ids.map((id) => [id, new Mailbox<EncodedFrame>(clock)]));
  const put = (id: string) =>
    boxes.get(id)?.put({ codec: 'jpeg', data: new Uint8Array(1), atUtcMs: 0, mediaMs: null });
  const begin = (id: string) => {
    const waited = waiting.get(id);
    longestWaitMs = Math.max(longestWaitMs, clock.monotonicMs() - (waited?.sinceMs ?? 0));
    mostOvertakings = Math.max(mostOvertakings, ...(waited?.overtakenBy.values() ?? []));
    waiting.delete(id);
    for (const other of waiting.values()) {
      other.overtakenBy.set(id, (other.overtakenBy.get(id) ?? 0) + 1);
    }
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
  };
  const dispatcher = new Dispatcher<EncodedFrame>({
    capacity: load.workers,
    clock,
    timers: clock,
    onFailed: (_, error) => {
      throw error;
    },
    run: (_, id) =>
      new Promise((resolve) => {
        begin(id);
        const camera = Number(id);
        const n = begun[camera] ?? 0;
        begun[camera] = n + 1;
        clock.after(load.serviceMs(camera, n), () => {
          inFlight -= 1;
          // Its next frame is there already, and since periods are shorter than any round it is due.
          waiting.set(id, { sinceMs: clock.monotonicMs(), overtakenBy: new Map() });
          resolve('sampled');
          put(id);
        });
      }),
  });
  for (const [id, mailbox] of boxes) {
    waiting.set(id, { sinceMs: clock.monotonicMs(), overtakenBy: new Map() });
    put(id);
    dispatcher.add({ id, mailbox, periodMs: () => load.periodMs, maxAgeMs: () => 1e9 });
  }
  await clock.advance(load.lastsMs);
  const stats = dispatcher.stats();
  for (const waited of waiting.values()) {
    longestWaitMs = Math.max(longestWaitMs, clock.monotonicMs() - waited.sinceMs);
  }
  return { begun, longestWaitMs, mostOvertakings, mostInFlight, stats };
}

describe('fairness under load', () => {
  const loads = fc.record({
    cameras: fc.integer({ min: 2, max: 12 }),
    workers: fc.integer({ min: 1, max: 4 }),
    services: fc.array(fc.integer({ min: 5, max: 400 }), { minLength: 1, maxLength: 40 }),
  });

  test('a waiting camera is overtaken by each other at most once and waits no longer than stated', async () => {
    await fc.assert(
      fc.asyncProperty(loads, async ({ cameras, workers, services }) => {
        const outcome = await simulate({
          cameras,
          workers,
          periodMs: 0.001,
          serviceMs: (camera, n) => services[(camera * 7 + n) % services.length] ?? 5,
          lastsMs: 4000,
        });
        expect(outcome.mostInFlight).toBeLessThanOrEqual(workers);
        expect(outcome.mostOvertakings).toBeLessThanOrEqual(1);
        const longestMs = Math.max(...services);
        expect(outcome.longestWaitMs).toBeLessThanOrEqual(
          ((cameras - 1) * longestMs) / workers + 0.1,
        );
      }),
      { numRuns: 60, seed: 20260115 },
    );
  });

  test('where tasks take equally long, no two cameras differ by more than one sample', async () => {
    await fc.assert(
      fc.asyncProperty(loads, async ({ cameras, workers, services }) => {
        const serviceMs = services[0] ?? 5;
        const { begun } = await simulate({
          cameras,
          workers,
          periodMs: 0.001,
          serviceMs: () => serviceMs,
          lastsMs: 4000,
        });
        expect(Math.max(...begun) - Math.min(...begun)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40, seed: 20260115 },
    );
  });

  test('one slow camera costs the others no more than its turn', async () => {
    const { begun } = await simulate({
      cameras: 5,
      workers: 1,
      periodMs: 0.001,
      serviceMs: (camera) => (camera === 0 ? 1000 : 10),
      lastsMs: 20_799,
    });
    expect(begun).toEqual([20, 20, 20, 20, 20]);
  });

  test('what is asked for is sampled or shed: nothing is lost in silence', async () => {
    await fc.assert(
      fc.asyncProperty(loads, async ({ cameras, workers, services }) => {
        const { stats } = await simulate({
          cameras,
          workers,
          periodMs: 100,
          serviceMs: (camera, n) => services[(camera + n) % services.length] ?? 5,
          lastsMs: 5000,
        });
        for (const camera of stats.cameras) {
          const slots = camera.samples + camera.shed + camera.starved;
          // 50 whole periods, the first slot at once, and up to two that are still open or in flight.
          expect(slots).toBeGreaterThanOrEqual(48);
          expect(slots).toBeLessThanOrEqual(52);
        }
      }),
      { numRuns: 30, seed: 20260115 },
    );
  });
});
