import { join } from 'node:path';

/** Where what is logged during the tests is copied: one file a process. */
export const LOG_COPIES = join('node_modules', '.cache', 'turnout-test-logs');
