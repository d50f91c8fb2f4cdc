/** Bounds: "over 90 %", "fewer than five", "half empty", "no waiting list". */

import type { HavingOperator } from '../../../gym/figures/query.ts';
import { NUMBERS } from '../dates/calendar-words.ts';
import { patternsOf, type Rule, rule, type Slot } from '../text/pattern.ts';
import type { BoundUnit, Meaning } from './mark.ts';

interface Amount {
  readonly value: number;
  readonly unit: BoundUnit;
}

const TIME_UNITS =
  /^(am|pm|oclock|days?|weeks?|months?|years?|hours?|minutes?|mins?|st|nd|rd|th|oct|october|nov|november|dec|december|sep|september|jan|january|feb|february|march|apr|april|may|june|july|aug|august)$/;
const CURRENCY = /^(pounds?|quid|gbp|euros?|eur|dollars?|usd|bucks)$/;
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const PERCENT = /^(percent|pct|percentage)$/;

/** "90 %", "£500", "-£100", "CHF 50", "US$50". */
const amount: Slot = (sentence, at) => {
  const isMinus = isMinusAt(sentence, at);
  if (!isMinus && !isCurrencyAt(sentence, at)) return unsigned(sentence, at);
  const behind = amount(sentence, at + 1);
  if (behind === null) return null;
  const { value, unit } = behind.value as Amount;
  const read: Amount = isMinus ? { value: -value, unit } : { value, unit: 'money' };
  return { value: read, length: behind.length + 1 };
};

/** "90 %", "£500", "4,000 pounds", "five", "half", "95 per cent". */
const unsigned: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const token = sentence.tokens[at];
  if (token === undefined) return null;
  if (isOfClock(sentence, at)) return null;
  if (word === 'half') {
    if (/^(a|year|month|week|day|hour)$/.test(sentence.word(at + 1))) return null;
    return { value: { value: 0.5, unit: 'percent' } satisfies Amount, length: 1 };
  }
  if (/^(zero|nil|nought)$/.test(word)) return { value: { value: 0, unit: 'plain' }, length: 1 };
  const fraction = fractionAt(sentence, at);
  if (fraction !== null) return fraction;
  const read = numberAt(sentence, at);
  if (read === null) return null;
  const isMoney = /\p{Sc}\s*[-−]?$/u.test(sentence.text.slice(0, token.start));
  const end = at + read.length;
  const next = sentence.word(end);
  if (isMoney) return { value: { value: read.value, unit: 'money' }, length: read.length };
  if (PERCENT.test(next)) {
    return { value: { value: percent(read.value), unit: 'percent' }, length: read.length + 1 };
  }
  if (next === 'per' && sentence.word(end + 1) === 'cent') {
    return { value: { value: percent(read.value), unit: 'percent' }, length: read.length + 2 };
  }
  if (CURRENCY.test(next))
    return { value: { value: read.value, unit: 'money' }, length: read.length + 1 };
  if (TIME_UNITS.test(next) || /^\d+[:/]\d/.test(word) || isInPart(sentence, end)) return null;
  return { value: { value: read.value, unit: 'plain' }, length: read.length };
};

/** Directly before its number, and not between two: "-100", "-£100", "£-100". */
function isMinusAt(sentence: Parameters<Slot>[0], at: number): boolean {
  const { start = 0, end = 0 } = sentence.tokens[at] ?? {};
  const isFirst = /(^|[\s\p{Sc}])$/u.test(sentence.text.slice(0, start));
  const isBefore = /^\p{Sc}?\d/u.test(sentence.text.slice(end));
  return sentence.word(at) === '-' && isFirst && isBefore && !/^\d/.test(sentence.word(at - 1));
}

/** "under CHF 50", "over US$50". Only behind a bound: TOP and ALL are currencies too, and people write in capitals. */
function isCurrencyAt(sentence: Parameters<Slot>[0], at: number): boolean {
  const { typed = '', end = 0 } = sentence.tokens[at] ?? {};
  const rest = sentence.text.slice(end);
  if (!/^(under|over|above|below|than|most|least|between)$/.test(sentence.word(at - 1)))
    return false;
  return (
    (CODES.has(typed) && /^\s?-?\d/.test(rest)) ||
    (/^[A-Z]{1,3}$/.test(typed) && /^\$\d/.test(rest))
  );
}

/** "between 6 and 7 *in the evening*". */
function isInPart(sentence: Parameters<Slot>[0], at: number): boolean {
  const words = [0, 1, 2].map((ahead) => sentence.word(at + ahead)).join(' ');
  return /^in the (morning|afternoon|evening)$/.test(words);
}

