/** Files of classes in a browser or by a program: uploaded, looked at, taken exactly as they were shown, and undone. */

import type { Static } from 'typebox';
import { isTurnoutError } from '../../../../errors.ts';
import {
  previewJson,
  recordJson,
  reportJson,
  undoJson,
} from '../../../../service/imports/import-json.ts';
import { sourceIdFrom } from '../../../../service/imports/take-file.ts';
import type { Principal } from '../../../../store/access/access.ts';
import { problem } from '../../../http/problem.ts';
import {
  FILE_NAME,
  IMPORT_ID,
  IMPORT_LIMIT,
  IMPORT_LIST,
  IMPORT_REQUEST,
  MADE_IMPORT,
  PREVIEW_ANSWER,
  PREVIEW_REQUEST,
  UNDO_ANSWER,
  UNDO_REQUEST,
  UPLOAD_ANSWER,
} from '../../../schemas/operator/schedule/import.ts';
import { bodyFault } from '../../../validation/json-body.ts';
import type { Route } from '../../route.ts';
import { invalid, operatorRoute } from '../operator-route.ts';
import { gymOf, instant, isRefused, type OperatorParts } from '../parts.ts';
import type { AtOnce } from './at-once.ts';

const NOTHING = { path: {}, query: {} };

export function importRoutes(parts: OperatorParts, work: AtOnce): readonly Route[] {
  return [
    uploadRoute(parts),
    previewRoute(parts, work),
    takeRoute(parts, work),
    listRoute(parts),
    undoRoute(parts),
  ];
}

function uploadRoute({ desk, config }: OperatorParts): Route {
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/uploads',
    operationId: 'upload_schedule',
    summary: 'Uploads a file of classes, bookings or check-ins.',
    description:
      'The body is the file itself: ICS, CSV, JSON or `.xlsx`, at most 32 MiB. It is held in memory for half an hour and changes nothing. If other uploads already fill 64 MiB, it is refused with 429: send it again later.',
    errors: ['gym_unknown', 'rate_limited'],
    parameters: { path: {}, query: { name: FILE_NAME } },
    takesFile: true,
    response: UPLOAD_ANSWER,
    successStatus: 201,
    answer: ({ owner, query: { name }, bytes }) => {
      const gym = gymOf(config(), owner);
      if (isRefused(gym)) return gym;
      if (bytes.length === 0) return invalid(bodyFault([], 'send the bytes of a file'));
      const origin = plainName(name);
      const upload = desk.hold(gym.id, { bytes, origin, isFeed: false });
      return {
        status: 201,
        value: {
          upload: upload.id,
          name: origin,
          source: sourceOf(origin),
          size_bytes: bytes.length,
          expires_at: instant(upload.expiresUtcMs),
        },
      };
    },
  });
}

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

function previewRoute({ desk, config }: OperatorParts, work: AtOnce): Route {
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/previews',
    operationId: 'preview_import',
    summary: 'What an import of an upload would change.',
    description:
      'Nothing is changed. Send other `columns`, `rooms` or a `sheet` for another preview of the same upload. A table whose columns say too little has no classes and a fault; its `columns` can be named.',
    errors: [
      'gym_unknown',
      'upload_unknown',
      'schedule_unreadable',
      'schedule_too_large',
      'schedule_timeout',
      'usage',
      'rate_limited',
    ],
    parameters: NOTHING,
    body: PREVIEW_REQUEST,
    response: PREVIEW_ANSWER,
    answer: ({ owner, body, signal }) => {
      const gym = gymOf(config(), owner);
      if (isRefused(gym)) return gym;
      return work.one(async () => {
        const upload = desk.find(gym.id, body.upload);
        const {
          source = sourceOf(upload.origin),
          format = 'auto',
          columns = {},
          rooms = {},
        } = body;
        const wish = { source, format, columns, rooms, sheet: body.sheet ?? null };
        const preview = await desk.preview(gym, upload.id, wish, signal);
        return { status: 200, value: previewValue(preview, upload) };
      });
    },
  });
}

