/** When people come: weekdays and hours. */

import { hoursBody } from '../../../gym/reports/answers/hours.ts';
import { type HoursKey, hoursReport } from '../../../gym/reports/hours.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import type { HoursBody } from '../../../gym/reports/schemas/hours.ts';
import type { QueryOf } from '../../query.ts';
import { heatMapOf } from '../heat-map.ts';
import {
  type NamedNumbers,
  type ReportAnswer,
  type Scene,
  scored,
  sessionFilter,
  type Unscored,
} from '../report-answer.ts';
import { filterText } from '../words/filter-text.ts';
import { cameText, orderNotes } from '../words/sums.ts';
import { classes, daysIn, full, people, rangeText, sentence } from '../words/wording.ts';

type Cell = HoursBody['cells'][number];

const STARTS = 'Hours are those in which classes start.';
const UNEVEN =
  'The days are not whole weeks: some weekdays come more often than others, which sums show and averages do not.';

export function hoursAnswer(query: QueryOf<'hours'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const report = hoursReport(narrowView(view, sessionFilter(query)), range, query);
  const body = hoursBody(report);
  const { by, order } = query;
  const when = `${filterText(query, view)} ${rangeText(range, today)}`;
  const [cell] = body.cells.filter((one) => one[by] !== null);
  // Of one weekday there is no busiest.
  const [weekday] = body.weekdays.length < 2 ? [] : body.weekdays.filter((one) => one[by] !== null);
  const [hour] = body.hours.filter((one) => one[by] !== null);
  const word =
    by === 'attended'
      ? order === 'highest'
        ? 'busiest'
        : 'quietest'
      : order === 'highest'
        ? 'fullest'
        : 'emptiest';
  const named = [cell, weekday, hour].filter((one) => one !== undefined);
  const more = [
    ...(weekday === undefined
      ? []
      : [`the ${word} weekday is ${cellName(weekday)}, ${valueText(weekday, by)}`]),
    ...(hour === undefined
      ? []
      : [`the ${word} hour is ${cellName(hour)}, ${valueText(hour, by)}`]),
  ];
  return {
    summary:
      cell === undefined
        ? `Nothing is known of classes${when}: none took place or was counted.`
        : `The ${word} time${when} is ${cellName(cell)}: ${valueText(cell, by)}. ${sentence(more.join('; '))}.`,
    numbers: numbersOf(named, by),
    items: scored(body.cells.map(cellItem)),
    notes: [
      ...orderNotes(body.cells, false),
      ...(cell === undefined ? [] : [STARTS]),
      ...(by === 'attended' && body.weekdays.length > 1 && daysIn(range) % 7 !== 0 ? [UNEVEN] : []),
    ],
    chart: heatMapOf(report, range, filterText(query, view)),
  };
}

/** `Mon 17:00 to 18:00`, `Monday`, `17:00 to 18:00`. */
function cellName({ weekday, hour }: Cell): string {
  const hours = hour === null ? null : `${clock(hour)} to ${clock(hour + 1)}`;
  if (weekday === null) return hours ?? 'all week';
  return hours === null ? sentence(weekday) : `${sentence(weekday).slice(0, 3)} ${hours}`;
}

function clock(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

function valueText(cell: Cell, by: HoursKey): string {
  return by === 'attended'
    ? `${people(cell.attended ?? 0)} in ${classes(cell.graded_classes)}`
    : `${full(cell.fill_rate)} (${classes(cell.rated_classes)})`;
}

function cellItem(cell: Cell): Unscored {
  return {
    '@type': 'Hour',
    name: cellName(cell),
    description: `${cellName(cell)}: ${cameText(cell)}.`,
    figures: cell,
  };
}

function numbersOf(cells: readonly Cell[], by: HoursKey): NamedNumbers {
  const n = by === 'attended' ? 'graded_classes' : 'rated_classes';
  return Object.fromEntries(
    cells.flatMap((cell) => {
      const hour = cell.hour === null ? null : `hour_${cell.hour}`;
      const name = [cell.weekday, hour].filter((part) => part !== null).join('_');
      return [
        [`${name}.${by}`, cell[by]],
        [`${name}.${n}`, cell[n]],
      ];
    }),
  );
}
