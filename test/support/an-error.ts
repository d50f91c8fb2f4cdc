import { expect } from 'vitest';
import { type ErrorCode, type ErrorParts, isTurnoutError, TurnoutError } from '../../errors.ts';

/** An error with this code, whose sentence has these words. */
export function anError(code: string, words: string | RegExp = '') {
  const message =
    typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
  return expect.objectContaining({ code, message });
}

/** An error of the program, for what only asks for its code. */
export const coded = (code: ErrorCode, parts: Partial<ErrorParts> = {}) =>
  new TurnoutError(code, { where: 'test', expected: 'it', got: 'none', ...parts });

/** What a promise is rejected with: an error of the program. */
export async function faultOf(failing: Promise<unknown>): Promise<TurnoutError> {
  const error: unknown = await failing.then(
    () => 'none',
    (reason: unknown) => reason,
  );
  if (!isTurnoutError(error)) throw new Error(`expected a coded error, got ${String(error)}`);
  return error;
}
