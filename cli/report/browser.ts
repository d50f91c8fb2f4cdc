/** A page as PDF or picture, by a browser of this computer: Turnout ships none. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { messageOf } from '../../errors.ts';
import { usageFault } from '../command.ts';

const run = promisify(execFile);

/** Where Chromium and its relatives are on Debian, macOS and Windows. */
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Longest that a page may take, ms; chosen here for a busy small computer. */
const TIMEOUT_MS = 120_000;

/** Of the picture, px. No browser draws a higher one; what is longer is better as PDF. */
const PICTURE = { width: 1_000, maxHeight: 16_000 } as const;

/** Of what a browser prints: the page itself. */
const MAX_PRINTED_BYTES = 16_000_000;

/** Draws `html` into `file`. @returns the file. */
export async function paint(html: string, form: 'pdf' | 'png', file: string): Promise<string> {
  const failed = (expected: string, got: string) =>
    usageFault(`--${form}`, expected, got, 'use --html, and print from your browser');
  if (file === '-') throw usageFault(`--${form}`, 'the name of a file', '-');
  const browser = BROWSERS.find((path) => existsSync(path));
  if (browser === undefined) {
    throw failed('Chromium or Chrome on this computer', 'none in its usual places');
  }
  const folder = await mkdtemp(join(tmpdir(), 'turnout-report-'));
  /** Runs the browser on a page once. @returns what it printed. */
  const draw = async (page: string, output: readonly string[]): Promise<string> => {
    const path = join(folder, 'report.html');
    await writeFile(path, page);
    const quiet = ['--headless', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'];
    // Chromium refuses its sandbox to root. The page is our own, and asks for nothing.
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const profile = `--user-data-dir=${join(folder, 'profile')}`;
    const words = [...quiet, profile, ...sandbox, ...output, pathToFileURL(path).href];
    const bounds = { timeout: TIMEOUT_MS, maxBuffer: MAX_PRINTED_BYTES };
    return (await run(browser, words, bounds)).stdout;
  };
  try {
    const out = resolve(file);
    const output =
      form === 'pdf'
        ? [`--print-to-pdf=${out}`, '--no-pdf-header-footer']
        : [`--screenshot=${out}`, `--window-size=${PICTURE.width},${await heightOf(html, draw)}`];
    await draw(html, output);
    if (!existsSync(out)) throw new Error('the browser wrote nothing');
    return file;
  } catch (error) {
    throw failed('a file that the browser of this computer can write', messageOf(error));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** How high the page is at the width of the picture: a picture is cut where the window ends. */
async function heightOf(
  html: string,
  draw: (page: string, output: readonly string[]) => Promise<string>,
): Promise<number> {
  const page = `${html}<script>document.documentElement.dataset.height = document.documentElement.scrollHeight</script>`;
  const printed = await draw(page, ['--dump-dom', `--window-size=${PICTURE.width},800`]);
  const [, height = PICTURE.maxHeight] = /data-height="(\d+)"/.exec(printed) ?? [];
  return Math.min(Number(height), PICTURE.maxHeight);
}
