/** Rates at saturation as figures: one server's ÷ another's, or the reason why the generator was measured instead. */

import type { Saturation } from '../../support/load.ts';
import { isQuick } from '../../support/quick.ts';
import { type Figure, median } from '../../support/report.ts';

/** A server with less of its core waits for other programs. Chosen here: alone all have 0.95 and more. */
const MIN_SHARE = 0.85;

export interface RateFigure {
  readonly name: string;
  /** Rounds of either. */
  readonly own: readonly Saturation[] | undefined;
  readonly other: readonly Saturation[] | undefined;
  /** The least that is allowed; null where it is told only. */
  readonly least: number | null;
}

export function rateFigure({ name, own = [], other = [], least }: RateFigure): Figure {
  const figure = { name, unit: '×', limit: least, direction: 'min' } as const;
  const shares = [own, other].map((rounds) => medianOf(rounds, 'serverShare') ?? 1);
  const share = Math.min(...shares);
  // What is told without a limit may wait, for the disk or for the generator: the processor time says the rest.
  if (least !== null && share < MIN_SHARE && !isQuick) {
    return { ...figure, value: null, note: waited(share), isDisturbed: true };
  }
  const value = (medianOf(own, 'perSecond') ?? 0) / (medianOf(other, 'perSecond') ?? 0);
  return { ...figure, value, note: `wrk: ${roundsText(own)} against ${roundsText(other)}` };
}

/** How many requests a second one server answers; not told where it waited for the generator. */
export function rateOf(name: string, rounds: readonly Saturation[] = []): Figure {
  const figure = { name, unit: 'requests/s', limit: null, direction: 'min' } as const;
  const share = medianOf(rounds, 'serverShare') ?? 1;
  if (share < MIN_SHARE) return { ...figure, value: null, note: waited(share) };
  const us = medianOf(rounds, 'serverUs');
  const note = us === null ? {} : { note: `${us.toFixed(1)} µs of processor time each` };
  return { ...figure, value: medianOf(rounds, 'perSecond'), ...note };
}

function waited(share: number): string {
  return `a server had only ${share.toFixed(2)} of a core: other programs held it up`;
}

function roundsText(rounds: readonly Saturation[]): string {
  const us = medianOf(rounds, 'serverUs');
  const rate = `${((medianOf(rounds, 'perSecond') ?? 0) / 1_000).toFixed(1)} k/s`;
  return us === null ? rate : `${rate} (${us.toFixed(1)} µs CPU)`;
}

/** Null where the system tells no processor time. */
function medianOf(
  rounds: readonly Saturation[],
  name: 'perSecond' | 'serverUs' | 'serverShare',
): number | null {
  const values = rounds.flatMap((round) => round[name] ?? []);
  return values.length === 0 ? null : median(values);
}
