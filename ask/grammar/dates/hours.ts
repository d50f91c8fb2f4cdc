/** Times of the day: "the evening", "after 6pm", "the 6.30 class". Filters of the start on the wall; `between` has both ends. */

import type { Meaning } from '../marks/mark.ts';
import { Phrases, rule, type Slot, type Slots } from '../text/pattern.ts';
import type { Sentence } from '../text/sentence.ts';
import { own } from '../text/sentence.ts';
import { NUMBERS } from './calendar-words.ts';

interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Nothing said whether it is morning or afternoon. */
  readonly isBare: boolean;
}

/** Bare hours up to here are of the afternoon: gyms have more classes at six in the evening than at six in the morning. */
const LAST_AFTERNOON = 7;

function afternoon({ hour, isBare }: Clock): number {
  return isBare && hour >= 1 && hour <= LAST_AFTERNOON ? hour + 12 : hour;
}

type Filter = Extract<Meaning, { is: 'filter' }>;

const LAST = '23:59';

/** `18:30`, and a note where nothing said whether it is morning or afternoon. */
function wall(clock: Clock): { text: string; minutes: number; notes: string[] } {
  const hour = afternoon(clock);
  const text = textOf(60 * hour + clock.minute);
  const notes = hour === clock.hour ? [] : [`Took ${clock.hour}:${pad(clock.minute)} as ${text}.`];
  return { text, minutes: 60 * hour + clock.minute, notes };
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

function textOf(minutes: number): string {
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function filter(op: Filter['op'], values: readonly string[], notes: readonly string[]): Filter {
  const note = notes[0];
  return { is: 'filter', dim: 'start_time', op, values, ...(note === undefined ? {} : { note }) };
}

function within(clock: Clock): Filter {
  const { text, notes } = wall(clock);
  return filter('is', [text], notes);
}

function after(clock: Clock): Filter | null {
  const { text, minutes, notes } = wall(clock);
  return minutes >= 24 * 60 ? null : filter('between', [text, LAST], notes);
}

/** "before 9" is of the morning; "before 5" is not. The time itself is not before it. */
function before(clock: Clock): Filter | null {
  const hour = clock.isBare && clock.hour <= 5 ? clock.hour + 12 : clock.hour;
  const end = 60 * hour + clock.minute - 1;
  const notes =
    hour === clock.hour ? [] : [`Took ${clock.hour}:${pad(clock.minute)} as ${hour}:00.`];
  return end < 0 ? null : filter('between', ['00:00', textOf(end)], notes);
}

function between(first: Clock, second: Clock): Filter | null {
  const isPm = second.hour >= 12 && !second.isBare;
  const shifted = first.isBare && isPm && first.hour + 12 < second.hour ? first.hour + 12 : null;
  const from = shifted ?? (second.isBare ? afternoon(first) : first.hour);
  const to = second.isBare && second.hour <= from ? second.hour + 12 : second.hour;
  const last = Math.min(60 * to + second.minute, 24 * 60 - 1);
  const start = 60 * from + first.minute;
  const text = [textOf(start), textOf(last)] as const;
  const isGuess = from !== first.hour || to !== second.hour;
  const notes = isGuess ? [`Looked at classes that start from ${text[0]} to ${text[1]}.`] : [];
  return last <= start || to > 24 ? null : filter('between', text, notes);
}

const PHRASES = new Phrases<Filter>([
  rule('after|from|since|past <clock> onwards|on?', after),
  rule('after|from <hour> onwards|on?', after),
  rule('from? <clock> to|until|till close|closing|late', after),
  rule('later than <hour>', after),
  rule('<clock> or|and later|after', after),
  rule('before|until|till|by <clock>', before),
  rule('before|until|till <hour>', before),
  rule('earlier than <hour>', before),
  rule('<clock> or|and earlier|before', before),
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
  const half = halfOfDay(sentence, at + 1);
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

const MINUTES = { half: 30, quarter: 15, five: 5, ten: 10, twenty: 20, 5: 5, 10: 10, 20: 20 };

/** "half past six", "quarter to 7", "half six". */
function spokenClock(sentence: Sentence, at: number): ReturnType<Slot> {
  const part = own(MINUTES, sentence.word(at));
  const isShort = part === 30 && hourOf(sentence.word(at + 1)) !== null;
  const word = isShort ? 'past' : sentence.word(at + 1);
  const length = isShort ? 2 : 3;
  const full = hourOf(sentence.word(at + length - 1));
  const isJoint = /^(half|quarter)$/.test(sentence.word(at))
    ? /^(past|after|to)$/.test(word)
    : word === 'past';
  if (part === undefined || !isJoint || full === null) return null;
  const half = halfOfDay(sentence, at + length);
  const shift = half?.isPm === true && full < 12 ? 12 : 0;
  const hour = (word === 'to' ? full - 1 : full) + shift;
  const value: Clock = { hour, minute: word === 'to' ? 60 - part : part, isBare: half === null };
  return { value, length: length + (half?.length ?? 0) };
}

/** 1 to 12, in figures or as a word. */
function hourOf(word: string): number | null {
  const value = /^\d{1,2}$/.test(word) ? Number(word) : NUMBERS.get(word);
  return value !== undefined && value >= 1 && value <= 12 && word !== 'couple' ? value : null;
}

/** "am", "p m", "in the morning", "at night". */
function halfOfDay(sentence: Sentence, at: number): { isPm: boolean; length: number } | null {
  const [next, third, part] = [sentence.word(at), sentence.word(at + 1), sentence.word(at + 2)];
  if (next === 'in' && third === 'the' && /^(morning|afternoon|evening)$/.test(part))
    return { isPm: part !== 'morning', length: 3 };
  if (next === 'at' && third === 'night') return { isPm: true, length: 2 };
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
  const half = value >= 1 && value <= 12 ? halfOfDay(sentence, at + 1) : null;
  if (half !== null) {
    const clockHour = (value % 12) + (half.isPm ? 12 : 0);
    return { value: { hour: clockHour, minute: 0, isBare: false }, length: 1 + half.length };
  }
  // "under 30s", "after 3 weeks", "before 9 November": the number belongs to what follows.
  const isOther =
    /^(s|days?|weeks?|months?|years?|hours?|minutes?|mins?|people|visit\w*|members|classes|sessions|rooms|trainers?|places|seats|spots|bookings?|no|noshows?|walk|late|times|percent|pounds?|quid|gbp|euros?|dollars?|k|st|nd|rd|th|of)$/.test(
      sentence.word(at + 1),
    );
  return value > 24 || isOther
    ? null
    : { value: { hour: value, minute: 0, isBare: value <= 12 }, length: 1 };
};

/** "tonight after 8": of the evening. */
function shifted(filter: Filter, by: 12 | -12): Filter {
  const values = filter.values.map((value) => {
    const hour = Number(String(value).slice(0, 2));
    const isOther = by > 0 ? hour >= 5 && hour < 12 : hour >= 17 && value !== LAST;
    return isOther ? `${String(hour + by).padStart(2, '0')}${String(value).slice(2)}` : value;
  });
  const { note: _note, ...rest } = filter;
  return { ...rest, values };
}

const SLOTS: Slots = { clock, hour };

export const HOUR_PHRASES = {
  find: (sentence: Sentence) => {
    const isEvening = sentence.tokens.some(({ word }) =>
      /^(tonight|evening|evenings|night)$/.test(word),
    );
    const isMorning = sentence.tokens.some(({ word }) => /^(morning|mornings)$/.test(word));
    return PHRASES.find(sentence, SLOTS).map((found) => {
      const typed = sentence.typed(found.at, found.length);
      const isBare = !/[ap]\.?m|:|\b0/i.test(typed);
      if (isMorning && isBare && !isEvening)
        return { ...found, meaning: shifted(found.meaning, -12) };
      return isEvening && isBare ? { ...found, meaning: shifted(found.meaning, 12) } : found;
    });
  },
  rules: PHRASES.rules,
};
