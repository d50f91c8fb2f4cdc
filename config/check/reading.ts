/** One reading of a file: what the readers of maps, lists and single values share. */

import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Env } from '../values/interpolation.ts';
import type { ConfigDocument } from './document.ts';
import { expectation, shown } from './expectation.ts';
import type { ConfigFault, FaultPath, Finding } from './fault.ts';
import type { SchemaNode } from './schema-node.ts';

/** Stands for a value that is not there or not right. */
export const NOTHING = undefined;

/** The environment, and whether a variable that it lacks is no fault: its text then counts as right. */
export interface Variables {
  readonly env: Env;
  readonly mayLackVariables: boolean;
}

export interface Reading extends Variables {
  readonly document: ConfigDocument;
  readonly faults: ConfigFault[];
  /** Nodes read so far, aliases followed. */
  nodes: number;
  /** Reads what is at a place; {@link NOTHING} where it is wrong, which is reported then. */
  readonly read: (reading: Reading, place: Place) => unknown;
}

/** One thing in the file, where it is, and what it should be. */
export interface Place {
  readonly node: unknown;
  readonly path: FaultPath;
  readonly schema: SchemaNode;
  /** Where a fault is shown when the node itself has no place. */
  readonly offset: number;
}

export function offsetOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

export function report(reading: Reading, place: Place, finding: Finding): undefined {
  reading.faults.push(reading.document.fault(place.offset, place.path, finding));
  return NOTHING;
}

/** Reports something of the wrong kind. A text where none belongs may be anything: it is named, not shown. */
export function reportKind(reading: Reading, place: Place): undefined {
  const expected = expectation(place.schema);
  return report(reading, place, { expected, got: kindOf(place.node) });
}

export function kindOf(node: unknown): string {
  if (isMap(node)) return shown({});
  if (isSeq(node)) return shown([]);
  const value = isScalar(node) ? node.value : null;
  return typeof value === 'string' ? 'a text' : shown(value);
}
