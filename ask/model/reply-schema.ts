/** The schema that a language model is asked to keep to: that of the one query, without what its grammar stumbles over. */

import { Type } from 'typebox';
import { DIMENSION_NAMES, DIMENSIONS, type DimensionName } from '../../gym/figures/dimensions.ts';
import { QUERY as FIGURES_QUERY } from '../../gym/figures/query.ts';
import { OCCUPANCY, TIMETABLE } from '../query.ts';
import type { Surroundings } from '../reader.ts';
import { namesOf } from './instructions.ts';

/** An object at the root: endpoints want one. Null is "cannot be asked of these figures". */
const REPLY = Type.Object(
  { query: Type.Union([FIGURES_QUERY, OCCUPANCY, TIMETABLE, Type.Null()]) },
  { additionalProperties: false },
);

/**
 * Bounds of lengths: servers make a grammar of the schema, and long bounds a slow one. Every reply is checked against the
 * whole query afterwards. Words for people are in the instructions.
 */
const LEFT_OUT = new Set([
  'maxLength',
  'maxItems',
  'uniqueItems',
  'maximum',
  'title',
  'description',
]);

/** Filters have the names that were told as enums: a model that keeps to the schema cannot name another. */
export function replySchema(surroundings: Surroundings): object {
  const reply = lean(JSON.parse(JSON.stringify(REPLY))) as Reply;
  const [figures] = reply.properties.query.anyOf;
  const { where } = figures.properties;
  const {
    prefixItems: [, operator, values],
  } = where.items;
  const named = DIMENSION_NAMES.flatMap((name) => {
    const words = wordsFor(name, surroundings);
    return words === null ? [] : [{ name, words }];
  });
  const others = DIMENSION_NAMES.filter(
    (name) => !/^(series|session)$/.test(name) && !named.some((one) => one.name === name),
  );
  const tuple = (dimensions: readonly string[], items: unknown) => ({
    ...where.items,
    prefixItems: [{ enum: dimensions }, operator, items],
  });
  const anyOf = [
    ...named.map(({ name, words }) =>
      tuple([name], { type: 'array', minItems: 1, items: { enum: [...words, null] } }),
    ),
    tuple(others, values),
  ];
  const own = { ...figures.properties, where: { ...where, items: { anyOf } } };
  const [, ...rest] = reply.properties.query.anyOf;
  const query = { anyOf: [{ ...figures, properties: own }, ...rest] };
  return { ...reply, properties: { query } };
}

/** What is looked into of {@link REPLY}. */
interface Reply {
  readonly properties: {
    readonly query: {
      readonly anyOf: readonly [
        { readonly properties: { readonly where: { readonly items: Where } } },
        ...unknown[],
      ];
    };
  };
}
interface Where {
  readonly prefixItems: readonly [dimension: unknown, operator: unknown, values: unknown];
}

/** All values that a filter may have; null where there are too many to list. */
function wordsFor(
  dimension: DimensionName,
  { trainers, classNames, families, rooms }: Surroundings,
): readonly string[] | null {
  const names: Partial<Record<DimensionName, readonly string[]>> = {
    trainer: namesOf(trainers.map(({ name }) => name)),
    class: namesOf([...classNames, ...families.map(({ name }) => name)]),
    room: namesOf(rooms.map(({ name }) => name)),
  };
  const { words } = DIMENSIONS[dimension] as { readonly words?: readonly string[] };
  return names[dimension] ?? words ?? null;
}

function lean(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(lean);
  if (typeof node !== 'object' || node === null) return node;
  const { items, additionalItems: _, ...rest } = node as Record<string, unknown>;
  const members = Object.entries(rest)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => [name, lean(value)]);
  // A list of single places is `prefixItems` in JSON Schema 2020-12.
  const places = Array.isArray(items)
    ? { prefixItems: lean(items), minItems: items.length, maxItems: items.length }
    : items === undefined
      ? {}
      : { items: lean(items) };
  return { ...Object.fromEntries(members), ...places };
}
