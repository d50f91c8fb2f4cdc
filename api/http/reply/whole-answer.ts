/** Answers whose bytes are all there: with a length, and an entity tag where they were read. */

import { type Answer, AssetBody, type Headers } from '../message.ts';
import { settled, type Turn } from '../turn.ts';
import { isMatch } from './etag.ts';
import { answerHeaders, securityHeaders } from './head.ts';
import { Serialised } from './serialised.ts';

/** @param isLast Whether the connection cannot be used again. @returns the status that went out. */
export function sendWhole(turn: Turn, answer: Answer, isLast: boolean): number {
  const { exchange } = turn;
  const { method } = exchange;
  const { value } = answer;
  const made = Serialised.of(
    value instanceof AssetBody ? value.formFor(exchange.headers.get('accept-encoding')) : value,
  );
  const isTagged = answer.status === 200 && (method === 'GET' || method === 'HEAD');
  const isSame = isTagged && isMatch(exchange.headers.get('if-none-match'), made.etag);
  const status = isSame ? 304 : answer.status;
  const isBodyHidden = method === 'HEAD' || isSame;
  const own = settled(turn, answer.headers, status, !isBodyHidden && !exchange.isGone);
  const content = isSame ? made.tag : isTagged ? made.taggedType : made.type;
  const headers = answerHeaders(turn, own, content, isTagged);
  exchange.respond({ status, headers, id: turn.id, body: made.bytes, isBodyHidden, isLast });
  return status;
}

/** An answer without a body. @returns the status. */
export function sendEmpty(turn: Turn, status: number, headers: Headers): number {
  const { exchange } = turn;
  exchange.respond({
    status,
    headers: [...headers, ...securityHeaders(headers)],
    id: turn.id,
    body: null,
    isBodyHidden: false,
    isLast: false,
  });
  return status;
}
