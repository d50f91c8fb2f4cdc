/**
 * A frame source that is drawn: `scene:studio?seed=7`, stills by room and number of people (`engine/pictures/drawn-room.ts`).
 * Its time is the wall clock. With `empty_s` the room is empty at first, until a picture of it was taken: a detector that
 * learns the room has seen it then, and what comes after it is counted.
 */

import { readFile } from 'node:fs/promises';
import { delay } from '../../runtime/timers.ts';
import { parseSceneUrl, peopleAt, STILL_SIZE, stillOf } from '../pictures/drawn-room.ts';
import { type FrameSource, readUntil, type SourceOptions } from './source.ts';

/** Pictures come no more often than this, ms: a scene is a stand-in for a camera, not a film. */
const MIN_PERIOD_MS = 200;
/** How soon a changed wish for pictures is noticed, ms. */
const GLANCE_MS = 500;
/** Longest time in which the room stays empty for a detector that is not there yet, ms. Chosen here. */
const MOST_EMPTY_MS = 20_000;

/** A source for a `scene:` address. It rejects with `config_invalid` where the address has a fault. */
export function createSceneSource(options: SourceOptions): FrameSource {
  const { clock } = options;
  let frames = 0;
  let bytes = 0;
  let lastAtUtcMs: number | null = null;
  let gopMs: number | null = null;

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
        const file = stillOf(spec, isEmpty ? 0 : peopleAt(spec, atUtcMs), frames);
        const data = new Uint8Array(await readFile(file));
        if (signal.aborted) return;
        if (isEmpty) empty.push(data);
        frames += 1;
        bytes += data.byteLength;
        gopMs = lastAtUtcMs === null ? null : atUtcMs - lastAtUtcMs;
        lastAtUtcMs = atUtcMs;
        deliver({ codec: 'jpeg', data, atUtcMs, mediaMs: null });
        await waitUntilWanted(startedMs, options, signal);
      };
      const read = async () => {
        opened?.({ codec: 'jpeg', ...STILL_SIZE, fps: null, durationMs: null });
        while (!signal.aborted) await show();
      };
      await readUntil(signal, read, async () => undefined);
    },

    totals: () => ({ packets: frames, bytes, keyframes: frames, gopMs }),
  };
}

/** Waits for the wanted period, which may change meanwhile: a class begins and pictures are wanted sooner. */
async function waitUntilWanted(
  startedMs: number,
  { wantedPeriodMs, clock }: SourceOptions,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const periodMs = Math.max(MIN_PERIOD_MS, wantedPeriodMs());
    const leftMs = periodMs - (clock.monotonicMs() - startedMs);
    if (leftMs <= 0 || !(await delay(Math.min(leftMs, GLANCE_MS), signal))) return;
  }
}
