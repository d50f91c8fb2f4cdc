/** Door of the counts: samples and the lock-free store that holds them. */

export { MAX_ZONES, SAMPLE_FLAGS, type Sample } from './sample.ts';
