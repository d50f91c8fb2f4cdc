/** Two trainers, two classes or two times beside each other. */

import { filtersOf, several } from './filters.ts';
import { listStop, periodsOf } from './periods.ts';
import { lengthOf, MAX_DAYS, rangeOf } from './range.ts';
import type { Build } from './ranged.ts';

export const compare: Build = (request) => {
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
        'Two trainers or two classes can be compared, over all their classes of a range of days.',
    };
  }
  const range = rangeOf(request, MAX_DAYS);
  if ('stop' in range) return range;
  return {
    query: { report: 'compare', kind, of: [first.id, second.id], ...range.days },
    notes: range.notes,
  };
};

export const comparePeriods: Build = (request) => {
  const stop = several(request);
  if (request.has('money', 'losing', 'profitable')) {
    return {
      stop: 'not_understood',
      message: 'Money of two times cannot be compared: ask for each of them.',
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
