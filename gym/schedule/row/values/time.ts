/** Times on a wall as people and programs write them: `18:30`, `6:30 pm`, `6pm`, `18.30`, `18h30`, `18:30:00`. */

/** `18:30:00`; compares as text. */
export type WallTime = string;

const TIME =
  /^(?:at\s+|[t,]\s*)?(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?|h)?\s*([ap])?\.?(?:m\.?)?(?:\s*uhr)?$/i;
const DIGITS = /^(\d{2})(\d{2})$/;
/** What stands between the begin and the end of a class. */
const DASH = /\s*(?:-|–|—|\bto\b|\buntil\b|\bbis\b)\s*/i;

/** Null for what is no time of a day. A bare number is an hour only with am or pm: `6` could be anything. */
export function readTime(text: string): WallTime | null {
  const digits = DIGITS.exec(text.trim());
  if (digits !== null) return wallTime(Number(digits[1]), Number(digits[2]), 0);
  const found = TIME.exec(text.trim());
  if (found === null) return null;
  const [whole, hourText, minuteText, secondText, half] = found;
  const isClock = minuteText !== undefined || half !== undefined || /\dh$|uhr$/i.test(whole);
  if (!isClock) return null;
  const hour = hourOf(Number(hourText), half?.toLowerCase());
  return hour === null ? null : wallTime(hour, Number(minuteText ?? 0), Number(secondText ?? 0));
}

/** Begin and end where a text names both, `18:30 - 19:30`; the half of the day that only the end names is of both. */
export function readTimeRange(text: string): { from: WallTime; to: WallTime } | null {
  const parts = text.split(DASH);
  if (parts.length !== 2) return null;
  const [first = '', second = ''] = parts;
  const half = /[ap]\.?m\.?$/i.exec(second.trim())?.[0];
  const to = readTime(second);
  const from = readTime(first) ?? (half === undefined ? null : readTime(`${first} ${half}`));
  if (from === null || to === null) return null;
  const isBare = half !== undefined && !/[ap]\.?m?\.?$/i.test(first.trim());
  const sameHalf = isBare ? readTime(`${first} ${half}`) : null;
  // `6:30 - 7:30 pm` is an evening; `11:30 - 12:30 pm` begins before noon.
  return { from: sameHalf !== null && sameHalf <= to ? sameHalf : from, to };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

function wallTime(hour: number, minute: number, second: number): WallTime | null {
  if (hour > 23 || minute > 59 || second > 59) return null;
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':');
}
