/**
 * OpenActive: `ScheduledSession` of the Modelling Opportunity Data specification, alone or in pages of a Realtime Paged
 * Data Exchange feed. A session takes what it does not say from its series; places are of the session alone.
 */

import type { JsonShape } from './shape.ts';
import {
  idOf,
  isObject,
  type JsonItem,
  type JsonObject,
  nameOf,
  numberOf,
  objectAt,
  pick,
} from './value.ts';

export const OPEN_ACTIVE: JsonShape = {
  name: 'openactive',
  recognises: (item) =>
    Object.hasOwn(item, 'startDate') &&
    [
      'maximumAttendeeCapacity',
      'remainingAttendeeCapacity',
      'superEvent',
      'eventStatus',
      '@type',
    ].some((key) => Object.hasOwn(item, key)),
  valuesOf(item) {
    const said = (key: string) => inherited(item, key);
    const capacity = pick(item, 'maximumAttendeeCapacity');
    return {
      id: pick(item, '@id', 'id', 'identifier'),
      name: nameOf(said('name')),
      trainer: nameOf(said('leader')),
      trainer_id: idOf(said('leader')),
      room: nameOf(said('location')),
      start: pick(item, 'startDate'),
      end: pick(item, 'endDate'),
      duration: said('duration'),
      status: pick(item, 'eventStatus'),
      capacity,
      booked: bookedOf(capacity, pick(item, 'remainingAttendeeCapacity')),
    };
  },
};

/**
 * The sessions of a feed. Of several states of one the last counts, and a deleted one is none; a series is none either,
 * but what it says is put into the sessions that name it.
 */
export function sessionsOfFeed(items: readonly JsonItem[]): JsonItem[] {
  const states = new Map<string, JsonItem>();
  const series = new Map<string, JsonObject>();
  for (const { line, object: item } of items) {
    const key = `${String(pick(item, 'kind'))}/${String(pick(item, 'id'))}`;
    const data = objectAt(item, 'data');
    states.delete(key);
    if (pick(item, 'state') === 'deleted') continue;
    const id = pick(data, '@id', 'id');
    if (pick(data, '@type', 'type') === 'SessionSeries') series.set(String(id), data);
    else states.set(key, { line, object: id === undefined ? { ...data, id: item['id'] } : data });
  }
  return [...states.values()].map(({ line, object }) => {
    const parent = object['superEvent'];
    const known = typeof parent === 'string' ? series.get(parent) : undefined;
    return { line, object: known === undefined ? object : { ...object, superEvent: known } };
  });
}

/** Whether the entries of a list are states of things, as feeds have them. */
export function isFeedItem(item: JsonObject): boolean {
  return Object.hasOwn(item, 'state') && (isObject(item['data']) || item['state'] === 'deleted');
}

/** Where the numbers contradict each other nothing is known. */
function bookedOf(capacity: unknown, remaining: unknown): number | null {
  const places = numberOf(capacity);
  const free = numberOf(remaining);
  return places === null || free === null || free > places ? null : places - free;
}

/** Of the session, its series, or the collection that the series is of. */
function inherited(item: JsonObject, key: string): unknown {
  const series = objectAt(item, 'superEvent');
  return pick(item, key) ?? pick(series, key) ?? pick(objectAt(series, 'superEvent'), key);
}
