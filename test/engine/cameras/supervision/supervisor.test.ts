import { expect, test, vi } from 'vitest';
import type { SourceOptions } from '../../../../engine/cameras/source.ts';
import type { CameraSnapshot } from '../../../../engine/cameras/supervision/supervisor.ts';
import {
  type CameraSpec,
  Fleet,
  Supervisor,
} from '../../../../engine/cameras/supervision/supervisor.ts';
import type { EncodedFrame } from '../../../../engine/frames/decoder.ts';
import { coded } from '../../../support/an-error.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { sourceOptions } from '../../../support/opened-source.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { ScriptedSource } from '../../../support/scripted-source.ts';

function spec(id: string, changes: Partial<CameraSpec> = {}): CameraSpec {
  const wantedPeriodMs = () => 5000;
  return { id, ...sourceOptions({ url: `rtsp://${id}/`, wantedPeriodMs, ...changes }) };
}

/** Sources that do what a test says, and time that it turns; jitter is left out, so waits are the longest possible. */
function scripted() {
  const [clock, log] = [new FakeClock(), new RecordedLog()];
  const sources: ScriptedSource[] = [];
  const delivered: EncodedFrame[] = [];
  const createSource = (options: SourceOptions) => {
    const source = new ScriptedSource(options);
    sources.push(source);
    return source;
  };
  const deliver = (_: string, frame: EncodedFrame) => void delivered.push(frame);
  const around = { createSource, deliver, clock, timers: clock, log, random: () => 0 };
  return { clock, log, sources, delivered, around };
}

/** Lets the newest source answer and deliver its first keyframe. */
async function streaming(newest: () => ScriptedSource): Promise<ScriptedSource> {
  await settle();
  newest().answer();
  await settle();
  newest().keyframe();
  return newest();
}

/** A camera under supervision, which has begun. */
function supervise() {
  const { around, ...world } = scripted();
  const { clock, sources } = world;
  const base = spec('hall', { url: 'rtsp://user:secret@camera.example/stream' });
  const camera = new Supervisor(base, around);
  camera.start();
  const last = () => sources.at(-1)!;
  return {
    ...world,
    camera,
    base,
    last,
    state: () => camera.snapshot().state,
    reasons: () => camera.snapshot().reasons,
    stream: () => streaming(last),
    async fail(error: Error): Promise<CameraSnapshot> {
      await settle();
      last().fail(error);
      await settle();
      return camera.snapshot();
    },
    /** Lets time pass until the camera is tried again. */
    async nextAttempt(): Promise<void> {
      while (camera.snapshot().state !== 'connecting') await clock.advance(500);
    },
  };
}

test('supervisor: connects, and streams with the first keyframe', async () => {
  const { camera, state, clock, last, delivered } = supervise();
  camera.start();
  expect(state()).toBe('connecting');
  await settle();
  last().answer();
  await settle();
  expect(state(), 'a connection without a picture is not a stream').toBe('connecting');
  await clock.advance(1000);
  last().keyframe();
  const nowUtcMs = clock.nowUtcMs();
  const stream = { codec: 'h264', width: 1920, height: 1080, fps: 25, gopMs: null };
  const totals = { reconnects: 0, keyframes: 1, bytes: 1000, lastKeyframeUtcMs: nowUtcMs };
  const well = { state: 'streaming', reasons: [], detail: null, retryAtUtcMs: null };
  const about = { id: 'hall', sinceUtcMs: nowUtcMs, wantedPeriodMs: 5000 };
  expect(camera.snapshot()).toEqual({ ...about, ...well, ...stream, ...totals });
  expect(delivered).toHaveLength(1);
});

