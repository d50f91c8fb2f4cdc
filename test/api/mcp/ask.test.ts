/** The tool `ask` over real HTTP, with the real grammar and the official client in both eras. */

import { describe, expect, it } from 'vitest';
import { askTool } from '../../../api/mcp/questions.ts';
import { createGrammar } from '../../../ask/read/grammar.ts';
import { tableOf } from '../../../gym/figures/class-table.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { bearer, ERAS, KEYS, openMcp } from './mcp-service.fixture.ts';

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
}

describe.each(ERAS)('ask for a client of %s', (era) => {
  const open = async () => {
    const world = {
      reader: createGrammar(),
      classes: { classesIn: async (view: GymView) => tableOf(view) },
      gyms: { asOf: async () => null },
      base: () => 'http://turnout.test',
    };
    const painter = { heatMap: () => Uint8Array.of(1), trend: () => Uint8Array.of(2) };
    return openMcp({ ask: (charts) => askTool(world, charts), painter });
  };

  it('answers with a document that the client holds to its schema, and charges figures only', async () => {
    const { client: connect, access } = await open();
    const client = await connect(era, bearer(KEYS.few));
    const asked = async (query: unknown, more: object = {}) =>
      client.callTool({ name: 'ask', arguments: { query, ...more } });
    await client.listTools();
    const unclear = await asked('What is the meaning of life?');
    expect(unclear.structuredContent).toMatchObject({ _meta: { suggestions: expect.any(Array) } });
    expect(access.used(KEYS.few)).toBe(0);
    const cut = await asked({ text: 'Which classes should I cut?' });
    expect(cut.isError ?? false).toBe(false);
    expect(cut.structuredContent).toMatchObject({
      _meta: {
        version: '0.55',
        mode: 'summarize',
        query: { by: ['series'], measures: ['fill_rate', 'profit'] },
      },
      results: expect.any(Array),
    });
    const [text] = cut.content as Content[];
    expect(JSON.parse(text?.text ?? '')).toEqual(cut.structuredContent);
    expect(access.used(KEYS.few)).toBe(1);
    const busiest = await asked('When is it busiest?', { chart: true, mode: 'list' });
    expect((busiest.content as Content[])[1]).toMatchObject({ type: 'image', data: 'AQ==' });
    expect(access.used(KEYS.few)).toBe(2);
    await asked('How full was it yesterday?', { prev: ['How many people came today?'] });
    const none = await asked('How full was it yesterday?');
    expect(none.isError).toBe(true);
    expect((none.content as Content[])[0]?.text).toMatch(/^lookups_exhausted: /);
    expect(access.used(KEYS.few)).toBe(3);
  });

  it('refuses questions that are too long, and arguments that nobody knows', async () => {
    const client = await (await open()).client(era, bearer(KEYS.owner));
    for (const given of [{ query: 'x'.repeat(501) }, { query: '' }, {}, { query: 'x', top_k: 3 }]) {
      const { isError, content } = await client.callTool({ name: 'ask', arguments: given });
      expect(isError).toBe(true);
      expect((content as Content[])[0]?.text).toMatch(/^Arguments of ask are wrong\. /);
    }
  });
});
