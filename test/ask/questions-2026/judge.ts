/** Compares what a question was read as with what a fair person expects, as `README.md` of this folder says. */

import { isDeepStrictEqual } from 'node:util';
import { createGrammar } from '../../../ask/grammar/grammar.ts';
import type { Reading, Surroundings } from '../../../ask/reader.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

export interface Entry {
  readonly id: string;
  readonly mix: string;
  readonly question: string;
  readonly prev?: readonly string[];
  readonly expect: Expected;
}

interface Expected {
  readonly anyOf?: readonly Expected[];
  readonly query?: Record<string, unknown>;
  readonly kind?: 'now' | 'timetable' | 'refused' | 'ask_back';
  readonly from?: string;
  readonly to?: string;
  readonly where?: readonly unknown[];
}

/** `wrong`: a figure for something else. `refused`: an honest refusal of what could be answered. */
export type Verdict = 'right' | 'refused' | 'wrong';

/** Sunday 2026-11-22, 18:00 in London. */
const NOW = Date.UTC(2026, 10, 22, 18);
const view = sandboxView(NOW);
const read = createGrammar();

export const surroundings: Surroundings = {
  timezone: 'Europe/London',
  nowUtcMs: NOW,
  trainers: view.trainers,
  self: null,
  classNames: [...new Set(view.sessions.map(({ name }) => name))],
  families: [],
  rooms: view.rooms.map(({ id, name }) => ({ id, name })),
};

export function readEntry({ question, prev = [] }: Entry): Promise<Reading> | Reading {
  return read({ text: question, prev }, surroundings);
}

export function judge({ expect }: Entry, reading: Reading): Verdict {
  const accepted = expect.anyOf ?? [expect];
  if (accepted.some((one) => fits(one, reading))) return 'right';
  return reading.kind === 'query' ? 'wrong' : 'refused';
}

function fits(expected: Expected, reading: Reading): boolean {
  if (expected.kind === 'refused') return reading.kind === 'unclear';
  if (expected.kind === 'ask_back') return reading.kind !== 'query';
  if (reading.kind !== 'query') return false;
  const query = reading.query as Record<string, unknown>;
  if (expected.kind === 'now') {
    return (
      query['report'] === 'occupancy' && isDeepStrictEqual(set(expected.where), set(query['where']))
    );
  }
  if (expected.kind === 'timetable') {
    const isDays = query['from'] === expected.from && query['to'] === expected.to;
    return (
      query['report'] === 'timetable' &&
      isDays &&
      isDeepStrictEqual(set(expected.where), set(query['where']))
    );
  }
  const asked = expected.query ?? {};
  const { order, ...rest } = asked;
  const isOrdered = order === undefined || isDeepStrictEqual(order, query['order']);
  return isOrdered && isDeepStrictEqual(normal(rest), normal({ ...query, order: undefined }));
}

/** Lists whose order does not count, sorted; what is left out is empty. */
function normal(query: Record<string, unknown>): unknown {
  const { measures, by, where, having, from, to, limit, offset, compare } = query;
  return {
    measures: set(measures),
    by: set(by),
    where: set(where),
    having: set(having),
    from,
    to,
    limit,
    offset,
    compare,
  };
}

function set(list: unknown): string[] {
  const all = Array.isArray(list) ? list : [];
  return all.map((one) => JSON.stringify(filterOf(one))).toSorted();
}

/** The order of a filter's values does not count, except in `between`; no substitute is not "yes". */
export function filterOf(one: unknown): unknown {
  if (!Array.isArray(one) || !Array.isArray(one[2]) || one[1] === 'between') return one;
  return [one[0], one[1], one[2].map((value) => JSON.stringify(value)).toSorted()];
}