/** "half past six", "half six", "ten past six": a time on the wall. */
function isOfClock(sentence: Parameters<Slot>[0], at: number): boolean {
  const isPart = (word: string): boolean => /^(half|quarter|five|ten|twenty|\d+)$/.test(word);
  const isBehind = sentence.word(at - 1) === 'past' && isPart(sentence.word(at - 2));
  const next = sentence.word(at + 1);
  const isHour = /^\d{1,2}$/.test(next) || (NUMBERS.get(next) ?? 99) <= 12;
  return isBehind || (sentence.word(at) === 'half' && (next === 'past' || isHour));
}

export const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['third', 0.333333],
  ['two thirds', 0.666667],
  ['quarter', 0.25],
  ['three quarters', 0.75],
  ['fifth', 0.2],
  ['four fifths', 0.8],
  ['tenth', 0.1],
]);

/** "a third", "three quarters". */
function fractionAt(sentence: Parameters<Slot>[0], at: number): ReturnType<Slot> {
  const skipped = /^(a|one)$/.test(sentence.word(at)) ? 1 : 0;
  const [one, two] = [sentence.word(at + skipped), sentence.word(at + skipped + 1)];
  const long = FRACTIONS.get(`${one} ${two}`);
  const value = long ?? (skipped === 1 ? FRACTIONS.get(one) : undefined);
  return value === undefined
    ? null
    : { value: { value, unit: 'percent' }, length: skipped + (long === undefined ? 1 : 2) };
}

/** 0.15 of 15, without the noise of a division. */
function percent(value: number): number {
  return Number((value / 100).toFixed(6));
}

function numberAt(
  sentence: Parameters<Slot>[0],
  at: number,
): { value: number; length: number } | null {
  const word = sentence.word(at);
  if (/^\d+(\.\d+)?$/.test(word)) {
    // "4,000" is two runs of digits with a comma between them.
    let text = word;
    let length = 1;
    while (/^\d{3}(\.\d+)?$/.test(sentence.word(at + length)) && isComma(sentence, at + length)) {
      text += sentence.word(at + length);
      length++;
    }
    const isThousands = /^k$/.test(sentence.word(at + length));
    return {
      value: Number(text) * (isThousands ? 1000 : 1),
      length: length + (isThousands ? 1 : 0),
    };
  }
  const value = NUMBERS.get(word);
  if (value === undefined) return null;
  const ones = NUMBERS.get(sentence.word(at + 1));
  if (value >= 20 && value < 100 && ones !== undefined && ones >= 1 && ones <= 9) {
    return { value: value + ones, length: 2 };
  }
  if (sentence.word(at + 1) === 'hundred') return { value: value * 100, length: 2 };
  if (sentence.word(at + 1) === 'thousand') return { value: value * 1000, length: 2 };
  return { value, length: word === 'couple' && sentence.word(at + 1) === 'of' ? 2 : 1 };
}

function isComma({ tokens, text }: Parameters<Slot>[0], at: number): boolean {
  return text.slice(tokens[at - 1]?.end, tokens[at]?.start) === ',';
}

const OFTEN = ['once', 'twice', 'thrice'];
/** "twice": 2. */
const often: Slot = (sentence, at) => {
  const value = OFTEN.indexOf(sentence.word(at)) + 1;
  return value > 0 ? { value, length: 1 } : null;
};

/** Only looks: the number counts no people. */
const ofMoney: Slot = (sentence, at) =>
  /^(people|members|visitors|visits|customers|clients|bookings?|classes|sessions|places|spots|seats|of|per)$/.test(
    sentence.word(at),
  )
    ? null
    : { value: null, length: 0 };

/** Only looks: the clause ends, or goes on with a time. */
const closed: Slot = ({ tokens }, at) =>
  /^(in|last|this|yesterday|today|by|during|since|over|at|)$/.test(tokens[at]?.word ?? '')
    ? { value: null, length: 0 }
    : null;

export const CONDITION_SLOTS = { amount, often, of_money: ofMoney, closed };

const bound =
  (op: HavingOperator) =>
  ({ value, unit }: Amount): Meaning => ({ is: 'bound', op, value, unit });
/** Phrases of two bounds: the reader makes a mark of each. */
export const RANGE_RULES: readonly Rule<readonly Meaning[]>[] = [
  ...patternsOf('between|from <amount> and|to|- <amount> / with|at|of <amount> to|- <amount>').map(
    (pattern) =>
      rule(pattern, (a: Amount, b: Amount): readonly Meaning[] | null =>
        a.value > b.value && b.unit === a.unit
          ? null
          : [bound('>=')({ value: both(a, b), unit: b.unit }), bound('<=')(b)],
      ),
  ),
  rule('exactly|precisely <amount>', (one: Amount): readonly Meaning[] =>
    one.value === 0 ? [bound('<=')(one)] : [bound('>=')(one), bound('<=')(one)],
  ),
];

