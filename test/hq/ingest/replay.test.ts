/** A head office that was upgraded: what the older one put aside and this one can read is applied, and nothing else. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encode } from '../../../chain/codec.ts';
import { digestsOf } from '../../../chain/digest.ts';
import type { AnyBatch, AnyChange } from '../../../chain/messages/batch.ts';
import { type Database, openDatabase } from '../../../hq/database/database.ts';
import { migrate } from '../../../hq/database/migrate.ts';
import { addGym } from '../../../hq/gyms/directory.ts';
import { gymDigests } from '../../../hq/ingest/epochs.ts';
import { Ingester } from '../../../hq/ingest/ingester.ts';
import { replayParked } from '../../../hq/ingest/park/replay.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { HAS_POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts';
import { batch, correction, NOW, session, settings } from './batches.fixture.ts';

describe.skipIf(!HAS_POSTGRES)('what an older head office has put aside', () => {
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
    database = openDatabase({ url: await postgres.createDatabase(`replay_${databases}`) });
    await migrate(database);
    await addGym(database, { id: 'one', name: 'One', groups: [] }, { uid: 'g_1', nowUtcMs: NOW });
    ingester = new Ingester({ database, clock: { nowUtcMs: () => nowUtcMs }, log: silentLog });
    return () => database.close();
  });
  afterAll(() => postgres?.close());

  const replay = () =>
    replayParked({ database, clock: { nowUtcMs: () => nowUtcMs }, log: silentLog });
  const take = async (one: AnyBatch) =>
    (await ingester.take([{ gym: one.gym, ...encode(one) }]))[0];
  /** As one that does not know this version has it in its database. */
  const parkMessage = async (one: AnyBatch, reason = 'newer') => {
    const { bytes, encoding } = encode(one);
    await database.query(
      `INSERT INTO parked_message (gym, reason, detail, encoding, body, received_utc_ms)
       VALUES ('g_1', $1, 'version 1: upgrade the head office', $2, $3, $4)`,
      [reason, encoding, Buffer.from(bytes), nowUtcMs],
    );
  };
  /** As one that does not know this kind has it. */
  const parkChange = ({ kind, key, rev, data }: AnyChange, epoch = 1) =>
    database.query(
      `INSERT INTO parked_change (gym, kind, key, epoch, rev, is_deleted, data, received_utc_ms)
       VALUES (1, $1, $2, $3, $4, $5, $6, 0)`,
      [kind, key, epoch, rev, data === null, data === null ? null : JSON.stringify(data)],
    );
  const classes = () =>
    database.query(
      'SELECT id, rev, booked, corrected FROM class_now WHERE rev > 0 AND NOT is_deleted ORDER BY id',
    );

  it('is applied where its version is known now, by revision, and what is older changes nothing', async () => {
    await parkMessage(batch(1, [session('cls_a', 5, { booked: 5 }), session('cls_b', 1)]));
    await parkMessage(batch(3, [session('cls_a', 3, { booked: 3 })]));
    expect(await replay()).toEqual({
      applied: { messages: 2, changes: 0 },
      left: { messages: 0, changes: 0 },
    });
    expect(await classes()).toEqual([
      { id: 'cls_a', rev: 5, booked: 5, corrected: null },
      { id: 'cls_b', rev: 1, booked: 10, corrected: null },
    ]);
    // The box sends all of it again, since it never had a receipt.
    expect(await take(batch(1, [session('cls_a', 5, { booked: 5 })]))).toMatchObject({ cursor: 3 });
  });

  it('is applied where its kind is known now: settings, rows and corrections of the epoch that they had', async () => {
    await take({ ...batch(1, []), whole_seq: 0 });
    await parkChange(settings(4, 'Asia/Tokyo'));
    await parkChange(session('cls_a', 5, { booked: 5 }));
    await parkChange(correction('cls_a/1', 2, 9));
    await parkChange({ ...session('cls_gone', 2), data: null });
    await parkChange({ ...session('x', 1), kind: 'hologram' });
    const box = [
      { kind: 'settings', key: 'gym', rev: 4 },
      { kind: 'session', key: 'cls_a', rev: 5 },
      { kind: 'correction', key: 'cls_a/1', rev: 2 },
      { kind: 'hologram', key: 'x', rev: 1 },
    ];
    expect(await gymDigests(database, 1)).toEqual(digestsOf(box));
    expect(await replay()).toEqual({
      applied: { messages: 0, changes: 4 },
      left: { messages: 0, changes: 1 },
    });
    expect(await classes()).toEqual([{ id: 'cls_a', rev: 5, booked: 5, corrected: 9 }]);
    expect(await database.query('SELECT timezone FROM gym')).toEqual([{ timezone: 'Asia/Tokyo' }]);
    expect(await database.query('SELECT day, of_all FROM gym_day')).toHaveLength(1);
    expect(await gymDigests(database, 1)).toEqual(digestsOf(box));
    expect((await replay()).applied).toEqual({ messages: 0, changes: 0 });
  });

  it('gives way to what has come since', async () => {
    await take({ ...batch(1, [session('cls_a', 8, { booked: 8 })]), whole_seq: 1 });
    await parkChange(session('cls_a', 5, { booked: 5 }));
    expect((await replay()).left).toEqual({ messages: 0, changes: 0 });
    expect(await classes()).toMatchObject([{ rev: 8, booked: 8 }]);
  });

  it('stays where it is poison, and blocks nothing', async () => {
    await take({ ...batch(1, []), whole_seq: 0 });
    const foreign = { ...batch(1, [session('cls_f', 1)]), gym: 'g_2' };
    await parkMessage(foreign, 'foreign');
    await parkMessage({ ...batch(1, []), v: 7 } as unknown as AnyBatch);
    await parkChange(session('cls_large', 1, { booked: 9e9 }));
    await parkChange(correction('no number', 1, 1));
    // A date that PostgreSQL refuses, within a batch that can be read.
    const refused = session('cls_refused', 1, { starts_utc_ms: 8_640_000_000_000_000 });
    await parkMessage(batch(1, [refused]), 'refused');
    await parkMessage(batch(2, [session('cls_z', 1)]));
    await parkChange(session('cls_zz', 1));
    expect(await replay()).toMatchObject({
      applied: { messages: 1, changes: 1 },
      left: { changes: 2 },
    });
    expect((await classes()).map((row) => (row as { id: string }).id)).toEqual(['cls_z', 'cls_zz']);
    const reasons = await database.query<{ reason: string }>(
      'SELECT reason FROM parked_message ORDER BY number',
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['foreign', 'newer', 'refused']);
  });

  it('does not give a box its place back that another has taken since', async () => {
    await parkMessage({ ...batch(1, [session('cls_old', 9)]), epoch: 'e_old' });
    nowUtcMs += 1_000;
    await take({ ...batch(1, [session('cls_a', 1)]), whole_seq: 1 });
    expect(await replay()).toMatchObject({ left: { messages: 0 } });
    expect((await classes()).map((row) => (row as { id: string }).id)).toEqual(['cls_a']);
    expect(await take(batch(2, []))).toMatchObject({ epoch: 'e_1', cursor: 1 });
  });
});
