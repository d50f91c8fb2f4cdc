/** How a trainer's classes do compared with others of the same slot, so that no one is punished for teaching at 14:00. */

import type { ClassSession } from '../../sessions/session.ts';
import type { GymView } from '../../sessions/view.ts';
import { atStart } from '../at-start.ts';
import { rate } from '../fields/rounding.ts';
import { ratio, sumOf } from '../figures/ratio.ts';
import { createFold } from '../fold.ts';
import { type DateRange, rangeInstants } from '../period.ts';
import { minuteOfWeekAt } from '../series/series-finder.ts';
import {
  type AttendanceBasis,
  attendedOf,
  gradedBasisOf,
  isHeld,
} from '../sessions/session-facts.ts';

export interface SlotIndex {
  /** People who came over people expected; 1 is as the slot usually is. Null where nothing compares. */
  readonly slot_index: number | null;
  /** Classes that had others to be compared with. */
  readonly slot_classes: number;
}

/** Classes of one name, weekday and start, in any room. */
interface SlotSums {
  people: number;
  classes: number;
}

/** By minute of the week on the wall, then by folded name. */
type Slots = ReadonlyMap<number, ReadonlyMap<string, SlotSums>>;

/**
 * Of each of `taught` the mean of the other classes of its name, weekday and start within `window` is expected: other
 * dates, anyone who taught them, and other rooms. Counted in `basis` only. Source: docs/method.md#slot-index.
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
  const slotOf = slotFinder(view, taught);
  for (const session of view.sessions) {
    const slot = slotOf(session);
    if (slot === undefined || !isComparable(session)) continue;
    slot.people += attendedOf(session) ?? 0;
    slot.classes += 1;
  }
  const compared = taught.filter(isComparable).flatMap((session) => {
    const attended = attendedOf(session);
    const slot = slotOf(session);
    if (attended === null || slot === undefined || slot.classes < 2) return [];
    return [{ attended, expected: (slot.people - attended) / (slot.classes - 1) }];
  });
  return {
    slot_index: rate(
      ratio(
        sumOf(compared, ({ attended }) => attended).sum,
        sumOf(compared, ({ expected }) => expected).sum,
      ),
    ),
    slot_classes: compared.length,
  };
}

/** Finds the slot of a class where one of `taught` is of it. */
function slotFinder(
  { gym }: GymView,
  taught: readonly ClassSession[],
): (session: ClassSession) => SlotSums | undefined {
  const fold = createFold();
  const minuteOf = atStart((startsUtcMs) => minuteOfWeekAt(gym.timezone, startsUtcMs));
  const slots: Slots = slotsOf(taught, minuteOf, fold);
  return (session) => slots.get(minuteOf(session))?.get(fold(session.name));
}

function slotsOf(
  taught: readonly ClassSession[],
  minuteOf: (session: ClassSession) => number,
  fold: (name: string) => string,
): Slots {
  const slots = new Map<number, Map<string, SlotSums>>();
  for (const session of taught) {
    const minute = minuteOf(session);
    const byName = slots.get(minute) ?? new Map<string, SlotSums>();
    slots.set(minute, byName.set(fold(session.name), { people: 0, classes: 0 }));
  }
  return slots;
}
