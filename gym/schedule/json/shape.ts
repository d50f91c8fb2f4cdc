/** What an export in JSON has to say of itself. */

import type { RowValues } from '../row/fields.ts';
import type { JsonObject } from './value.ts';

export interface JsonShape {
  readonly name: string;
  /** By one entry of the list. */
  recognises(item: JsonObject): boolean;
  valuesOf(item: JsonObject): RowValues;
}
