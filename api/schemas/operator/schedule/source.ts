/** Sources of classes of the operator API. What may be set is what `turnout.yaml` takes. An address goes in and never comes out. */

import { Type } from 'typebox';
import { SCHEDULE } from '../../../../config/schema/gym.ts';
import { closed, count, nullable } from '../../../../gym/reports/fields/field.ts';
import { REVISION } from '../camera.ts';

const { id, format, refresh, columns, rooms } = SCHEDULE.items.properties;

export const SOURCE_ID = Type.String({ ...id, description: 'Id of the source.' });

const FEED_ADDRESS = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'An address of a calendar or export: `https://`, `http://` or `webcal://`. Path and query, which are often a secret, go into `secrets.env`. Never given out again.',
      examples: ['https://calendar.example/private-1234/classes.ics'],
    }),
    user: Type.Optional(Type.String({ maxLength: 200, description: 'Where it asks for a login.' })),
    password: Type.Optional(
      Type.String({ maxLength: 200, description: 'As it is, without encoding.' }),
    ),
  },
  { ...closed, title: 'FeedAddress', description: 'How a feed is reached.' },
);

const SETTINGS = {
  format: Type.Optional(format),
  refresh: Type.Optional(refresh),
  columns: Type.Optional(columns),
  rooms: Type.Optional(rooms),
};

export const NEW_SOURCE = Type.Object(
  { id: SOURCE_ID, address: FEED_ADDRESS, ...SETTINGS },
  { ...closed, title: 'NewSource', description: 'A feed to add.' },
);

export const SOURCE_CHANGE = Type.Object(
  {
    address: Type.Optional(FEED_ADDRESS),
    format: Type.Optional(nullable(format)),
    refresh: Type.Optional(nullable(refresh)),
    columns: Type.Optional(nullable(columns)),
    rooms: Type.Optional(nullable(rooms)),
  },
  { ...closed, title: 'SourceChange', description: 'What to change; null is the default again.' },
);

const time = (description: string) =>
  nullable(Type.String({ format: 'date-time', description: `${description} Null: never.` }));

const SOURCE = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['web', 'file'], { description: 'An address, or a file next to this server.' }),
    format: Type.Enum(['auto', 'ics', 'csv', 'json']),
    refresh_ms: count('How often it is read, ms.'),
    columns: Type.Record(Type.String(), Type.String()),
    rooms: Type.Record(Type.String(), Type.String()),
    state: Type.Enum(['new', 'ok', 'failing'], { description: '`new`: not read yet.' }),
    last_read_at: time('When it was last tried.'),
    last_success_at: time('When it was last read well.'),
    classes: count('Classes of the newest good read.'),
    fault_count: count('Places of it that could not be read.'),
    fault: nullable(
      Type.Object(
        { code: Type.String(), detail: Type.String({ description: 'What is wrong.' }) },
        { ...closed, title: 'SourceFault', description: 'Why it is not read.' },
      ),
    ),
  },
  { ...closed, title: 'OperatorSource', description: 'A source of classes, without its address.' },
);

export const SOURCE_LIST = Type.Object(
  { revision: REVISION, sources: Type.Array(SOURCE) },
  { ...closed, title: 'SourceList', description: 'The sources of the gym.' },
);

export const SOURCE_ANSWER = Type.Object(
  { revision: REVISION, source: SOURCE },
  { ...closed, title: 'SourceAnswer', description: 'One source.' },
);

export const SOURCE_PROBE = Type.Object(
  {
    address: Type.Optional(FEED_ADDRESS),
    source: Type.Optional(
      Type.String({ maxLength: 64, description: 'Id of a source, to try the address it has.' }),
    ),
    id: Type.Optional(
      Type.String({ ...id, description: 'Id that a new one will have; default: by its host.' }),
    ),
    format: Type.Optional(format),
    columns: Type.Optional(columns),
    rooms: Type.Optional(rooms),
  },
  { ...closed, title: 'SourceProbe', description: 'A new address, or a source of the gym.' },
);
