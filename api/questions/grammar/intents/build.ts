/** One builder for each report: from a settled question to a query, or to what stands in the way. */

import { addDays } from '../../../../engine/index.ts';
import type { Query, QueryOf } from '../../query.ts';
import type { Days } from '../dates/span.ts';
import type { Request, Stop } from '../request.ts';
import type { Report } from './evidence.ts';
import { moneyStop } from './money.ts';
import { listStop, periodsOf } from './periods.ts';
import { lengthOf, MOST_DAYS, rangeOf, spanOf } from './range.ts';

export interface Built {
  readonly query: Query;
  readonly notes: readonly string[];
}

type Build = (request: Request) => Built | Stop;
type Filters = Pick<
  QueryOf<'attendance'>,
  'class' | 'weekday' | 'from_hour' | 'to_hour' | 'room' | 'trainer'
>;

const WEEK = 7;
const MOST_ROWS = 8;
const HIGHEST = 'highest' as const;
const LOWEST = 'lowest' as const;

function filtersOf({ classes, rooms, trainers, weekday, hours }: Request): Filters {
  const [{ id: name } = { id: undefined }] = classes;
  const [{ id: room } = { id: undefined }] = rooms;
  const [{ id: trainer } = { id: undefined }] = trainers;
  return {
    ...(name === undefined ? {} : { class: name }),
    ...(weekday === undefined ? {} : { weekday }),
    // From midnight on is 0; the wire's hours are 0..23 and 1..24.
    ...(hours === undefined ? {} : { from_hour: Math.min(hours.from, 23), to_hour: hours.to }),
    ...(room === undefined ? {} : { room }),
    ...(trainer === undefined ? {} : { trainer }),
  };
}

/** Stops where a filter was named that the report cannot keep to: an answer about everything would be another one. */
function unable(request: Request, kept: readonly (keyof Filters)[], what: string): Stop | null {
  const names = {
    class: 'class',
    weekday: 'weekday',
    from_hour: 'time of day',
    to_hour: '',
    room: 'room',
    trainer: 'trainer',
  };
  const given = Object.keys(filtersOf(request)) as (keyof Filters)[];
  const lost = given.filter((one) => !kept.includes(one) && one !== 'to_hour');
  if (lost.length === 0) return null;
  return {
    stop: 'not_known_here',
    message: `${what} cannot be told by ${lost.map((one) => names[one]).join(' and ')}.`,
  };
}

/** Two of a kind where a report takes one. */
function several({ trainers, classes, rooms }: Request): Stop | null {
  const tooMany = [trainers, classes, rooms].find(({ length }) => length > 1);
  if (tooMany === undefined) return null;
  const names = tooMany.map(({ name }) => name).join(' and ');
  return {
    stop: 'not_understood',
    message: `This can be told of one at a time, not of ${names} together.`,
  };
}

/** A report over a range with filters. */
function ranged(
  usual: number,
  make: (days: Days, filters: Filters, request: Request) => Query,
): Build {
  return (request) => {
    const stop = several(request);
    const range = stop ?? rangeOf(request, usual);
    if ('stop' in range) return range;
    return { query: make(range.days, filtersOf(request), request), notes: range.notes };
  };
}

const summary: Build = (request) => {
  const range = rangeOf(request, 1);
  if ('stop' in range) return range;
  const isNamed = request.parts.spans.length > 0;
  const notes = isNamed ? range.notes : ['No time was named: took today.'];
  return { query: { report: 'summary', date: range.days.to }, notes };
};

const schedule: Build = (request) => {
  const stop = several(request);
  if (stop !== null) return stop;
  const { parts, has } = request;
  const { today } = parts;
  const isNext =
    has('next', 'when') && !has('past') && parts.spans.length + parts.weekdays.length === 0;
  const isPast = has('past') && !has('future');
  const named = spanOf(parts.spans, isPast ? 'back' : 'ahead');
  if ('stop' in named) return named;
  const usual = { from: today, to: isPast ? today : addDays(today, 1) };
  const days = named.span === null ? usual : named.days;
  const query: Query = {
    ...{ report: 'schedule', ...limited(days), ...filtersOf(request) },
    ...(isNext || has('next') ? { next: true } : {}),
  };
  const said = named.span === null ? [] : [named.span.note ?? []].flat();
  return {
    query,
    notes:
      named.span === null && !isNext
        ? [
            ...said,
            isPast
              ? 'No time was named: took today.'
              : 'No time was named: took today and tomorrow.',
          ]
        : said,
  };
};

