/** Headers that answers have beside their own. */

import type { Headers } from '../routes/route.ts';
import { CORS_HEADERS } from './cors.ts';
import { securityHeaders } from './security.ts';
import type { Turn } from './turn.ts';

const ASK_EACH_TIME: Headers = [['Cache-Control', 'no-cache']];
const KEEP_NOT: Headers = [['Cache-Control', 'no-store']];

/** What every answer with a body has, beside its `own`. @param isTagged Whether it has an entity tag. */
export function answerHeaders(
  { requestId, isForeign }: Turn,
  own: Headers,
  isTagged: boolean,
): Headers {
  return [
    ...cachingOf(own, isTagged),
    ...securityHeaders(own),
    ...(isForeign ? [] : CORS_HEADERS),
    ['X-Request-Id', requestId],
  ];
}

/** Answers change with the cameras: keep them, but ask each time. What is no answer to a read is not kept. */
function cachingOf(own: Headers, isTagged: boolean): Headers {
  if (own.some(([name]) => name === 'Cache-Control')) return [];
  return isTagged ? ASK_EACH_TIME : KEEP_NOT;
}
