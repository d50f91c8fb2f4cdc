/** Boxes join with a token: one use, one gym, 24 hours. A gym has one box; one that joins later takes its place. */

import type { JoinAnswer, JoinRequest } from '../../chain/messages/enrolment.ts';
import { TurnoutError } from '../../errors.ts';
import { hashOf, randomLetters } from '../../store/access/secret.ts';
import type { Database, Session } from '../database/database.ts';
import { type LineKeys, type Pass, passOf } from './line-keys.ts';

/** Source: docs/chain.md#joining. */
const TOKEN_MS = 24 * 3_600_000;
const TOKEN_LETTERS = 32;
const ID_LETTERS = 16;

export interface EnrolmentParts {
  readonly database: Database;
  readonly keys: LineKeys;
  /** Addresses of the line as boxes reach it. */
  readonly servers: readonly string[];
  readonly clock: { nowUtcMs(): number };
  /** Called after a box was replaced or revoked. */
  readonly onRevoked: () => Promise<void>;
}

/** Makes a token for a gym; it is told once, here. Rejects with `gym_unknown`. */
export async function createToken(
  database: Database,
  gymId: string,
  nowUtcMs: number,
): Promise<{ readonly token: string; readonly untilUtcMs: number }> {
  const token = `tj_${randomLetters(TOKEN_LETTERS)}`;
  const untilUtcMs = nowUtcMs + TOKEN_MS;
  const id = `jt_${randomLetters(ID_LETTERS)}`;
  const made = await database.query(ADD_TOKEN, [id, hashOf(token), untilUtcMs, nowUtcMs, gymId]);
  if (made.length > 0) return { token, untilUtcMs };
  throw new TurnoutError('gym_unknown', {
    where: 'gym',
    expected: 'one of the chain',
    got: gymId,
    hint: 'list them with: turnout hq gym list',
  });
}

interface TokenRow {
  readonly id: string;
  readonly gym: number;
  readonly uid: string;
  readonly gymId: string;
  readonly gymName: string;
  readonly untilUtcMs: number;
  readonly usedUtcMs: number | null;
}

/**
 * Rejects with `forbidden` for a token that is unknown, used or too old: the same words for all of them. Rejects with
 * `hq_refused` for a box of another gym than the token's, and the token stays good.
 */
export async function enrol(parts: EnrolmentParts, request: JoinRequest): Promise<JoinAnswer> {
  const { database, keys, servers, clock, onRevoked } = parts;
  const nowUtcMs = clock.nowUtcMs();
  const found = await database.transaction(async (session) => {
    const [token] = await session.query<TokenRow>(FIND_TOKEN, [hashOf(request.token)]);
    if (token === undefined) return null;
    if (token.usedUtcMs !== null || token.untilUtcMs <= nowUtcMs) {
      // Someone may have found it: the head office's list shows it.
      await session.query('UPDATE join_token SET refused = refused + 1 WHERE id = $1', [token.id]);
      return null;
    }
    requireGym(token, request);
    return admit(session, token, request, { keys, nowUtcMs });
  });
  if (found === null) {
    throw new TurnoutError('forbidden', {
      where: 'token',
      expected: 'one that was made within a day and never used',
      got: 'another',
    });
  }
  if (found.hasReplaced) await onRevoked();
  const { box, pass, token } = found;
  return {
    v: 1,
    box,
    gym: token.uid,
    gym_name: token.gymName,
    chain: 'chain',
    servers: [...servers],
    jwt: pass.jwt,
    expires_utc_ms: pass.expiresUtcMs,
  };
}

/** Ids of classes are made from the gym's id, so that another gym's box would send its classes as those of this one. */
function requireGym({ gymId }: TokenRow, { gym }: JoinRequest): void {
  if (gym.id === gymId) return;
  throw new TurnoutError('hq_refused', {
    where: 'token',
    expected: `a box of gym ${gymId}`,
    got: `one of gym ${gym.id}`,
  });
}

interface Admitted {
  readonly box: string;
  readonly token: TokenRow;
  readonly pass: Pass;
  readonly hasReplaced: boolean;
}

