/** JSON as classes: opens what the list is wrapped in, recognises the export, reads entry by entry. */

import { SCHEDULE_FIELDS } from '../../config/schema/schedule-fields.ts';
import {
  type FaultLog,
  MAX_ROWS,
  type ParseOptions,
  scheduleUnreadable,
  tooManyParts,
} from './entry.ts';
import { listSystem, type System } from './systems.ts';
import {
  columnsOf,
  type Field,
  idOf,
  isObject,
  type JsonObject,
  nameOf,
  pick,
  type RowValues,
} from './values.ts';

/** Keys that lists stand under: Mindbody, Momence, TeamUp, OpenActive's RPDE, Hydra and OData, and plain words. */
const LISTS =
  'Classes classes payload results items data sessions events entries schedule hydra:member value'.split(
    ' ',
  );
const LIST = 'JSON with a list of classes';
/** `{"data": {"classes": […]}}`. Chosen here. */
const MAX_DEPTH = 3;

/** An entry of the list, with its number from 1. */
type Entry = { readonly line: number; readonly object: JsonObject };

/**
 * Throws `schedule_unreadable` for what is no JSON or holds no list. Whole is a feed, which has every class that its
 * publisher knows of.
 */
export function readJson(text: string, options: ParseOptions, faults: FaultLog) {
  const list = openList(parsed(text), 0);
  if (list === null) throw scheduleUnreadable(LIST, 'JSON without a list');
  if (list.items.length > MAX_ROWS) throw tooManyParts(`at most ${MAX_ROWS} entries`);
  faults.rows = list.items.length;
  const found = list.items.flatMap((object, at): Entry[] => {
    if (isObject(object)) return [{ line: at + 1, object }];
    faults.skipped(at + 1, null, 'an object', JSON.stringify(object));
    return [];
  });
  const isFeed = found.some(({ object }) => isState(object));
  const classes = isFeed ? sessionsOfFeed(found) : found;
  const system = listSystem(classes.map(({ object }) => object));
  const rows = classes.flatMap(({ line, object }) =>
    faults.attempt(line, () => {
      const values = valuesOf(object, system);
      return { line, values: { ...values, ...mappedValues(object, options.columns) } };
    }),
  );
  return { shape: system.name, isWhole: isFeed && !list.hasMore, rows };
}

/** Null where there is no list. `hasMore` is of a page of a feed or of an API: there is more elsewhere. */
function openList(value: unknown, depth: number): { items: unknown[]; hasMore: boolean } | null {
  if (Array.isArray(value)) return { items: value, hasMore: false };
  if (!isObject(value) || depth >= MAX_DEPTH) return null;
  for (const key of LISTS) {
    const inner = Object.hasOwn(value, key) ? openList(value[key], depth + 1) : null;
    if (inner === null) continue;
    const next = pick(value, 'next', 'nextPage', 'next_page');
    return { items: inner.items, hasMore: inner.hasMore || Boolean(next) };
  }
  return null;
}

/** Whether an entry is a state of a thing, as pages of OpenActive's Realtime Paged Data Exchange have them. */
const isState = ({ state, data }: JsonObject) =>
  state === 'deleted' || (state !== undefined && isObject(data));

/**
 * The sessions of a feed. Of several states of one the last counts, and a deleted one is none; a series is none either,
 * but what it says is put into the sessions that name it.
 */
function sessionsOfFeed(entries: readonly Entry[]): Entry[] {
  const states = new Map<string, Entry>();
  const series = new Map<string, JsonObject>();
  for (const { line, object: entry } of entries) {
    const key = `${String(pick(entry, 'kind'))}/${String(pick(entry, 'id'))}`;
    const data = isObject(entry['data']) ? entry['data'] : {};
    states.delete(key);
    if (pick(entry, 'state') === 'deleted') continue;
    const id = pick(data, '@id', 'id');
    if (pick(data, '@type', 'type') === 'SessionSeries') series.set(String(id), data);
    else states.set(key, { line, object: id === undefined ? { ...data, id: entry['id'] } : data });
  }
  return [...states.values()].map(({ line, object }) => {
    const parent = object['superEvent'];
    const known = typeof parent === 'string' ? series.get(parent) : undefined;
    return { line, object: known === undefined ? object : { ...object, superEvent: known } };
  });
}

/** An entry by what its keys are called: of the export, else in general, as in what `turnout schedule export` writes. */
function valuesOf(entry: JsonObject, { columns, adjust }: System): RowValues {
  const present = Object.entries(entry).filter(([, value]) => nameOf(value) !== null);
  const values: Partial<Record<Field, unknown>> = {};
  const keys = present.map(([key]) => key);
  for (const [field, index] of columnsOf(keys, {}, columns)) {
    const value = present[index]?.[1];
    const isNested = typeof value === 'object';
    values[field] = isNested ? nameOf(value) : value;
    if (field === 'trainer' && isNested) values.trainer_id = idOf(value);
  }
  return adjust?.(values, (key) => pick(entry, key)) ?? values;
}

/** Values that the user mapped, over those that were found. A key may be a path: `teacher.name`. */
function mappedValues(entry: JsonObject, columns: Readonly<Record<string, string>>): RowValues {
  const values: Partial<Record<Field, unknown>> = {};
  for (const field of SCHEDULE_FIELDS) {
    const path = columns[field];
    const value = path === undefined ? undefined : valueAt(entry, path);
    if (value !== undefined) values[field] = isObject(value) ? nameOf(value) : value;
  }
  return values;
}

/** Own keys only: a file may call one `constructor`. */
function valueAt(entry: JsonObject, path: string): unknown {
  if (Object.hasOwn(entry, path)) return entry[path];
  const memberOf = (value: unknown, key: string) =>
    isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return path.split('.').reduce<unknown>(memberOf, entry);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw scheduleUnreadable(LIST, 'JSON that is broken or ends too early');
  }
}
