/** Strong entity tags, and whether a client has the same bytes already (RFC 9110 sections 8.8.3 and 13.1.2). */

import { createHash } from 'node:crypto';

/** The tag of these very bytes, quoted. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** One entity tag of a list; commas may stand inside the quotes. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;

/** Whether `If-None-Match` names `etag` (compared weakly, as its section asks) or everything. */
export function isMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false;
  }
  if (ifNoneMatch.trim() === '*') {
    return true;
  }
  for (const [, tag] of ifNoneMatch.matchAll(TAG)) {
    if (tag === etag) {
      return true;
    }
  }
  return false;
}
