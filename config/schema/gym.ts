/** A gym: one place with its own clock, money, rooms and schedule. */

import { type Static, Type } from 'typebox';
import { BOOKING_SCHEMES } from '../booking.ts';
import { CAMERA } from './camera.ts';
import {
  about,
  choice,
  duration,
  entry,
  flag,
  formed,
  identifier,
  label,
  line,
  list,
  map,
  money,
  number,
  secret,
  section,
  whole,
} from './field.ts';
import { NOTIFY } from './notify.ts';
import { SCHEDULE_FIELDS } from './schedule-fields.ts';

const SCHEDULE_SOURCE = entry('A source of classes.', {
  id: identifier(
    'Id of the source, unique in its gym. The source and the id in it identify a class.',
  ),
  url: secret(
    'Where the classes are: an `https://`, `http://` or `webcal://` address, that of a booking system such as `mindbody://SITE?key=…&user=…&password=…` (docs/schedule.md), or the path of a file, relative to this file.',
    formed(
      // One letter and a colon is a drive of Windows, and so a path.
      `^(?:(?:https?|webcals?|${BOOKING_SCHEMES})://[^\\s/]|file:///|(?![A-Za-z][A-Za-z0-9+.-]+:))`,
      'an address that starts with https://, http://, webcal:// or the name of a booking system, or the path of a file',
      { minLength: 1, maxLength: 2048, 'x-path': 'address' },
    ),
    [`https://calendar.example/\${CALENDAR_TOKEN}.ics`, './timetable.csv'],
  ),
  format: about(
    'The format at the address. `auto` detects it from the text.',
    choice(['auto', 'ics', 'csv', 'json'], 'auto'),
  ),
  refresh: about(
    'How often it is read again. A server that supports conditional requests sends only changes.',
    duration('1m..7d', '15m'),
  ),
  columns: about(
    `For CSV and JSON: which column is which field, if its name does not show it. Fields: \`${SCHEDULE_FIELDS.join(', ')}\`.`,
    map(line(200)),
    [{ start: 'Class Time', trainer: 'Led by' }],
  ),
  rooms: about(
    'The room for a name in the source, as `name: id of the room`. Names and ids of rooms need no entry.',
    map(line(64)),
    [{ 'Studio 1 (upstairs)': 'studio' }],
  ),
});

/** Sources of one gym. */
export const SCHEDULE = about(
  'Where the classes come from. `turnout schedule import` brings in files by hand.',
  list(SCHEDULE_SOURCE, 16),
);

/** How head counts over a class become people present. The method is in `docs/counting.md`. */
const ATTENDANCE = section('How counts become people present.', {
  percentile: about(
    'The percentile of the smoothed counts that gives the people in the room. A higher one finds more hidden people, and more false ones.',
    number(0.5, 1, 0.95),
  ),
  staff: about(
    'Staff in the picture during a class, subtracted from the count if no camera of the room has a staff zone. 1 is the trainer.',
    whole(0, 20, 1),
  ),
  lead: about(
    'How long before a class its cameras are sampled as often as during it.',
    duration('0s..1h', '10m'),
  ),
  tail: about(
    'How long after a class they are sampled as often. Then the class is evaluated.',
    duration('0s..1h', '10m'),
  ),
});

/**
 * Amounts in the gym's currency. Revenue that is left out is unknown; of costs, what is left out counts as nothing as soon
 * as one of them is given (`docs/reports.md`).
 */
const AMOUNTS = {
  revenue_per_visit: money('Revenue for one person in a class. Used if no revenue is imported.'),
  flat_pay: money('Pay of the trainer for a class, whatever the attendance.'),
  per_head_pay: money('Pay of the trainer for each person present.'),
  room_cost: money('Cost of the room for one class.'),
  variable_cost: money('Cost of each person present: towels, water, energy.'),
};

/** What a class earns and costs, where the booking system does not say it. */
const ECONOMICS = section(
  'What classes earn and cost, in the currency of the gym. A missing revenue is unknown. As soon as one cost is given, missing costs are 0.',
  {
    ...AMOUNTS,
    classes: about(
      'Classes whose amounts differ. They override the general ones.',
      list(
        entry('Amounts of one class.', {
          name: label('Name of the class as in the schedule; case does not matter.'),
          ...AMOUNTS,
        }),
        200,
      ),
    ),
    trainers: about(
      'Trainers whose pay differs. It overrides that of the class.',
      list(
        entry('Pay of one trainer.', {
          name: label('Name or id of the trainer; case and accents do not matter.'),
          flat_pay: AMOUNTS.flat_pay,
          per_head_pay: AMOUNTS.per_head_pay,
        }),
        200,
      ),
    ),
  },
);

