/** The package as its users have it: packed, installed into an empty folder, and run as its README says. */

import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BegunCase, startContractServer } from '../../../clients/contract/server.ts';
import { HAS_CHROMIUM, launchChromium } from '../../support/chromium.ts';
import { suiteFolder } from '../../support/folder.ts';
import { listening, stopped } from '../../support/loopback.ts';
import { finished } from '../../support/packages.ts';
import { started } from '../../support/started.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGE = join(ROOT, 'clients/js');

const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code]) => code ?? '',
  );

const server = started(startContractServer, 120_000);
const folder = suiteFolder();
/** A free key of the service, and its address. */
let begun: BegunCase;

beforeAll(async () => {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  // Packing builds.
  await run('npm', ['pack', '--pack-destination', folder], { cwd: PACKAGE });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  const body = JSON.stringify({ key: 'free' });
  const answer = await fetch(`${server.url}/-/begin`, { method: 'POST', body });
  begun = (await answer.json()) as BegunCase;
}, 120_000);

it('the installed package is its build, its manual and its licence, and brings nothing else', async () => {
  const installed = join(folder, 'node_modules/turnout-client');
  const parts = (await readdir(installed)).sort();
  expect(parts).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const kinds = (await readdir(join(installed, 'dist'))).map((name) => /\.(d\.ts|js)$/.test(name));
  expect(kinds).not.toContain(false);
  const modules = await readdir(join(folder, 'node_modules'));
  expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['turnout-client']);
});

const shown = blocks('js');

it('the README shows nothing that is not run here', () => {
  const languages = [...readme.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  expect([...new Set(languages)].sort()).toEqual(['html', 'js', 'sh']);
  expect(blocks('sh')).toEqual(['npm pack ./clients/js\nnpm install ./turnout-client-1.2.0.tgz\n']);
  expect(blocks('html')).toHaveLength(1);
});

const what = shown.map((code, at) => [at + 1, code] as const);
it.concurrent.each(what)('the README example %i runs', async (at, code) => {
  const file = `example-${at}.js`;
  await writeFile(join(folder, file), code);
  const { base_url: TURNOUT_URL, api_key } = begun;
  const env = { ...process.env, TURNOUT_URL, TURNOUT_API_KEY: api_key ?? '' };
  const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder, env });
  expect(stderr).toBe('');
  expect(stdout).toMatch(SAID[at] ?? /^$/);
});

it('the README has examples that are sound to a strict TypeScript as they stand', async () => {
  const files = shown.map((_, at) => `example-${at + 1}.ts`);
  for (const [at, name] of files.entries()) await writeFile(join(folder, name), shown[at] ?? '');
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const strict = '--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noEmit';
  const options = `${strict} --target es2022 --lib es2022,dom --module nodenext`.split(' ');
  const { code, output } = await finished(folder, tsc, ...options, ...files);
  expect([code, output]).toEqual([0, '']);
});

/** What the examples say, by number; the others say nothing. */
const SAID: Readonly<Record<number, RegExp>> = {
  1: /^\d{4}-\d\d-\d\d: \d+ people in \d+ classes\n$/,
  2: /^99 of 100 lookups are left\n$/,
  4: /^true\n$/,
  5: /^200 summary\n$/,
  6: /Spin.*measures: \[ 'fill_rate' \]/s,
  7: /^0 .*\n(?:\d+ .*\n)*.+\n$/,
  8: /^\[.*: (?:\d+|unknown)'.*\]\n$/s,
  9: /Anna Petrova.*\[ 'query', 'limit' \] Input should be greater than or equal to 1 greater_than_equal\n$/s,
};

describe.skipIf(!HAS_CHROMIUM)('in a browser, on a page of another origin', () => {
  let port: number;
  beforeAll(async () => {
    const own = new URL('browser-page.fixture.html', import.meta.url);
    await copyFile(own, join(folder, 'page.html'));
    const [page = ''] = blocks('html');
    const shown = page.replace('http://127.0.0.1:8080', begun.base_url);
    await writeFile(join(folder, 'readme.html'), `<!doctype html><body>${shown}</body>`);
    const site = createServer((request, response) => {
      const path = request.url ?? '';
      const type = extname(path) === '.js' ? 'text/javascript' : 'text/html';
      readFile(join(folder, path)).then(
        (body) => response.writeHead(200, { 'content-type': type }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    port = await listening(site);
    return () => stopped(site);
  });

  it('the page of the README shows rooms, and a key works with streams, errors and kept answers', async () => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      const origin = `http://127.0.0.1:${port}`;
      await page.goto(`${origin}/readme.html`);
      await page.waitForFunction("document.body.textContent.includes(': ')");
      await page.goto(`${origin}/page.html#${encodeURIComponent(JSON.stringify(begun))}`);
      const said = await page.waitForFunction("document.title.startsWith('{') && document.title");
      expect(JSON.parse(String(await said.jsonValue()))).toEqual({
        spent: 1,
        again: 0,
        isOwnObject: true,
        first: 'start',
        last: 'complete',
        error: 'ValidationError',
        hasRequestId: true,
        aborted: 'AbortError',
        newKey: 'foreign_page',
      });
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
