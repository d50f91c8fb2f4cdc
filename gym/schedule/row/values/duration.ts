/** Lengths of classes: `45`, `45 min`, `1 h 15`, `0:45`, `1:15:00`, `PT1H15M`. */

const ISO = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;
const CLOCK = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/;
const WORDS =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std|stunden?))?\s*(?:(\d+)\s*(?:m|mins?|minutes?|minuten)?)?\.?$/i;

/** In ms; null for what is no length. A number alone is minutes. */
export function readDurationMs(text: string): number | null {
  const iso = ISO.exec(text);
  if (iso !== null && /\d/.test(text)) return total(iso[1], iso[2], iso[3], iso[4]);
  const clock = CLOCK.exec(text);
  if (clock !== null) return total('0', clock[1], clock[2], clock[3]);
  const words = WORDS.exec(text);
  if (words === null || (words[1] === undefined && words[2] === undefined)) return null;
  return total('0', words[1]?.replace(',', '.'), words[2], '0');
}

function total(...parts: readonly (string | undefined)[]): number {
  const [days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  return Math.round(
    ((((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000,
  );
}
