/** Times of the day: "after 6pm", "the 6.30 class", "half seven". Filters of the start on the wall; `between` has both ends. */

import { NUMBERS } from './calendar.ts';
import { type Phrase, Phrases, patternsOf, phrase, type Slot } from './phrases.ts';

interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Nothing said whether it is morning or afternoon. */
  readonly isBare: boolean;
}

export interface ClockFilter {
  readonly op: 'is' | 'between';
  readonly values: readonly string[];
  /** Of "9" in a sentence about mornings: it says nothing itself. */
  readonly isBare: boolean;
  readonly note?: string | undefined;
}

/** Bare hours up to here are of the afternoon: gyms have more classes at six in the evening than at six in the morning. */
const LAST_AFTERNOON = 7;
const LAST = '23:59';

const pad = (value: number): string => String(value).padStart(2, '0');
const text = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
const afternoon = ({ hour, isBare }: Clock): number =>
  isBare && hour >= 1 && hour <= LAST_AFTERNOON ? hour + 12 : hour;

function filter(op: ClockFilter['op'], values: string[], clock: Clock, hour: number): ClockFilter {
  const read = `${clock.hour}:${pad(clock.minute)}`;
  const note = hour === clock.hour ? {} : { note: `Took ${read} as ${hour}:${pad(clock.minute)}.` };
  return { op, values, isBare: clock.isBare, ...note };
}

function within(clock: Clock): ClockFilter {
  const hour = afternoon(clock);
  return filter('is', [text(60 * hour + clock.minute)], clock, hour);
}

function after(clock: Clock): ClockFilter | null {
  const hour = afternoon(clock);
  const minutes = 60 * hour + clock.minute;
  return minutes >= 24 * 60 ? null : filter('between', [text(minutes), LAST], clock, hour);
}

/** "before 9" is of the morning; "before 5" is not. The time itself is not before it. */
function before(clock: Clock): ClockFilter | null {
  const hour = clock.isBare && clock.hour <= 5 ? clock.hour + 12 : clock.hour;
  const minutes = 60 * hour + clock.minute - 1;
  return minutes < 0 ? null : filter('between', ['00:00', text(minutes)], clock, hour);
}

function between(first: Clock, second: Clock): ClockFilter | null {
  const isPm = second.hour >= 12 && !second.isBare;
  const shifted = first.isBare && isPm && first.hour + 12 < second.hour ? first.hour + 12 : null;
  const from = shifted ?? (second.isBare ? afternoon(first) : first.hour);
  const to = second.isBare && second.hour <= from ? second.hour + 12 : second.hour;
  const last = Math.min(60 * to + second.minute, 24 * 60 - 1);
  const start = 60 * from + first.minute;
  if (last <= start || to > 24) return null;
  return filter('between', [text(start), text(last)], first, from);
}

/** "am", "p m", "in the morning", "at night". */
const HALF = '(?<half>am|pm|a m|p m|in the (?:morning|afternoon|evening)|at night)';
const HOUR = '(?<hour>\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const NEXT = '(?= |$)';
/** Surely a time: "half past six", "6pm", "18:30", "6.30", "18 oclock", "six thirty". */
const SURE = [
  `(?<part>half|quarter) (?:(?<joint>past|after|to) )?${HOUR}(?: ${HALF})?`,
  `${HOUR}(?:[:.](?<minute>\\d\\d))? ${HALF}`,
  `${HOUR}[:.](?<minute>\\d\\d)(?! percent| x)`,
  `${HOUR} (?:oclock|h|hrs)`,
  `(?<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?<minute>fifteen|thirty|forty)`,
  '(?<noon>noon|midday)',
].map((text) => new RegExp(`^${text}${NEXT}`));
/** Words of the longest of these. */
const LONGEST = 6;

const hourOf = (word: string): number => NUMBERS.get(word) ?? Number(word);

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
const clock: Slot = (sentence, at) => {
  const words = Array.from({ length: LONGEST }, (_, i) => sentence.word(at + i))
    .join(' ')
    .trim();
  const found = SURE.map((pattern) => pattern.exec(words)).find((match) => match !== null);
  if (found?.groups === undefined) return null;
  const { hour: hourText = '12', minute: minuteText = '0', half, part, joint, noon } = found.groups;
  const length = found[0].split(' ').length;
  if (part === 'quarter' && joint === undefined) return null;
  const quarter = part === 'half' ? 30 : 15;
  const read = hourOf(hourText) - (joint === 'to' ? 1 : 0);
  const minute = part === undefined ? hourOf(minuteText) : joint === 'to' ? 60 - quarter : quarter;
  if (!(read <= 24) || minute > 59 || (read === 24 && minute > 0)) return null;
  const isPm = half !== undefined && !/^(am|a m|in the morning)$/.test(half);
  const isHalved = half !== undefined && read >= 1 && read <= 12;
  const hour = isHalved ? (read % 12) + (isPm ? 12 : 0) : read;
  const isBare = !isHalved && noon === undefined && hour <= 12 && !hourText.startsWith('0');
  return { value: { hour, minute, isBare }, length };
};