/** What was shown of an upload, with what it is taken by. */
export function previewValue(
  { id, report }: Awaited<ReturnType<OperatorParts['desk']['preview']>>,
  upload: ReturnType<OperatorParts['desk']['find']>,
): Static<typeof PREVIEW_ANSWER> {
  return {
    preview: id,
    upload: upload.id,
    expires_at: instant(upload.expiresUtcMs),
    ...reportJson(report),
    ...previewJson(report),
  } as Static<typeof PREVIEW_ANSWER>;
}

function takeRoute(parts: OperatorParts, work: AtOnce): Route {
  const { desk, config } = parts;
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/imports',
    operationId: 'import_schedule',
    summary: 'Takes exactly what a preview showed.',
    description:
      'Where the classes have changed since, so that the import would change something else, nothing is taken: 409 `preview_outdated`. A preview can be taken once.',
    errors: [
      'gym_unknown',
      'upload_unknown',
      'preview_outdated',
      'schedule_timeout',
      'usage',
      'rate_limited',
    ],
    parameters: NOTHING,
    body: IMPORT_REQUEST,
    response: MADE_IMPORT,
    successStatus: 201,
    answer: ({ owner, body, signal }) => {
      const gym = gymOf(config(), owner);
      if (isRefused(gym)) return gym;
      return work.one(async () => {
        const report = await desk.take(gym, body.preview, body.force === true, signal);
        const { importNumber } = report.plan;
        if (importNumber !== null)
          await note(parts, owner, `${importNumber} of ${report.sourceId}`);
        const value = { import: importNumber, ...reportJson(report) };
        return { status: 201, value: value as Static<typeof MADE_IMPORT> };
      });
    },
  });
}

async function note({ audit, clock }: OperatorParts, owner: Principal, subject: string) {
  const { id, gymId } = owner.key;
  const atUtcMs = clock.nowUtcMs();
  await audit.note({ atUtcMs, by: id, kind: 'import_made', gymId, subject });
}

function listRoute({ classes }: OperatorParts): Route {
  return operatorRoute({
    method: 'GET',
    path: '/operator/v1/imports',
    operationId: 'list_imports',
    summary: 'The imports of files and feeds that changed something.',
    description: 'Newest first. The state before is stored for the latest 5,000 of them.',
    errors: [],
    parameters: { path: {}, query: { limit: IMPORT_LIMIT } },
    response: IMPORT_LIST,
    answer: async ({ owner, query: { limit } }) => {
      const imports = await classes.imports(owner.key.gymId);
      const value = { total: imports.length, imports: imports.slice(0, limit).map(recordJson) };
      return { status: 200, value: value as Static<typeof IMPORT_LIST> };
    },
  });
}

function undoRoute({ classes, config }: OperatorParts): Route {
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/imports/{import_id}/undo',
    operationId: 'undo_import',
    summary: 'Undoes an import: its classes are as they were before.',
    description:
      'Corrections and counts stay. Where later imports contain the same classes it is refused with 409 `import_covered`; `rest` undoes the others.',
    errors: ['gym_unknown', 'import_unknown', 'import_covered', 'schedule_timeout'],
    parameters: { path: { import_id: IMPORT_ID }, query: {} },
    body: UNDO_REQUEST,
    response: UNDO_ANSWER,
    answer: async ({ owner, path: { import_id: number }, body, signal }) => {
      const gym = gymOf(config(), owner);
      if (isRefused(gym)) return gym;
      try {
        const wanted = { by: owner.key.id, takesRest: body.rest === true, signal };
        const report = await classes.undoImport(gym.id, number, wanted);
        const isFeed = gym.schedule.some(({ id }) => id === report.import.sourceId);
        const value = { ...undoJson(report), is_feed: isFeed };
        return { status: 200, value: value as Static<typeof UNDO_ANSWER> };
      } catch (error) {
        if (!isTurnoutError(error)) throw error;
        // Its hints are those of a terminal.
        const { expected, got } = error.parts;
        const help = HINTS[error.code] ?? '';
        return problem(error.code, `Expected ${expected}, got ${got}${help}.`);
      }
    },
  });
}

const HINTS: Readonly<Record<string, string>> = {
  import_unknown: '; GET /operator/v1/imports lists them',
  import_covered: '; undo that one first, or send "rest": true to undo the other classes',
};
