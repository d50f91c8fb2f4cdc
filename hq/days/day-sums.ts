/**
 * Sums of `gym_day` in groups, added up by the database and read column by column: some thousand groups of thirty sums come
 * as thirty lists of doubles, not as a hundred thousand texts. Long results come in several rows and are taken in
 * stretches, so that other requests have their turn between them.
 */

import type { Layout } from '../../gym/figures/compute/parts.ts';
import { Stretch } from '../../runtime/stretch.ts';
import type { ChainDimension } from '../../service/figures/chain-figures.ts';
import type { Session } from '../database/database.ts';
import { DAY_COLUMNS } from './day-columns.ts';

export interface WantedSums {
  /** Keys of the gyms; null for all of them. */
  readonly gyms: readonly number[] | null;
  readonly by: readonly ChainDimension[];
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly layout: Layout;
}

export interface DaySums {
  /** How many groups. */
  readonly size: number;
  /** For each dimension its key in each group: the number of a gym, a date, or `YYYY-MM`. */
  readonly keys: readonly (readonly string[])[];
  /** One group after the other, each as wide as the layout. */
  readonly data: Float64Array;
  /** Over all groups. */
  readonly total: Float64Array;
}

const KEYS: Readonly<Record<ChainDimension, string>> = {
  gym: 'd.gym',
  day: 'd.day',
  week: "date_trunc('week', d.day)::date",
  month: "to_char(d.day, 'YYYY-MM')",
};

/** Groups of one row of the result. Chosen here: it is read in 1 ms. */
const GROUPS = 1_000;
const DOUBLE_BYTES = 8;

interface Row {
  readonly size: number;
  /** By commas. */
  readonly keys: readonly string[];
  /** Doubles, the highest byte first. */
  readonly sums: readonly Buffer[];
}

/** Rejects with `database_unusable`. */
export async function readSums(session: Session, wanted: WantedSums): Promise<DaySums> {
  const { gyms, by, from, to, layout } = wanted;
  const columns = DAY_COLUMNS.filter(({ section }) => layout.has(section));
  const read = await session.query<Readonly<Record<string, unknown>>>(
    statementOf(wanted, columns),
    gyms === null ? [from, to] : [from, to, gyms],
  );
  const rows = read.map(
    (row): Row => ({
      size: Number(row['size']),
      keys: by.map((_, at) => String(row[`k${at}`])),
      sums: columns.map((_, at) => row[`s${at}`] as Buffer),
    }),
  );
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  const data = new Float64Array(size * layout.width);
  const total = new Float64Array(layout.width);
  const keys = by.map((): string[] => []);
  const places = columns.map(({ part, basis }) => layout.of(part) + basis);
  const stretch = new Stretch();
  let first = 0;
  for (const row of rows) {
    if (stretch.isOver()) await stretch.pause();
    for (const [at, texts] of row.keys.entries()) keys[at]?.push(...texts.split(','));
    for (const [at, place] of places.entries()) {
      const sums = row.sums[at] ?? Buffer.alloc(0);
      const view = new DataView(sums.buffer, sums.byteOffset, sums.length);
      let ofAll = total[place] ?? 0;
      for (let group = 0; group < row.size; group += 1) {
        const sum = view.getFloat64(group * DOUBLE_BYTES);
        data[(first + group) * layout.width + place] = sum;
        ofAll += sum;
      }
      total[place] = ofAll;
    }
    first += row.size;
  }
  return { size, keys, data, total };
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
