/**
 * Checks 6, 7, 17 and 18: from an empty folder to the first count in a browser, against a real RTSP server, with a reload and a
 * restart at each step; then zones by mouse, finger and keys; and no secret and no picture anywhere afterwards.
 */

import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import {
  drawn,
  isRtspServerAvailable,
  RTSP_SERVER_NEEDED,
  startRtspServer,
} from '../../../support/rtsp-server.ts';
import type { Run } from '../check.ts';
import { addCalendar, CALENDAR_SECRET } from './classes.ts';
import { type OwnProgram, startProgram } from './program.ts';
import { Seen } from './seen.ts';
import { checkTrials } from './trials.ts';
import { checkZones } from './zones.ts';

/** A person reads, thinks and types for so long on each page, s. */
const HUMAN_S = 5;
const PASSWORD = 'p#ss@w%rd-of-the-hall';

export async function checkFirstRun(run: Run): Promise<string> {
  if (!isRtspServerAvailable()) return RTSP_SERVER_NEEDED;
  const camera = await startRtspServer({
    mounts: { '/sub': drawn({ codec: 'h264', width: 640, height: 360, isShared: true }) },
    login: { user: 'viewer', password: PASSWORD },
  });
  const program = await startProgram();
  const context = await run.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const answers: string[] = [];
  try {
    const page = await context.newPage();
    page.on('response', (response) => {
      const isOurs = response.url().startsWith(program.url);
      const isText = /json|html|text/.test(response.headers()['content-type'] ?? '');
      const keep = (text: string) => void answers.push(text);
      if (isOurs && isText) void response.text().then(keep, () => undefined);
    });
    const seen = new Seen(run.faults);
    const first = await firstRun(page, program, seen, camera.url('/sub'));
    const zones = await checkZones(run, page, program);
    await seen.look(page, 'a zone that is drawn');
    const tried = await checkTrials(page, program, seen);
    const said = [...answers, ...program.log()].join('\n');
    for (const [name, secret] of [
      ['the password', PASSWORD],
      ['the password, encoded', encodeURIComponent(PASSWORD)],
      ['the address of the camera', `127.0.0.1:${camera.port}`],
      ['the address of the calendar', CALENDAR_SECRET],
    ] as const) {
      if (said.includes(secret)) run.faults.push(`${name} is in an answer or the log`);
    }
    const left = await checkPictures(program.folder, run.faults);
    const looks = `${seen.pages} pages, axe and overflow`;
    const hidden = `${answers.length} answers without a secret`;
    return [first, zones, tried, looks, hidden, left].join('; ');
  } finally {
    await context.close();
    await program.end();
    await camera.stop();
  }
}

/** @param address of the camera. */
async function firstRun(page: Page, program: OwnProgram, seen: Seen, address: string) {
  const beganMs = performance.now();
  const { faults } = seen;
  let pauses = 0;
  /** Where a person is who comes back after a reload and a restart. */
  const landsOn = async (step: string) => {
    pauses += 1;
    const isOn = async (act: () => Promise<unknown>) => {
      await act();
      const here = await page.locator('.steps [aria-current="step"]').textContent();
      if (here !== step) faults.push(`lands on ${here}, and not on ${step}`);
    };
    await isOn(() => page.goto(`${program.url}/setup`));
    await isOn(() => page.reload());
    await program.restart();
    await isOn(() => page.goto(`${program.url}/setup`));
  };
  const field = (name: string) => page.locator(`[name="${name}"]`);

  await page.goto(`${program.url}/setup`);
  await field('code').fill('0000 0000');
  await field('name').fill('North Street');
  await field('currency').fill('gbp');
  await page.locator('form.panel button').click();
  await page.locator('.fault').waitFor();
  await seen.look(page, 'a gym that is begun with a wrong code');
  await field('code').fill(program.setUpCode());
  await field('name').fill('North Street');
  await field('timezone').selectOption('Europe/London');
  await field('currency').fill('gbp');
  await page.locator('form.panel button').click();
  await page.locator('a.button').waitFor();
  // The camera and the calendar of the next steps are on this computer.
  await appendFile(join(program.folder, 'turnout.yaml'), 'server: { probe_local: true }\n');
  await page.locator('a.button').click();
  await landsOn('Rooms');
  await seen.look(page, 'rooms');

  await field('name').fill('Main Hall');
  await field('spots').fill('20');
  await page.locator('form.panel button').click();
  const cameras = page.getByRole('link', { name: /Cameras$/ });
  await cameras.last().click();
  await page.locator('#add').waitFor();
  await landsOn('Cameras');

  // Found without its address, which no answer may hold.
  const { port, pathname } = new URL(address);
  await field('ranges').fill('127.0.0.1');
  await page.getByText('Camera login and port').click();
  await field('rtsp_port').fill(port);
  await page.getByRole('button', { name: 'Find cameras' }).click();
  await page.locator('[name="found"]').first().waitFor();
  const add = page.getByRole('button', { name: 'Try and add' });
  await field('name').fill('Hall');
  await field('path').fill(pathname);
  await page.locator('#user').fill('viewer');
  await page.locator('#password').fill('wrong');
  await add.click();
  await page.locator('.stages .is-failed').waitFor();
  await seen.look(page, 'a camera that was found, and failed');
  const failed = await page.locator('.stages .is-failed').textContent();
  if (!failed?.startsWith('Failed: ')) faults.push(`a wrong password is told as: ${failed}`);
  await page.locator('#password').fill(PASSWORD);
  await add.click();
  await page.waitForURL(/\/cameras\/hall/);
  await page.locator('.stage img').waitFor();
  await landsOn('Timetable');
  await seen.look(page, 'classes');

  await addCalendar(page, seen);
  pauses += 1;
  await page.goto(`${program.url}/setup/keys`);
  await field('label').fill('Maya');
  await page.getByRole('button', { name: 'Create key' }).click();
  const told = (await page.locator('textarea.secret').textContent()) ?? '';
  await seen.look(page, 'a key that was made');
  if (!/tk_\w+/.test(told)) faults.push(`no key is shown: ${told}`);
  pauses += 1;

  const live = await page.waitForFunction(
    `fetch('/v1/rooms').then((answer) => answer.json()).then(({ rooms: [room] }) => room.state === 'live' && room)`,
    undefined,
    { timeout: 100_000, polling: 250 },
  );
  const { occupancy } = (await live.jsonValue()) as { occupancy: number | null };
  if (occupancy === null) faults.push('no count of the room');
  const ranS = (performance.now() - beganMs) / 1000;
  const wholeS = ranS + pauses * HUMAN_S;
  if (wholeS > 600) faults.push(`${Math.round(wholeS)} s`);
  return `${Math.round(ranS)} s and ${pauses} pauses of ${HUMAN_S} s; the room is live`;
}

/** Pictures in the data folder and next to it. */
async function checkPictures(folder: string, faults: string[]): Promise<string> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile());
  for (const { parentPath, name } of files) {
    const bytes = await readFile(join(parentPath, name));
    if (MAGICS.some((magic) => bytes.includes(magic))) faults.push(`a picture is in ${name}`);
  }
  return `${files.length} files without a picture`;
}

/** The first bytes of JPEG and PNG files. */
const MAGICS = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47])];
