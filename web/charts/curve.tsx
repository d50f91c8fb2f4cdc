/**
 * How the room filled and emptied: counts minute by minute as steps, the estimate with its range over the core window, places
 * and bookings as lines with their names on them. A gap is hatched and never bridged. A slider goes through the minutes: by
 * finger, mouse and arrow keys alike, and says what it stands on. Widths are in percent, so letters keep their size.
 */

import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { SessionReportBody } from '../../gym/reports/session-report.ts';
import { records } from '../parts/records.tsx';
import { counted, minuteWords, number, timeOf } from '../words/format.ts';
import { REASONS } from '../words/reasons.ts';

type Point = SessionReportBody['curve']['points'][number];

/** Of the drawing, px; inside it widths are per mille. */
const HEIGHT = 220;
const BOTTOM = 24;
const WIDE = 1_000;

export function curveOf(report: SessionReportBody) {
  const { points, max, core_window: core, staff } = report.curve;
  const { session } = report;
  const from = points[0]?.offset;
  const newest = points.at(-1)?.offset;
  if (from === undefined || newest === undefined) return null;
  const minutes = (Date.parse(session.ends_at) - Date.parse(session.starts_at)) / 60_000;
  const to = Math.max(newest + 1, minutes + 10);
  const { attended, attended_low: low, attended_high: high, capacity, booked } = session;
  const counts = points.flatMap(({ count }) => count ?? []);
  const most = Math.max(4, capacity ?? 0, booked ?? 0, high ?? 0, max ?? 0, ...counts);
  const x = scaleLinear([from, to], [0, WIDE]);
  const y = scaleLinear([0, most * 1.12], [HEIGHT, 0]);
  const at = (offset: number) => `${x(offset) / 10}%`;
  const across = (begin: number, end: number) => ({
    x: at(begin),
    width: `${(x(end) - x(begin)) / 10}%`,
  });
  const steps = line<Point>()
    .defined(({ count }) => count !== null)
    .x(({ offset }) => x(offset))
    .y(({ count }) => y(count ?? 0))
    .curve(curveStepAfter);
  const isUpper = (booked ?? 0) <= (capacity ?? 0);
  const named = (look: string, value: number | null, word: string, above: number) =>
    value !== null && (
      <g>
        {level(look, y(value))}
        <text x="99%" y={y(value) + above} text-anchor="end">
          {number(value)} {word}
        </text>
      </g>
    );
  return (
    <figure class="curve">
      <svg height={HEIGHT + BOTTOM} role="img" aria-label={nameOf(session.name, counts)}>
        <defs>
          <pattern id="gap" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6 6 0" class="stripe" />
          </pattern>
        </defs>
        {core && <rect class="core" {...across(core.from, core.to)} height={HEIGHT} />}
        {gapsOf(points).map(({ begin, end }) => (
          <rect key={begin} class="gap" {...across(begin, end)} height={HEIGHT} />
        ))}
        {core && low !== null && high !== null && (
          <rect
            class="band"
            {...across(core.from, core.to)}
            y={y(high)}
            height={Math.max(2, y(low) - y(high))}
          />
        )}
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            {level('grid', y(tick))}
            <text x="2" y={y(tick) - 4}>
              {tick}
            </text>
          </g>
        ))}
        <svg
          viewBox={`0 0 ${WIDE} ${HEIGHT}`}
          height={HEIGHT}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path class="steps" d={steps([...points]) ?? ''} />
        </svg>
        {core && attended !== null && level('estimate', y(attended), at(core.from), at(core.to))}
        {/* Each with its name at the right end, on the side where the other line is not. */}
        {named('capacity', capacity, 'spots', isUpper ? -5 : 15)}
        {named('bookings', booked, 'booked', isUpper ? 15 : -5)}
        <line class="cursor" y1="0" y2={HEIGHT} />
        {[0, to - 10].map((edge) => (
          <line key={edge} class="edge" x1={at(edge)} x2={at(edge)} y1="0" y2={HEIGHT} />
        ))}
        {ticksOf(from, to).map((offset) => (
          <text key={offset} x={at(offset)} y={HEIGHT + 18} text-anchor="middle">
            {offset}
          </text>
        ))}
      </svg>
      {readerOf(points, session.starts_at, to - from)}
      <figcaption class="context">
        People in the room, minute by minute, staff included
        {staff ? `; the result leaves out ${counted(staff, 'member', 'members')} of staff` : ''}.
        The line is our result, and the band its likely range. Hatched minutes have no count.
      </figcaption>
      <details>
        <summary>Show as a table</summary>
        {records(
          ['Minute', ['People, with staff', 'figure']],
          points.map((point) => [point.offset, cellOf(point)]),
          { look: 'minutes' },
        )}
      </details>
    </figure>
  );
}

function level(look: string, y: number, from = '0', to = '100%') {
  return <line class={look} x1={from} x2={to} y1={y} y2={y} />;
}

/** What the slider stands on, in words; the script moves it. @param minutes That the drawing is wide. */
function readerOf(points: readonly Point[], starts: string, minutes: number) {
  const point = points.find(({ offset }) => offset === 0) ?? points[0];
  if (point === undefined) return null;
  const words = minuteWords(point.offset, cellOf(point));
  return (
    <p class="reader">
      <label for="minute">Pick a minute</label>
      <input
        id="minute"
        type="range"
        min={0}
        max={points.length - 1}
        value={points.indexOf(point)}
        aria-valuetext={words}
        data-minutes={minutes}
      />
      <output for="minute">
        <span>{words}</span> <span class="note">class starts {timeOf(starts)}</span>
      </output>
    </p>
  );
}

function cellOf({ count, reason }: Point): string {
  if (count !== null) return String(count);
  return `no count${reason === null ? '' : `: ${REASONS[reason] ?? reason}`}`;
}

/** Stretches of minutes without a count. */
function gapsOf(points: readonly Point[]): { begin: number; end: number }[] {
  const gaps: { begin: number; end: number }[] = [];
  for (const { offset, count } of points) {
    if (count !== null) continue;
    const last = gaps.at(-1);
    if (last?.end === offset) last.end = offset + 1;
    else gaps.push({ begin: offset, end: offset + 1 });
  }
  return gaps;
}

/** A label at the start and each quarter of an hour, or each half of a long class. */
function ticksOf(from: number, to: number): number[] {
  const step = to - from > 150 ? 60 : to - from > 75 ? 30 : 15;
  return Array.from({ length: Math.floor((to - 3) / step) + 1 }, (_, at) => at * step);
}

function nameOf(name: string, counts: readonly number[]): string {
  if (counts.length === 0) return 'People in the room, minute by minute: no counts';
  return `People in the room of ${name}, minute by minute: ${counted(Math.max(...counts), 'person', 'people')} at most. The table below has each minute.`;
}
