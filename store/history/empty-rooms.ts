/** What is stored of empty rooms, by camera. Bodies are JSON texts of their owner. */

import { createListeners } from '../../runtime/listeners.ts';
import type { Database } from './database.ts';
import { coded } from './faults.ts';

interface StoredEmptyRoom {
  readonly cameraId: string;
  /** What the body holds for; with another one it is worthless. */
  readonly view: string;
  readonly body: string;
}

/** Changes reject with `data_unusable` where the disk fails. */
export function createEmptyRoomStore(writing: Database, reading: Database) {
  const forgotten = createListeners<[cameraId: string]>();
  return {
    all: () => reading.all<StoredEmptyRoom>(ALL),
    keep: ({ cameraId, view, body }: StoredEmptyRoom) =>
      coded(writing.run(KEEP, cameraId, view, body)),
    /** Forgets what was learnt of a camera, and tells the listeners. Returns whether anything was. */
    forget: async (cameraId: string) => {
      // First: who still knows it must not store it again.
      void forgotten.tell(cameraId);
      return (await coded(writing.run(FORGET, cameraId))) > 0;
    },
    /** @returns ends the listening. */
    onForget: forgotten.add,
  };
}

const ALL = 'SELECT camera AS cameraId, view, body FROM empty_rooms ORDER BY camera';
const KEEP = 'INSERT OR REPLACE INTO empty_rooms (camera, view, body) VALUES (?, ?, ?)';
const FORGET = 'DELETE FROM empty_rooms WHERE camera = ?';
