/** Batches into PostgreSQL: what is newer wins, whatever the order; receipts say what was committed; nothing is refused for ever. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encode } from '../../../chain/codec.ts';
import { digestsOf } from '../../../chain/digest.ts';
import type { AnyBatch, AnyChange } from '../../../chain/messages/batch.ts';
import { type Database, openDatabase } from '../../../hq/database/database.ts';
import { migrate } from '../../../hq/database/migrate.ts';
import { remakeEnded } from '../../../hq/days/keep-days.ts';
import { addGym } from '../../../hq/gyms/directory.ts';
import { gymDigests } from '../../../hq/ingest/epochs.ts';
import { Ingester } from '../../../hq/ingest/ingester.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { HAS_POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts';
import {
  audit,
  batch,
  correction,
  estimate,
  HOUR_MS,
  NOW,
  quarters,
  session,
  settings,
  trainer,
} from './batches.fixture.ts';

describe.skipIf(!HAS_POSTGRES)('the ingester', () => {
  let postgres: Postgres;
  let database: Database;
  let ingester: Ingester;
  let nowUtcMs: number;
  let databases = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    databases += 1;
    nowUtcMs = NOW;
    database = openDatabase({ url: await postgres.createDatabase(`ingest_${databases}`) });
    await migrate(database);
    await addGym(database, { id: 'one', name: 'One', groups: [] }, { uid: 'g_1', nowUtcMs: NOW });
    ingester = new Ingester({ database, clock: { nowUtcMs: () => nowUtcMs }, log: silentLog });
    return () => database.close();
  });
  afterAll(() => postgres?.close());

  const take = (...batches: readonly AnyBatch[]) =>
    ingester.take(batches.map((batch) => ({ gym: batch.gym, ...encode(batch) })));
  const classes = () =>
    database.query<{
      id: string;
      rev: number;
      booked: number | null;
      attended: number | null;
      corrected: number | null;
    }>(
      'SELECT id, rev, booked, attended, corrected FROM class_now WHERE rev > 0 AND NOT is_deleted ORDER BY id',
    );
  const count = async (table: string) => {
    const [row] = await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
    return row?.n;
  };

  it('gives a receipt for what it has committed, and takes a batch twice as once', async () => {
    const one = batch(1, [session('cls_a', 1), session('cls_b', 1)]);
    const [first, second] = [await take(one), await take(one)];
    expect(first).toEqual([
      {
        v: 1,
        batch: one.id,
        gym: 'g_1',
        epoch: 'e_1',
        epoch_heard_utc_ms: NOW,
        cursor: 2,
        hq_utc_ms: NOW,
        parked: 0,
        unequal: null,
      },
    ]);
    expect(second).toEqual(first);
    expect((await classes()).map(({ id }) => id)).toEqual(['cls_a', 'cls_b']);
  });

  it('keeps the newest revision in any order, also within one transaction', async () => {
    const [old, newer, newest] = [1, 2, 3].map((rev) =>
      batch(rev, [session('cls_a', rev, { booked: rev })]),
    );
    if (!old || !newer || !newest) throw new Error('three batches');
    await take(newest, old);
    await take(newer);
    expect(await classes()).toEqual([
      { id: 'cls_a', rev: 3, booked: 3, attended: null, corrected: null },
    ]);
  });

  it('does not move the cursor over a gap, and takes what came after it all the same', async () => {
    const [receipt] = await take(batch(5, [session('cls_late', 1)]));
    expect(receipt?.cursor).toBe(0);
    const [then] = await take(
      batch(1, [
        session('cls_a', 1),
        session('cls_b', 1),
        session('cls_c', 1),
        session('cls_d', 1),
      ]),
    );
    expect(then?.cursor).toBe(4);
    expect(await classes()).toHaveLength(5);
  });

  it('joins a class, its estimate and its correction in whatever order they come', async () => {
    await take(batch(1, [correction('cls_a/1', 1, 9)]));
    await take(batch(2, [estimate('cls_a', 1, 12)]));
    expect(await classes()).toEqual([]);
    await take(batch(3, [session('cls_a', 1)]));
    expect(await classes()).toEqual([
      { id: 'cls_a', rev: 1, booked: 10, attended: 12, corrected: 9 },
    ]);
    await take(batch(4, [correction('cls_a/1', 2, 9, NOW)]));
    expect((await classes())[0]?.corrected).toBeNull();
  });

  it('buries a class by a tombstone, and takes it back where it comes again', async () => {
    await take(batch(1, [session('cls_a', 1)]));
    await take(batch(2, [{ ...session('cls_a', 2), data: null }]));
    expect(await classes()).toEqual([]);
    expect(await count('gym_day')).toBe(0);
    await take(batch(3, [session('cls_a', 1)]));
    expect(await classes()).toEqual([]);
    await take(batch(4, [session('cls_a', 3)]));
    expect(await classes()).toHaveLength(1);
  });

  it('takes a new epoch over every revision of the old one, and buries what the box has lost', async () => {
    await take(
      batch(1, [session('cls_a', 7, { booked: 7 }), session('cls_gone', 7), trainer('anna', 3)]),
    );
    const restored = (from: number, changes: AnyChange[], whole: number) => ({
      ...batch(from, changes),
      epoch: 'e_2',
      whole_seq: whole,
    });
    await take(restored(1, [session('cls_a', 1, { booked: 1 })], 2));
    expect((await classes()).map(({ id }) => id)).toEqual(['cls_a', 'cls_gone']);
    const [receipt] = await take(restored(2, [session('cls_b', 1)], 2));
    expect(receipt).toMatchObject({ epoch: 'e_2', cursor: 2 });
    expect((await classes()).map(({ id, booked }) => [id, booked])).toEqual([
      ['cls_a', 1],
      ['cls_b', 10],
    ]);
    expect(await count('trainer')).toBe(0);
    // The old box, or a copy of it: it is told which epoch holds, and changes nothing.
    const [stale] = await take(batch(9, [session('cls_a', 99)]));
    expect(stale).toMatchObject({ epoch: 'e_2', cursor: 2 });
    expect((await classes())[0]?.booked).toBe(1);
  });

  it('tells a box that another has replaced when that one was last heard', async () => {
    await take(batch(1, [session('cls_a', 1)]));
    await take({ ...batch(1, []), epoch: 'e_2', whole_seq: 0 });
    nowUtcMs += 16 * 60_000;
    const stale = { ...batch(2, []), from_seq: 2, to_seq: 1 };
    const [receipt] = await take(stale);
    expect(receipt).toMatchObject({ epoch: 'e_2', epoch_heard_utc_ms: NOW, hq_utc_ms: nowUtcMs });
    const [again] = await take(stale);
    expect(again).toMatchObject({ epoch_heard_utc_ms: NOW });
  });

  it('shows how a box is by what came last, not by its clock, which may step back', async () => {
    const status = (pending: number) => ({
      cameras: {},
      storage: 'ok',
      feeds: [],
      has_configuration_faults: false,
      pending,
      held_back: 0,
    });
    const cameras = async () =>
      (
        await database.query<{ n: number }>("SELECT (status->>'pending')::integer AS n FROM gym")
      )[0];
    await take({ ...batch(1, [session('cls_a', 1)]), status: status(1) });
    await take({ ...batch(2, []), sent_utc_ms: NOW - HOUR_MS, status: status(2) });
    expect(await cameras()).toEqual({ n: 2 });
    // What comes again late says how it was.
    await take({ ...batch(1, []), status: status(3) });
    expect(await cameras()).toEqual({ n: 2 });
  });

  it('compares what it holds of a row whose newest state is put aside, and of one that came right again', async () => {
    const wrong = (rev: number) => session('cls_a', rev, { booked: 9e9 });
    const compared = async (from: number, changes: AnyChange[], rev: number) => {
      const digests = digestsOf([{ kind: 'session', key: 'cls_a', rev }]);
      return (await take({ ...batch(from, changes), digests }))[0];
    };
    await take(batch(1, [session('cls_a', 1)]));
    expect(await compared(2, [wrong(2)], 2)).toMatchObject({ parked: 1, unequal: [] });
    expect(await compared(3, [session('cls_a', 3)], 3)).toMatchObject({ parked: 0, unequal: [] });
    expect(await count('parked_change')).toBe(0);
    // It comes late: the row is newer.
    expect(await compared(3, [wrong(2)], 3)).toMatchObject({ parked: 1, unequal: [] });
    expect(await count('parked_change')).toBe(0);
  });

  it('keeps the newest messages of a box that is newer than it and tries for ever', async () => {
    const newer = (at: number) => ({ ...batch(1, []), id: `b_${at}`, v: 2 });
    const bytes = (at: number) => ({
      gym: 'g_1',
      bytes: Buffer.from(JSON.stringify(newer(at))),
      encoding: null,
    });
    await ingester.take(Array.from({ length: 230 }, (_, at) => bytes(at)));
    const [row] = await database.query<{ body: Buffer }>(
      'SELECT body FROM parked_message ORDER BY number LIMIT 1',
    );
    expect(await count('parked_message')).toBe(200);
    expect(JSON.parse(String(row?.body)).id).toBe('b_30');
  });

  it('parks what it cannot read and goes on: unknown kinds, newer versions, foreign gyms, nonsense', async () => {
    const odd = batch(1, [{ ...session('x', 1), kind: 'hologram' }, session('cls_a', 1)]);
    const [receipt] = await take(odd);
    expect(receipt).toMatchObject({ cursor: 2, parked: 1 });
    const newer = { ...batch(3, []), v: 2 };
    const bytes = (value: object) => ({
      bytes: Buffer.from(JSON.stringify(value)),
      encoding: null,
    });
    const receipts = await ingester.take([
      { gym: 'g_1', ...bytes(newer) },
      { gym: 'g_2', ...bytes(batch(3, [])) },
      { gym: 'g_1', bytes: Buffer.from('{'), encoding: null },
      { gym: 'g_9', ...bytes({ ...batch(3, []), gym: 'g_9' }) },
    ]);
    expect(receipts).toEqual([null, null, null, null]);
    const reasons = await database.query<{ reason: string }>(
      'SELECT reason FROM parked_message ORDER BY number',
    );
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'newer',
      'foreign',
      'unreadable',
      'unknown_gym',
    ]);
    expect(await database.query('SELECT kind, key FROM parked_change')).toEqual([
      { kind: 'hologram', key: 'x' },
    ]);
    expect(await classes()).toHaveLength(1);
  });

  it('parks a value that the database cannot hold, and takes the rest of its batch', async () => {
    const wrong = [
      session('cls_zero', 1, { name: 'a\0b' }),
      session('cls_large', 1, { booked: 9e9 }),
      session('cls_a', 1),
    ];
    const [receipt] = await take(batch(1, wrong));
    expect(receipt).toMatchObject({ cursor: 3, parked: 2 });
    expect((await classes()).map(({ id }) => id)).toEqual(['cls_a']);
  });

  it('compares digests once it has all that they speak of', async () => {
    const changes = [
      settings(1),
      session('cls_a', 2),
      estimate('cls_a', 4, 3),
      trainer('anna', 1),
      correction('cls_a/1', 1, 3),
      audit('7'),
      quarters('hall/2026-11-20', 5),
      { ...session('x', 1), kind: 'hologram' },
    ];
    await take(batch(1, changes));
    const digests = digestsOf(changes.map(({ kind, key, rev }) => ({ kind, key, rev })));
    const [equal] = await take({ ...batch(9, []), to_seq: 8, digests });
    expect(equal).toMatchObject({ cursor: 8, unequal: [] });
    expect(await gymDigests(database, 1)).toEqual(digests);
    const other = digestsOf(
      changes.map(({ kind, key, rev }) => ({ kind, key, rev: kind === 'session' ? rev + 1 : rev })),
    );
    const [unequal] = await take({ ...batch(9, []), to_seq: 8, digests: other });
    expect(unequal?.unequal?.length).toBeGreaterThan(0);
  });

  it('dates classes by the zone of the gym, also where it comes after them or changes', async () => {
    const starts = Date.UTC(2026, 10, 20, 23, 30);
    await take(
      batch(1, [session('cls_a', 1, { starts_utc_ms: starts, ends_utc_ms: starts + HOUR_MS })]),
    );
    const days = async () =>
      (await database.query<{ day: string }>('SELECT day FROM gym_day')).map(({ day }) => day);
    expect(await days()).toEqual(['2026-11-20']);
    await take(batch(2, [settings(1, 'Asia/Tokyo')]));
    expect(await days()).toEqual(['2026-11-21']);
  });

  it('sums a day as of its last class that ended', async () => {
    const later = { starts_utc_ms: NOW + HOUR_MS, ends_utc_ms: NOW + 2 * HOUR_MS };
    await take(
      batch(1, [
        session('cls_a', 1),
        estimate('cls_a', 1, 6),
        session('cls_b', 1, { ...later, booked: 4 }),
      ]),
    );
    const day = () =>
      database.query('SELECT of_all, held, by_camera, attended, booked, next_utc_ms FROM gym_day');
    expect(await day()).toEqual([
      {
        of_all: 2,
        held: 1,
        by_camera: 1,
        attended: 6,
        booked: 14,
        next_utc_ms: NOW + 2 * HOUR_MS,
      },
    ]);
    const clock = { nowUtcMs: () => NOW + 3 * HOUR_MS };
    expect(await remakeEnded({ database, clock })).toBe(1);
    expect(await day()).toMatchObject([{ of_all: 2, held: 2, next_utc_ms: null }]);
    expect(await remakeEnded({ database, clock })).toBe(0);
  });

  it('is killed before or after the commit, and what is given again is there once', async () => {
    const dying = new Ingester({
      database,
      clock: { nowUtcMs: () => NOW },
      log: silentLog,
      beforeCommit: async () => {
        await postgres.kill();
        await postgres.restart();
      },
    });
    const one = batch(1, [session('cls_a', 1), estimate('cls_a', 1, 4)]);
    const messages = [{ gym: 'g_1', ...encode(one) }];
    await expect(dying.take(messages)).rejects.toMatchObject({ code: 'database_unusable' });
    expect(await classes()).toEqual([]);
    expect(await ingester.take(messages)).toMatchObject([{ cursor: 2 }]);
    // Committed, and the answer was lost: the same again.
    expect(await ingester.take(messages)).toMatchObject([{ cursor: 2 }]);
    expect(await classes()).toMatchObject([{ id: 'cls_a', attended: 4 }]);
  });

  it('takes batches of one gym from two ingesters at once without losing any', async () => {
    const other = new Ingester({ database, clock: { nowUtcMs: () => NOW }, log: silentLog });
    const batches = Array.from({ length: 20 }, (_, at) =>
      batch(at + 1, [session(`cls_${at}`, 1), estimate(`cls_${at}`, 1, 1)].slice(0, 1)),
    );
    await Promise.all(
      batches.map((one, at) =>
        (at % 2 === 0 ? ingester : other).take([{ gym: 'g_1', ...encode(one) }]),
      ),
    );
    expect(await classes()).toHaveLength(20);
    expect(await database.query('SELECT of_all FROM gym_day')).toEqual([{ of_all: 20 }]);
  });
});
