/** The examples of `docs/questions.md` are understood as they stand. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ask } from './asking.ts';

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

it.each(examples)('%s', async (text) => {
  expect(await ask(text)).toMatchObject({ kind: 'query' });
});
