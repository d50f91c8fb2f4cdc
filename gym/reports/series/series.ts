/**
 * A class as people speak of it: the same name, weekday, start on the wall and room, week after week. A change of the
 * clock leaves it the same class.
 */

import type { ClassSession } from '../../sessions/session.ts';
import type { GymView, ReportGym } from '../../sessions/view.ts';
import { type Grouping, regroup } from './grouping.ts';

/** All occurrences of a class in a view. The same object as long as these are the same. */
export interface ClassSeries {
  /** Stable over imports and restarts: letters, digits and hyphens, at most 80. */
  readonly classId: string;
  readonly name: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  /** On the wall, `18:30`. */
  readonly startTime: string;
  /** Name for people. */
  readonly room: string | null;
  /** By start, cancelled and future ones too. */
  readonly sessions: readonly ClassSession[];
  /** Of the start on the wall, since the begin of Monday: orders as weekday and then start. */
  readonly minuteOfWeek: number;
}

/** By the list of sessions: views of one second after another differ in the rooms and share it. */
const groupings = new WeakMap<readonly ClassSession[], Grouping>();

/** The newest of each gym: the next list has almost all classes in common with it. */
const newest = new WeakMap<ReportGym, Grouping>();

/**
 * The classes of a view. Grouped once for each list of sessions and kept with it; O(sessions), and a fraction for a list
 * that differs in a few classes from the one before of the same gym.
 */
export function seriesOf({ gym, sessions }: GymView): readonly ClassSeries[] {
  const known = groupings.get(sessions);
  const isKnown = known?.timezone === gym.timezone;
  const grouping = isKnown ? known : regroup(gym.timezone, sessions, newest.get(gym));
  groupings.set(sessions, grouping);
  newest.set(gym, grouping);
  return grouping.series;
}
