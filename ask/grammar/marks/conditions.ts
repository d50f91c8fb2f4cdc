/** Bounds: "over 90 %", "fewer than five", "half empty", "no waiting list". */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { HavingOperator } from '../../../gym/figures/query.ts';
import { NUMBERS } from '../dates/calendar-words.ts';
import { type Rule, rule, type Slot } from '../text/pattern.ts';
import type { BoundUnit, Meaning } from './mark.ts';

interface Amount {
  readonly value: number;
  readonly unit: BoundUnit;
}

const TIME_UNITS =
  /^(am|pm|oclock|days?|weeks?|months?|years?|hours?|minutes?|mins?|st|nd|rd|th|oct|october|nov|november|dec|december|sep|september|jan|january|feb|february|march|apr|april|may|june|july|aug|august)$/;
const CURRENCY = /^(pounds?|quid|gbp|euros?|eur|dollars?|usd|bucks)$/;
const PERCENT = /^(percent|pct|percentage)$/;

/** "90 %", "£500", "4,000 pounds", "five", "half", "95 per cent". */
const amount: Slot = (sentence, at) => {
  const word = sentence.word(at);
  const token = sentence.tokens[at];
  if (token === undefined) return null;
  if (word === 'half' && sentence.word(at + 1) !== 'past') {
    const skipped = /^(the|of)$/.test(sentence.word(at + 1)) ? 0 : 0;
    return { value: { value: 0.5, unit: 'percent' } satisfies Amount, length: 1 + skipped };
  }
  if (/^(zero|nil|nought)$/.test(word)) return { value: { value: 0, unit: 'plain' }, length: 1 };
  const fraction = fractionAt(sentence, at);
  if (fraction !== null) return fraction;
  const read = numberAt(sentence, at);
  if (read === null) return null;
  const isMoney = /[£€$]\s*$/.test(sentence.text.slice(0, token.start));
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
  if (TIME_UNITS.test(next) || /^\d+[:/]\d/.test(word)) return null;
  return { value: { value: read.value, unit: 'plain' }, length: read.length };
};

const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['third', 0.333333],
  ['two thirds', 0.666667],
  ['quarter', 0.25],
  ['three quarters', 0.75],
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
    while (/^\d{3}$/.test(sentence.word(at + length)) && isComma(sentence, at + length)) {
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

export const CONDITION_SLOTS = { amount };

const bound =
  (op: HavingOperator) =>
  ({ value, unit }: Amount): Meaning => ({ is: 'bound', op, value, unit });
const TIMES = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
]);

const counted =
  (op: HavingOperator) =>
  (value: number): Meaning => ({ is: 'bound', op, value, unit: 'plain', isCount: true });

const state = (
  measure: MeasureName,
  op: HavingOperator,
  value: number,
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) =>
    rule(pattern, (): Meaning => ({ is: 'state', measure, op, value, isMeasureToo: false })),
  );

const BETWEEN = (a: Amount, b: Amount): Meaning | null =>
  a.value > b.value && b.unit === a.unit
    ? null
    : { is: 'bound', op: '>=', value: both(a, b), unit: b.unit };

/** "between 50 and 70 percent": the unit of the second counts for both. The second bound is a mark of its own. */
function both(a: Amount, b: Amount): number {
  return b.unit === 'percent' && a.unit === 'plain' ? percent(a.value) : a.value;
}

/** Two bounds are one phrase: the reader takes the second from here. */
export const RANGE_RULES: readonly Rule<readonly [Meaning, Meaning]>[] = [
  'between|from <amount> and|to|- <amount>',
  'with|at|of <amount> to|- <amount>',
].map((pattern) =>
  rule(pattern, (a: Amount, b: Amount): readonly [Meaning, Meaning] | null => {
    const low = BETWEEN(a, b);
    if (low === null) return null;
    return [low, { is: 'bound', op: '<=', value: b.value, unit: b.unit }];
  }),
);

