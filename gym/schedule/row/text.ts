/** The texts of a row: what a cell says, words that mean the same, yes and no, and what a spreadsheet takes for a formula. */

import type { ScheduleField } from '../../../config/schema/schedule-fields.ts';
import { foldName } from '../../sessions/fold-name.ts';

export type Field = ScheduleField;

/** What a row says, untouched: texts of a CSV, values of a JSON. A field that is not there is not spoken of. */
export type RowValues = Readonly<Partial<Record<Field, unknown>>>;

const BLANK = /^(?:|-+|–|—|n\/?a|null|none|undefined|nil|\?)$/i;

/** The text of a cell or a JSON value without spaces around it; null where it says nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return BLANK.test(text) ? null : text;
}

/** Letters and digits only, in lower case and without accents: `Has Substitute?` and `has_substitute` are the same. */
export function foldText(text: string): string {
  return foldName(text).replace(/[^\p{L}\p{N}]/gu, '');
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'si', 'oui', 'sim']);
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'non', 'nao']);

/** Null for what is neither. */
export function readYes(text: string): boolean | null {
  const word = foldText(text);
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

/**
 * Words for a class that does not take place, as their beginnings: English, schema.org's `EventCancelled`, German,
 * French, Spanish, Portuguese, Italian, Dutch. A postponed class does not take place when it says.
 */
const CANCELLED =
  /^(?:https?schemaorg)?(?:event|class|session)?(?:cancel|postponed|deleted|storniert|abgesagt|annul|geannuleerd|anulad|suspendid|suspendu)/;

/** Whether the state of a class, in words or as a flag of a column such as `IsCanceled`, is that it was cancelled. */
export function readCancelled(text: string): boolean {
  return readYes(text) ?? CANCELLED.test(foldText(text));
}

/**
 * What formulas begin with. Names come from feeds that anyone may have written, and the file is made to be opened: an
 * apostrophe before them makes them text there, and goes again where the file is read back. A text that looks guarded
 * already gets one more. Source: OWASP, CSV Injection.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/** The text of a cell that is no formula. Numbers are not texts: `-5` in a column of numbers is left alone. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that {@link guarded} was given. */
export function unguarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
