/**
 * A gym at one instant: all that reports are made of. A view never changes; a new one is made when the data do, so
 * whatever was computed from a view can be cached with it.
 */

import type { EconomicsConfig, GymConfig, VerdictsConfig } from '../../config/config.ts';
import type { ClassSession } from './session.ts';

/**
 * What reports must know about a gym. The same object in all views of the same settings, so that what was computed by
 * them for one view can be reused for the next.
 */
export interface ReportGym {
  readonly id: string;
  /** For people; left out: the id. */
  readonly name?: string;
  readonly timezone: string;
  /** ISO 4217; null is unknown. */
  readonly currency: string | null;
  readonly economics: EconomicsConfig;
  /** Words for several classes: names of classes, or words of them, by the name of the family. */
  readonly families: GymConfig['families'];
  readonly verdicts: VerdictsConfig;
  /** Left out: none. */
  readonly goals?: GymConfig['goals'];
  /** Whether one or two people are not shown in files and on the wall; left out: they are. See `partial-view.ts`. */
  readonly hidesSmallCounts?: true;
}

/** `live`: counted within the last samples; `stale`: counted, but not lately; `offline`: cannot be counted now. */
export type RoomState = 'live' | 'stale' | 'offline' | 'no_camera';

export interface RoomView {
  readonly id: string;
  readonly name: string;
  readonly capacity: number | null;
  /** People in the room now, staff excluded; null unless `live`. */
  readonly occupancy: number | null;
  /** Time of the newest good sample; null where there is none. */
  readonly updatedUtcMs: number | null;
  readonly state: RoomState;
}

export interface GymView {
  readonly gym: ReportGym;
  /** The instant the view was made; "now" of every report over it. */
  readonly nowUtcMs: number;
  /**
   * Classes by start, cancelled ones too, from {@link VIEW_DAYS} days before today to the end of tomorrow, in dates of the
   * gym's zone.
   */
  readonly sessions: readonly ClassSession[];
  readonly rooms: readonly RoomView[];
  /**
   * First and last day of which the gym's history knows the classes, whatever the view reaches; null where it knows none.
   * Left out: those of {@link sessions}. See `knownDays`.
   */
  readonly known?: { readonly from: string; readonly to: string } | null;
  /** All trainers of the gym's history, by name: a trainer without a class in the window is known all the same. */
  readonly trainers: readonly { readonly id: string; readonly name: string }[];
}

/** Days a view reaches back: the longest window of a report (42) and the week before the week (14), whichever is more. */
export const VIEW_DAYS = 42;
