/** The gyms of a chain as a table. Unknown is a dash, zero is 0, and where there was no class that is said in words. */

import { gymBase } from '../../addresses.ts';
import {
  GYM_SORTS,
  type GymFigures,
  type GymLine,
  type GymRow,
  type GymSort,
  type GymsData,
  type LineState,
} from '../../office-data.ts';
import { age, counted, date, dateOf, money, number, percent, timeOf } from '../../words/format.ts';
import { listAddress } from './list-address.ts';

const COLUMNS = Object.keys(GYM_SORTS) as readonly GymSort[];
const WORDS: Readonly<Record<GymSort, string>> = {
  name: 'Gym',
  line: 'Connection',
  attended: 'Visits',
  fill_rate: 'Full',
  held: 'Classes',
  no_shows: 'No-shows',
  revenue: 'Revenue',
};
const LINES: Readonly<Record<LineState, string>> = {
  sending: 'connected',
  silent: 'offline',
  joined: 'joined, no data yet',
  never: 'not joined',
  ended: 'removed',
};

export function GymTable({ content }: { readonly content: GymsData }) {
  const { asked, rows } = content;
  return (
    <table class="gyms">
      <thead>
        <tr>
          {COLUMNS.map((sort) => {
            const isHere = sort === asked.sort;
            const turned = asked.direction === 'asc' ? 'desc' : 'asc';
            const direction = isHere ? turned : GYM_SORTS[sort];
            return (
              <th
                key={sort}
                scope="col"
                class={sort === 'name' || sort === 'line' ? undefined : 'figure'}
                aria-sort={
                  isHere ? (asked.direction === 'asc' ? 'ascending' : 'descending') : undefined
                }
              >
                <a href={listAddress(asked, { sort, direction, page: 1 })}>{WORDS[sort]}</a>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        <Total content={content} />
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** Amounts of several currencies stand below each other: they are not added up. */
function Total({
  content: { total, totalBefore, revenues, found },
}: {
  readonly content: GymsData;
}) {
  if (total === null || total.held === 0) return null;
  const amounts = revenues.map(({ revenue, currency }) => money(revenue, currency));
  return (
    <tr class="all">
      <th scope="row">{found === 1 ? 'The gym' : `All ${number(found)} gyms`}</th>
      <td class="line" />
      <People figures={total} before={totalBefore} />
      <td class="figure" data-name={WORDS.revenue}>
        {amounts.length === 0 ? money(null, null) : amounts[0]}
        {amounts.slice(1).map((amount) => (
          <div key={amount}>{amount}</div>
        ))}
      </td>
    </tr>
  );
}

function Row({ row }: { readonly row: GymRow }) {
  const { figures, before, currency } = row;
  return (
    <tr>
      <th scope="row">
        <a href={gymBase(row.id)}>
          <bdi>{row.name}</bdi>
        </a>
        {row.groups.length > 0 && <span class="note"> {row.groups.join(', ')}</span>}
      </th>
      <td class={`line is-${row.line.state}`}>
        <Line line={row.line} />
      </td>
      {figures === null || figures.held === 0 ? (
        <td colSpan={5} class="none-held">
          {figures === null ? 'nothing yet' : 'none held'}
          {before !== null && before.attended !== null && (
            <small> {`${number(before.attended)} people before`}</small>
          )}
        </td>
      ) : (
        <>
          <People figures={figures} before={before} />
          <Figure
            name="revenue"
            figures={figures}
            before={before}
            form={(value) => money(value, currency)}
          />
        </>
      )}
    </tr>
  );
}

/** The four cells before the amount. */
function People({ figures, before }: Pick<FigureProps, 'figures' | 'before'>) {
  const { held, counted: known, no_shows, no_shows_basis } = figures;
  return (
    <>
      <Figure name="attended" figures={figures} before={before} form={number} />
      <Figure name="fill_rate" figures={figures} before={before} form={percent} />
      <td class="figure" data-name={WORDS.held}>
        {number(held)}
        {known < held && <small> {`${number(known)} counted`}</small>}
      </td>
      <td class="figure" data-name={WORDS.no_shows}>
        {no_shows_basis !== 'roster' && (no_shows ?? 0) > 0 ? '≥ ' : ''}
        {number(no_shows)}
      </td>
    </>
  );
}

interface FigureProps {
  readonly name: 'attended' | 'fill_rate' | 'revenue';
  readonly figures: GymFigures;
  readonly before: GymFigures | null;
  readonly form: (value: number | null) => string;
}

/** With what it was in the seven days before, where that is known. */
function Figure({ name, figures, before, form }: FigureProps) {
  const was = before?.[name] ?? null;
  return (
    <td class="figure" data-name={WORDS[name]}>
      {form(figures[name])}
      {was !== null && <small> {`before ${form(was)}`}</small>}
    </td>
  );
}

function Line({ line: { state, heardAt, ageS, cameras } }: { readonly line: GymLine }) {
  const lost =
    cameras !== null && cameras.lost > 0
      ? `${number(cameras.lost)} of ${counted(cameras.all, 'camera')} without pictures`
      : null;
  return (
    <>
      {LINES[state]}
      {heardAt !== null && ageS !== null && (
        <>
          {state === 'sending' ? ', ' : ' since '}
          {state === 'sending'
            ? `${age(ageS)} ago`
            : `${date(dateOf(heardAt), 'short')} ${timeOf(heardAt)}`}
        </>
      )}
      {lost !== null && <small> {lost}</small>}
    </>
  );
}
