/** One sender over a real outbox, turn by turn. */

import { expect, it } from 'vitest';
import { NOON } from '../../store/history/folder.fixture.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { HeadOffice } from '../../support/head-office.ts';
import { HOUR_MS } from '../../support/times.ts';
import { Box, GYM } from './line.fixture.ts';

async function joined() {
  const clock = new FakeClock(NOON);
  let offsetMs = 0;
  const office = new HeadOffice(() => clock.nowUtcMs() + offsetMs);
  const box = await Box.open(office, clock);
  await box.schedule({ Yoga: 12 });
  await box.join();
  const setOffice = (ms: number) => {
    offsetMs = ms;
  };
  return { office, box, setOffice };
}

it('a sender sends the oldest of much that waits, and the same again where a receipt was lost', async () => {
  const { box, office } = await joined();
  const booked = Array.from({ length: 900 }, (_, at) => [`Class ${at}`, at % 30] as const);
  await box.schedule(Object.fromEntries(booked));
  await box.turn();
  const cursor = office.cursor();
  await box.turn('receipt is lost');
  await box.turn();
  const again = { from_seq: cursor + 1 };
  expect(box.sent.slice(-2)).toMatchObject([again, again]);
  await box.settle();
  expect(office.rows()).toEqual(await box.rows());
  expect(box.sent.every(({ changes }) => changes.length <= 200)).toBe(true);
});

it('a sender holds a row back that breaks the shape of its kind, or that the head office refuses', async () => {
  const { box, office } = await joined();
  await box.schedule({ Yoga: 12, Spin: 3_000_000_000 });
  await box.settle();
  expect(await box.history.outbox.pending(GYM)).toEqual({ waiting: 0, held: 1 });
  expect([...office.rows().keys()].filter((id) => id.startsWith('session'))).toHaveLength(1);
  const send = box.send.bind(box);
  box.send = async (batch) => {
    const receipt = await send(batch);
    return { ...receipt, refused: batch.changes.map(({ seq }) => seq) };
  };
  await box.count('Yoga', 9);
  await box.turn();
  expect(await box.history.outbox.pending(GYM)).toEqual({ waiting: 0, held: 2 });
  // Once they are right they go, and the digests agree.
  box.send = send;
  await box.schedule({ Yoga: 12, Spin: 3 });
  await box.count('Yoga', 10);
  box.clock.skip(25 * HOUR_MS);
  await box.settle();
  expect(box.sender.figures().unequal).toBe(0);
  expect(office.digests()).toEqual(await box.digests());
});

it('a sender tells who is in the rooms when that changes, and once a minute', async () => {
  const { box } = await joined();
  const now = (occupancy: number, at = 0) => ({
    rooms: [{ id: 'hall', occupancy, updated_utc_ms: at, state: 'live' as const }],
    minutes_from_utc_ms: at,
    minutes: { hall: [occupancy] },
    running: {},
  });
  box.rooms = now(3);
  await box.settle();
  expect(box.sent[0]?.rooms).toEqual(now(3));
  const toldAfter = async (ms: number, rooms: ReturnType<typeof now>) => {
    const before = box.sent.length;
    box.clock.skip(ms);
    box.rooms = rooms;
    await box.settle();
    return box.sent.slice(before).map(({ rooms: told }) => told);
  };
  expect(await toldAfter(10_000, now(4))).toEqual([]);
  expect(await toldAfter(10_000, now(4))).toEqual([now(4)]);
  expect(await toldAfter(50_000, now(4, 1))).toEqual([]);
  expect(await toldAfter(10_000, now(4, 2))).toEqual([now(4, 2)]);
});

it.each([-1, 1])('a clock that is %i hour off is told, and changes no order', async (hours) => {
  const { box, office, setOffice } = await joined();
  await box.settle();
  expect(box.sender.figures().skewMs).toBe(0);
  setOffice(-hours * HOUR_MS);
  await box.schedule({ Yoga: 14 });
  await box.settle();
  expect(box.sender.figures().skewMs).toBe(hours * HOUR_MS);
  await box.schedule({ Yoga: 15 });
  await box.settle();
  expect(box.sent.at(-1)?.skew_ms).toBe(hours * HOUR_MS);
  expect(office.rows()).toEqual(await box.rows());
});
