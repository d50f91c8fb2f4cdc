/** Door of the `rtmdet` detector. */

export { rtmdet } from './rtmdet.ts';
