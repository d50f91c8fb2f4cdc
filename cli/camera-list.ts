/** `turnout camera list`: the configured cameras. Their addresses stay in the file. */

import { openConfig, placedCameras, readEnvironment } from '../engine/config/index.ts';
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
  const lines = cameras.map(
    ({ id, gym, room, source, enabled, zones }) =>
      `${id.padEnd(20)} ${`${gym}/${room}`.padEnd(30)} ${source.padEnd(6)} ${zones} zones${enabled ? '' : '  disabled'}`,
  );
  const head = config.origin === 'demo' ? ['The demo, since there is no configuration:'] : [];
  context.print({ config: config.path, cameras }, [...head, ...lines].join('\n'));
}
