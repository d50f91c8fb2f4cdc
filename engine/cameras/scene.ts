/**
 * A frame source that is drawn: `scene:studio?seed=7`. Its time is the wall clock, so that the truth about a sample can
 * be looked up by the sample's own `atUtcMs`. Painting happens on the scenes' own thread.
 */

import { TurnoutError } from '../../errors.ts';
import { delay } from '../../runtime/timers.ts';
import { leasePainter, type PainterLease } from '../pictures/scene/drawing/painter-thread.ts';
import { parseSceneUrl } from '../pictures/scene/spec.ts';
import { type FrameSource, readUntil, type SourceOptions } from './source.ts';

/** Pictures are painted no more often than this, ms: a scene is a stand-in for a camera, not a film. */
const MIN_PERIOD_MS = 200;
/** How soon a changed wish for pictures is noticed, ms. */
const GLANCE_MS = 500;

/**
 * A source for a `scene:` address. It rejects with `config_invalid` where the address has a fault, and with
 * `camera_stalled` where the painter fails or takes longer than `readTimeoutMs`.
 */
export function createSceneSource(options: SourceOptions): FrameSource {
  let frames = 0;
  let bytes = 0;
  let lastAtUtcMs: number | null = null;
  let gopMs: number | null = null;

  return {
    async run(signal, deliver, opened) {
      const spec = parseSceneUrl(options.url);
      const paint = async (painter: PainterLease): Promise<void> => {
        opened?.({ codec: 'jpeg', ...spec.size, fps: null, durationMs: null });
        while (!signal.aborted) await paintOne(painter);
      };
      const paintOne = async (painter: PainterLease): Promise<void> => {
        const atUtcMs = options.clock.nowUtcMs();
        const startedMs = options.clock.monotonicMs();
        const data = await paintInTime(painter.paint(spec, atUtcMs), options, signal);
        if (data === null || signal.aborted) return;
        frames += 1;
        bytes += data.byteLength;
        gopMs = lastAtUtcMs === null ? null : atUtcMs - lastAtUtcMs;
        lastAtUtcMs = atUtcMs;
        deliver({ codec: 'jpeg', data, atUtcMs, mediaMs: null });
        await waitUntilWanted(startedMs, options, signal);
      };
      if (signal.aborted) return;
      const painter = leasePainter();
      await readUntil(
        signal,
        () => paint(painter),
        () => painter.end(),
      );
    },

    totals: () => ({ packets: frames, bytes, keyframes: frames, gopMs }),
  };
}

/** The painting, or null once the source is closed. */
async function paintInTime(
  painting: Promise<Uint8Array<ArrayBuffer>>,
  { readTimeoutMs }: SourceOptions,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const done = new AbortController();
  const tooLong = delay(readTimeoutMs, AbortSignal.any([signal, done.signal])).then((isOver) => {
    if (isOver) throw stalled(readTimeoutMs);
    return null;
  });
  try {
    return await Promise.race([painting, tooLong]);
  } catch (error) {
    // A painter that stops because the source is closed is what was asked for.
    if (signal.aborted) return null;
    throw error;
  } finally {
    done.abort();
  }
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

function stalled(readTimeoutMs: number): TurnoutError {
  return new TurnoutError('camera_stalled', {
    where: 'scene painter',
    expected: `a picture within ${readTimeoutMs} ms`,
    got: 'none',
  });
}
