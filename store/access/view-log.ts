/**
 * Who looked at the figures of which trainer, for the audit log: one line for each key or browser, trainer and day (UTC).
 * Each request would be thousands of lines in which no one finds anything; a day says who looked, and since when.
 */

import { messageOf } from '../../errors.ts';
import { DAY_MS } from '../../gym/calendar/zone.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { AccessStore } from '../history/access.ts';
import type { KeyFacts } from './key.ts';

/** Who looks: a key, or a browser that signed in with it. */
interface Looker {
  readonly key: Pick<KeyFacts, 'id' | 'trainerId'>;
  readonly signIn?: { readonly id: string };
}

export function createViewLog(
  store: Pick<AccessStore, 'noteLook'>,
  clock: Pick<Clock, 'nowUtcMs'>,
  log: Log,
) {
  /** Of this day: at most keys and browsers × trainers. */
  let noted = new Set<string>();
  let today = 0;
  let writing: Promise<void> = Promise.resolve();
  return {
    /**
     * Nothing for the own figures of a trainer. What cannot be written is logged, and tried again at the next look.
     *
     * @param subject id of the trainer; `*` for all of the gym.
     */
    note: ({ key, signIn }: Looker, gymId: string, subject: string): void => {
      if (key.trainerId === subject) return;
      const atUtcMs = clock.nowUtcMs();
      const day = Math.floor(atUtcMs / DAY_MS);
      if (day !== today) noted = new Set();
      today = day;
      const by = signIn?.id ?? key.id;
      const name = JSON.stringify([by, gymId, subject]);
      const ofDay = noted;
      if (ofDay.has(name)) return;
      ofDay.add(name);
      writing = writing
        .then(() =>
          store.noteLook({ atUtcMs, by, kind: 'trainer_seen', gymId, subject }, day * DAY_MS),
        )
        .catch((error: unknown) => {
          ofDay.delete(name);
          log.warn('audit_failed', { detail: messageOf(error) });
        });
    },
    /** Resolves when all that was noted is on the disk, or was logged. */
    settled: (): Promise<void> => writing,
  };
}
