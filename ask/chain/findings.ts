/** Figures over gyms in words: a sentence of what was asked and found, the numbers in it, and one item for each row. */

import type { FiguresAnswer } from '../../gym/figures/query.ts';
import type {
  ChainAnswer,
  ChainGym,
  ChainRow,
  NormalChainQuery,
} from '../../service/figures/chain-figures.ts';
import { numbersOf, rowsText } from '../answers/figures/figures-findings.ts';
import { rowName } from '../answers/figures/keys.ts';
import { pictureOf } from '../answers/figures/pictures.ts';
import { told } from '../answers/figures/values.ts';
import { type ReportAnswer, scored, type Unscored } from '../answers/report-answer.ts';
import { counted, listOf, sentence } from '../answers/words/wording.ts';
import { boundText, rangeText, wordOf } from '../read/phrase.ts';

/** @param gyms that the key may see. */
export function chainFindings(answer: ChainAnswer, gyms: readonly ChainGym[]): ReportAnswer {
  const { query, rows, total } = answer;
  const { by } = query;
  const currencies = new Map(gyms.map(({ id, currency }) => [id, currency]));
  const currencyOf = (row: ChainRow) =>
    row.gym === undefined ? answer.currency : (currencies.get(row.gym) ?? null);
  const asked = askedText(answer, gyms);
  const figures = (row: ChainRow) =>
    listOf(query.measures.map((one) => told(one, row, currencyOf(row))));
  // Rows, their dimensions and the measures are read alike, of a gym and over gyms.
  const same = answer as unknown as FiguresAnswer;
  const words = {
    nameOf: (row: unknown) => nameOf(row as ChainRow, by),
    currencyOf: (row: unknown) => currencyOf(row as ChainRow),
  };
  const summary = by.length === 0 ? `${asked}: ${figures(total)}.` : `${rowsText(same, words)}.`;
  const items: Unscored[] =
    by.length === 0
      ? [{ '@type': 'Figures', name: asked, description: summary, figures: { ...total } }]
      : rows.map((row) => {
          const name = sentence(nameOf(row, by));
          const type = by.includes('gym') ? 'Figures' : 'Day';
          return {
            '@type': type,
            name,
            description: `${name}: ${figures(row)}.`,
            figures: { ...row },
          };
        });
  const isOfTime = by.length === 1 && by[0] !== 'gym';
  return {
    summary,
    numbers: numbersOf(same, words),
    items: scored(items),
    notes: [`Read as: ${asked}.`, ...answer.notes],
    chart: isOfTime ? pictureOf(same, asked) : null,
  };
}

/** What was run, in words: "Revenue by gym of the group south from 1 Oct to 31 Oct 2026". */
function askedText(
  { query, gyms: count, currency }: ChainAnswer,
  gyms: readonly ChainGym[],
): string {
  const { measures, by, where, having } = query;
  const names = new Map(gyms.map(({ id, name }) => [id, name]));
  const what = sentence(listOf(measures.map(wordOf)));
  const rows = by.length === 0 ? '' : ` by ${listOf(by)}`;
  const filters = where.map(([name, op, values]) => {
    const list = listOf(
      values.map((value) => (name === 'gym' ? (names.get(value) ?? value) : value)),
    );
    const of = name === 'gym' ? list : `the group ${list}`;
    return op === 'is' ? ` of ${of}` : ` without ${of}`;
  });
  const all =
    where.length === 0 && !by.includes('gym') ? ` of ${counted(count, 'gym')} together` : '';
  const bounds =
    having.length === 0 ? '' : ` with ${listOf(having.map((one) => boundText(one, currency)))}`;
  return `${what}${rows}${filters.join('')}${all}${bounds}${rangeText(query)}`;
}

function nameOf(row: ChainRow, by: NormalChainQuery['by']): string {
  return by
    .map((dim) => (dim === 'gym' ? (row.gym_name ?? row.gym ?? '') : rowName(row as never, [dim])))
    .join(', ');
}
