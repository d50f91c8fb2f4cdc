/** Batches into PostgreSQL: what has a higher number wins; receipts say what was committed; what is refused changes nothing. */

import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AnyBatch, type AnyChange, digestsOf, packed } from '../../../chain/sync.ts';
import { type Database, migrate, openDatabase } from '../../../hq/database/database.ts';
import { remakeEnded } from '../../../hq/days/keep-days.ts';
import { addGym } from '../../../hq/gyms/directory.ts';
import { createLiveRooms } from '../../../hq/gyms/live-rooms.ts';
import { revokeBox } from '../../../hq/sync/boxes.ts';
import { gymRows } from '../../../hq/sync/rows.ts';
import { Sync } from '../../../hq/sync/sync.ts';
import { anError } from '../../support/an-error.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { boxStatus, joinBox, sendAs } from '../../support/joined-box.ts';
import { HAS_POSTGRES, startPostgres } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';
import { HOUR_MS } from '../../support/times.ts';
import { batch, correction, estimate, NOW, session, settings, trainer } from './batches.fixture.ts';

describe.skipIf(!HAS_POSTGRES)('a head office', () => {
  const postgres = started(startPostgres);
  let database: Database;
  let sync: Sync;
  let key: string;
  let box: string;
  let nowUtcMs: number;
  let databases = 0;
  beforeEach(async () => {
    databases += 1;
    nowUtcMs = NOW;
    database = openDatabase({ url: await postgres.createDatabase(`sync_${databases}`) });
    await migrate(database);
    await addGym(database, { id: 'one', name: 'One', groups: [] }, NOW);
    sync = new Sync({ database, clock: { nowUtcMs: () => nowUtcMs } });
    ({ key, box } = await joinBox(database, 'one', NOW));
    return () => database.close();
  });

  const take = (one: AnyBatch) => sendAs(sync, key, one);
  const classes = () =>
    database.query<{ id: string; booked: number; attended: number; corrected: number }>(
      'SELECT id, booked, attended, corrected FROM class_now WHERE seq > 0 AND NOT is_deleted ORDER BY id',
    );
  const ids = async () => (await classes()).map(({ id }) => id);
  const count = async (table: string) => {
    const [row] = await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
    return row?.n;
  };

  it('gives a receipt for what it has committed, and takes a batch twice as once', async () => {
    const one = batch(1, [session('cls_a'), session('cls_b')]);
    const [first, second] = [await take(one), await take(one)];
    const numbers = { cursor: 2, top_seq: 2 };
    expect(first).toEqual({ v: 1, ...numbers, hq_utc_ms: NOW, refused: [], unequal: null });
    expect(second).toEqual(first);
    expect(await ids()).toEqual(['cls_a', 'cls_b']);
  });

  it('keeps the newest state in any order, also within one batch', async () => {
    await take(batch(2, [session('cls_a', { booked: 2 }), session('cls_a', { booked: 3 })]));
    await take(batch(1, [session('cls_a', { booked: 1 })]));
    expect(await classes()).toEqual([{ id: 'cls_a', booked: 3, attended: null, corrected: null }]);
  });

  it('does not move the cursor over a gap, and takes what came after it all the same', async () => {
    expect(await take(batch(5, [session('cls_late')]))).toMatchObject({ cursor: 0, top_seq: 5 });
    const four = ['cls_a', 'cls_b', 'cls_c', 'cls_d'].map((id) => session(id));
    expect(await take(batch(1, four))).toMatchObject({ cursor: 4, top_seq: 5 });
    expect(await classes()).toHaveLength(5);
  });

  it('joins a class, its estimate and its correction in whatever order they come', async () => {
    await take(batch(1, [correction('cls_a/1', 9)]));
    await take(batch(2, [estimate('cls_a', 12)]));
    expect(await classes()).toEqual([]);
    await take(batch(3, [session('cls_a')]));
    expect(await classes()).toEqual([{ id: 'cls_a', booked: 10, attended: 12, corrected: 9 }]);
    await take(batch(4, [correction('cls_a/1', 9, NOW)]));
    expect((await classes())[0]?.corrected).toBeNull();
  });

  it('buries a class by a tombstone, and takes it back where it comes again', async () => {
    await take(batch(1, [session('cls_a')]));
    await take(batch(2, [{ ...session('cls_a'), data: null }]));
    expect(await classes()).toEqual([]);
    expect(await count('gym_day')).toBe(0);
    await take(batch(1, [session('cls_a')]));
    expect(await classes()).toEqual([]);
    await take(batch(3, [session('cls_a')]));
    expect(await classes()).toHaveLength(1);
  });

  it('buries what a box has lost once everything has come again, and not before', async () => {
    await take(batch(1, [session('cls_a', { booked: 7 }), session('cls_gone'), trainer('anna')]));
    await take(batch(4, [estimate('cls_gone', 5), correction('cls_gone/1', 5)]));
    const again = (from: number, changes: AnyChange[]) => ({
      ...batch(from, changes),
      base_seq: 20,
      whole_seq: 22,
    });
    // After a gap, which is none any more: nothing up to 20 is of this box.
    expect(await take(again(21, [session('cls_a', { booked: 1 })]))).toMatchObject({ cursor: 21 });
    expect(await ids()).toEqual(['cls_a', 'cls_gone']);
    expect(await take(again(22, [session('cls_b')]))).toMatchObject({ cursor: 22 });
    expect((await classes()).map(({ id, booked }) => [id, booked])).toEqual([
      ['cls_a', 1],
      ['cls_b', 10],
    ]);
    expect([await count('trainer'), await count('correction'), await count('class_now')]).toEqual([
      ...[0, 0, 2],
    ]);
    expect(await database.query('SELECT sessions FROM gym_day')).toEqual([{ sessions: 2 }]);
  });

  it('shows how a box is by what came last, not by its clock, which may step back', async () => {
    const pending = () => database.query("SELECT (status->>'pending')::integer AS n FROM box");
    await take({ ...batch(1, [session('cls_a')]), status: boxStatus({ pending: 1 }) });
    await take({ ...batch(2, []), sent_utc_ms: NOW - HOUR_MS, status: boxStatus({ pending: 2 }) });
    expect(await pending()).toEqual([{ n: 2 }]);
    // What comes again late says how it was.
    await take({ ...batch(1, []), status: boxStatus({ pending: 3 }) });
    expect(await pending()).toEqual([{ n: 2 }]);
  });

  it('holds who is in the rooms now apart from all else, until the box is silent', async () => {
    const rooms = {
      rooms: [{ id: 'hall', occupancy: 4, updated_utc_ms: NOW, state: 'live' as const }],
      minutes_from_utc_ms: NOW,
      minutes: {},
      running: {},
    };
    await take({ ...batch(1, [session('cls_a')]), rooms });
    const clock = new FakeClock(NOW);
    const live = createLiveRooms(database, clock);
    await live.refresh('one');
    expect(live.of('one')).toEqual(rooms);
    expect(live.refresh('one')).toBeNull();
    nowUtcMs += 60_000;
    const fewer = { ...rooms, running: {} };
    expect(await take({ ...batch(2, []), rooms: fewer })).toMatchObject({ cursor: 1 });
    const [row] = await database.query('SELECT told_utc_ms FROM room_now');
    expect(row).toEqual({ told_utc_ms: NOW + 60_000 });
    expect(await database.query('SELECT received_utc_ms FROM box')).toEqual([
      { received_utc_ms: NOW },
    ]);
    await clock.advance(4 * 60_000);
    await live.refresh('one');
    expect(live.of('one')).toBeNull();
  });

  it('refuses who may not send, says why and what to do, and changes nothing', async () => {
    await take(batch(1, [session('cls_a')]));
    await addGym(database, { id: 'two', name: 'Two', groups: [] }, NOW);
    const other = await joinBox(database, 'two', NOW);
    const one = batch(2, [session('cls_b')]);
    const refusals = [
      [undefined, one, /the key of a box that has joined/],
      [`tb_${'0'.repeat(32)}`, one, /the key of a box that has joined/],
      [other.key, one, /expected a box of gym two, got one of gym one/],
      [key, { ...one, gym: 'two' }, /expected a box of gym one, got one of gym two/],
      [key, { ...one, run: 'r_2' }, /got a copy of its data.*turnout hq token one.*turnout join/],
    ] as const;
    for (const [shown, given, message] of refusals) {
      const refused = sync.take(shown, packed(given), 'gzip');
      await expect(refused).rejects.toMatchObject({ code: 'sync_refused', status: 403, message });
    }
    // A start after the one before is no copy; who comes with the one before then is.
    await take({ ...batch(2, []), run: 'r_2', runs_before: ['r_0', 'r_1'] });
    await expect(take(one)).rejects.toThrow('a copy of its data');
    await revokeBox(database, box, NOW);
    const after = take({ ...one, run: 'r_2' });
    await expect(after).rejects.toEqual(
      anError('sync_refused', /shut out, or whose place another has taken.*turnout hq token one/),
    );
    expect(await ids()).toEqual(['cls_a']);
  });

  it('lets another box take the place: it goes on with higher numbers, and the one before is refused', async () => {
    await take(batch(7, [session('cls_a')]));
    const next = await joinBox(database, 'one', NOW);
    expect(next).toMatchObject({ gym: 'one', gym_name: 'One', after_seq: 7 });
    await expect(take(batch(8, []))).rejects.toMatchObject({ code: 'sync_refused' });
    const first = { ...batch(8, [session('cls_b')]), base_seq: 7, whole_seq: 8, run: 'r_9' };
    expect(await sendAs(sync, next.key, first)).toMatchObject({ cursor: 8 });
    expect(await ids()).toEqual(['cls_b']);
  });

  it('refuses what is newer or a bomb, and loses nothing of what comes right later', async () => {
    const one = batch(1, [session('cls_a')]);
    const refusals = [
      [packed({ ...one, v: 2 }), 'sync_newer'],
      [gzipSync(Buffer.alloc(100 * 1024 * 1024)), 'malformed_request'],
    ] as const;
    for (const [body, code] of refusals)
      await expect(sync.take(key, body, 'gzip')).rejects.toMatchObject({ code });
    expect(await classes()).toEqual([]);
    expect(await take(one)).toMatchObject({ cursor: 1 });
  });

  it('names the rows that break their shape, and takes the rest of their batch', async () => {
    const wrong = [
      session('cls_zero', { name: 'a\0b' }),
      session('cls_large', { booked: 9e9 }),
      correction('cls_a', 1),
      session('cls_a', { seq: 99, est_seq: 99, gym: 2 }),
    ];
    expect(await take(batch(1, wrong))).toMatchObject({ cursor: 4, refused: [1, 2, 3] });
    expect(await database.query('SELECT gym, id, seq, est_seq FROM class_now')).toEqual([
      { gym: 1, id: 'cls_a', seq: 4, est_seq: 0 },
    ]);
  });

  it('compares digests once it has all that they speak of', async () => {
    const changes = [
      settings(),
      session('cls_a'),
      estimate('cls_a', 3),
      trainer('anna'),
      correction('cls_a/1', 3),
    ];
    await take(batch(1, changes));
    const digests = digestsOf(changes.map((change, at) => ({ ...change, seq: at + 1 })));
    expect(digestsOf(await gymRows(database, 1))).toEqual(digests);
    const compared = (wanted: string[], from = 6) => take({ ...batch(from, []), digests: wanted });
    expect(await compared(digests)).toMatchObject({ cursor: 5, unequal: [] });
    expect(await compared(digests, 9)).toMatchObject({ cursor: 5, unequal: null });
    const { unequal } = await compared(digestsOf([{ ...trainer('anna'), seq: 9 }]));
    expect(unequal?.length).toBeGreaterThan(3);
  });

  it('dates classes by the zone of the gym, also where it comes after them or changes', async () => {
    const starts = Date.UTC(2026, 10, 20, 23, 30);
    const late = { starts_utc_ms: starts, ends_utc_ms: starts + HOUR_MS };
    await take(batch(1, [session('cls_a', late)]));
    const days = async () =>
      (await database.query<{ day: string }>('SELECT day FROM gym_day')).map(({ day }) => day);
    expect(await days()).toEqual(['2026-11-20']);
    await take(batch(2, [settings('Asia/Tokyo')]));
    expect(await days()).toEqual(['2026-11-21']);
  });

  it('sums a day as of its last class that ended', async () => {
    const later = { starts_utc_ms: NOW + HOUR_MS, ends_utc_ms: NOW + 2 * HOUR_MS, booked: 4 };
    await take(batch(1, [session('cls_a'), estimate('cls_a', 6), session('cls_b', later)]));
    const day = () =>
      database.query(
        'SELECT sessions, held, by_camera, attended, booked, next_utc_ms FROM gym_day',
      );
    const sums = { sessions: 2, by_camera: 1, attended: 6, booked: 14 };
    expect(await day()).toEqual([{ ...sums, held: 1, next_utc_ms: NOW + 2 * HOUR_MS }]);
    const clock = { nowUtcMs: () => NOW + 3 * HOUR_MS };
    expect(await remakeEnded({ database, clock })).toBe(1);
    expect(await day()).toMatchObject([{ sessions: 2, held: 2, next_utc_ms: null }]);
    expect(await remakeEnded({ database, clock })).toBe(0);
  });

  it('is killed before the commit, and what is given again is there once', async () => {
    const one = batch(1, [session('cls_a'), estimate('cls_a', 4)]);
    const holding = openDatabase({ url: `${postgres.url}`.replace(/[^/]*$/, `sync_${databases}`) });
    const killed = holding.transaction(async (other) => {
      await other.query('SELECT FROM box FOR UPDATE');
      const taking = take(one);
      taking.catch(() => undefined);
      const waits = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      await expect.poll(() => database.query(waits)).toHaveLength(1);
      await postgres.kill();
      await taking;
    });
    await expect(killed).rejects.toMatchObject({ code: 'database_unusable' });
    await holding.close();
    await postgres.restart();
    expect(await classes()).toEqual([]);
    expect(await take(one)).toMatchObject({ cursor: 2 });
    // Committed, and the answer was lost: the same again.
    expect(await take(one)).toMatchObject({ cursor: 2 });
    expect(await classes()).toMatchObject([{ id: 'cls_a', attended: 4 }]);
  });

  it('takes batches of one gym at two nodes at once without losing any', async () => {
    const other = new Sync({ database, clock: { nowUtcMs: () => NOW } });
    const batches = Array.from({ length: 20 }, (_, at) => batch(at + 1, [session(`cls_${at}`)]));
    await Promise.all(batches.map((one, at) => sendAs(at % 2 ? sync : other, key, one)));
    expect(await classes()).toHaveLength(20);
    expect(await database.query('SELECT sessions FROM gym_day')).toEqual([{ sessions: 20 }]);
    expect(sync.figures()).toEqual({ batches: 10, changes: 10 });
  });
});