async function admit(
  session: Session,
  token: TokenRow,
  { public_key: publicKey, hostname }: JoinRequest,
  { keys, nowUtcMs }: { readonly keys: LineKeys; readonly nowUtcMs: number },
): Promise<Admitted> {
  const box = `box_${randomLetters(ID_LETTERS)}`;
  const pass = await passOf(keys, { id: box, publicKey, gymUid: token.uid }, nowUtcMs);
  const replaced = await session.query(REPLACE, [token.gym, nowUtcMs]);
  const values = [box, token.gym, publicKey, hostname.replaceAll('\0', ''), nowUtcMs];
  await session.query(ADD_BOX, [...values, pass.expiresUtcMs]);
  await session.query(USE_TOKEN, [token.id, nowUtcMs, box]);
  return { box, token, pass, hasReplaced: replaced.length > 0 };
}

/** A new pass for the box of a gym; null where it has none. */
export async function renew(
  { database, keys, clock }: Pick<EnrolmentParts, 'database' | 'keys' | 'clock'>,
  gymUid: string,
): Promise<Pass | null> {
  const [box] = await database.query<{ id: string; publicKey: string }>(BOX_OF, [gymUid]);
  if (box === undefined) return null;
  const pass = await passOf(keys, { ...box, gymUid }, clock.nowUtcMs());
  await database.query('UPDATE box SET until_utc_ms = $2 WHERE id = $1', [
    box.id,
    pass.expiresUtcMs,
  ]);
  return pass;
}

/** Rejects with `usage` for a box that is not known. One that was revoked before stays as it is. */
export async function revokeBox(
  { database, clock, onRevoked }: Pick<EnrolmentParts, 'database' | 'clock' | 'onRevoked'>,
  box: string,
): Promise<void> {
  const found = await database.query(REVOKE, [box, clock.nowUtcMs()]);
  if (found.length === 0) {
    throw new TurnoutError('usage', {
      where: 'box',
      expected: 'the id of one that has joined',
      got: JSON.stringify(box),
      hint: 'list them with: turnout hq box list',
    });
  }
  await onRevoked();
}

/** Public keys of revoked boxes, and since when, s. */
export async function revocations(database: Database): Promise<Readonly<Record<string, number>>> {
  const rows = await database.query<{ publicKey: string; atUtcMs: number }>(REVOKED);
  return Object.fromEntries(
    rows.map(({ publicKey, atUtcMs }) => [publicKey, Math.ceil(atUtcMs / 1_000)]),
  );
}

const ADD_TOKEN = `
INSERT INTO join_token (id, hash, gym, until_utc_ms, created_utc_ms)
SELECT $1, $2, key, $3::bigint, $4::bigint FROM gym WHERE id = $5 RETURNING id`;

const FIND_TOKEN = `
SELECT t.id, t.gym, g.uid, g.id AS "gymId", g.name AS "gymName", t.until_utc_ms AS "untilUtcMs", t.used_utc_ms AS "usedUtcMs"
FROM join_token t JOIN gym g ON g.key = t.gym WHERE t.hash = $1 FOR UPDATE OF t`;

const USE_TOKEN = 'UPDATE join_token SET used_utc_ms = $2, used_by = $3 WHERE id = $1';

const REPLACE = `
UPDATE box SET revoked_utc_ms = $2 WHERE gym = $1 AND revoked_utc_ms IS NULL RETURNING id`;

const ADD_BOX = `
INSERT INTO box (id, gym, public_key, hostname, enrolled_utc_ms, until_utc_ms) VALUES ($1, $2, $3, $4, $5, $6)`;

const BOX_OF = `
SELECT b.id, b.public_key AS "publicKey" FROM box b JOIN gym g ON g.key = b.gym
WHERE g.uid = $1 AND b.revoked_utc_ms IS NULL`;

const REVOKE = `
UPDATE box SET revoked_utc_ms = coalesce(revoked_utc_ms, $2) WHERE id = $1 RETURNING id`;

const REVOKED = `
SELECT public_key AS "publicKey", revoked_utc_ms AS "atUtcMs" FROM box WHERE revoked_utc_ms IS NOT NULL`;
