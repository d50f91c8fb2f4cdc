/** Door of the models: which there are, where their files lie, how they come here. */

export { type Checksum, MODELS, type ModelEntry } from './list.ts';
export { modelEntry, resolveModel } from './resolve.ts';
