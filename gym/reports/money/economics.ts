/**
 * What a class earns and costs. Amounts are those of its trainer, else of its class, else the general ones. Of costs,
 * what is left out counts as nothing as soon as one cost of the class is given; where none is, its cost is unknown.
 */

import type { AmountsConfig, EconomicsConfig } from '../../../config/config.ts';
import { createFold, foldName } from '../../sessions/fold-name.ts';
import type { ClassSession, Trainer } from '../../sessions/session.ts';

/** What a class costs, thousandths of the currency's unit. */
export interface Costs {
  /** Anyone who comes. */
  readonly fixedMilli: number;
  /** For each person. */
  readonly perVisitMilli: number;
}

/** Finds the amounts of a class. */
export type AmountsOf = (session: ClassSession) => AmountsConfig;

/** Names count whatever their case and accents; of two equal ones the first is taken. The same object for the same names. */
export function amountsFinder(economics: EconomicsConfig): AmountsOf {
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
  const found = new Map<string, AmountsConfig>();
  return ({ name, trainer }) => {
    const key = `${trainer?.id}\n${trainer?.name}\n${name}`;
    const amounts = found.get(key) ?? find(name, trainer);
    found.set(key, amounts);
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
