/**
 * One class as a bar: people of places, the range as a bracket, bookings as a tick. A class that was not counted is hatched:
 * that is neither none nor zero. The words next to it say the same, so it is hidden from who hears the page.
 */

import type { SessionBody } from '../../gym/reports/session-row.ts';

type BarProps = Pick<
  SessionBody,
  'attended' | 'attended_low' | 'attended_high' | 'capacity' | 'booked' | 'status' | 'occupancy_now'
>;

/** Of the bar; the bracket of the range is below it. */
const BAR = 10;
const HEIGHT = 16;

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

/** What the marks mean, once for a list. */
export function BarKey() {
  return (
    <ul class="key" aria-hidden="true">
      <li>
        <svg width="22" height="14" aria-hidden="true">
          <rect class="attended" y="2" width="22" height="10" rx="2" />
        </svg>
        people
      </li>
      <li>
        <svg width="22" height="14" class="range" aria-hidden="true">
          <line x1="2" x2="20" y1="7" y2="7" />
          <line x1="2" x2="2" y1="3" y2="11" />
          <line x1="20" x2="20" y1="3" y2="11" />
        </svg>
        range
      </li>
      <li>
        <svg width="8" height="14" aria-hidden="true">
          <line class="booked" x1="4" x2="4" y1="0" y2="14" />
        </svg>
        booked
      </li>
      <li>
        <svg width="22" height="14" aria-hidden="true">
          <rect class="track" width="22" height="14" rx="3" />
        </svg>
        places
      </li>
      <li>
        <svg width="22" height="14" aria-hidden="true">
          <rect class="track hatched" width="22" height="14" rx="3" />
        </svg>
        not counted
      </li>
    </ul>
  );
}
