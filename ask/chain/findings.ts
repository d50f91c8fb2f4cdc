/** Figures over gyms in words: a sentence of what was asked and found, the numbers in it, and one item for each row. */

import type { FiguresAnswer } from '../../gym/figures/answer.ts';
import { MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import type {
  ChainAnswer,
  ChainGym,
  ChainRow,
  NormalChainQuery,
} from '../../service/figures/chain-figures.ts';
import { rowName } from '../answers/figures/keys.ts';
import { pictureOf } from '../answers/figures/pictures.ts';
import { bare, told } from '../answers/figures/values.ts';
import { type ReportAnswer, scored, type Unscored } from '../answers/report-answer.ts';
import { counted, listOf, plain, sentence } from '../answers/words/wording.ts';
import { boundText, rangeText, wordOf } from '../read/phrase.ts';

/** Rows that the sentence names. As of one gym. */
const MAX_NAMED = 8;

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
  const found = by.length === 0 ? figures(total) : rowsText(answer, figures, currencyOf);
  const summary = `${asked}: ${found}.`;
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
    numbers: numbersOf(answer),
    items: scored(items),
    notes: [`Read as: ${asked}.`, ...answer.notes],
    // A trend reads the rows, their dimension and the measure: these are the same.
    chart: isOfTime ? pictureOf(answer as unknown as FiguresAnswer, asked) : null,
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

function rowsText(
  { query, rows, row_count, total, currency }: ChainAnswer,
  figures: (row: ChainRow) => string,
  currencyOf: (row: ChainRow) => string | null,
): string {
  if (rows.length === 0) return 'none';
  const [only, ...others] = query.measures;
  const short = (row: ChainRow): string => {
    const value = only === undefined || others.length > 0 ? null : (row[only] ?? null);
    return only === undefined || value === null ? figures(row) : bare(only, value, currencyOf(row));
  };
  const { by, limit, having } = query;
  const texts = rows.slice(0, MAX_NAMED).map((row) => `${nameOf(row, by)} ${short(row)}`);
  const rest = row_count - Math.min(rows.length, MAX_NAMED);
  const more = rest > 0 && limit > MAX_NAMED ? `; and ${plain(rest, 0)} more` : '';
  const isSum = query.measures.every((one) => /^(sum|count)$/.test(MEASURES[one].kind));
  const isAll = having.length === 0 && rows.length > 1 && row_count === rows.length;
  const sum =
    isSum && isAll
      ? `; in all ${listOf(query.measures.map((one) => told(one, total, currency)))}`
      : '';
  return `${texts.join(', ')}${more}${sum}`;
}

function numbersOf({ query, rows, total, row_count }: ChainAnswer): ReportAnswer['numbers'] {
  const { by, measures } = query;
  const of = (name: string, row: Partial<Record<MeasureName, number | null>>) =>
    measures.map((one): [string, number | null] => [`${name}${one}`, row[one] ?? null]);
  const named = rows.slice(0, MAX_NAMED).flatMap((row) => of(`${nameOf(row, by)}.`, row));
  const count: [string, number][] = by.length === 0 ? [] : [['row_count', row_count]];
  return Object.fromEntries([...of('', total), ...count, ...named]);
}
