/** Messages that a head office cannot read, and those of a box that speaks for another gym. */

import { createUser } from '@nats-io/jwt';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { encode } from '../../../../chain/codec.ts';
import type { AnyBatch, AnyChange } from '../../../../chain/messages/batch.ts';
import type { JoinAnswer } from '../../../../chain/messages/enrolment.ts';
import { subjectsOf } from '../../../../chain/messages/subjects.ts';
import { enrol } from '../../../../service/line/link/enrol.ts';
import { type Fault, must } from '../fault.ts';
import type { Chain } from '../support/chain.ts';
import { until } from '../support/until.ts';

export const MESSAGES: readonly Fault[] = [
  {
    name: 'newer',
    what: 'newer messages and kinds come, and the head office is upgraded',
    isLong: true,
    run: async (chain) => {
      const { connection, uid } = await strange(chain, 'newer');
      const { batch } = subjectsOf(uid);
      const hologram = { ...trainer('x', 1), kind: 'hologram' };
      connection.publish(batch, encode({ ...batchOf(uid, 1, [hologram]), v: 2 }).bytes);
      connection.publish(batch, encode(batchOf(uid, 1, [hologram])).bytes);
      await until('both are put aside', async () => (await parkedOf(chain, uid)).join() === '1,1');
      // As an older head office leaves them, which knew neither this version nor this kind.
      await chain.database.query(PARK_MESSAGE, [
        uid,
        encode(batchOf(uid, 2, [trainer('a', 1)])).bytes,
      ]);
      await chain.database.query(PARK_CHANGE, [uid, JSON.stringify({ name: 'B', aliases: [] })]);
      await chain.office.kill();
      chain.mend();
      await chain.office.start();
      const left = await parkedOf(chain, uid);
      const names = await chain.database.query<{ id: string }>(TRAINERS, [uid]);
      await connection.close();
      must(left.join() === '1,1', `${left.join(' messages and ')} changes are still put aside`);
      must(
        names.map(({ id }) => id).join() === 'a,b',
        `applied: ${names.map(({ id }) => id).join()}`,
      );
      return '2 put aside; of those of an older head office 2 applied at the start, 2 unknown stay';
    },
  },
  {
    name: 'foreign',
    what: 'a box sends on the subject of another gym, and for another gym on its own',
    isLong: true,
    run: async (chain) => {
      const victim = chain.first.box.uid;
      const { connection, uid } = await strange(chain, 'foreign');
      const faults: string[] = [];
      void (async () => {
        for await (const status of connection.status())
          if (status.type === 'error') faults.push(String(status.error));
      })();
      const forged = encode(batchOf(victim, 1_000_000, [trainer('mallory', 9e15)])).bytes;
      connection.publish(subjectsOf(victim).batch, forged);
      await until('the broker refuses it', () => /permission/i.test(faults.join(' ')));
      connection.publish(subjectsOf(uid).batch, forged);
      await until('it is put aside', async () => (await parkedOf(chain, uid))[0] === 1);
      await connection.close();
      chain.mend();
      return 'refused by the broker, and put aside by the head office';
    },
  },
];

/** The least that a box does, for a gym of its own. */
async function strange(
  chain: Chain,
  name: string,
): Promise<{ readonly connection: NatsConnection; readonly uid: string }> {
  const id = `${name}-${Date.now()}`;
  const token = await chain.addGym(id);
  const user = createUser();
  const answer: JoinAnswer = await enrol(chain.office.url, {
    v: 1,
    token,
    public_key: user.getPublicKey(),
    hostname: 'bench',
    app: 'bench',
    gym: { id, name: 'Main', timezone: 'Europe/London' },
  });
  const connection = await connect({
    servers: chain.broker.url.replace(/^\w+:\/\//, ''),
    authenticator: jwtAuthenticator(answer.jwt, user.getSeed()),
    inboxPrefix: subjectsOf(answer.gym).inbox,
  });
  return { connection, uid: answer.gym };
}

/** Messages and changes of a gym that are put aside. */
async function parkedOf(chain: Chain, uid: string): Promise<readonly [number, number]> {
  const [row] = await chain.database.query<{ messages: number; changes: number }>(PARKED, [uid]);
  return [row?.messages ?? 0, row?.changes ?? 0];
}

function trainer(key: string, rev: number): AnyChange {
  return { seq: 0, kind: 'trainer', key, rev, at_utc_ms: 0, data: { name: key, aliases: [] } };
}

function batchOf(gym: string, from: number, changes: readonly AnyChange[]): AnyBatch {
  return {
    v: 1,
    id: `b_${from}_${Math.random()}`,
    box: 'box_bench',
    gym,
    epoch: 'e_bench',
    from_seq: from,
    to_seq: from + changes.length - 1,
    whole_seq: 0,
    sent_utc_ms: Date.now(),
    clock: { source: 'system', skew_ms: 0 },
    app: 'bench',
    status: null,
    digests: null,
    changes: changes.map((change, at) => ({ ...change, seq: from + at })),
  };
}

const PARKED = `
SELECT (SELECT count(*) FROM parked_message WHERE gym = $1) AS messages,
  (SELECT count(*) FROM parked_change p JOIN gym g ON g.key = p.gym WHERE g.uid = $1) AS changes`;

const PARK_MESSAGE = `
INSERT INTO parked_message (gym, reason, detail, encoding, body, received_utc_ms)
VALUES ($1, 'newer', 'version 1: upgrade the head office', NULL, $2, 0)`;

const PARK_CHANGE = `
INSERT INTO parked_change (gym, kind, key, epoch, rev, is_deleted, data, received_utc_ms)
SELECT key, 'trainer', 'b', 1, 1, false, $2, 0 FROM gym WHERE uid = $1`;

const TRAINERS =
  'SELECT t.id FROM trainer t JOIN gym g ON g.key = t.gym WHERE g.uid = $1 AND NOT is_deleted ORDER BY t.id';
