/**
 * How a box joins: over HTTPS, before there is a line. `POST {head office}/chain/v1/join` with {@link JOIN_REQUEST} gives 201
 * and {@link JOIN_ANSWER}; a refusal gives `{"code", "detail"}` as every error: 403 `forbidden` for a token that is unknown,
 * used or too old.
 */

import { type Static, Type } from 'typebox';
import { VERSION } from './batch.ts';
import { TEXT, UTC_MS } from './kinds.ts';

export const JOIN_PATH = '/chain/v1/join';

export const JOIN_REQUEST = Type.Object({
  v: Type.Literal(VERSION),
  /** `tj_…`, made at the head office: one use, for one gym. */
  token: Type.String({ minLength: 1, maxLength: 200 }),
  /** The box's own user key (an NKEY, `U…`). Its seed never leaves the box. */
  public_key: Type.String({ pattern: '^U[A-Z2-7]{55}$' }),
  hostname: Type.String({ maxLength: 255 }),
  app: TEXT,
  /** The gym in the box's own file. */
  gym: Type.Object({ id: TEXT, name: TEXT, timezone: TEXT }),
});
export type JoinRequest = Static<typeof JOIN_REQUEST>;

/** What lets a box onto the line, for a while. */
const PASS = {
  /** Of NATS, for the box's key: the subjects of its gym, and nothing else. */
  jwt: Type.String({ maxLength: 16_384 }),
  expires_utc_ms: UTC_MS,
};

export const JOIN_ANSWER = Type.Object({
  v: Type.Literal(VERSION),
  box: TEXT,
  gym: TEXT,
  /** Names for people. */
  gym_name: TEXT,
  chain: TEXT,
  /** `wss://host/line`; `nats://` on a private network only. One kind, tried in this order. */
  servers: Type.Array(Type.String({ pattern: '^(?:tls|nats|wss|ws)://' }), {
    minItems: 1,
    maxItems: 16,
  }),
  ...PASS,
});
export type JoinAnswer = Static<typeof JOIN_ANSWER>;

/** Over the line, at half of the pass's life: a request without fields on the subject `renew`. */
export const RENEW_ANSWER = Type.Object({ v: Type.Literal(VERSION), ...PASS });
export type RenewAnswer = Static<typeof RENEW_ANSWER>;
