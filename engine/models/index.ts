/** Door of the models: which there are, where their files lie, how they come here. */

export type { DownloadProgress } from './download.ts';
export { type InstallOptions, type InstallResult, installModel } from './install.ts';
export { type ListedModel, listModels, removeModel } from './installed.ts';
export { MODELS, type ModelEntry } from './list.ts';
export { modelsFolder, resolveModel } from './resolve.ts';
