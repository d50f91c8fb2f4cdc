/** What no figure of classes answers: who is in the rooms now, the timetable, and places that are left. */

import { addDays } from '../../gym/calendar/zone.ts';
import type { MeasureName } from '../../gym/figures/catalogue.ts';
import { isDays, mondayOf } from './calendar.ts';
import {
  type Draft,
  EMPTY,
  isStop,
  isWord,
  type Marks,
  notUnderstood,
  type Stop,
} from './draft.ts';
import type { Filters } from './filters.ts';
import type { Mark } from './mark.ts';
import { rangesOf } from './ranges.ts';

/** Days of a timetable where none are named. Chosen here. */
const TIMETABLE_DAYS = 7;
const LIVE: ReadonlySet<MeasureName> = new Set([
  'attended',
  'fill_rate',
  'capacity',
  'empty_seats',
]);
const FIGURES = ['order', 'most', 'more', 'bound', 'state', 'turn', 'verdict', 'by'] as const;

export function reportOf(marks: Marks, filters: Filters): Draft | Stop | null {
  const now = marks.all('report').filter(({ report }) => report === 'now');
  const timetable = marks.all('report').filter(({ report }) => report === 'timetable');
  const isFollowing =
    marks.base !== null && marks.list[0]?.is === 'report' && now.includes(marks.list[0] as never);
  const isNow = now.length > 0 && !isFollowing;
  if (
    isNow &&
    timetable.length > 0 &&
    !marks.all('noun').some(({ dim }) => dim === 'room') &&
    !hasFigures(marks)
  )
    return running(marks, filters);
  if (isNow && isLive(marks)) return occupancy(marks, filters);
  marks.use(...now);
  if (isTimetable(marks, timetable)) return timetableDraft(marks, filters);
  marks.use(...timetable);
  const { base } = marks;
  if (base === null || base.kind === 'figures' || hasFigures(marks)) return null;
  return base.kind === 'now' ? occupancy(marks, filters) : timetableDraft(marks, filters);
}

function hasFigures(marks: Marks): boolean {
  return marks.all('measure').some(({ isWeak }) => !isWeak) || marks.all(...FIGURES).length > 0;
}

function isLive(marks: Marks): boolean {
  const named = marks.all('measure', 'order', 'more').flatMap(({ names }) => names);
  const states = marks.all('state').map(({ name }) => name);
  const isOther =
    marks.all('verdict', 'bound', 'turn', 'by', 'time').length > 0 ||
    marks.has('compare', 'than', 'past', 'when');
  return [...named, ...states].every((name) => LIVE.has(name)) && !isOther;
}

function occupancy(marks: Marks, { where }: Filters): Draft | Stop {
  const isOfRooms = where.every(
    ([dim, op]) => (dim === 'room' && op === 'is') || dim === 'part_of_day',
  );
  if (!isOfRooms)
    return notUnderstood('Right now only rooms are counted: ask for a room, or for all of them.');
  marks.use(...marks.list.filter(({ is }) => is !== 'not'));
  return { ...EMPTY, kind: 'now', where: where.filter(([dim]) => dim === 'room') };
}

/** "What is on now": the classes that are running. */
function running(marks: Marks, { where }: Filters): Draft {
  marks.use(...marks.list);
  const { today } = marks;
  return {
    ...EMPTY,
    kind: 'timetable',
    where: [...where, ['status', 'is', ['in_progress']]],
    range: { from: today, to: today },
  };
}

function isTimetable(marks: Marks, timetable: readonly Mark[]): boolean {
  const isCounted = marks
    .all('measure')
    .some(({ isWeak, names }) => !isWeak || (names[0] === 'attended' && marks.has('how_many')));
  const isPeople = marks
    .all('measure')
    .some(
      (mark) =>
        mark.names[0] === 'attended' &&
        (marks.before(mark) === undefined || isWord(marks.before(mark), 'how_many')),
    );
  const isHeld = marks.has('compare', 'than');
  const isRanked =
    marks.all('order', 'most', 'more', 'bound', 'state', 'turn', 'verdict', 'by', 'free').length >
    0;
  if (isCounted || isPeople || isHeld || isRanked || marks.has('how_many')) return false;
  const isWhose = marks.has('who') && marks.all('filter').some(({ dim }) => dim === 'start_time');
  if (timetable.length > 0 || isWhose) return true;
  return isPlainList(marks);
}

/** "classes tomorrow", "has Ben got any classes on Friday". */
function isPlainList(marks: Marks): boolean {
  const isOfClasses = marks.all('noun').some(({ dim }) => dim === 'series' || dim === 'session');
  const isToCome = marks.all('time').some(({ time }) => {
    const days = time.days('ahead');
    return isDays(days) && days.to >= marks.today && days.from >= mondayOf(marks.today);
  });
  const isPlain = marks.list.every(({ is }) => /^(noun|time|filter|name|word)$/.test(is));
  return isOfClasses && isToCome && isPlain && !marks.has('past', 'how', 'doing', 'who');
}

function timetableDraft(marks: Marks, { where }: Filters): Draft | Stop {
  const { today, base } = marks;
  const isPast = marks.has('past');
  const ranges = rangesOf(marks, isPast ? 'back' : 'ahead', null);
  if (isStop(ranges)) return ranges;
  marks.use(...marks.list.filter(({ is }) => is !== 'not' && is !== 'amount'));
  const usual = isPast
    ? { from: addDays(today, 1 - TIMETABLE_DAYS), to: today }
    : { from: today, to: addDays(today, TIMETABLE_DAYS - 1) };
  const isNext = marks.all('report').some((mark) => mark.isNext);
  return {
    ...EMPTY,
    kind: 'timetable',
    where,
    range: ranges.range ?? base?.range ?? usual,
    time: ranges.time,
    isNext,
  };
}
