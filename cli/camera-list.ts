/** `turnout camera list`: the configured cameras. Their addresses stay in the file. */

import { openConfig, placedCameras, readEnvironment } from '../engine/config/index.ts';
import { columns } from './columns.ts';
import type { CliContext } from './context.ts';

export async function listAll(context: CliContext): Promise<void> {
  const config = await openConfig(readEnvironment());
  const cameras = placedCameras(config).map(({ gymId, roomId, camera }) => ({
    id: camera.id,
    gym: gymId,
    room: roomId,
    source: /^[a-z+]+(?=:)/i.exec(camera.url)?.[0] ?? 'file',
    enabled: camera.isEnabled,
    detector: camera.detector,
    zones: camera.zones.length,
  }));
  const rows = cameras.map(({ id, gym, room, source, enabled, zones }) => [
    id,
    `${gym}/${room}`,
    source,
    `${zones}`,
    enabled ? '' : 'disabled',
  ]);
  const head = config.origin === 'demo' ? ['The demo, since there is no configuration:'] : [];
  const lines =
    rows.length === 0
      ? ['No cameras are configured; add one with: turnout camera add']
      : columns([['CAMERA', 'GYM/ROOM', 'SOURCE', 'ZONES', ''], ...rows]);
  context.print({ config: config.path, cameras }, [...head, ...lines].join('\n'));
}
