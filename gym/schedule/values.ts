/**
 * The values of a row: which column is which field, what a cell or a JSON value says, words that mean the same, and what a
 * spreadsheet takes for a formula.
 */

import { SCHEDULE_FIELDS, type ScheduleField } from '../../config/schema/schedule-fields.ts';
import { foldText } from '../sessions/names.ts';
import type { FaultLog } from './entry.ts';

export type Field = ScheduleField;

/** What a row says, untouched: texts of a CSV, values of a JSON. A field that is not there is not spoken of. */
export type RowValues = Readonly<Partial<Record<Field, unknown>>>;

const BLANK = /^(?:|-+|–|—|n\/?a|null|none|undefined|nil|\?)$/i;

/** The text of a cell or a JSON value without spaces around it and marks that turn what follows; null where it says nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const plain = value.replace(/\p{Bidi_C}/gu, '');
  const text = plain.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return BLANK.test(text) ? null : text;
}

const YES = /^(?:yes|y|true|1|x|ja|si|oui|sim)$/;
const NO = /^(?:no|n|false|0|nein|non|nao)$/;

/** Null for what is neither. */
export function readYes(text: string): boolean | null {
  const word = foldText(text);
  return YES.test(word) ? true : NO.test(word) ? false : null;
}

/**
 * Words for a class that does not take place, as their beginnings: English, schema.org's `EventCancelled`, German,
 * French, Spanish, Portuguese, Italian, Dutch. A postponed class does not take place when it says.
 */
const CANCELLED =
  /^(?:https?schemaorg)?(?:event|class|session)?(?:cancel|postponed|deleted|storniert|abgesagt|annul|geannuleerd|anulad|suspendid|suspendu)/;

/** Whether the state of a class, in words or as a flag of a column such as `IsCanceled`, is that it was cancelled. */
export function readCancelled(text: string): boolean {
  return readYes(text) ?? CANCELLED.test(foldText(text));
}

/**
 * The text of a cell that is no formula. Names come from feeds that anyone may have written, and the file is made to be
 * opened: an apostrophe before them makes them text there, and goes again where the file is read back. A text that looks
 * guarded already gets one more. Numbers are not texts: `-5` in a column of numbers is left alone. Source: OWASP, CSV
 * Injection.
 */
