/**
 * What the configuration says of a class by its name and its trainer: what it earns and costs, and what it is to
 * reach.
 */

import type { AmountsConfig, EconomicsConfig } from '../../config/config.ts';
import { foldName, foldPerson } from '../sessions/names.ts';
import type { ClassSession, Trainer } from '../sessions/session.ts';
import type { ReportGym } from '../sessions/view.ts';

export type ClassSettings = ReturnType<ReturnType<typeof settingsFinder>>;
export type Goals = ClassSettings['goals'];

/** Finds the settings of a class: the same object for the same names. */
export function settingsFinder({ economics, goals = [] }: Pick<ReportGym, 'economics' | 'goals'>) {
  const pricesOf = pricesFinder(economics);
  const goalsOf = goalsFinder(goals);
  const find = (name: string, trainer: Trainer | null) => ({
    ...pricesOf(name, trainer),
    goals: goalsOf(name, trainer),
  });
  const known = new Map<string, ReturnType<typeof find>>();
  return ({ name, trainer }: Pick<ClassSession, 'name' | 'trainer'>) => {
    const key = `${trainer?.id}\n${trainer?.name}\n${name}`;
    const found = known.get(key) ?? find(name, trainer);
    known.set(key, found);
    return found;
  };
}

/**
 * Finds what a visit to a class brings in and what the class costs, in thousandths of the currency's unit; null is unknown.
 * Prices are those of its trainer, else of its class, else the general ones. Of costs, what is left out counts as nothing as
 * soon as one cost of the class is given; where none is, its cost is unknown. Names count whatever their case and accents; of
 * two equal ones the first is taken.
 */
function pricesFinder(economics: EconomicsConfig) {
  const { classes, trainers } = economics;
  const byClass = new Map(classes.toReversed().map((one) => [foldName(one.name), one]));
  const byTrainer = new Map(trainers.toReversed().map((one) => [foldPerson(one.name), one]));
  const payOf = (name = '') => byTrainer.get(foldPerson(name));
  return (name: string, trainer: Trainer | null) => {
    const ofClass = byClass.get(foldName(name));
    const ofTrainer = payOf(trainer?.id) ?? payOf(trainer?.name);
    const pick = (amount: keyof AmountsConfig) => ofClass?.[amount] ?? economics[amount];
    const flatPay = ofTrainer?.flatPayMilli ?? pick('flatPayMilli');
    const perHeadPay = ofTrainer?.perHeadPayMilli ?? pick('perHeadPayMilli');
    const [room, variable] = [pick('roomCostMilli'), pick('variableCostMilli')];
    const isKnown = [flatPay, perHeadPay, room, variable].some((amount) => amount !== null);
    const costs = {
      /** Anyone who comes. */
      fixedMilli: (flatPay ?? 0) + (room ?? 0),
      /** For each person. */
      perVisitMilli: (perHeadPay ?? 0) + (variable ?? 0),
      /** Of both, what the trainer gets. */
      flatPayMilli: flatPay ?? 0,
      perHeadPayMilli: perHeadPay ?? 0,
    };
    return { priceMilli: pick('revenuePerVisitMilli'), costs: isKnown ? costs : null };
  };
}

type GoalsConfig = NonNullable<ReportGym['goals']>;

/**
 * Finds the goals of a class, null where none is set: its own come before those of its trainer, and these before those of the
 * gym.
 */
function goalsFinder(goals: GoalsConfig) {
  const rankOf = ({ class: name, trainer }: GoalsConfig[number]) =>
    (name === null ? 0 : 2) + (trainer === null ? 0 : 1);
  const byRank = goals.toSorted((one, other) => rankOf(other) - rankOf(one));
  const isOf = (wanted: string | null, fold: typeof foldName, names: readonly string[]) =>
    wanted === null || names.some((name) => fold(name) === fold(wanted));
  return (name: string, trainer: Trainer | null) => {
    const people = trainer === null ? [] : [trainer.id, trainer.name];
    const own = byRank.filter(
      (goal) => isOf(goal.class, foldName, [name]) && isOf(goal.trainer, foldPerson, people),
    );
    const first = (kind: 'fill' | 'attendance') =>
      own.find((goal) => goal[kind] !== null)?.[kind] ?? null;
    /** 1 is full; people a class. */
    return { fill: first('fill'), attendance: first('attendance') };
  };
}
