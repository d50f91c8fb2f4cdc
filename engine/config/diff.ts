/** What a new configuration changes about cameras, so that a change touches no other camera. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { type Config, type PlacedCamera, placedCameras } from './config.ts';

export interface ChangedCamera {
  readonly before: PlacedCamera;
  readonly after: PlacedCamera;
  /** Whether the stream itself is another one (address or transport); else only what is done with its pictures. */
  readonly isStreamChanged: boolean;
}

/** Cameras by what happened to them, each in the order of its file. Unchanged ones are in none of the lists. */
export interface CameraDiff {
  readonly added: readonly PlacedCamera[];
  readonly changed: readonly ChangedCamera[];
  readonly removed: readonly PlacedCamera[];
}

/**
 * Compares the enabled cameras of two configurations by id. A disabled camera counts as not there; a camera that moved
 * to another room is changed; general settings that a camera does not carry itself change no camera.
 */
export function diffCameras(before: Config, after: Config): CameraDiff {
  const old = enabledById(before);
  const now = enabledById(after);
  return {
    added: [...now.values()].filter(({ camera }) => !old.has(camera.id)),
    removed: [...old.values()].filter(({ camera }) => !now.has(camera.id)),
    changed: [...old.values()].flatMap((previous) => {
      const next = now.get(previous.camera.id);
      return next === undefined || isDeepStrictEqual(previous, next)
        ? []
        : [change(previous, next)];
    }),
  };
}

function enabledById(config: Config): ReadonlyMap<string, PlacedCamera> {
  const enabled = placedCameras(config).filter(({ camera }) => camera.isEnabled);
  return new Map(enabled.map((placed) => [placed.camera.id, placed]));
}

function change(before: PlacedCamera, after: PlacedCamera): ChangedCamera {
  const isStreamChanged =
    before.camera.url !== after.camera.url || before.camera.transport !== after.camera.transport;
  return { before, after, isStreamChanged };
}
