/** `POST /chain/v1/join` and `POST /v1/sync`: a box joins the chain of a head office, and sends. No document has them: only boxes call them. */

import { Value } from 'typebox/value';
import {
  JOIN_PATH,
  JOIN_REQUEST,
  type JoinAnswer,
  type JoinRequest,
  MAX_BODY_BYTES,
  type Receipt,
  SYNC_PATH,
} from '../../chain/sync.ts';
import { parsedJson } from '../../runtime/wire.ts';
import { addressGroup, type WindowLimiter } from '../../store/access/limits.ts';
import { type Headers, problem, retryAfter } from '../http/message.ts';
import type { ServedRoute } from './route.ts';

export interface BoxParts {
  /** Rejects with `forbidden` for a token that is good for nothing, and `hq_refused` for one of another gym. */
  readonly enrol: (request: JoinRequest) => Promise<JoinAnswer>;
  /** Rejects with `sync_refused`, `sync_newer`, `malformed_request` and `database_unusable`. */
  readonly sync: (key: string | undefined, body: Buffer, encoding?: string) => Promise<Receipt>;
  /** By address: a token is not to be guessed. */
  readonly tries: WindowLimiter;
}

/** What is in an answer is for one box. */
const NO_STORE: Headers = [['Cache-Control', 'no-store']];

/** As the router takes them. */
export function boxRoutes({ enrol, sync, tries }: BoxParts): readonly ServedRoute[] {
  const join: ServedRoute['answer'] = async ({ ip, body }) => {
    const verdict = tries.take(addressGroup(ip));
    if (!verdict.isAllowed) {
      const headers = [...retryAfter(verdict.retryAfterS), ...NO_STORE];
      return problem('rate_limited', 'This address asks too often.', { headers });
    }
    const sent = parsedJson(body);
    if (!Value.Check(JOIN_REQUEST, sent)) {
      const [fault] = Value.Errors(JOIN_REQUEST, sent);
      const detail = `The request is none of a box of this version: ${fault?.instancePath || '/'} ${fault?.message ?? ''}`;
      return problem('malformed_request', detail, { headers: NO_STORE });
    }
    return { status: 201, value: await enrol(sent), headers: NO_STORE };
  };
  const take: ServedRoute['answer'] = async ({ headers, body }) => {
    const [, key] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    const receipt = await sync(key, body, headers.get('content-encoding'));
    return { status: 200, value: receipt, headers: NO_STORE };
  };
  return [
    { method: 'POST', path: JOIN_PATH, answer: join },
    { method: 'POST', path: SYNC_PATH, bodyBytes: MAX_BODY_BYTES, inflates: true, answer: take },
  ];
}
