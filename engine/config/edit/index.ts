/** Door of the edits: changes that commands make in the configuration file. */

export {
  addCamera,
  type ConfigEdit,
  ensureGym,
  ensureRoom,
  removeCamera,
  updateCamera,
} from './change.ts';
export { editConfig } from './edit.ts';
