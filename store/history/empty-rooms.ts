/** What is stored of empty rooms, by camera. Bodies are JSON texts of their owner. */

import type { Database } from './database.ts';
import { coded } from './faults.ts';

export interface StoredEmptyRoom {
  readonly cameraId: string;
  /** What the body holds for; with another one it is worthless. */
  readonly view: string;
  readonly body: string;
}

export interface EmptyRoomReads {
  all(): Promise<readonly StoredEmptyRoom[]>;
}

/** Changes reject with `storage_failing` and its like where the disk fails. */
export interface EmptyRoomStore extends EmptyRoomReads {
  keep(room: StoredEmptyRoom): Promise<void>;
  /** Forgets what was learnt of a camera, and tells the listeners. Returns whether anything was. */
  forget(cameraId: string): Promise<boolean>;
  /** @returns ends the listening. */
  onForget(listener: (cameraId: string) => void): () => void;
}

export function createEmptyRoomReads(reading: Database): EmptyRoomReads {
  return {
    all: () => reading.all<StoredEmptyRoom>(ALL),
  };
}

export function createEmptyRoomStore(writing: Database, reading: Database): EmptyRoomStore {
  const listeners = new Set<(cameraId: string) => void>();
  return {
    ...createEmptyRoomReads(reading),
    keep: async ({ cameraId, view, body }) => {
      await coded(writing.run(KEEP, cameraId, view, body));
    },
    forget: async (cameraId) => {
      // First: who still knows it must not store it again.
      for (const listener of [...listeners]) listener(cameraId);
      return (await coded(writing.run(FORGET, cameraId))) > 0;
    },
    onForget: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const ALL = 'SELECT camera AS cameraId, view, body FROM empty_rooms ORDER BY camera';
const KEEP = 'INSERT OR REPLACE INTO empty_rooms (camera, view, body) VALUES (?, ?, ?)';
const FORGET = 'DELETE FROM empty_rooms WHERE camera = ?';
