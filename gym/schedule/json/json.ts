/** JSON as classes: opens the envelope, recognises the export, reads entry by entry. */

import { TurnoutError } from '../../../errors.ts';
import { MAX_ROWS, tooManyParts } from '../limits.ts';
import type { ReadParts } from '../read-parts.ts';
import type { RowValues } from '../row/fields.ts';
import { makeContext } from '../row/make-context.ts';
import { readRow } from '../row/row.ts';
import { textOf } from '../row/values/blank.ts';
import { openEnvelope } from './envelope.ts';
import { MINDBODY } from './mindbody.ts';
import { MOMENCE } from './momence.ts';
import { isFeedItem, OPEN_ACTIVE, sessionsOfFeed } from './open-active.ts';
import { mappedValues, PLAIN } from './plain.ts';
import type { JsonShape } from './shape.ts';
import { TEAM_UP } from './team-up.ts';
import { isObject, type JsonItem } from './value.ts';

const SHAPES: readonly JsonShape[] = [MINDBODY, OPEN_ACTIVE, MOMENCE, TEAM_UP, PLAIN];

export interface JsonFacts {
  /** Name of the export. */
  readonly shape: string;
  /** Whether it is a whole feed, which has every class that its publisher knows of. */
  readonly isWhole: boolean;
}

/** Reads all entries of the list into `entries`. Throws `schedule_unreadable` for what is no JSON or holds no list. */
export function readJson({ text, options, entries, faults }: ReadParts): JsonFacts {
  const envelope = openEnvelope(parsed(text));
  if (envelope === null) throw unreadable('JSON without a list');
  if (envelope.items.length > MAX_ROWS) throw tooManyParts(`at most ${MAX_ROWS} entries`);
  const items: JsonItem[] = [];
  for (const [index, object] of envelope.items.entries()) {
    const line = index + 1;
    faults.met();
    if (isObject(object)) items.push({ line, object });
    else faults.skipped({ line, field: null, expected: 'an object', got: JSON.stringify(object) });
  }
  const isFeed = items.some(({ object }) => isFeedItem(object));
  const classes = isFeed ? sessionsOfFeed(items) : items;
  const shape = SHAPES.find((known) => classes.some(({ object }) => known.recognises(object)));
  const rows = classes.map(({ line, object }) => ({
    line,
    values: { ...shape?.valuesOf(object), ...mappedValues(object, options.columns) },
  }));
  const context = makeContext({
    dates: rows.flatMap(({ values }) => datesOf(values)),
    amounts: rows.map(({ values }) => textOf(values.revenue) ?? ''),
    timezone: options.timezone,
    faults,
  });
  for (const { line, values } of rows) {
    const draft = readRow(values, line, context);
    if (draft !== null) entries.add(draft);
  }
  return { shape: shape?.name ?? 'generic', isWhole: isFeed && !envelope.hasMore };
}

function datesOf(values: RowValues): string[] {
  return [values.date, values.start, values.end].map((value) => textOf(value) ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('JSON that is broken or ends too early');
  }
}

function unreadable(got: string): TurnoutError {
  return new TurnoutError('schedule_unreadable', {
    where: 'schedule',
    expected: 'JSON with a list of classes',
    got,
  });
}
