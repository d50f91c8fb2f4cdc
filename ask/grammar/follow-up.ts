/**
 * Follow-ups: "And last week?" after "How did Anna do?". What the new question names replaces what the one before named;
 * the rest stays.
 */

import { type Days, mondayOf, type Span } from './dates/span.ts';
import { daysBefore } from './intents/range.ts';
import type { Parts } from './parts.ts';
import type { Cue } from './words.ts';

/** Cues that say which report is meant. */
const REPORTS: readonly Cue[] = [
  ...([
    'dead',
    'losing',
    'profitable',
    'money',
    'now',
    'inThere',
    'whenBusy',
    'whenFull',
    'whenQuiet',
    'whatTime',
  ] as const),
  ...([
    'noShow',
    'whatsOn',
    'next',
    'when',
    'teaches',
    'people',
    'came',
    'howMany',
    'fill',
    'busy',
    'doing',
    'summary',
    'versus',
  ] as const),
];
/** Cues that say in which order. */
const ORDERS: readonly Cue[] = [
  ...([
    'best',
    'worst',
    'biggest',
    'smallest',
    'most',
    'least',
    'growing',
    'shrinking',
    'crowd',
  ] as const),
];
const NOUNS: readonly Cue[] = ['classNoun', 'classNouns', 'trainerNoun', 'trainerNouns', 'who'];
/** Words that only link. */
const LINKS: readonly Cue[] = ['follow', 'and', 'pronoun', 'past', 'which', 'we'];

const hasAny = (cues: ReadonlySet<Cue>, some: readonly Cue[]): boolean =>
  some.some((cue) => cues.has(cue));

/** Whether a question leans on the one before. */
export function isFollowUp(parts: Parts): boolean {
  const { cues, text } = parts;
  if (cues.has('follow') || /^\W*(and|but|also|same|then|or|ok|okay)\b/i.test(text)) return true;
  const isPronoun =
    cues.has('pronoun') &&
    (parts.mentions.length === 0 || isBesideBefore(cues, parts.mentions)) &&
    /\b(she|he|her|his|him|they|their|them|it|its|that|those|these|same)\b/i.test(text);
  const isWhole = hasAny(cues, REPORTS) || (hasAny(cues, ORDERS) && hasAny(cues, NOUNS));
  return isPronoun || !isWhole;
}

/** The new question with what it leaves unsaid taken from the one before. */
export function merge(parts: Parts, before: Parts): Parts {
  const names = mergedNames(parts, before);
  const spans =
    parts.spans.length > 0 ? placedSpans(parts.spans, before.spans) : keptSpans(parts, before);
  const isOneDay = parts.spans.some((span) => span.unit === 'day');
  const keptWeekdays = isOneDay ? [] : before.weekdays;
  return {
    ...parts,
    cues: mergedCues(parts, before),
    mentions: names,
    spans,
    weekdays: parts.weekdays.length > 0 ? parts.weekdays : keptWeekdays,
    hours: parts.hours.length > 0 ? parts.hours : keptHours(parts, before),
    limit: parts.limit ?? before.limit,
  };
}

/** "and?": nothing that would change the question before. */
export function saysNothing({
  cues,
  hours,
  leftovers,
  limit,
  mentions,
  spans,
  weekdays,
}: Parts): boolean {
  const named = [...mentions, ...spans, ...weekdays, ...hours, ...leftovers];
  return named.length === 0 && limit === null && [...cues].every((cue) => LINKS.includes(cue));
}

/** "compare her with Ben". */
function isBesideBefore(cues: Parts['cues'], mentions: Parts['mentions']): boolean {
  return cues.has('versus') && cues.has('pronoun') && mentions.length === 1;
}

/** A name replaces the names before; the second of a comparison where two were compared. */
function mergedNames({ cues, mentions }: Parts, before: Parts): Parts['mentions'] {
  const [only, ...others] = mentions;
  if (only === undefined) return before.mentions;
  if (isBesideBefore(cues, mentions)) return [...before.mentions.slice(0, 1), ...mentions];
  const kind = only.candidates[0]?.kind;
  const alike = before.mentions.filter(({ candidates }) => candidates[0]?.kind === kind);
  if (others.length === 0 && alike.length === 2 && before.mentions.length === 2) {
    return [...alike.slice(0, 1), only];
  }
  return mentions;
}

/** "the week before" is before the time that the question before was about. */
function placedSpans(spans: Parts['spans'], [first]: Parts['spans']): Parts['spans'] {
  return spans.map((span) => {
    const days = span.isBefore === true ? (first?.days('back') ?? null) : null;
    if (first === undefined || days === null) return span;
    return { unit: first.unit, days: () => unitBefore(span, first, days) };
  });
}

/** "the week before" of a day is the calendar week before its own. */
function unitBefore({ unit }: Span, first: Span, days: Days): Days {
  if (first.unit !== 'day' || (unit !== 'week' && unit !== 'month')) return daysBefore(first, days);
  const own = unit === 'week' ? mondayOf(days.from) : `${days.from.slice(0, 7)}-01`;
  return daysBefore({ ...first, unit }, { from: own, to: days.to });
}

/** "on Fridays" after "on Tuesday" is about other days altogether. */
function keptSpans(parts: Parts, before: Parts): Parts['spans'] {
  const isWeekday = parts.weekdays.length > 0;
  return before.spans.filter(({ unit }) => !(isWeekday && unit === 'day'));
}

/** The evening of "tonight" goes when another day comes. */
function keptHours(parts: Parts, before: Parts): Parts['hours'] {
  return parts.spans.length > 0 &&
    /\b(tonight|this (morning|afternoon|evening))\b/i.test(before.text)
    ? []
    : before.hours;
}

function mergedCues({ cues }: Parts, before: Parts): Set<Cue> {
  const own = [...cues].filter((cue) => !LINKS.includes(cue));
  const hasReport = hasAny(cues, REPORTS);
  const hasOrder = hasAny(cues, ORDERS);
  const hasNoun = hasAny(cues, NOUNS);
  const kept = [...before.cues].filter((cue) => {
    // "and what do they cost" is of the dead classes.
    if (cue === 'dead' && cues.has('money') && cues.has('pronoun')) return true;
    if (hasReport && (REPORTS.includes(cue) || ORDERS.includes(cue) || NOUNS.includes(cue)))
      return false;
    if (hasOrder && ORDERS.includes(cue)) return false;
    return !(hasNoun && NOUNS.includes(cue));
  });
  return new Set([...kept, ...own]);
}
