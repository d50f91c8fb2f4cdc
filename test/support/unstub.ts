/** A setup file of every test: what a file has put into the environment is not there for the next one in the process. */

import { afterAll, vi } from 'vitest';

afterAll(() => void vi.unstubAllEnvs());
