/** The page about the endpoint: it names all that is served, and what is to be copied is right. */

import { expect, it } from 'vitest';
import { openMcp, SANDBOX } from './mcp-service.fixture.ts';

it('is Markdown, needs no key, and names every tool, resource and prompt', async () => {
  const service = await openMcp();
  const answer = await service.send({ target: '/mcp.md' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  const text = await answer.text();
  const client = await service.client('2026', SANDBOX);
  for (const { name } of (await client.listTools()).tools) expect(text).toContain(`### ${name}\n`);
  for (const { name } of (await client.listPrompts()).prompts)
    expect(text).toContain(`\`${name}\``);
  for (const uri of ['turnout://today', 'turnout://week', 'turnout://classes/{class_id}']) {
    expect(text).toContain(`\`${uri}\``);
  }
  expect(text).toContain('`limit` (integer 1..100)');
  expect(text).not.toContain('undefined');
  expect(text).not.toContain('[object');
});
