/** How a trainer's classes do beside others of the same slot, so that nobody is punished for teaching at 14:00. */

import type { ClassSession, GymView } from '../sessions/index.ts';
import { type AttendanceBasis, gradedBasisOf, ratio, sumOf } from './figures.ts';
import { type DateRange, rangeInstants } from './period.ts';
import { seriesOf } from './series.ts';
import { attendedOf, isHeld } from './session-facts.ts';

export interface SlotIndex {
  /** People who came over people expected; 1 is as the slot usually is. Null where nothing compares. */
  readonly slotIndex: number | null;
  /** Classes that had others to be compared with. */
  readonly slotClasses: number;
}

interface SlotSums {
  people: number;
  classes: number;
}

/**
 * Of each of `taught` the mean of the other classes of its name, weekday and start within `window` is expected: other
 * dates, whoever taught them, and other rooms. Counted in `basis` only. Source: `domain.md` d2, `trainer_index`.
 */
export function slotIndexOf(
  view: GymView,
  taught: readonly ClassSession[],
  window: DateRange,
  basis: AttendanceBasis | null,
): SlotIndex {
  const { fromUtcMs, toUtcMs } = rangeInstants(view, window);
  const isComparable = (session: ClassSession) =>
    basis !== null &&
    session.startsUtcMs >= fromUtcMs &&
    session.startsUtcMs < toUtcMs &&
    isHeld(session, view.nowUtcMs) &&
    gradedBasisOf(session) === basis;
  const slotOf = slotsOf(view, new Set(taught));
  const sums = sumSlots(view, new Set(slotOf.values()), isComparable);
  const compared = taught.filter(isComparable).flatMap((session) => {
    const attended = attendedOf(session);
    const slot = sums.get(slotOf.get(session) ?? '');
    if (attended === null || slot === undefined || slot.classes < 2) return [];
    return [{ attended, expected: (slot.people - attended) / (slot.classes - 1) }];
  });
  return {
    slotIndex: ratio(
      sumOf(compared, ({ attended }) => attended).sum,
      sumOf(compared, ({ expected }) => expected).sum,
    ),
    slotClasses: compared.length,
  };
}

function slotsOf(view: GymView, wanted: ReadonlySet<ClassSession>): Map<ClassSession, string> {
  const slots = new Map<ClassSession, string>();
  for (const { slot, sessions } of seriesOf(view)) {
    for (const session of sessions) if (wanted.has(session)) slots.set(session, slot);
  }
  return slots;
}

function sumSlots(
  view: GymView,
  wanted: ReadonlySet<string>,
  isComparable: (session: ClassSession) => boolean,
): Map<string, SlotSums> {
  const sums = new Map<string, SlotSums>();
  for (const { slot, sessions } of seriesOf(view)) {
    if (!wanted.has(slot)) continue;
    const sum = sums.get(slot) ?? { people: 0, classes: 0 };
    for (const session of sessions.filter(isComparable)) {
      sum.people += attendedOf(session) ?? 0;
      sum.classes += 1;
    }
    sums.set(slot, sum);
  }
  return sums;
}
