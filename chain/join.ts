/**
 * How a box joins: `POST {head office}/chain/v1/join` with {@link JOIN_REQUEST} gives 201 and {@link JOIN_ANSWER}; a refusal
 * gives `{"code", "detail"}` as every error: 403 `forbidden` for a token that is unknown, used or too old.
 */

import { type Static, Type } from 'typebox';
import { TEXT } from './kinds.ts';
import { SEQ, VERSION } from './sync.ts';

export const JOIN_PATH = '/chain/v1/join';

export const JOIN_REQUEST = Type.Object({
  v: Type.Literal(VERSION),
  /** `tj_…`, made at the head office: one use, for one gym. */
  token: Type.String({ minLength: 1, maxLength: 200 }),
  hostname: TEXT,
  app: TEXT,
  /** The gym in the box's own file. */
  gym: Type.Object({ id: TEXT, name: TEXT, timezone: TEXT }),
});
export type JoinRequest = Static<typeof JOIN_REQUEST>;

export const JOIN_ANSWER = Type.Object({
  v: Type.Literal(VERSION),
  box: TEXT,
  gym: TEXT,
  /** For people. */
  gym_name: TEXT,
  /** `tb_…`, of the role `box`: sends for this gym, and can do nothing else. It is shown once. */
  key: Type.String({ minLength: 1, maxLength: 200 }),
  /** The box numbers its changes from the next number on: those up to it are of boxes before. */
  after_seq: SEQ,
});
export type JoinAnswer = Static<typeof JOIN_ANSWER>;
