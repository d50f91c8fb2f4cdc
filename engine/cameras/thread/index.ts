/** Door of the thread that reads the cameras. */

export { ReaderThread } from './reader-thread.ts';
