/** Files of classes in a browser or by a program: uploaded, looked at, taken exactly as they were shown, and undone. */

import { Type } from 'typebox';
import { SCHEDULE } from '../../../config/schema/gym.ts';
import { isTurnoutError } from '../../../errors.ts';
import { fields, nullable, optional } from '../../../gym/reports/field.ts';
import { instant, instantOrNull, wire } from '../../../runtime/wire.ts';
import { sourceOfFile } from '../../../service/imports/take-file.ts';
import { wordsOf } from '../../../service/operator/probe.ts';
import type { ImportRecord } from '../../../store/history/classes/class-store.ts';
import type { JoinRecord } from '../../../store/history/classes/people/trainers.ts';
import { readJsonBody } from '../../validation/parameters.ts';
import {
  type Call,
  gymOf,
  ID,
  invalid,
  isHand,
  noted,
  plainRow,
  Refusal,
  refuse,
  row,
} from './row.ts';

/** How a file is read. */
const HOW = {
  source: SCHEDULE.items.properties.id,
  format: Type.Enum(['auto', 'ics', 'csv', 'json']),
  columns: Type.Record(Type.String(), Type.String({ maxLength: 200 })),
  rooms: Type.Record(
    Type.String({ minLength: 1, maxLength: 200 }),
    Type.String({ minLength: 1, maxLength: 64 }),
  ),
  sheet: Type.String({ minLength: 1, maxLength: 100 }),
};

const PREVIEW = fields({ upload: ID, ...optional(HOW) });

/** Imports that are answered once more, until all are forgotten. Chosen here. */
const MAX_TAKEN = 50;

/** What the command line says of a file. */
const WISH = fields({
  ...HOW,
  source: nullable(HOW.source),
  preview: Type.Boolean(),
  sheet: nullable(HOW.sheet),
  force: Type.Boolean(),
  origin: nullable(Type.String({ maxLength: 200 })),
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
        source: sourceOfFile(origin),
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
      return files(async () => {
        const upload = desk.find(gym.id, call.body.upload);
        const { upload: _, ...options } = call.body;
        const usual = {
          source: null,
          format: 'auto',
          columns: {},
          rooms: {},
          sheet: null,
        } as const;
        return desk.preview(gym, upload, { ...usual, ...options }, call.signal);
      });
    },
  ),
  row(
    'POST /imports',
    'Takes exactly what a preview showed. Where the classes have changed since, nothing is taken: 409 `preview_outdated`. Sent again, it answers what the first one did. `force` takes more people than 1.5 times the places.',
    {
      body: fields({ preview: ID, force: Type.Optional(Type.Boolean()) }),
      makes: true,
    },
    (call) => {
      const gym = gymOf(call);
      const { preview, force = false } = call.body;
      const { files, desk, taken } = call.app;
      const work = async () => {
        const report = await desk.take(gym, preview, force, call.signal);
        await importNoted(call, report.import, report.source);
        return report;
      };
      const key = `${gym.id} ${preview}`;
      // One that failed, or whose browser went away, is tried again.
      const taking = (taken.get(key) ?? Promise.reject()).catch(() => files(work));
      if (taken.size >= MAX_TAKEN) taken.clear();
      taken.set(key, taking);
      return taking;
    },
  ),
  row(
    'GET /imports',
    'The imports of files and feeds that changed something, newest first.',
    { query: { limit: Type.Integer({ minimum: 1, maximum: 5_000, default: 20 }) } },
    async (call) => {
      const { id: gym, timezone } = gymOf(call);
      const all = await call.app.classes.imports(gym);
      const imports = all.slice(0, call.query.limit).map(importView);
      return { gym, timezone, total: all.length, imports };
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
        const undone = await call.app.classes.undoImport(gym.id, call.path.import_id, wanted);
        const { import: record, counts, stayed } = undone;
        // The same preview must not be answered with an import that is gone.
        call.app.taken.clear();
        /** Classes of a feed return when it is read again. */
        const isFeed = gym.schedule.some((one) => one.id === record.sourceId);
        return {
          gym: gym.id,
          timezone: gym.timezone,
          id: record.number,
          file: record.origin,
          source: record.sourceId,
          counts,
          stayed_count: undone.stayedCount,
          stayed: stayed.map((one) => ({
            class: one.classId,
            ...wire(one, 'name', 'startsUtcMs'),
          })),
          later_imports: undone.later,
          is_feed: isFeed,
        };
      } catch (error) {
        if (!isTurnoutError(error) || isHand(call)) throw error;
        // Its hints are those of a terminal.
        const hint = UNDO_HINTS[error.code];
        return refuse(error.code, wordsOf({ parts: { ...error.parts, hint } }));
      }
    },
  ),
  row(
    'POST /files',
    'Takes a file at once, or tells what that would change.',
    { query: { wish: Type.String({ maxLength: 8_000 }) }, file: true, hand: true },
    async (call) => {
      const wanted = await readJsonBody(WISH, Buffer.from(call.query.wish));
      if (!wanted.ok) throw new Refusal({ status: 422, value: { detail: wanted.faults } });
      const { preview, ...wish } = wanted.body;
      const gym = gymOf(call);
      const task = { gym, bytes: call.bytes, wish, signal: call.signal };
      const taken = await call.app.desk.read(preview ? 'preview' : 'import', task);
      if (!preview) await importNoted(call, taken.importNumber, taken.report.source);
      return {
        preview,
        ...taken.report,
        ...taken.shown,
        too_many_count: taken.tooMany,
        room_ids: gym.rooms.map(({ id }): string => id),
        import: preview ? null : taken.importNumber,
      };
    },
  ),
  plainRow(
    'GET /trainer-joins',
    'Trainers that were taken for one person, such as "Mills, Joanna" and Joanna Mills.',
    async (call) => {
      const { id: gym, timezone } = gymOf(call);
      const joins = await call.app.classes.joins(gym);
      return { gym, timezone, joins: joins.map(joinView) };
    },
  ),
  plainRow(
    'DELETE /trainer-joins/{join_id}',
    'Takes a join of trainers back: they stay two people from now on.',
    async (call) => {
      const gym = gymOf(call).id;
      const number = call.path.join_id;
      await call.app.classes.separate(gym, number, call.owner.key.id);
      return { gym, number };
    },
  ),
];

async function importNoted(call: Call, number: number | null, source: string): Promise<void> {
  if (number !== null) await noted(call, `import ${number}: ${source}`, 'import_made');
}

function importView(record: ImportRecord) {
  return {
    id: record.number,
    at: instant(record.madeUtcMs),
    file: record.origin,
    source: record.sourceId,
    ...wire(record, 'rows', 'counts', 'undoneUtcMs'),
    can_undo: record.undoneUtcMs === null && record.isKept,
  };
}

function joinView({ number, madeUtcMs, name, id, into, nameNow, undoneUtcMs }: JoinRecord) {
  return {
    number,
    at: instant(madeUtcMs),
    trainer: id,
    name,
    joined_into: into,
    name_now: nameNow,
    separated_at: instantOrNull(undoneUtcMs),
  };
}

const UNDO_HINTS: Readonly<Record<string, string>> = {
  import_unknown: 'GET /operator/v1/imports lists them',
  import_covered: 'undo that one first, or send "rest": true to undo the other classes',
};

/** One line without a folder. */
function plainName(name: string): string {
  const parts = name.replace(/\p{C}+/gu, ' ').split(/[/\\]/);
  return parts.at(-1)?.trim() || 'import';
}
