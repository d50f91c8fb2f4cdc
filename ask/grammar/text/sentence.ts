/**
 * A question as words. Each word is folded (case, accents) and knows where it stands in the text; whoever understands a word
 * claims it, and what nobody claims in the end was not understood.
 */

import { foldName } from '../../../gym/sessions/fold-name.ts';

export interface Token {
  /** Folded, spelling corrected: what the grammar reads. */
  word: string;
  /** As it stands in the text. */
  readonly typed: string;
  /** Place in the text, `end` without. Words of one contraction ("what's") share it. */
  readonly start: number;
  readonly end: number;
  /** Written with 's: "Anna's". */
  readonly isPossessive: boolean;
}

/** Most words that are read: 500 characters of a real question are about 90. Chosen here. */
export const MAX_WORDS = 120;

/** Dates and clock times stay whole; a unit behind a number ("6pm", "3rd") is a word of its own. */
const WORD =
  /\b(?:2(?:moro|morrow|day|nite)|(?:any|every|some|no)1)\b|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}h\d{2}(?!\p{L}|\d)|\d+(?:[.:/]\d+)*|\p{L}[\p{L}\p{M}]*(?:['’`]\p{L}[\p{L}\p{M}]*)?|[<>≤≥]=?|[-–—−&+%]/gu;

const BASES = new Set('what who how when where there that it he she here let which why'.split(' '));
/** Endings that stand for a word. */
const ENDINGS: Readonly<Record<string, string>> = {
  re: 'are',
  ve: 'have',
  ll: 'will',
  m: 'am',
  d: 'would',
};
/** Contractions that people write without their sign: "whats", "dont", "im". */
const WITHOUT_APOSTROPHE = new Map<string, readonly [string, string]>([
  ...'what how who where when'.split(' ').map((word) => [`${word}s`, [word, 'is']] as const),
  ...'do did does is was are were has have had could'
    .split(' ')
    .map((word) => [`${word}nt`, [word, 'not']] as const),
  ['wats', ['what', 'is']],
  ['wots', ['what', 'is']],
  ['cannot', ['can', 'not']],
  ['cant', ['can', 'not']],
  ['wont', ['will', 'not']],
  ['im', ['i', 'am']],
  ['howmany', ['how', 'many']],
  ['howmuch', ['how', 'much']],
]);
/** "mon-fri" is a stretch of days. */
const WEEKDAY_BEFORE = /\b(mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i;
const WEEKDAY_AFTER = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i;
/** "fill < 50 %". */
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  '<': ['under'],
  '>': ['over'],
  '<=': ['at', 'most'],
  '≤': ['at', 'most'],
  '>=': ['at', 'least'],
  '≥': ['at', 'least'],
};
const SIGNS: Readonly<Record<string, string>> = { '&': 'and', '+': 'and', '%': 'percent' };

export class Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly #claimed: boolean[];

  constructor(text: string) {
    this.text = text;
    this.tokens = [...text.matchAll(WORD)].flatMap((match) => wordsOf(match, text));
    this.#claimed = this.tokens.map(() => false);
  }

  get length(): number {
    return this.tokens.length;
  }

  word(at: number): string {
    return this.tokens[at]?.word ?? '';
  }

  isFree(at: number, length = 1): boolean {
    for (let i = at; i < at + length; i++) if (this.#claimed[i] !== false) return false;
    return true;
  }

  claim(at: number, length = 1): void {
    for (let i = at; i < at + length && i < this.#claimed.length; i++) this.#claimed[i] = true;
  }

  /** Takes a claim back. */
  release(at: number, length: number): void {
    for (let i = at; i < at + length; i++) this.#claimed[i] = false;
  }

  /** Words that nobody has claimed yet, with their places. */
  free(): { token: Token; at: number }[] {
    return this.tokens
      .map((token, at) => ({ token, at }))
      .filter(({ at }) => this.#claimed[at] === false);
  }

  /** The text of some words as it was typed. */
  typed(at: number, length = 1): string {
    const last = this.tokens[Math.min(at + length, this.length) - 1];
    return this.text.slice(this.tokens[at]?.start ?? 0, last?.end ?? 0);
  }
}

function wordsOf(match: RegExpMatchArray, text: string): Token[] {
  const typed = match[0];
  const start = match.index ?? 0;
  const end = start + typed.length;
  const isPossessive = /^\p{L}+['’`]s$/u.test(typed) && !BASES.has(foldName(typed).slice(0, -2));
  return spoken(typed, start, text).map((word) => ({ word, typed, start, end, isPossessive }));
}

/** The words that a run of signs stands for: "didn't" is two, a hyphen within a word none. */
function spoken(typed: string, start: number, text: string): readonly string[] {
  if (/^[-–—−]$/.test(typed)) return isDash(text, start) ? ['-'] : [];
  if (/^\d+h\d+$/.test(typed)) return [typed.replace('h', ':')];
  const folded = foldName(typed).replace(/[’`]/g, "'");
  const sign = isAtLeast(typed, start, text) ? 'plus' : own(SIGNS, typed);
  if (sign !== undefined) return [sign];
  const bound = own(BOUNDS, typed);
  if (bound !== undefined) return bound;
  const [base = '', ending] = folded.split("'");
  if (ending === undefined) return WITHOUT_APOSTROPHE.get(base) ?? [base];
  if (ending === 's') return BASES.has(base) ? [base, 'is'] : [base];
  if (ending === 't') return negation(base);
  const full = endingOf(base, ending);
  return full === undefined ? [base + ending] : [base, full];
}

/** "How'd we do": did; "I'd like": would. */
function endingOf(base: string, ending: string): string | undefined {
  return ending === 'd' && /^(how|what|who|where|when)$/.test(base) ? 'did' : own(ENDINGS, ending);
}

/** "waitlists of 5+". */
function isAtLeast(typed: string, start: number, text: string): boolean {
  return typed === '+' && /\d/.test(text[start - 1] ?? '') && !/\w/.test(text[start + 1] ?? '');
}

/** "didn't", "won't", "can't". */
function negation(base: string): string[] {
  if (base === 'won') return ['will', 'not'];
  if (base === 'can') return ['can', 'not'];
  return [base.endsWith('n') ? base.slice(0, -1) : base, 'not'];
}

/** A hyphen within a word ("no-shows") only parts it; between numbers or spaces it means "to". */
function isDash(text: string, at: number): boolean {
  const isLetter = (char: string | undefined): boolean => /\p{L}/u.test(char ?? '');
  const isOfWeek = WEEKDAY_BEFORE.test(text.slice(0, at)) && WEEKDAY_AFTER.test(text.slice(at + 1));
  return isOfWeek || !(isLetter(text[at - 1]) && isLetter(text[at + 1]));
}

/** A member of a table by a typed word: "constructor" is in none. */
export function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
