/** Door of the edits: changes that commands make in the configuration file. */

export {
  addCamera,
  type ConfigEdit,
  ensureGym,
  ensureRoom,
  removeCamera,
  updateCamera,
} from './change.ts';
export { createConfig } from './create.ts';
export { editConfig } from './edit.ts';
export { type NamedEntry, type Outline, readOutline } from './outline.ts';
