/**
 * Files that owners look at before they take them. An upload and the previews that were shown of it are held in memory,
 * never on the disk, for half an hour. What is taken is exactly what a preview showed, or nothing.
 */

import { randomBytes } from 'node:crypto';
import type { GymConfig } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/entry.ts';
import type { Clock } from '../../runtime/clock.ts';
import { instant } from '../../runtime/wire.ts';
import {
  type ImportTask,
  type ImportWish,
  type ImportWorld,
  type Shown,
  takeFile,
} from './take-file.ts';

export interface Upload {
  readonly id: string;
  readonly gymId: string;
  readonly bytes: Uint8Array;
  /** Name of the file, or the host of an address, for the list of imports. */
  readonly origin: string;
  /** Whether it came from the address of a feed: then it is read as a feed is. */
  readonly isFeed: boolean;
  readonly madeUtcMs: number;
  readonly expiresUtcMs: number;
  /** Previews of it by their ids: what was shown, and how it is taken again. */
  readonly shown: Map<string, { readonly wish: ImportWish; readonly digest: string }>;
}

/** How long a person may look. Chosen here: to mend a file and come back. */
const HELD_MS = 30 * 60_000;
/** All uploads together; the oldest go first. Chosen here: two of the largest. */
const MAX_BYTES = 2 * MAX_SCHEDULE_BYTES;
const MAX_UPLOADS = 32;
/** Previews of one upload: each change of a column is one. The oldest go first. Chosen here. */
const MAX_SHOWN = 20;

type DeskParts = ImportWorld & { readonly clock: Pick<Clock, 'nowUtcMs'> };

export function importDesk(parts: DeskParts) {
  const nowUtcMs = () => parts.clock.nowUtcMs();
  const uploads = new Map<string, Upload>();
  let sweep: NodeJS.Timeout | undefined;
  const tidy = (): void => {
    let bytes = 0;
    for (const [at, upload] of [...uploads.values()].reverse().entries()) {
      bytes += upload.bytes.byteLength;
      const isOver = bytes > MAX_BYTES || at >= MAX_UPLOADS;
      if (isOver || upload.expiresUtcMs <= nowUtcMs()) uploads.delete(upload.id);
    }
  };
  /** Throws `upload_unknown`. */
  const find = (gymId: string, id: string): Upload => {
    tidy();
    const upload = uploads.get(id);
    if (upload?.gymId !== gymId) throw unknown('an upload');
    return upload;
  };
  return {
    find,
    /** Takes a file at once, or tells what that would change. Rejects as {@link takeFile}. */
    read: (what: 'preview' | 'import', task: Omit<ImportTask, 'nowUtcMs'>) =>
      takeFile(parts, what, { ...task, nowUtcMs: nowUtcMs() }),
    /** Holds a file for `gymId`. */
    hold: (gymId: string, file: Pick<Upload, 'bytes' | 'origin' | 'isFeed'>): Upload => {
      const madeUtcMs = nowUtcMs();
      const times = { madeUtcMs, expiresUtcMs: madeUtcMs + HELD_MS };
      const upload: Upload = { id: newId(), gymId, ...file, ...times, shown: new Map() };
      uploads.set(upload.id, upload);
      tidy();
      clearTimeout(sweep);
      // Nobody may come back: the bytes go all the same.
      sweep = setTimeout(tidy, HELD_MS + 1_000).unref();
      return upload;
    },
    /** What an import of the upload would change. Rejects with `upload_unknown`, and as {@link takeFile}. */
    preview: async (gym: GymConfig, upload: Upload, wish: ImportWish, signal: AbortSignal) => {
      const task = { ...taskOf(gym, upload, wish, signal), showsColumns: true };
      const { report, shown, digest } = await takeFile(parts, 'preview', task);
      const id = newId();
      const [oldest = ''] = upload.shown.keys();
      if (upload.shown.size >= MAX_SHOWN) upload.shown.delete(oldest);
      upload.shown.set(id, { wish, digest });
      const held = { upload: upload.id, expires_at: instant(upload.expiresUtcMs) };
      return { preview: id, ...held, ...report, ...(shown as Shown) };
    },
    /**
     * Takes what a preview showed. Rejects with `upload_unknown`, with `preview_outdated` where it would change something else
     * now, and as {@link takeFile}. It can be taken once.
     */
    take: async (gym: GymConfig, previewId: string, force: boolean, signal: AbortSignal) => {
      tidy();
      const upload = [...uploads.values()].find(({ shown }) => shown.has(previewId));
      const shown = upload?.shown.get(previewId);
      if (shown === undefined || upload?.gymId !== gym.id) throw unknown('a preview');
      const task = taskOf(gym, upload, { ...shown.wish, force }, signal);
      const { importNumber, report } = await takeFile(parts, 'import', {
        ...task,
        seen: shown.digest,
      });
      uploads.delete(upload.id);
      return { import: importNumber, ...report };
    },
  };
}

/** A preview and its import are read at the same time, as it were: series are expanded around it. */
function taskOf(
  gym: GymConfig,
  { bytes, isFeed, origin, madeUtcMs }: Upload,
  wish: ImportWish,
  signal: AbortSignal,
): ImportTask {
  return { gym, bytes, isFeed, nowUtcMs: madeUtcMs, wish: { ...wish, origin }, signal };
}

function newId(): string {
  return randomBytes(12).toString('base64url');
}

function unknown(what: string): TurnoutError {
  const where = 'schedule import';
  const expected = `${what} of this gym from the last ${HELD_MS / 60_000} minutes`;
  const hint = 'upload the file again';
  return new TurnoutError('upload_unknown', { where, expected, got: 'an unknown one', hint });
}
