/** What is said of all detectors in use together. */

import type { Lanes } from '../pool/lanes/lanes.ts';
import type { DetectorChoice } from '../pool/messages.ts';
import type { DetectorInUse } from './detector-in-use.ts';
import type { DetectorStatus } from './detector-status.ts';

/** Frames that the workers of a lane take: as many as there are workers, or more where one of its detectors takes more. */
export function laneCapacity(
  lane: string,
  detectors: Iterable<Pick<DetectorInUse, 'facts' | 'choice'>>,
  pool: Pick<Lanes, 'workers' | 'laneOf'>,
): number {
  let most = 1;
  for (const { facts, choice } of detectors) {
    const atOnce = facts === null ? 1 : Math.max(facts.maxAtOnce, facts.maxBatch);
    if (atOnce > most && pool.laneOf(choice).id === lane) most = atOnce;
  }
  return pool.workers * most;
}

/** Two of one name (by package and by path, or with other options) are distinguished by a number. */
export function withOwnNames(statuses: readonly DetectorStatus[]): DetectorStatus[] {
  const seen = new Map<string, number>();
  return statuses.map((status) => {
    const number = (seen.get(status.name) ?? 0) + 1;
    seen.set(status.name, number);
    return number === 1 ? status : { ...status, name: `${status.name} (${number})` };
  });
}

/** The same for choices that one detector serves. */
export function keyOf(choice: DetectorChoice): string {
  const { plugin, options, onnx, orElse } = choice;
  return JSON.stringify([plugin, options, onnx?.wanted, onnx?.threads, orElse?.plugin ?? null]);
}
