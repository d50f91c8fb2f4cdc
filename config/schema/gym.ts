/** A gym: one place with its own clock, money, rooms and schedule. */

import type { Static } from 'typebox';
import { BOOKING_SCHEMES } from '../booking.ts';
import { CAMERA } from './camera.ts';
import {
  choice,
  duration,
  entry,
  flag,
  formed,
  identifier,
  label,
  like,
  line,
  list,
  map,
  money,
  number,
  optional,
  secret,
  section,
  whole,
} from './field.ts';
import { NOTIFY } from './notify.ts';
import { SCHEDULE_FIELDS } from './schedule-fields.ts';

const FEED = formed(
  // One letter and a colon is a drive of Windows, and so a path.
  `^(?:(?:https?|webcals?|${BOOKING_SCHEMES})://[^\\s/]|file:///|(?![A-Za-z][A-Za-z0-9+.-]+:))`,
  'an address that starts with https://, http://, webcal:// or the name of a booking system, or the path of a file',
  { minLength: 1, maxLength: 2048, 'x-path': 'address' },
);

const SCHEDULE_SOURCE = entry({
  id: identifier('schedule source id')`
    Id of the source, unique in its gym. The source and the id in it identify a class.`,
  url: like(secret(FEED), `https://calendar.example/\${CALENDAR_TOKEN}.ics`, './timetable.csv')`
    Where the classes are: an \`https://\`, \`http://\` or \`webcal://\` address, that of a booking system such as \`mindbody://SITE?key=…&user=…&password=…\` (docs/schedule.md), or the path of a file, relative to this file.`,
  format: choice(['auto', 'ics', 'csv', 'json'], 'auto')`
    The format at the address. \`auto\` detects it from the text.`,
  refresh: duration('1m..7d', '15m')`
    How often it is read again. A server that supports conditional requests sends only changes.`,
  columns: like(map(line(200)`Name of the column.`), { start: 'Class Time', trainer: 'Led by' })`
    For CSV and JSON: which column is which field, if its name does not show it. Fields: \`${SCHEDULE_FIELDS.join(', ')}\`.`,
  rooms: like(map(line(64)`Id of the room.`), { 'Studio 1 (upstairs)': 'studio' })`
    The room for a name in the source, as \`name: id of the room\`. Names and ids of rooms need no entry.`,
})`A source of classes.`;

/** Sources of one gym. */
export const SCHEDULE = list(SCHEDULE_SOURCE, 16)`
  Where the classes come from. \`turnout schedule import\` brings in files by hand.`;

/**
 * Amounts in the gym's currency. Revenue that is left out is unknown; of costs, what is left out counts as nothing as soon
 * as one of them is given (`docs/reports.md`).
 */
const AMOUNTS = {
  revenue_per_visit: money`Revenue for one person in a class. Used if no revenue is imported.`,
  flat_pay: money`Pay of the trainer for a class, whatever the attendance.`,
  per_head_pay: money`Pay of the trainer for each person present.`,
  room_cost: money`Cost of the room for one class.`,
  variable_cost: money`Cost of each person present: towels, water, energy.`,
};

const CLASS_AMOUNTS = entry({
  name: label`Name of the class as in the schedule; case does not matter.`,
  ...AMOUNTS,
})`Amounts of one class.`;

const TRAINER_PAY = entry({
  name: label`Name or id of the trainer; case and accents do not matter.`,
  flat_pay: AMOUNTS.flat_pay,
  per_head_pay: AMOUNTS.per_head_pay,
})`Pay of one trainer.`;

const FAMILY_NAME = label`
  A name of a class as in the schedule, or a word that its classes share.`;

const FAMILY = list(FAMILY_NAME, 100, 1)`Its classes.`;

const rate = (usual: number) => number(0, 2, usual);

const GOAL = entry({
  class: optional(label)`Name of the class as in the schedule; case does not matter.`,
  trainer: optional(label)`Name or id of the trainer; case and accents do not matter.`,
  fill: optional(number(0, 2))`Fill to reach: 0.7 is 70 % full.`,
  attendance: optional(number(0, 10_000))`People to reach in a class, on average.`,
})`A goal.`;

