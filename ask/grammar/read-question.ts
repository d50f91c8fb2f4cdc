/** Reads one question: from left to right words, names, dates, cues; then the report with the most evidence. */

import type { Question, Reading, Surroundings } from '../reader.ts';
import { type Ambiguous, type Composed, compose } from './compose.ts';
import { examplesOf } from './examples.ts';
import { isFollowUp, merge, saysNothing } from './follow-up.ts';
import { type Parts, readParts } from './parts.ts';
import { phraseOf } from './phrase.ts';
import { isStop, type Stop } from './request.ts';
import { suggestionsOf } from './suggestions.ts';

/** Most questions before that are looked at. Source: the contract (`reader.ts`). */
const MAX_BEFORE = 10;

/** What is made of a question. Never throws for whatever is typed. */
export function readQuestion({ text, prev }: Question, surroundings: Surroundings): Reading {
  const read = (asked: string): Parts => readParts(asked, surroundings);
  const parts = read(text);
  const before =
    prev.length === 0 ? null : newestUnderstood(prev.slice(-MAX_BEFORE), read, surroundings);
  const isLeaning = before !== null && isFollowUp(parts);
  const whole = isLeaning ? merge(parts, before) : parts;
  if (isLeaning && saysNothing(parts)) return unclear(NOTHING_NEW, whole, surroundings);
  const composed = compose(whole, surroundings);
  if (isStop(composed)) return unclear(composed, whole, surroundings);
  if ('options' in composed) return choice(composed, surroundings, isLeaning);
  const decontextualized = isLeaning ? phraseOf(composed.query, surroundings) : text;
  return {
    kind: 'query',
    query: composed.query,
    decontextualized,
    assumed: [...new Set(composed.notes)],
  };
}

/** The newest question before that is understood, itself with what it took from those before it. */
function newestUnderstood(
  prev: readonly string[],
  read: (asked: string) => Parts,
  surroundings: Surroundings,
): Parts | null {
  let newest: Parts | null = null;
  for (const asked of prev) {
    const parts = read(asked);
    const whole: Parts = newest !== null && isFollowUp(parts) ? merge(parts, newest) : parts;
    if (isQuery(compose(whole, surroundings))) newest = { ...whole, notes: [] };
  }
  return newest;
}

function isQuery(composed: Composed): boolean {
  return 'query' in composed;
}

const NOTHING_NEW: Stop = {
  stop: 'not_understood',
  message: 'What should be different from the question before was not understood: name it.',
};

function unclear(
  { stop, message, suggestions }: Stop,
  parts: Parts,
  surroundings: Surroundings,
): Reading {
  const useful = suggestions ?? suggestionsOf(parts, surroundings);
  return { kind: 'unclear', reason: stop, message, suggestions: useful.slice(0, 8) };
}

/** The question with each candidate's name in its place; in full where it leans on another. */
function choice(
  { text, options }: Ambiguous,
  surroundings: Surroundings,
  isLeaning: boolean,
): Reading {
  const questions = options.flatMap(({ parts, label, start, end }) => {
    const isWhole = start >= 0 && parts.text.slice(0, start).trim() !== '';
    if (!isLeaning && isWhole) {
      return [`${parts.text.slice(0, start)}${label}${parts.text.slice(end)}`];
    }
    const composed = compose(parts, surroundings);
    return 'query' in composed ? [phraseOf(composed.query, surroundings)] : [];
  });
  if (questions.length < 2) {
    const stop: Stop = { stop: 'not_understood', message: `${text} Ask about one of them.` };
    return {
      kind: 'unclear',
      reason: stop.stop,
      message: stop.message,
      suggestions: examplesOf(surroundings).slice(0, 8),
    };
  }
  return { kind: 'choice', text, options: [...new Set(questions)].slice(0, 8) };
}
