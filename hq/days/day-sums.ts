/**
 * Sums of `gym_day` in groups, added up by the database and read column by column: some thousand groups of thirty sums come
 * as thirty lists of doubles, not as a hundred thousand texts. Long results come in several rows and are taken in
 * stretches, so that other requests have their turn between them.
 */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import { partsOf, Sums } from '../../gym/figures/sums.ts';
import { Stretch } from '../../runtime/timers.ts';
import type { ChainDimension } from '../../service/figures/chain-figures.ts';
import type { Session } from '../database/database.ts';
import { columnsOf } from '../database/schema.ts';

export interface WantedSums {
  /** Keys of the gyms; null for all of them. */
  readonly gyms: readonly number[] | null;
  readonly by: readonly ChainDimension[];
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly measures: readonly MeasureName[];
}

export type DaySums = Awaited<ReturnType<typeof readSums>>;

const KEYS: Readonly<Record<ChainDimension, string>> = {
  gym: 'd.gym',
  day: 'd.day',
  week: "date_trunc('week', d.day)::date",
  month: "to_char(d.day, 'YYYY-MM')",
};

/** Groups of one row of the result. Chosen here: it is read in 1 ms. */
const GROUPS = 1_000;
const DOUBLE_BYTES = 8;

/**
 * How many groups there are, for each dimension its key in each group (the number of a gym, a date, or `YYYY-MM`), and the sums
 * of one group or of all. Rejects with `database_unusable`.
 */
export async function readSums(session: Session, wanted: WantedSums) {
  const { gyms, by, from, to, measures } = wanted;
  const columns = columnsOf(measures);
  const values = gyms === null ? [from, to] : [from, to, gyms];
  type Read = Readonly<Record<string, unknown>>;
  const rows = (await session.query<Read>(statementOf(wanted, columns), values)).map((row) => ({
    size: Number(row['size']),
    /** By commas. */
    keys: by.map((_, at) => String(row[`k${at}`])),
    /** Doubles, the highest byte first. */
    sums: columns.map((_, at) => row[`s${at}`] as Buffer),
  }));
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  const lists = columns.map((column) => ({ column, values: new Float64Array(size) }));
  const total = new Sums(partsOf(measures));
  const keys = by.map((): string[] => []);
  const stretch = new Stretch();
  let first = 0;
  for (const row of rows) {
    if (stretch.isOver()) await stretch.pause();
    for (const [at, texts] of row.keys.entries()) keys[at]?.push(...texts.split(','));
    for (const [at, { column, values }] of lists.entries()) {
      const doubles = row.sums[at] ?? Buffer.alloc(0);
      let ofAll = column.read(total);
      for (let group = 0; group < row.size; group += 1) {
        const sum = doubles.readDoubleBE(group * DOUBLE_BYTES);
        values[first + group] = sum;
        ofAll += sum;
      }
      column.write(total, ofAll);
    }
    first += row.size;
  }
  const sums = new Sums(partsOf(measures));
  /** The same object each time: a chain has 200,000 groups of a gym and a day. */
  const sumsAt = (group: number) => {
    for (const { column, values } of lists) column.write(sums, values[group] ?? 0);
    return sums;
  };
  return { size, keys, sumsAt, total };
}

function statementOf(
  { gyms, by }: WantedSums,
  columns: readonly { readonly name: string }[],
): string {
  const keys = by.map((name, at) => `${KEYS[name]} AS k${at}`);
  const sums = columns.map(({ name }, at) => `sum(d.${name})::float8 AS s${at}`);
  const lists = [
    ...by.map((_, at) => `string_agg(k${at}::text, ',') AS k${at}`),
    ...columns.map((_, at) => `string_agg(float8send(s${at}), '') AS s${at}`),
  ];
  const group = by.length === 0 ? '' : `GROUP BY ${by.map((_, at) => at + 1).join(', ')}`;
  return `SELECT count(*)::integer AS size, ${lists.join(', ')} FROM (
    SELECT ${[...keys, ...sums].join(', ')}, row_number() OVER () - 1 AS number FROM gym_day d
    WHERE d.day BETWEEN $1::date AND $2::date ${gyms === null ? '' : 'AND d.gym = ANY($3::integer[])'}
    ${group} HAVING count(*) > 0) AS summed GROUP BY number / ${GROUPS}`;
}
