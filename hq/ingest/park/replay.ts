/**
 * After an upgrade of the head office: what was put aside and can be read now is applied, and leaves the park. Revisions
 * decide, as ever. What is still unknown stays, and so does what the database refuses: nothing waits for it.
 */

import { readChange } from '../../../chain/codec.ts';
import { isTurnoutError, messageOf } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Database, Session } from '../../database/database.ts';
import { apply, applyParked } from '../apply.ts';
import type { ParkedChange } from '../gathered.ts';
import { type Incoming, open } from '../opened.ts';
import { countParked, type ParkedCounts } from './parked.ts';

export interface ReplayParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  readonly log: Log;
}

export interface Replayed {
  readonly applied: ParkedCounts;
  /** What stays. */
  readonly left: ParkedCounts;
}

/** Changes of one transaction. Chosen here: a second of the ingester at most. */
const CHANGES_AT_ONCE = 1_000;

/** Rejects with `database_unusable`: what was applied before stays applied. Two nodes at once do no harm. */
export async function replayParked(parts: ReplayParts): Promise<Replayed> {
  const messages = await replayMessages(parts);
  const changes = await replayChanges(parts);
  const left = await countParked(parts.database);
  if (messages + changes > 0) parts.log.info('parked_replayed', { messages, changes, left });
  return { applied: { messages, changes }, left };
}

interface MessageRow extends Incoming {
  readonly number: number;
  readonly receivedUtcMs: number;
}

/** In the order in which they came. @returns how many have left. */
async function replayMessages(parts: ReplayParts): Promise<number> {
  const { database } = parts;
  let left = 0;
  for (let after = 0; ; ) {
    const [row] = await database.query<MessageRow>(NEXT_MESSAGE, [after]);
    if (row === undefined) return left;
    after = row.number;
    if (await isReplayed(parts, row)) left += 1;
  }
}

/** One in a transaction of its own: one that is refused hinders no other. */
async function isReplayed(
  { database, clock, log }: ReplayParts,
  { number, receivedUtcMs, ...message }: MessageRow,
): Promise<boolean> {
  const opened = open(message);
  if (opened.is === 'parked') return false;
  try {
    return await database.transaction(async (session) => {
      const [there] = await session.query(TAKE_MESSAGE, [number]);
      const { gym, box, epoch } = opened.batch;
      const [known] = await session.query('SELECT key FROM gym WHERE uid = $1', [gym]);
      if (there === undefined || known === undefined) return false;
      const [isReplaced] = await session.query(REPLACED, [gym, receivedUtcMs, box, epoch]);
      if (isReplaced === undefined) await apply(session, [[message, opened]], clock.nowUtcMs());
      await session.query('DELETE FROM parked_message WHERE number = $1', [number]);
      return true;
    });
  } catch (error) {
    if (isTurnoutError(error, 'database_unusable')) throw error;
    log.warn('parked_refused', { number, detail: messageOf(error) });
    return false;
  }
}

interface KnownChange extends ParkedChange {
  readonly uid: string;
}

interface ChangeRow extends Omit<KnownChange, 'data'> {
  readonly data: string | null;
}

/** @returns how many have left. */
async function replayChanges(parts: ReplayParts): Promise<number> {
  const { database } = parts;
  let left = 0;
  let after: readonly [number, string, string] = [0, '', ''];
  for (;;) {
    const page = await database.query<ChangeRow>(CHANGES, [...after, CHANGES_AT_ONCE]);
    const last = page.at(-1);
    if (last === undefined) return left;
    after = [last.gym, last.kind, last.key];
    const known = page.map(read).filter(isKnown);
    if (known.length === 0) continue;
    left += await applied(parts, known);
  }
}

/** All at once, or each alone where the database refuses one of them. */
async function applied(parts: ReplayParts, changes: readonly KnownChange[]): Promise<number> {
  const { database, clock, log } = parts;
  const work = (session: Session) => applyParked(session, changes, clock.nowUtcMs());
  try {
    return await database.transaction(work);
  } catch (error) {
    if (isTurnoutError(error, 'database_unusable')) throw error;
    const [only] = changes;
    if (changes.length === 1) {
      log.warn('parked_refused', { kind: only?.kind, key: only?.key, detail: messageOf(error) });
      return 0;
    }
    let left = 0;
    for (const change of changes) left += await applied(parts, [change]);
    return left;
  }
}

function read({ data, ...row }: ChangeRow): KnownChange {
  return { ...row, data: data === null ? null : JSON.parse(data) };
}

function isKnown({ kind, key, rev, data }: KnownChange): boolean {
  return readChange({ seq: 0, kind, key, rev, at_utc_ms: 0, data }) !== null;
}

const NEXT_MESSAGE = `
SELECT number, gym, body AS bytes, encoding, received_utc_ms AS "receivedUtcMs" FROM parked_message
WHERE number > $1 ORDER BY number LIMIT 1`;

/** Another node may be at it. */
const TAKE_MESSAGE = 'SELECT number FROM parked_message WHERE number = $1 FOR UPDATE';

/** An epoch that was never met is taken for the newest: not one that was put aside before the epoch in force began. */
const REPLACED = `
SELECT 1 FROM gym g JOIN epoch e ON e.gym = g.key WHERE g.uid = $1 AND e.since_utc_ms > $2
AND NOT EXISTS (SELECT 1 FROM epoch o WHERE o.gym = g.key AND o.box = $3 AND o.id = $4) LIMIT 1`;

const CHANGES = `
SELECT p.gym, g.uid, p.kind, p.key, p.epoch, p.rev, p.data FROM parked_change p JOIN gym g ON g.key = p.gym
WHERE (p.gym, p.kind, p.key) > ($1, $2, $3) ORDER BY p.gym, p.kind, p.key LIMIT $4`;
