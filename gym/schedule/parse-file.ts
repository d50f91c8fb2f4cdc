/** From the bytes of any file or feed to classes: workbooks are unpacked first. */

import type { ParsedSchedule } from './entry.ts';
import type { ParseOptions } from './options.ts';
import { parseSchedule } from './parse.ts';

/** How a zip begins, as `.xlsx` is one: the reader of workbooks is loaded for those alone. */
const ZIP = 'PK\u0003\u0004';

/** As `parseSchedule`, also for Excel workbooks. */
export async function parseFile(bytes: Uint8Array, options: ParseOptions): Promise<ParsedSchedule> {
  if (Buffer.from(bytes.subarray(0, ZIP.length)).toString('latin1') !== ZIP) {
    return parseSchedule(bytes, options);
  }
  const { workbookText } = await import('./workbook/workbook.ts');
  const text = await workbookText(bytes, options.sheet ?? null);
  return { ...parseSchedule(text, { ...options, format: 'csv' }), format: 'xlsx' };
}
