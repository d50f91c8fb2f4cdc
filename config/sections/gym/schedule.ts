/** Schedule: where the classes of a gym are read from, again and again. */

import { type Static, Type } from 'typebox';
import { choice, defaulted, duration, identifier } from '../field.ts';
import { SCHEDULE_FIELDS } from './schedule-fields.ts';

const SCHEDULE_SOURCE = Type.Object(
  {
    id: identifier(
      'Id of the source, unique in its gym. The source and the id in it identify a class.',
    ),
    url: Type.String({
      description: `Where the classes are: an \`https://\`, \`http://\` or \`webcal://\` address, or the path of a file, relative to this file. An address may carry a secret: put it into the environment. Never shown in logs, errors or answers.`,
      minLength: 1,
      maxLength: 2048,
      // One letter and a colon is a drive of Windows, and so a path.
      pattern: '^(?:(?:https?|webcals?)://[^\\s/]|file:///|(?![A-Za-z][A-Za-z0-9+.-]+:))',
      'x-expected':
        'an address that starts with https://, http:// or webcal://, or the path of a file',
      examples: [`https://calendar.example/\${CALENDAR_TOKEN}.ics`, './timetable.csv'],
      'x-secret': true,
      'x-path': 'address',
    }),
    format: defaulted(
      choice(['auto', 'ics', 'csv', 'json'], {
        description: 'The format at the address. `auto` detects it from the text.',
        default: 'auto',
      }),
    ),
    refresh: defaulted(
      duration({
        description:
          'How often it is read again. A server that supports conditional requests sends only changes.',
        minimum: '1m',
        maximum: '7d',
        default: '15m',
      }),
    ),
    columns: defaulted(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 200 }), {
        default: {},
        description: `For CSV and JSON: which column is which field, if its name does not show it. Fields: \`${SCHEDULE_FIELDS.join(', ')}\`.`,
        examples: [{ start: 'Class Time', trainer: 'Led by' }],
      }),
    ),
    rooms: defaulted(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 64 }), {
        default: {},
        description:
          'The room for a name in the source, as `name: id of the room`. Names and ids of rooms need no entry.',
        examples: [{ 'Studio 1 (upstairs)': 'studio' }],
      }),
    ),
  },
  { additionalProperties: false, description: 'A source of classes.' },
);

/** Sources of one gym. */
export const SCHEDULE = Type.Array(SCHEDULE_SOURCE, {
  maxItems: 16,
  default: [],
  description: 'Where the classes come from. `turnout schedule import` brings in files by hand.',
});

export type ScheduleSection = Static<typeof SCHEDULE_SOURCE>;
