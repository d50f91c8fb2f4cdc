/** What a row speaks of. */

import type { ScheduleField } from '../../../config/sections/gym/schedule-fields.ts';

export type Field = ScheduleField;

/** What a row says, untouched: texts of a CSV, values of a JSON. A field that is not there is not spoken of. */
export type RowValues = Readonly<Partial<Record<Field, unknown>>>;
