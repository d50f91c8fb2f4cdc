/**
 * `npx tsx test/web/check/run.ts`: the pages in Debian's Chromium, each check with its figure. `--only 10,15`
 * makes some of the checks; `--shots DIR` leaves a picture of every page, `--looks 'busy dark 320'` looks at some of them.
 */

import { parseArgs } from 'node:util';
import { HAS_CHROMIUM, launchChromium } from '../../support/chromium.ts';
import { type Check, outcomeOf } from './check.ts';
import { checkFiles } from './files.ts';
import { checkHistory } from './history.ts';
import { checkAway, checkShift } from './live.ts';
import { checkLooks, type LooksPlan } from './looks.ts';
import { checkNumbers } from './numbers.ts';
import { checkOffice } from './office.ts';
import { checkCorrect } from './operator/correct.ts';
import { checkFirstRun } from './operator/first-run.ts';
import { checkWithoutScript } from './operator/no-script.ts';
import { checkPaint } from './paint.ts';
import { checkPrint } from './print.ts';
import { checkSignIn } from './sign-in.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { only: text, looks: text, shots: text } });
if (!HAS_CHROMIUM) {
  console.log('check:web: skipped, there is no Chromium here');
} else {
  const browser = await launchChromium();
  const looks: LooksPlan = { only: values.looks ?? '', shots: values.shots ?? null };
  const checks: Readonly<Record<string, Check>> = {
    '1 looks': () => checkLooks(browser, looks),
    'office looks': () => checkOffice(browser, looks),
    '10 budgets': () => checkFiles(browser),
    '14 numbers': () => checkNumbers(browser),
    '15 print': () => checkPrint(browser),
    '5 correct': () => checkCorrect(browser),
    '19 history': () => checkHistory(browser),
    '13 sign-in': () => checkSignIn(browser, looks),
    '17 first run': () => checkFirstRun(browser),
    '21 without script': () => checkWithoutScript(browser),
    '11 shift': () => checkShift(browser),
    '11 paint': () => checkPaint(browser),
    '8 away': () => checkAway(browser),
  };
  let failed = 0;
  const numbers = values.only?.split(',');
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
