/** Questions to ask instead: about whoever, whatever and whenever was recognised; then the gym's examples. */

import { addDays } from '../../gym/calendar/zone.ts';
import type { Query } from '../query.ts';
import type { Surroundings } from '../reader.ts';
import type { Days } from './dates/span.ts';
import { examplesOf } from './examples.ts';
import { MAX_DAYS, spanOf, withinLimits } from './intents/range.ts';
import type { Named } from './names/directory.ts';
import type { Parts } from './parts.ts';
import { phraseOf } from './phrase.ts';

const MOST = 8;

/** 1 to 8 questions, each understood as it stands. */
export function suggestionsOf(parts: Parts, surroundings: Surroundings): string[] {
  const named = parts.mentions.flatMap(({ candidates }) =>
    candidates.length === 1 ? candidates : [],
  );
  const days = daysOf(parts);
  const range = days ?? { from: addDays(parts.today, 1 - MAX_DAYS), to: parts.today };
  const queries = [
    ...named.flatMap((one) => aboutName(one, range)),
    ...(days === null ? [] : aboutDays(days)),
  ];
  const phrases = queries.map((query) => phraseOf(query, surroundings));
  return [...new Set([...phrases, ...examplesOf(surroundings)])].slice(0, MOST);
}

function daysOf({ spans, today }: Parts): Days | null {
  const named = spanOf(spans, 'back');
  if ('stop' in named || named.span === null) return null;
  const cut = withinLimits(named.span, named.days, today);
  return 'stop' in cut ? null : cut.days;
}

function aboutName({ kind, id }: Named, days: Days): Query[] {
  if (kind === 'trainer') {
    return [
      { report: 'trainer', trainer: id, ...days },
      { report: 'no_shows', trainer: id, ...days },
    ];
  }
  if (kind === 'room') {
    return [
      { report: 'attendance', room: id, ...days },
      { report: 'occupancy', room: id },
    ];
  }
  return [
    { report: 'class', class: id, ...days },
    { report: 'no_shows', class: id, ...days },
    { report: 'revenue', class: id, focus: 'totals', ...days },
  ];
}

function aboutDays(days: Days): Query[] {
  const people: Query =
    days.from === days.to
      ? { report: 'summary', date: days.to }
      : { report: 'attendance', ...days };
  return [people, { report: 'revenue', focus: 'totals', ...days }, { report: 'no_shows', ...days }];
}
