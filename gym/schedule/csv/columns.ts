/** Which column of a table is which field. */

import { SCHEDULE_FIELDS } from '../../../config/sections/gym/schedule-fields.ts';
import { CLASS_NUMBERS } from '../../sessions/class-fields.ts';
import { NUMBER_NAMES, type NumberColumn } from '../../sessions/class-values.ts';
import type { FaultLog } from '../entry-list.ts';
import { type Field, foldText } from '../row/text.ts';

const NUMBERS: readonly { readonly field: Field; readonly synonyms: readonly string[] }[] =
  NUMBER_NAMES.map((name) => CLASS_NUMBERS[name].imported);
const OF_NUMBERS = Object.fromEntries(
  NUMBERS.map(({ field, synonyms }) => [field, synonyms]),
) as Record<NumberColumn, readonly string[]>;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * What exports call the fields of a class, folded, best first. Sources: the field lists of the systems in
 * `docs/schedule.md`, and the words that people use for their own sheets. Those of numbers: `sessions/class-fields.ts`.
 */
export const SYNONYMS: Readonly<Record<Field, readonly string[]>> = {
  ...OF_NUMBERS,
  id: words('id classid sessionid eventid externalid uid identifier'),
  name: words(`
    name classname class servicename service eventname event sessionname session offering
    offeringname offeringtype title activity classtitle classdescription classtype sessiontype
    program kurs cours clase
  `),
  trainer: words(`
    trainer trainername instructor instructors instructorname coach coaches coachname teacher
    teachers teachername staff staffname trainerinstructor leader ledby host
  `),
  trainer_id: words('trainerid instructorid coachid teacherid staffid leaderid'),
  room: words(`
    room roomname classroom resource resourcename studio space area venue venuename location
    locationname inpersonlocation raum salle sala
  `),
  date: words('date classdate startdate sessiondate eventdate datum fecha'),
  time: words('time classtime timeslot uhrzeit hora'),
  weekday: words(`
    weekday weekdays dayofweek day days wochentag wochentage tag tage jour jours dia dias
    diadelasemana giorno giorni dag
  `),
  from: words('validfrom firstdate firstday seriesstart gultigab ab apartirde'),
  until: words('validuntil validto lastdate lastday seriesend gultigbis hasta'),
  closed: words(`
    closed closeddays closedon except exceptions notheldon holidays geschlossen schliesstage
    ferme cerrado chiuso
  `),
  start: words(`
    start starttime startsat startat startdatetime startdateandtime starts begin begins
    begintime from datetime dateandtime classdatetime beginn
  `),
  end: words('end endtime endsat endat enddatetime ends finish finishtime until to enddate ende'),
  duration: words(`
    duration durationminutes durationmins durationmin durationinminutes length lengthmin
    classlength minutes mins dauer
  `),
  status: words('status classstatus eventstatus iscanceled iscancelled cancelled canceled'),
  substitute: words('substitute hassubstitute issubstitute substitution substituted'),
};

/** Position of a field's column, from 0. */
export type ColumnOf = ReadonlyMap<Field, number>;

export interface HeaderHints {
  /** Column by field as the user said it. */
  readonly explicit: Readonly<Record<string, string>>;
  /** Folded names that a recognised export uses, before the general ones. */
  readonly preferred?: Readonly<Partial<Record<Field, readonly string[]>>>;
}

/** Names of columns as they compare. */
export function foldedHeader(cells: readonly string[]): string[] {
  return cells.map((cell) => foldText(cell));
}

/** A column belongs to one field; one that the user maps is not taken for another. */
export function columnsOf(cells: readonly string[], hints: HeaderHints): ColumnOf {
  const columns = new Map<Field, number>();
  const taken = new Set<number>();
  const take = (field: Field, index: number) => {
    const isNone = hints.explicit[field] === '';
    if (isNone || index < 0 || taken.has(index) || columns.has(field)) return;
    columns.set(field, index);
    taken.add(index);
  };
  for (const field of SCHEDULE_FIELDS) take(field, explicitColumn(cells, hints.explicit[field]));
  const folded = foldedHeader(cells);
  // `Revenue (GBP)`
  const bare = foldedHeader(cells.map((cell) => cell.replace(/\([^()]*\)|\[[^[\]]*\]/g, '')));
  for (const names of [hints.preferred ?? {}, SYNONYMS]) {
    for (const field of SCHEDULE_FIELDS) {
      for (const name of names[field] ?? []) {
        take(field, folded.indexOf(name));
        take(field, bare.indexOf(name));
      }
    }
  }
  return columns;
}

/** Columns that the user mapped in vain are faults. */
export function noteUnknownColumns(
  cells: readonly string[],
  explicit: Readonly<Record<string, string>>,
  faults: FaultLog,
): void {
  for (const [field, column] of Object.entries(explicit)) {
    if (!SCHEDULE_FIELDS.some((known) => known === field)) {
      faults.ignored({
        line: null,
        field,
        expected: `one of ${SCHEDULE_FIELDS.join(', ')}`,
        got: field,
      });
    } else if (column !== '' && explicitColumn(cells, column) < 0) {
      faults.ignored({
        line: null,
        field,
        expected: `the column ${column} that is mapped to it`,
        got: 'a file without it',
      });
    }
  }
}

/** -1 where there is none. */
function explicitColumn(cells: readonly string[], name: string | undefined): number {
  if (name === undefined) return -1;
  const exact = cells.indexOf(name);
  return exact >= 0 ? exact : foldedHeader(cells).indexOf(foldText(name));
}
