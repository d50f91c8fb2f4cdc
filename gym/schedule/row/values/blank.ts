/** What exports write where they have nothing to say. */

const BLANK = /^(?:|-+|–|—|n\/?a|null|none|undefined|nil|\?)$/i;

/** The text of a cell or a JSON value without spaces around it; null where it says nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return BLANK.test(text) ? null : text;
}
