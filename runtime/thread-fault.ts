/** An error on its way from one thread to another: what is thrown there is thrown here. */

import {
  type ErrorCode,
  type ErrorParts,
  isTurnoutError,
  messageOf,
  TurnoutError,
} from '../errors.ts';

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
