/**
 * `npm run check:web`: the pages in Debian's Chromium, each check with its figure. `-- --sample` is what CI runs, in a few
 * minutes; `-- --shots DIR` also leaves a picture of every page,
 * and `--gyms`, `--themes`, `--widths` take some of the names that follow them.
 */

import { HAS_CHROMIUM, launchChromium } from '../../support/chromium.ts';
import { checkBackings } from './backings.ts';
import type { CheckResult } from './check.ts';
import { checkFiles, checkPolicy } from './files.ts';
import { checkLooks, type LooksPlan } from './looks.ts';
import { checkNumbers } from './numbers.ts';
import { checkAway, checkPaint, checkPrint, checkShift } from './paint.ts';

const args = process.argv.slice(2);
const isSample = args.includes('--sample');
const flagOf = (name: string) => {
  const at = args.indexOf(name);
  return at === -1 ? null : (args[at + 1] ?? null);
};
const shots = flagOf('--shots');
/** The names of a flag that are known; all where it is not given. */
function chosen<Name extends string>(flag: string, known: readonly Name[]): readonly Name[] {
  const wanted = flagOf(flag)?.split(',');
  return wanted === undefined ? known : known.filter((name) => wanted.includes(name));
}

if (!HAS_CHROMIUM) {
  console.log('check:web: skipped, there is no Chromium here');
} else {
  const browser = await launchChromium();
  const looks: LooksPlan = isSample
    ? { gyms: ['broken', 'busy'], themes: ['light'], widths: [320], shots }
    : {
        gyms: chosen('--gyms', ['demo', 'empty', 'busy', 'broken']),
        themes: chosen('--themes', ['light', 'dark', 'forced']),
        widths: chosen('--widths', ['320', '360', '768', '1440']).map(Number),
        shots,
      };
  const checks: readonly (() => Promise<CheckResult | CheckResult[]>)[] = [
    () => checkLooks(browser, looks),
    () => checkFiles(browser),
    () => checkPolicy(browser),
    () => checkBackings(),
    () => checkNumbers(browser),
    () => checkPrint(browser),
    () => checkShift(browser, isSample ? 8 : 60),
    // Times of a machine that does other things too say nothing: CI leaves them out.
    ...(isSample ? [] : [() => checkPaint(browser), () => checkAway(browser)]),
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
