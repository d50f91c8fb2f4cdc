/** Words for what rows are of: nouns, "per week", "weekly", "room by room". */

import { MONTHS, NUMBERS } from './calendar.ts';
import type { Dim, Meaning } from './mark.ts';
import { looks, overGyms, type Phrase, Phrases, patternsOf, phrase, type Slot } from './phrases.ts';

/** What rows are of: one = several. */
const NOUNS = `
weekday: weekday|dow / day|days of the? week / week day = weekdays|dows / days of the? week / week days
weekpart: weekpart / part of the week = weekparts / weekdays and|or weekends / weekends and|or weekdays
part_of_day: daypart / part of the? day / day part = dayparts / parts of the? day / day parts
hour: hour / time|hour of the? day = hours / times|hours of the? day
start_time: timeslot / time|start|starting slot|time|hour / class time|hour / time = timeslots / time|start|class|starting slots|times|hours / times
day: day|date / calendar|single|individual|specific|particular day|date = days|dates / calendar|single days|dates
week: calendar? week = calendar? weeks
month: calendar? month = calendar? months
gym: GYM <over_gyms> = GYMS <over_gyms>
room: room|area = rooms|studios|areas|spaces
trainer: trainer|instructor|coach|teacher = trainers|instructors|coaches|teachers|staff|team / everyone|everybody else / the? rest of? the? team|staff|trainers
class: class name|title|type|kind|format / kind|type|name of the? class / format|programme = class names|titles|types|kinds|formats / kinds|types|names of the? class|classes / formats|programmes
series: class|course|lesson|series|workout|slot / weekly class / class slot = classes|courses|lessons|workouts|starts|slots|anything|something|everything|stuff / which ones BE|had|have|got|get|make|made|lose|lost / anything|something on the|our? timetable|schedule / is|are|was|were? there? anything we|i ran|run|do|put|offer|teach on? / weekly classes / everything else / the rest / the others
session: session|occurrence / single|individual class|session / class on each date = sessions|occurrences / single|individual classes|sessions
quality: quality|grade of? the? count|counts|figures? / quality grade = qualities|grades / quality grades
status: status|state = statuses|states
source: source of? the? count|counts|figures|attendance? = sources of? the? count|counts|attendance?
verdict: verdict = verdicts
substitute: substitute or not = substitutes or not
`;
const nouns = NOUNS.trim()
  .split('\n')
  .flatMap((line) => {
    const [dim = '', one = '', many = ''] = line.split(/: | = /);
    return [one, many].flatMap((text, at) =>
      patternsOf(text).map((pattern) =>
        phrase<Meaning>(pattern, () => ({ is: 'noun', dim: dim as Dim, isMany: at === 1 }), {
          over_gyms: overGyms,
        }),
      ),
    );
  });
const NOUN_PHRASES = new Phrases(nouns);

const dim: Slot = (sentence, at) => {
  if (
    sentence.word(at) === 'time' &&
    !/^(of|slot|combo|combos|combination|combinations)$/.test(sentence.word(at + 1))
  )
    return null;
  const found = NOUN_PHRASES.longestAt(sentence, at);
  return found?.meaning.is === 'noun' ? { value: found.meaning.dim, length: found.length } : null;
};
const DAYS_AND_WEEKS = new Set(['day', 'week', 'month', 'hour', 'weekday']);
/** "a week" is each of them, "a room" is one. */
const dimOfTime: Slot = (sentence, at) => {
  const found = dim(sentence, at);
  const isAgo = /^(ago|before|earlier|on)$/.test(sentence.word(at + (found?.length ?? 0)));
  return found !== null && DAYS_AND_WEEKS.has(String(found.value)) && !isAgo ? found : null;
};
/** Not "last *month* by week", which is one month. */
const dimAlone: Slot = (sentence, at) => {
  const word = sentence.word(at - 1);
  const isOne =
    /^(the|last|this|past|next|previous|whole|current|on|at|during|\d+)$/.test(word) ||
    NUMBERS.has(word);
  return isOne ? null : dim(sentence, at);
};
/** Only looks: "up on last month". */
const monthAhead = looks(
  (sentence, at) =>
    /^(last|previous|yesterday)$/.test(sentence.word(at)) || MONTHS.has(sentence.word(at)),
);
/** "*Everyone's* no-show rate": that of each who teaches. */
const possessive: Slot = (sentence, at) =>
  sentence.tokens[at - 1]?.isPossessive === true ? { value: 'trainer', length: 0 } : null;

/** "which of *my* classes is": behind who is meant, one of them. */
const ofMine = looks((sentence, at) =>
  /^(which|what) of my$/.test([-3, -2, -1].map((by) => sentence.word(at + by)).join(' ')),
);

const SLOTS = {
  of_mine: ofMine,
  dim,
  dim_of_time: dimOfTime,
  dim_alone: dimAlone,
  month_ahead: monthAhead,
  possessive,
};
const phrases: Phrase<Meaning>[] = [];
const add = (patterns: string, make: (...values: never[]) => Meaning | null): void => {
  for (const pattern of patternsOf(patterns)) phrases.push(phrase(pattern, make, SLOTS));
};
const by = (...dims: Dim[]): Meaning => ({ is: 'by', dims });
/** Two at once: "room and weekday", "weekday x hour". */
const both = (one: Dim, other: Dim): Meaning => {
  const isSlot = [one, other].includes('day') && /hour|start_time/.test(`${one} ${other}`);
  return isSlot ? by('weekday', 'hour') : by(one, other);
};

add(
  `split|broken|break|breakdown|grouped|group|separated|listed up|down|out? by|into|per|for|of the|our? <dim>
  on|in|for|of|over|at|from|to each|every of? the|our|single? <dim>
  by|across|among|between the|our|different? <dim> / <dim> wise / a|an <dim_of_time> / down|out by|into|per the? <dim>
  a|one|1 row|line|entry|record|column per|for|by each|every? <dim> / <dim> down|across|along the? side|left|page|top
  <dim> as|in rows|columns|lines / for|in each|every of the|our? <dim> / everyone|everybody <possessive> / each|every of the|our? <dim>`,
  (value: Dim) => by(value),
);
add('for|in each|every <dim> against|by|and|per the? <dim>', both);
add(
  `up or down on|from|since <month_ahead> / up|down|better|worse or up|down|better|worse on|from|than|since <month_ahead>
  up|down|risen|fallen|grown|dropped|increased|improved|better|worse on|from|since <month_ahead>`,
  () => ({ is: 'word', word: 'than' }),
);
add('per|a single|given? <dim>', (value: Dim) => ({
  is: 'by',
  dims: [value],
  isPer: true,
}));
add('from one <dim> to the? next|other|another', (one: Dim) => by(one));
add(
  `by|per|each|every? <dim_alone> vs|versus|v|x|against the? <dim> / each|every|per|by <dim> against|vs|versus|x|and|by the? <dim>
  combination|combinations|combo|combos|pair|pairs|pairing of|for? <dim> and|by|with|plus|- <dim>
  by? <dim> and|by|with|x|- <dim> combination|combinations|combo|combos|pair|pairs
  each|every|per|by <dim> and|plus each|every|per|by? <dim> / which|what <dim> and which|what? <dim>
  for|in|by|per|of each|every <dim> and|on|in|per each|every <dim>`,
  both,
);
add(
  '<of_mine> <dim> is|has|was|gets|does|do / which|what of the|our <dim> is|has|was|gets|does|do',
  (value: Dim) => ({
    is: 'noun',
    dim: value,
    isMany: false,
  }),
);
export const DIMENSION_PHRASES = [...phrases, ...nouns];
