/** `POST /chain/v1/join` and `POST /v1/sync`: a box joins the chain of a head office, and sends. No document has them: only boxes call them. */

import { Value } from 'typebox/value';
import {
  JOIN_ANSWER,
  JOIN_PATH,
  JOIN_REQUEST,
  type JoinAnswer,
  type JoinRequest,
  MAX_BODY_BYTES,
  RECEIPT,
  type Receipt,
  SYNC_PATH,
} from '../../chain/sync.ts';
import { parsedJson } from '../../runtime/wire.ts';
import { addressGroup, type WindowLimiter } from '../../store/access/limits.ts';
import { type Headers, problem } from '../http/message.ts';
import { type Route, route } from './route.ts';

export interface BoxParts {
  /** Rejects with `forbidden` for a token that is good for nothing, and `hq_refused` for one of another gym. */
  readonly enrol: (request: JoinRequest) => Promise<JoinAnswer>;
  /** Rejects with `sync_refused`, `sync_newer`, `malformed_request` and `database_unusable`. */
  readonly sync: (key: string | undefined, body: Buffer, encoding?: string) => Promise<Receipt>;
  /** By address: a token is not to be guessed. */
  readonly tries: WindowLimiter;
}

/** What is in an answer is for one box. */
const NOT_KEPT: Headers = [['Cache-Control', 'no-store']];

export function boxRoutes(parts: BoxParts): readonly Route[] {
  return [joinRoute(parts), syncRoute(parts)];
}

function joinRoute({ enrol, tries }: BoxParts): Route {
  return route(
    {
      method: 'POST',
      path: JOIN_PATH,
      operationId: 'join_chain',
      summary: 'Lets a box join the chain.',
      description: 'A token is good for one gym, once, within a day.',
      successStatus: 201,
      errors: ['forbidden', 'hq_refused', 'rate_limited', 'malformed_request'],
      response: JOIN_ANSWER,
    },
    async (request) => {
      const verdict = tries.take(addressGroup(request.ip));
      if (!verdict.isAllowed) {
        const headers: Headers = [['Retry-After', String(verdict.retryAfterS)], ...NOT_KEPT];
        return problem('rate_limited', 'This address asks too often.', { headers });
      }
      const said = parsedJson(request.body);
      if (!Value.Check(JOIN_REQUEST, said)) {
        const [fault] = Value.Errors(JOIN_REQUEST, said);
        const detail = `The request is none of a box of this version: ${fault?.instancePath || '/'} ${fault?.message ?? ''}`;
        return problem('malformed_request', detail, { headers: NOT_KEPT });
      }
      return { status: 201, value: await enrol(said), headers: NOT_KEPT };
    },
  );
}

function syncRoute({ sync }: BoxParts): Route {
  return route(
    {
      method: 'POST',
      path: SYNC_PATH,
      operationId: 'sync_box',
      summary: 'Takes what a box sends.',
      description: 'One batch of changes of a gym, by the key of its box. It may come twice.',
      errors: ['sync_refused', 'sync_newer', 'malformed_request', 'database_unusable'],
      bodyBytes: MAX_BODY_BYTES,
      response: RECEIPT,
    },
    async ({ headers, body }) => {
      const [, key] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
      const receipt = await sync(key, body, headers.get('content-encoding'));
      return { status: 200, value: receipt, headers: NOT_KEPT };
    },
  );
}
