/** Amounts and bounds: "over 90 %", "fewer than five", "between 50 and 70 percent", "lost more than £100". */

import type { HavingOperator } from '../../gym/figures/query.ts';
import { NUMBERS } from './calendar.ts';
import type { AmountUnit, Meaning } from './mark.ts';
import { type Phrase, patternsOf, phrase, type Slot, tableOf } from './phrases.ts';
import type { Sentence } from './words.ts';

interface Amount {
  readonly value: number;
  readonly unit: AmountUnit;
}

const CURRENCY = /^(pounds?|quid|gbp|euros?|eur|dollars?|usd|chf|bucks|£)$/;
const PERCENT = /^(percent|pct|percentage)$/;
/** A number before one of these is a time or a date. */
const OF_TIME =
  /^(am|pm|oclock|days?|weeks?|months?|years?|hours?|minutes?|st|nd|rd|th|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/;
const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['a third', 0.333333],
  ['two thirds', 0.666667],
  ['a quarter', 0.25],
  ['three quarters', 0.75],
  ['a fifth', 0.2],
  ['four fifths', 0.8],
  ['a tenth', 0.1],
]);

/** Without the noise of a division. */
const percent = (value: number): number => Number((value / 100).toFixed(6));

function numberAt(sentence: Sentence, at: number): { value: number; length: number } | null {
  const word = sentence.word(at);
  if (/^\d+(\.\d+)?$/.test(word)) {
    const isThousands = sentence.word(at + 1) === 'k';
    return { value: Number(word) * (isThousands ? 1000 : 1), length: isThousands ? 2 : 1 };
  }
  const from =
    word === 'a' && /^(hundred|dozen|couple|thousand)$/.test(sentence.word(at + 1)) ? at + 1 : at;
  const value = sentence.word(from) === 'thousand' ? 1000 : NUMBERS.get(sentence.word(from));
  if (value === undefined) return null;
  const next = sentence.word(from + 1);
  const ones = NUMBERS.get(next);
  if (value >= 20 && value < 100 && ones !== undefined && ones >= 1 && ones <= 9)
    return { value: value + ones, length: from - at + 2 };
  const times = next === 'hundred' ? 100 : next === 'thousand' ? 1000 : 1;
  return { value: value * times, length: from - at + (times > 1 ? 2 : 1) };
}

/** "90 %", "£500", "-£100", "4,000 pounds", "five", "half", "95 per cent". */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
const amount: Slot = (sentence, at) => {
  const word = sentence.word(at);
  if (word === '-' || word === 'minus') {
    const behind = amount(sentence, at + 1);
    if (behind === null) return null;
    const { value, unit } = behind.value as Amount;
    return { value: { value: -value, unit }, length: behind.length + 1 };
  }
  if (CURRENCY.test(word)) {
    const read = numberAt(sentence, at + 1);
    return read && { value: { value: read.value, unit: 'money' }, length: read.length + 1 };
  }
  if (word === 'half' && !/^(a|past|year|month|week|day|hour)$/.test(sentence.word(at + 1)))
    return { value: { value: 0.5, unit: 'percent' }, length: 1 };
  const fraction = FRACTIONS.get(`${word} ${sentence.word(at + 1)}`);
  if (fraction !== undefined) return { value: { value: fraction, unit: 'percent' }, length: 2 };
  const read = numberAt(sentence, at);
  if (read === null) return null;
  const next = sentence.word(at + read.length);
  if (PERCENT.test(next))
    return { value: { value: percent(read.value), unit: 'percent' }, length: read.length + 1 };
  if (next === 'per' && sentence.word(at + read.length + 1) === 'cent')
    return { value: { value: percent(read.value), unit: 'percent' }, length: read.length + 2 };
  if (CURRENCY.test(next))
    return { value: { value: read.value, unit: 'money' }, length: read.length + 1 };
  // "The best 3 days" are three of them.
  const isRanked = /(est|most|least|top|bottom|worst)$/.test(sentence.word(at - 1));
  if (OF_TIME.test(next) && !(isRanked && /s$/.test(next))) return null;
  // "Fuller than 7.30" is of a class that begins then.
  if (/^\d{1,2}\.(00|15|30|45)$/.test(word)) return null;
  return { value: { value: read.value, unit: 'plain' }, length: read.length };
};

/** "twice", "3 times". */
const often: Slot = (sentence, at) => {
  const value = ['once', 'twice', 'thrice'].indexOf(sentence.word(at)) + 1;
  if (value > 0) return { value: { value, unit: 'plain' }, length: 1 };
  const read = numberAt(sentence, at);
  return read !== null && sentence.word(at + read.length) === 'times'
    ? { value: { value: read.value, unit: 'plain' }, length: read.length + 1 }
    : null;
};

const phrases: Phrase<Meaning>[] = [];
const add = (patterns: string, make: (...values: never[]) => Meaning | null): void => {
  for (const pattern of patternsOf(patterns))
    phrases.push(phrase(pattern, make, { amount, often }));
};
const BOUNDS = `
>: over|above|beyond|exceeding|exceed|exceeds|exceeded|topping|topped|tops|beat|beats|past <amount> / go|goes|going|went|get|gets|got|is|are|was|were well? past|over|above <amount> / more|higher|greater|bigger|better|fuller|larger|longer than <amount> / more than <often> / over <often>
<: under|below|beneath <amount> / less|fewer|lower|smaller|worse|emptier|shorter than? <amount> / not|never reach|hit|make|get|fill even? to? <amount> / fewer|less than <often>
>=: <amount> PEOPLE? or|and above|over|more|higher|better|fuller|upwards|up / at least <amount> / minimum|min of? <amount> / <amount> plus / from <amount> up|upwards / reach|reaches|reached|hit|hits even? <amount> / not|no less|fewer|lower|under|below than? <amount> / at least <often> / <often> or more
<=: <amount> PEOPLE? or|and below|under|less|lower|fewer|worse / at most <amount> / maximum|max of? <amount> / up to <amount> / not|no more|higher|over|above|greater|better than? <amount> / never|not get|go|goes|gets|going? past|over|above|beyond|more <amount>
`;
for (const { head, patterns } of tableOf(BOUNDS)) {
  const op = head as HavingOperator;
  add(patterns.join('/'), ({ value, unit }: Amount) => ({ is: 'bound', op, value, unit }));
}
/** "lost more than £100", "a loss of over 50 quid" are of the profit, below zero. */
add(
  'lose|loses|lost|losing|loss|losses us|me? money? of|by? more|over|above than? <amount>',
  ({ value, unit }: Amount) =>
    unit === 'percent'
      ? null
      : { is: 'bound', op: '<', value: -value, unit: 'money', name: 'profit' },
);
add(
  'between <amount> and|to|- <amount> / from <amount> to|- <amount> / with|at|of <amount> to|- <amount> / <amount> to|- <amount>',
  (from: Amount, { value: to, unit }: Amount) => {
    const isPercent = unit === 'percent' && from.unit === 'plain';
    const value = isPercent ? percent(from.value) : from.value;
    return value > to ? null : { is: 'bound', op: '>=', value, unit, to };
  },
);
add('second / 2 nd', () => ({ is: 'nth', value: 2 }));
add('third / 3 rd', () => ({ is: 'nth', value: 3 }));
add('<amount>', ({ value, unit }: Amount) => ({ is: 'amount', value, unit }));

export const AMOUNT_PHRASES: readonly Phrase<Meaning>[] = phrases;
