/**
 * What a language model is told: the catalogue, the names that the caller may see, the date and the question. No figure
 * of the gym is in it.
 */

import { Type } from 'typebox';
import { formatInstant } from '../../gym/calendar/zone.ts';
import { isOfMoney, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS, type DimensionName } from '../../gym/figures/dimensions.ts';
import { QUERY as FIGURES_QUERY, FILTER } from '../../gym/figures/query.ts';
import { OCCUPANCY, TIMETABLE } from '../query.ts';
import type { AskContext, Question } from '../reader.ts';
import type { Message } from './ask-endpoint.ts';

/** Names of one kind at most. Chosen here: a gym has dozens, and a small model reads some thousand words. */
const MAX_NAMES = 200;
/** Longest name that is told. */
const MAX_NAME = 80;

const RULES = `You turn one question about a gym into one query. You never answer the question and never write a number of the gym.
Reply with JSON only: {"query": …}. Where the query language below cannot ask exactly what the question means, reply {"query": null}: never ask something nearly the same, and drop no condition.
A query of figures has "measures" (required), and where the question needs them "by", "from", "to" (dates, both included), "where" ([dimension, "is" | "is_not" | "between", [values]]), "having" ([measure, "<" | "<=" | ">" | ">=", number]; rates are fractions), "order" ([measure or dimension, "asc" | "desc"]), "limit", "compare" ({"from", "to"}, "previous" or "last_year"), "share" (true: the share of the total, of what adds up).
"which classes" is by series, "which trainers" by trainer. Without a time leave "from" and "to" out. Weeks begin on Monday. Names only as they are listed; a family stands for its classes.
{"report": "occupancy", "where": […]} is who is in the rooms now. {"report": "timetable", "from", "to", "where": […], "next": true | false} is what is on, and who teaches it.`;

const EXAMPLES = [
  [
    'fill by room last week',
    '{"query":{"measures":["fill_rate"],"by":["room"],"from":"<Monday>","to":"<Sunday>"}}',
  ],
  [
    'our five emptiest classes',
    '{"query":{"measures":["fill_rate"],"by":["series"],"order":[["fill_rate","asc"]],"limit":5}}',
  ],
  [
    'days over 150 visitors',
    '{"query":{"measures":["attended"],"by":["day"],"having":[["attended",">",150]]}}',
  ],
  ['how old are our members', '{"query":null}'],
] as const;

export function messagesFor({ text, prev }: Question, context: AskContext): readonly Message[] {
  const { trainers, classNames, families, rooms, self, timezone, nowUtcMs } = context;
  const facts = {
    today: formatInstant(timezone, nowUtcMs).slice(0, 10),
    weekday: new Intl.DateTimeFormat('en', { timeZone: timezone, weekday: 'long' }).format(
      nowUtcMs,
    ),
    trainers: namesOf(trainers.map(({ name }) => name)),
    classes: namesOf(classNames),
    ...(families.length === 0 ? {} : { families: namesOf(families.map(({ name }) => name)) }),
    rooms: namesOf(rooms.map(({ name }) => name)),
    ...(self !== null && { asked_by: trainers.find(({ id }) => id === self)?.name ?? null }),
    questions_before: prev,
    question: text,
  };
  const examples = EXAMPLES.map(([question, reply]) => `${question} -> ${reply}`).join('\n');
  return [
    { role: 'system', content: [RULES, catalogue(self !== null), examples].join('\n\n') },
    { role: 'user', content: JSON.stringify(facts) },
  ];
}

export function namesOf(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
}

/** Of what the caller may ask. */
function catalogue(isTrainer: boolean): string {
  const measures = (Object.keys(MEASURES) as MeasureName[])
    .filter((name) => !(isTrainer && isOfMoney(name)))
    .map((name) => `${name}: ${MEASURES[name].sentence}`);
  const dimensions = (Object.keys(DIMENSIONS) as DimensionName[])
    .filter((name) => !(isTrainer && DIMENSIONS[name].isRestricted))
    .map((name) => {
      const { sentence, words } = DIMENSIONS[name] as {
        sentence: string;
        words?: readonly string[];
      };
      return `${name}: ${sentence}${words === undefined ? '' : ` One of ${words.join(', ')}.`}`;
    });
  return ['Measures:', ...measures, '', 'Dimensions:', ...dimensions].join('\n');
}

/** The schema that a language model is asked to keep to: that of the one query, without what its grammar stumbles over. */

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
export function replySchema(context: AskContext): object {
  const [, operator, values] = FILTER.items;
  const named = DIMENSION_NAMES.flatMap((name) => {
    const words = wordsFor(name, context);
    return words === null ? [] : [{ name, words: Type.Unsafe({ enum: [...words, null] }) }];
  });
  const others = DIMENSION_NAMES.filter(
    (name) => !/^(series|session)$/.test(name) && !named.some((one) => one.name === name),
  );
  const filters = [
    ...named.map(({ name, words }) =>
      Type.Tuple([Type.Enum([name]), operator, Type.Array(words, { minItems: 1 })]),
    ),
    Type.Tuple([Type.Enum(others), operator, values]),
  ];
  const where = Type.Optional(Type.Array(Type.Union(filters)));
  const closed = { additionalProperties: false };
  const figures = Type.Object({ ...FIGURES_QUERY.properties, where }, closed);
  // An object at the root: endpoints want one. Null is "cannot be asked of these figures".
  const query = Type.Union([figures, OCCUPANCY, TIMETABLE, Type.Null()]);
  return lean(Type.Object({ query }, closed)) as object;
}

/** All values that a filter may have; null where there are too many to list. */
function wordsFor(
  dimension: DimensionName,
  { trainers, classNames, families, rooms }: AskContext,
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
