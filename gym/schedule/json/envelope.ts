/** The list of classes in a JSON, whatever it is wrapped in. */

import { isObject, type JsonObject } from './value.ts';

/** Keys that lists stand under: Mindbody, Momence, TeamUp, OpenActive's RPDE, Hydra and OData, and plain words. */
const LISTS = [
  'Classes',
  'classes',
  'payload',
  'results',
  'items',
  'data',
  'sessions',
  'events',
  'entries',
  'schedule',
  'hydra:member',
  'value',
];
/** `{"data": {"classes": […]}}`. Chosen here. */
const MAX_DEPTH = 3;

export interface Envelope {
  readonly items: readonly unknown[];
  /** Whether there is more of it elsewhere: a page of a feed or of an API. */
  readonly hasMore: boolean;
}

/** Null where there is no list. An object that stands alone is a list of one, if it has a time in it. */
export function openEnvelope(root: unknown): Envelope | null {
  return openAt(root, 0);
}

function openAt(value: unknown, depth: number): Envelope | null {
  if (Array.isArray(value)) return { items: value, hasMore: false };
  if (!isObject(value) || depth >= MAX_DEPTH) return null;
  for (const key of LISTS) {
    const inner = Object.hasOwn(value, key) ? openAt(value[key], depth + 1) : null;
    if (inner !== null) return { items: inner.items, hasMore: inner.hasMore || hasNext(value) };
  }
  return null;
}

function hasNext(envelope: JsonObject): boolean {
  return ['next', 'nextPage', 'next_page'].some(
    (key) => Object.hasOwn(envelope, key) && Boolean(envelope[key]),
  );
}
