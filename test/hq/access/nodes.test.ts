/** Several nodes over one database: each lookup is spent once, and a revoked key is out at all of them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGym } from '../../../hq/gyms/directory.ts';
import type { HeadOffice } from '../../../hq/head-office.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { openOffice } from '../../support/chain-office.ts';
import { HAS_POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts';

/** Tests wait for it. A program reads its keys each 20 s. */
const KEYS_EVERY_MS = 200;

describe.skipIf(!HAS_POSTGRES)('nodes of a head office', () => {
  let postgres: Postgres;
  let nodes: HeadOffice[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    const open = () => openOffice(postgres.url, systemClock, KEYS_EVERY_MS);
    nodes = [await open(), await open(), await open()];
    const [first] = nodes;
    if (first === undefined) return;
    const at = Date.now();
    await addGym(first.database, { id: 'riverside', name: 'Riverside', groups: [] }, at);
    for (const { directory } of nodes) await directory.load();
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await postgres?.close();
  });

  const made = async (lookupLimit?: number) => {
    const wanted =
      lookupLimit === undefined
        ? ({ gymId: 'riverside', role: 'owner', by: 'test' } as const)
        : ({ gymId: 'demo', role: 'free', lookupLimit, by: 'test' } as const);
    const created = await nodes[0]?.access.createKey(wanted);
    if (created === undefined) throw new Error('no node');
    await expect
      .poll(() => nodes.every(({ access }) => access.find(created.secret) !== null))
      .toBe(true);
    return created;
  };

  it('spend each lookup of a key once, whoever asks which of them', async () => {
    const { key } = await made(100);
    const asked = Array.from({ length: 180 }, (_, at) => nodes[at % 3]?.access.spend(key.id));
    const spent = (await Promise.all(asked)).filter(Boolean).length;
    expect(spent).toBe(100);
    const left = await Promise.all(nodes.map(({ access }) => access.spend(key.id)));
    expect(left).toEqual([false, false, false]);
  });

  it('shut a revoked key out by themselves where no notice comes', async () => {
    const { key, secret } = await made();
    await nodes[0]?.database.query('DROP TRIGGER credential_changed ON credentials');
    await nodes[0]?.access.revokeKey(key.id, 'test');
    await expect
      .poll(() => nodes.map(({ access }) => access.find(secret)))
      .toEqual([null, null, null]);
  });
});
