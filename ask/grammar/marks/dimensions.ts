/** Words for dimensions: nouns, "per week", "weekly", "room by room". */

import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import { MONTHS, NUMBERS } from '../dates/calendar-words.ts';
import { Phrases, patternsOf, type Rule, rule, type Slot, wordsOfRules } from '../text/pattern.ts';
import type { Meaning } from './mark.ts';

/** One and several, in the order in which they are looked for: the longer phrase of two comes first. */
const NOUNS: readonly (readonly [DimensionName, string, string])[] = [
  ['weekday', 'weekday', 'weekdays'],
  ['weekday', 'day of the? week', 'days of the? week'],
  ['weekday', 'week day', 'week days'],
  ['part_of_day', 'daypart', 'dayparts'],
  ['part_of_day', 'part of the? day', 'parts of the? day'],
  ['part_of_day', 'day part', 'day parts'],
  ['hour', 'time of the? day', 'times of the? day'],
  ['hour', 'hour', 'hours'],
  ['hour', 'hour of the? day', 'hours of the? day'],
  ['start_time', 'slot|timeslot', 'slots|timeslots'],
  ['start_time', 'time|start|class slot|time', 'time|start|class slots|times'],
  ['start_time', 'starting time|hour', 'starting times|hours'],
  ['start_time', 'time', 'times'],
  ['day', 'day|date', 'days|dates|daily'],
  ['day', 'calendar|single day|date', 'calendar|single days|dates'],
  ['week', 'week', 'weeks'],
  ['week', 'calendar week', 'calendar weeks'],
  ['month', 'month', 'months'],
  ['month', 'calendar month', 'calendar months'],
  ['room', 'room|area', 'rooms|studios|areas'],
  [
    'trainer',
    'trainer|instructor|coach|teacher',
    'trainers|instructors|coaches|teachers|staff|team',
  ],
  ['class', 'class name|title', 'class names|titles'],
  ['class', 'name of the? class', 'names of the? classes'],
  ['class', 'kind|type of class', 'kinds|types of class|classes'],
  ['class', 'class type|kind|format', 'class types|kinds|formats'],
  ['class', 'format|programme|program', 'formats|programmes|programs'],
  [
    'series',
    'class|course|lesson|series|workout',
    'classes|courses|lessons|series|workouts|anything',
  ],
  ['session', 'session|occurrence', 'sessions|occurrences'],
  ['session', 'single|individual class|session', 'single|individual classes|sessions'],
  ['quality', 'quality|grade', 'qualities|grades'],
  ['quality', 'quality|grade of the? count|counts|figure|figures', 'quality grades'],
  ['status', 'status|state', 'statuses|states'],
  ['source', 'source', 'sources'],
  [
    'source',
    'source of the? count|counts|figure|figures|attendance',
    'sources of the? count|counts|figures|attendance',
  ],
  ['verdict', 'verdict', 'verdicts'],
];

/** Reads a noun for a dimension; a name that was found before keeps its words. */
const dim: Slot = (sentence, at) => {
  const found = DIMS.longestAt(sentence, at, {});
  // "Rank trainers by slot index".
  const isIndex = found !== null && /^ind(ex|exes|ices)$/.test(sentence.word(at + found.length));
  return found === null || isIndex ? null : { value: found.meaning, length: found.length };
};

/** Of days, weeks, months and hours alone: "a week" is each of them, "a room" is one. */
const dimOfTime: Slot = (sentence, at) => {
  const read = dim(sentence, at);
  const isTime = read !== null && /^(day|week|month|hour|weekday)$/.test(String(read.value));
  // "a month ago" is one.
  const next = read === null ? '' : sentence.word(at + read.length);
  return isTime && !/^(ago|before|earlier)$/.test(next) ? read : null;
};

/** "*Everyone's* no-show rate": that of each who teaches. */
const everyones: Slot = (sentence, at) =>
  /^every(one|body)$/.test(sentence.word(at)) && sentence.tokens[at]?.isPossessive === true
    ? { value: null, length: 1 }
    : null;

/** Only looks: "up on last month". */
const lastAhead: Slot = (sentence, at) =>
  (/^(last|previous)$/.test(sentence.word(at)) && /^(week|month)$/.test(sentence.word(at + 1))) ||
  (MONTHS.has(sentence.word(at)) && /^(on|from)$/.test(sentence.word(at - 1)))
    ? { value: null, length: 0 }
    : null;

