/**
 * How full each hour of the week is. The cells are the data: a real table. No class is an empty cell, a class without a
 * count is hatched, and none of the places taken is the lightest step with its 0.
 */

import { STEPS, stepOf } from '../look/tokens.ts';
import { type HoursData, WEEKDAYS } from '../model/figures.ts';
import { unbroken } from '../parts/rows.tsx';
import { capitalised, classes, dates } from '../words/format.ts';

/** With what its colours mean; null where no hour had a class. */
export function busyTimes(hours: HoursData) {
  if (hours.cells.length === 0) return null;
  const days = unbroken(dates(hours.from, hours.to));
  return (
    <>
      <HeatMap hours={hours} caption={`How full classes are, by start time. ${days}`} />
      {heatKey()}
    </>
  );
}

export function HeatMap({ hours, caption }: { hours: HoursData; caption: string }) {
  const starts = hours.cells.map(({ hour }) => hour);
  const first = Math.min(...starts);
  const columns = Array.from({ length: Math.max(...starts) - first + 1 }, (_, at) => first + at);
  return (
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
            {columns.map((hour) =>
              cellOf(hours.cells.find((one) => one.weekday === weekday && one.hour === hour)),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellOf(cell: HoursData['cells'][number] | undefined) {
  if (cell === undefined) return <td class="none" />;
  const { fill_rate: fill, rated_classes: rated, completed_classes: completed } = cell;
  const whole = fill === null ? null : Math.round(fill * 100);
  const wide = (whole ?? 0) < 100 ? '' : ' wide';
  const look = whole === null ? 'uncounted' : `step${STEPS.indexOf(stepOf(whole))}${wide}`;
  const name = whole === null ? `not known, ${classes(completed)}` : `% full, ${classes(rated)}`;
  return (
    <td class={look} title={`${whole ?? ''}${name}`}>
      {whole}
      <span class="unseen">{name}</span>
    </td>
  );
}

function heatKey() {
  const steps = STEPS.map(({ label }, at) => [`step${at}`, label]);
  return (
    <ul class="key" aria-hidden="true">
      {[...steps, ['uncounted', 'not counted'], ['none', 'no class']].map(([look, label]) => (
        <li key={look}>
          <span class={`swatch ${look}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}
