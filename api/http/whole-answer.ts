/** Answers whose bytes are all there: with a length, and an entity tag where they were read. */

import type { Answer, Headers } from '../routes/route.ts';
import { answerHeaders } from './answer-headers.ts';
import { isMatch } from './etag.ts';
import { securityHeaders } from './security.ts';
import { Serialised } from './serialised.ts';
import type { Turn } from './turn.ts';

/** @param isLast Whether the connection cannot be used again. */
export function sendWhole(turn: Turn, answer: Answer, isLast: boolean): void {
  const { exchange } = turn;
  const made = Serialised.of(answer.value);
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  const isTagged = answer.status === 200 && isRead;
  const tag = isTagged ? made.etag : null;
  const isSame = tag !== null && isMatch(exchange.headers.get('if-none-match'), tag);
  const status = isSame ? 304 : answer.status;
  const isBodyHidden = exchange.method === 'HEAD' || isSame;
  const settled = turn.settle?.(status, !isBodyHidden && !exchange.isGone) ?? [];
  const own = [...(answer.headers ?? []), ...settled];
  const headers: Headers = [
    ...own,
    ...(tag === null ? [] : [['ETag', tag] as const]),
    ...(isSame ? [] : [['Content-Type', made.contentType] as const]),
    ...answerHeaders(turn, own, isTagged),
  ];
  exchange.respond({ status, headers, body: made.bytes, isBodyHidden, isLast });
  turn.answered(status);
}

/** An answer without a body. */
export function sendEmpty(turn: Turn, status: number, headers: Headers): void {
  const { exchange, requestId, answered } = turn;
  exchange.respond({
    status,
    headers: [...headers, ...securityHeaders(headers), ['X-Request-Id', requestId]],
    body: null,
    isBodyHidden: false,
    isLast: false,
  });
  answered(status);
}