function guarded(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

type Cell = string | number | boolean | null;

/** CSV after RFC 4180, of which no cell is a formula. Null is an empty cell. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: Cell): string {
  const text = typeof value === 'string' ? guarded(value) : String(value ?? '');
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that {@link guarded} was given. */
export function unguarded(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/* Numbers of people and money. */

/** The sign before the fraction, where a number has only one sign. */
export type DecimalMark = '.' | ',';

/** A count of people: alone, of so many places (`12/20`), or as a share of the places (`60%`), 0..1. */
export type Count = { readonly people?: number; readonly places?: number; readonly share?: number };

const OF = /^(-?\d+)\s*(?:\/|of|von|de)\s*(\d+)$/i;
const PERCENT = /^(-?\d+(?:[.,]\d+)?)\s*%$/;
const WHOLE = /^-?\d{1,3}(?:[,.' ]\d{3})+$|^-?\d+(?:[.,]0+)?$/;

/** Null for what is no whole number, number of places or percentage. */
export function readCount(text: string): Count | null {
  const [of, people, places] = OF.exec(text) ?? [];
  if (of !== undefined) return { people: Number(people), places: Number(places) };
  const percent = PERCENT.exec(text)?.[1];
  if (percent !== undefined) return { share: Number(percent.replace(',', '.')) / 100 };
  if (!WHOLE.test(text)) return null;
  return { people: Number(text.replace(/[.,]0{1,2}$/, '').replace(/[,.' ]/g, '')) };
}

/** Thousandths of the unit of a currency: `£1,234.50`, `1.234,50 €`, `(12.00)`; null for what is no amount. */
export function readMoneyMilli(text: string, mark: DecimalMark): number | null {
  const isNegative = /^\(.*\)$/.test(text) || /^[^\d]*[-−]/.test(text) || /\d\s*[-−]$/.test(text);
  const number = text.replace(/\p{Sc}|\p{L}{1,3}\.?|[()\s'−-]/gu, '');
  // `1e3` is no amount of this column.
  if (!/^\d[\d.,]*$/.test(number) || /\d\p{L}+\d/u.test(text)) return null;
  const plain = plainNumber(number, mark);
  if (plain === null) return null;
  const milli = Math.round(Number(plain) * 1000);
  return isNegative && milli !== 0 ? -milli : milli;
}

/** Says whether an amount has the sign or code of another currency than `own`, ISO 4217: a dollar may be any dollar. */
export function foreignSigns(own: string): (text: string) => boolean {
  const style = { style: 'currency', currency: own, currencyDisplay: 'narrowSymbol' } as const;
  const ours = (own + new Intl.NumberFormat('en', style).format(0)).toLowerCase();
  const sign = /\p{Sc}|(?<!\p{L})(?:[a-z]{3}|kr|zł|kč|ft)(?!\p{L})/u;
  return (text) => !ours.includes(sign.exec(text.normalize('NFKC').toLowerCase())?.[0] ?? '');
}

const GROUPED = /^(?=.*\p{Sc})\D*[1-9]\d{0,2}(?:\.\d{3})+\D*$/u;

/**
 * The mark of a column: a comma where any of its amounts can only be read so, and where each dot stands before three digits
 * of an amount with the sign of a currency, such as `1.234 €`: dinars, which have thousandths, are written in letters.
 */
export function decideDecimalMark(texts: readonly string[]): DecimalMark {
  if (texts.some((text) => /\d,\d{1,2}(?!\d)/.test(text))) return ',';
  const dotted = texts.filter((text) => /\d\.\d/.test(text));
  return dotted.length > 0 && dotted.every((text) => GROUPED.test(text)) ? ',' : '.';
}

/** `1.234,5` and `1,234.5` as `1234.5`; null where the signs make no sense. */
function plainNumber(text: string, mark: DecimalMark): string | null {
  const lastComma = text.lastIndexOf(',');
  const lastDot = text.lastIndexOf('.');
  // With both signs the last one marks the fraction, whatever the rest of the column does.
  const decimal = lastComma >= 0 && lastDot >= 0 ? (lastComma > lastDot ? ',' : '.') : mark;
  const [whole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0) return groups(text);
  const ungrouped = groups(whole);
  if (ungrouped === null || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  return fraction === undefined ? ungrouped : `${ungrouped}.${fraction === '' ? '0' : fraction}`;
}

/** A whole number without the signs between its thousands. */
function groups(text: string): string | null {
  return /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$|^\d+$/.test(text)
    ? text.replace(/[.,]/g, '')
    : null;
}

/* Values of a JSON of unknown shape. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the keys of an object, or the first of a list, whose value says something. Own keys only: a file may call one `constructor`. */
export function pick(value: unknown, ...keys: readonly string[]): unknown {
  const object = first(value);
  if (!isObject(object)) return undefined;
  const own = keys.filter((key) => Object.hasOwn(object, key)).map((key) => object[key]);
  return own.find((one) => one !== undefined && one !== null && one !== '');
}

/** What a person, room or type is called: the text itself, the name in an object, or that of the first in a list. */
export function nameOf(value: unknown): string | null {
  if (!isObject(first(value))) return textOf(first(value));
  const whole = pick(value, 'name', 'Name', 'displayName', 'DisplayName', 'full_name', 'title');
  if (textOf(whole) !== null) return textOf(whole);
  const given = textOf(pick(value, 'firstName', 'FirstName', 'first_name', 'givenName'));
  const family = textOf(pick(value, 'lastName', 'LastName', 'last_name', 'familyName'));
  return textOf([given, family].filter((part) => part !== null).join(' '));
}

/** The id in an object, or in the first of a list. */
export function idOf(value: unknown): string | null {
  return textOf(pick(value, 'id', 'Id', 'ID', '@id', '_id', 'identifier'));
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/* Which column of a table is which field. */

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
    spotsbooked useractive attending attendingcount signups signedup registered registrations enrolled
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
  // Where a weekly timetable has its times elsewhere, both words say from which date to which.
  const isDated = folded.has('until') && (folded.has('time') || folded.has('start'));
  const dates: ColumnNames = isDated && folded.has('from') ? { from: 'from', until: 'until' } : {};
  for (const [name, field] of [...namesIn({ ...preferred, ...dates }), ...SYNONYMS]) {
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
