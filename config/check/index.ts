/** Door of the checks: the text of a file in, a complete value or every fault of it out. */

export { type ConfigFault, configInvalid, formatFault } from './fault.ts';
export { checkEdited, checkFile, checkZonesFile } from './file.ts';
export { MAX_CAMERAS } from './rules.ts';
export { nearest } from './text.ts';
