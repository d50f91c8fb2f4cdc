/** `/v1/live` as clients meet it, over each backing, with time that the test turns. */

import { connect } from 'node:net';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { formatInstant } from '../../../gym/calendar/zone.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { classSession, counted } from '../../support/classes.ts';
import { camera, engineStatus } from '../../support/engine-status.ts';
import { NOTHING_COUNTED } from '../../support/evidence.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { gymSource } from '../../support/gym-source.ts';
import { gymView, roomView } from '../../support/gym-view.ts';
import { cookieOf, type MemoryAccess, memoryAccess } from '../../support/memory-access.ts';
import { type Service, startService } from '../../support/service.ts';
import { HOUR_MS } from '../../support/times.ts';
import { until } from '../../support/until.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const ANNAS = classSession({ id: 'annas', startsUtcMs: NOON - HOUR_MS / 2 });
const BEN = { id: 'ben', name: 'Ben' };
const BENS = classSession({ id: 'bens', trainer: BEN, startsUtcMs: NOON + HOUR_MS });
/** Keys of programs, as many as it takes to fill all places. */
const PROGRAMS = ['tk_0', 'tk_1', 'tk_2', 'tk_3', 'tk_4', 'tk_5', 'tk_6'];

let service: Service;
let view: GymView | null;
let time: FakeClock;
let cameraState: 'streaming' | 'waiting';
let access: MemoryAccess;

beforeEach(async () => {
  time = new FakeClock(NOON);
  cameraState = 'streaming';
  view = gymView({ nowUtcMs: NOON, sessions: [ANNAS, BENS] });
  access = await memoryAccess([
    { secret: 'tk_owner', gymId: 'gym', role: 'owner', lookupLimit: 5 },
    { secret: 'tk_manager', gymId: 'gym', role: 'manager' },
    { secret: 'tk_trainer', gymId: 'gym', role: 'trainer', trainerId: 'ben' },
    ...PROGRAMS.map((secret) => ({ secret, gymId: 'gym', role: 'manager' }) as const),
  ]);
  const gyms = { ...gymSource(), view: () => view };
  const status = () => ({
    ...engineStatus(),
    cameras: [camera({ id: 'cam', state: cameraState })],
    cameraPlaces: new Map([['cam', { gymId: 'gym', lastSampleUtcMs: null }]]),
  });
  const parts = { evidence: NOTHING_COUNTED, clock: time, timers: time };
  service = await startService({ gyms, access, status, ...parts });
  onTestFinished(() => service.close());
});

const opened = (key: string, lastId?: string) => openedWith(`X-Api-Key: ${key}`, lastId);
const openedWith = (shown: string, lastId?: string, from = 1) => {
  const localAddress = `127.0.0.${from}`;
  const socket = connect({ port: service.port, host: '127.0.0.1', localAddress });
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString();
  });
  socket.on('error', () => undefined);
  const more = lastId === undefined ? '' : `Last-Event-ID: ${lastId}\r\n`;
  socket.write(`GET /v1/live HTTP/1.1\r\nHost: x\r\n${shown}\r\n${more}\r\n`);
  const events = () =>
    heard
      .split('\n\n')
      .slice(0, -1)
      .flatMap((text) => {
        const data = /^data: (.*)$/m.exec(text)?.[1];
        if (data === undefined) return [];
        const id = /^id: (.*)$/m.exec(text)?.[1];
        return { id, name: /^event: (.*)$/m.exec(text)?.[1], data: JSON.parse(data) };
      });
  const names = () => events().map(({ name, data }) => (name === 'class' ? data.kind : name));
  const found = async (name: string) => {
    await until(() => names().includes(name));
    const [event] = events().filter((one) => one.name === name || one.data.kind === name);
    return { id: event?.id, data: event?.data };
  };
  return { socket, events, names, found, head: () => heard };
};
const metric = async (name: string) => {
  const answer = await service.get('/metrics', { headers: { Accept: 'text/plain' } });
  return Number(new RegExp(`^turnout_live_${name} (\\d+)$`, 'm').exec(await answer.text())?.[1]);
};
const change = async (said: Partial<GymView>) => {
  if (view !== null) view = { ...view, nowUtcMs: time.nowUtcMs() + 1_000, ...said };
  await time.advance(1_000);
};

