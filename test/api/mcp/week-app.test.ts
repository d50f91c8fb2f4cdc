/** The week as an MCP App: for clients that say that they show it, and nothing new for all others. */

import { expect, it } from 'vitest';
import { APP_TYPE, DRAWN, WEEK_APP } from '../../../api/mcp/week.tsx';
import { HAS_CHROMIUM, launchChromium } from '../../support/chromium.ts';
import { ERAS, openMcp, SANDBOX } from './mcp-service.fixture.ts';

const APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } } };

/** What a client does around the frame of an app: shows it, greets it, and hands it a result. */
const HOST = `
const frame = document.body.appendChild(document.createElement('iframe'));
window.heard = [];
window.addEventListener('message', ({ data, source }) => {
  window.heard.push(data);
  const send = (message) => source.postMessage({ jsonrpc: '2.0', ...message }, '*');
  if (data.method === 'ui/initialize') {
    const hostContext = { theme: 'dark' };
    send({ id: data.id, result: { protocolVersion: '2026-01-26', hostContext } });
  }
  if (data.method === 'ui/notifications/initialized') {
    send({ method: 'ui/notifications/tool-input', params: { arguments: {} } });
    send({ method: 'ui/notifications/tool-result', params: window.result });
  }
  if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px';
});
frame.sandbox = 'allow-scripts';
frame.style = 'width: 100%; border: 0';
frame.srcdoc = window.app;
`;

it.each(ERAS)('a client of %s that shows apps gets the week', async (era) => {
  const service = await openMcp();
  const client = await service.client(era, SANDBOX, APPS);
  const { tools } = await client.listTools();
  const linked = tools.filter(({ _meta: meta }) => meta !== undefined);
  expect(linked.map(({ name, _meta: meta }) => [name, meta])).toEqual([
    ['rank_classes', { ui: { resourceUri: WEEK_APP } }],
  ]);
  const { contents } = await client.readResource({ uri: WEEK_APP });
  expect(contents).toMatchObject([{ uri: WEEK_APP, mimeType: APP_TYPE }]);
  const result = await client.callTool({ name: 'rank_classes', arguments: {} });
  expect(result._meta?.[DRAWN]).toMatchObject({ base: service.url });
  const other = await client.callTool({ name: 'get_summary', arguments: {} });
  expect(other._meta?.[DRAWN]).toBeUndefined();
});

it.skipIf(!HAS_CHROMIUM)('the view draws the hours and the classes as the pages do', async () => {
  const service = await openMcp();
  const client = await service.client('2026', SANDBOX, APPS);
  const [document] = (await client.readResource({ uri: WEEK_APP })).contents;
  const app = document !== undefined && 'text' in document ? document.text : '';
  const result = await client.callTool({ name: 'rank_classes', arguments: {} });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 720, height: 900 } });
    await page.evaluate((given) => Object.assign(globalThis, given), { app, result });
    await page.evaluate(HOST);
    const view = page.frameLocator('iframe');
    await view.locator('table.heat td[class^=step]').first().waitFor();
    expect(await view.locator('ul.ranked > li').count()).toBe(10);
    expect(await view.locator('html').getAttribute('data-theme')).toBe('dark');
    await view.locator('ul.ranked a').first().click();
    const heard = await page.evaluate<{ method?: string; params?: object }[]>('window.heard');
    expect(heard.find(({ method }) => method === 'ui/open-link')?.params).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/classes\//),
    });
  } finally {
    await browser.close();
  }
});
