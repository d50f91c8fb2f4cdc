/** Uploads, previews and imports of classes, for the operator API. */

import { Type } from 'typebox';
import { SCHEDULE_FIELDS } from '../../../../config/schema/schedule-fields.ts';
import { closed, count, nullable } from '../../../../gym/reports/fields/field.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });
const ID = Type.String({ minLength: 1, maxLength: 64 });
const RECORD_ID = Type.String({ minLength: 1, maxLength: 200 });

export const FILE_NAME = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Name of the file, for the list of imports.',
});

export const UPLOAD_ANSWER = Type.Object(
  {
    upload: Type.String({ description: 'Id, for `POST /operator/v1/previews`.' }),
    name: Type.String({ description: 'Of the file.' }),
    source: Type.String({ description: 'Source of its classes, where a preview names none.' }),
    size_bytes: count('Size of the file.'),
    expires_at: time('When it is forgotten: in half an hour.'),
  },
  { ...closed, title: 'Upload', description: 'A file that is held in memory.' },
);

const SOURCE_ID = Type.String({
  pattern: '^[a-z0-9-]{1,64}$',
  description: 'Whose classes they are. The same file of the same source changes nothing.',
});

const COLUMNS = Type.Record(Type.String(), Type.String({ maxLength: 200 }), {
  description: `Column by field, over what was guessed. An empty text is no column. Fields: \`${SCHEDULE_FIELDS.join(', ')}\`.`,
});

const ROOMS = Type.Record(RECORD_ID, Type.String({ minLength: 1, maxLength: 64 }), {
  description: 'Id of the room that is meant by a name.',
});

export const FORMAT = Type.Enum(['auto', 'ics', 'csv', 'json'], {
  description: 'What the file is; default: `auto`.',
});

export const PREVIEW_REQUEST = Type.Object(
  {
    upload: Type.String({ ...ID, description: 'Id of the upload.' }),
    source: Type.Optional(SOURCE_ID),
    format: Type.Optional(FORMAT),
    columns: Type.Optional(COLUMNS),
    rooms: Type.Optional(ROOMS),
    sheet: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Sheet of a workbook, by name or number; default: the first.',
      }),
    ),
  },
  { ...closed, title: 'PreviewRequest', description: 'How a file is to be read.' },
);

const COUNTS = Type.Object(
  {
    add: count('New classes.'),
    change: count('Changed.'),
    cancel: count('Cancelled.'),
    move: count('At another time or in another room.'),
    remove: count('Removed.'),
    unchanged: count('As before.'),
  },
  { ...closed, title: 'ImportCounts', description: 'Classes by what becomes of them.' },
);

const CHANGE = Type.Object(
  {
    kind: Type.Enum(['add', 'change', 'cancel', 'move', 'remove']),
    class: nullable(Type.String({ description: 'Id; null is new.' })),
    name: Type.String(),
    starts_at: time('In UTC.'),
    fields: Type.Array(
      Type.Object(
        { field: Type.String(), before: Type.String(), after: Type.String() },
        { ...closed, title: 'ChangedField', description: 'A field that differs.' },
      ),
    ),
  },
  { ...closed, title: 'ImportChange', description: 'What becomes of a class.' },
);

const IMPORT_ROOM = Type.Object(
  {
    name: Type.String({ description: 'As the file writes it.' }),
    room: nullable(Type.String({ description: 'Id; null is not configured: no camera counts.' })),
    nearest: nullable(
      Type.String({ description: 'Of a room that is not configured: the nearest id.' }),
    ),
  },
  { ...closed, title: 'ImportRoom', description: 'A room that the file names.' },
);

const FAULT = Type.Object(
  {
    line: nullable(Type.Integer({ description: 'Line or row; null is the whole file.' })),
    field: nullable(Type.String({ description: 'Column, property or key.' })),
    expected: Type.String(),
    got: Type.String(),
    effect: Type.Enum(['skipped', 'ignored'], {
      description: '`skipped`: left out. `ignored`: taken without the field.',
    }),
  },
  { ...closed, title: 'ImportFault', description: 'What could not be read.' },
);

const PASSED_OVER = Type.Object(
  { line: Type.Integer(), what: Type.String() },
  { ...closed, title: 'PassedOver', description: 'A row that is no class, such as totals.' },
);

const JOIN = Type.Object(
  { name: Type.String(), into: Type.String({ description: 'Who it is.' }) },
  { ...closed, title: 'ImportJoin', description: 'A trainer known under two names.' },
);

/** What the preview and the import have in common. */
const REPORT = {
  gym: Type.String(),
  source: Type.String(),
  format: Type.Enum(['ics', 'csv', 'json', 'xlsx']),
  shape: Type.String({ description: 'The export it was recognised as; else `generic`.' }),
  rows: count('Rows, events or entries of the file.'),
  classes: count('Classes that could be read.'),
  counts: COUNTS,
  changes: Type.Array(CHANGE, { description: 'At most 1,000; `counts` is of all.' }),
  columns: Type.Array(Type.String(), {
    description: 'Columns of a table, at most 200; empty for other files.',
  }),
  column_of: Type.Record(Type.String(), Type.String(), {
    description: 'Column of each field that is read: guessed, or as it was named.',
  }),
  timezone: Type.String({ description: 'Of the gym: IANA name.' }),
  unused_columns: Type.Array(Type.String(), { description: 'Columns that are not read.' }),
  rooms: Type.Array(IMPORT_ROOM),
  joins: Type.Array(JOIN),
  passed_over_count: count('Rows that are no classes.'),
  passed_over: Type.Array(PASSED_OVER, { description: 'At most 1,000.' }),
  fault_count: count('What could not be read, all of it.'),
  faults: Type.Array(FAULT, { description: 'At most 1,000.' }),
};

