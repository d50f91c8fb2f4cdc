/** The page about the endpoint: it names all that is served, and what is to be copied is right. */

import { afterEach, describe, expect, it } from 'vitest';
import { BACKINGS } from '../../support/backings.ts';
import { type McpService, SANDBOX, startMcp } from './mcp-service.fixture.ts';

describe.each(BACKINGS)('over %s', (_, listen) => {
  let service: McpService | null = null;
  afterEach(async () => await service?.close());

  it('is Markdown, needs no key, and names every tool, resource and prompt', async () => {
    service = await startMcp(listen);
    const answer = await service.send({ target: '/mcp.md' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await answer.text();
    const client = await service.client('2026', SANDBOX);
    for (const { name } of (await client.listTools()).tools)
      expect(text).toContain(`### ${name}\n`);
    for (const { name } of (await client.listPrompts()).prompts)
      expect(text).toContain(`\`${name}\``);
    for (const uri of ['turnout://today', 'turnout://week', 'turnout://classes/{class_id}']) {
      expect(text).toContain(`\`${uri}\``);
    }
    expect(text).toContain('`limit` (integer 1..100)');
    expect(text).not.toContain('undefined');
    expect(text).not.toContain('[object');
  });

  it('has set-ups that are JSON and name the public address', async () => {
    service = await startMcp(listen);
    const text = await (await service.send({ target: '/mcp.md' })).text();
    const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json);
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow();
    expect(text).toContain('turnout mcp --set-up');
    expect(text).toContain('http://turnout.test/mcp');
    expect(text).toContain('claude mcp add --transport http turnout http://turnout.test/mcp');
  });
});
