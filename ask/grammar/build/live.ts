/** Who is there now, and the timetable: no figures of classes that were held. */

import { addDays } from '../../../gym/calendar/zone.ts';
import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import { mondayOf } from '../dates/span.ts';
import type { Mark } from '../marks/mark.ts';
import { type Draft, emptyDraft, isStop, type Stop } from './draft.ts';
import type { Filters } from './filters.ts';
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
  if (isNow(work, filters, base)) return nowDraft(work, filters);
  if (isTimetable(work) || isPlainList(work)) return timetableDraft(work, filters);
  if (
    base !== null &&
    base.kind !== 'figures' &&
    !work.has('measure', 'order', 'by', 'state', 'bound')
  ) {
    if (base.kind === 'now') return nowDraft(work, filters);
    return timetableDraft(work, filters, base);
  }
  return null;
}

function isNow(work: Work, filters: Filters, base: Draft | null): boolean {
  const measures = work.all('measure').flatMap((mark) => mark.measures);
  const isLive = measures.every((one) => LIVE.has(one));
  if (work.has('now')) return isLive;
  const { text } = work.marked;
  const isInside =
    /\b(people|visitors|anyone|anybody|someone|many)\s+(are\s+|is\s+)?(there\s+)?(in|inside)\b/i.test(
      text,
    ) ||
    /\bhow (busy|full|quiet) (is|are) (it|we)\b/i.test(text) ||
    /\bis (it|the gym) (busy|full|quiet|crowded|packed|empty)\b/i.test(text);
  const isPresent = !work.has(
    'past',
    'time',
    'by',
    'order',
    'direction',
    'compare',
    'bound',
    'turn',
    'timetable',
    'noun',
    'not',
  );
  const isPast = /\b(came|was|were|did|had)\b/i.test(text);
  const isOfRooms = filters.where.every(([dim]) => dim === 'room');
  return base === null && isInside && isPresent && isLive && isOfRooms && !isPast;
}

function nowDraft(work: Work, filters: Filters): Draft | Stop {
  const wrong = filters.where.find(([dim, op]) => dim !== 'room' || op === 'between');
  if (wrong !== undefined) {
    return {
      stop: 'not_understood',
      message: 'Right now only rooms are counted: ask for a room, or for all of them.',
      suggestions: ['How many people are in the gym right now?'],
    };
  }
  const told: ReadonlySet<Mark['is']> = new Set(['now', 'measure', 'state', 'order', 'free']);
  work.use(...work.marks.filter(({ is }) => told.has(is)));
  const rooms = work.all('noun').filter(({ dim }) => dim === 'room');
  work.use(...rooms, ...(rooms.length > 0 ? work.all('direction') : []));
  const today = work
    .all('time')
    .filter(
      ({ phrase }) =>
        phrase.span?.days('back')?.from === work.marked.today && phrase.part === undefined,
    );
  work.use(...today);
  const others = work.all('by').filter(({ dim }) => dim === 'room');
  work.use(...others);
  return { ...emptyDraft(), kind: 'now', where: filters.where };
}

function isTimetable(work: Work): boolean {
  const marks = work.all('timetable');
  const isOn = /\bwhat(['’]s| is| are| was)? on\b/i.test(work.marked.text);
  if (marks.length === 0 && !isOn) return false;
  const strong = work
    .all('measure')
    .some(
      ({ strength, measures }) =>
        strength === 'strong' &&
        !(measures[0] === 'sessions' && measures.length === 1 && !work.has('how_many')),
    );
  const isCount = work
    .all('measure')
    .some(({ measures, typed }) => measures.includes('sessions') && /how many|number/i.test(typed));
  if (strong || isCount) return false;
  return (
    !work.has(
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
    ) || isPlainNext(work)
  );
}

/** "classes tomorrow", "has Ben got any classes tomorrow afternoon". */
function isPlainList(work: Work): boolean {
  const isOfClasses = work.all('noun').some(({ dim }) => dim === 'series' || dim === 'session');
  const isToCome = work.all('time').some(({ phrase }) => {
    const days = phrase.span?.days('ahead');
    return days != null && days.to >= work.marked.today && days.from >= mondayOf(work.marked.today);
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

function timetableDraft(work: Work, filters: Filters, base: Draft | null = null): Draft | Stop {
  const { today, text } = work.marked;
  const isPast = work.has('past') || /\b(taught|was|were|did|ran|took|gave|led)\b/i.test(text);
  const ranges = rangesOf(work, isPast ? 'back' : 'ahead', null);
  if (isStop(ranges)) return ranges;
  const isNext = work.all('timetable').some((mark) => mark.isNext);
  work.use(...work.all('timetable', 'who', 'when', 'noun', 'sorted'));
  work.use(
    ...work
      .all('measure')
      .filter(({ strength, measures }) => strength === 'weak' || measures[0] === 'sessions'),
  );
  const usual = { from: today, to: addDays(today, TIMETABLE_DAYS - 1) };
  const range = ranges.range ?? base?.range ?? usual;
  return {
    ...emptyDraft(),
    kind: 'timetable',
    where: filters.where,
    range,
    span: ranges.span,
    isNext,
  };
}
