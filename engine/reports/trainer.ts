/** A trainer over a day or a week: how full, how many stayed away, and how that compares with the same slots. */

import type { Trainer } from '../sessions/index.ts';
import type { AttendanceFigures } from './figures.ts';
import type { ReportHead } from './head.ts';
import type { DateRange, ReportPeriod } from './period.ts';
import type { SessionFacts } from './session-facts.ts';

export interface TrainerReport
  extends ReportHead,
    DateRange,
    Omit<AttendanceFigures, 'heldClasses'> {
  readonly trainer: Trainer;
  /** Null for a range that was asked for by its dates. */
  readonly period: ReportPeriod | null;
  /** Classes this person gave, substitutions included: ended, not cancelled. */
  readonly classesTaught: number;
  readonly cancelledClasses: number;
  /**
   * People who came over those expected from other classes of the same name, weekday and start within 42 days: 1 is as
   * the slot usually is. Null where nothing compares.
   */
  readonly slotIndex: number | null;
  /** The n of `slotIndex`: classes of this trainer that had others to be compared with. */
  readonly slotClasses: number;
  /** The same number of days just before. */
  readonly previous: DateRange & {
    readonly fillRate: number | null;
    readonly ratedClasses: number;
    /** `fillRate` of the period less that of the one before; null where either is, or they count different things. */
    readonly change: number | null;
  };
  /** All classes of the period that name this trainer, cancelled and future ones too, by start; at most 500. */
  readonly classes: readonly SessionFacts[];
}
