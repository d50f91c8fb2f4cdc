/** What every reader of a format is given, and where it puts what it finds. */

import type { EntryList } from './entry-list.ts';
import type { FaultLog } from './faults.ts';
import type { ParseOptions } from './options.ts';

export interface ReadParts {
  readonly text: string;
  readonly options: ParseOptions;
  readonly entries: EntryList;
  readonly faults: FaultLog;
}
