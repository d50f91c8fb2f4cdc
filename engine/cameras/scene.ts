/**
 * A frame source that is drawn: `scene:studio?seed=7`, stills by room and number of people (`engine/pictures/drawn-room.ts`).
 * Its time is the wall clock. With `empty_s` the room is empty until a picture of it was counted, so long at most: a
 * detector that learns the room has seen it then, however slow the computer is.
 */

import { readFile } from 'node:fs/promises';
import { parseSceneUrl, peopleAt, STILL_SIZE, stillOf } from '../pictures/drawn-room.ts';
import { type Reading, readPictures } from './source.ts';

/** Pictures come no more often than this, ms: a scene is a stand-in for a camera, not a film. */
const MIN_PERIOD_MS = 200;

/** Reads a `scene:` address. It rejects with `config_invalid` where the address has a fault. */
export async function readScene(reading: Reading): Promise<void> {
  const { url, clock, tally, isCounted = () => true } = reading;
  const spec = parseSceneUrl(url);
  const openedMs = clock.monotonicMs();
  const draw = async () => {
    const isEmpty = !isCounted() && clock.monotonicMs() - openedMs < spec.emptyMs;
    const people = isEmpty ? 0 : peopleAt(spec, clock.nowUtcMs());
    return new Uint8Array(await readFile(stillOf(spec, people, tally.totals().keyframes)));
  };
  await readPictures(reading, draw, MIN_PERIOD_MS, STILL_SIZE);
}
