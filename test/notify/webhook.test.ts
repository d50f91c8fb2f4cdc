import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { RETRY_MS } from '../../notify/notify.ts';
import { PRIVATE } from '../../notify/try.ts';
import { camera, engineStatus, feedStatus } from '../support/engine-status.ts';
import { roomView } from '../support/gym-view.ts';
import { MINUTE_MS } from '../support/times.ts';
import { notifying, notifyingBy, OTHER_SECRET, receiver, SECRET, session } from './gym.fixture.ts';

const HOOK = (url: string) =>
  `id: erp, webhook: "${url}", secret: "${SECRET}", send: [weekly, alerts, classes]`;
const CLASSES = (url: string) => `id: erp, webhook: "${url}", secret: "${SECRET}", send: [classes]`;

type Body = { type: string; data: Record<string, unknown> };
const bodies = (received: readonly { body: string }[]) =>
  received.map(({ body }) => JSON.parse(body) as Body);

it('a webhook is signed as Standard Webhooks has it, by both secrets while they change', async () => {
  const { url, received } = await receiver();
  const both = `id: erp, webhook: "${url}", secret: "${SECRET} ${OTHER_SECRET}", send: [classes]`;
  const { notify } = await notifying([both]);
  expect(await notify().test('gym', 'erp')).toEqual({ fault: null });
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const [id = '', timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  // The clock of the test is not that of the verifier.
  const at = new Date(Number(timestamp) * 1000);
  for (const secret of [SECRET, OTHER_SECRET])
    expect(signature?.split(' ')).toContain(new Webhook(secret).sign(id, at, body));
  expect(JSON.parse(body)).toMatchObject({ type: 'test', data: { gym_id: 'gym' } });
});

it('a webhook hears of a class once it is counted, and again when its figures change', async () => {
  const { received, see, clock, round, restart } = await notifyingBy(HOOK);
  const ended = session(clock.nowUtcMs());
  clock.skip(15 * MINUTE_MS);
  await see({ sessions: [{ ...ended, attendance: null }] });
  expect(received).toHaveLength(0);
  await see({ sessions: [ended] });
  await restart();
  await round();
  const narrower = { ...ended.attendance, high: 15 } as typeof ended.attendance;
  await see({ sessions: [{ ...ended, attendance: narrower }] });
  const corrected = { ...ended.attendance, attended: 11, low: 11, high: 11, source: 'manual' };
  await see({ sessions: [{ ...ended, attendance: corrected } as typeof ended] });
  expect(bodies(received).map(({ type, data }) => [type, data['attended']])).toEqual([
    ['class.finished', 15],
    ['class.no_shows', 15],
    ['class.changed', 15],
    ['class.changed', 11],
  ]);
});

it('a webhook hears of no-shows where the figures come after the class was told, and once', async () => {
  const { received, see, clock } = await notifyingBy(HOOK);
  const ended = session(clock.nowUtcMs());
  await see({ sessions: [{ ...ended, attendance: null }] }, 2 * 60 * MINUTE_MS);
  await see({ sessions: [ended] });
  await see({ sessions: [{ ...ended, booked: 20 }] });
  const types = bodies(received).map(({ type }) => type);
  expect(types).toEqual(['class.finished', 'class.changed', 'class.no_shows', 'class.changed']);
});

it('a webhook hears of no no-shows where all who booked are within the range of the count', async () => {
  const { received, see, clock } = await notifyingBy(HOOK);
  const { attendance, ...ended } = session(clock.nowUtcMs(), { booked: 20 });
  clock.skip(15 * MINUTE_MS);
  await see({ sessions: [{ ...ended, attendance: { ...attendance!, high: 20 } }] });
  expect(bodies(received).map(({ type }) => type)).toEqual(['class.finished']);
});

it('a webhook and MQTT hear of the same classes, which MQTT has without their trainers', async () => {
  const mail = 'mqtt: { url: "mqtt://127.0.0.1:1" }';
  const { see, clock, classes, list } = await notifying([], { mail });
  const ended = session(clock.nowUtcMs(), { trainer: { id: 'ann', name: 'Ann' } });
  clock.skip(15 * MINUTE_MS);
  const before = session(ended.startsUtcMs - 86_400_000, { id: 'cls_0' });
  await see({ sessions: [before, ended] });
  await see({ sessions: [before, { ...ended, booked: 17 }] }, 15 * MINUTE_MS);
  expect(classes).toMatchObject([
    { event_type: 'class.finished', id: 'cls_1', room: 'Hall', attended: 15, booked: 18 },
    { event_type: 'class.changed', id: 'cls_1', booked: 17 },
  ]);
  expect(JSON.stringify(classes)).not.toContain('Ann');
  expect(await list()).toEqual([]);
});

it('a webhook hears of what is wrong and of its end, each once, also after a start', async () => {
  const { received, world, see, clock, round, restart, pass } = await notifyingBy(HOOK);
  const running = session(clock.nowUtcMs(), { endsUtcMs: clock.nowUtcMs() + 600 * MINUTE_MS });
  const lost = camera({ state: 'waiting', lastKeyframeUtcMs: clock.nowUtcMs() });
  world.view = { sessions: [{ ...running, attendance: null }] };
  world.status = { ...engineStatus(), cameras: [lost] };
  await round();
  await pass(9 * MINUTE_MS);
  expect(received).toHaveLength(0);
  await pass(2 * MINUTE_MS);
  await restart();
  await round();
  const fault = { code: 'feed_timeout', detail: '' } as const;
  world.status = {
    ...engineStatus(),
    cameras: [camera({ lastKeyframeUtcMs: clock.nowUtcMs() })],
    schedule: { feeds: [feedStatus({ gymId: 'gym', lastSuccessUtcMs: clock.nowUtcMs(), fault })] },
  };
  await see({ ...world.view, rooms: [roomView({ occupancy: 25 })] });
  await pass(70 * MINUTE_MS);
  await see({ ...world.view, rooms: [roomView({ occupancy: 20 })] });
  await pass(3 * MINUTE_MS);
  expect(bodies(received).map(({ type, data }) => [type, data['solved'] ?? null])).toEqual([
    ['camera.lost', null],
    ['room.over_capacity', null],
    ['feed.failing', null],
    ['camera.recovered', null],
    ['room.over_capacity', true],
  ]);
});

it('a webhook hears of one outage of a camera with its begin, however often the program starts meanwhile', async () => {
  const { received, world, clock, round, restart, pass } = await notifyingBy(HOOK);
  const begunUtcMs = clock.nowUtcMs();
  const running = session(begunUtcMs, { endsUtcMs: begunUtcMs + 600 * MINUTE_MS });
  world.view = { sessions: [{ ...running, attendance: null }] };
  const shows = (change: Parameters<typeof camera>[0]) => {
    const startedAtUtcMs = clock.nowUtcMs();
    world.status = { ...engineStatus(), startedAtUtcMs, cameras: [camera(change)] };
  };
  const showsFor = async (minutes: number, change: Parameters<typeof camera>[0]) => {
    shows(change);
    await round();
    await pass(minutes * MINUTE_MS);
  };
  /** As after a start: the camera is first connected to, and then found to be gone still. */
  const starts = async () => {
    await restart();
    shows({ state: 'connecting', lastKeyframeUtcMs: null });
    await round();
    shows({ state: 'waiting', reasons: ['camera_unreachable'], lastKeyframeUtcMs: null });
  };
  await showsFor(6, { state: 'waiting', lastKeyframeUtcMs: begunUtcMs });
  await starts();
  await pass(MINUTE_MS);
  // Ten minutes are over, but whether it is still gone is known only once it was tried.
  clock.skip(5 * MINUTE_MS);
  await starts();
  expect(received).toHaveLength(0);
  await pass(MINUTE_MS);
  await starts();
  await pass(60 * MINUTE_MS);
  await showsFor(3, { lastKeyframeUtcMs: clock.nowUtcMs() });
  // The next one is another.
  const nextUtcMs = clock.nowUtcMs();
  await showsFor(11, { state: 'waiting', lastKeyframeUtcMs: nextUtcMs });
  // Whether it is back cannot be known of one that is switched off, or out of the file.
  await showsFor(3, { state: 'stopped', lastKeyframeUtcMs: null });
  world.status = { ...engineStatus(), cameras: [] };
  await round();
  await pass(3 * MINUTE_MS);
  const since = (ms: number) => new Date(ms).toISOString();
  expect(bodies(received).map(({ type, data }) => [type, data['since']])).toEqual([
    ['camera.lost', since(begunUtcMs)],
    ['camera.recovered', since(begunUtcMs)],
    ['camera.lost', since(nextUtcMs)],
  ]);
});

it('a webhook is tried again after each wait with the same id, then lies as a dead letter, and can be sent again', async () => {
  let status = 500;
  const answer = (): [number] => [status];
  const { received, clock, round, list, history, pass, ends } = await notifyingBy(CLASSES, answer);
  await ends();
  for (const waitMs of RETRY_MS) {
    await pass(waitMs * 1.11);
  }
  expect(received).toHaveLength(RETRY_MS.length + 1);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const fault = 'The receiver answered with status 500.';
  expect(await list()).toMatchObject([{ dueUtcMs: null, sentUtcMs: null, fault }]);
  status = 204;
  expect(await history.deliveries.replay('gym', null, clock.nowUtcMs())).toBe(1);
  await round();
  expect(await list()).toMatchObject([{ dueUtcMs: null, sentUtcMs: clock.nowUtcMs() }]);
});

it.each([
  { name: 'as seconds', wait: '7200', ms: 7_200_000 },
  { name: 'as a date', wait: 'Sat, 22 Nov 2025 12:00:00 GMT', ms: null },
])('a webhook waits as long as Retry-After says, $name', async ({ wait, ms }) => {
  const { clock, list, ends } = await notifyingBy(HOOK, () => [429, { 'retry-after': wait }]);
  await ends();
  const due = ms === null ? Date.parse(wait) : clock.nowUtcMs() + ms;
  expect(await list()).toMatchObject([{ tries: 1, dueUtcMs: due }]);
});

it('a webhook that answers 410 is switched off, over a start, until a test arrives', async () => {
  let status = 410;
  const answer = (): [number] => [status];
  const { received, see, clock, restart, notify, list, ends } = await notifyingBy(HOOK, answer);
  await ends();
  const fault = expect.stringMatching(/gone \(410\).* turnout notify test/);
  expect(await list()).toMatchObject([{ fault, dueUtcMs: null }]);
  await restart();
  await see({ sessions: [session(clock.nowUtcMs(), { id: 'cls_2' })] }, 20 * MINUTE_MS);
  expect([received.length, await notify().isOff('gym', 'erp')]).toEqual([1, true]);
  status = 200;
  await notify().test('gym', 'erp');
  expect(await notify().isOff('gym', 'erp')).toBe(false);
});

it('a webhook that refuses, or moved, says so in a sentence without its address', async () => {
  const moved = await receiver(() => [302, { location: '/elsewhere' }]);
  const { notify } = await notifying([
    HOOK(moved.url),
    `id: shut, webhook: "http://127.0.0.1:1/secret", secret: "${SECRET}", send: [classes]`,
    `id: inside, webhook: "${moved.url}", secret: "${SECRET}", send: [classes], internet_only: true`,
    `id: lost, webhook: "http://name.invalid/secret", secret: "${SECRET}", send: [classes]`,
    `id: wants, slack: "\${SLACK_URL}", send: [alerts]`,
  ]);
  const faultOf = async (id: string) => (await notify().test('gym', id)).fault;
  expect(await faultOf('erp')).toBe('The receiver moved (302). Enter its new address.');
  expect(await faultOf('shut')).toBe('Nothing answers at the address of the receiver.');
  expect(await faultOf('inside')).toBe(PRIVATE);
  expect(await faultOf('lost')).toBe('The name of the receiver is not known.');
  expect(await faultOf('wants')).toBe("The variable SLACK_URL isn't set where the server runs.");
  await expect(notify().test('gym', 'none')).rejects.toMatchObject({ code: 'unknown_name' });
});

it('a webhook that never answers holds up no other channel, and a stop ends it at once', async () => {
  const hangs = await receiver(() => null);
  const works = await receiver();
  const { world, clock, notify, list } = await notifying([
    HOOK(hangs.url),
    `id: other, webhook: "${works.url}", secret: "${SECRET}", send: [classes]`,
  ]);
  world.view = { sessions: [session(clock.nowUtcMs(), { booked: 15 })] };
  clock.skip(MINUTE_MS);
  await notify().look();
  await notify().send();
  await expect.poll(() => [hangs.received.length, works.received.length]).toEqual([1, 1]);
  await notify().stop();
  const waiting = (await list()).filter(({ dueUtcMs }) => dueUtcMs !== null);
  expect(waiting.map(({ channel }) => channel)).toEqual(['erp']);
});
