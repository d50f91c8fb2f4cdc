/** Looks over a whole file before its rows are read. */

import type { FaultLog } from '../faults.ts';
import { DEFAULT_CLASS_MS } from '../limits.ts';
import type { RowContext } from './context.ts';
import { decideDateOrder } from './values/date-order.ts';
import { decideDecimalMark } from './values/number.ts';

export interface FileFacts {
  /** All texts that stand for a date. */
  readonly dates: readonly string[];
  readonly amounts: readonly string[];
  readonly timezone: string;
  readonly faults: FaultLog;
}

/** Guesses that touch the whole file are told as faults of the file, once. */
export function makeContext({ dates, amounts, timezone, faults }: FileFacts): RowContext {
  let isLengthTold = false;
  return {
    timezone,
    dateOrder: decideDateOrder(dates, timezone, faults),
    decimalMark: decideDecimalMark(amounts),
    faults,
    noteDefaultLength: () => {
      if (isLengthTold) return;
      isLengthTold = true;
      faults.ignored({
        line: null,
        field: 'end',
        expected: 'an end or a duration of every class',
        got: `classes without one, taken as ${DEFAULT_CLASS_MS / 60_000} min`,
      });
    },
  };
}
