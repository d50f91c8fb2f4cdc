/** Door of the sections: one schema for each part of the configuration file, and all of them in one. */

export type { AttendanceSection } from './attendance.ts';
export type { CameraSection } from './camera.ts';
export type { EconomicsSection } from './economics.ts';
export { amountOf, type FieldWords, type TextForm } from './field.ts';
export { CONFIG_FILE, type ConfigFile } from './file.ts';
export type { GymSection } from './gym.ts';
export type { RoomSection } from './room.ts';
export type { ScheduleSection } from './schedule.ts';
export type { VerdictsSection } from './verdicts.ts';
export { ZONES_FILE, type ZoneSection, type ZonesFile } from './zone.ts';
