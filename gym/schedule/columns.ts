/** Which column of a table is which field. */

import { SCHEDULE_FIELDS } from '../../config/schema/schedule-fields.ts';
import type { FaultLog } from './entry.ts';
import { type Field, foldText } from './values.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * What exports call the fields of a class, folded, best first. Sources: the field lists of the systems in
 * `docs/schedule.md`, and the words that people use for their own sheets.
 */
export const SYNONYMS: Readonly<Record<Field, readonly string[]>> = {
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
  capacity: words(`
    capacity maxcapacity classcapacity maximumattendeecapacity userslimit spots totalspots spaces
    places limit max kapazitat platze classlimit classsize maxattendees maxparticipants
  `),
  booked: words(`
    booked totalbooked bookings totalbookings bookingcount bookedcount reserved reservations
    spotsbooked useractive attending attendingcount signups registered registrations enrolled
    bookedcapacity attendeessize gebucht
  `),
  attended: words(`
    attended checkins checkedin checkin checkincount totalcheckins signedin signins totalsignedin
    userpresent present attendance visits showed
  `),
  no_shows: words('noshows noshow noshowed noshowcount absent'),
  late_cancels: words(`
    latecancels latecancel latecancelled latecanceled latecancellations latecancellation
    latecancelcount
  `),
  waitlisted: words(`
    waitlisted waitlist waitlistcount waitlistbookingcount waitlistsize waitingcount
    totalbookedwaitlist onwaitlist waitinglist waiting
  `),
  revenue: words(`
    revenue totalrevenue classrevenue attributedrevenue revenueperclass income earnings umsatz
  `),
  status: words('status classstatus eventstatus iscanceled iscancelled cancelled canceled'),
  substitute: words('substitute hassubstitute issubstitute substitution substituted'),
};

type ColumnNames = Readonly<Partial<Record<Field, readonly string[]>>>;

function namesOf(names: ColumnNames): readonly (readonly [field: Field, name: string])[] {
  return SCHEDULE_FIELDS.flatMap((field) =>
    (names[field] ?? []).map((name) => [field, name] as const),
  );
}

const GENERAL = namesOf(SYNONYMS);

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
  for (const names of [namesOf(preferred), GENERAL]) {
    for (const [field, name] of names) {
      take(field, folded.get(name));
      take(field, bare.get(name));
    }
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
