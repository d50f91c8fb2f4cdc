/** Door of the configuration: what the program is told, checked and frozen, and how it is read. */

export { MAX_CAMERAS, nearest } from './check/index.ts';
export {
  type AccessConfig,
  type AmountsConfig,
  type AttendanceConfig,
  type CameraConfig,
  type Config,
  type DetectorConfig,
  type EconomicsConfig,
  type GymConfig,
  type PlacedCamera,
  placedCameras,
  type RoomConfig,
  type ScheduleSourceConfig,
  type VerdictsConfig,
  type ZoneConfig,
} from './config.ts';
export {
  addCamera,
  createConfig,
  editConfig,
  ensureGym,
  ensureRoom,
  type NamedEntry,
  type Outline,
  readOutline,
} from './edit/index.ts';
export { CONFIG_NAME, type Environment, findConfig, readEnvironment } from './environment.ts';
export { demoConfig, loadZones, openConfig, parseConfig } from './load.ts';
export { secretsPath, writeSecret } from './secrets.ts';
export {
  ADDRESS_FORMS,
  addressFault,
  formatDuration,
  interpolate,
  isTimezone,
  parseDuration,
  unsetSentence,
  unsetVariables,
  zoneOfCity,
} from './values/index.ts';
export { watchConfig } from './watch.ts';
