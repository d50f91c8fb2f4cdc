/** Times of the day: "after 6pm", "the 6.30 class", "half seven". Filters of the start on the wall; `between` has both ends. */

import { NUMBERS, WEEKDAYS } from './calendar.ts';
import { looks, Phrases, phrasesIn, type Slot } from './phrases.ts';

interface Clock {
  /** Since midnight. */
  readonly minutes: number;
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

const NOON = 720;
const MIDNIGHT = 2 * NOON;
/** Bare times before this are of the afternoon: gyms have more classes at six in the evening than at six in the morning. */
const FIRST_MORNING = 480;

/** `6:05` */
const spoken = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
const text = (minutes: number): string => spoken(minutes).padStart(5, '0');
const LAST = text(MIDNIGHT - 1);
const from = ({ minutes, isBare }: Clock): number =>
  isBare && minutes >= 60 && minutes < FIRST_MORNING ? minutes + NOON : minutes;

function filter(one: Clock, read: number, ...values: string[]): ClockFilter {
  const note = `Took ${spoken(one.minutes)} as ${spoken(read)}.`;
  const op = values.length > 1 ? 'between' : 'is';
  return { op, values, isBare: one.isBare, ...(read === one.minutes ? {} : { note }) };
}

const KINDS: Readonly<Record<string, (one: Clock, other: Clock) => ClockFilter | null>> = {
  at: (one) => filter(one, from(one), text(from(one))),
  after: (one) => (from(one) < MIDNIGHT ? filter(one, from(one), text(from(one)), LAST) : null),
  /** "before 9" is of the morning; "before 5" is not. The time itself is not before it. */
  before: (one) => {
    const read = one.isBare && one.minutes < 360 ? one.minutes + NOON : one.minutes;
    return read < 1 ? null : filter(one, read, '00:00', text(read - 1));
  },
  between: (one, other) => {
    const isPm = !other.isBare && other.minutes >= NOON;
    const isLater = Math.floor(one.minutes / 60) + 12 < Math.floor(other.minutes / 60);
    const plain = other.isBare ? from(one) : one.minutes;
    const first = one.isBare && isPm && isLater ? one.minutes + NOON : plain;
    const isNextHalf = other.isBare && Math.floor(other.minutes / 60) <= Math.floor(first / 60);
    const last = other.minutes + (isNextHalf ? NOON : 0);
    if (last <= first || last >= MIDNIGHT + 60) return null;
    return filter(one, first, text(first), text(Math.min(last, MIDNIGHT - 1)));
  },
};

/** What a number may count: then it is no time. */
const THINGS =
  's|days?|weeks?|months?|years?|hours?|minutes?|people|visits?|visitors|members|customers|classes|sessions|rooms|trainers?|places|seats|spots|bookings?|no|walk|late|times|percent|pounds?|quid|k|st|nd|rd|th|of|or|and|per|heads|bodies|persons|booked|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec';
const COUNTED = new RegExp(`^(?:${THINGS})$`);
/** "am", "p m", "in the morning", "at night". */
const HALF = '(?<half>am|pm|a m|p m|in the (?:morning|afternoon|evening)|at night)';
const HOURS = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const HOUR = `(?<hour>\\d{1,2}|${HOURS})`;
/** Surely a time: "half past six", "6pm", "18:30", "6.30", "18 oclock", "six thirty". */
const SURE = [
  `(?<part>half|quarter) (?:(?<joint>past|after|to) )?${HOUR}(?: ${HALF})?`,
  `${HOUR}(?:[:.](?<minute>\\d\\d))? ${HALF}`,
  `${HOUR}[:.](?<minute>\\d\\d)(?: hours| hrs)?(?! percent| x)`,
  `${HOUR} (?:oclock|o clock|h|hrs)`,
  `(?<hour>${HOURS}) (?<minute>fifteen|thirty|forty)s?`,
  '(?<noon>noon|midday)',
].map((text) => new RegExp(`^${text}(?= |$)`));
/** "the 1845", "6 30 and 7 30": where a word before them says so, and nothing is counted. */
const COMPACT = new RegExp(
  `^(?<hour>\\d{1,2}) ?(?<minute>15|30|45|(?<=^\\d\\d)00)(?: ${HALF})?(?= |$)(?! (?:${THINGS}))`,
);
const BEFORE = /^(|at|the|our|and|or|from|before|after|until|around)$/;
const hourOf = (word: string): number => NUMBERS.get(word) ?? Number(word);

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
const clock: Slot = (sentence, at) => {
  const before = sentence.word(at - 1);
  const isPlaced = BEFORE.test(before) || WEEKDAYS.has(before);
  const found = sentence.match(at, isPlaced ? [...SURE, COMPACT] : SURE);
  if (found === undefined) return null;
  const { hour: hourText = '12', minute: minuteText = '0', half, part, joint, noon } = found.groups;
  if (part === 'quarter' && joint === undefined) return null;
  const quarter = part === 'half' ? 30 : 15;
  const read = hourOf(hourText) - (joint === 'to' ? 1 : 0);
  const minute = part === undefined ? hourOf(minuteText) : joint === 'to' ? 60 - quarter : quarter;
  if (!(read <= 24) || minute > 59 || (read === 24 && minute > 0)) return null;
  const isPm = half !== undefined && !/^(am|a m|in the morning)$/.test(half);
  const isHalved = half !== undefined && read >= 1 && read <= 12;
  const hour = isHalved ? (read % 12) + (isPm ? 12 : 0) : read;
  const isBare = !isHalved && noon === undefined && hour <= 12 && !hourText.startsWith('0');
  return { value: { minutes: 60 * hour + minute, isBare }, length: found.length };
};

const PLAIN = new RegExp(`^${HOUR}$`);

/** Perhaps a time, where a word before it says so: "after 6". */
const hour: Slot = (sentence, at) => {
  const sure = clock(sentence, at);
  if (sure !== null) return sure;
  const word = sentence.word(at);
  const value = hourOf(word);
  if (!PLAIN.test(word) || value > 24 || COUNTED.test(sentence.word(at + 1))) return null;
  return { value: { minutes: 60 * value, isBare: value <= 12 }, length: 1 };
};

/** "between *6* and 8". */
const first: Slot = (sentence, at) => {
  const value = hourOf(sentence.word(at));
  const isHour = PLAIN.test(sentence.word(at)) && value >= 1 && value <= 12;
  return isHour ? { value: { minutes: 60 * value, isBare: true }, length: 1 } : null;
};

/** Only looks: "the 6 class". */
const ofClass = looks((sentence, at) =>
  /^(class|classes|session|one|ones)$/.test(sentence.word(at)),
);

const TIMES = `
at: starting|start|starts|that? at|around|about|for? the? <clock> / at|around about? <hour> / the <hour> <of_class> / <clock>
after: starting|start|starts? after|from|past the? <clock> onwards|on? / starting|start|starts? after|from <hour> onwards|on? / later than <hour> / starting|start|starts? at|from? <clock> or|and? later|after|onwards|onward / starting|start|starts? at|from? <hour> or|and? later|onwards|onward / from? <clock> to|until|till close|closing|late
before: starting|start|starts? before|until|till|by <clock> / starting|start|starts? before|until|till <hour> / earlier than <hour> / starting|start|starts? at? <clock> or|and earlier|before
between: between|from? the? <hour> and|to|-|until|till <clock> / between <first> and <hour> / from <hour> to|until|till <hour> / the? <clock> to|until|till|- <hour> / <first> until|till <hour>
`;
const SLOTS = { clock, hour, first, of_class: ofClass };
export const CLOCK = new Phrases(
  phrasesIn<ClockFilter>(
    TIMES,
    SLOTS,
    (head) => (one: Clock, other: Clock) => KINDS[head]?.(one, other) ?? null,
  ),
);

const minutesOf = (time: string): number => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));

/** "the 7:30 class": in the morning or the evening, as classes begin; both where there are both. */
export function asBegun(one: ClockFilter, begins: readonly string[]): ClockFilter {
  const [time = ''] = one.values;
  const at = minutesOf(time);
  if (one.op !== 'is' || !one.isBare || at >= MIDNIGHT) return one;
  const other = text((at + NOON) % MIDNIGHT);
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
  const values = one.values.map((value) => {
    const at = minutesOf(value);
    if (part === 'evening') return text(at >= 300 && at < NOON ? at + NOON : at);
    return text(at >= 1020 && value !== LAST ? at - NOON : at);
  });
  return { op: one.op, values, isBare: false, note: undefined };
}
