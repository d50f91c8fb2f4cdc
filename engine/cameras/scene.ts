/**
 * A frame source that is drawn: `scene:studio?seed=7`, stills by room and number of people (`engine/pictures/drawn-room.ts`).
 * Its time is the wall clock. With `empty_s` the room is empty at first, until a picture of it was taken: a detector that
 * learns the room has seen it then, and what comes after it is counted.
 */

import { readFile } from 'node:fs/promises';
import { parseSceneUrl, peopleAt, STILL_SIZE, stillOf } from '../pictures/drawn-room.ts';
import { type Reading, readPictures } from './source.ts';

/** Pictures come no more often than this, ms: a scene is a stand-in for a camera, not a film. */
const MIN_PERIOD_MS = 200;
/** Longest time in which the room stays empty for a detector that is not there yet, ms. Chosen here. */
const MOST_EMPTY_MS = 20_000;

/** Reads a `scene:` address. It rejects with `config_invalid` where the address has a fault. */
export async function readScene(reading: Reading): Promise<void> {
  const { url, clock, tally } = reading;
  const spec = parseSceneUrl(url);
  const openedMs = clock.monotonicMs();
  const empty: Uint8Array[] = [];
  const draw = async () => {
    const sinceMs = clock.monotonicMs() - openedMs;
    // The bytes of a picture go to whoever looks at it.
    const isTaken = empty.some(({ byteLength }) => byteLength === 0);
    const isAwaited = spec.emptyMs > 0 && !isTaken && sinceMs < MOST_EMPTY_MS;
    const isEmpty = isAwaited || sinceMs < spec.emptyMs;
    const people = isEmpty ? 0 : peopleAt(spec, clock.nowUtcMs());
    const data = new Uint8Array(await readFile(stillOf(spec, people, tally.totals().keyframes)));
    if (isEmpty) empty.push(data);
    return data;
  };
  await readPictures(reading, draw, MIN_PERIOD_MS, STILL_SIZE);
}
