/** Check 15: the week on paper. */

import type { Run } from './check.ts';
import { GYMS } from './gyms.ts';
import { onGym } from './serve.ts';

const MAX_SHEETS = 6;

export async function checkPrint({ browser, faults }: Run): Promise<string> {
  const sheets = await onGym(browser, GYMS.busy(), async ({ page, server }) => {
    await page.goto(`${server.url}/report/week`, { waitUntil: 'load' });
    await page.emulateMedia({ media: 'print' });
    const cut = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.card, .every li, tr')]
      .filter((one) => getComputedStyle(one).breakInside !== 'avoid' || one.getBoundingClientRect().height > 1000)
      .map((one) => one.textContent.slice(0, 40))`);
    faults.push(...cut.map((text) => `can be cut: ${text}`));
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  });
  if (sheets === 0 || sheets > MAX_SHEETS) faults.push(`${sheets} sheets`);
  return `${sheets} sheets of A4`;
}