test('supervisor: a lost camera waits with a reason, connects again and streams', async () => {
  const rig = supervise();
  await rig.stream();
  const now = await rig.fail(coded('camera_stalled'));
  const why = { reasons: ['camera_stalled'], detail: 'test: expected it, got none' };
  const retryAtUtcMs = rig.clock.nowUtcMs() + 2000;
  expect(now).toMatchObject({ state: 'waiting', ...why, retryAtUtcMs, reconnects: 1, width: 1920 });
  await rig.clock.advance(1999);
  expect(rig.sources).toHaveLength(1);
  await rig.clock.advance(1);
  expect(rig.sources).toHaveLength(2);
  const again = { state: 'connecting', reasons: ['camera_stalled'], retryAtUtcMs: null };
  expect(rig.camera.snapshot()).toMatchObject(again);
  await rig.stream();
  expect(rig.camera.snapshot()).toMatchObject({ state: 'streaming', reasons: [], keyframes: 2 });
});

test('supervisor: waits leave no listener behind, however long a camera is down', async () => {
  const adds = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  const removes = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
  const rig = supervise();
  const left: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await rig.stream();
    await rig.fail(coded('camera_stalled'));
    await rig.nextAttempt();
    // Each scripted source listens to a signal of its own.
    const own = rig.sources.length;
    left.push(adds.mock.calls.length - removes.mock.calls.length - own);
  }
  vi.restoreAllMocks();
  expect(left).toEqual(left.map(() => left[0]));
});

test('supervisor: changed credentials are tried at once', async () => {
  const rig = supervise();
  const refused = await rig.fail(coded('camera_unauthorized'));
  expect(refused.detail).toContain('new settings');
  rig.camera.update({ ...rig.base, url: 'rtsp://user:other@camera.example/stream' });
  expect(rig.camera.snapshot()).toMatchObject({ state: 'connecting', reasons: [], detail: null });
  await rig.stream();
  expect(rig.sources).toHaveLength(2);
  expect(rig.last().options.url).toContain('other');
  await rig.clock.advance(1_000);
  expect(rig.state()).toBe('streaming');
});

test('supervisor: with every other packet but no keyframe it has stalled after 20 s', async () => {
  const rig = supervise();
  await rig.stream();
  await rig.clock.advance(2000);
  rig.last().keyframe(2000);
  for (let second = 0; second < 19; second += 1) {
    rig.last().packets(25);
    await rig.clock.advance(1000);
  }
  expect(rig.reasons()).not.toContain('camera_stalled');
  await rig.clock.advance(5_000);
  expect(rig.reasons()).toEqual(['camera_stalled']);
});

test('supervisor: a source that hangs while it opens is given up, 5 s past its own limit', async () => {
  const rig = supervise();
  await rig.clock.advance(14_999);
  expect(rig.state()).toBe('connecting');
  await rig.clock.advance(1);
  expect(rig.reasons()).toEqual(['camera_timeout']);
});

test('supervisor: a source that fails once it was stopped is a line of the log, and nothing else', async () => {
  const rig = supervise();
  const source = await rig.stream();
  source.hangsInClose = true;
  const stopped = rig.camera.stop();
  source.keyframe();
  source.failToClose(new Error('no'));
  await stopped;
  expect(rig.log.of('camera_source_broke')[0]?.fields).toMatchObject({ cause: 'no' });
  expect(source.closeCalls).toBe(1);
  expect(rig.delivered).toHaveLength(1);
});

test('supervisor: stop ends everything, also while it waits or connects, and leaves no timer', async () => {
  const [streaming, waiting, connecting] = [supervise(), supervise(), supervise()];
  await streaming.stream();
  await streaming.camera.stop();
  streaming.camera.start();
  await streaming.stream();
  expect(streaming.state(), 'started again').toBe('streaming');
  await waiting.fail(coded('camera_refused'));
  for (const rig of [streaming, waiting, connecting]) {
    await rig.camera.stop();
    await rig.camera.stop();
    const made = rig.sources.length;
    await rig.clock.advance(1_000_000);
    expect(rig.sources).toHaveLength(made);
    expect(rig.state()).toBe('stopped');
    expect(rig.clock.pendingTimers).toBe(0);
  }
});

