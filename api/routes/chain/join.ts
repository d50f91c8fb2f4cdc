/** `POST /chain/v1/join`: a box joins the chain of a head office with a token. It is in no document: only boxes call it. */

import { Value } from 'typebox/value';
import {
  JOIN_ANSWER,
  JOIN_PATH,
  JOIN_REQUEST,
  type JoinAnswer,
  type JoinRequest,
} from '../../../chain/messages/enrolment.ts';
import { addressGroup } from '../../../store/access/client-address.ts';
import type { WindowLimiter } from '../../../store/access/limits/window-limiter.ts';
import type { Headers } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';
import type { Route } from '../route.ts';
import { rawRoute } from '../route.ts';

export interface JoinParts {
  /** Rejects with `forbidden` for a token that is good for nothing, and `hq_refused` for one of another gym. */
  readonly enrol: (request: JoinRequest) => Promise<JoinAnswer>;
  /** By address: a token is not to be guessed. */
  readonly tries: WindowLimiter;
}

/** A pass is for one box. */
const NOT_KEPT: Headers = [['Cache-Control', 'no-store']];

export function joinRoute({ enrol, tries }: JoinParts): Route {
  return rawRoute(
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
      const said = parsed(request.body);
      if (!Value.Check(JOIN_REQUEST, said)) {
        const [fault] = Value.Errors(JOIN_REQUEST, said);
        const detail = `The request is none of a box of this version: ${fault?.instancePath || '/'} ${fault?.message ?? ''}`;
        return problem('malformed_request', detail, { headers: NOT_KEPT });
      }
      return { status: 201, value: await enrol(said), headers: NOT_KEPT };
    },
  );
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
