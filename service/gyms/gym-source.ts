/** Where the guard gets gyms from. The engine fulfils it. */

import type { ClassTable } from '../../gym/figures/class-table.ts';
import type { DateRange } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { KeyScope } from '../../store/access/key.ts';

export interface GymSource {
  /**
   * Null where {@link view} can answer at once, else it can once this resolves; left out where it always can. Rejects where
   * the gym cannot be read.
   */
  prepare?(gymId: string): Promise<void> | null;
  /** Where keys of several gyms are: a head office. */
  readonly scopes?: GymScopes;
  /**
   * The gym as it is now, or null for an id that no gym has. The same object as before until something that a report
   * says may have changed: answers are kept with it.
   */
  view(gymId: string): GymView | null;
  /**
   * The gym as it was at the end of a date (`YYYY-MM-DD`) before those of {@link view}, from the history: the 42 days up to
   * it. "Now" of it can be after midnight, when the last class of the date had ended: ask its reports by their dates. Rooms
   * are unknown. Null for an id that no gym has; the gym as it is now for today and later dates.
   */
  asOf(gymId: string, date: string): Promise<GymView | null>;
  /** The sample gym on the date of an instant: the same object for the same date. */
  sandbox(nowUtcMs: number): GymView;
}

/** What keys of several gyms may see. */
export interface GymScopes {
  has(scope: KeyScope, gymId: string): boolean;
  /** Ids, in their order. */
  within(scope: KeyScope): readonly string[];
}

/** Where queries get classes from. The engine fulfils it. */
export interface ClassesSource {
  /**
   * The classes of a view's gym as columns, with those of the range at least: from memory where the view has them, else
   * from the history, which takes its time. A view of the sample gym has all its classes. Rejects with SQLite's error.
   */
  classesIn(view: GymView, range: DateRange): Promise<ClassTable>;
}
