/** The cameras of a gym, one of them, and the detectors that count them: what they do changes without the gym. */

import { placedCameras } from '../../../../config/config.ts';
import { formatInstant } from '../../../../gym/calendar/zone.ts';
import type { Content } from '../../../../web/data.ts';
import type { CameraRow, CamerasData, ModelsData } from '../../../../web/owner-data.ts';
import { ownRange } from '../own-range.ts';
import type { OwnerAsked } from './asked.ts';

export async function camerasPage(asked: OwnerAsked): Promise<CamerasData> {
  const { reader, call, sent } = asked;
  const { hint, better } = await call('GET /detectors');
  return {
    page: 'cameras',
    cameras: camerasOf(asked),
    rooms: reader.view.rooms.map(({ id, name }) => ({ id, name })),
    range: ownRange(),
    weak: { hint, better },
    sent,
  };
}

export async function cameraPage(asked: OwnerAsked): Promise<Content> {
  const { id, call, sent } = asked;
  const camera = camerasOf(asked).find((one) => one.id === id);
  if (camera === undefined) return { page: 'missing', what: 'camera' };
  const { detectors } = await call('GET /detectors');
  return { page: 'camera', camera, others: othersOf(asked), detectors, sent };
}

export async function modelsPage({ call, sent }: OwnerAsked): Promise<ModelsData> {
  return { page: 'models', list: await call('GET /detectors'), sent };
}

function othersOf({ id, operator }: OwnerAsked): string[] {
  const placed = placedCameras(operator.config());
  const own = placed.find(({ camera }) => camera.id === id);
  return placed
    .filter(({ gymId, roomId }) => gymId === own?.gymId && roomId === own.roomId)
    .map(({ camera }) => camera.id)
    .filter((other) => other !== id);
}

function camerasOf({ reader, engine }: OwnerAsked): CameraRow[] {
  const { cameras, cameraPlaces } = engine.status();
  const { id: gymId, timezone } = reader.view.gym;
  const time = (utcMs: number) => formatInstant(timezone, utcMs);
  return cameras.flatMap(({ id, state, detail, sinceUtcMs }) => {
    const place = cameraPlaces.get(id);
    if (place?.gymId !== gymId) return [];
    const { lastSampleUtcMs: last } = place;
    const lastCount = last === null ? null : time(last);
    return { id, state, detail, since: time(sinceUtcMs), lastCount };
  });
}
