/** What measures and filters need to know of other classes: verdicts and prices of series, and what a slot draws. */

import type { VerdictsConfig } from '../../config/config.ts';
import { judge, VERDICTS } from '../reports/classes/verdict.ts';
import { isHeld } from '../reports/sessions/session-facts.ts';
import { inChunks } from './chunks.ts';
import type { ClassFacts, ClassSeries } from './facts.ts';
import { perVisitOf } from './measures.ts';
import { type Expected, type SumContext, Sums } from './sums.ts';
import { WEEK_MINUTES } from './wall.ts';

/** Days that classes of a slot are compared over, where the range is shorter. Source: docs/method.md#slot-index. */
export const SLOT_DAYS = 42;

/** The sums of each series that has any of the classes, in the order in which they first come. */
export function* sumsBySeries(
  classes: readonly ClassFacts[],
  context: SumContext,
): Generator<void, ReadonlyMap<ClassSeries, Sums>> {
  const bySeries = new Map<ClassSeries, Sums>();
  yield* inChunks(classes, (facts) => {
    const sums = bySeries.get(facts.series) ?? new Sums();
    bySeries.set(facts.series, sums);
    sums.add(facts, context);
  });
  return bySeries;
}

/** The verdict on each series, as a place in {@link VERDICTS}. */
export function verdictsOf(
  bySeries: ReadonlyMap<ClassSeries, Sums>,
  limits: VerdictsConfig,
): ReadonlyMap<ClassSeries, number> {
  return new Map(
    [...bySeries].map(([series, sums]) => [series, VERDICTS.indexOf(judge(sums, limits).verdict)]),
  );
}

/** What a visit to a series brought in, else its price as configured, thousandths; null is unknown. */
export function priceOf(series: ClassSeries, sums: Sums): number | null {
  // Prices hang on the name of a class: all classes of a series have the same.
  return perVisitOf(sums) ?? series.classes[0]?.prices.priceMilli ?? null;
}

interface Slot {
  people: number;
  classes: number;
  checkIns: number;
}

/**
 * Finds what the others of a class's name, weekday and start drew on average within some classes; null where there are
 * none, and for a class that is not among them. Source: docs/method.md#slot-index.
 *
 * @param classes in the order of their table, none left out.
 */
export function* expectations(
  classes: readonly ClassFacts[],
  nowUtcMs: number,
): Generator<void, (facts: ClassFacts) => Expected | null> {
  const slots = new Map<number, Slot>();
  yield* inChunks(classes, (facts) => {
    if (facts.attended === null || !isHeld(facts.session, nowUtcMs)) return;
    const slot = slots.get(slotOf(facts)) ?? { people: 0, classes: 0, checkIns: 0 };
    slots.set(slotOf(facts), slot);
    slot.people += facts.attended;
    slot.classes += 1;
    slot.checkIns += checkInsOf(facts);
  });
  const first = classes[0]?.place ?? 0;
  return (facts) => {
    const isAmong = facts.place >= first && facts.place < first + classes.length;
    if (facts.attended === null || !isAmong || !isHeld(facts.session, nowUtcMs)) return null;
    const slot = slots.get(slotOf(facts));
    if (slot === undefined || slot.classes < 2) return null;
    return {
      people: (slot.people - facts.attended) / (slot.classes - 1),
      isOtherwise: slot.checkIns !== slot.classes * checkInsOf(facts),
    };
  };
}

function checkInsOf({ session }: ClassFacts): 0 | 1 {
  return session.attendance?.source === 'import' ? 1 : 0;
}

/** A name of classes, a weekday and a start, in any room. */
function slotOf({ name, minuteOfWeek }: ClassFacts): number {
  return name.code * WEEK_MINUTES + minuteOfWeek;
}
