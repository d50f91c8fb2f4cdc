/** Check 10: what a page weighs. */

import type { Request } from 'playwright-core';
import type { Run } from './check.ts';
import { GYMS } from './gyms.ts';
import { onGym } from './serve.ts';

const BUDGET = { script: 12_000, style: 7_000, requests: 6 } as const;

export async function checkFiles({ browser, faults }: Run): Promise<string> {
  const { requests, ...sizes } = await onGym(browser, GYMS.demo(), async (opened) => {
    const { page, server, complaints } = opened;
    const finished: Request[] = [];
    page.on('requestfinished', (request) => finished.push(request));
    // Loaded after the first picture.
    const isScript = (request: Request) => request.url().includes('/assets/main-');
    const script = page.waitForEvent('requestfinished', isScript);
    await page.goto(server.url, { waitUntil: 'load' });
    await script;
    faults.push(...complaints);
    const sizeOf = async (extension: string) => {
      const files = finished.filter((request) => request.url().endsWith(extension));
      const sizes = await Promise.all(files.map((request) => request.sizes()));
      return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    };
    return { requests: opened.requests, script: await sizeOf('.js'), style: await sizeOf('.css') };
  });
  if (sizes.script > BUDGET.script) faults.push(`scripts of ${sizes.script} B`);
  if (sizes.style > BUDGET.style) faults.push(`styles of ${sizes.style} B`);
  if (requests.length > BUDGET.requests) faults.push(`${requests.length} requests`);
  return `scripts ${sizes.script} B, styles ${sizes.style} B in brotli, ${requests.length} requests, 0 foreign hosts`;
}
