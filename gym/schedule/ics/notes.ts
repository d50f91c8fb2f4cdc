/**
 * What a calendar has no property for, by conventions: lines `Capacity: 20`, `Booked: 12/20` or `Coach: Anna` in the
 * description, `Yoga with Anna` as the name. The labels are the names that columns of tables have.
 */

import { NUMBER_COLUMNS } from '../../sessions/class-values.ts';
import { SYNONYMS } from '../csv/synonyms.ts';
import type { Field, RowValues } from '../row/fields.ts';
import { foldText } from '../row/fold.ts';

const NOTED: readonly Field[] = ['trainer', 'trainer_id', 'room', 'substitute', ...NUMBER_COLUMNS];
const LABELS: ReadonlyMap<string, Field> = new Map(
  NOTED.flatMap((field) => SYNONYMS[field].map((name) => [name, field] as const)),
);

/** Longest label, characters: a sentence with a colon in it is none. Chosen here. */
const LINE = /^\s*[-•*]?\s*([\p{L}][\p{L}\p{N} _-]{0,30}?)\s*:\s*(\S.*)$/u;

/** Values of the lines of a description that begin with a known label; the first of each counts. */
export function readNotes(description: string): RowValues {
  const values: Partial<Record<Field, string>> = {};
  for (const line of plainText(description).split(/\r\n|\n|\r/)) {
    const [, label = '', value = ''] = LINE.exec(line) ?? [];
    const field = LABELS.get(foldText(label));
    if (field !== undefined) values[field] ??= value.trim();
  }
  return values;
}

const WITH =
  /^(\S.*?)\s+(?:with|w\/|mit|avec|con)\s+(\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,3})$/u;

/** The class and the person of a name such as `Yoga with Anna Lee`; null for other names. */
export function splitName(summary: string): { name: string; trainer: string } | null {
  const found = WITH.exec(summary.trim());
  return found === null ? null : { name: found[1] ?? '', trainer: found[2] ?? '' };
}

/**
 * Whether a calendar names its trainers so: most of its events do. One `Pilates with Weights` among others is a name.
 */
export function namesTrainers(summaries: readonly string[]): boolean {
  const named = summaries.filter((summary) => splitName(summary) !== null).length;
  return named * 2 > summaries.length;
}

const CANCELLED = /^\s*[[(]?\s*cancell?ed\s*[\])]?\s*[:–—-]?\s+/i;

/** A name without the `Cancelled:` that Outlook and people put before it; null where there is none. */
export function withoutCancelled(summary: string): string | null {
  return CANCELLED.test(summary) ? summary.replace(CANCELLED, '') : null;
}

/** Calendars of the web write descriptions in HTML. */
function plainText(description: string): string {
  return description
    .replace(/<(?:br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}
