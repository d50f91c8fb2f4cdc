/** Bars and dots of a row. The words next to each say the same, so they are hidden from who hears the page. */

import type { ComponentChildren, JSX } from 'preact';
import type { SessionBody } from '../../gym/reports/session-row.ts';

export function bar(height: number, ...marks: ComponentChildren[]) {
  return (
    <svg class="bar" height={height} aria-hidden="true">
      {marks}
    </svg>
  );
}

/** In place of a bar of nothing. */
const noBar = () => <div class="bar" />;

/** A place along a bar, of the most that it has room for; a little is left for marks at its end. */
export const along = (value: number, most: number, whole = 98) => `${(whole * value) / most}%`;

const track = (look: string, width: string, y = 0) => (
  <rect class={look} width={width} y={y} height="10" rx="3" />
);

const tick = (look: string, at: string) => <line class={look} x1={at} x2={at} y1="-2" y2="12" />;

/**
 * One class: people of spots, the range as a bracket, bookings as a tick. A class that was not counted is hatched: that is
 * neither none nor zero.
 */
export function classBar(session: SessionBody) {
  const { attended, attended_low: low, attended_high: high, capacity, booked, status } = session;
  const isRunning = status === 'in_progress';
  const people = (isRunning ? session.occupancy_now : attended) ?? 0;
  const most = Math.max(capacity ?? 0, people, high ?? 0, booked ?? 0);
  const isUncounted = status === 'completed' && attended === null;
  if ((most === 0 && !isUncounted) || status === 'cancelled') return noBar();
  const at = (value: number) => (most === 0 ? '100%' : along(value, most, 100));
  return bar(
    16,
    track(isUncounted ? 'track hatched' : 'track', at(capacity ?? most)),
    people > 0 && track(isRunning ? 'now' : 'attended', at(people)),
    status === 'completed' && low !== null && high !== null && low < high && (
      <g class="range">
        <line x1={at(low)} x2={at(high)} y1="14" y2="14" />
        <line x1={at(low)} x2={at(low)} y1="12" y2="16" />
        <line x1={at(high)} x2={at(high)} y1="12" y2="16" />
      </g>
    ),
    // Whole also at the very end, where the row is cut.
    booked !== null && tick('booked', along(booked, Math.max(1, most), 99.5)),
  );
}

/** What the marks mean, once for a list. @param marks Words with the mark that they are of, and its width where it is narrow. */
export function chartKey(
  ...marks: readonly (readonly [word: string, mark: JSX.Element, width?: number])[]
) {
  return (
    <ul class="key" aria-hidden="true">
      {marks.map(([word, mark, width = 22]) => (
        <li key={word}>
          <svg width={width} height="14" aria-hidden="true">
            {mark}
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}

/** A part of a key as it looks in its bar. */
export const patch = (look: string) => <rect class={look} y="2" width="22" height="10" rx="2" />;
export const stroke = (look: string) => <line class={look} x1="4" x2="4" y1="0" y2="14" />;

export function barKey() {
  return chartKey(
    ['people', patch('attended')],
    ['range', <path class="range" d="M2 7H20M2 3V11M20 3V11" />],
    ['booked', stroke('booked'), 8],
    ['spots', patch('track')],
    ['not counted', patch('track hatched')],
  );
}

/** @param fill A part, 0..; null is hatched. */
export function fillBar(fill: number | null, tone = 'attended') {
  const filled = fill === null ? '100%' : `${Math.min(100, fill * 100)}%`;
  return bar(
    10,
    track('track', '100%'),
    track(fill === null ? 'hatched' : tone, filled),
    fill !== null && fill > 1 && tick('booked', '100%'),
  );
}

/** @param most The largest amount of the list: all bars share one scale. */
export function bullet(revenue: number | null, cost: number | null, most: number) {
  if ((revenue === null && cost === null) || most <= 0) return noBar();
  const isLoss = cost !== null && (revenue ?? 0) < cost;
  return bar(
    14,
    <line class="base" x1="0" x2="100%" y1="13.500" y2="13.500" />,
    revenue !== null && track(isLoss ? 'loss' : 'attended', along(revenue, most), 2),
    cost !== null && tick('cost', along(cost, most)),
  );
}

/** @param before People; null for no bar. @param most The largest error of the list: all bars share one scale. */
export function errorBars(before: number | null, after: number | null, most: number) {
  if (before === null || most <= 0) return noBar();
  return bar(
    22,
    track('without', along(before, most)),
    after !== null && track('attended', along(after, most), 12),
  );
}

const WIDTH = 140;
/** From half of the usual to half more. */
const REACH = 0.5;

/** Left and right of the usual; null has no dot. */
export function slotDot(index: number | null) {
  const middle = WIDTH / 2;
  const off = Math.max(-1, Math.min(1, ((index ?? 1) - 1) / REACH));
  return (
    <svg class="dots" viewBox={`0 0 ${WIDTH} 20`} aria-hidden="true">
      <line x1="6" x2={WIDTH - 6} y1="10" y2="10" />
      <line x1={middle} x2={middle} y1="2" y2="18" />
      {index !== null && (
        <circle class="attended" cx={middle + off * (middle - 6)} cy="10" r="5.500" />
      )}
    </svg>
  );
}
