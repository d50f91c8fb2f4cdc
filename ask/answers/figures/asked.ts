/** What was asked of the data, in words made of the normalised query alone: "No-shows by weekday, 12 Oct to 22 Nov 2026". */

import { MEASURES } from '../../../gym/figures/catalogue.ts';
import type { NormalQuery, QueryHaving } from '../../../gym/figures/query.ts';
import { filter, wordOf } from '../../grammar/phrase.ts';
import { dayText, money, percent, plain, sentence } from '../words/wording.ts';

export interface Names {
  readonly trainers: readonly { readonly id: string; readonly name: string }[];
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** The whole question: figures, rows, filters, bounds and days. */
export function askedText(query: NormalQuery, names: Names, currency: string | null): string {
  const { measures, by, where, having, compare } = query;
  const what = listOf(measures.map((one) => wordOf(one)));
  const rows = by.length === 0 ? '' : ` by ${listOf(by.map(wordOf))}`;
  const filters = where.map((one) => filterText(one, names)).join('');
  const bounds =
    having.length === 0 ? '' : `, ${listOf(having.map((one) => boundText(one, currency)))}`;
  const against = compare === null ? '' : ` compared with ${spanOf(compare)}`;
  return `${sentence(what)}${rows}${filters}${bounds}, ${spanOf(query)}${against}`;
}

/** Verdicts, grades and states are not said as the grammar reads them. */
function filterText(one: NormalQuery['where'][number], names: Names): string {
  const [dim, op, values] = one;
  const isOwnForm = ['verdict', 'quality', 'status', 'source'].includes(dim);
  if (!isOwnForm)
    return op === 'is_not'
      ? ` without those${filter([dim, 'is', values], names)}`
      : filter(one, names);
  const list = values.map((value) => String(value ?? 'none').replaceAll('_', ' ')).join(' or ');
  return `, ${dim} ${op === 'is_not' ? 'not ' : ''}${list}`;
}

const BOUNDS = { '<': 'under', '<=': 'at most', '>': 'over', '>=': 'at least' } as const;

export function boundText([measure, op, value]: QueryHaving, currency: string | null): string {
  const { unit } = MEASURES[measure];
  const amount =
    unit === 'rate' ? percent(value) : unit === 'money' ? money(value, currency) : plain(value, 2);
  return `${wordOf(measure)} ${BOUNDS[op]} ${amount}`;
}

/** `12 Oct to 22 Nov 2026`, `21 Nov 2026`. */
export function spanOf({ from, to }: { readonly from: string; readonly to: string }): string {
  if (from === to) return `${dayText(to)} ${to.slice(0, 4)}`;
  const year = from.slice(0, 4) === to.slice(0, 4) ? '' : ` ${from.slice(0, 4)}`;
  return `${dayText(from)}${year} to ${dayText(to)} ${to.slice(0, 4)}`;
}

export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
