/** Who is there now, and the timetable: no figures of classes that were held. */

import { addDays } from '../../../gym/calendar/zone.ts';
import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import { mondayOf } from '../dates/span.ts';
import type { Mark } from '../marks/mark.ts';
import { type Draft, emptyDraft, isStop, type Stop } from './draft.ts';
import type { Filters } from './filters/filters.ts';
import { rangesOf } from './ranges.ts';
import type { Work } from './work.ts';

const LIVE: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'attended',
  'fill_rate',
  'capacity',
  'empty_seats',
]);
/** Days of a timetable where none are named. Chosen here. */
const TIMETABLE_DAYS = 7;

export function liveDraft(work: Work, filters: Filters, base: Draft | null): Draft | Stop | null {
  if (work.has('now') && isRunning(work)) return runningDraft(work, filters);
  if (isNow(work, filters, base)) return nowDraft(work, filters);
  if (isTimetable(work) || isPlainList(work)) return timetableDraft(work, filters);
  // "How many classes are currently losing money": of the usual time. "Now vs this time yesterday" is not.
  const isHeld = work.has('compare', 'than') && work.has('time');
  work.use(
    ...(isHeld
      ? []
      : work
          .all('now')
          .filter(({ typed }) => /^(currently|current|presently|now|at)/i.test(typed))),
  );
  const isOfFigures = work.has('measure', 'order', 'by', 'state', 'bound', 'verdict');
  if (base === null || base.kind === 'figures' || isOfFigures) return null;
  return base.kind === 'now' ? nowDraft(work, filters) : timetableDraft(work, filters, base);
}

