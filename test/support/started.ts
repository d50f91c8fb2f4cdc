/** What the tests of a file, or of a group, have in common. */

import { beforeAll } from 'vitest';

type Started = { close(): unknown } | { stop(): unknown };

/** Starts it before the tests of the file or group that calls this, and ends it after them: its members are there only then. */
export function started<Thing extends Started>(
  start: () => Promise<Thing>,
  timeoutMs?: number,
): Thing {
  const thing = {} as Thing;
  beforeAll(async () => {
    const made: Started = Object.assign(thing, await start());
    return () => ('close' in made ? made.close() : made.stop());
  }, timeoutMs);
  return thing;
}
