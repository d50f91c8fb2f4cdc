/** A trainer over a day or a week: how full, how many stayed away, and how that compares with the same slots. */

import type { ClassSession, Trainer } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { type AttendanceFigures, figuresOf, fillOf } from './figures.ts';
import { headOf, type ReportHead } from './head.ts';
import { firstOnSchedule } from './on-schedule.ts';
import {
  type DateRange,
  periodRange,
  type ReportPeriod,
  rangeBefore,
  sessionsIn,
  windowRange,
} from './period.ts';
import { isHeld, type SessionFacts, sessionFacts } from './session-facts.ts';
import { slotIndexOf } from './slot-index.ts';
import { MAX_SESSIONS } from './summary.ts';

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
   * People who came over those expected from other classes of the same name, weekday and start within the 42 days that
   * end with `to`: 1 is as the slot usually is. Null where nothing compares.
   */
  readonly slotIndex: number | null;
  /** The n of `slotIndex`: classes of this trainer that had others to be compared with. */
  readonly slotClasses: number;
  /** The same number of days just before. */
  readonly previous: PreviousPeriod;
  /** All classes of the period that name this trainer, cancelled and future ones too, by start; at most 500. */
  readonly classes: readonly SessionFacts[];
}

export interface PreviousPeriod extends DateRange {
  /** Counted as the period itself, bodies or check-ins; as those classes were where the period has none yet. */
  readonly fillRate: number | null;
  readonly ratedClasses: number;
  /** `fillRate` of the period less that of the one before; null where either is. */
  readonly change: number | null;
}

/**
 * Reports on a trainer by id over today, the week that ends today, or a range of dates. The sessions of the range, of as
 * many days before it and of the 42 days that end with it must be in the view. Substitutions count for who taught. An id
 * no one has is a trainer without classes: {@link findTrainer} tells.
 */
export function trainerReport(
  view: GymView,
  trainerId: string,
  period: ReportPeriod | DateRange,
): TrainerReport {
  const range = typeof period === 'string' ? periodRange(view, period) : period;
  const isOfTrainer = ({ trainer }: ClassSession) => trainer?.id === trainerId;
  const sessions = sessionsIn(view, range).filter(isOfTrainer);
  const taught = sessions.filter((session) => isHeld(session, view.nowUtcMs));
  const { heldClasses, ...figures } = figuresOf(sessions, view.nowUtcMs);
  const before = rangeBefore(range);
  const heldBefore = sessionsIn(view, before)
    .filter(isOfTrainer)
    .filter((session) => isHeld(session, view.nowUtcMs));
  // Before the first class of a period there is nothing to count as: the one before stands for itself.
  const basisBefore =
    figures.attendanceBasis ?? figuresOf(heldBefore, view.nowUtcMs).attendanceBasis;
  const fillBefore = fillOf(heldBefore, basisBefore);
  return {
    ...headOf(view),
    trainer: trainerOf(view, trainerId, sessions),
    period: typeof period === 'string' ? period : null,
    from: range.from,
    to: range.to,
    classesTaught: heldClasses,
    cancelledClasses: sessions.filter(({ isCancelled }) => isCancelled).length,
    ...figures,
    ...slotIndexOf(view, taught, windowRange(view, range.to), figures.attendanceBasis),
    previous: {
      ...before,
      fillRate: fillBefore.fillRate,
      ratedClasses: fillBefore.ratedClasses,
      change: changeOf(fillBefore.fillRate, figures.fillRate),
    },
    classes: firstOnSchedule(sessions, MAX_SESSIONS).map((session) => sessionFacts(session, view)),
  };
}

function changeOf(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

function trainerOf(view: GymView, id: string, sessions: readonly ClassSession[]): Trainer {
  return (
    view.trainers.find((trainer) => trainer.id === id) ?? sessions[0]?.trainer ?? { id, name: id }
  );
}