export const BOUND_RULES: readonly Rule<Meaning>[] = [
  rule('<amount>', ({ value, unit }: Amount): Meaning | null =>
    unit === 'plain' || (unit === 'percent' && value === 0.5)
      ? null
      : { is: 'amount', value, unit },
  ),
  rule(
    'over|above|beyond|exceeding|exceed|exceeds|exceeded|past|topping|topped <amount>',
    bound('>'),
  ),
  rule('more|higher|greater|bigger|better|fuller|larger than <amount>', bound('>')),
  rule('under|below|beneath|less|fewer than? <amount>', bound('<')),
  rule('less|fewer|lower|smaller|worse|emptier than <amount>', bound('<')),
  rule('not even <amount>', bound('<')),
  rule('at least|minimum <amount>', bound('>=')),
  rule('minimum|min of? <amount>', bound('>=')),
  rule('at most|maximum <amount>', bound('<=')),
  rule('maximum|max of? <amount>', bound('<=')),
  rule('up to <amount>', bound('<=')),
  rule('not|no more|higher|over|above|greater than? <amount>', bound('<=')),
  rule('not|no less|fewer|lower|under|below than? <amount>', bound('>=')),
  rule('<amount> or|and more|higher|above|better|over', bound('>=')),
  rule('<amount> or|and less|fewer|lower|below|under|worse', bound('<=')),
  rule('<amount> plus', bound('>=')),
  rule('reach|reaches|reached|hit|hits <amount>', bound('>=')),
  ...[...TIMES].flatMap(([word, value]) => [
    rule(`more than ${word}`, () => counted('>')(value)),
    rule(`at least ${word}`, () => counted('>=')(value)),
    rule(`less|fewer than ${word}`, () => counted('<')(value)),
  ]),
  rule('more than <number> times', counted('>')),
  rule('over <number> times', counted('>')),
  rule('at least <number> times', counted('>=')),
  rule('fewer|less than <number> times', counted('<')),
  ...state(
    'fill_rate',
    '<',
    0.5,
    'half|mostly|largely empty',
    'less|under|not half full',
    'less than half full',
    'under half',
    'not even half full',
  ),
  ...state('fill_rate', '>', 0.5, 'more|over than? half full'),
  ...state(
    'profit',
    '<',
    0,
    'lose|loses|lost|losing money|cash',
    'make|makes|made|making a? loss|losses',
    'in the red',
    'unprofitable|lossmaking',
    'loss making|makers',
    'at a loss',
    'cost|costs|costing more than they|it earn|earns|make|makes|bring|brings in?',
    'profit is|was|were? negative',
    'negative profit|margin',
    'run|runs at a loss',
    'not profitable',
    'earn|earns|make|makes|made less than they|it cost|costs',
    'bring|brings|brought in? less than they|it cost|costs',
  ),
  ...state(
    'profit',
    '>',
    0,
    'profitable',
    'in the black',
    'profit is? positive',
    'positive profit',
    'earn|earns|make more than they|it cost|costs',
    'make|makes|made|turn|turns a? profit',
    'make|makes|made|making|earn|earns|earning money',
  ),
  ...state(
    'profit',
    '>=',
    0,
    'not make|makes|made a? loss',
    'not lose|losing money',
    'break|breaks|broke even',
  ),
  ...state(
    'attended',
    '<=',
    0,
    'nobody|noone came|come|attended|turned|showed|shows|visited to|up?',
    'no one came|come|attended|turned|showed|visited to|up?',
    'not a single person|soul|visitor',
    'with? nobody|noone in?',
    'with? no one|people|visitors|attendance|attendees in?',
  ),
  rule(
    'full|packed|crowded',
    (): Meaning => ({ is: 'state', measure: 'fill_rate', op: '>=', value: 1, isMeasureToo: true }),
  ),
  rule(
    'sold|booked|filled out|up',
    (): Meaning => ({ is: 'state', measure: 'fill_rate', op: '>=', value: 1, isMeasureToo: true }),
  ),
  rule(
    'empty',
    (): Meaning => ({ is: 'state', measure: 'fill_rate', op: '<=', value: 0, isMeasureToo: true }),
  ),
];

const verdict = (
  values: readonly string[],
  measures: readonly MeasureName[],
  ...patterns: readonly string[]
): Rule<Meaning>[] =>
  patterns.map((pattern) => rule(pattern, (): Meaning => ({ is: 'verdict', values, measures })));

export const VERDICT_RULES: readonly Rule<Meaning>[] = [
  ...verdict(['dead'], ['fill_rate'], 'dead', 'dying'),
  ...verdict(
    ['dead', 'unprofitable'],
    ['fill_rate', 'profit'],
    'should|could|can|do|shall i|we cut|drop|cancel|axe|remove|scrap|kill|stop|bin|ditch|close|end|discontinue|delete|scrap|take off?',
    'cut|axe|scrap|ditch|kill|discontinue|cull',
    'to cancel|remove|stop|close|delete|end',
    'candidates for|to cutting|cut|axing',
    'should go',
    'get rid of',
    'not worth keeping|running|it',
    'taken off',
  ),
  ...verdict(['weak'], ['fill_rate'], 'weak'),
  ...verdict(['healthy'], ['fill_rate'], 'healthy'),
];