test('supervisor: with three sources that hang it opens no more until one lets go', async () => {
  const rig = supervise();
  for (let i = 0; i < 3; i++) {
    const source = await rig.stream();
    source.hangsInClose = true;
    rig.camera.update({ ...rig.base, url: `rtsp://elsewhere/${i}` });
    await rig.clock.advance(1500);
  }
  expect(rig.sources).toHaveLength(3);
  expect(rig.camera.snapshot()).toMatchObject({ state: 'waiting', reasons: ['camera_stalled'] });
  expect(rig.camera.snapshot().detail).toContain('3 that hang');
  rig.sources[0]?.letGo();
  await rig.nextAttempt();
  await rig.stream();
  expect(rig.state()).toBe('streaming');
});

test('supervisor: a source with a fault of its own is a state too, and the log has the cause', async () => {
  const rig = supervise();
  await rig.stream();
  expect(await rig.fail(new TypeError('x is not a function'))).toMatchObject({
    state: 'waiting',
    reasons: ['internal_error'],
    detail: 'a fault in Turnout itself; the log has its cause',
  });
  const fields = { camera: 'hall', cause: 'x is not a function' };
  expect(rig.log.of('camera_source_broke')[0]?.fields).toEqual(fields);
});

function fleetOf() {
  const { around, ...world } = scripted();
  const fleet = new Fleet(around);
  const source = (id: string) =>
    world.sources.findLast(({ options }) => options.url === `rtsp://${id}/`)!;
  return {
    ...world,
    fleet,
    source,
    states: () => fleet.snapshots().map(({ id, state }) => `${id} ${state}`),
    stream: (id: string) => streaming(() => source(id)),
  };
}

test('fleet: adding, changing and removing cameras touches no other', async () => {
  const { fleet, states, stream, source, sources } = fleetOf();
  await fleet.apply([spec('a'), spec('b'), spec('c')]);
  for (const id of ['a', 'b', 'c']) await stream(id);
  const [a, b, c] = ['a', 'b', 'c'].map(source);
  const changed = spec('b', { transport: 'udp' });
  await fleet.apply([spec('a', { wantedPeriodMs: () => 60_000 }), changed, spec('d')]);
  await settle();
  expect([a, b, c].map((one) => one?.closeCalls)).toEqual([0, 1, 1]);
  expect(sources).toHaveLength(5);
  expect(states()).toEqual(['a streaming', 'b connecting', 'd connecting']);
  expect(fleet.get('c')).toBeUndefined();
  expect(fleet.get('a')?.snapshot()).toMatchObject({ state: 'streaming', keyframes: 1 });
});

test('fleet: a removed camera that hangs holds nobody up for longer than 2 s, and may come back', async () => {
  const { fleet, stream, source, clock, states } = fleetOf();
  await fleet.apply([spec('a'), spec('b')]);
  await stream('a');
  await stream('b');
  const hanging = source('a');
  hanging.hangsInClose = true;
  const applied = fleet.apply([spec('b'), spec('c')]);
  expect(states(), 'the others are in place at once').toEqual(['b streaming', 'c connecting']);
  await fleet.apply([spec('b'), spec('c'), spec('a')]);
  await stream('a');
  hanging.keyframe();
  await clock.advance(2000);
  await applied;
  expect(fleet.get('a')?.snapshot()).toMatchObject({ state: 'streaming', keyframes: 1 });
});

test('fleet: stops all at once, within 2 s for all of them together', async () => {
  const { fleet, stream, source, clock, states, log } = fleetOf();
  const ids = Array.from({ length: 24 }, (_, i) => `${i}`);
  await fleet.apply(ids.map((id) => spec(id)));
  for (const id of ids) {
    await stream(id);
    source(id).hangsInClose = true;
  }
  const stopped = fleet.stop();
  await clock.advance(2000);
  await stopped;
  expect(log.of('camera_close_hangs')).toHaveLength(24);
  expect(states().every((state) => state.endsWith('stopped'))).toBe(true);
  await clock.advance(1_000_000);
  expect(clock.pendingTimers).toBe(0);
});
