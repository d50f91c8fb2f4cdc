/** Amounts: "90 %", "five", "two thirds", "£100", "twice". */

import { NUMBERS } from './calendar.ts';
import type { Amount } from './mark.ts';
import { Phrases, phrasesIn, type Slot } from './phrases.ts';
import type { Sentence } from './words.ts';

const CURRENCY = 'pound|pounds|quid|gbp|euro|euros|eur|dollar|dollars|usd|chf|bucks|£';
/** A number before one of these is a time or a date. */
const OF_TIME =
  /^(am|pm|oclock|days?|weeks?|months?|years?|hours?|minutes?|st|nd|rd|th|january|february|march|april|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$/;
/** Parts of one: the first is of three. */
const FRACTIONS = ['third', 'quarter', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

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

/** A number that stands alone. */
const plain: Slot = (sentence, at) => {
  const read = numberAt(sentence, at);
  if (read === null) return null;
  const next = sentence.word(at + read.length);
  // "The best 3 days" are three of them.
  const isRanked = /(est|most|least|top|bottom|worst)$/.test(sentence.word(at - 1));
  if (OF_TIME.test(next) && read.value < 400 && !(isRanked && /s$/.test(next))) return null;
  // "Fuller than 7.30" is of a class that begins then.
  return /^\d{1,2}\.(00|15|30|45)$/.test(sentence.word(at)) ? null : read;
};

/** Out of a hundred: "half", "two thirds". */
const share: Slot = (sentence, at) => {
  const [word, next] = [sentence.word(at), sentence.word(at + 1)];
  if (word === 'half')
    return /^(a|past|year|month|week|day|hour)$/.test(next) ? null : { value: 50, length: 1 };
  const count = word === 'a' ? 1 : (numberAt(sentence, at)?.value ?? 0);
  const parts = FRACTIONS.indexOf(next.slice(0, count > 1 ? -1 : undefined)) + 3;
  return parts > 2 && count > 0 && count < parts
    ? { value: (100 * count) / parts, length: 2 }
    : null;
};

/** Behind "minus". */
const amount: Slot = (sentence, at) => {
  const found = AMOUNTS.longestAt(sentence, at);
  return found && { value: found.meaning, length: found.length };
};

const KINDS: Readonly<Record<string, (value: number) => Amount>> = {
  plain: (value) => ({ value, unit: 'plain' }),
  money: (value) => ({ value, unit: 'money' }),
  /** Without the noise of a division. */
  percent: (value) => ({ value: Number((value / 100).toFixed(6)), unit: 'percent' }),
};
const TABLE = `
plain: <plain> / <number> times
plain 1: once
plain 2: twice
plain 3: thrice
plain 10: single|double figures|digits
money: ${CURRENCY} <number> / <number> ${CURRENCY}
percent: <share> / <number> percent|pct|percentage / <number> per cent
minus: -|minus <amount>
`;
const SLOTS = { plain, number: numberAt, share, amount };
export const AMOUNTS = new Phrases(
  phrasesIn<Amount>(TABLE, SLOTS, (head) => {
    const [kind = '', known] = head.split(' ');
    if (kind === 'minus') return ({ value, unit }: Amount) => ({ value: -value, unit });
    return (value: number) => KINDS[kind]?.(Number(known ?? value)) ?? null;
  }),
);
