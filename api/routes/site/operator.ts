/** The pages of an owner about the cameras. Never kept: what a camera does changes without the gym. */

import { placedCameras } from '../../../config/config.ts';
import { formatInstant } from '../../../gym/calendar/zone.ts';
import type { EngineStatus } from '../../../service/status.ts';
import type { Content } from '../../../web/data.ts';
import { pageDocument } from '../../../web/document.tsx';
import type { CameraRow } from '../../../web/operator-data.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { frameOf } from './frame.ts';
import { ownRange } from './own-range.ts';
import { page } from './page-answer.ts';
import { type PageReader, readerOf } from './readers.ts';
import type { SetupWorld } from './setup.ts';
import { asked } from './sign-in/world.ts';

interface OperatorWorld extends SetupWorld {
  readonly engine: { status(): EngineStatus };
}

/** All of them, as they are declared. */
export const OPERATOR_TEMPLATES: readonly string[] = ['/cameras', '/cameras/{id}'];

type Draw = (reader: PageReader, world: OperatorWorld) => Content;

/** What draws the page of a decoded path; null where it is none of these. */
export function findOperatorPage(path: string): Draw | null {
  if (path === '/cameras') {
    return (reader, world) => ({
      page: 'cameras',
      cameras: camerasOf(reader, world),
      rooms: reader.view.rooms.map(({ id, name }) => ({ id, name })),
      range: ownRange(),
    });
  }
  const [, id] = /^\/cameras\/([^/]{1,64})$/.exec(path) ?? [];
  if (id === undefined) return null;
  return (reader, world) => {
    const camera = camerasOf(reader, world).find((one) => one.id === id);
    if (camera === undefined) return { page: 'missing', what: 'camera' };
    return { page: 'camera', camera, others: othersOf(id, world) };
  };
}

export function operatorPage(world: OperatorWorld, request: ApiRequest, draw: Draw): Answer {
  const reader = readerOf(world, request);
  if (reader === null || reader.signedIn === null) return asked(world, request);
  const isOwner = reader.signedIn.key.role === 'owner';
  const content: Content = isOwner ? draw(reader, world) : { page: 'refused', to: 'cameras' };
  const status = { refused: 403, missing: 404 }[content.page as string] ?? 200;
  const frame = frameOf(reader.view, request.path, reader);
  return page(status, pageDocument({ frame, content }, world.assets.files));
}

function othersOf(id: string, { operator }: OperatorWorld): string[] {
  const placed = operator === undefined ? [] : placedCameras(operator.config());
  const own = placed.find(({ camera }) => camera.id === id);
  return placed
    .filter(({ gymId, roomId }) => gymId === own?.gymId && roomId === own.roomId)
    .map(({ camera }) => camera.id)
    .filter((other) => other !== id);
}

function camerasOf({ view }: PageReader, { engine }: OperatorWorld): CameraRow[] {
  const { cameras, cameraPlaces } = engine.status();
  const { id: gymId, timezone } = view.gym;
  const time = (utcMs: number) => formatInstant(timezone, utcMs);
  return cameras.flatMap(({ id, state, detail, sinceUtcMs }) => {
    const place = cameraPlaces.get(id);
    if (place?.gymId !== gymId) return [];
    const { lastSampleUtcMs: last } = place;
    const lastCount = last === null ? null : time(last);
    return { id, state, detail, since: time(sinceUtcMs), lastCount };
  });
}
