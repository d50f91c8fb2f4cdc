/** Several cameras of a room to one line of counts, by the rule of the room. Never a blind sum. */

import type { EstimateInput } from '../estimate/input.ts';
import { countOnce } from '../shared-floor.ts';
import type { CameraLine } from './camera-line.ts';

export interface RoomLine {
  /** Smoothed count of the room at each instant, staff included; null is unknown. */
  readonly counts: readonly (number | null)[];
  /** Whether another camera than the first gave the count; always false unless the rule is `primary`. */
  readonly isFilled: readonly boolean[];
}

/**
 * `max`: the cameras see the same people, the one that sees most of them is right. `sum`: each sees its own part, so with
 * one part missing the whole is unknown. `primary`: the first camera, and in its gaps the next that has a count.
 *
 * @param shared for each part of the floor that several cameras see, their lines of it. Where there are any the cameras are
 * added up, whatever the rule, and anyone who is there is counted once.
 */
export function fuse(
  lines: readonly CameraLine[],
  rule: EstimateInput['rule'],
  shared: readonly (readonly CameraLine[])[] = [],
): RoomLine {
  const length = lines[0]?.counts.length ?? 0;
  const counts: (number | null)[] = [];
  const isFilled: boolean[] = [];
  for (let i = 0; i < length; i += 1) {
    const all = countsAt(lines, i);
    if (shared.length > 0) {
      const inShared = shared.map((part) => countsAt(part, i));
      counts.push(countOnce(all, inShared));
      isFilled.push(false);
      continue;
    }
    const known = all.filter((count) => count !== null);
    counts.push(joined(known, all.length, rule));
    isFilled.push(rule === 'primary' && all[0] === null && known.length > 0);
  }
  return { counts, isFilled };
}

function countsAt(lines: readonly CameraLine[], at: number): (number | null)[] {
  return lines.map((line) => line.counts[at] ?? null);
}

function joined(
  known: readonly number[],
  cameras: number,
  rule: EstimateInput['rule'],
): number | null {
  const [first] = known;
  if (first === undefined) return null;
  if (rule === 'max') return Math.max(...known);
  if (rule === 'primary') return first;
  return known.length === cameras ? known.reduce((sum, count) => sum + count, 0) : null;
}
