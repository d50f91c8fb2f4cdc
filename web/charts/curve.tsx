/**
 * How the room filled and emptied: counts minute by minute as steps, the estimate with its range over the core window, places
 * and bookings as lines with their names on them. A gap is hatched and never bridged. A slider goes through the minutes: by
 * finger, mouse and arrow keys alike, and says what it stands on. Widths are in percent, so letters keep their size.
 */

import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { SessionReportBody } from '../../gym/reports/session-report.ts';
import { Records } from '../parts/records.tsx';
import { counted, minuteWords, number, timeOf } from '../words/format.ts';
import { REASONS } from '../words/reasons.ts';

type Point = SessionReportBody['curve']['points'][number];

/** Of the drawing, px; inside it widths are per mille. */
const HEIGHT = 220;
const BOTTOM = 24;
const WIDE = 1_000;

export function Curve({ report }: { readonly report: SessionReportBody }) {
  const { curve, session } = report;
  const { points } = curve;
  const frame = frameOf(report);
  if (frame === null) return null;
  const { x, y, from, to } = frame;
  const at = (offset: number) => `${x(offset) / 10}%`;
  const steps = line<Point>()
    .defined(({ count }) => count !== null)
    .x(({ offset }) => x(offset))
    .y(({ count }) => y(count ?? 0))
    .curve(curveStepAfter);
  const core = curve.core_window;
  const isSure = session.attended_low !== null && session.attended_high !== null;
  return (
    <figure class="curve">
      <svg height={HEIGHT + BOTTOM} role="img" aria-label={nameOf(report)}>
        <defs>
          <pattern id="gap" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6 6 0" class="stripe" />
          </pattern>
        </defs>
        {core !== null && (
          <rect
            class="core"
            x={at(core.from)}
            width={`${(x(core.to) - x(core.from)) / 10}%`}
            height={HEIGHT}
          />
        )}
        {gapsOf(points).map(({ begin, end }) => (
          <rect
            key={begin}
            class="gap"
            x={at(begin)}
            width={`${(x(end) - x(begin)) / 10}%`}
            height={HEIGHT}
          />
        ))}
        {core !== null && isSure && (
          <rect
            class="band"
            x={at(core.from)}
            width={`${(x(core.to) - x(core.from)) / 10}%`}
            y={y(session.attended_high ?? 0)}
            height={Math.max(2, y(session.attended_low ?? 0) - y(session.attended_high ?? 0))}
          />
        )}
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line class="grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
            <text class="tick" x="2" y={y(tick) - 4}>
              {tick}
            </text>
          </g>
        ))}
        <svg
          viewBox={`0 0 ${WIDE} ${HEIGHT}`}
          width="100%"
          height={HEIGHT}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path class="steps" d={steps([...points]) ?? ''} />
        </svg>
        {core !== null && session.attended !== null && (
          <line
            class="estimate"
            x1={at(core.from)}
            x2={at(core.to)}
            y1={y(session.attended)}
            y2={y(session.attended)}
          />
        )}
        <Levels session={session} y={y} />
        <line class="cursor" y1="0" y2={HEIGHT} />
        <line class="edge" x1={at(0)} x2={at(0)} y1="0" y2={HEIGHT} />
        <line class="edge" x1={at(to - 10)} x2={at(to - 10)} y1="0" y2={HEIGHT} />
        {ticksOf(from, to).map((offset) => (
          <text key={offset} class="tick" x={at(offset)} y={HEIGHT + 18} text-anchor="middle">
            {offset}
          </text>
        ))}
      </svg>
      <Reader points={points} starts={session.starts_at} minutes={to - from} />
      <figcaption class="context">
        People in the room, minute by minute, staff included
        {curve.staff === null || curve.staff === 0
          ? ''
          : `; the result leaves out ${counted(curve.staff, 'member', 'members')} of staff`}
        . The line is our result, and the band its likely range. Hatched minutes have no count.
      </figcaption>
      <details>
        <summary>Show as a table</summary>
        <Records
          class="minutes"
          head={['Minute', ['People, with staff', 'figure']]}
          rows={points.map((point) => [point.offset, cellOf(point)])}
        />
      </details>
    </figure>
  );
}

/** Where minutes and people are; null where there is nothing to draw yet. */
function frameOf({ curve: { points, max }, session }: SessionReportBody) {
  const from = points[0]?.offset;
  const newest = points.at(-1)?.offset;
  if (from === undefined || newest === undefined) return null;
  const minutes = (Date.parse(session.ends_at) - Date.parse(session.starts_at)) / 60_000;
  const to = Math.max(newest + 1, minutes + 10);
  const people = [session.capacity, session.booked, session.attended_high, max];
  const most = Math.max(
    4,
    ...people.map((one) => one ?? 0),
    ...points.map(({ count }) => count ?? 0),
  );
  return {
    from,
    to,
    x: scaleLinear([from, to], [0, WIDE]),
    y: scaleLinear([0, most * 1.12], [HEIGHT, 0]),
  };
}

interface LevelsProps {
  readonly session: SessionReportBody['session'];
  readonly y: (people: number) => number;
}

/** Places and bookings. */
function Levels({ session: { capacity, booked }, y }: LevelsProps) {
  const isOverbooked = (booked ?? 0) > (capacity ?? 0);
  return (
    <>
      <Level value={capacity} word="spots" y={y} name="capacity" isUpper={!isOverbooked} />
      <Level value={booked} word="booked" y={y} name="bookings" isUpper={isOverbooked} />
    </>
  );
}

interface LevelProps {
  readonly value: number | null;
  readonly word: string;
  readonly name: 'capacity' | 'bookings';
  readonly y: (people: number) => number;
  /** Whether the other line is not above it. */
  readonly isUpper: boolean;
}

/** A line across with its name at the right end, on the side where the other line is not. */
function Level({ value, word, name, y, isUpper }: LevelProps) {
  if (value === null) return null;
  return (
    <g class={`level ${name}`}>
      <line x1="0" x2="100%" y1={y(value)} y2={y(value)} />
      <text x="99%" y={y(value) + (isUpper ? -5 : 15)} text-anchor="end">
        {number(value)} {word}
      </text>
    </g>
  );
}

interface ReaderProps {
  readonly points: readonly Point[];
  readonly starts: string;
  /** That the drawing is wide. */
  readonly minutes: number;
}

/** What the slider stands on, in words; the script moves it. */
function Reader({ points, starts, minutes }: ReaderProps) {
  const place = points.findIndex(({ offset }) => offset === 0);
  const point = points[Math.max(0, place)];
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
        value={Math.max(0, place)}
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

function nameOf({ session, curve }: SessionReportBody): string {
  const known = curve.points.flatMap(({ count }) => count ?? []);
  if (known.length === 0) return 'People in the room, minute by minute: no counts';
  return `People in the room of ${session.name}, minute by minute: ${counted(Math.max(...known), 'person', 'people')} at most. The table below has each minute.`;
}
