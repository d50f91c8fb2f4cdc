/**
 * Who looked at the figures of which trainer, for the audit log: one line for each key or browser, trainer and day (UTC).
 * Each request would be thousands of lines in which no one finds anything; a day says who looked, and since when.
 */

import { messageOf } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { AccessStore } from '../history/access.ts';
import type { KeyFacts } from './key.ts';

const DAY_MS = 86_400_000;

/** Who looks: a key, or a browser that signed in with it. */
export interface Looker {
  readonly key: Pick<KeyFacts, 'id' | 'trainerId'>;
  readonly signIn?: { readonly id: string };
}

export interface LooksParts {
  readonly store: Pick<AccessStore, 'noteLook'>;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  readonly log: Log;
}

export class TrainerLooks {
  readonly #parts: LooksParts;
  /** Of this day: at most keys and browsers × trainers. */
  #noted = new Set<string>();
  #day = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: LooksParts) {
    this.#parts = parts;
  }

  /** @param trainerId `*` for all trainers of the gym. Nothing for the own figures of a trainer. What cannot be written is logged, and tried again at the next look. */
  note({ key, signIn }: Looker, gymId: string, trainerId: string): void {
    if (key.trainerId === trainerId) return;
    const { store, clock, log } = this.#parts;
    const atUtcMs = clock.nowUtcMs();
    const day = Math.floor(atUtcMs / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#noted = new Set();
    }
    const by = signIn?.id ?? key.id;
    const noted = this.#noted;
    const name = JSON.stringify([by, gymId, trainerId]);
    if (noted.has(name)) return;
    noted.add(name);
    const line = { atUtcMs, by, kind: 'trainer_seen', gymId, subject: trainerId } as const;
    this.#writing = this.#writing
      .then(() => store.noteLook(line, day * DAY_MS))
      .catch((error: unknown) => {
        noted.delete(name);
        log.warn('audit_failed', { detail: messageOf(error) });
      });
  }

  /** Resolves when all that was noted is on the disk, or was logged. */
  settled(): Promise<void> {
    return this.#writing;
  }
}
