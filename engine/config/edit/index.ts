/** Door of the edits: changes that commands make in the configuration file. */

export {
  addCamera,
  type ConfigEdit,
  ensureGym,
  ensureRoom,
  removeCamera,
  updateCamera,
} from './change.ts';
export { type EditResult, editConfig } from './edit.ts';
export type { CameraChange, CameraEntry, GymEntry, RoomEntry, ZoneEntry } from './entry.ts';