/** Not "last *month* by week", which is one month. */
const dimAlone: Slot = (sentence, at) =>
  /^(the|last|this|past|next|previous|whole|current|prior|on|at|during|\d+)$/.test(
    sentence.word(at - 1),
  ) ||
  sentence.word(at) === 'weekdays' ||
  NUMBERS.has(sentence.word(at - 1))
    ? null
    : dim(sentence, at);

/** "The five *days with* the highest takings": so many rows, and no stretch of time. */
const picked: Slot = (sentence, at) => {
  const unit = /^(day|week|month|date)s$/.exec(sentence.word(at + 1))?.[1];
  const count = NUMBERS.get(sentence.word(at)) ?? Number(sentence.word(at));
  const isOfTime = /^(last|past|next|previous|first|latest|every|in|over|for|prior)$/.test(
    sentence.word(at - 1),
  );
  const isPicked = /^(with|where|when|that|which|on|we|had|having)$/.test(sentence.word(at + 2));
  if (unit === undefined || !(count > 0) || isOfTime || !isPicked) return null;
  return { value: { count, dim: unit === 'date' ? 'day' : unit }, length: 2 };
};

export const DIMENSION_SLOTS = {
  picked,
  everyones,
  dim,
  dim_alone: dimAlone,
  dim_of_time: dimOfTime,
  last_ahead: lastAhead,
};

const DIMS = new Phrases(
  NOUNS.flatMap(([value, one, many]) => [one, many].map((pattern) => rule(pattern, () => value))),
);
const by = (value: DimensionName): Meaning => ({ is: 'by', dim: value });
const noun = (value: DimensionName, isPlural: boolean) => (): Meaning => ({
  is: 'noun',
  dim: value,
  isPlural,
});

const ADVERBS: readonly (readonly [DimensionName, string])[] = [
  ['day', 'daily'],
  ['week', 'weekly'],
  ['month', 'monthly'],
  ['hour', 'hourly'],
];

/** Before dates are read: "each week" is no week. */
export const BREAKDOWN_RULES: readonly Rule<Meaning>[] = [
  rule('<everyones>', () => by('trainer')),
  rule('across|throughout|through the? whole? week', () => by('weekday')),
  rule('across|throughout|through the? whole? day', () => by('hour')),
  rule(
    'split|broken|break|breakdown|grouped|group up|down|out? by|into|per|for|of? the? <dim>',
    by,
  ),
  rule('split|broken|break|group it|that|this|them up|down|out? by|into|per the? <dim>', by),
  rule('each|every single? time', (): Meaning => ({ is: 'turn', into: 'per_class' })),
  rule('per class|session', (): Meaning => ({ is: 'turn', into: 'per_class' })),
  rule('per|every|each single? <dim>', by),
  rule('on|in|for|of|over|at|from every|each single? <dim>', by),
  rule('by|across|among|between the? our? <dim>', by),
  rule(
    'over|across|through the? different|various? <dim_of_time>',
    (value: DimensionName): Meaning | null =>
      value === 'hour' || value === 'weekday' ? by(value) : null,
  ),
  rule('a|an <dim_of_time>', by),
  rule('down|out by|into|per the? <dim>', by),
  rule('a|one|1|own row|rows|line|lines|record|entry|column per|for|by|each each|every? <dim>', by),
  rule('<dim> down the? side|left|page', by),
  rule('<dim> across|along the? top|page', by),
  rule('<dim> as|in rows|columns|lines', by),
  rule(
    'spread|distributed|vary|varies|differ|develop|change|changes out? over|across|through|throughout|during the week',
    () => by('weekday'),
  ),
  rule(
    'spread|distributed|vary|varies|differ|develop|change|changes out? over|across|through|throughout|during the day',
    () => by('hour'),
  ),
  rule('over|across|through|throughout|during|in the? course of the? day', () => by('hour')),
  rule(
    'spread|distributed|vary|varies|differ|develop|change|changes|changed out? over|across|through|throughout|during the course of the? day',
    () => by('hour'),
  ),
  rule('as the day goes|progresses|wears on?', () => by('hour')),
  rule('where do|does|did|can|should we|i', noun('room', false)),
  rule(
    'up|down|risen|fallen|grown|dropped|increased|decreased|improved since|on|from|over <last_ahead>',
    (): Meaning => ({ is: 'than' }),
  ),
  rule('go|gone|went up|down since|on|from|over <last_ahead>', (): Meaning => ({ is: 'than' })),
  rule('at? what|which time slot|slots', () => by('start_time')),
  rule('which|what room <rank_ahead>', () => by('room')),
  rule('for|in each|every of the? <dim>', by),
  rule(
    '<dim_alone> by|for|after|to|on|over|upon <dim>',
    (one: DimensionName, other: DimensionName): Meaning | null => (one === other ? by(one) : null),
  ),
  // "From one week to the next".
  rule(
    'moved|changed|shifted|fluctuated|gone? from one <dim> to the? next|other|another',
    (one: DimensionName): Meaning | null => (/^(day|week|month)$/.test(one) ? by(one) : null),
  ),
  rule('<after_part> of the week', noun('weekday', false)),
  rule(
    'from? monday|mon|mondays to|through|until|till|- sunday|sun|sundays',
    (): Meaning => by('weekday'),
  ),
  rule('on mondays on? tuesdays and so on|forth', (): Meaning => by('weekday')),
  rule('on mondays on? tuesdays etc', (): Meaning => by('weekday')),
  ...ADVERBS.map(([value, word]) => rule(word, () => by(value))),
];

