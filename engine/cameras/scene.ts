/**
 * A frame source that is drawn: `scene:studio?seed=7`, stills by room and number of people (`engine/pictures/drawn-room.ts`).
 * Its time is the wall clock. With `empty_s` the room is empty at first, until a picture of it was taken: a detector that
 * learns the room has seen it then, and what comes after it is counted.
 */

import { readFile } from 'node:fs/promises';
import { parseSceneUrl, peopleAt, STILL_SIZE, stillOf } from '../pictures/drawn-room.ts';
import {
  type FrameSource,
  readUntil,
  type SourceOptions,
  SourceTally,
  untilWanted,
} from './source.ts';

/** Pictures come no more often than this, ms: a scene is a stand-in for a camera, not a film. */
const MIN_PERIOD_MS = 200;
/** Longest time in which the room stays empty for a detector that is not there yet, ms. Chosen here. */
const MOST_EMPTY_MS = 20_000;

/** A source for a `scene:` address. It rejects with `config_invalid` where the address has a fault. */
export function createSceneSource(options: SourceOptions): FrameSource {
  const { clock } = options;
  const tally = new SourceTally();

  return {
    async run(signal, deliver, opened) {
      const spec = parseSceneUrl(options.url);
      if (signal.aborted) return;
      const openedMs = clock.monotonicMs();
      const empty: Uint8Array[] = [];
      const show = async () => {
        const atUtcMs = clock.nowUtcMs();
        const startedMs = clock.monotonicMs();
        const sinceMs = startedMs - openedMs;
        // The bytes of a picture go to whoever looks at it.
        const isTaken = empty.some(({ byteLength }) => byteLength === 0);
        const isAwaited = spec.emptyMs > 0 && !isTaken && sinceMs < MOST_EMPTY_MS;
        const isEmpty = isAwaited || sinceMs < spec.emptyMs;
        const file = stillOf(spec, isEmpty ? 0 : peopleAt(spec, atUtcMs), tally.totals().keyframes);
        const data = new Uint8Array(await readFile(file));
        if (signal.aborted) return;
        if (isEmpty) empty.push(data);
        tally.packet(data.byteLength);
        tally.keyframe(atUtcMs);
        deliver({ codec: 'jpeg', data, atUtcMs, mediaMs: null });
        await untilWanted(startedMs, MIN_PERIOD_MS, options, signal);
      };
      const read = async () => {
        opened?.({ codec: 'jpeg', ...STILL_SIZE, fps: null, durationMs: null });
        while (!signal.aborted) await show();
      };
      await readUntil(signal, read, async () => undefined);
    },

    totals: () => tally.totals(),
  };
}
