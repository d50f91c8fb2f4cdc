/**
 * A language model's reply as a query, or why it is none. Nothing in it is trusted: it passes the checks of every query,
 * and the names in it must be those that the caller may see.
 */

import { formatInstant } from '../../gym/calendar/zone.ts';
import { withDefaults } from '../../gym/figures/ask/normal-query.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../gym/figures/query.ts';
import { foldName } from '../../gym/sessions/names.ts';
import { type AskQuery, isFigures } from '../query.ts';
import { readAskQuery } from '../read-query.ts';
import type { Surroundings } from '../reader.ts';
import { jsonIn } from './ask-endpoint.ts';

export type ReplyReading =
  | { readonly ok: true; readonly query: AskQuery }
  /** `no_query`: the model says that it cannot be asked. `bad_query`: it wrote something that is none. */
  | { readonly ok: false; readonly reason: 'no_query' | 'bad_query' | 'bad_name' };

/** What models write around their JSON: thoughts, a fence, a sentence. */
const THOUGHTS = /<think>[\s\S]*?<\/think>/g;

function jsonWithin(text: string): string {
  const said = text.replace(THOUGHTS, '');
  const from = said.indexOf('{');
  return from < 0 ? said : said.slice(from, said.lastIndexOf('}') + 1);
}

export function readReply(text: string, surroundings: Surroundings): ReplyReading {
  const document = jsonIn(jsonWithin(text));
  if (typeof document !== 'object' || document === null) return bad('bad_query');
  const query = Object.hasOwn(document, 'query')
    ? (document as { readonly query: unknown }).query
    : document;
  if (query === null) return bad('no_query');
  const reading = readAskQuery(query);
  if (!reading.ok) return bad('bad_query');
  const named = withNames(reading.query, surroundings);
  if (named === null) return bad('bad_name');
  return isRangeFit(named, surroundings) ? { ok: true, query: named } : bad('bad_query');
}

function bad(reason: Exclude<ReplyReading, { ok: true }>['reason']): ReplyReading {
  return { ok: false, reason };
}

/** A range that cannot be meant is refused here: the caller gets the grammar's words then. */
function isRangeFit(query: AskQuery, { timezone, nowUtcMs }: Surroundings): boolean {
  if (!isFigures(query)) return true;
  return 'measures' in withDefaults(query, formatInstant(timezone, nowUtcMs).slice(0, 10));
}

/** With ids for names; null where one is not among those that were told. */
function withNames(query: AskQuery, surroundings: Surroundings): AskQuery | null {
  const where: QueryFilter[] = [];
  for (const [dimension, operator, values] of query.where ?? []) {
    const known = knownOf(dimension, surroundings);
    if (known === 'never') return null;
    const ids = values.flatMap((value): readonly (FilterValue | undefined)[] => {
      if (known === 'any') return [value];
      const classes = dimension === 'class' ? familyOf(value, surroundings) : undefined;
      return classes ?? [known.get(keyOf(value))];
    });
    if (ids.some((id) => id === undefined)) return null;
    where.push([dimension, operator, ids as FilterValue[]]);
  }
  return where.length === 0 ? query : { ...query, where };
}

/** The classes of a family; undefined where it is none. */
function familyOf(value: FilterValue, { families }: Surroundings): readonly string[] | undefined {
  return families.find(({ name }) => keyOf(name) === keyOf(value))?.classes;
}

type Known = 'any' | 'never' | ReadonlyMap<string, FilterValue>;

/** Which values a filter may have. Ids of classes and sessions are told to no model, so it cannot know one. */
function knownOf(dimension: DimensionName, surroundings: Surroundings): Known {
  switch (dimension) {
    case 'trainer':
      return byName(surroundings.trainers);
    case 'room':
      return byName(surroundings.rooms);
    case 'class':
      return byName(surroundings.classNames.map((name) => ({ id: name, name })));
    case 'series':
    case 'session':
      return 'never';
    default:
      return 'any';
  }
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** A name that two share stands for neither. */
function byName(things: readonly Named[]): ReadonlyMap<string, FilterValue> {
  const names = things.map(({ name }) => keyOf(name));
  const once = things.filter(
    (_, at) => names.indexOf(names[at] ?? '') === names.lastIndexOf(names[at] ?? ''),
  );
  return new Map<string, FilterValue>([
    [keyOf(null), null],
    ...once.map(({ id, name }): [string, string] => [keyOf(name), id]),
    ...things.map(({ id }): [string, string] => [keyOf(id), id]),
  ]);
}

function keyOf(value: FilterValue): string {
  return value === null ? '' : `=${foldName(String(value))}`;
}
