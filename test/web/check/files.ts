/** Checks 10 and 12: what a page weighs and how it is kept, and what the policy says of everything else. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const BUDGET = { script: 12_000, style: 7_000, requests: 6 } as const;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export async function checkFiles(browser: Browser): Promise<CheckResult> {
  const faults: string[] = [];
  const server = await serve(GYMS.demo());
  const requests = await withPage(browser, {}, async (opened) => {
    // Loaded after the first picture.
    const script = opened.page.waitForResponse((response) =>
      response.url().includes('/assets/main-'),
    );
    await opened.page.goto(server.url, { waitUntil: 'load' });
    await script;
    faults.push(...opened.complaints);
    return opened.requests;
  });
  const files = await Promise.all(
    // The live stream has no end.
    requests.filter((url) => url.includes('/assets/')).map(checkFile),
  );
  faults.push(...files.flatMap((file) => file.faults));
  const sizeOf = (extension: string) =>
    files
      .filter(({ url }) => url.endsWith(extension))
      .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const sizes = { script: sizeOf('.js'), style: sizeOf('.css') };
  const gone = await fetch(`${server.url}/assets/main-0000000000.js`);
  if (gone.status !== 404) faults.push(`an unknown file is answered with ${gone.status}`);
  await server.close();
  if (sizes.script > BUDGET.script) faults.push(`scripts of ${sizes.script} B`);
  if (sizes.style > BUDGET.style) faults.push(`styles of ${sizes.style} B`);
  if (requests.length > BUDGET.requests) faults.push(`${requests.length} requests`);
  const figure = `scripts ${sizes.script} B, styles ${sizes.style} B in brotli, ${requests.length} requests, 0 foreign hosts`;
  return { name: '10 budgets', figure, faults };
}

/** The same bytes in each form, kept for ever, and not sent again to who has them. */
async function checkFile(url: string) {
  const plain = await bytesOf(url, 'identity');
  const [gzip, br] = [await bytesOf(url, 'gzip'), await bytesOf(url, 'br')];
  const again = await fetch(url, {
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': br.etag },
  });
  const rules: readonly (readonly [isRight: boolean, fault: string])[] = [
    [gunzipSync(gzip.bytes).equals(plain.bytes), 'not the same bytes in gzip'],
    [brotliDecompressSync(br.bytes).equals(plain.bytes), 'not the same bytes in brotli'],
    [new Set([plain.etag, gzip.etag, br.etag]).size === 3, 'two forms share an ETag'],
    [br.caching.includes('immutable'), 'not immutable'],
    [again.status === 304, `${again.status} for what is known`],
  ];
  const faults = rules.flatMap(([isRight, fault]) => (isRight ? [] : [`${url}: ${fault}`]));
  return { url, sizeBytes: br.bytes.length, faults };
}

/** By node:http: fetch decodes what it was sent. */
async function bytesOf(url: string, encoding: string) {
  const { get } = await import('node:http');
  return new Promise<{ bytes: Buffer; etag: string; caching: string }>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': encoding } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({
          bytes: Buffer.concat(pieces),
          etag: answer.headers.etag ?? '',
          caching: answer.headers['cache-control'] ?? '',
        }),
      );
    }).on('error', reject);
  });
}

/** Names that are markup stay names; and nothing that is put into the page runs or loads. */
export async function checkPolicy(browser: Browser): Promise<CheckResult> {
  const server = await serve(GYMS.busy());
  const faults: string[] = [];
  const refused = await withPage(browser, {}, async ({ page, complaints }) => {
    const answer = await page.goto(server.url, { waitUntil: 'load' });
    const policy = answer?.headers()['content-security-policy'];
    if (policy !== POLICY) faults.push(`the policy is ${policy}`);
    const names = await page.locator('.name').allTextContents();
    if (!names.some((name) => name.includes('<img src=x')))
      faults.push('the name is not shown as it is');
    faults.push(...complaints);
    return page.evaluate<string[]>(`new Promise((resolve) => {
      const refused = [];
      const end = () => resolve([...refused, ...(window.isRun ? ['RUN'] : [])]);
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        refused.push(effectiveDirective);
        // The last that is tried.
        if (effectiveDirective === 'img-src') end();
      });
      try { document.body.innerHTML += '<img src=x onerror=alert(1)>'; } catch { refused.push('trusted types'); }
      const script = document.createElement('script');
      try { script.textContent = 'window.isRun = true'; document.body.append(script); } catch { refused.push('script text'); }
      const image = document.createElement('img');
      image.src = 'http://foreign.example/x.png';
      document.body.append(image);
      setTimeout(end, 10_000);
    })`);
  });
  await server.close();
  if (refused.includes('RUN')) faults.push('a script that was put in ran');
  if (!refused.includes('trusted types')) faults.push('innerHTML takes a text');
  if (!refused.includes('img-src')) faults.push('a foreign picture is loaded');
  return {
    name: '12 policy',
    figure: `exact; refused: ${[...new Set(refused)].join(', ')}`,
    faults,
  };
}
