/**
 * The keys of the line: an operator that the broker trusts, an account in which all boxes of the chain are users, and the
 * broker's own system account. They are made once and lie in the database, so that every node can let a box in: who has the
 * database, has the line.
 */

import {
  Algorithms,
  createAccount,
  createOperator,
  createUser,
  encodeAccount,
  encodeOperator,
  encodeUser,
  fromSeed,
} from '@nats-io/jwt';
import { permissionsOf, subjectsOf, UP_STREAM } from '../../chain/messages/subjects.ts';
import type { Database } from '../database/database.ts';

type Name = 'operator' | 'account' | 'system' | 'office' | 'admin';
type Pair = ReturnType<typeof createUser>;

const MAKERS: Readonly<Record<Name, () => Pair>> = {
  operator: createOperator,
  account: createAccount,
  system: createAccount,
  /** The head office, as a user of the account. */
  office: createUser,
  /** The head office, as a user of the system account: it tells the broker who is revoked. */
  admin: createUser,
};

export type LineKeys = Readonly<Record<Name, Pair>>;

/** Makes those that are missing; nodes that start together have the same ones. */
export async function openLineKeys(database: Database): Promise<LineKeys> {
  for (const [name, make] of Object.entries(MAKERS)) {
    const seed = new TextDecoder().decode(make().getSeed());
    await database.query(ADD, [name, seed]);
  }
  const rows = await database.query<{ name: Name; value: string }>(
    'SELECT name, value FROM line_keys',
  );
  const pairs = rows.map(({ name, value }) => [name, fromSeed(new TextEncoder().encode(value))]);
  return Object.fromEntries(pairs) as Record<Name, Pair>;
}

/** How long a pass is good, ms. It is renewed at half of it. Source: docs/chain.md#passes. */
export const PASS_MS = 30 * 86_400_000;

export interface Pass {
  readonly jwt: string;
  readonly expiresUtcMs: number;
}

/** Lets a box onto the subjects of one gym, and no others. @param publicKey `U…` of the box. */
export async function passOf(
  keys: LineKeys,
  box: { readonly id: string; readonly publicKey: string; readonly gymUid: string },
  nowUtcMs: number,
): Promise<Pass> {
  const { publish, subscribe, responses } = permissionsOf(box.gymUid);
  const expiresS = Math.floor((nowUtcMs + PASS_MS) / 1_000);
  const jwt = await encodeUser(
    box.id,
    box.publicKey,
    keys.account,
    {
      ...NO_LIMITS,
      ...BOX_LIMITS,
      pub: { allow: [...publish], deny: [] },
      sub: { allow: [...subscribe], deny: [] },
      resp: responses,
    },
    { exp: expiresS },
  );
  return { jwt, expiresUtcMs: expiresS * 1_000 };
}

const NO_LIMITS = { subs: -1, data: -1, payload: -1 } as const;
/** A box has three subscriptions, and a batch has 32 kB before it is compressed. */
const BOX_LIMITS = { subs: 16, payload: 256 * 1024 } as const;

/** Where the head office publishes: to boxes, and to the broker for its one stream. It cannot empty or delete the stream. */
const OFFICE_PUBLISHES = [
  subjectsOf('*').receipt,
  subjectsOf('*').live,
  `${subjectsOf('*').inbox}.>`,
  '$JS.API.INFO',
  ...['INFO', 'CREATE', 'UPDATE'].map((call) => `$JS.API.STREAM.${call}.${UP_STREAM}`),
  ...['INFO', 'CREATE', 'DURABLE.CREATE', 'MSG.NEXT'].map(
    (call) => `$JS.API.CONSUMER.${call}.${UP_STREAM}.>`,
  ),
  '$JS.ACK.>',
];

/** The head office's own, for its account or the system account. */
export function officePass(keys: LineKeys, as: 'office' | 'admin'): Promise<string> {
  const [account, allow] =
    as === 'office' ? [keys.account, OFFICE_PUBLISHES] : [keys.system, [CLAIMS_UPDATE]];
  return encodeUser(`turnout-hq-${as}`, keys[as], account, {
    ...NO_LIMITS,
    pub: { allow, deny: [] },
  });
}

/** The account of the chain. @param revoked Public keys of boxes and since when, s: older passes of them are refused. */
export function accountJwt(
  { account, operator }: LineKeys,
  revoked: Readonly<Record<string, number>>,
): Promise<string> {
  const limits = { ...NO_LIMITS, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const streams = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  return encodeAccount(
    'chain',
    account,
    { limits: { ...limits, ...streams }, revocations: { ...revoked } },
    { algorithm: Algorithms.v2, signer: operator },
  );
}

/** What the broker must know, for its configuration. */
export async function brokerTrust(keys: LineKeys) {
  const limits = { ...NO_LIMITS, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const systemAccount = keys.system.getPublicKey();
  const signed = { algorithm: Algorithms.v2, signer: keys.operator };
  return {
    operator: await encodeOperator('turnout', keys.operator, { system_account: systemAccount }),
    systemAccount,
    accounts: [
      { id: systemAccount, jwt: await encodeAccount('system', keys.system, { limits }, signed) },
      { id: keys.account.getPublicKey(), jwt: await accountJwt(keys, {}) },
    ],
  };
}

/** Tells the broker of a changed account. */
export const CLAIMS_UPDATE = '$SYS.REQ.CLAIMS.UPDATE';

const ADD = 'INSERT INTO line_keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING';
