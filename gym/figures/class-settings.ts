/**
 * What the configuration says of a class by its name and its trainer: what it earns and costs, and what it is to
 * reach.
 */

import type { AmountsConfig, EconomicsConfig, GymConfig } from '../../config/config.ts';
import { foldName, remembered } from '../sessions/names.ts';
import type { ClassSession, Trainer } from '../sessions/session.ts';

/** What a class costs, thousandths of the currency's unit. */
export interface Costs {
  /** Anyone who comes. */
  readonly fixedMilli: number;
  /** For each person. */
  readonly perVisitMilli: number;
  /** Of both, what the trainer gets. */
  readonly flatPayMilli: number;
  readonly perHeadPayMilli: number;
}

/** What a visit to a class brings in and what the class costs, as configured; null is unknown. */
export interface Prices {
  readonly priceMilli: number | null;
  readonly costs: Costs | null;
}

/**
 * Finds the prices of a class: those of its trainer, else of its class, else the general ones. Of costs, what is left out
 * counts as nothing as soon as one cost of the class is given; where none is, its cost is unknown. Names count whatever
 * their case and accents; of two equal ones the first is taken. The same object for the same names.
 */
export function pricesFinder(economics: EconomicsConfig): (session: ClassSession) => Prices {
  const byClass = new Map(
    economics.classes.toReversed().map((amounts) => [foldName(amounts.name), amounts]),
  );
  const byTrainer = new Map(
    economics.trainers.toReversed().map((pay) => [foldName(pay.name), pay]),
  );
  const fold = remembered(foldName);
  const find = (name: string, trainer: Trainer | null): Prices => {
    const ofClass = byClass.get(fold(name));
    const ofTrainer =
      trainer === null
        ? undefined
        : (byTrainer.get(fold(trainer.id)) ?? byTrainer.get(fold(trainer.name)));
    const pick = (amount: keyof AmountsConfig) => ofClass?.[amount] ?? economics[amount];
    const flatPay = ofTrainer?.flatPayMilli ?? pick('flatPayMilli');
    const perHeadPay = ofTrainer?.perHeadPayMilli ?? pick('perHeadPayMilli');
    const fixed = [flatPay, pick('roomCostMilli')];
    const perVisit = [perHeadPay, pick('variableCostMilli')];
    const isKnown = [...fixed, ...perVisit].some((amount) => amount !== null);
    return {
      priceMilli: pick('revenuePerVisitMilli'),
      costs: isKnown
        ? {
            fixedMilli: sum(fixed),
            perVisitMilli: sum(perVisit),
            flatPayMilli: flatPay ?? 0,
            perHeadPayMilli: perHeadPay ?? 0,
          }
        : null,
    };
  };
  return byNames(find);
}

function sum(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
}

export type GoalsConfig = GymConfig['goals'];

/** Null where none is set. */
export interface Goals {
  /** 1 is full. */
  readonly fill: number | null;
  /** People a class. */
  readonly attendance: number | null;
}

/** Finds the goals of a class: its own come before those of its trainer, and these before those of the gym. */
export function goalsFinder(goals: GoalsConfig = []): (session: ClassSession) => Goals {
  const rankOf = ({ class: name, trainer }: GoalsConfig[number]) =>
    (name === null ? 0 : 2) + (trainer === null ? 0 : 1);
  const byRank = goals.toSorted((one, other) => rankOf(other) - rankOf(one));
  const isOf = (wanted: string | null, ...names: readonly (string | undefined)[]) =>
    wanted === null || names.some((name) => name && foldName(name) === foldName(wanted));
  return byNames((name, trainer) => {
    const own = byRank.filter(
      (goal) => isOf(goal.class, name) && isOf(goal.trainer, trainer?.id, trainer?.name),
    );
    const first = (kind: keyof Goals) => own.find((goal) => goal[kind] !== null)?.[kind] ?? null;
    return { fill: first('fill'), attendance: first('attendance') };
  });
}

/** The same object for the same names. */
function byNames<Found>(
  find: (name: string, trainer: Trainer | null) => Found,
): (session: ClassSession) => Found {
  const known = new Map<string, Found>();
  return ({ name, trainer }) => {
    const key = `${trainer?.id}\n${trainer?.name}\n${name}`;
    const found = known.get(key) ?? find(name, trainer);
    known.set(key, found);
    return found;
  };
}
