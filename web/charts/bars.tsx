/** Bars and dots of a row. The words next to each say the same, so they are hidden from who hears the page. */

import type { JSX } from 'preact';
import type { SessionBody } from '../../gym/reports/session-row.ts';

type BarProps = Pick<
  SessionBody,
  'attended' | 'attended_low' | 'attended_high' | 'capacity' | 'booked' | 'status' | 'occupancy_now'
>;

/** Of the bar; the bracket of the range is below it. */
const BAR = 10;
const HEIGHT = 16;

/**
 * One class: people of spots, the range as a bracket, bookings as a tick. A class that was not counted is hatched: that is
 * neither none nor zero.
 */
export function ClassBar(props: BarProps) {
  const { attended, attended_low, attended_high, capacity, booked, status } = props;
  const isRunning = status === 'in_progress';
  const people = (isRunning ? props.occupancy_now : attended) ?? 0;
  const most = Math.max(capacity ?? 0, people, attended_high ?? 0, booked ?? 0);
  const isEnded = status === 'completed';
  const isUncounted = isEnded && attended === null;
  if ((most === 0 && !isUncounted) || status === 'cancelled') return <div class="bar" />;
  const at = (value: number) => (most === 0 ? '100%' : `${(100 * value) / most}%`);
  // Whole also at the very end, where the row is cut.
  const tick = (value: number) => `${Math.min(99.5, (100 * value) / Math.max(1, most))}%`;
  const ground = isUncounted ? 'track hatched' : 'track';
  return (
    <svg class="bar" height={HEIGHT} aria-hidden="true" focusable="false">
      <rect class={ground} width={at(capacity ?? most)} height={BAR} rx="3" />
      {people > 0 && (
        <rect class={isRunning ? 'now' : 'attended'} width={at(people)} height={BAR} rx="3" />
      )}
      {isEnded && <Range low={attended_low} high={attended_high} at={at} />}
      {booked !== null && (
        <line class="booked" x1={tick(booked)} x2={tick(booked)} y1="-2" y2={BAR + 2} />
      )}
    </svg>
  );
}

interface RangeProps {
  readonly low: number | null;
  readonly high: number | null;
  readonly at: (value: number) => string;
}

function Range({ low, high, at }: RangeProps) {
  if (low === null || high === null || low >= high) return null;
  return (
    <g class="range">
      <line x1={at(low)} x2={at(high)} y1="14" y2="14" />
      <line x1={at(low)} x2={at(low)} y1="12" y2="16" />
      <line x1={at(high)} x2={at(high)} y1="12" y2="16" />
    </g>
  );
}

interface ChartKeyProps {
  /** Words with the mark that they are of, and its width where it is narrow. */
  readonly marks: readonly (readonly [word: string, mark: JSX.Element, width?: number])[];
}

/** What the marks mean, once for a list. */
export function ChartKey({ marks }: ChartKeyProps) {
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

export function BarKey() {
  return (
    <ChartKey
      marks={[
        ['people', <rect class="attended" y="2" width="22" height="10" rx="2" />],
        ['range', <path class="range" d="M2 7H20M2 3V11M20 3V11" />],
        ['booked', <line class="booked" x1="4" x2="4" y1="0" y2="14" />, 8],
        ['spots', <rect class="track" width="22" height="14" rx="3" />],
        ['not counted', <rect class="track hatched" width="22" height="14" rx="3" />],
      ]}
    />
  );
}

interface FillProps {
  readonly fill: number | null;
  readonly tone?: string | undefined;
}

export function FillBar({ fill, tone = 'attended' }: FillProps) {
  return (
    <svg class="bar" height="10" aria-hidden="true" focusable="false">
      <rect class="track" width="100%" height="10" rx="3" />
      {fill === null ? (
        <rect class="hatched" width="100%" height="10" rx="3" />
      ) : (
        <rect class={tone} width={`${Math.min(100, fill * 100)}%`} height="10" rx="3" />
      )}
      {fill !== null && fill > 1 && <line class="booked" x1="100%" x2="100%" y1="0" y2="10" />}
    </svg>
  );
}

interface BulletProps {
  readonly revenue: number | null;
  readonly cost: number | null;
  /** The largest amount of the list: all bars share one scale. */
  readonly most: number;
}

export function Bullet({ revenue, cost, most }: BulletProps) {
  if ((revenue === null && cost === null) || most <= 0) return <div class="bar" />;
  const at = (value: number) => `${(98 * value) / most}%`;
  return (
    <svg class="bar" height="14" aria-hidden="true" focusable="false">
      <line class="base" x1="0" x2="100%" y1="13.500" y2="13.500" />
      {revenue !== null && (
        <rect
          class={cost !== null && revenue < cost ? 'loss' : 'attended'}
          y="2"
          width={at(revenue)}
          height="10"
          rx="2"
        />
      )}
      {cost !== null && <line class="cost" x1={at(cost)} x2={at(cost)} y1="0" y2="14" />}
    </svg>
  );
}

interface ErrorBarsProps {
  /** People; null for no bar. */
  readonly before: number | null;
  readonly after: number | null;
  /** The largest error of the list: all bars share one scale. */
  readonly most: number;
}

export function ErrorBars({ before, after, most }: ErrorBarsProps) {
  if (before === null || most <= 0) return <div class="bar" />;
  const at = (value: number) => `${Math.max(1, (98 * value) / most)}%`;
  return (
    <svg class="bar errors" height="20" aria-hidden="true" focusable="false">
      <rect class="without" y="1" width={at(before)} height="8" rx="2" />
      {after !== null && <rect class="attended" y="11" width={at(after)} height="8" rx="2" />}
    </svg>
  );
}

const WIDTH = 140;
/** From half of the usual to half more. */
const REACH = 0.5;

export function SlotDot({ index }: { readonly index: number | null }) {
  const middle = WIDTH / 2;
  const x =
    index === null ? null : middle + Math.max(-1, Math.min(1, (index - 1) / REACH)) * (middle - 6);
  return (
    <svg class="dots" viewBox={`0 0 ${WIDTH} 20`} width={WIDTH} height="20" aria-hidden="true">
      <line class="axis" x1="6" x2={WIDTH - 6} y1="10" y2="10" />
      <line class="usual" x1={middle} x2={middle} y1="2" y2="18" />
      {x !== null && <circle class="attended" cx={x} cy="10" r="5.500" />}
    </svg>
  );
}
