/** A question as words: folded, contractions in full, typing errors put right. */

import { distance } from 'fastest-levenshtein';
import { foldName } from '../../gym/sessions/names.ts';

export interface Token {
  /** Folded, spelling corrected: what is read. */
  word: string;
  /** As it stands in the text. */
  readonly typed: string;
  /** Place in the text, `end` without. Words of one contraction ("what's") share it. */
  readonly start: number;
  readonly end: number;
  /** Written with 's: "Anna's". */
  readonly isPossessive: boolean;
}

/** Dates (the dot behind "24.11." too), clock times and amounts stay whole; a unit behind a number ("6pm", "3rd") is a word of its own. */
const WORD =
  /\bw\/o\b|\bb4\b|\b(?:2(?:moro|morrow|mrw|day|nite)|(?:any|every|some|no)1)\b|\d{4}-\d{1,2}-\d{1,2}|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}h\d{2}(?!\p{L}|\d)|\d{1,2}\.(?:0?[1-9]|1[0-2])\.(?=\s+[\p{Ll}\d]|[?,])|\d+(?:[.:/]\d+)*|\p{L}[\p{L}\p{M}]*(?:['’`]\p{L}[\p{L}\p{M}]*)?|[<>≤≥]=?|\p{Sc}|[-–—−&+%]/gu;
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const BASES = wordSet('what who how when where that there it he she here let which why');
const ENDINGS = new Map(
  Object.entries({ re: 'are', ve: 'have', ll: 'will', m: 'are', d: 'would' }),
);
/** How people write in a hurry: a word or two, and its short forms and signs. */
const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  `
    week: wk; weeks: wks; month: mth mnth mo; months: mths mnths mos; yesterday: yday yest; people: ppl pax peeps folk folks peple;
    average: avg ave avrg;  schedule: sched; tomorrow: tmrw tmr tomoz tmw; weekend: wknd wkend; evening: eve; evenings: eves;
    afternoon: arvo aft; you: u; are: r; room: rm; rooms: rms; numbers: nums; number: num; revenue: rev; class: cls clss clas;
    year: yr; gym: site; years: yrs; right now: rn; last week: lw lastweek; last month: lastmonth; this week: thisweek; this month: thismonth; next week: nextweek; between: btwn; after: aftr; before: b4 bfore bfor; about: abt; what: wot wat; how: hw; tonight: tonite 2nite; tomorrow: 2moro 2morrow 2mrw tomorow tommorow; today: 2day tday tdy; anyone: any1; everyone: every1;
    someone: some1; nobody: no1; give: gimme; waitlist: wl; let: lemme; night: nite; occupancy: occ; total: tot ttl;
    previous: prev; tomorrow: tomoro; attendance: att attn attd; instructor: instr; last: lst las; utilisation: util; weekday: wkday; weekdays: wkdays;
    bookings: bkgs bookngs; session: sesh; weekly: wkly; monthly: mthly; percent: pct procent; often: frequently; them: em; capacity: cap; next: nxt; profit: prft; losing: loosing; loses: looses;
    often: ofen offen; paid: payed; cancelled: canceled cncld cancld canceld; something: smth sth; hour: hr; hours: hrs; trainer: trnr; many: mny meny bare; complaining: moaning moanin; quarter: qtr; minutes: mins;
    with: w; without: wo w/o excl; through: thru; until: til till untl; since: sinse sinc; which: wich; the: teh; and: n;
    wednesday: wensday wedensday wendsday; busiest: bizziest busyest bussiest; quietest: quitest; doing: doin; please: pls plz;
    per: pr; classes: clases clses; fill: fil fll; rate: rte rt; schedule: rota; late: l8; for: 4u; lessons: lsns;
    what is: whats wats wots; how is: hows; who is: whos; where is: wheres; when is: whens; that is: thats;
    do not: dont; does not: doesnt; did not: didnt; is not: isnt; was not: wasnt; are not: arent; were not: werent;
    we have: weve; they have: theyve; i have: ive; have not: havent; has not: hasnt; can not: cannot cant; will not: wont; i: im; could not: couldnt; should not: shouldnt; would not: wouldnt; had not: hadnt; how many: howmany;
    had not: hadnt; we are: were're; let us: lets; no shows: noshows noshow noshws no_shows; walk ins: walkins walkin walk_ins;
    late cancels: latecancels late_cancels; fill rate: fillrate fill_rate; no show rate: no_show_rate;
    and: &; percent: %; under: <; over: >; at most: <= ≤; at least: >= ≥
  `
    .split(';')
    .flatMap((line) => {
      const [words = '', forms = ''] = line.trim().split(': ');
      return forms.split(' ').map((form) => [form, words.split(' ')] as const);
    }),
);
/** What a word is among those beside it: the two before, itself and the next, "^" where there is none; '' is no word at all. */
const BESIDE: readonly (readonly [RegExp, string])[] = [
  [/ w [bce]$/, 'w'],
  [/ w out$/, ''],
  [/ w out \S+$/, 'without'],
  [/ s \S+$/, ''],
  [/^\^ good (?:morning|afternoon|evening) /, ''],
  [/(?: \^| i) am \S+$| am i$/, 'is'],
  [/ to no \S+$/, 'know'],
  [
    / (?:more|less|fewer|better|worse|busier|quieter|fuller|emptier|higher|lower|bigger|smaller) then \S+$/,
    'than',
  ],
  [/ no of$/, 'number'],
];
/** Words of the longest date or time of the day that a pattern finds. */
const MOST_MATCHED = 7;
/** Shortest word that is put right, and shortest that a typing error is put right to. Chosen here. */
const SHORTEST = 5;

export class Sentence {
  readonly text: string;
  readonly tokens: readonly Token[];

  constructor(text: string) {
    this.text = text;
    const tokens = [...text.matchAll(WORD)].flatMap((match) => tokensOf(match, text));
    this.tokens = tokens.flatMap((token, at) => inFull(token, tokens, at));
  }

  word(at: number): string {
    return this.tokens[at]?.word ?? '';
  }

  /** What the first of some patterns finds at a place, and the number of its words. */
  match(at: number, patterns: readonly RegExp[]) {
    const words = this.tokens.slice(at, at + MOST_MATCHED).map(({ word }) => word);
    const found = patterns.map((one) => one.exec(words.join(' '))).find((one) => one !== null);
    const [text = ''] = found ?? [];
    return found && { text, groups: found.groups ?? {}, length: text.split(' ').length };
  }

  /** Written with a capital that no beginning of a sentence asks for. */
  isCapital(at: number): boolean {
    const { typed = '', start = 0 } = this.tokens[at] ?? {};
    const isFirst = /(^|[.!?])\s*$/.test(this.text.slice(0, start));
    return !isFirst && /^\p{Lu}\p{Ll}/u.test(typed) && /(^|\s)\p{Ll}{2}/u.test(this.text);
  }

  /** The text of some words as it was typed. */
  typed(at: number, length = 1): string {
    const last = this.tokens[Math.min(at + length, this.tokens.length) - 1];
    return this.text.slice(this.tokens[at]?.start ?? 0, last?.end ?? 0);
  }
}

function tokensOf({ 0: typed, index: start }: RegExpExecArray, text: string): Token[] {
  const isPossessive = /^\p{L}+['’`]s$/u.test(typed) && !BASES.has(foldName(typed).slice(0, -2));
  const place = { typed, start, end: start + typed.length, isPossessive };
  return spoken(typed, start, text).map((word) => ({ word, ...place }));
}

function spoken(typed: string, start: number, text: string): readonly string[] {
  if (/^[-–—−]$/.test(typed)) return isDash(text, start) ? ['-'] : [];
  if (typed === '+') return /\d/.test(text[start - 1] ?? '') ? ['plus'] : ['and'];
  if (/^\p{Sc}$/u.test(typed)) return ['£'];
  if (/^\d+h\d+$/.test(typed)) return [typed.replace('h', ':')];
  if (/^\d{1,3}(,\d{3})+/.test(typed)) return [typed.replaceAll(',', '')];
  const [base = '', ending] = foldName(typed).replace(/[’`]/g, "'").split("'");
  if (ending === undefined) return [base];
  if (ending === 's') return BASES.has(base) ? [base, 'is'] : [base];
  const full = ENDINGS.get(ending);
  return full === undefined ? [base + ending] : [base, full];
}

/** A hyphen within a word ("no-shows") only parts it; between numbers, days or spaces it means "to". */
function isDash(text: string, at: number): boolean {
  const isLetter = (char: string | undefined): boolean => /\p{L}/u.test(char ?? '');
  const isOfWeek =
    /\b(mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i.test(text.slice(0, at)) &&
    /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i.test(text.slice(at + 1));
  return isOfWeek || !(isLetter(text[at - 1]) && isLetter(text[at + 1]));
}

/** The words of a short form. */
function inFull(token: Token, tokens: readonly Token[], at: number): Token[] {
  const here = [at - 2, at - 1, at, at + 1].map((one) => tokens[one]?.word ?? '^').join(' ');
  const inContext = BESIDE.find(([of]) => of.test(here))?.[1];
  const full = inContext?.split(' ') ?? SHORT_FORMS.get(token.word) ?? [token.word];
  return full.filter(Boolean).map((word) => ({ ...token, word }));
}

export interface Correction {
  readonly typed: string;
  readonly read: string;
}

/**
 * @param times words of times; those of the gym's names come first where both are as near
 * @param common English words, which are right as they are
 */
export function correctSpelling(
  sentence: Sentence,
  times: ReadonlySet<string>,
  names: ReadonlySet<string>,
  common: ReadonlySet<string>,
): Correction[] {
  const corrections: Correction[] = [];
  const { tokens } = sentence;
  for (const [at, token] of tokens.entries()) {
    const { word, typed } = token;
    const isRight = [times, names, common].some((known) => known.has(word));
    if (isRight || /\d/.test(word) || word.length < 3 || names.has(word.replace(/s$/, '')))
      continue;
    // Two words of a name written as one, or one as two, are found by the names themselves.
    const joins = [word + (tokens[at + 1]?.word ?? ''), (tokens[at - 1]?.word ?? '') + word];
    if (joins.some((joined) => names.has(joined))) continue;
    const read = nearest(word, names) ?? (sentence.isCapital(at) ? null : nearest(word, times));
    if (read === null) continue;
    corrections.push({ typed, read });
    token.word = read;
  }
  return corrections;
}

/** The one word that is a typing error away; null where there are two. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const found: string[] = [];
  for (const candidate of known) if (isTypingError(candidate, word)) found.push(candidate);
  const [first, second, third] = found.sort((one, other) => one.length - other.length);
  if (first === undefined || third !== undefined) return null;
  return second === undefined || `${first}s` === second ? first : null;
}

/** One edit, a letter more often or less, or two letters swapped. */
function isTypingError(candidate: string, word: string): boolean {
  if (candidate.length < SHORTEST - 1 || candidate[0] !== word[0]) return false;
  if (Math.abs(candidate.length - word.length) > 4) return false;
  if (single(candidate) === single(word)) return true;
  if (candidate.length === word.length && sorted(candidate) === sorted(word)) return true;
  if (distance(candidate, word) !== 1) return false;
  if (candidate.length === word.length + 1) return word.length > 3;
  const isShort = candidate.length < SHORTEST || word.length < SHORTEST;
  // Of five letters none has another one: "Leeds" is not "leads".
  return !isShort && (candidate.length !== word.length || word.length > SHORTEST);
}

const single = (text: string): string => text.replace(/(.)\1+/g, '$1');
const sorted = (text: string): string => [...text].sort().join('');
