/** Door of the attendance: from counts over a time to people present. */

export { type BodyCount, estimateBodyCount } from './body-count.ts';
