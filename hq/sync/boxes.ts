/** Boxes join with a token: one use, one gym, 24 hours. A gym has one box; one that joins later takes its place. */

import { type JoinAnswer, type JoinRequest, VERSION } from '../../chain/sync.ts';
import { TurnoutError } from '../../errors.ts';
import { hashOf, randomLetters } from '../../store/access/key.ts';
import type { Database } from '../database/database.ts';
import { unknown } from '../gyms/directory.ts';

/** Source: docs/chain.md#joining. */
const TOKEN_MS = 24 * 3_600_000;
const SECRET_LETTERS = 32;
const ID_LETTERS = 16;

/** Of the role `box`: it sends for one gym, and can do nothing else. */
export function isBoxKey(text: string): boolean {
  return /^tb_[0-9A-Za-z]{32}$/.test(text);
}

/** Makes a token for a gym; it is told once, here. Rejects with `gym_unknown`. */
export async function createToken(database: Database, gymId: string, nowUtcMs: number) {
  const token = `tj_${randomLetters(SECRET_LETTERS)}`;
  const untilUtcMs = nowUtcMs + TOKEN_MS;
  const made = await database.query(ADD_TOKEN, [hashOf(token), untilUtcMs, nowUtcMs, gymId]);
  if (made.length === 0) throw unknown(gymId);
  return { token, untilUtcMs };
}

type TokenRow = { readonly gym: number } & Readonly<Record<'gymId' | 'gymName', string>>;

/**
 * Rejects with `forbidden` for a token that is unknown, used or too old: the same words for all of them. Rejects with
 * `hq_refused` for a box of another gym than the token's, and the token stays good.
 */
export function enrol(
  database: Database,
  { token, hostname, gym }: JoinRequest,
  nowUtcMs: number,
): Promise<JoinAnswer> {
  return database.transaction(async (session): Promise<JoinAnswer> => {
    const [used] = await session.query<TokenRow>(USE_TOKEN, [hashOf(token), nowUtcMs]);
    if (used === undefined) {
      const expected = 'one that was made within a day and never used';
      throw new TurnoutError('forbidden', { where: 'token', expected, got: 'another' });
    }
    // Ids of classes are made from the gym's id: another gym's box would send its classes as those of this one.
    if (gym.id !== used.gymId) {
      const [expected, got] = [`a box of gym ${used.gymId}`, `one of gym ${gym.id}`];
      throw new TurnoutError('hq_refused', { where: 'token', expected, got });
    }
    // Whoever sends for the gym waits, or is seen to have sent.
    await session.query('SELECT FROM gym WHERE key = $1 FOR UPDATE', [used.gym]);
    await session.query(REPLACE, [used.gym, nowUtcMs]);
    const [id, key] = [`box_${randomLetters(ID_LETTERS)}`, `tb_${randomLetters(SECRET_LETTERS)}`];
    const values = [id, used.gym, hashOf(key), hostname, nowUtcMs];
    const [box] = await session.query<{ afterSeq: number }>(ADD_BOX, values);
    const names = { box: id, gym: gym.id, gym_name: used.gymName };
    return { v: VERSION, ...names, key, after_seq: box?.afterSeq ?? 0 };
  });
}

/** Rejects with `usage` for a box that is not known. One that was revoked before stays as it is. */
export async function revokeBox(database: Database, box: string, nowUtcMs: number): Promise<void> {
  const found = await database.query(REVOKE, [box, nowUtcMs]);
  if (found.length > 0) return;
  const expected = 'the id of one that has joined';
  const hint = 'list them with: turnout hq box list';
  throw new TurnoutError('usage', { where: 'box', expected, got: JSON.stringify(box), hint });
}

const ADD_TOKEN = `INSERT INTO join_token (hash, gym, until_utc_ms, created_utc_ms)
SELECT $1, key, $2::bigint, $3::bigint FROM gym WHERE id = $4 RETURNING gym`;

/** Two boxes at once: the second waits, and finds it used. */
const USE_TOKEN = `UPDATE join_token t SET used_utc_ms = $2 FROM gym g
WHERE t.hash = $1 AND t.used_utc_ms IS NULL AND t.until_utc_ms > $2 AND g.key = t.gym
RETURNING t.gym, g.id AS "gymId", g.name AS "gymName"`;

const REPLACE = 'UPDATE box SET revoked_utc_ms = $2 WHERE gym = $1 AND revoked_utc_ms IS NULL';

/** Its numbers begin after all that boxes before it have sent. */
const ADD_BOX = `INSERT INTO box (id, gym, hash, hostname, joined_utc_ms, seq, top_seq)
SELECT $1, $2, $3, $4, $5::bigint, top, top
FROM (SELECT coalesce(max(top_seq), 0) AS top FROM box WHERE gym = $2) AS before RETURNING seq AS "afterSeq"`;

const REVOKE =
  'UPDATE box SET revoked_utc_ms = coalesce(revoked_utc_ms, $2) WHERE id = $1 RETURNING id';
