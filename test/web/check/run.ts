/**
 * `npx tsx test/web/check/run.ts`: the pages in Debian's Chromium, each check with its figure. `--only 10,15`
 * makes some of the checks; `--shots DIR` leaves a picture of every page, `--looks 'busy dark 320'` looks at some of them.
 */

import { parseArgs } from 'node:util';
import { HAS_CHROMIUM, launchChromium } from '../../support/chromium.ts';
import type { Check } from './check.ts';
import { checkFiles } from './files.ts';
import { checkHistory } from './history.ts';
import { checkAway, checkShift } from './live.ts';
import { checkLooks } from './looks.ts';
import { checkNumbers } from './numbers.ts';
import { checkOffice } from './office.ts';
import { checkCorrect } from './operator/correct.ts';
import { checkFirstRun } from './operator/first-run.ts';
import { checkWithoutScript } from './operator/no-script.ts';
import { checkPaint } from './paint.ts';
import { checkPrint } from './print.ts';
import { checkSignIn } from './sign-in.ts';

/** By their numbers in the list of the pages' acceptance checks. */
const CHECKS: Readonly<Record<string, Check>> = {
  '1 to 4 looks': checkLooks,
  '2 and 3 looks of a head office': checkOffice,
  '10 budgets': checkFiles,
  '14 numbers': checkNumbers,
  '15 print': checkPrint,
  '5 correct by keyboard': checkCorrect,
  '19 history': checkHistory,
  '13 looks of sign-in': checkSignIn,
  '17 first run, 6 zones, 7 no picture, 18 secrets': checkFirstRun,
  '21 without script': checkWithoutScript,
  '11 shift': checkShift,
  '11 paint': checkPaint,
  '8 away': checkAway,
};

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { only: text, looks: text, shots: text } });
if (!HAS_CHROMIUM) {
  console.log('check:web: skipped, there is no Chromium here');
} else {
  const browser = await launchChromium();
  const looks = { only: values.looks ?? '', shots: values.shots ?? null };
  let failed = 0;
  const numbers = values.only?.split(',');
  const isWanted = (name: string) => numbers?.some((one) => name.startsWith(`${one} `)) ?? true;
  for (const [name, check] of Object.entries(CHECKS).filter(([name]) => isWanted(name))) {
    const faults: string[] = [];
    // One that breaks off has failed, and those after it are made all the same.
    const figure = await check({ browser, ...looks, faults }).catch((error: Error) => {
      faults.unshift(...(error.stack ?? error.message).split('\n'));
      return 'ended early';
    });
    console.log(`${faults.length === 0 ? 'pass' : 'FAIL'}  ${name}: ${figure}`);
    for (const fault of faults.slice(0, 20)) console.log(`        ${fault}`);
    if (faults.length > 0) failed += 1;
  }
  await browser.close();
  // A check that ended early leaves its server open.
  process.exit(failed > 0 ? 1 : 0);
}