it('a live stream begins with how everything is, and charges nothing', async () => {
  const stream = opened('tk_owner');
  const { id, data } = await stream.found('hello');
  expect(id).toMatch(/^[0-9a-z]+-\d+$/);
  expect(data).toMatchObject({ build: '1.2.3', gym_id: 'gym', role: 'owner', resumed: false });
  expect(data.rooms).toMatchObject([{ id: 'hall', occupancy: 0, state: 'live' }]);
  expect(data.rooms[0].minutes).toHaveLength(60);
  expect(data.running.map((row: { id: string }) => row.id)).toEqual(['annas']);
  expect(stream.head()).toMatch(/content-type: text\/event-stream/i);
  expect(stream.head()).toMatch(/cache-control: no-store, no-transform\r\n/i);
  expect(stream.head()).toMatch(/x-accel-buffering: no\r\n/i);
  expect(stream.head()).not.toMatch(/ratelimit: /i);
  expect((await stream.found('cameras')).data.changed).toEqual([
    { id: 'cam', state: 'streaming', reasons: [] },
  ]);
  expect(access.used('tk_owner')).toBe(0);
  const headers = { 'X-Api-Key': 'tk_owner' };
  const head = await service.get('/v1/live', { method: 'HEAD', headers });
  expect([head.status, await metric('streams')]).toEqual([200, 1]);
});

it('a live stream tells rooms, classes and cameras when they change, to those who may see them', async () => {
  const [owner, manager, trainer] = ['tk_owner', 'tk_manager', 'tk_trainer'].map((key) =>
    opened(key),
  );
  for (const stream of [owner, manager, trainer]) await stream?.found('hello');
  cameraState = 'waiting';
  await change({ rooms: [roomView({ occupancy: 7 })] });
  await change({ nowUtcMs: BENS.startsUtcMs });
  await change({ nowUtcMs: BENS.endsUtcMs });
  const after = { ...ANNAS, attendance: counted(9) };
  await change({ nowUtcMs: BENS.endsUtcMs, sessions: [after, BENS] });
  const corrected = { ...ANNAS, attendance: counted(8, { source: 'manual' }) };
  await change({ nowUtcMs: BENS.endsUtcMs, sessions: [corrected, BENS] });
  const booked = { ...BENS, booked: 3 };
  await change({ nowUtcMs: BENS.endsUtcMs, sessions: [corrected, booked] });
  for (const stream of [owner, manager, trainer]) await stream?.found('changed');
  const classes = ['ended', 'started', 'ended', 'estimated', 'corrected', 'changed'];
  expect(owner?.names()).toEqual(['hello', 'cameras', 'rooms', 'cameras', ...classes]);
  expect(manager?.names()).toEqual(['hello', 'rooms', ...classes]);
  expect(trainer?.names()).toEqual(['hello', 'started', 'ended', 'changed']);
  expect((await trainer?.found('hello'))?.data).toMatchObject({ rooms: [], running: [] });
  expect((await owner?.found('rooms'))?.data.changed).toMatchObject([{ id: 'hall', occupancy: 7 }]);
  expect((await manager?.found('corrected'))?.data).toMatchObject({ id: 'annas', attended: 8 });
  const ids = owner?.events().map(({ id }) => Number(id?.split('-')[1] ?? 0)) ?? [];
  expect(ids.filter((id) => id > 0)).toEqual(ids.filter((id) => id > 0).toSorted((a, b) => a - b));
});

it('a live stream goes on where a client was: no class is lost, and rooms are as they are now', async () => {
  const first = opened('tk_manager');
  const { id } = await first.found('hello');
  first.socket.destroy();
  await until(async () => (await metric('streams')) === 0);
  await change({ nowUtcMs: BENS.startsUtcMs, rooms: [roomView({ occupancy: 4 })] });
  await change({ nowUtcMs: BENS.endsUtcMs });
  const again = opened('tk_manager', id);
  await until(() => again.names().length === 4);
  expect(again.names()).toEqual(['hello', 'ended', 'started', 'ended']);
  expect((await again.found('hello')).data).toMatchObject({
    resumed: true,
    rooms: [{ occupancy: 4 }],
    // Of now, and not of the last change.
    server_time: formatInstant('UTC', time.nowUtcMs()),
  });
  const last = again.events().at(-1)?.id;
  const third = opened('tk_manager', last);
  await third.found('hello');
  expect((await third.found('hello')).data.resumed).toBe(true);
  for (const other of ['0000-1', `${last?.split('-')[0]}-99999`, 'nothing']) {
    const stream = opened('tk_manager', other);
    expect((await stream.found('hello')).data.resumed).toBe(false);
    expect(stream.names()).toEqual(['hello']);
  }
});

it('a live stream ends at once when its key is revoked, and says why', async () => {
  const [owner, manager] = [opened('tk_owner'), opened('tk_manager')];
  await Promise.all([owner.found('hello'), manager.found('hello')]);
  await access.revokeKey('key_1', 'test');
  expect((await manager.found('bye')).data).toEqual({ reason: 'revoked' });
  await until(async () => (await metric('streams')) === 1);
  expect(owner.names()).not.toContain('bye');
  view = null;
  await time.advance(1_000);
  expect((await owner.found('bye')).data).toEqual({ reason: 'gym_removed' });
});

/** A class of a name of a megabyte changes until a client is behind. */
const fallBehind = async (onChange: (changes: number) => unknown = () => undefined) => {
  for (let at = 0; (await metric('behind')) === 0 && at < 60; at += 1) {
    await change({ sessions: [ANNAS, { ...BENS, name: `${at} ${'x'.repeat(1_000_000)}` }] });
    await onChange(at + 1);
  }
};

