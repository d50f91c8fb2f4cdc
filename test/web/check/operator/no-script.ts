/** Check 21: every form of an owner once in a browser without script, from the first one to the way out; and in forced colours. */

import type { Page } from 'playwright-core';
import type { Run } from '../check.ts';
import { MEASURE } from '../looks.ts';
import { startProgram } from './program.ts';

type Fields = Readonly<Record<string, string>>;
type Form = readonly [path: string, fields: Fields, button: string, wanted: string];

const CSV = 'Class,Date,Start,End,Room\nSpin,2026-11-27,18:00,19:00,Main Hall\n';

const act = (value: string) => `button[value="${value}"]`;

/** What stays on a page with a fault. */
const kept = (value: string) => `.panel:has(.fault) [value=${value}]`;

/** A page, what is typed into its fields, what is pressed, and what stands on the page that comes. */
const FORMS: readonly Form[] = [
  ['/setup/gym', { fill_goal: '70' }, act('gym'), '.said:has-text("Saved")'],
  ['/setup/gym', {}, act('gym'), '[name=fill_goal][value="70"]'],
  ['/setup/gym', { currency: 'XQQ', name: 'South' }, act('gym'), kept('South')],
  ['/setup/rooms', { name: 'Main Hall', spots: '20' }, act('rooms'), '[value="Main Hall"]'],
  ['/setup/prices', { revenue_per_visit: '9.50' }, act('prices'), '[value="9.50"]'],
  ['/setup/prices', { room_cost: 'nine' }, act('prices'), kept('nine')],
  ['/setup/camera', { name: 'Hall', url: 'rtsp://192.0.2.1:9/x' }, act('add-camera'), kept('Hall')],
  [
    '/setup/schedule',
    { name: 'Classes', url: 'ftp://example' },
    act('add-calendar'),
    kept('Classes'),
  ],
  ['/setup/schedule', { file: CSV }, act('upload'), '.preview:has-text("1 new")'],
  ['', {}, act('import'), '.said:has-text("1 new")'],
  ['', {}, act('undo'), '.said:has-text("undone")'],
  ['/setup/notify', { name: 'Desk', to: '?' }, act('add-channel'), kept('Desk')],
  ['/setup/keys', { label: 'Maya' }, act('make-key'), 'textarea.secret'],
  ['/setup/keys', {}, '.acts summary', `details[open] ${act('revoke-key')}`],
  ['', {}, act('revoke-key'), '.said:has-text("revoked")'],
  ['/links', { name: 'Budget' }, '.panel:has(#name) > button', '.secret:has-text("IMPORTDATA")'],
  ['/links', {}, act('withdraw'), '.said'],
  ['/sign-ins', { code: 'BCDF-GHJK' }, '.panel:has(#code) button', '.said:has-text("No screen")'],
  ['/', { query: 'busiest hour' }, '.ask button', '.sentence'],
  ['/', {}, '.account summary', 'form[action="/sign-out"]'],
  ['', {}, 'form[action="/sign-out"] button', '#key'],
];

/** The first field of that name. */
async function fill(page: Page, name: string, text: string): Promise<void> {
  const field = page.locator(`[name="${name}"]`).first();
  const buffer = Buffer.from(text);
  if (name === 'file') {
    await field.setInputFiles({ name: 'classes.csv', mimeType: 'text/csv', buffer });
  } else if (name === 'timezone') await field.selectOption(text);
  else await field.fill(text);
}

export async function checkWithoutScript({ browser, faults }: Run): Promise<string> {
  const program = await startProgram();
  const context = await browser.newContext({ javaScriptEnabled: false, forcedColors: 'active' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const send = async ([path, fields, button, wanted]: Form) => {
    if (path !== '') await page.goto(`${program.url}${path}`);
    for (const [name, text] of Object.entries(fields)) await fill(page, name, text);
    await page.locator(button).first().click();
    await page.locator(wanted).first().waitFor({ state: 'attached' });
    const wide = await page.evaluate<string[]>(MEASURE);
    faults.push(...wide.map((fault) => `${path}: ${fault}`));
  };
  try {
    const code = program.setUpCode();
    const gym = { code, name: 'North', timezone: 'Europe/London', currency: 'GBP' };
    for (const form of [['/setup', gym, '.panel > button', 'textarea.secret'] as const, ...FORMS]) {
      await send(form).catch((error: Error) =>
        faults.push(`${form[0]} ${form[2]}: ${error.message.slice(0, 160)}`),
      );
    }
  } finally {
    await context.close();
    await program.end();
  }
  return `${FORMS.length + 1} forms without script, in forced colours`;
}
