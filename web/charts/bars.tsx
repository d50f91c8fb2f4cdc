/** Bars and dots of a row. The words next to each say the same, so they are hidden from who hears the page. */

import type { ComponentChildren, JSX } from 'preact';
import type { SessionBody } from '../../gym/reports/session-row.ts';

export function Bar({ height, children }: { height: number; children?: ComponentChildren }) {
  return (
    <svg class="bar" height={height} aria-hidden="true">
      {children}
    </svg>
  );
}

/** A place along a bar, of the most that it has room for; a little is left for marks at its end. */
export const along = (value: number, most: number, whole = 98) => `${(whole * value) / most}%`;

/**
 * One class: people of spots, the range as a bracket, bookings as a tick. A class that was not counted is hatched: that is
 * neither none nor zero.
 */
export function ClassBar(session: SessionBody) {
  const { attended, attended_low: low, attended_high: high, capacity, booked, status } = session;
  const isRunning = status === 'in_progress';
  const people = (isRunning ? session.occupancy_now : attended) ?? 0;
  const most = Math.max(capacity ?? 0, people, high ?? 0, booked ?? 0);
  const isUncounted = status === 'completed' && attended === null;
  if ((most === 0 && !isUncounted) || status === 'cancelled') return <div class="bar" />;
  const at = (value: number) => (most === 0 ? '100%' : along(value, most, 100));
  return (
    <Bar height={16}>
      <Track look={isUncounted ? 'track hatched' : 'track'} width={at(capacity ?? most)} />
      {people > 0 && <Track look={isRunning ? 'now' : 'attended'} width={at(people)} />}
      {status === 'completed' && low !== null && high !== null && low < high && (
        <g class="range">
          <line x1={at(low)} x2={at(high)} y1="14" y2="14" />
          <line x1={at(low)} x2={at(low)} y1="12" y2="16" />
          <line x1={at(high)} x2={at(high)} y1="12" y2="16" />
        </g>
      )}
      {/* Whole also at the very end, where the row is cut. */}
      {booked !== null && <Tick look="booked" at={along(booked, Math.max(1, most), 99.5)} />}
    </Bar>
  );
}

function Track({ look, width, y = 0 }: { look: string; width: string; y?: number }) {
  return <rect class={look} width={width} y={y} height="10" rx="3" />;
}

function Tick({ look, at }: { readonly look: string; readonly at: string }) {
  return <line class={look} x1={at} x2={at} y1="-2" y2="12" />;
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

/** A part of a key as it looks in its bar. */
export const patch = (look: string) => <rect class={look} y="2" width="22" height="10" rx="2" />;
export const stroke = (look: string) => <line class={look} x1="4" x2="4" y1="0" y2="14" />;

export function BarKey() {
  return (
    <ChartKey
      marks={[
        ['people', patch('attended')],
        ['range', <path class="range" d="M2 7H20M2 3V11M20 3V11" />],
        ['booked', stroke('booked'), 8],
        ['spots', patch('track')],
        ['not counted', patch('track hatched')],
      ]}
    />
  );
}

interface FillProps {
  /** A part, 0..; null is hatched. */
  readonly fill: number | null;
  readonly tone?: 'attended' | 'loss';
}

export function FillBar({ fill, tone = 'attended' }: FillProps) {
  return (
    <Bar height={10}>
      <Track look="track" width="100%" />
      {fill === null ? (
        <Track look="hatched" width="100%" />
      ) : (
        <Track look={tone} width={`${Math.min(100, fill * 100)}%`} />
      )}
      {fill !== null && fill > 1 && <Tick look="booked" at="100%" />}
    </Bar>
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
  const isLoss = cost !== null && (revenue ?? 0) < cost;
  return (
    <Bar height={14}>
      <line class="base" x1="0" x2="100%" y1="13.500" y2="13.500" />
      {revenue !== null && (
        <Track look={isLoss ? 'loss' : 'attended'} width={along(revenue, most)} y={2} />
      )}
      {cost !== null && <Tick look="cost" at={along(cost, most)} />}
    </Bar>
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
  return (
    <Bar height={22}>
      <Track look="without" width={along(before, most)} />
      {after !== null && <Track look="attended" width={along(after, most)} y={12} />}
    </Bar>
  );
}

const WIDTH = 140;
/** From half of the usual to half more. */
const REACH = 0.5;

/** Left and right of the usual; null has no dot. */
export function SlotDot({ index }: { readonly index: number | null }) {
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
