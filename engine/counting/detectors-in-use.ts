/** What is said of all detectors in use together. */

import type { DetectorChoice } from '../pool/messages.ts';
import type { DetectorStatus } from './detector-status.ts';

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
  return JSON.stringify([plugin, options, onnx, orElse?.plugin ?? null]);
}