/** Words that people use for several classes, where the names of the classes do not have them. */
const FAMILIES = about(
  'Words for several classes, as `word: [names of classes, or words of them]`: a figure of the word is of all of them. A word that the names share needs no entry.',
  map(
    list(label('A name of a class as in the schedule, or a word that its classes share.'), 100, 1),
  ),
  [{ spin: ['Power Ride', 'Rhythm Ride'] }],
);

const rate = (usual: number, description: string) => about(description, number(0, 2, usual));

/** From which fill a class is called full, healthy, fair, weak or dead. Source: docs/method.md#verdicts. */
const VERDICTS = section(
  'The limits of full, healthy, fair, weak and dead. Each limit is above the one before it.',
  {
    dead_below: rate(0.3, 'Fill below which a class is dead.'),
    weak_below: rate(0.5, 'Fill below which a class is weak.'),
    fair_below: rate(0.7, 'Fill below which a class is fair; above it is healthy.'),
    full_from: rate(0.85, 'Fill from which a class is full.'),
    loss_share: rate(
      0.75,
      'Share of its graded occurrences that must lose money for a class that is not dead to be unprofitable, whatever its fill.',
    ),
    min_occurrences: about(
      'Graded occurrences below which a class has no verdict.',
      whole(4, 100, 4),
    ),
    no_show_alert: rate(0.15, 'No-show rate above which a class is marked.'),
  },
);

/** What classes are to reach. Of several that fit, that of the class comes before that of the trainer. */
const GOALS = about(
  'What classes should reach: those of a class, of a trainer, or of the whole gym, if neither is named. A goal of the class comes before one of its trainer, and this before one of the gym.',
  list(
    entry('A goal.', {
      class: Type.Optional(label('Name of the class as in the schedule; case does not matter.')),
      trainer: Type.Optional(label('Name or id of the trainer; case and accents do not matter.')),
      fill: Type.Optional(
        about('Fill to reach: 0.7 is 70 % full.', Type.Number({ minimum: 0, maximum: 2 })),
      ),
      attendance: Type.Optional(
        about(
          'People to reach in a class, on average.',
          Type.Number({ minimum: 0, maximum: 10_000 }),
        ),
      ),
    }),
    200,
  ),
  [[{ fill: 0.7 }, { class: 'Spin', fill: 0.85 }, { trainer: 'Anna Kovacs', attendance: 12 }]],
);

export const ROOM = entry('A room.', {
  id: identifier('Id of the room, unique in its gym.'),
  name: Type.Optional(label('Name for people. Default: the id.')),
  capacity: Type.Optional(
    about(
      'Places of the room. Used for classes without a limit of their own, and to choose the input size for its cameras.',
      whole(1, 10_000),
    ),
  ),
  cameras: about('The cameras of the room.', list(CAMERA, 32)),
  camera_rule: about(
    'How several cameras of the room become one count. max: they see the same people, and the highest count is used. sum: each sees its own part, by zones that do not overlap. primary: the first camera counts, and the next one fills its gaps. Cameras with overlap zones are always added.',
    choice(['max', 'sum', 'primary'], 'max'),
  ),
  calibration: about(
    'Whether classes that a person counted (`turnout class count`) correct the counts of the room.',
    flag(true),
  ),
});

export const GYM = entry('A gym.', {
  id: identifier('Id of the gym, unique in the file.'),
  name: Type.Optional(label('Name for people. Default: the id.')),
  timezone: about(
    'Time zone of the gym, a name of the IANA database. All its dates are in this zone.',
    Type.With(Type.String(), {
      'x-form': 'timezone',
      'x-expected': 'an IANA time zone such as Europe/London',
    }),
    ['Europe/London', 'America/New_York'],
  ),
  currency: Type.Optional(
    about(
      'Currency of prices and pay, ISO 4217.',
      formed('^[A-Z]{3}$', 'an ISO 4217 code of three capital letters such as EUR', {
        'x-form': 'currency',
      }),
      ['EUR', 'GBP', 'USD'],
    ),
  ),
  rooms: about('The rooms of the gym.', list(ROOM, 64)),
  schedule: SCHEDULE,
  attendance: ATTENDANCE,
  economics: ECONOMICS,
  families: FAMILIES,
  verdicts: VERDICTS,
  goals: GOALS,
  notify: NOTIFY,
});

export type GymSection = Static<typeof GYM>;
export type RoomSection = Static<typeof ROOM>;
export type ScheduleSection = Static<typeof SCHEDULE_SOURCE>;
