/**
 * What a class earns and costs. Amounts are those of its trainer, else of its class, else the general ones. Of costs,
 * what is left out counts as nothing as soon as one cost of the class is given; where none is, its cost is unknown.
 */

import type { AmountsConfig, EconomicsConfig } from '../config/index.ts';
import { type ClassSession, foldName } from '../sessions/index.ts';
import { createFold } from './fold.ts';
import { attendedOf } from './session-facts.ts';

/** Thousandths of the currency's unit. */
export interface SessionMoney {
  /** As imported, else people present times revenue per visit. */
  readonly revenueMilli: number | null;
  readonly costMilli: number | null;
  /** Null where either is. */
  readonly profitMilli: number | null;
}

/** Finds the amounts of a class. Names count whatever their case and accents; of two equal ones the first is taken. */
export function amountsFinder(
  economics: EconomicsConfig,
): (session: ClassSession) => AmountsConfig {
  const byClass = new Map(
    economics.classes.toReversed().map((amounts) => [foldName(amounts.name), amounts]),
  );
  const byTrainer = new Map(
    economics.trainers.toReversed().map((pay) => [foldName(pay.name), pay]),
  );
  // By name of the class, then by id of the trainer, which is unique in a gym.
  const found = new Map<string, Map<string | null, AmountsConfig>>();
  const fold = createFold();
  return ({ name, trainer }) => {
    const trainerId = trainer?.id ?? null;
    const known = found.get(name)?.get(trainerId);
    if (known !== undefined) return known;
    const ofClass = byClass.get(fold(name));
    const ofTrainer =
      trainer === null
        ? undefined
        : (byTrainer.get(fold(trainer.id)) ?? byTrainer.get(fold(trainer.name)));
    const pick = (amount: keyof AmountsConfig) => ofClass?.[amount] ?? economics[amount];
    const amounts = {
      revenuePerVisitMilli: pick('revenuePerVisitMilli'),
      flatPayMilli: ofTrainer?.flatPayMilli ?? pick('flatPayMilli'),
      perHeadPayMilli: ofTrainer?.perHeadPayMilli ?? pick('perHeadPayMilli'),
      roomCostMilli: pick('roomCostMilli'),
      variableCostMilli: pick('variableCostMilli'),
    };
    found.set(name, (found.get(name) ?? new Map()).set(trainerId, amounts));
    return amounts;
  };
}

/** Costs of a class apart from who comes, and of each person; null where no cost is given. */
export function costsOf(
  amounts: AmountsConfig,
): { readonly fixedMilli: number; readonly perVisitMilli: number } | null {
  const { flatPayMilli, perHeadPayMilli, roomCostMilli, variableCostMilli } = amounts;
  const isPaid = flatPayMilli !== null || perHeadPayMilli !== null;
  if (!isPaid && roomCostMilli === null && variableCostMilli === null) return null;
  return {
    fixedMilli: (flatPayMilli ?? 0) + (roomCostMilli ?? 0),
    perVisitMilli: (perHeadPayMilli ?? 0) + (variableCostMilli ?? 0),
  };
}

/**
 * Money of a class that took place. Where no cost depends on who came, the cost is known without a count.
 * Source: `domain.md` d2, `revenue(class)`, `cost(class)`, `profit`.
 */
export function moneyOf(session: ClassSession, amounts: AmountsConfig): SessionMoney {
  const attended = attendedOf(session);
  const revenueMilli = session.revenueMilli ?? times(attended, amounts.revenuePerVisitMilli);
  const costs = costsOf(amounts);
  const variableMilli =
    costs === null || costs.perVisitMilli === 0 ? 0 : times(attended, costs.perVisitMilli);
  const costMilli =
    costs === null || variableMilli === null ? null : costs.fixedMilli + variableMilli;
  return {
    revenueMilli,
    costMilli,
    profitMilli: revenueMilli === null || costMilli === null ? null : revenueMilli - costMilli,
  };
}

function times(count: number | null, amountMilli: number | null): number | null {
  return count === null || amountMilli === null ? null : count * amountMilli;
}