function limited(days: Days): Days {
  return lengthOf(days) <= MOST_DAYS
    ? days
    : { from: days.from, to: addDays(days.from, MOST_DAYS - 1) };
}

const attendance: Build = (request) => {
  const built = ranged(MOST_DAYS, (days, filters) => ({
    report: 'attendance',
    ...days,
    ...filters,
  }))(request);
  if ('stop' in built || built.query.report !== 'attendance') return built;
  const { report: _, from, to, ...filters } = built.query;
  const isOneDay = from === to && Object.keys(filters).length === 0;
  return isOneDay ? { ...built, query: { report: 'summary', date: to } } : built;
};

const trainer: Build = (request) => {
  const [one] = request.trainers;
  const hasFilters =
    request.weekday !== undefined || request.hours !== undefined || request.rooms.length > 0;
  if (one === undefined || hasFilters) return attendance(request);
  return ranged(WEEK, (days) => ({ report: 'trainer', trainer: one.id, ...days }))(request);
};

const classReport: Build = (request) => {
  const [one] = request.classes;
  if (one === undefined) return attendance(request);
  return ranged(MOST_DAYS, (days, filters) => ({
    report: 'class',
    ...days,
    ...filters,
    class: one.id,
  }))(request);
};

const trainers: Build = (request) => {
  const stop = unable(request, [], 'How trainers compare');
  if (stop !== null) return stop;
  const { by, order } = trainerOrder(request);
  return ranged(MOST_DAYS, (days) => ({ report: 'trainers', ...days, by, order }))(request);
};

function trainerOrder({ has }: Request): Pick<QueryOf<'trainers'>, 'by' | 'order'> {
  if (has('noShow'))
    return { by: 'no_show_rate', order: has('best', 'least', 'smallest') ? LOWEST : HIGHEST };
  const order = has('worst', 'least', 'smallest', 'shrinking') ? LOWEST : HIGHEST;
  if (has('crowd', 'average')) return { by: 'average_attendance', order };
  if (has('biggest', 'smallest', 'people', 'came')) return { by: 'attended', order };
  const isCount = has('most', 'least') && has('teaches', 'classNouns') && !has('fill', 'busy');
  return { by: isCount ? 'classes' : 'fill_rate', order };
}

const ranking: Build = (request) => {
  const { by, order } = classOrder(request);
  const limit = limitOf(request);
  return ranged(MOST_DAYS, (days, filters) => ({
    report: 'ranking',
    ...days,
    ...filters,
    by,
    order,
    limit,
  }))(request);
};

function classOrder({ has }: Request): Pick<QueryOf<'ranking'>, 'by' | 'order'> {
  if (has('noShow'))
    return { by: 'no_show_rate', order: has('best', 'least', 'smallest') ? LOWEST : HIGHEST };
  if (has('growing')) return { by: 'trend', order: HIGHEST };
  if (has('shrinking')) return { by: 'trend', order: LOWEST };
  const order = has('worst', 'least', 'smallest') ? LOWEST : HIGHEST;
  if (has('crowd', 'average')) return { by: 'average_attendance', order };
  return { by: has('biggest', 'smallest', 'people', 'came') ? 'attended' : 'fill_rate', order };
}

/** "the best class" is one; "the best classes" are as many as the ranking of the API gives without a limit. */
function limitOf({ parts, has }: Request): number {
  if (parts.limit !== null) return parts.limit;
  if (has('one')) return 1;
  // "Which of Ben's classes is the emptiest" is one.
  if (has('which') && /\bof\b.*\b(is|was|has)\b/i.test(parts.text)) return 1;
  if (has('classNouns')) return MOST_ROWS;
  return has('classNoun', 'which') ? 1 : MOST_ROWS;
}

/** "dead classes on Friday": the verdicts are over six weeks, so a Friday can only be a filter. */
const NOT_BY_WEEKDAY: Stop = {
  stop: 'not_known_here',
  message: 'Which classes to cut cannot be told by weekday.',
};

const dead: Build = (request) => {
  const { classes, trainers: people, rooms, weekday, hours: of } = request;
  // "Should I cut Spin?": the class on its own says more than a list that it may not be in.
  const isOneClass = classes.length === 1 && people.length + rooms.length === 0;
  if (isOneClass && weekday === undefined && of === undefined) return classReport(request);
  const isOfWeekday = request.parts.spans.some(({ isWeekday }) => isWeekday === true);
  const stop = isOfWeekday ? NOT_BY_WEEKDAY : unable(request, [], 'Which classes to cut');
  const range = stop ?? rangeOf(request, MOST_DAYS, true);
  if ('stop' in range) return range;
  return { query: { report: 'dead_classes', ...range.days }, notes: range.notes };
};

