/**
 * What a language model is told: the catalogue, the names that the caller may see, the date and the question. No figure
 * of the gym is in it.
 */

import { formatInstant } from '../../gym/calendar/zone.ts';
import { isOfMoney, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { DIMENSIONS, type DimensionName } from '../../gym/figures/dimensions.ts';
import type { Question, Surroundings } from '../reader.ts';
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

export function messagesFor(
  { text, prev }: Question,
  surroundings: Surroundings,
): readonly Message[] {
  const { trainers, classNames, families, rooms, self, timezone, nowUtcMs } = surroundings;
  const told = {
    today: formatInstant(timezone, nowUtcMs).slice(0, 10),
    weekday: new Intl.DateTimeFormat('en', { timeZone: timezone, weekday: 'long' }).format(
      nowUtcMs,
    ),
    trainers: namesOf(trainers.map(({ name }) => name)),
    classes: namesOf(classNames),
    ...(families.length === 0 ? {} : { families: namesOf(families.map(({ name }) => name)) }),
    rooms: namesOf(rooms.map(({ name }) => name)),
    ...(self === null ? {} : { asked_by: nameOfSelf(surroundings) }),
    questions_before: prev,
    question: text,
  };
  return [
    { role: 'system', content: [RULES, catalogue(self !== null), examples()].join('\n\n') },
    { role: 'user', content: JSON.stringify(told) },
  ];
}

export function namesOf(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
}

function nameOfSelf({ trainers, self }: Surroundings): string | null {
  return trainers.find(({ id }) => id === self)?.name ?? null;
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

function examples(): string {
  return EXAMPLES.map(([question, reply]) => `${question} -> ${reply}`).join('\n');
}
