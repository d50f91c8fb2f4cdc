import { describe, expect, test } from 'vitest';
import type { CameraSpec } from '../../../../engine/cameras/supervision/camera-spec.ts';
import { Fleet } from '../../../../engine/cameras/supervision/fleet.ts';
import { TurnoutError } from '../../../../errors.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';
import { ScriptedSource } from '../../../support/scripted-source.ts';

function camera(id: string, changes: Partial<CameraSpec> = {}): CameraSpec {
  return {
    id,
    url: `rtsp://${id}/`,
    transport: 'tcp',
    openTimeoutMs: 10_000,
    readTimeoutMs: 10_000,
    wantedPeriodMs: () => 5000,
    ...changes,
  };
}

function fleetOf() {
  const clock = new FakeClock();
  const sources = new Map<string, ScriptedSource[]>();
  const delivered: string[] = [];
  const fleet = new Fleet({
    createSource: (options) => {
      if (options.url.startsWith('gopher:')) {
        throw new TurnoutError('source_unsupported', {
          where: 'source',
          expected: 'rtsp',
          got: 'another kind of address',
        });
      }
      const source = new ScriptedSource(options);
      sources.set(options.url, [...(sources.get(options.url) ?? []), source]);
      return source;
    },
    deliver: (cameraId) => delivered.push(cameraId),
    clock,
    timers: clock,
    log: silentLog,
    random: () => 0,
  });
  const source = (id: string) => sources.get(`rtsp://${id}/`)?.at(-1);
  return {
    clock,
    fleet,
    delivered,
    source,
    made: () => [...sources.values()].flat().length,
    states: () => fleet.snapshots().map(({ id, state }) => `${id} ${state}`),
    async stream(id: string) {
      await settle();
      source(id)?.answer();
      await settle();
      source(id)?.keyframe();
    },
  };
}

describe('fleet', () => {
  test('starts the cameras it is given and says whose frame came', async () => {
    const { fleet, states, stream, delivered } = fleetOf();
    await fleet.apply([camera('a'), camera('b')]);
    expect(states()).toEqual(['a connecting', 'b connecting']);
    await stream('b');
    await stream('a');
    expect(delivered).toEqual(['b', 'a']);
    expect(states()).toEqual(['a streaming', 'b streaming']);
  });

  test('adding, changing and removing cameras touches no other', async () => {
    const { fleet, states, stream, source, made } = fleetOf();
    await fleet.apply([camera('a'), camera('b'), camera('c')]);
    for (const id of ['a', 'b', 'c']) {
      await stream(id);
    }
    const [a, b, c] = ['a', 'b', 'c'].map(source);
    await fleet.apply([
      camera('a', { wantedPeriodMs: () => 60_000 }),
      camera('b', { transport: 'udp' }),
      camera('d'),
    ]);
    await settle();
    expect([a, b, c].map((one) => one?.closeCalls)).toEqual([0, 1, 1]);
    expect(made()).toBe(5);
    expect(states()).toEqual(['a streaming', 'b connecting', 'd connecting']);
    expect(fleet.get('c')).toBeUndefined();
    expect(fleet.get('a')?.snapshot()).toMatchObject({ state: 'streaming', keyframes: 1 });
  });

  test('the same settings again change nothing', async () => {
    const { fleet, stream, source, made } = fleetOf();
    await fleet.apply([camera('a')]);
    await stream('a');
    await fleet.apply([camera('a')]);
    await settle();
    expect(made()).toBe(1);
    expect(source('a')?.closeCalls).toBe(0);
  });

  test('a camera that cannot work leaves the others working', async () => {
    const { fleet, stream, states } = fleetOf();
    await fleet.apply([camera('odd', { url: 'gopher://x/' }), camera('a')]);
    await stream('a');
    expect(states()).toEqual(['odd failing', 'a streaming']);
  });

  test('a removed camera that hangs holds nobody up for longer than 2 s, and may come back', async () => {
    const { fleet, stream, source, clock, states } = fleetOf();
    await fleet.apply([camera('a'), camera('b')]);
    await stream('a');
    await stream('b');
    const hanging = source('a');
    if (hanging !== undefined) {
      hanging.hangsInClose = true;
    }
    let isApplied = false;
    const applied = fleet.apply([camera('b'), camera('c')]).then(() => {
      isApplied = true;
    });
    expect(states(), 'the others are in place at once').toEqual(['b streaming', 'c connecting']);
    await fleet.apply([camera('b'), camera('c'), camera('a')]);
    await stream('a');
    hanging?.keyframe();
    await clock.advance(2000);
    await applied;
    expect(isApplied).toBe(true);
    expect(fleet.get('a')?.snapshot()).toMatchObject({ state: 'streaming', keyframes: 1 });
  });

  test('refuses two cameras of one id and changes nothing', async () => {
    const { fleet, states } = fleetOf();
    await fleet.apply([camera('a')]);
    await expect(fleet.apply([camera('b'), camera('b')])).rejects.toThrow('same id');
    expect(states()).toEqual(['a connecting']);
  });

  test('stops all at once, within 2 s for all of them together', async () => {
    const { fleet, stream, source, clock, states } = fleetOf();
    const ids = Array.from({ length: 24 }, (_, i) => `${i}`);
    await fleet.apply(ids.map((id) => camera(id)));
    for (const id of ids) {
      await stream(id);
      const one = source(id);
      if (one !== undefined) {
        one.hangsInClose = true;
      }
    }
    let isStopped = false;
    void fleet.stop().then(() => {
      isStopped = true;
    });
    await clock.advance(2000);
    expect(isStopped).toBe(true);
    expect(states().every((state) => state.endsWith('stopped'))).toBe(true);
    await clock.advance(1_000_000);
    expect(clock.pendingTimers).toBe(0);
  });
});