it('a live stream skips a client that does not read, counts it, and tells it once how everything is', async () => {
  const [slow, quick] = [opened('tk_manager'), opened('tk_manager')];
  await Promise.all([slow.found('hello'), quick.found('hello')]);
  slow.socket.pause();
  await fallBehind((changes) => until(() => quick.names().length === changes + 1));
  expect([await metric('behind'), await metric('streams')]).toEqual([1, 2]);
  await change({ sessions: [ANNAS, { ...BENS, name: 'x'.repeat(1_000_000) }] });
  const skipped = await metric('skipped_total');
  expect(skipped).toBeGreaterThanOrEqual(2);
  slow.socket.resume();
  await until(async () => (await metric('behind')) === 0);
  await until(() => slow.names().filter((name) => name === 'hello').length === 2);
  expect(slow.names().at(-1)).toBe('hello');
  await change({ rooms: [roomView({ occupancy: 5 })] });
  await slow.found('rooms');
  expect(await metric('skipped_total')).toBe(skipped);
}, 60_000);

it('a live stream ends a client that reads nothing for a minute', async () => {
  const slow = opened('tk_manager');
  await slow.found('hello');
  slow.socket.pause();
  await fallBehind();
  await time.advance(60_000);
  await until(async () => (await metric('streams')) === 0);
  expect(await metric('behind')).toBe(0);
}, 60_000);

const STRANGER = 'X-Sandbox: true';
const all = (count: number, shown: string, from: number) =>
  Promise.all(
    Array.from({ length: count }, () => openedWith(shown, undefined, from).found('hello')),
  );
const refusal = async (shown: string, from: number) => {
  const stream = openedWith(shown, undefined, from);
  await until(() => stream.head().includes('}'));
  const [, status] = /^HTTP\/1.1 (\d+)/.exec(stream.head()) ?? [];
  const [, retryAfter] = /^retry-after: (\d+)/im.exec(stream.head()) ?? [];
  const [, code] = /"code":"(\w+)"/.exec(stream.head()) ?? [];
  return [status, retryAfter, code];
};
const browserOf = async (secret: string) => `Cookie: ${await cookieOf(access, secret)}`;

it('a live stream of the sandbox has the time of its gym', async () => {
  const stream = openedWith('X-Sandbox: true');
  const { data } = await stream.found('hello');
  expect(data.server_time).toBe(formatInstant('UTC', gymView().nowUtcMs));
  await time.advance(15_000);
  expect((await stream.found('tick')).data.server_time).toBe(data.server_time);
});

it('a live stream gives strangers a fifth of the places, keys the next, and the last to those who run a gym', async () => {
  for (const from of [1, 2, 3, 4, 5]) await all(20, STRANGER, from);
  expect(await refusal(STRANGER, 1)).toEqual(['429', '30', 'too_many_own_streams']);
  expect(await refusal(STRANGER, 6)).toEqual(['503', '30', 'too_many_streams']);
  for (const [at, secret] of PROGRAMS.slice(0, 6).entries()) {
    await all(50, `X-Api-Key: ${secret}`, at + 1);
  }
  const [manager, owner] = [await browserOf('tk_manager'), await browserOf('tk_owner')];
  expect(await refusal('X-Api-Key: tk_6', 7)).toEqual(['503', '30', 'too_many_streams']);
  expect(await refusal(await browserOf('tk_trainer'), 7)).toEqual(
    await refusal('X-Api-Key: tk_owner', 7),
  );
  await all(8, manager, 1);
  await all(8, owner, 1);
  expect(await refusal(owner, 7)).toEqual(['429', '30', 'too_many_own_streams']);
  await all(1, await browserOf('tk_owner'), 1);
}, 60_000);

it('a live stream gives an owner’s program a place that others at its address do not take', async () => {
  await all(50, 'X-Api-Key: tk_trainer', 1);
  expect(await refusal('X-Api-Key: tk_manager', 1)).toEqual(['429', '30', 'too_many_own_streams']);
  await all(1, 'X-Api-Key: tk_owner', 1);
}, 60_000);

it('a live stream ends the stream of a stranger after ten minutes, who goes on where it was', async () => {
  const [stranger, key] = [openedWith(STRANGER), opened('tk_manager')];
  await Promise.all([stranger.found('hello'), key.found('hello')]);
  await time.advance(599_000);
  expect(stranger.names()).not.toContain('bye');
  await time.advance(1_000);
  expect((await stranger.found('bye')).data).toEqual({ reason: 'time_up' });
  const again = openedWith(STRANGER, stranger.events()[0]?.id);
  expect((await again.found('hello')).data).toMatchObject({ resumed: true });
  expect(key.names()).not.toContain('bye');
});
