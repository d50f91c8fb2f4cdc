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
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}h\d{2}(?!\p{L}|\d)|\d+(?:[.:/]\d+)*|\p{L}[\p{L}\p{M}]*(?:['’`]\p{L}[\p{L}\p{M}]*)?|[-–—&+%]/gu;

const BASES = new Set('what who how when where there that it he she here let which why'.split(' '));
/** Endings that stand for a word. */
const ENDINGS: Readonly<Record<string, string>> = {
  re: 'are',
  ve: 'have',
  ll: 'will',
  m: 'am',
  d: 'would',
};
const WITHOUT_APOSTROPHE: Readonly<Record<string, readonly [string, string]>> = {
  whats: ['what', 'is'],
  hows: ['how', 'is'],
  whos: ['who', 'is'],
  wheres: ['where', 'is'],
  whens: ['when', 'is'],
  dont: ['do', 'not'],
  didnt: ['did', 'not'],
  doesnt: ['does', 'not'],
  isnt: ['is', 'not'],
  wasnt: ['was', 'not'],
  arent: ['are', 'not'],
  werent: ['were', 'not'],
  cannot: ['can', 'not'],
  cant: ['can', 'not'],
  wont: ['will', 'not'],
  hasnt: ['has', 'not'],
  havent: ['have', 'not'],
  hadnt: ['had', 'not'],
  couldnt: ['could', 'not'],
  im: ['i', 'am'],
};
/** "mon-fri" is a stretch of days. */
const WEEKDAY_BEFORE = /\b(mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i;
const WEEKDAY_AFTER = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i;
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

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function wordsOf(match: RegExpMatchArray, text: string): Token[] {
  const typed = match[0];
  const start = match.index ?? 0;
  const token = (word: string, isPossessive = false): Token => ({
    word,
    typed,
    start,
    end: start + typed.length,
    isPossessive,
  });
  if (/^[-–—]$/.test(typed)) return isDash(text, start) ? [token('-')] : [];
  if (/^\d+h\d+$/.test(typed)) return [token(typed.replace('h', ':'))];
  const sign = Object.hasOwn(SIGNS, typed) ? SIGNS[typed] : undefined;
  if (sign !== undefined) return [token(sign)];
  const folded = foldName(typed).replace(/[’`]/g, "'");
  const contraction = Object.hasOwn(WITHOUT_APOSTROPHE, folded)
    ? WITHOUT_APOSTROPHE[folded]
    : undefined;
  if (contraction !== undefined) return contraction.map((word) => token(word));
  const [base = '', ending] = folded.split("'");
  if (ending === undefined) return [token(base)];
  if (ending === 's') return BASES.has(base) ? [token(base), token('is')] : [token(base, true)];
  if (ending === 't') return negation(base).map((word) => token(word));
  const full = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  return full === undefined ? [token(base + ending)] : [token(base), token(full)];
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
