/** Prompts over real HTTP, with the official client in both eras. */

import { describe, expect, it } from 'vitest';
import { bearer, ERAS, KEYS, OWN, openMcp } from './mcp-service.fixture.ts';

describe.each(ERAS)('for a client of %s', (era) => {
  it('has three pieces of work, one of them for a trainer whose name it completes', async () => {
    const { client: connect, access } = await openMcp();
    const client = await connect(era, bearer(KEYS.few));
    const { prompts } = await client.listPrompts();
    const textOf = async (name: string, given: Record<string, string> = {}) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      return (messages[0]?.content as { text: string } | undefined)?.text ?? '';
    };
    const { tools } = await client.listTools();
    for (const { name } of prompts) {
      const text = await textOf(name, { trainer: OWN.name });
      expect(text).toContain('`null` is unknown');
      // Every tool that it names is there; `ask` is added by whoever answers questions.
      const named = [...text.matchAll(/\b(?:get|rank|list)_[a-z]+\b/g)].map(([word]) => word);
      expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining([...new Set(named)]));
    }
    // Ranked rows have it in per cent, and in no other unit.
    const review = await textOf('weekly_review');
    expect(review).toContain('classes whose `trend_pct` is above 10 or below -10');
    expect(review).not.toMatch(/\btrend\b/);
    expect(await textOf('trainer_one_to_one', { trainer: OWN.name })).toContain(OWN.name);
    // "On Monday" is one date: of the newest alone nothing can be said.
    expect(await textOf('what_to_cut')).toContain('on <weekday>s at <time>');
    await expect(client.getPrompt({ name: 'trainer_one_to_one' })).rejects.toMatchObject({
      code: -32602,
    });
    await expect(client.getPrompt({ name: 'no_such' })).rejects.toMatchObject({ code: -32602 });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'trainer_one_to_one' },
      argument: { name: 'trainer', value: OWN.name.slice(0, 2).toLowerCase() },
    });
    expect(completion.values).toContain(OWN.name);
    expect(access.used(KEYS.few)).toBe(0);
  });
});
