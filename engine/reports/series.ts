/** A class as people speak of it: the same name, weekday, start on the wall and room, week after week. */

import type { Trainer } from '../sessions/index.ts';

export interface ClassIdentity {
  /** Stable over imports and restarts: letters, digits and hyphens, at most 80. */
  readonly classId: string;
  readonly name: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  /** On the wall, `18:30`. */
  readonly startTime: string;
  /** Name for people. */
  readonly room: string | null;
  /** Who gave it or was to give it within the window: most often first, then by name; at most 10. */
  readonly trainers: readonly Trainer[];
}
