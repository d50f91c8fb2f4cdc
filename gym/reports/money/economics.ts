/**
 * What a class earns and costs. Amounts are those of its trainer, else of its class, else the general ones. Of costs,
 * what is left out counts as nothing as soon as one cost of the class is given; where none is, its cost is unknown.
 */

import type { AmountsConfig, EconomicsConfig } from '../../../config/config.ts';
import { foldName } from '../../sessions/fold-name.ts';
import type { ClassSession, Trainer } from '../../sessions/session.ts';
import { createFold } from '../fold.ts';
import { attendedOf } from '../sessions/session-facts.ts';

/** What a class costs, thousandths of the currency's unit. */
export interface Costs {
  /** Anyone who comes. */
  readonly fixedMilli: number;
  /** For each person. */
  readonly perVisitMilli: number;
}

/** Finds the amounts of a class. */
export type AmountsOf = (session: ClassSession) => AmountsConfig;

/** Amounts that were found. */
interface Found {
  readonly trainerName: string | null;
  readonly amounts: AmountsConfig;
}

const finders = new WeakMap<EconomicsConfig, AmountsOf>();

/** Finds the amounts of classes by their names: always the same finder for the same economics, so that it tells them apart. */
export function amountsFinder(economics: EconomicsConfig): AmountsOf {
  const known = finders.get(economics);
  if (known !== undefined) return known;
  const made = createFinder(economics);
  finders.set(economics, made);
  return made;
}

/** Names count whatever their case and accents; of two equal ones the first is taken. */
function createFinder(economics: EconomicsConfig): AmountsOf {
  const byClass = new Map(
    economics.classes.toReversed().map((amounts) => [foldName(amounts.name), amounts]),
  );
  const byTrainer = new Map(
    economics.trainers.toReversed().map((pay) => [foldName(pay.name), pay]),
  );
  const fold = createFold();
  const find = (name: string, trainer: Trainer | null): AmountsConfig => {
    const ofClass = byClass.get(fold(name));
    const ofTrainer =
      trainer === null
        ? undefined
        : (byTrainer.get(fold(trainer.id)) ?? byTrainer.get(fold(trainer.name)));
    const pick = (amount: keyof AmountsConfig) => ofClass?.[amount] ?? economics[amount];
    return {
      revenuePerVisitMilli: pick('revenuePerVisitMilli'),
      flatPayMilli: ofTrainer?.flatPayMilli ?? pick('flatPayMilli'),
      perHeadPayMilli: ofTrainer?.perHeadPayMilli ?? pick('perHeadPayMilli'),
      roomCostMilli: pick('roomCostMilli'),
      variableCostMilli: pick('variableCostMilli'),
    };
  };
  // By name of the class, then by id of the trainer, which is unique in a gym; a trainer may be renamed, and paid otherwise.
  const found = new Map<string, Map<string | null, Found>>();
  // Week after week a class has the trainer it had: asked class by class, the answer most often is the last one.
  let last: (Found & { readonly name: string; readonly id: string | null }) | null = null;
  return ({ name, trainer }) => {
    const id = trainer?.id ?? null;
    const trainerName = trainer?.name ?? null;
    if (last?.id === id && last.name === name && last.trainerName === trainerName) {
      return last.amounts;
    }
    const ofName = found.get(name) ?? new Map<string | null, Found>();
    found.set(name, ofName);
    const known = ofName.get(id);
    const isKnown = known?.trainerName === trainerName;
    const amounts = isKnown ? known.amounts : find(name, trainer);
    if (!isKnown) ofName.set(id, { trainerName, amounts });
    last = { name, id, trainerName, amounts };
    return amounts;
  };
}

/** Null where no cost is given. */
export function costsOf(amounts: AmountsConfig): Costs | null {
  const { flatPayMilli, perHeadPayMilli, roomCostMilli, variableCostMilli } = amounts;
  const isPaid = flatPayMilli !== null || perHeadPayMilli !== null;
  if (!isPaid && roomCostMilli === null && variableCostMilli === null) return null;
  return {
    fixedMilli: (flatPayMilli ?? 0) + (roomCostMilli ?? 0),
    perVisitMilli: (perHeadPayMilli ?? 0) + (variableCostMilli ?? 0),
  };
}

/** Revenue of a class that took place: as imported, else people present times revenue per visit. Source: docs/method.md#money. */
export function revenueOf(
  session: ClassSession,
  { revenuePerVisitMilli }: AmountsConfig,
): number | null {
  return session.revenueMilli ?? times(attendedOf(session), revenuePerVisitMilli);
}

/** Cost of a class that took place: where none depends on who came, it is known without a count. Source: docs/method.md#money. */
export function costOf(session: ClassSession, costs: Costs | null): number | null {
  if (costs === null) return null;
  if (costs.perVisitMilli === 0) return costs.fixedMilli;
  const variableMilli = times(attendedOf(session), costs.perVisitMilli);
  return variableMilli === null ? null : costs.fixedMilli + variableMilli;
}

function times(count: number | null, amountMilli: number | null): number | null {
  return count === null || amountMilli === null ? null : count * amountMilli;
}
