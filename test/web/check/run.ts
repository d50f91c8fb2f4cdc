/**
 * `npm run check:web`: the pages in Debian's Chromium, each check with its figure. `-- --sample` is what CI runs, in a few
 * minutes; `-- --shots DIR` also leaves a picture of every page.
 */

import { HAS_CHROMIUM, launchChromium } from '../../support/chromium.ts';
import { checkBackings } from './backings.ts';
import type { CheckResult } from './check.ts';
import { checkFiles, checkPolicy } from './files.ts';
import { checkLooks } from './looks.ts';
import { checkNumbers } from './numbers.ts';
import { checkAway, checkPaint, checkPrint, checkShift } from './paint.ts';

const args = process.argv.slice(2);
const isSample = args.includes('--sample');
const shotsAt = args.indexOf('--shots');
const shots = shotsAt === -1 ? null : (args[shotsAt + 1] ?? null);

if (!HAS_CHROMIUM) {
  console.log('check:web: skipped, there is no Chromium here');
} else {
  const browser = await launchChromium();
  const looks = isSample
    ? ({ gyms: ['broken', 'busy'], themes: ['light'], widths: [320], shots } as const)
    : ({
        gyms: ['demo', 'empty', 'busy', 'broken'],
        themes: ['light', 'dark', 'forced'],
        widths: [320, 360, 768, 1_440],
        shots,
      } as const);
  const checks: readonly (() => Promise<CheckResult | CheckResult[]>)[] = [
    () => checkFiles(browser),
    () => checkPolicy(browser),
    () => checkBackings(),
    () => checkNumbers(browser),
    () => checkPrint(browser),
    () => checkShift(browser, isSample ? 8 : 60),
    () => checkPaint(browser, isSample ? 3 : 9),
    ...(isSample ? [] : [() => checkAway(browser)]),
    () => checkLooks(browser, looks),
  ];
  let failed = 0;
  for (const check of checks) {
    const results = [await check()].flat();
    for (const { name, figure, faults } of results) {
      console.log(`${faults.length === 0 ? 'pass' : 'FAIL'}  ${name}: ${figure}`);
      for (const fault of faults.slice(0, 20)) console.log(`        ${fault}`);
      if (faults.length > 0) failed += 1;
    }
  }
  await browser.close();
  if (failed > 0) process.exitCode = 1;
}
