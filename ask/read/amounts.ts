/** Amounts: "90 %", "five", "two thirds", "£100", "twice". */

import { NUMBERS } from './calendar.ts';
import type { Amount } from './mark.ts';
import { Phrases, phrase, type Slot } from './phrases.ts';
import type { Sentence } from './words.ts';

const CURRENCY = /^(pounds?|quid|gbp|euros?|eur|dollars?|usd|chf|bucks|£)$/;
const PERCENT = /^(percent|pct|percentage)$/;
/** A number before one of these is a time or a date. */
const OF_TIME =
  /^(am|pm|oclock|days?|weeks?|months?|years?|hours?|minutes?|st|nd|rd|th|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/;
/** Parts of one: the first is of three. */
const FRACTIONS = ['third', 'quarter', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Without the noise of a division. */
const percent = (value: number): number => Number((value / 100).toFixed(6));

function numberAt(sentence: Sentence, at: number): { value: number; length: number } | null {
  const word = sentence.word(at);
  if (/^\d+(\.\d+)?$/.test(word)) {
    const isThousands = /^(k|grand|thousand)$/.test(sentence.word(at + 1));
    return { value: Number(word) * (isThousands ? 1000 : 1), length: isThousands ? 2 : 1 };
  }
  const from =
    word === 'a' &&
    /^(hundred|dozen|couple|thousand|grand|tenner|fiver)$/.test(sentence.word(at + 1))
      ? at + 1
      : at;
  const value = NUMBERS.get(sentence.word(from));
  if (value === undefined) return null;
  const next = sentence.word(from + 1);
  const ones = NUMBERS.get(next);
  if (value >= 20 && value < 100 && ones !== undefined && ones >= 1 && ones <= 9)
    return { value: value + ones, length: from - at + 2 };
  const times = next === 'hundred' ? 100 : /^(thousand|grand)$/.test(next) ? 1000 : 1;
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
  if (/^(single|double)$/.test(word) && /^(figures|digits)$/.test(sentence.word(at + 1)))
    return { value: { value: 10, unit: 'plain' }, length: 2 };
  const read = numberAt(sentence, at);
  const count = word === 'a' ? 1 : (read?.value ?? 0);
  const parts = FRACTIONS.indexOf(sentence.word(at + 1).slice(0, count > 1 ? -1 : undefined)) + 3;
  if (parts > 2 && count > 0 && count < parts)
    return { value: { value: percent((100 * count) / parts), unit: 'percent' }, length: 2 };
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
  if (OF_TIME.test(next) && read.value < 400 && !(isRanked && /s$/.test(next))) return null;
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

export const AMOUNTS = new Phrases<Amount>(
  ['<amount>', '<often>'].map((pattern) =>
    phrase(pattern, (one: Amount) => one, { amount, often }),
  ),
);
