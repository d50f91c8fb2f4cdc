/** Checks 2 and 3 of the pages of an owner, as they stand while they are used: axe and overflow, wide and on a phone, in both themes. */

import type { Page } from 'playwright-core';
import { faultsIn } from '../looks.ts';

const WINDOWS = [
  { width: 1440, height: 900, scheme: 'light', forced: 'none' },
  { width: 360, height: 740, scheme: 'dark', forced: 'none' },
  { width: 320, height: 740, scheme: 'light', forced: 'active' },
] as const;

export class Seen {
  /** Of the check that looks. */
  readonly faults: string[];
  pages = 0;

  constructor(faults: string[]) {
    this.faults = faults;
  }

  /** Looks at the page as it is, and leaves it in the first window. */
  async look(page: Page, name: string): Promise<void> {
    for (const { width, height, scheme, forced } of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme, forcedColors: forced });
      const found = await faultsIn(page);
      this.faults.push(...found.map((fault) => `${name}, ${scheme}, ${width}: ${fault}`));
      this.pages += 1;
    }
    await page.setViewportSize(WINDOWS[0]);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  }
}
