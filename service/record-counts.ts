/** Takes samples from the counts store into the history, twice a second: what a crash can lose at most. */

import type { CountsReader } from '../engine/counts/reader.ts';
import type { SlotOwner } from '../engine/counts/writer.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import { every } from '../runtime/timers.ts';
import type { History } from '../store/history/history.ts';

interface RecordOptions {
  readonly reader: CountsReader;
  readonly history: Pick<History, 'append' | 'flush'>;
  /** The present owners; asked at every turn. */
  readonly owners: () => Iterable<SlotOwner>;
  readonly log: Log;
  /** Ends the recording; what is in the store by then is still taken and flushed. */
  readonly signal: AbortSignal;
}

/** With the time of a commit well below the second that a crash may cost. */
const PERIOD_MS = 500;

/** Starts recording. On the main thread, which is the one that claims and releases slots. */
export function recordCounts(options: RecordOptions) {
  const { reader, history, log, signal } = options;
  let cursors = new Map<string, number>();

  /**
   * Takes over what is new right now, without waiting. Call it before a slot is released: afterwards its samples are
   * gone.
   */
  const drain = (): void => {
    const next = new Map<string, number>();
    for (const { cameraId, slot, generation } of options.owners()) {
      const owner = `${slot}/${generation}`;
      const news = reader.since(slot, cursors.get(owner) ?? null);
      next.set(owner, news.cursor);
      history.append(cameraId, news.samples);
      // Overwritten before they were taken: the thread was held up longer than a ring lasts.
      if (news.missed > 0) {
        log.warn('samples_missed', { camera: cameraId, samples: news.missed });
      }
    }
    cursors = next;
  };
  const onError = (error: unknown) => log.error('recording_failed', { reason: messageOf(error) });
  let isStoring = false;
  const record = async () => {
    await every({ periodMs: PERIOD_MS, signal, onError }, () => {
      drain();
      if (isStoring) return;
      isStoring = true;
      // A disk that hangs must not keep what is counted meanwhile from being drained.
      void history.flush().finally(() => {
        isStoring = false;
      });
    });
    drain();
    await history.flush();
  };
  /** `finished` resolves after the last flush. */
  return { drain, finished: record().catch(onError) };
}
