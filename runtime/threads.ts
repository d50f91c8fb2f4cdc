/** Threads: errors that pass between them, and how polite they are. */

import { setPriority } from 'node:os';
import {
  type ErrorCode,
  type ErrorParts,
  isTurnoutError,
  messageOf,
  TurnoutError,
} from '../errors.ts';

/**
 * Of young objects, MiB: what a thread takes in for one class or one picture is garbage after it. V8 would let each thread
 * fill 48. Eight H.264 cameras take 270 MB in place of 310 to 340 with it, and neither a look nor an estimate takes longer.
 */
export const YOUNG_MIB = 8;

/** An error as plain data: a coded one, or the message of any other. */
export type ThreadFault =
  | { readonly code: ErrorCode; readonly parts: ErrorParts }
  | { readonly message: string };

export function toFault(error: unknown): ThreadFault {
  if (isTurnoutError(error)) return { code: error.code, parts: error.parts };
  return { message: messageOf(error) };
}

export function toError(fault: ThreadFault): Error {
  return 'code' in fault ? new TurnoutError(fault.code, fault.parts) : new Error(fault.message);
}

/** Gives the calling thread this niceness. Only on Linux: elsewhere a priority is that of the whole process. Where the system
 * forbids it, as `nice` and sandboxes may, everything works all the same. */
export function giveWay(niceness: number, set: (niceness: number) => void = setPriority): void {
  if (process.platform !== 'linux') return;
  try {
    set(niceness);
  } catch {
    // Also where it was started with less priority than this.
  }
}