/** What a number behind "after" and "before" may count: then it is no time. */
const COUNTED =
  /^(s|days?|weeks?|months?|years?|hours?|minutes?|people|visits?|visitors|members|customers|classes|sessions|rooms|trainers?|places|seats|spots|bookings?|no|walk|late|times|percent|pounds?|quid|k|st|nd|rd|th|of|on|or|and|per|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/;
const PLAIN = new RegExp(`^${HOUR}$`);

/** Perhaps a time, where a word before it says so: "after 6". */
const hour: Slot = (sentence, at) => {
  const sure = clock(sentence, at);
  if (sure !== null) return sure;
  const word = sentence.word(at);
  const value = hourOf(word);
  if (!PLAIN.test(word) || value > 24 || COUNTED.test(sentence.word(at + 1))) return null;
  return { value: { hour: value, minute: 0, isBare: value <= 12 }, length: 1 };
};

/** "between *6* and 8". */
const first: Slot = (sentence, at) => {
  const value = hourOf(sentence.word(at));
  const isHour = PLAIN.test(sentence.word(at)) && value >= 1 && value <= 12;
  return isHour ? { value: { hour: value, minute: 0, isBare: true }, length: 1 } : null;
};

/** Only looks: "the 6 class". */
const ofClass: Slot = (sentence, at) =>
  /^(class|classes|session|one|ones)$/.test(sentence.word(at)) ? { value: null, length: 0 } : null;

const phrases: Phrase<ClockFilter>[] = [];
const add = (patterns: string, make: (...values: never[]) => ClockFilter | null): void => {
  for (const pattern of patternsOf(patterns)) {
    phrases.push(phrase<ClockFilter>(pattern, make, { clock, hour, first, of_class: ofClass }));
  }
};
add(
  'starting|start|starts|that? at|around|about|for? the? <clock> / at|around about? <hour> / the <hour> <of_class>',
  within,
);
add('<clock>', within);
add(
  'starting|start|starts? after|from|past <clock> onwards|on? / starting|start|starts? after|from <hour> onwards|on? / later than <hour> / <clock> or|and? later|after|onwards|onward / <hour> or|and? later|onwards|onward / from? <clock> to|until|till close|closing|late',
  after,
);
add(
  'starting|start|starts? before|until|till|by <clock> / starting|start|starts? before|until|till <hour> / earlier than <hour> / <clock> or|and earlier|before',
  before,
);
add(
  'between|from? <hour> and|to|-|until|till <clock> / between <first> and <hour> / from <hour> to|until|till <hour> / <clock> to|until|till|- <hour>',
  between,
);

export const CLOCK = new Phrases<ClockFilter>(phrases);

/** "the 7:30 class": in the morning or the evening, as classes begin; both where there are both. */
export function asBegun(one: ClockFilter, begins: readonly string[]): ClockFilter {
  const [time = ''] = one.values;
  const at = Number(time.slice(0, 2));
  if (one.op !== 'is' || !one.isBare || at > 23) return one;
  const other = `${pad((at + 12) % 24)}${time.slice(2)}`;
  if (!begins.includes(other)) return one;
  if (!begins.includes(time)) return { op: 'is', values: [other], isBare: false, note: undefined };
  const both = [time, other].sort();
  return {
    ...one,
    values: both,
    note: `Classes begin at ${both.join(' and at ')}: both are in it.`,
  };
}

/** "tonight after 8", "6 in the morning classes": a bare hour is of the part of the day that was named. */
export function shifted(one: ClockFilter, part: 'morning' | 'evening'): ClockFilter {
  if (!one.isBare) return one;
  const values = one.values.map((value) => {
    const at = Number(value.slice(0, 2));
    const by =
      part === 'evening' && at >= 5 && at < 12
        ? 12
        : part === 'morning' && at >= 17 && value !== LAST
          ? -12
          : 0;
    return `${pad(at + by)}${value.slice(2)}`;
  });
  return { op: one.op, values, isBare: false, note: undefined };
}