export const ROOM = entry({
  id: identifier('room id')`Id of the room, unique in its gym.`,
  name: optional(label)`Name for people. Default: the id.`,
  also_called: list(label`A name.`, 16)`
    Other names for it in schedules. A room that is renamed in the browser keeps its old name here, so that its classes are still found.`,
  capacity: optional(whole(1, 10_000))`
    Places of the room. Used for classes without a limit of their own, and to choose the input size for its cameras.`,
  cameras: list(CAMERA, 32)`The cameras of the room.`,
  camera_rule: choice(['max', 'sum', 'primary'], 'max')`
    How several cameras of the room become one count. max: they see the same people; the highest counts. sum: each sees its own part, by zones that do not overlap. primary: the first camera counts, and the next one fills its gaps. Cameras with overlap zones are always added.`,
  calibration: flag(true)`
    Whether classes that a person counted (\`turnout class count\`) correct the counts of the room.`,
})`A room.`;

const TIMEZONE = line(100, {
  'x-form': 'timezone',
  'x-expected': 'an IANA time zone such as Europe/London',
});

const CURRENCY = formed('^[A-Z]{3}$', 'an ISO 4217 code of three capital letters such as EUR', {
  'x-form': 'currency',
});

export const GYM = entry({
  id: identifier('gym id')`Id of the gym, unique in the file.`,
  name: optional(label)`Name for people. Default: the id.`,
  timezone: like(TIMEZONE, 'Europe/London', 'America/New_York')`
    Time zone of the gym, a name of the IANA database. All its dates are in this zone.`,
  currency: optional(like(CURRENCY, 'EUR', 'GBP', 'USD'))`
    Currency of prices and pay, ISO 4217.`,
  rooms: list(ROOM, 64)`The rooms of the gym.`,
  schedule: SCHEDULE,
  /** How head counts over a class become people present. The method is in `docs/counting.md`. */
  attendance: section({
    percentile: number(0.5, 1, 0.95)`
      The percentile of the smoothed counts that gives the people in the room. A higher one finds more hidden people, and more false ones.`,
    staff: whole(0, 20, 1)`
      Staff in the picture during a class, subtracted from the count if no camera of the room has a staff zone. 1 is the trainer.`,
    lead: duration('0s..1h', '10m')`
      How long before a class its cameras are sampled as often as during it.`,
    tail: duration('0s..1h', '10m')`
      How long after a class they are sampled as often. Then the class is evaluated.`,
  })`How counts become people present.`,
  /** What a class earns and costs, where the booking system does not say it. */
  economics: section({
    ...AMOUNTS,
    classes: list(CLASS_AMOUNTS, 200)`
      Classes whose amounts differ. They override the general ones.`,
    trainers: list(TRAINER_PAY, 200)`
      Trainers whose pay differs. It overrides that of the class.`,
  })`
    What classes earn and cost, in the currency of the gym. A missing revenue is unknown. As soon as one cost is given, missing costs are 0.`,
  /** Words that people use for several classes, where the names of the classes do not have them. */
  families: like(map(FAMILY), { spin: ['Power Ride', 'Rhythm Ride'] })`
    Words for several classes, as \`word: [names, or words of them]\`: its figures cover them all. A word that the names share needs no entry.`,
  /** From which fill a class is called full, healthy, fair, weak or dead. Source: docs/method.md#verdicts. */
  verdicts: section({
    dead_below: rate(0.3)`Fill below which a class is dead.`,
    weak_below: rate(0.5)`Fill below which a class is weak.`,
    fair_below: rate(0.7)`Fill below which a class is fair; above it is healthy.`,
    full_from: rate(0.85)`Fill from which a class is full.`,
    loss_share: rate(0.75)`
      Share of its graded occurrences that must lose money for a class that is not dead to be unprofitable, whatever its fill.`,
    min_occurrences: whole(4, 100, 4)`Graded occurrences below which a class has no verdict.`,
    no_show_alert: rate(0.15)`No-show rate above which a class is marked.`,
  })`The limits of full, healthy, fair, weak and dead. Each limit is above the one before it.`,
  /** What classes are to reach. Of several that fit, that of the class comes before that of the trainer. */
  goals: like(list(GOAL, 200), [{ fill: 0.7 }, { class: 'Spin', attendance: 12 }])`
    What a class should reach. A goal of the class comes before one of its trainer, and this before one of the gym, which names neither.`,
  notify: NOTIFY,
})`A gym.`;

export type GymSection = Static<typeof GYM>;
