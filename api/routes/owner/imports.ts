/** Files of classes in a browser or by a program: uploaded, looked at, taken exactly as they were shown, and undone. */

import { Type } from 'typebox';
import { SCHEDULE } from '../../../config/schema/gym.ts';
import { isTurnoutError } from '../../../errors.ts';
import { instant } from '../../../runtime/wire.ts';
import type { Preview, Upload } from '../../../service/imports/desk.ts';
import {
  previewJson,
  recordJson,
  reportJson,
  undoJson,
} from '../../../service/imports/import-json.ts';
import { sourceIdFrom } from '../../../service/imports/take-file.ts';
import { fields, gymOf, ID, invalid, noted, refuse, row } from './row.ts';

const PREVIEW = fields({
  upload: ID,
  source: Type.Optional(SCHEDULE.items.properties.id),
  format: Type.Optional(Type.Enum(['auto', 'ics', 'csv', 'json'])),
  columns: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 200 }))),
  rooms: Type.Optional(
    Type.Record(
      Type.String({ minLength: 1, maxLength: 200 }),
      Type.String({ minLength: 1, maxLength: 64 }),
    ),
  ),
  sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

export const IMPORTS = [
  row(
    'POST /uploads',
    'Uploads a file of classes, bookings or check-ins: ICS, CSV, JSON or `.xlsx`, at most 32 MiB. It is held in memory for half an hour. If other uploads fill 64 MiB, it is refused with 429.',
    {
      query: { name: Type.String({ minLength: 1, maxLength: 200 }) },
      file: true,
      makes: true,
    },
    (call) => {
      const gym = gymOf(call);
      const { bytes } = call;
      if (bytes.length === 0) invalid([], 'send the bytes of a file');
      const origin = plainName(call.query.name);
      const upload = call.app.desk.hold(gym.id, { bytes, origin, isFeed: false });
      return {
        upload: upload.id,
        name: origin,
        source: sourceOf(origin),
        size_bytes: bytes.length,
        expires_at: instant(upload.expiresUtcMs),
      };
    },
  ),
  row(
    'POST /previews',
    'What an import of an upload would change. Nothing is changed. Send other `columns` (the column by the field, an empty text for none), `rooms` (the id by the name) or a `sheet` (name or number) for another preview of the same upload.',
    { body: PREVIEW },
    (call) => {
      const gym = gymOf(call);
      const { desk, files } = call.app;
      return files.one(async () => {
        const upload = desk.find(gym.id, call.body.upload);
        const {
          source = sourceOf(upload.origin),
          format = 'auto',
          columns = {},
          rooms = {},
          sheet = null,
        } = call.body;
        const wish = { source, format, columns, rooms, sheet };
        return previewView(await desk.preview(gym, upload.id, wish, call.signal), upload);
      });
    },
  ),
  row(
    'POST /imports',
    'Takes exactly what a preview showed. Where the classes have changed since, nothing is taken: 409 `preview_outdated`. `force` takes more people than 1.5 times the places.',
    {
      body: fields({ preview: ID, force: Type.Optional(Type.Boolean()) }),
      makes: true,
    },
    (call) => {
      const gym = gymOf(call);
      const { preview, force = false } = call.body;
      return call.app.files.one(async () => {
        const report = await call.app.desk.take(gym, preview, force, call.signal);
        const { importNumber } = report.plan;
        if (importNumber !== null) {
          await noted(call, `${importNumber} of ${report.sourceId}`, 'import_made');
        }
        return { import: importNumber, ...reportJson(report) };
      });
    },
  ),
  row(
    'GET /imports',
    'The imports of files and feeds that changed something, newest first.',
    { query: { limit: Type.Integer({ minimum: 1, maximum: 5_000, default: 20 }) } },
    async ({ app, owner, query: { limit } }) => {
      const imports = await app.classes.imports(owner.key.gymId);
      return { total: imports.length, imports: imports.slice(0, limit).map(recordJson) };
    },
  ),
  row(
    'POST /imports/{import_id}/undo',
    'Undoes an import: its classes are as they were before. Where later imports contain the same classes: 409 `import_covered`; `rest` undoes the others.',
    { body: fields({ rest: Type.Optional(Type.Boolean()) }) },
    async (call) => {
      const gym = gymOf(call);
      const { rest = false } = call.body;
      try {
        const wanted = { by: call.owner.key.id, takesRest: rest, signal: call.signal };
        const report = await call.app.classes.undoImport(gym.id, call.path.import_id, wanted);
        /** Classes of a feed return when it is read again. */
        const isFeed = gym.schedule.some(({ id }) => id === report.import.sourceId);
        return { ...undoJson(report), is_feed: isFeed };
      } catch (error) {
        if (!isTurnoutError(error)) throw error;
        // Its hints are those of a terminal.
        const { expected, got } = error.parts;
        return refuse(
          error.code,
          `Expected ${expected}, got ${got}${UNDO_HINTS[error.code] ?? ''}.`,
        );
      }
    },
  ),
];

const UNDO_HINTS: Readonly<Record<string, string>> = {
  import_unknown: '; GET /operator/v1/imports lists them',
  import_covered: '; undo that one first, or send "rest": true to undo the other classes',
};

/** One line without a folder. */
function plainName(name: string): string {
  const last = name
    .replace(/\p{C}+/gu, ' ')
    .split(/[/\\]/)
    .at(-1)
    ?.trim();
  return last === undefined || last === '' ? 'import' : last;
}

function sourceOf(name: string): string {
  return sourceIdFrom(name.replace(/\.[^.]{1,10}$/, ''));
}

/** What was shown of an upload, with what it is taken by. */
export function previewView({ id, report }: Preview, upload: Upload) {
  return {
    preview: id,
    upload: upload.id,
    expires_at: instant(upload.expiresUtcMs),
    ...reportJson(report),
    // The desk has looked at the columns: there is a preview.
    ...(previewJson(report) as Extract<ReturnType<typeof previewJson>, { fields: object }>),
  };
}
