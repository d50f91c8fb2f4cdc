/** Which column of a table is which field. */

import { SCHEDULE_FIELDS } from '../../config/schema/schedule-fields.ts';
import type { FaultLog } from './entry.ts';
import { type Field, foldText } from './values.ts';

export type ColumnNames = Readonly<Partial<Record<Field, string>>>;

/**
 * What exports call the fields of a class, folded, best first. Sources: the field lists of the systems in
 * `docs/schedule.md`, and the words that people use for their own sheets.
 */
const GENERAL = {
  id: 'id classid sessionid eventid externalid uid identifier',
  name: `name classname class servicename service eventname event sessionname session offering
    offeringname offeringtype title activity classtitle classdescription classtype sessiontype
    program kurs cours clase`,
  trainer: `trainer trainername instructor instructors instructorname coach coaches coachname
    teacher teachers teachername staff staffname trainerinstructor leader ledby host`,
  trainer_id: 'trainerid instructorid coachid teacherid staffid leaderid',
  room: `room roomname classroom resource resourcename studio space area venue venuename location
    locationname inpersonlocation raum salle sala`,
  date: 'date classdate startdate sessiondate eventdate datum fecha',
  time: 'time classtime timeslot uhrzeit hora',
  weekday: `weekday weekdays dayofweek day days wochentag wochentage tag tage jour jours dia dias
    diadelasemana giorno giorni dag`,
  from: 'validfrom firstdate firstday seriesstart gultigab ab apartirde',
  until: 'validuntil validto lastdate lastday seriesend gultigbis hasta',
  closed: `closed closeddays closedon except exceptions notheldon holidays geschlossen
    schliesstage ferme cerrado chiuso`,
  start: `start starttime startsat startat startdatetime startdateandtime starts begin begins
    begintime from datetime dateandtime classdatetime beginn`,
  end: 'end endtime endsat endat enddatetime ends finish finishtime until to enddate ende',
  duration: `duration durationminutes durationmins durationmin durationinminutes length lengthmin
    classlength minutes mins dauer`,
  capacity: `capacity maxcapacity classcapacity maximumattendeecapacity userslimit spots totalspots
    spaces places limit max kapazitat platze classlimit classsize maxattendees maxparticipants`,
  booked: `booked totalbooked bookings totalbookings bookingcount bookedcount reserved reservations
    spotsbooked useractive attending attendingcount signups registered registrations enrolled
    bookedcapacity attendeessize gebucht`,
  attended: `attended checkins checkedin checkin checkincount totalcheckins signedin signins
    totalsignedin userpresent present attendance visits showed`,
  no_shows: 'noshows noshow noshowed noshowcount absent',
  late_cancels: `latecancels latecancel latecancelled latecanceled latecancellations
    latecancellation latecancelcount`,
  waitlisted: `waitlisted waitlist waitlistcount waitlistbookingcount waitlistsize waitingcount
    totalbookedwaitlist onwaitlist waitinglist waiting`,
  revenue: `revenue totalrevenue classrevenue attributedrevenue revenueperclass income earnings
    umsatz`,
  status: 'status classstatus eventstatus iscanceled iscancelled cancelled canceled',
  substitute: 'substitute hassubstitute issubstitute substitution substituted',
} satisfies Record<Field, string>;

function namesIn(names: ColumnNames): readonly (readonly [name: string, field: Field])[] {
  return SCHEDULE_FIELDS.flatMap((field) =>
    (names[field]?.split(/\s+/) ?? []).map((name) => [name, field] as const),
  );
}

/** Each general name with its field, the best names of a field first. */
export const SYNONYMS = namesIn(GENERAL);

/**
 * Position of each field's column, from 0. A column belongs to one field; one that the user maps is not taken for another.
 *
 * @param explicit column by field as the user said it.
 * @param preferred folded names that a recognised export uses, before the general ones.
 */
export function columnsOf(
  cells: readonly string[],
  explicit: Readonly<Record<string, string>> = {},
  preferred: ColumnNames = {},
): Map<Field, number> {
  const columns = new Map<Field, number>();
  const taken = new Set<number>();
  const take = (field: Field, index: number | undefined) => {
    if (index === undefined || taken.has(index)) return;
    if (explicit[field] === '' || columns.has(field)) return;
    columns.set(field, index);
    taken.add(index);
  };
  for (const field of SCHEDULE_FIELDS) take(field, explicitColumn(cells, explicit[field]));
  const folded = indexByName(cells);
  // `Revenue (GBP)`
  const plain = cells.map((cell) => cell.replace(/\([^()]*\)|\[[^[\]]*\]/g, ''));
  const bare = plain.join() === cells.join() ? folded : indexByName(plain);
  for (const [name, field] of [...namesIn(preferred), ...SYNONYMS]) {
    take(field, folded.get(name));
    take(field, bare.get(name));
  }
  return columns;
}

/** By folded name; of several the first. */
function indexByName(cells: readonly string[]): Map<string, number> {
  return new Map(cells.map((cell, index) => [foldText(cell), index] as const).reverse());
}

/** Columns that the user mapped in vain are faults. */
export function noteUnknownColumns(
  cells: readonly string[],
  explicit: Readonly<Record<string, string>>,
  faults: FaultLog,
): void {
  for (const [field, column] of Object.entries(explicit)) {
    const isField = SCHEDULE_FIELDS.some((known) => known === field);
    if (isField && (column === '' || explicitColumn(cells, column) !== undefined)) continue;
    const [expected, got] = isField
      ? [`the column ${column} that is mapped to it`, 'a file without it']
      : [`one of ${SCHEDULE_FIELDS.join(', ')}`, field];
    faults.ignored(null, field, expected, got);
  }
}

function explicitColumn(cells: readonly string[], name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  const exact = cells.indexOf(name);
  return exact >= 0 ? exact : indexByName(cells).get(foldText(name));
}
