/** A real browser for tests: Debian's Chromium, driven from here. Tests that need it say so where it is missing. */

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Null where there is none: `apt-get install chromium`. */
const executablePath = PATHS.find((path) => existsSync(path)) ?? null;

export const HAS_CHROMIUM = executablePath !== null;

/** To be closed by the test. Every name under `.lan` is this computer: plain http to it is what a network has. */
export function launchChromium(): Promise<Browser> {
  if (executablePath === null) throw new Error('there is no Chromium here');
  return chromium.launch({
    executablePath,
    // The container of the tests is the sandbox; shared memory is small in many.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP *.lan 127.0.0.1'],
  });
}
