/** Requests that a head office refuses: of a newer box, of another gym, cut, too large; and one that comes again. */

import { gzipSync } from 'node:zlib';
import { type AnyBatch, type AnyChange, packed, SYNC_PATH } from '../../../../chain/sync.ts';
import { enrol } from '../../../../service/line/link/head-office.ts';
import { type Fault, must } from '../fault.ts';
import type { Chain } from '../support/chain.ts';

const MB = 1024 * 1024;

export const MESSAGES: readonly Fault[] = [
  {
    name: 'newer',
    what: 'a box is newer than its head office',
    run: async (chain) => {
      const strange = await strangeBox(chain, 'newer');
      const hologram = { ...trainer('x'), kind: 'hologram' };
      const newer = [{ ...strange.batch([trainer('a')]), v: 2 }, strange.batch([hologram])];
      for (const one of newer) must((await strange.send(packed(one))) === 'sync_newer', 'taken');
      must((await strange.trainers()) === '', 'something of it is there');
      // As it sends after the upgrade.
      must((await strange.send(packed(strange.batch([trainer('a')])))) === null, 'not taken');
      must((await strange.trainers()) === 'a', 'it is not there');
      chain.mend();
      return 'refused as sync_newer, and taken after the upgrade';
    },
  },
  {
    name: 'foreign',
    what: 'a box sends for another gym; a batch comes again, cut, and as 900 MB',
    run: async (chain) => {
      const strange = await strangeBox(chain, 'foreign');
      const one = strange.batch([trainer('a')]);
      const forged = { ...one, gym: chain.first.box.name, changes: [trainer('mallory')] };
      must((await strange.send(packed(forged))) === 'sync_refused', 'the foreign one was taken');
      const cut = packed(one).subarray(0, 90);
      must((await strange.send(cut)) === 'malformed_request', 'the cut one was taken');
      const bomb = gzipSync(Buffer.alloc(900 * MB));
      must((await strange.send(bomb)) === 'body_too_large', 'the large one was taken');
      const smaller = gzipSync(Buffer.alloc(200 * MB));
      must((await strange.send(smaller)) === 'malformed_request', 'the bomb was taken');
      for (let times = 0; times < 2; times += 1)
        must((await strange.send(packed(one))) === null, 'the right one was not taken');
      must((await strange.trainers()) === 'a', `there is: ${await strange.trainers()}`);
      chain.mend();
      return 'refused: sync_refused, malformed_request, body_too_large; again: taken once';
    },
  },
];

/** The least that a box does, for a gym of its own. */
async function strangeBox(chain: Chain, name: string) {
  const id = `${name}-${Date.now()}`;
  const token = await chain.addGym(id);
  const gym = { id, name: 'Main', timezone: 'Europe/London' };
  const { url } = chain.office;
  const { key } = await enrol(url, { v: 1, token, hostname: 'bench', app: 'bench', gym });
  return {
    /** @returns the code of a refusal; null where it is taken. */
    send: async (body: Buffer): Promise<string | null> => {
      const headers = { 'Content-Encoding': 'gzip', Authorization: `Bearer ${key}` };
      const init = { method: 'POST', headers, body: body as unknown as string };
      const answer = await fetch(`${url}${SYNC_PATH}`, init).catch(() => null);
      // What is far too large is not read to its end.
      if (answer === null) return 'body_too_large';
      return answer.ok ? null : ((await answer.json()) as { code: string }).code;
    },
    batch: (changes: readonly AnyChange[]): AnyBatch => ({
      v: 1,
      gym: id,
      run: 'r_bench',
      runs_before: [],
      from_seq: 1,
      to_seq: changes.length,
      base_seq: 0,
      whole_seq: 1_000,
      sent_utc_ms: Date.now(),
      skew_ms: 0,
      app: 'bench',
      status: null,
      rooms: null,
      digests: null,
      changes: [...changes],
    }),
    /** Ids of those of its gym. */
    trainers: async () => {
      const rows = await chain.database.query<{ id: string }>(TRAINERS, [id]);
      return rows.map((row) => row.id).join();
    },
  };
}

function trainer(key: string): AnyChange {
  return { seq: 1, kind: 'trainer', key, data: { name: key, aliases: [] } };
}

const TRAINERS =
  'SELECT t.id FROM trainer t JOIN gym g ON g.key = t.gym WHERE g.id = $1 AND NOT is_deleted ORDER BY t.id';
