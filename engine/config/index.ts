/** Door of the configuration: what the program is told, checked and frozen, and how it is read. */

export { MAX_CAMERAS } from './check/index.ts';
export {
  type CameraConfig,
  type Config,
  type DetectorConfig,
  type GymConfig,
  type PlacedCamera,
  placedCameras,
  type RetentionConfig,
  type RoomConfig,
  type SamplingConfig,
  type ServerConfig,
  type ZoneConfig,
} from './config.ts';
export { diffCameras } from './diff.ts';
export {
  addCamera,
  type ConfigEdit,
  editConfig,
  ensureGym,
  ensureRoom,
  removeCamera,
  updateCamera,
} from './edit/index.ts';
export { CONFIG_NAME, type Environment, findConfig, readEnvironment } from './environment.ts';
export { demoConfig, loadConfig, loadZones, openConfig, parseConfig } from './load.ts';
export {
  formatDuration,
  formatSize,
  interpolate,
  parseDuration,
  parseSize,
} from './values/index.ts';
export { type ConfigWatch, watchConfig } from './watch.ts';
