/** What the rows of one file have in common. */

import type { FaultLog } from '../faults.ts';
import type { DateOrder } from './values/date.ts';
import type { DecimalMark } from './values/number.ts';

export interface RowContext {
  /** Of the gym: of times that carry no offset. */
  readonly timezone: string;
  readonly dateOrder: DateOrder;
  readonly decimalMark: DecimalMark;
  readonly faults: FaultLog;
  /** Called for a class whose end nothing tells. */
  readonly noteDefaultLength: () => void;
}

/** Where a row stands. */
export type RowLine = number;
