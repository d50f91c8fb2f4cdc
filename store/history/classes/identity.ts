/** Ids of classes. */

import { createHash } from 'node:crypto';

/** Stable and unique: `cls_` and 80 bits of a digest, in base 16. Two of a billion classes share one by 1 in 2 million. */
export function classIdOf(gymId: string, sourceId: string, externalId: string): string {
  return `cls_${digest([gymId, sourceId, externalId], 20)}`;
}

function digest(parts: readonly string[], length: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}