const FIELD = Type.Object(
  {
    field: Type.String({ description: 'As `columns` of a request names it.' }),
    column: nullable(Type.String({ description: 'Where it is read from; null is nowhere.' })),
    classes: count('Classes that have it.'),
  },
  { ...closed, title: 'UnderstoodField', description: 'A field, and where it is read from.' },
);

const ODD_ONE = Type.Object(
  {
    kind: Type.Enum(['room', 'turned', 'trainer', 'two_titles', 'once']),
    name: Type.Optional(Type.String()),
    names: Type.Optional(Type.Array(Type.String())),
    near: Type.Optional(nullable(Type.String({ description: 'What is nearly the same.' }))),
    starts_at: Type.Optional(time('In UTC.')),
  },
  { ...closed, title: 'OddOne', description: 'What to look at; nothing is changed by it.' },
);

const SAMPLE = Type.Object(
  {
    name: Type.String(),
    starts_at: time('In UTC.'),
    ends_at: time('In UTC.'),
    trainer: nullable(Type.String()),
    room: nullable(Type.String()),
    cancelled: Type.Boolean(),
    capacity: nullable(Type.Integer()),
    booked: nullable(Type.Integer()),
    attended: nullable(Type.Integer()),
  },
  { ...closed, title: 'SampleClass', description: 'One of the first classes, as understood.' },
);

const CROWD = Type.Object(
  {
    line: nullable(Type.Integer()),
    field: Type.Enum(['booked', 'attended']),
    people: Type.Integer(),
    room: nullable(Type.String()),
    places: Type.Integer(),
    name: Type.String(),
  },
  { ...closed, title: 'Crowd', description: 'More people than 1.5 times the places.' },
);

export const PREVIEW_ANSWER = Type.Object(
  {
    preview: Type.String({ description: 'Id, for `POST /operator/v1/imports`.' }),
    upload: Type.String({ description: 'Id of the upload, for another preview.' }),
    expires_at: time('When both are forgotten.'),
    ...REPORT,
    fields: Type.Array(FIELD, { description: 'All fields, also those that no class has.' }),
    odd_ones: Type.Array(ODD_ONE, { description: 'At most 200.' }),
    sample: Type.Array(SAMPLE, { description: 'The first classes.' }),
    too_many: Type.Array(CROWD, {
      description: 'Counts that an import takes with `force` only.',
    }),
  },
  { ...closed, title: 'Preview', description: 'What an import would change. Nothing is changed.' },
);

export const IMPORT_REQUEST = Type.Object(
  {
    preview: Type.String({ ...ID, description: 'Id of the preview.' }),
    force: Type.Optional(
      Type.Boolean({ description: 'Takes more people than 1.5 times the places as they are.' }),
    ),
  },
  { ...closed, title: 'ImportRequest', description: 'Which preview is taken.' },
);

export const MADE_IMPORT = Type.Object(
  {
    import: nullable(Type.Integer({ description: 'Number; null where nothing changes.' })),
    ...REPORT,
  },
  { ...closed, title: 'MadeImport', description: 'What an import changed.' },
);

const IMPORT = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    at: time('When.'),
    file: Type.String({ description: 'Name of the file, host of an address, or the feed.' }),
    source: Type.String(),
    rows: count('Rows or events that were read.'),
    counts: COUNTS,
    undone_at: nullable(time('When it was undone.')),
    can_undo: Type.Boolean(),
  },
  { ...closed, title: 'Import', description: 'An import that changed something.' },
);

export const IMPORT_ID = Type.Integer({
  minimum: 1,
  maximum: 999_999_999,
  description: 'Number of the import.',
});

export const IMPORT_LIMIT = Type.Integer({
  minimum: 1,
  maximum: 5_000,
  default: 20,
  description: 'At most so many.',
});

export const IMPORT_LIST = Type.Object(
  { total: count('Of the gym.'), imports: Type.Array(IMPORT) },
  { ...closed, title: 'ImportList', description: 'Imports of files and feeds, newest first.' },
);

export const UNDO_REQUEST = Type.Object(
  {
    rest: Type.Optional(
      Type.Boolean({
        description: 'Leaves classes that later imports contain, and undoes the others.',
      }),
    ),
  },
  { ...closed, title: 'UndoRequest', description: 'How an import is undone.' },
);

export const UNDO_ANSWER = Type.Object(
  {
    id: Type.Integer(),
    file: Type.String(),
    counts: COUNTS,
    is_feed: Type.Boolean({ description: 'Its classes return when the feed is read again.' }),
    stayed_count: count('Classes that stay as later imports left them.'),
    stayed: Type.Array(
      Type.Object(
        { class: Type.String(), name: Type.String(), starts_at: time('In UTC.') },
        { ...closed, title: 'StayedClass', description: 'A class that stays.' },
      ),
      { description: 'At most 100.' },
    ),
    later_imports: Type.Array(Type.Integer(), { description: 'Numbers of those imports.' }),
  },
  { ...closed, title: 'UndoneImport', description: 'What undoing did.' },
);