/** "Which day and time": of the week. */
const isSlot = (one: DimensionName, two: DimensionName): boolean =>
  one === 'day' && /^(hour|start_time)$/.test(two);
const other = (one: DimensionName, two: DimensionName): readonly Meaning[] | null =>
  one === two || /^(series|session)$/.test(one)
    ? null
    : isSlot(one, two)
      ? [by('weekday'), by('hour')]
      : [by(one), by(two)];
/** Two dimensions at once: "weekday vs hour", "combinations of room and hour". The reader makes a mark of each. */
export const GRID_RULES: readonly Rule<readonly Meaning[]>[] = [
  ...patternsOf(
    'combination|combinations|combo|combos|pair|pairs|pairing|pairings of|for? <dim> and|by|with|plus|-? <dim> / by? <dim> and|by|with|x|-? <dim> combination|combinations|combo|combos|pair|pairs|pairing|pairings',
  ).map((pattern) => rule(pattern, other)),
  ...patternsOf(
    'by? <dim_alone> by|vs|versus|v|x|against the? <dim> / each|every|per|by <dim> against|vs|versus|x the? <dim> / what|which <dim> and which|what? <dim> / each|every <dim> and each|every <dim>',
  ).map((pattern) => rule(pattern, other)),
  ...patternsOf('heatmap|heatmaps / heat map|maps').map((pattern) =>
    rule(pattern, (): readonly Meaning[] => [by('weekday'), by('hour')]),
  ),
  rule('<picked>', ({ count, dim }: { count: number; dim: DimensionName }): readonly Meaning[] => [
    { is: 'count', value: count },
    noun(dim, true)(),
  ]),
  rule('classes|sessions|lessons run|running|ran at a loss', (): readonly Meaning[] => [
    noun('series', true)(),
    { is: 'state', measure: 'profit', op: '<', value: 0, isMeasureToo: false },
  ]),
];

/** Nouns that dates have no part in: read before them. */
export const LONG_NOUN_RULES: readonly Rule<Meaning>[] = NOUNS.flatMap(([value, one, many]) =>
  (one.includes(' ') && /^(weekday|part_of_day|hour)$/.test(value)) || value === 'weekday'
    ? [
        rule(one, noun(value, false)),
        ...(many === 'weekdays' ? [] : [rule(many, noun(value, true))]),
      ]
    : [],
);

export const NOUN_RULES: readonly Rule<Meaning>[] = NOUNS.flatMap(([value, one, many]) => [
  rule(one, noun(value, false)),
  rule(many, noun(value, true)),
]);

export const DIMENSION_WORDS: ReadonlySet<string> = wordsOfRules([
  ...BREAKDOWN_RULES,
  ...NOUN_RULES,
]);
