/** Door of the `gfl` detector. */

export { gfl } from './gfl.ts';