const revenue: Build = (request) => {
  const stop = moneyStop(request) ?? unable(request, ['class'], 'Money');
  if (stop !== null) return stop;
  const focus = focusOf(request);
  const [one] = request.classes;
  const only = one === undefined ? {} : { class: one.id };
  return ranged(MOST_DAYS, (days) => ({ report: 'revenue', ...days, focus, ...only }))(request);
};

function focusOf({ classes, has }: Request): QueryOf<'revenue'>['focus'] {
  if (classes.length > 0) return 'totals';
  if (has('dead')) return 'dead';
  const isOfClasses = has('classNoun', 'classNouns', 'which') || !has('we', 'selfStrong');
  if (has('losing') && isOfClasses) return 'unprofitable';
  if (has('profitable') && isOfClasses)
    return has('worst', 'least', 'smallest') ? 'unprofitable' : 'profitable';
  if (!has('classNoun', 'classNouns')) return 'totals';
  if (has('worst', 'least', 'smallest')) return 'unprofitable';
  return has('best', 'most', 'biggest') ? 'profitable' : 'totals';
}

const occupancy: Build = (request) => {
  const stop = several(request) ?? unable(request, ['room'], 'Who is in the rooms now');
  if (stop !== null) return stop;
  const [room] = request.rooms;
  return {
    query: { report: 'occupancy', ...(room === undefined ? {} : { room: room.id }) },
    notes: [],
  };
};

const noShows: Build = ranged(MOST_DAYS, (days, filters) => ({
  report: 'no_shows',
  ...days,
  ...filters,
}));

const hours: Build = ranged(MOST_DAYS, (days, filters, { has, parts }) => ({
  ...{ report: 'hours', ...days, ...filters },
  by: has('whenFull', 'fill') || /\bfull(er|est)?\b/i.test(parts.text) ? 'fill_rate' : 'attended',
  order:
    has('whenQuiet', 'worst', 'least', 'smallest') || /\bquiet(er)?\b/i.test(parts.text)
      ? LOWEST
      : HIGHEST,
}));

const compare: Build = (request) => {
  const { trainers: people, classes } = request;
  const kind = people.length === 2 ? 'trainers' : 'classes';
  const [first, second] = kind === 'trainers' ? people : classes;
  const isMixed = kind === 'trainers' ? classes.length > 0 : people.length > 0;
  const { weekday, hours: of, rooms } = request;
  if (
    first === undefined ||
    second === undefined ||
    isMixed ||
    weekday !== undefined ||
    of !== undefined ||
    rooms.length > 0
  ) {
    return {
      stop: 'not_understood',
      message:
        'Two trainers or two classes can be put beside each other, over all their classes of a range of days.',
    };
  }
  const range = rangeOf(request, MOST_DAYS);
  if ('stop' in range) return range;
  return {
    query: { report: 'compare', kind, of: [first.id, second.id], ...range.days },
    notes: range.notes,
  };
};

const comparePeriods: Build = (request) => {
  const stop = several(request);
  if (request.has('money', 'losing', 'profitable')) {
    return {
      stop: 'not_understood',
      message: 'Money of two times cannot be put beside each other: ask for each of them.',
    };
  }
  const both = stop ?? listStop(request) ?? periodsOf(request);
  if ('stop' in both) return both;
  const { first, second, notes } = both;
  if (first.from === second.from && first.to === second.to) {
    return { stop: 'not_understood', message: 'Both times are the same days.' };
  }
  const said =
    lengthOf(first) === lengthOf(second)
      ? []
      : [`The ranges differ in length: ${lengthOf(first)} against ${lengthOf(second)} days.`];
  return {
    query: {
      report: 'compare_periods',
      ...first,
      other_from: second.from,
      other_to: second.to,
      ...filtersOf(request),
    },
    notes: [...notes, ...said],
  };
};

export const BUILDERS: Readonly<Record<Report, Build>> = {
  ...{
    summary,
    schedule,
    attendance,
    trainer,
    trainers,
    ranking,
    revenue,
    occupancy,
    hours,
    compare,
  },
  dead_classes: dead,
  class: classReport,
  no_shows: noShows,
  compare_periods: comparePeriods,
};
