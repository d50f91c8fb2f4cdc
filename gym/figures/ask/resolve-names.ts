/** Names in the filters of a query as ids, or why a name is not known: as `/v1/trainers/{trainer}` does it. */

import type { ErrorCode } from '../../../errors.ts';
import { findTrainer } from '../../reports/trainers/find-trainer.ts';
import type { GymView } from '../../sessions/view.ts';
import type { ClassTable } from '../class-table.ts';
import { codesOf } from '../codes.ts';
import type { DimensionName } from '../dimensions.ts';
import type { FilterValue, NormalQuery, QueryFilter } from '../query.ts';
import { findName, type KnownName } from './find-name.ts';

/** Why a query is not answered; `data` are members for programs. */
export interface QueryRefusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What names are looked up in. */
export interface KnownNames {
  readonly table: ClassTable;
  readonly trainers: GymView['trainers'];
  readonly rooms: GymView['rooms'];
}

type Found = { readonly value: FilterValue } | QueryRefusal;

export function resolveNames(query: NormalQuery, known: KnownNames): NormalQuery | QueryRefusal {
  const where: QueryFilter[] = [];
  for (const [dimension, operator, values] of query.where) {
    const ids: FilterValue[] = [];
    for (const value of values) {
      const found = resolve(dimension, value, known);
      if ('code' in found) return found;
      ids.push(found.value);
    }
    // The two ends of a range may be the same.
    where.push([dimension, operator, operator === 'between' ? ids : [...new Set(ids)]]);
  }
  return { ...query, where };
}

function resolve(dimension: DimensionName, value: FilterValue, known: KnownNames): Found {
  if (typeof value !== 'string') return { value };
  if (dimension === 'trainer') return trainerIn(known, value);
  if (dimension !== 'room' && dimension !== 'class' && dimension !== 'series') return { value };
  const match = findName(namesOf(dimension, known), value);
  const what = WORDS[dimension];
  if (match.kind === 'one') return { value: match.value };
  if (match.kind === 'several') {
    const among = match.among.map((one) => one.name).join(', ');
    return {
      code: 'ambiguous_name',
      detail: `${JSON.stringify(value)} can be several ${what.many}: ${among}.`,
      data: { dimension, names: match.among.map(({ value: id, name }) => ({ id, name })) },
    };
  }
  const nearest = match.nearest.map(({ name }) => name).join(', ');
  const hint = nearest === '' ? `There are no ${what.many} in this range.` : `Nearest: ${nearest}.`;
  return {
    code: 'unknown_name',
    detail: `No ${what.one} is called ${JSON.stringify(value)}. ${hint}`,
    data: { dimension, nearest: match.nearest.map(({ value: id, name }) => ({ id, name })) },
  };
}

const WORDS = {
  room: { one: 'room', many: 'rooms' },
  class: { one: 'class', many: 'classes' },
  series: { one: 'class of the week', many: 'classes of the week' },
} as const;

function namesOf(dimension: 'room' | 'class' | 'series', known: KnownNames): readonly KnownName[] {
  const { table, rooms } = known;
  const codes = codesOf(dimension, { ...NO_RANGE, table });
  const named = new Map<string, string>(
    dimension === 'room' ? rooms.map(({ id, name }) => [id, name]) : [],
  );
  for (let code = 0; code < codes.size; code += 1) {
    const value = codes.value(code);
    if (typeof value === 'string' && !named.has(value)) {
      named.set(value, codes.label?.(code) ?? value);
    }
  }
  return [...named].map(([value, name]) => ({ value, name }));
}

/** Names depend on no range. */
const NO_RANGE = { from: '', to: '', classes: [], nowUtcMs: 0, verdicts: new Map() } as const;

function trainerIn({ trainers }: KnownNames, text: string): Found {
  const match = findTrainer({ trainers }, text);
  if (match.kind === 'one') return { value: match.trainer.id };
  return match.kind === 'several'
    ? ambiguousTrainer(text, match.trainers)
    : unknownTrainer(text, match.nearest);
}

type Trainers = GymView['trainers'];

export function ambiguousTrainer(text: string, trainers: Trainers): QueryRefusal {
  const ids = trainers.map(({ id }) => id);
  return {
    code: 'ambiguous_trainer',
    detail: `Several trainers are called ${JSON.stringify(text)}: use one of the ids ${ids.join(', ')}.`,
    data: { trainers: trainers.map(({ id, name }) => ({ id, name })) },
  };
}

export function unknownTrainer(text: string, nearest: Trainers): QueryRefusal {
  const names = nearest.map(({ name }) => name).join(', ');
  const hint = names === '' ? 'This gym has no trainers.' : `Nearest: ${names}.`;
  return {
    code: 'unknown_trainer',
    detail: `No trainer is called ${JSON.stringify(text)}. ${hint}`,
    data: { nearest: nearest.map(({ id, name }) => ({ id, name })) },
  };
}
