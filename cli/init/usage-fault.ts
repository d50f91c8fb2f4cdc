/** The fault of a command line that is not understood. */

import { TurnoutError } from '../../errors.ts';

export function usageFault(where: string, expected: string, got: string, hint = ''): TurnoutError {
  return new TurnoutError('usage', { where, expected, got, ...(hint !== '' && { hint }) });
}
