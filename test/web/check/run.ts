/**
 * `npx tsx test/web/check/run.ts`: the pages in Debian's Chromium, each check with its figure. `-- --sample` is what CI runs, in a few
 * minutes; `-- --shots DIR` also leaves a picture of every page, `--gyms`,
 * `--themes`, `--widths` take some of the names that follow them, and `--only 10,15` some of the checks.
 */

import { HAS_CHROMIUM, launchChromium } from '../../support/chromium.ts';
import { type Check, outcomeOf } from './check.ts';
import { checkFiles, checkPolicy } from './files.ts';
import { checkHistory, checkKeyboard } from './flows.ts';
import { checkAway, checkLive, checkShift } from './live.ts';
import { checkLooks, type LooksPlan } from './looks.ts';
import { checkNumbers } from './numbers.ts';
import { checkOffice } from './office.ts';
import { checkCorrect } from './operator/correct.ts';
import { checkFirstRun } from './operator/first-run.ts';
import { checkWithoutScript } from './operator/no-script.ts';
import { checkPaint } from './paint.ts';
import { checkPrint } from './print.ts';
import { checkSignIn } from './sign-in.ts';

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
  const checks: Readonly<Record<string, Check>> = {
    '1 looks': () => checkLooks(browser, looks),
    'office looks': () => checkOffice(browser, looks),
    '10 budgets': () => checkFiles(browser),
    '12 policy': () => checkPolicy(browser),
    '14 numbers': () => checkNumbers(browser, isSample),
    '15 print': () => checkPrint(browser),
    '5 keyboard': () => checkKeyboard(browser),
    '5 correct': () => checkCorrect(browser),
    '19 history': () => checkHistory(browser),
    '8 live': () => checkLive(browser),
    '13 sign-in': () => checkSignIn(browser, looks),
    '17 first run': () => checkFirstRun(browser),
    '21 without script': () => checkWithoutScript(browser),
    '11 shift': () => checkShift(browser, isSample ? 8 : 60),
    // Times of a machine that does other things too say nothing: CI leaves them out.
    ...(isSample
      ? {}
      : {
          '11 paint': () => checkPaint(browser),
          '8 away': () => checkAway(browser),
        }),
  };
  let failed = 0;
  const numbers = flagOf('--only')?.split(',') ?? null;
  const isWanted = (called: string) => numbers?.some((one) => called.startsWith(`${one} `)) ?? true;
  for (const [called, check] of Object.entries(checks).filter(([called]) => isWanted(called))) {
    const results = await outcomeOf(called, check);
    for (const { name, figure, faults } of results) {
      console.log(`${faults.length === 0 ? 'pass' : 'FAIL'}  ${name}: ${figure}`);
      for (const fault of faults.slice(0, 20)) console.log(`        ${fault}`);
      if (faults.length > 0) failed += 1;
    }
  }
  await browser.close();
  // A check that ended early leaves its server open.
  process.exit(failed > 0 ? 1 : 0);
}