/** "What is on now", "who is teaching right now". */
function isRunning(work: Work): boolean {
  const isOfClass = work.has('timetable') && !work.all('noun').some(({ dim }) => dim === 'room');
  const isAsked = isOfClass || /\bwhat(['’]s| is| are)? on\b/i.test(work.marked.text);
  return isAsked && !work.has(...FIGURES, 'measure', 'time');
}

function runningDraft(work: Work, { where }: Filters): Draft {
  const { today } = work.marked;
  work.use(...work.all('timetable', 'who', 'noun', 'now'));
  return {
    ...emptyDraft(),
    kind: 'timetable',
    where: [...where, ['status', 'is', ['in_progress']]],
    range: { from: today, to: today },
  };
}

/** Without "now": "is it busy", "how many are in the studio", "who is here". */
const PRESENT = [
  /\b(people|visitors|anyone|anybody|someone|many)\s+(are\s+|is\s+)?(there\s+)?(in|inside|here)\b/i,
  /\b(is|are) (there )?(anyone|anybody|someone|somebody|people)\b/i,
  /\bhow (busy|full|quiet|empty|packed|crowded) (is|are) (it|we)\b/i,
  /\b(is|are) (it|we|the gym) (busy|full|quiet|crowded|packed|empty)\b/i,
  /^\W*(is|are) (the )?[\w\s]+ (busy|full|quiet|crowded|packed|empty)\W*$/i,
  /\bwho(['’]?s| is| are) (in|inside|here|there|around)\b/i,
];
/** What a question about the rooms at this moment may have. */
const MOMENTARY = /^(measure|state|order|name|how_many|any|all|have|which|who|refuse|how|filter)$/;

function isNow(work: Work, { where }: Filters, base: Draft | null): boolean {
  const named = work
    .all('measure', 'order', 'state')
    .flatMap((mark) => (mark.is === 'state' ? [mark.measure] : mark.measures));
  const isLive = named.every((one) => LIVE.has(one));
  if (work.has('now')) return isLive && !work.has('verdict', 'bound', 'turn', 'compare');
  const { text } = work.marked;
  const isOfRooms = where.every(([dim, op]) => dim === 'room' && op === 'is');
  return (
    base === null &&
    isLive &&
    isOfRooms &&
    PRESENT.some((one) => one.test(text)) &&
    work.marks.every(({ is, typed }) => MOMENTARY.test(is) || /^(many|lots)\b/i.test(typed)) &&
    !/\b(came|was|were|did|had)\b/i.test(text)
  );
}

const TOLD_NOW: ReadonlySet<Mark['is']> = new Set([
  'now',
  'measure',
  'state',
  'order',
  'free',
  'who',
]);

function nowDraft(work: Work, { where }: Filters): Draft | Stop {
  if (where.some(([dim, op]) => dim !== 'room' || op !== 'is')) {
    return {
      stop: 'not_understood',
      message: 'Right now only rooms are counted: ask for a room, or for all of them.',
      suggestions: ['How many people are in the gym right now?'],
    };
  }
  const { today } = work.marked;
  const isOfRooms = work.all('noun').some(({ dim }) => dim === 'room');
  const isToday = work
    .all('time')
    .filter(
      ({ phrase: { span, part } }) => span?.days('back')?.from === today && part === undefined,
    );
  work.use(
    ...work.marks.filter(({ is }) => TOLD_NOW.has(is)),
    ...work.all('noun', 'by').filter(({ dim }) => dim === 'room'),
    ...work
      .all('direction')
      .filter(
        ({ typed }) => isOfRooms || /^(so |too |very )?(many|lots|plenty|few|a? ?lot)/i.test(typed),
      ),
    ...work.all('timetable').filter(({ typed }) => /^(what|which|where|is|are)\b/i.test(typed)),
    ...isToday,
  );
  return { ...emptyDraft(), kind: 'now', where };
}

const FIGURES = [
  'order',
  'direction',
  'bound',
  'state',
  'turn',
  'verdict',
  'compare',
  'than',
  'by',
  'count',
  'free',
] as const;

function isTimetable(work: Work): boolean {
  const isIn = work.has('name') && /\bw(h?at|ot)(['’]?s| is| are) in\b/i.test(work.marked.text);
  const isOn =
    /\bwho(['’]?s| is| was| were) on\b/i.test(work.marked.text) ||
    isIn ||
    /\bw(h?at|ot)(['’]?s| is| are| was)? on\b/i.test(work.marked.text);
  if (!work.has('timetable') && !isOn && !isOnThen(work)) return false;
  // "How often does Anna teach": a number.
  if (work.all('how_many').some(({ typed }) => /^how (often|many times)/i.test(typed)))
    return false;
  const isFigure = work
    .all('measure')
    .some(({ strength, measures: [first, ...others], typed }) =>
      first === 'sessions' && others.length === 0
        ? work.has('how_many') || /how many|number/i.test(typed)
        : strength === 'strong' ||
          /^how many people/i.test(typed) ||
          isCounting(work, first) ||
          /^people\b/i.test(work.marks[0]?.typed ?? ''),
    );
  return !isFigure && (!work.has(...FIGURES) || isPlainNext(work));
}

/** "Who taught on Friday, and how many came?": not only the timetable. */
function isCounting(work: Work, measure: MeasureName | undefined): boolean {
  return (
    measure === 'attended' &&
    work.all('how_many').some((mark) => work.after(mark)?.is === 'measure')
  );
}

/** "Is Boxing Basics on today?", "what has Ben got on next weekend", "who has the 7am tomorrow". */
function isOnThen(work: Work): boolean {
  const { text } = work.marked;
  const isNamed = work.has('name', 'self');
  const isOn = isNamed && ON.some((one) => one.test(text));
  const isWho = work.has('who') && work.has('filter', 'name') && WHO_HAS.test(text);
  const isOther = work.all('measure').some(({ typed }) => !/^(has|have|we)? ?got$/i.test(typed));
  return (isOn || isWho) && work.has('time') && !isOther;
}

const ON = [
  /^\W*(is|are|was|were)\b.*\bon\b/i,
  /\bwhat('?s| is| has| have| does| do| will)\b.*\b(got on|got|on|have|planned|doing|up to|scheduled)\b/i,
  /^\W*(is|are|does|do|will)\b.*\b(in|free|off|available|around|work|working|teach|teaching)\b/i,
  /^\W*(has|have|does|do)\b.*\b(got|have)\b.*\b(on|anything|something|class|classes|sessions?)\b/i,
];
const WHO_HAS =
  /^\W*who('?s| is| has| have| does| do)?( got| have| on| in| doing| taking| covering| running)?( for)? (the|our|that|on|at|this|\d)/i;

/** "classes tomorrow", "has Ben got any classes tomorrow afternoon". */
function isPlainList(work: Work): boolean {
  const { today } = work.marked;
  const isOfClasses = work.all('noun').some(({ dim }) => dim === 'series' || dim === 'session');
  const isToCome = work.all('time').some(({ phrase }) => {
    const days = phrase.span?.days('ahead');
    return days != null && days.to >= today && days.from >= mondayOf(today);
  });
  const told = /^(noun|time|filter|name|any|all|have|list|self|which|and|or|doing)$/;
  return (
    isOfClasses && isToCome && work.marks.every(({ is }) => told.test(is)) && !work.has('past')
  );
}

function isPlainNext(work: Work): boolean {
  return (
    work.all('timetable').some(({ isNext }) => isNext) &&
    !work.has('order', 'bound', 'turn', 'compare', 'by')
  );
}

/** "Trainers who do not teach on Sundays": no timetable says who is not on it. */
const NOT_THERE: Stop = {
  stop: 'not_understood',
  message:
    'Who or what is not on the timetable was not understood: ask for the classes by trainer or room.',
};

function timetableDraft(work: Work, filters: Filters, base: Draft | null = null): Draft | Stop {
  const { today, text } = work.marked;
  const isPast =
    work.has('past') || /\b(was|were|did|ran|took|gave|led|taught(?! by))\b/i.test(text);
  const isOfOthers = work.all('noun').some(({ dim }) => /^(trainer|room)$/.test(dim));
  if (isOfOthers && work.all('not').some(({ kind }) => kind === 'verb')) return NOT_THERE;
  const isClass = /^(series|session|class)$/;
  const ranges = rangesOf(work, isPast ? 'back' : 'ahead', null);
  if (isStop(ranges)) return ranges;
  work.use(
    ...work.all('timetable', 'who', 'when', 'sorted', 'now', 'free'),
    ...work.all('noun').filter(({ dim }) => isClass.test(dim) || !work.has('how_many')),
    ...work
      .all('measure')
      .filter(({ strength, measures }) => strength === 'weak' || measures[0] === 'sessions'),
  );
  const usual = isPast
    ? { from: addDays(today, 1 - TIMETABLE_DAYS), to: today }
    : { from: today, to: addDays(today, TIMETABLE_DAYS - 1) };
  return {
    ...emptyDraft(),
    kind: 'timetable',
    where: filters.where,
    range: ranges.range ?? base?.range ?? usual,
    span: ranges.span,
    isNext: work.all('timetable').some((mark) => mark.isNext),
  };
}
