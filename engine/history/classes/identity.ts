/** Who is who: ids of classes and trainers. */

import { createHash } from 'node:crypto';
import { foldName } from '../../sessions/index.ts';

/** Longest slug; chosen here: an id must fit an address. */
const SLUG_LENGTH = 60;

/** Stable and unique: `cls_` and 80 bits of a digest, in base 16. Two of a billion classes share one by 1 in 2 million. */
export function classIdOf(gymId: string, sourceId: string, externalId: string): string {
  return `cls_${digest([gymId, sourceId, externalId], 20)}`;
}

/** A name in lower-case letters, digits and hyphens; a digest of it where nothing of it can be written so. */
export function slugOf(name: string): string {
  const folded = foldName(name);
  const slug = folded
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '');
  // Of «Анна 2» only the digit would be left: a name of other letters is told by its digest.
  const isWhole = /[a-z]/.test(slug) && !/(?![a-z])\p{Letter}/u.test(folded);
  return isWhole ? slug : `trainer-${digest([folded], 10)}`;
}

function digest(parts: readonly string[], length: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}
