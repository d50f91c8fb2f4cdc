/** A class as it is written into exports: the fields of the configuration, in the order of the columns. */

import { formatInstant } from '../../calendar/zone.ts';
import { CLASS_NUMBERS } from '../../sessions/class-fields.ts';
import { type ClassNumbers, NUMBER_NAMES, type NumberField } from '../../sessions/class-values.ts';
import type { ScheduleEntry } from '../entry.ts';
import type { Field } from '../row/fields.ts';

export type WrittenRecord = Readonly<Partial<Record<Field, string | number | boolean | null>>>;

/** Times carry the offset of the gym's wall clock, so that they mean the same anywhere. Whole seconds. */
export function recordOf(entry: ScheduleEntry, timezone: string): WrittenRecord {
  return {
    id: entry.externalId,
    name: entry.name,
    trainer: entry.trainer?.name ?? null,
    trainer_id: entry.trainer?.externalId ?? null,
    substitute: entry.isSubstitute,
    room: entry.room,
    start: formatInstant(timezone, entry.startsUtcMs),
    end: formatInstant(timezone, entry.endsUtcMs),
    status: entry.isCancelled ? 'cancelled' : 'scheduled',
    ...writtenNumbers(entry),
  };
}

function writtenNumbers(numbers: ClassNumbers): WrittenRecord {
  return Object.fromEntries(
    NUMBER_NAMES.map((name) => [CLASS_NUMBERS[name].imported.field, writtenNumber(name, numbers)]),
  );
}

/** Money in whole units of the currency. */
export function writtenNumber<Name extends NumberField>(
  name: Name,
  numbers: Pick<ClassNumbers, Name>,
): number | null {
  const value = numbers[name];
  const isMoney = CLASS_NUMBERS[name].imported.holds === 'money';
  return value !== null && isMoney ? value / 1000 : value;
}
