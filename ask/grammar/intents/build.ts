/** One builder for each report: from a settled question to a query, or to what stands in the way. */

import { addDays } from '../../../gym/calendar/zone.ts';
import type { Query } from '../../query.ts';
import type { Days } from '../dates/span.ts';
import { isStop, type Stop } from '../request.ts';
import { compare, comparePeriods } from './comparisons.ts';
import type { Report } from './evidence.ts';
import { filtersOf, several, unable } from './filters.ts';
import { moneyStop } from './money.ts';
import { classOrder, focusOf, hourOrder, limitOf, trainerOrder } from './orders.ts';
import { lengthOf, MAX_DAYS, rangeOf, spanOf } from './range.ts';
import { type Build, ranged } from './ranged.ts';

const WEEK = 7;
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
    report: 'schedule',
    ...limited(days),
    ...filtersOf(request),
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
  return lengthOf(days) <= MAX_DAYS
    ? days
    : { from: days.from, to: addDays(days.from, MAX_DAYS - 1) };
}

const attendance: Build = (request) => {
  const built = ranged(MAX_DAYS, (days, filters) => ({
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
  return ranged(MAX_DAYS, (days, filters) => ({
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
  return ranged(MAX_DAYS, (days) => ({ report: 'trainers', ...days, by, order }))(request);
};

const ranking: Build = (request) => {
  const { by, order } = classOrder(request);
  const limit = limitOf(request);
  return ranged(MAX_DAYS, (days, filters) => ({
    report: 'ranking',
    ...days,
    ...filters,
    by,
    order,
    limit,
  }))(request);
};

/** "dead classes on Friday": the verdicts are over six weeks, so a Friday can only be a filter. */
const NOT_BY_WEEKDAY: Stop = {
  stop: 'not_known_here',
  message: 'Which classes to cut cannot be shown by weekday.',
};

const dead: Build = (request) => {
  const { classes, trainers: people, rooms, weekday, hours: of } = request;
  // "Should I cut Spin?": the class on its own says more than a list that it may not be in.
  const isOneClass = classes.length === 1 && people.length + rooms.length === 0;
  if (isOneClass && weekday === undefined && of === undefined) return classReport(request);
  const isOfWeekday = request.parts.spans.some(({ isWeekday }) => isWeekday === true);
  const stop = isOfWeekday ? NOT_BY_WEEKDAY : unable(request, [], 'Which classes to cut');
  const range = stop ?? rangeOf(request, MAX_DAYS, true);
  if ('stop' in range) return range;
  return { query: { report: 'dead_classes', ...range.days }, notes: range.notes };
};

const revenue: Build = (request) => {
  const stop = moneyStop(request) ?? unable(request, ['class'], 'Money');
  if (stop !== null) return stop;
  const focus = focusOf(request);
  const [one] = request.classes;
  const only = one === undefined ? {} : { class: one.id };
  return ranged(MAX_DAYS, (days) => ({ report: 'revenue', ...days, focus, ...only }))(request);
};

const occupancy: Build = (request) => {
  const stop = several(request) ?? unable(request, ['room'], 'Who is in the rooms now');
  if (stop !== null) return stop;
  const [room] = request.rooms;
  return {
    query: { report: 'occupancy', ...(room === undefined ? {} : { room: room.id }) },
    notes: [],
  };
};

const noShows: Build = ranged(MAX_DAYS, (days, filters) => ({
  report: 'no_shows',
  ...days,
  ...filters,
}));

const hoursOfWeek: Build = ranged(MAX_DAYS, (days, filters, request) => ({
  report: 'hours',
  ...days,
  ...filters,
  ...hourOrder(request),
}));

const hours: Build = (request) => {
  const built = hoursOfWeek(request);
  // "our busiest day" may mean a date.
  if (isStop(built) || !/\bday\b(?!\s+of\b)/iu.test(request.parts.text)) return built;
  return {
    ...built,
    notes: [...built.notes, 'Took a day for a weekday: single dates are not ranked.'],
  };
};

export const BUILDERS: Readonly<Record<Report, Build>> = {
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
  dead_classes: dead,
  class: classReport,
  no_shows: noShows,
  compare_periods: comparePeriods,
};
