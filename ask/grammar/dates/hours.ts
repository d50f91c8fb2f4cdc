/** Times of the day: "the evening", "after 6pm", "the 6.30 class". Classes that start in [from, to) on the wall. */

import { Phrases, rule, type Slot, type Slots } from '../text/pattern.ts';
import type { Sentence } from '../text/sentence.ts';
import { NUMBERS } from './calendar-words.ts';

/** `[from, to)`, whole hours, 0..24. */
export interface Hours {
  readonly from: number;
  readonly to: number;
  /** A clock time without am or pm that was taken for one of the afternoon: "6.30". */
  readonly isGuess?: boolean;
  /** A time between full hours, as typed; filters are by the hour. */
  readonly minutes?: boolean;
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Nothing said whether it is morning or afternoon. */
  readonly isBare: boolean;
}

/** Bare hours up to here are of the afternoon: gyms have more classes at six in the evening than at six in the morning. */
const LAST_AFTERNOON = 7;

const hours = (from: number, to: number): Hours => ({ from, to });

function afternoon({ hour, isBare }: Clock): number {
  return isBare && hour >= 1 && hour <= LAST_AFTERNOON ? hour + 12 : hour;
}

function within(clock: Clock): Hours {
  const from = afternoon(clock);
  return {
    from,
    to: from + 1,
    ...(from === clock.hour ? {} : { isGuess: true }),
    ...(clock.minute === 0 ? {} : { minutes: true }),
  };
}

function after(clock: Clock): Hours | null {
  const from = afternoon(clock);
  return from > 23 ? null : { from, to: 24, ...(from === clock.hour ? {} : { isGuess: true }) };
}

/** "before 9" is of the morning; "before 5" is not. */
function before(clock: Clock): Hours | null {
  const to = clock.isBare && clock.hour <= 5 ? clock.hour + 12 : clock.hour;
  return to < 1 ? null : { from: 0, to, ...(to === clock.hour ? {} : { isGuess: true }) };
}

function between(first: Clock, second: Clock): Hours | null {
  const isPm = second.hour >= 12 && !second.isBare;
  const shifted = first.isBare && isPm && first.hour + 12 < second.hour ? first.hour + 12 : null;
  const from = shifted ?? (second.isBare ? afternoon(first) : first.hour);
  const to = second.isBare && second.hour <= from ? second.hour + 12 : second.hour;
  const isGuess = from !== first.hour || to !== second.hour;
  return to <= from || to > 24 ? null : { from, to, ...(isGuess ? { isGuess } : {}) };
}

const PHRASES = new Phrases<Hours>([
  rule('in|during|of? the? morning|mornings', () => hours(5, 12)),
  rule('in|during|at|over? the? lunchtime|lunchtimes|lunch|midday', () => hours(11, 14)),
  rule('in|during? the? lunch time|hour', () => hours(11, 14)),
  rule('in|during? the? afternoon|afternoons', () => hours(12, 17)),
  rule('in|during|of? the? evening|evenings|night|nights', () => hours(17, 24)),
  rule('in? the? early|late morning|mornings', () => ({ ...hours(5, 12), isGuess: true })),
  rule('in? the? early|late afternoon|afternoons', () => ({ ...hours(12, 17), isGuess: true })),
  rule('in? the? early|late evening|evenings', () => ({ ...hours(17, 24), isGuess: true })),
  rule('after work', () => hours(17, 24)),
  rule('at noon', () => hours(12, 13)),
  rule('before noon|midday|lunch', () => hours(0, 12)),
  rule('after noon|midday', () => hours(12, 24)),
  rule('after|from|since|past <clock> onwards|on?', after),
  rule('after|from|past <hour> onwards|on?', after),
  rule('later than <hour>', after),
  rule('before|until|till|by <clock>', before),
  rule('before|until|till <hour>', before),
  rule('earlier than <hour>', before),
  rule('between|from? <hour> and|to|-|until|till <clock>', between),
  rule('between <hour> and <hour>', between),
  rule('from <hour> to|until|till <hour>', between),
  rule('at|the|around|about? <clock>', within),
  rule('at|around|about <hour> oclock?', within),
]);

/** Surely a time: "6pm", "18:30", "6.30", "18h". */
const clock: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const spoken = spokenClock(sentence, at);
  if (spoken !== null) return spoken;
  const read = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(word);
  if (read === null) return null;
  const hour = Number(read[1]);
  const minute = Number(read[2] ?? 0);
  if (hour > 24 || minute > 59) return null;
  const half = halfOfDay(sentence.word(at + 1), sentence.word(at + 2));
  if (half !== null && hour >= 1 && hour <= 12) {
    const value: Clock = { hour: (hour % 12) + (half.isPm ? 12 : 0), minute, isBare: false };
    return { value, length: 1 + half.length };
  }
  if (read[2] !== undefined) {
    const isBare = hour <= 12 && !word.startsWith('0');
    return hour < 24 || minute === 0 ? { value: { hour, minute, isBare }, length: 1 } : null;
  }
  const isHour = /^(oclock|h|hrs)$/.test(sentence.word(at + 1));
  return isHour ? { value: { hour, minute, isBare: hour <= 12 }, length: 2 } : null;
};

/** "half past six", "quarter to 7". */
function spokenClock(sentence: Sentence, at: number): ReturnType<Slot> {
  const part = { half: 30, quarter: 15 }[sentence.word(at)];
  const word = sentence.word(at + 1);
  const full = hourOf(sentence.word(at + 2));
  if (part === undefined || !/^(past|after|to)$/.test(word) || full === null) return null;
  const half = halfOfDay(sentence.word(at + 3), sentence.word(at + 4));
  const shift = half?.isPm === true && full < 12 ? 12 : 0;
  const hour = (word === 'to' ? full - 1 : full) + shift;
  const value: Clock = { hour, minute: word === 'to' ? 60 - part : part, isBare: half === null };
  return { value, length: 3 + (half?.length ?? 0) };
}

/** 1 to 12, in figures or as a word. */
function hourOf(word: string): number | null {
  const value = /^\d{1,2}$/.test(word) ? Number(word) : NUMBERS.get(word);
  return value !== undefined && value >= 1 && value <= 12 && word !== 'couple' ? value : null;
}

function halfOfDay(next: string, third: string): { isPm: boolean; length: number } | null {
  if (next === 'am' || next === 'pm') return { isPm: next === 'pm', length: 1 };
  if ((next === 'a' || next === 'p') && third === 'm') return { isPm: next === 'p', length: 2 };
  return null;
}

/** Perhaps a time, where a word before it says so: "after 6". */
const hour: Slot = (sentence, at) => {
  const sure = clock(sentence, at);
  if (sure !== null) return sure;
  const word = sentence.word(at);
  const value = /^\d{1,2}$/.test(word) ? Number(word) : hourOf(word);
  if (value === null) return null;
  // "under 30s", "after 3 weeks", "before 9 November": the number belongs to what follows.
  const isOther = /^(s|days?|weeks?|months?|people|classes|trainers?|percent|st|nd|rd|th|of)$/.test(
    sentence.word(at + 1),
  );
  return value > 24 || isOther
    ? null
    : { value: { hour: value, minute: 0, isBare: value <= 12 }, length: 1 };
};

const SLOTS: Slots = { clock, hour };

export const HOUR_PHRASES = {
  find: (sentence: Parameters<typeof PHRASES.find>[0]) => PHRASES.find(sentence, SLOTS),
  rules: PHRASES.rules,
};
