/** Checks 10 and 12: what a page weighs, and what the policy says of everything else. */

import { get } from 'node:http';
import type { Browser } from 'playwright-core';
import type { CheckResult } from './check.ts';
import { GYMS } from './gyms.ts';
import { onGym } from './serve.ts';

const BUDGET = { script: 12_000, style: 7_000, requests: 6 } as const;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export async function checkFiles(browser: Browser): Promise<CheckResult> {
  const faults: string[] = [];
  const { requests, ...sizes } = await onGym(browser, GYMS.demo(), async (opened) => {
    // Loaded after the first picture.
    const script = opened.page.waitForResponse((response) =>
      response.url().includes('/assets/main-'),
    );
    await opened.page.goto(opened.server.url, { waitUntil: 'load' });
    await script;
    faults.push(...opened.complaints);
    const { requests: all } = opened;
    const sizeOf = async (extension: string) => {
      const files = all.filter((url) => url.includes('/assets/') && url.endsWith(extension));
      const sizes = await Promise.all(files.map(sizeInBrotli));
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    return { requests: all, script: await sizeOf('.js'), style: await sizeOf('.css') };
  });
  if (sizes.script > BUDGET.script) faults.push(`scripts of ${sizes.script} B`);
  if (sizes.style > BUDGET.style) faults.push(`styles of ${sizes.style} B`);
  if (requests.length > BUDGET.requests) faults.push(`${requests.length} requests`);
  const figure = `scripts ${sizes.script} B, styles ${sizes.style} B in brotli, ${requests.length} requests, 0 foreign hosts`;
  return { name: '10 budgets', figure, faults };
}

/** By node:http: fetch decodes what it was sent. */
function sizeInBrotli(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      let size = 0;
      answer.on('data', (piece: Buffer) => {
        size += piece.length;
      });
      answer.on('end', () => resolve(size));
    }).on('error', reject);
  });
}

/** The policy is this one to the letter, and names that are markup stay names: nothing else runs or loads. */
export async function checkPolicy(browser: Browser): Promise<CheckResult> {
  const faults: string[] = [];
  await onGym(browser, GYMS.busy(), async ({ page, complaints, server }) => {
    const answer = await page.goto(server.url, { waitUntil: 'load' });
    const policy = answer?.headers()['content-security-policy'];
    if (policy !== POLICY) faults.push(`the policy is ${policy}`);
    const names = await page.locator('.name').allTextContents();
    if (!names.some((name) => name.includes('<img src=x')))
      faults.push('the name is not shown as it is');
    faults.push(...complaints);
  });
  return { name: '12 policy', figure: 'exact', faults };
}
