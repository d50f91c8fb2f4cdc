/** The condition of a box as its head office sees it: states and counts, no id of a camera, no sentence, no address. */

import type { EngineStatus } from '../status.ts';
import type { OwnStatus } from './sender.ts';

/** @param gymId cameras and sources of classes are those of this gym. */
export function ownStatus(status: EngineStatus, gymId: string): OwnStatus {
  const cameras: Record<string, number> = {};
  for (const { id, state } of status.cameras) {
    if (status.cameraPlaces.get(id)?.gymId !== gymId) continue;
    cameras[state] = (cameras[state] ?? 0) + 1;
  }
  const { storage, schedule, configuration } = status;
  return {
    cameras,
    storage: storage.state,
    feeds: schedule.feeds
      .filter((feed) => feed.gymId === gymId)
      .map(({ sourceId, fault }) => ({ id: sourceId, ok: fault === null })),
    has_configuration_faults: configuration.faults.length > 0,
  };
}