/** "between 50 and 70 percent": the unit of the second counts for both. */
function both(a: Amount, b: Amount): number {
  return b.unit === 'percent' && a.unit === 'plain' ? percent(a.value) : a.value;
}

const AMOUNTS: readonly (readonly [HavingOperator, string])[] = [
  ['>', 'over|above|beyond|exceeding|exceed|exceeds|exceeded|topping|topped|tops <amount>'],
  ['>', 'go|goes|going|went|gone|get|gets|got|is|are|was|were well? past <amount>'],
  ['>', 'more|higher|greater|bigger|better|fuller|larger|longer than <amount>'],
  ['<', 'under|below|beneath|less|fewer than? <amount> / not even <amount>'],
  ['<', 'less|fewer|lower|smaller|worse|emptier|shorter than <amount>'],
  ['>=', 'at|on or|and above|over|more <amount> / upwards of <amount> / <amount> upwards|upward'],
  ['>=', 'more|greater|higher than or equal to? <amount> / equal to? or above|over <amount>'],
  ['>=', '<amount> and|or up|upwards / from <amount> up|upwards'],
  ['<=', 'at|on or|and below|under|less <amount> / equal to? or below|under <amount>'],
  ['<=', 'less|fewer|lower|smaller than or equal to? <amount> / <amount> and|or down'],
  ['>=', 'at least|minimum <amount> / minimum|min of? <amount> / <amount> plus'],
  ['<=', 'at most|maximum <amount> / maximum|max of? <amount> / up to <amount>'],
  ['<=', 'not|no more|higher|over|above|greater than? <amount>'],
  ['>=', 'not|no less|fewer|lower|under|below than? <amount>'],
  ['>=', '<amount> full|filled? or|and more|higher|above|better|over|fuller'],
  ['<=', '<amount> full|filled? or|and less|fewer|lower|below|under|worse|emptier'],
  ['>=', 'reach|reaches|reached|hit|hits even? <amount>'],
];
/** "fill half of their places": a share, and no number of people. */
const FILLING =
  'fill|fills|filled|filling|sell|sells|sold|use|uses|used even|up|at? least? to? <amount>';
const TIMES: readonly (readonly [HavingOperator, string])[] = [
  ['>', 'more than <number> times / over <number> times / more than <often>'],
  ['>=', 'at least <number> times / at least <often>'],
  ['<', 'fewer|less than <number> times / less|fewer than <often>'],
];

/** "lost more than £100", "a loss of over 50 quid": of the profit, below zero. */
const LOSSES: readonly (readonly [HavingOperator, string])[] = [
  ['<', 'LOSING more than <amount> <of_money>'],
  ['<', 'LOSING over|above|beyond|past|exceeding <amount> <of_money>'],
  ['<=', 'LOSING at least|minimum <amount> <of_money> / LOSING <amount> or|and more|over|above'],
];
const LOSING =
  'lose|loses|lost|losing|loss|losses|bleed|bleeds|bleeding|burn|burns|burning us? money? of|by?';

export const BOUND_RULES: readonly Rule<Meaning>[] = [
  ...LOSSES.flatMap(([op, text]) =>
    patternsOf(text.replaceAll('LOSING', LOSING)).map((pattern) =>
      rule(pattern, ({ value, unit }: Amount): Meaning | null =>
        unit === 'percent'
          ? null
          : { is: 'bound', op, value: -value, unit: 'money', measure: 'profit' },
      ),
    ),
  ),
  rule('<amount>', ({ value, unit }: Amount): Meaning | null =>
    unit === 'plain' || (unit === 'percent' && value === 0.5)
      ? null
      : { is: 'amount', value, unit },
  ),
  ...AMOUNTS.flatMap(([op, text]) => patternsOf(text).map((pattern) => rule(pattern, bound(op)))),
  ...patternsOf(FILLING).map((pattern) =>
    rule(pattern, (one: Amount): Meaning | null =>
      one.unit === 'percent' ? bound('>=')(one) : null,
    ),
  ),
  ...TIMES.flatMap(([op, text]) =>
    patternsOf(text).map((pattern) =>
      rule(
        pattern,
        (value: number): Meaning => ({ is: 'bound', op, value, unit: 'plain', isCount: true }),
      ),
    ),
  ),
];
