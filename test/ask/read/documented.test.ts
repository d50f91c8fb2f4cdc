/** The examples of `docs/questions.md` are understood as they stand. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contextOf } from '../../../ask/answers/ask-question.ts';
import { createGrammar } from '../../../ask/read/grammar.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const page = readFileSync(new URL('../../../docs/questions.md', import.meta.url), 'utf8');
const [, asked = ''] = page.split('## What can be asked');
const examples = (asked.split('## Time')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| About'))
  .flatMap((line) => line.split('|')[2]?.split(' · ') ?? [])
  .map((text) => text.trim());

it('are more than thirty', () => {
  expect(examples.length).toBeGreaterThan(30);
});

const view = sandboxView(Date.UTC(2026, 10, 18, 12));
const caller = { principal: null, view, trainers: view.trainers };
const read = createGrammar();

it.each(examples)('%s', async (text) => {
  const reading = await read({ text, prev: [] }, contextOf(caller, null));
  expect(reading).toMatchObject({ kind: 'query' });
});
