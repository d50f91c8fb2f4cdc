/**
 * How full each hour of the week is. The cells are the data: a real table. No class is an empty cell, a class without a
 * count is hatched, and none of the places taken is the lightest step with its 0.
 */

import { STEPS, stepOf } from '../look/tokens.ts';
import type { HoursData } from '../model/figures.ts';
import { capitalised, classes, percent } from '../words/format.ts';

const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
/** Hours that are shown where there are no classes at all. */
const USUAL = { first: 6, last: 20 } as const;

export function HeatMap({
  hours,
  caption,
}: {
  readonly hours: HoursData;
  readonly caption: string;
}) {
  const starts = hours.cells.map(({ hour }) => hour);
  const first = Math.min(...starts, USUAL.last);
  const last = Math.max(...starts, starts.length === 0 ? USUAL.last : first);
  const from = starts.length === 0 ? USUAL.first : first;
  const columns = Array.from({ length: last - from + 1 }, (_, at) => from + at);
  const cells = new Map(hours.cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
  return (
    <div class="scroll">
      <table class="heat">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">
                <abbr title={capitalised(weekday)}>{capitalised(weekday).slice(0, 2)}</abbr>
              </th>
              {columns.map((hour) => (
                <HeatCell key={hour} cell={cells.get(`${weekday} ${hour}`)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeatCell({ cell }: { readonly cell: HoursData['cells'][number] | undefined }) {
  if (cell === undefined) return <td class="none" />;
  if (cell.fill_rate === null) {
    const name = `not known, ${classes(cell.completed_classes)}`;
    return (
      <td class="uncounted" title={name}>
        <span class="unseen">{name}</span>
      </td>
    );
  }
  const whole = Math.round(cell.fill_rate * 100);
  const step = STEPS.indexOf(stepOf(whole));
  const name = `${percent(cell.fill_rate)} of the places, ${classes(cell.rated_classes)}`;
  return (
    <td class={`step${step}`} title={name}>
      {whole}
      <span class="unseen"> % of the places, {classes(cell.rated_classes)}</span>
    </td>
  );
}

export function HeatKey() {
  return (
    <ul class="key" aria-hidden="true">
      {STEPS.map(({ label }, at) => (
        <li key={label}>
          <span class={`swatch step${at}`} />
          {label}
        </li>
      ))}
      <li>
        <span class="swatch uncounted" />
        not counted
      </li>
      <li>
        <span class="swatch none" />
        no class
      </li>
    </ul>
  );
}
