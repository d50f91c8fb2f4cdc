/** Door of the `detr` detector. */

export { detr } from './detr.ts';
