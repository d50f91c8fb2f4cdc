/** Door of the counts: samples and the lock-free store that holds them. */

export { type CountsBuffer, createCounts, DEFAULT_RING } from './layout.ts';
export { type CountsReader, openReader } from './reader.ts';
export { MAX_ZONES, SAMPLE_FLAGS, type Sample } from '../../gym/attendance/sample.ts';
export { createSampleTarget, type SampleTarget } from './sample-words.ts';
export { type CountsSlots, openSlots } from './slots.ts';
export { type CountsWriter, openWriter } from './writer.ts';
